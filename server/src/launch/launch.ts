/** What a launch file says: the commands in it that start Python programs. Offsets are UTF-16 and count in that file. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * How many words of the real command line a written word stands for. `splittable`: one, unless its unknown text has blanks or
 * is empty, as with an unquoted `$SIZE`. `any`: any number, as with `"$@"`.
 */
export type WordCount = "one" | "splittable" | "any";

/** A word of a command line. Its span is where the command has it; a variable's value is written at its `origins`. */
export interface Word extends Span {
  /** What the program gets; undefined where it is not known. */
  readonly text: string | undefined;
  /** What its text begins with for sure: `--size=` of `--size=$SIZE`. All of it where the text is known. */
  readonly prefix: string;
  readonly count: WordCount;
  /** True if whoever starts the program may give another text without an edit, as with `${GPUS:-8}` or `make GPUS=8`. */
  readonly overridable: boolean;
  /**
   * True if it is nothing until whoever starts the program gives it, as with `"$@"`, `$1` and a variable that is never set: an
   * empty text in quotes, else no word at all.
   */
  readonly given: boolean;
  /** The literals that the text was made of, where they are not the word itself: the `8` of `GPUS=8` for `$GPUS`. */
  readonly origins: readonly Span[];
}

/** What is started. */
export type Target =
  /** A file, as written: relative to the directory, or absolute. */
  | { readonly kind: "script"; readonly path: string; readonly word: Word }
  /** A dotted name, as in `python -m package.module`. */
  | { readonly kind: "module"; readonly name: string; readonly word: Word }
  /** A command that a known library installs. */
  | { readonly kind: "tool"; readonly name: "sglang"; readonly subcommand: "generate" | "serve"; readonly word: Word };

/** The number of processes that a launcher starts. */
export interface ProcessCount {
  /** Over all nodes; undefined if not known, as for `--nproc_per_node gpu`. */
  readonly count: number | undefined;
  /** The words that say so; none where a launcher's default does. */
  readonly words: readonly Word[];
}

/** One command that starts a Python program. */
export interface LaunchCommand extends Span {
  readonly target: Target;
  /** The program's own arguments, in order: what follows the script, the module or the subcommand. */
  readonly arguments: readonly Word[];
  readonly openness: Openness;
  /** Assignments in force: exported before, in front of the command, an image's ENV. A value with unknown text is set, but to what is not known. */
  readonly environment: ReadonlyMap<string, Word>;
  /** True if other variables may be set, too, to what is not known: by a script that was sourced, by a file of variables. */
  readonly moreEnvironment: boolean;
  /** Variables that are surely not set, whatever the caller's environment says; `*` stands for all that `environment` has not. */
  readonly unset: ReadonlySet<string>;
  /** The program that starts the processes, such as `torchrun`; undefined if Python is started directly. */
  readonly launcher: Launcher | undefined;
  /** Undefined if no launcher that counts processes is involved. */
  readonly processes: ProcessCount | undefined;
  /** The last `cd` before the command, as written; its text is undefined if not known. Undefined if there is none. */
  readonly directory: Word | undefined;
  /** The other script that the command is written in, if this one only runs that. */
  readonly writtenIn?: string | undefined;
  /**
   * True if nothing follows from its failing: it is meant to fail, its failing is an answer like any other or is ignored, or it is in a
   * function that nobody calls.
   */
  readonly tentative: boolean;
}

/**
 * Whether an option that is not among a command's arguments may be given all the same, or one that is may be given again.
 * `extendable`: only by whoever starts the program; without that, `arguments` are all. `open`: some are not known.
 */
export type Openness = "closed" | "extendable" | "open";

export type Launcher = "torchrun" | "accelerate" | "deepspeed" | "mpirun" | "srun";

/** A part of a launch file that was not read. The rest of the file was. */
export interface LaunchProblem extends Span {
  readonly message: string;
}

export interface Launches {
  readonly commands: readonly LaunchCommand[];
  readonly problems: readonly LaunchProblem[];
  /** Names, without their folders, of files that its commands may change; `*` if any file may be meant. */
  readonly written: ReadonlySet<string>;
}

export const noLaunches: Launches = { commands: [], problems: [], written: new Set() };

/** The one place in the file where a word's whole text is written as it is, for an edit; undefined if it is put together. */
export function literalPlace(word: Word, text: string): Span | undefined {
  const places = word.origins.length === 0 ? [word] : word.origins;
  const [place] = places;
  if (place === undefined || places.length > 1) return undefined;
  return text.slice(place.start, place.end) === word.text ? { start: place.start, end: place.end } : undefined;
}
