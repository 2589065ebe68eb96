/** A generated program, and its text while it is being written. */
import type { Random } from "../../lib/random.ts";
import type { EntryArgument, RunRequest } from "../python.ts";

/** What Shardlint is told about the world; what it is not told varies between the runs. */
export interface KnownWorld {
  readonly launch: { readonly ulysses: number; readonly ring: number } | undefined;
  readonly architectures: readonly number[];
  readonly libraries: Readonly<Record<string, string>>;
}

export interface Program {
  readonly files: Readonly<Record<string, string>>;
  readonly known: KnownWorld;
  readonly runs: readonly RunRequest[];
  /** False if the program reads something from outside, or is called with arguments. */
  readonly constant: boolean;
  /** By which ways values are handed on in it. */
  readonly carriers: readonly string[];
}

/** A value that the harness gives from outside: each run picks one of the candidates. */
interface Input {
  readonly kind: "environment" | "option" | "parameter";
  readonly name: string;
  readonly candidates: readonly EntryArgument[];
}

/** The text of a program under construction: imports, definitions of the module, and the code that is being written. */
export class Writer {
  readonly random: Random;
  readonly inputs: Input[] = [];
  readonly carriers = new Set<string>();
  /** Functions that the harness calls, with the names of their parameters. */
  readonly entries: { name: string; parameters: Input[] }[] = [];
  /** Lines of `helpers.py`. */
  readonly helpers: string[] = [];
  private readonly imports = new Set<string>();
  private readonly definitions: string[] = [];
  private readonly lines: string[] = [];
  private target = this.lines;
  private indent = "";
  private names = 0;

  constructor(random: Random) {
    this.random = random;
  }

  fresh(prefix: string): string {
    return `${prefix}${++this.names}`;
  }

  import(line: string): void {
    this.imports.add(line);
  }

  line(text: string): void {
    this.target.push(this.indent + text);
  }

  /** Writes a block; an empty one gets `pass`. */
  block(header: string, body: () => void): void {
    this.line(header);
    const outer = this.indent;
    this.indent += "    ";
    const before = this.target.length;
    body();
    if (this.target.length === before) this.line("pass");
    this.indent = outer;
  }

  /** Writes into the definitions of the module, which stand in front of the code. */
  define(body: () => void): void {
    const [target, indent] = [this.target, this.indent];
    this.target = [];
    this.indent = "";
    body();
    this.definitions.push(...this.target);
    this.target = target;
    this.indent = indent;
  }

  files(): Record<string, string> {
    const main = [...this.imports, ...this.definitions, ...this.lines];
    const files: Record<string, string> = { "main.py": `${main.join("\n")}\n` };
    if (this.helpers.length > 0) files["helpers.py"] = `${this.helpers.join("\n")}\n`;
    return files;
  }
}
