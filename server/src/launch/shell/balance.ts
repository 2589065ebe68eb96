/**
 * Whether what a script opens is closed again: quotes, parentheses, `if … fi`, `do … done`. The grammar cannot tell a script that
 * is broken from one that it does not understand; this reads less, and says what is missing.
 */
import type { LaunchProblem, Span } from "../launch.ts";

type Kind = "if" | "do" | "case" | "{" | "(" | "array" | "pattern" | '"' | "${" | "`";

interface Open extends Span {
  readonly kind: Kind;
  /** Of a `case`: what stands at the place that is read. */
  part?: "subject" | "pattern" | "body";
}

const closers: Readonly<Record<Kind, string>> = {
  if: "fi",
  do: "done",
  case: "esac",
  "{": "}",
  "(": ")",
  array: ")",
  pattern: ")",
  '"': '"',
  "${": "}",
  "`": "`",
};

/** The first place where something has no end, or ends that did not begin; undefined if all is well. */
export function firstUnbalanced(text: string): LaunchProblem | undefined {
  // Another language follows the line that hands the file to its program.
  if (/^\s*(eval\s+)?['"]+exec\b/m.test(text)) return undefined;
  return new Balance(text).read();
}

class Balance {
  private readonly text: string;
  private readonly stack: Open[] = [];
  private position = 0;
  /** True where a command may begin, so that `if` is a keyword. */
  private atCommand = true;
  private inForHeader = false;
  private documents: { readonly limit: string; readonly tabs: boolean }[] = [];
  private problem: LaunchProblem | undefined;

  constructor(text: string) {
    this.text = text;
  }

  read(): LaunchProblem | undefined {
    while (this.problem === undefined && this.position < this.text.length) {
      const kind = this.top?.kind;
      if (kind === '"') this.inString();
      else if (kind === "${") this.inExpansion();
      else this.inCode();
    }
    const { top } = this;
    return this.problem ?? (top && unclosed(top));
  }

  private get top(): Open | undefined {
    return this.stack.at(-1);
  }

  private isIn(kind: Kind): boolean {
    return this.stack.some((open) => open.kind === kind);
  }

  private open(kind: Kind, length: number): void {
    const start = this.position;
    this.position += length;
    if (kind === "array" || kind === "pattern") this.atCommand = false;
    this.stack.push({ kind, start, end: this.position, ...(kind === "case" && { part: "subject" as const }) });
  }

  private close(kinds: readonly Kind[], length: number): void {
    const { top, position: start } = this;
    this.position += length;
    if (top !== undefined && kinds.includes(top.kind)) this.stack.pop();
    else if (top !== undefined && this.stack.some(({ kind }) => kinds.includes(kind))) this.problem = unclosed(top);
    else
      this.problem = {
        start,
        end: this.position,
        message: `Nothing before this ${quotedSign(this.text.slice(start, this.position))} is open that it could end. ${whatToDo}`,
      };
  }

  private starts(sign: string): boolean {
    return this.text.startsWith(sign, this.position);
  }

  /** An escaped character, or an expansion, as it may stand in quotes too. */
  private expansion(): boolean {
    if (this.starts("\\")) this.position += 2;
    else if (this.starts("$((")) this.arithmetic(3);
    else if (this.starts("$(")) this.open("(", 2);
    else if (this.starts("${")) this.open("${", 2);
    else if (this.starts("`")) {
      if (this.isIn("`")) this.close(["`"], 1);
      else this.open("`", 1);
    } else return false;
    if (this.top?.kind === "(" || this.top?.kind === "`") this.atCommand = true;
    return true;
  }

  private inString(): void {
    if (this.starts('"')) this.close(['"'], 1);
    else if (!this.expansion()) this.position++;
  }

  private inExpansion(): void {
    const isQuoted = this.isIn('"');
    if (this.starts("}")) this.close(["${"], 1);
    else if (this.starts('"')) this.open('"', 1);
    else if (this.starts("'") && !isQuoted) this.rawString(1, false);
    else if (!this.expansion()) this.position++;
  }

  private rawString(length: number, hasEscapes: boolean): void {
    const start = this.position;
    let end = start + length;
    while (end < this.text.length && this.text[end] !== "'") end += hasEscapes && this.text[end] === "\\" ? 2 : 1;
    this.position = end + 1;
    if (end >= this.text.length)
      this.problem = { start, end: start + length, message: `The quote that begins here has no end. ${whatToDo}` };
  }

  /** Numbers and names in double parentheses. */
  private arithmetic(length: number): void {
    const start = this.position;
    let depth = 2;
    let end = start + length;
    for (; end < this.text.length && depth > 0; end++) {
      if (this.text[end] === "(") depth++;
      else if (this.text[end] === ")") depth--;
    }
    this.position = end;
    if (depth > 0)
      this.problem = {
        start,
        end: start + length,
        message: `${quotedSign("((")} has no ${quotedSign("))")}. ${whatToDo}`,
      };
  }

  private inCode(): void {
    const sign = this.text[this.position] ?? "";
    if (/^\\\r?\n/.test(this.text.slice(this.position, this.position + 3)))
      this.position += this.starts("\\\n") ? 2 : 3;
    else if (sign === "\n") this.lineBreak();
    else if (/[ \t\r]/.test(sign)) this.position++;
    else if (sign === "#" && /^$|[\s;&|()`]/.test(this.text[this.position - 1] ?? "")) this.skipLine();
    else if (sign === '"')
      this.inWord(() => {
        this.open('"', 1);
      });
    else if (sign === "'")
      this.inWord(() => {
        this.rawString(1, false);
      });
    else if (this.starts("$'"))
      this.inWord(() => {
        this.rawString(2, true);
      });
    else if (sign === "\\" || sign === "`" || this.starts("$(") || this.starts("${"))
      this.inWord(() => {
        this.expansion();
      });
    else if (this.starts("((") && this.atCommand) this.arithmetic(2);
    else if (this.starts("[[") && this.atCommand) this.skipTest();
    else if (sign === "(") this.parenthesis();
    else if (sign === ")") this.endParenthesis();
    else if (/[;&|]/.test(sign)) this.separator();
    else if (/[<>]/.test(sign)) this.redirection();
    else this.word();
  }

  /** What follows in the same word is no keyword. */
  private inWord(read: () => void): void {
    this.atCommand = false;
    read();
  }

  private lineBreak(): void {
    this.position++;
    this.atCommand = this.top?.kind !== "array" && this.top?.kind !== "pattern";
    for (const { limit, tabs } of this.documents.splice(0)) this.skipDocument(limit, tabs);
  }

  private skipLine(): void {
    const end = this.text.indexOf("\n", this.position);
    this.position = end < 0 ? this.text.length : end;
  }

  private skipDocument(limit: string, tabs: boolean): void {
    while (this.position < this.text.length) {
      const end = this.text.indexOf("\n", this.position);
      const stop = end < 0 ? this.text.length : end;
      const line = this.text.slice(this.position, stop).replace(/\r$/, "");
      this.position = stop + 1;
      if ((tabs ? line.replace(/^\t+/, "") : line) === limit) return;
    }
  }

  /** `[[ … ]]`, in which operators and parentheses mean something else. */
  private skipTest(): void {
    const end = /(?<=\s)\]\](?=[\s;&|)]|$)/g;
    end.lastIndex = this.position;
    const found = end.exec(this.text);
    this.position = found === null ? this.position + 2 : end.lastIndex;
    this.atCommand = false;
  }

  private parenthesis(): void {
    const before = this.text[this.position - 1] ?? "";
    const isDefinition =
      /[\w-]\s*$/.test(this.text.slice(0, this.position).slice(-40)) &&
      /^\(\s*\)/.test(this.text.slice(this.position, this.position + 20));
    if (isDefinition) {
      this.position = this.text.indexOf(")", this.position) + 1;
      this.atCommand = true;
    } else if (this.top?.part === "pattern" && /\s/.test(before)) this.position++;
    else if (/[?*+@!]/.test(before)) this.open("pattern", 1);
    else if (before === "=") this.open("array", 1);
    else {
      this.open("(", 1);
      this.atCommand = true;
    }
  }

  private endParenthesis(): void {
    const { top } = this;
    if (top?.part === "pattern") {
      top.part = "body";
      this.position++;
      this.atCommand = true;
      return;
    }
    this.close(["(", "array", "pattern"], 1);
    this.atCommand = true;
  }

  private separator(): void {
    const { top } = this;
    const ends = /^;;&|^;;|^;&/.exec(this.text.slice(this.position, this.position + 3))?.[0];
    if (ends !== undefined && top?.part === "body") top.part = "pattern";
    this.position += ends?.length ?? 1;
    this.atCommand = top?.kind !== "array" && top?.kind !== "pattern";
  }

  private redirection(): void {
    const document = /^<<(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([^\s;&|<>()'"]+))/.exec(
      this.text.slice(this.position, this.position + 200),
    );
    if (this.starts("<<<")) this.position += 3;
    else if (document !== null) {
      const [whole, tabs, raw, quoted, plain] = document;
      this.documents.push({ limit: raw ?? quoted ?? plain ?? "", tabs: tabs === "-" });
      this.position += whole.length;
    } else if (/^[<>]\(/.test(this.text.slice(this.position, this.position + 2))) {
      this.open("(", 2);
      this.atCommand = true;
    } else this.position += this.starts(">|") || this.starts(">&") || this.starts("<&") ? 2 : 1;
  }

  private word(): void {
    const written = /^[^\s;&|<>()"'`$\\]+|^\$/.exec(this.text.slice(this.position, this.position + 200))?.[0] ?? "";
    const { top, atCommand } = this;
    const next = this.text[this.position + written.length] ?? "";
    const isWhole = next === "`" ? this.isIn("`") : !/^["'$\\]/.test(next);
    if (top?.part === "pattern") {
      if (written === "esac" && atCommand) this.close(["case"], 4);
      else
        this.inWord(() => {
          this.position += written.length;
        });
    } else if (top?.part === "subject" && written === "in") {
      top.part = "pattern";
      this.position += 2;
      this.atCommand = true;
    } else if (isWhole && (atCommand || (this.inForHeader && written === "do"))) this.keyword(written);
    else
      this.inWord(() => {
        this.position += Math.max(written.length, 1);
      });
  }

  private keyword(written: string): void {
    this.atCommand = true;
    switch (written) {
      case "if":
      case "case":
      case "{":
        this.open(written, written.length);
        this.atCommand = written !== "case";
        return;
      case "do":
        this.inForHeader = false;
        this.open("do", 2);
        return;
      case "fi":
        this.close(["if"], 2);
        return;
      case "done":
        this.close(["do"], 4);
        return;
      case "esac":
        this.close(["case"], 4);
        return;
      case "}":
        this.close(["{"], 1);
        return;
      case "for":
      case "select":
        this.inForHeader = true;
        this.atCommand = false;
    }
    this.position += Math.max(written.length, 1);
    if (/^function$/.test(written)) this.functionName();
    else if (!/^(then|else|elif|while|until|!|time|coproc|for|select)$/.test(written))
      this.atCommand = /^[A-Za-z_]\w*\+?=/.test(written);
  }

  private functionName(): void {
    const name = /^\s+[^\s(){}]+/.exec(this.text.slice(this.position, this.position + 200))?.[0];
    this.position += name?.length ?? 0;
  }
}

function unclosed({ kind, start, end }: Open): LaunchProblem {
  const message =
    kind === '"' || kind === "`"
      ? "The quote that begins here has no end."
      : `This ${quotedSign(kind === "array" || kind === "pattern" ? "(" : kind)} has no ${quotedSign(closers[kind])}.`;
  return { start, end, message: `${message} ${whatToDo}` };
}

const whatToDo = "Until it is mended, what the script starts is not known for sure.";

function quotedSign(sign: string): string {
  return `"${sign}"`;
}
