/** What it takes to read commands. */
import type { Parser } from "../../syntax/index.ts";
import type { Word } from "../launch.ts";

export interface ShellTools {
  /** Reads Bash. */
  readonly parser: Parser;
  /** Where there are no others, or they are not looked at, undefined. */
  readonly scripts?: ScriptFinder;
}

/** Finds the script that a command names in the directory where it is given; undefined if it is not known which that is. */
export type ScriptFinder = (name: string, directory: Word | undefined) => OtherScript | undefined;

export interface OtherScript {
  readonly text: string;
  readonly path: string;
}

/** The script that is read. */
export interface ShellSource {
  readonly text: string;
  /** Its path, which `BASH_SOURCE` stands for, and `$0` unless it is run by another one. */
  readonly path: string;
  /** The path of the script that runs it. */
  readonly startedAs?: string;
  readonly tools: ShellTools;
}
