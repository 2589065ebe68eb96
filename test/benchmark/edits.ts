/** The edits that are measured: what somebody does who works on a pipeline, one keystroke or command at a time. */
import { Random } from "./random.ts";
import { mistake } from "./workload.ts";

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Replaces a range by a text, as the protocol has it. */
export interface Edit {
  readonly kind: string;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly text: string;
  /** Whether the file has its mistake once the edit is made; null while the file does not parse. */
  readonly flawed: boolean | null;
}

const typed = "offset";

/** An endless, repeatable sequence of edits to one file. Every cycle holds each kind and leaves the file valid. */
export class EditScript {
  readonly #random: Random;
  readonly #lines: string[];
  #flawed = true;

  constructor(text: string, seed: number) {
    this.#random = new Random(seed);
    this.#lines = text.split("\n");
  }

  get text(): string {
    return this.#lines.join("\n");
  }

  /** Each edit refers to the text that the ones before it left; `text` is already the one behind the last. */
  cycle(): Edit[] {
    return [
      this.#changeDigit("digit in a helper", isPlainNumber),
      this.#changeDigit("digit beside a modelled call", (line) =>
        /^ {4,8}(sink|report_every|channels) = \d+$/.test(line),
      ),
      this.#toggleMistake(),
      ...this.#insertAndDelete("line in a function", this.#inFunction(), "    scale = 0.5"),
      ...this.#typeName(),
      ...this.#openAndCloseBracket(),
      this.#changeDigit("module constant", (line) => /^(DEFAULT_STEPS|GUIDANCE_LIMIT|CHUNK_ROWS) = \d+$/.test(line)),
      this.#toggleMistake(),
      ...this.#insertAndDelete("line at the top", 1, "import sys"),
    ];
  }

  #changeDigit(kind: string, chosen: (line: string) => boolean): Edit {
    const line = this.#pickLine(chosen);
    const old = this.#line(line);
    const last = Number(old.at(-1));
    return this.#replace(kind, line, old.length - 1, old.length, String((last + 1) % 10));
  }

  #toggleMistake(): Edit {
    const [from, to] = this.#flawed ? [mistake.wrong, mistake.right] : [mistake.right, mistake.wrong];
    const line = this.#lines.findIndex((text) => text.startsWith("    return _flash_attn_fwd(") && text.includes(from));
    const column = this.#line(line).indexOf(from);
    this.#flawed = !this.#flawed;
    return this.#replace("literal of the mistake", line, column, column + from.length, to);
  }

  #insertAndDelete(kind: string, line: number, text: string): Edit[] {
    return [this.#insertLine(`${kind}: insert`, line, text), this.#deleteLine(`${kind}: delete`, line)];
  }

  #typeName(): Edit[] {
    const line = this.#inFunction();
    const edits = [this.#insertLine("line in a function: insert", line, "    ")];
    for (const letter of typed) {
      const end = this.#line(line).length;
      edits.push(this.#replace("letter of a name", line, end, end, letter));
    }
    edits.push(this.#deleteLine("line in a function: delete", line));
    return edits;
  }

  #openAndCloseBracket(): Edit[] {
    const line = this.#pickLine(isPlainNumber);
    const old = this.#line(line);
    const open = this.#replace("bracket: open", line, old.length, old.length, " + max(", null);
    const end = this.#line(line).length;
    const close = this.#replace("bracket: close", line, end, end, "1, 2)");
    return [open, close, this.#replace("bracket: take back", line, old.length, this.#line(line).length, "")];
  }

  /** A line that is the first of some function's body. */
  #inFunction(): number {
    return this.#pickLine((line) => /^def \w+\(.*\):$/.test(line)) + 1;
  }

  #insertLine(kind: string, line: number, text: string): Edit {
    this.#lines.splice(line, 0, text);
    const start = { line, character: 0 };
    return { kind, range: { start, end: start }, text: `${text}\n`, flawed: this.#flawed };
  }

  #deleteLine(kind: string, line: number): Edit {
    this.#lines.splice(line, 1);
    const range = { start: { line, character: 0 }, end: { line: line + 1, character: 0 } };
    return { kind, range, text: "", flawed: this.#flawed };
  }

  #replace(
    kind: string,
    line: number,
    start: number,
    end: number,
    text: string,
    flawed: boolean | null = this.#flawed,
  ): Edit {
    const old = this.#line(line);
    this.#lines[line] = old.slice(0, start) + text + old.slice(end);
    return { kind, range: { start: { line, character: start }, end: { line, character: end } }, text, flawed };
  }

  #line(number: number): string {
    const line = this.#lines[number];
    if (line === undefined) throw new Error(`The file has no line ${number + 1}.`);
    return line;
  }

  #pickLine(chosen: (line: string) => boolean): number {
    const numbers = this.#lines.flatMap((line, number) => (chosen(line) ? [number] : []));
    return this.#random.pick(numbers);
  }
}

/** An assignment that no modelled call depends on, so that whatever is made of its number is no mistake. */
function isPlainNumber(line: string): boolean {
  return /^ {4,8}(width|limit|reserve|order|depth) = \d+$/.test(line);
}
