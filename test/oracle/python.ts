/** A Python process that runs one generated program after another. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";

/** A number, a tensor, the model or an object with attributes that a function is called with. */
export type EntryArgument =
  | number
  | null
  | { readonly tensor: readonly number[] }
  | { readonly model: true }
  | { readonly object: Readonly<Record<string, number>> };

/** The facts of a world, by the parameters of the contract language's `world`. */
export interface RunWorld {
  readonly architecture: number;
  readonly libraries: Readonly<Record<string, string>>;
  readonly symbols: Readonly<Record<string, number>>;
  readonly ulysses_degree: number;
  readonly ring_degree: number;
  readonly ulysses_rank: number;
  readonly ring_rank: number;
  readonly world_size: number;
  readonly world_rank: number;
}

/** One run of a program: its world, what it reads from outside, and the functions called once it has been imported. */
export interface RunRequest {
  readonly world: RunWorld;
  readonly environment: Readonly<Record<string, string>>;
  readonly arguments: readonly string[];
  readonly entries: readonly {
    readonly name: string;
    readonly arguments: readonly EntryArgument[];
    /** The names of the parameters, which no other function of the program has. */
    readonly parameters?: readonly string[];
  }[];
}

/** A call of a contract: the lines of the calls that led to it, and the requirement that it refused. */
export interface ContractCall {
  readonly stack: readonly string[];
  readonly function: string;
  readonly rule?: string;
  readonly exception?: string | null;
  readonly text?: string | null;
  /** The contract ended by an exception that no requirement raised. */
  readonly stopped?: boolean;
}

/** What `reveal` was shown: a kind and its content. */
export type Shown = readonly [kind: string, content?: unknown, dtype?: string | null];

export interface RunResult {
  /** The program uses a name that nobody defines. */
  readonly undefined: boolean;
  readonly calls: readonly ContractCall[];
  readonly reveals: readonly { readonly stack: readonly string[]; readonly value: Shown }[];
  /** The degrees that the program's own calls fix, one after the other. */
  readonly launches: readonly Readonly<Record<string, number>>[];
  /** Null if the program ran through. */
  readonly end: {
    readonly kind: "contract" | "program" | "unknown";
    readonly text: string;
    readonly at: string | null;
  } | null;
}

export type Answer = { readonly runs: readonly RunResult[] } | { readonly refused: string };

const program = fileURLToPath(new URL("run_programs.py", import.meta.url));

export class Python {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;
  private errors = "";

  constructor() {
    // Isolated and without site packages, so that `torch` is never an installed torch.
    this.child = spawn("python3", ["-I", "-S", "-B", program]);
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => (this.errors += text));
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async run(files: Readonly<Record<string, string>>, runs: readonly RunRequest[]): Promise<Answer> {
    this.child.stdin.write(`${JSON.stringify({ files, runs })}\n`);
    const line = await this.lines.next();
    if (line.done === true) throw new Error(`The oracle needs python3 (3.9 or newer) and ended early.\n${this.errors}`);
    return JSON.parse(line.value) as Answer;
  }

  async close(): Promise<void> {
    this.child.stdin.end();
    if (this.child.exitCode === null) await once(this.child, "exit");
  }
}
