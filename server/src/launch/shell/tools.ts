/** What it takes to read commands. */
import type { Parser } from "../../syntax/index.ts";

export interface ShellTools {
  /** Reads Bash. */
  readonly parser: Parser;
}

/** The script that is read. */
export interface ShellSource {
  readonly text: string;
  /** Its path, which `$0` and `BASH_SOURCE` stand for. */
  readonly path: string;
  readonly tools: ShellTools;
}
