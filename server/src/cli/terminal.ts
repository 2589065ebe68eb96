/** What a command may use of the process it runs in; tests give it one of their own. */
import { fstatSync, readFileSync } from "node:fs";

export interface Terminal {
  /** Absolute, with forward slashes. */
  readonly workingFolder: string;
  /** True if standard output shows colours. */
  readonly colored: boolean;
  out(text: string): void;
  err(text: string): void;
  /** All of standard input; undefined if nobody feeds it. */
  readInput(): string | undefined;
}

export function processTerminal(workingFolder: string): Terminal {
  return {
    workingFolder,
    colored: process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb",
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    readInput: () => (process.stdin.isTTY || !isReadable(0) ? undefined : readFileSync(0, "utf8")),
  };
}

/** A closed standard input has no status. */
function isReadable(descriptor: number): boolean {
  try {
    return !fstatSync(descriptor).isDirectory();
  } catch {
    return false;
  }
}
