/** The commands that a script was found to run. */
import type { Span } from "../launch.ts";
import { textOf, type Pieces } from "./pieces.ts";
import { baseName } from "./file-names.ts";
import { filesTouched } from "./written-files.ts";

/** A word of a command, before it is a `Word`. */
export interface ShellWord extends Span {
  readonly pieces: Pieces;
}

/** A command as it would be run. */
export interface ShellCommand extends Span {
  readonly words: readonly ShellWord[];
  /** Exported before, or assigned in front of the command. */
  readonly environment: ReadonlyMap<string, Pieces>;
  readonly moreEnvironment: boolean;
  /** As a launch has it. */
  readonly unset: ReadonlySet<string>;
  readonly directory: Pieces | undefined;
  /** As a launch has it. */
  readonly writtenIn?: string | undefined;
  readonly tentative: boolean;
}

const maximumCommands = 2_000;

export class CommandLog {
  readonly commands: ShellCommand[] = [];
  /** Names of files that something in the script may change. */
  readonly written = new Set<string>();

  get count(): number {
    return this.commands.length;
  }

  add(command: ShellCommand): void {
    for (const file of filesTouched(command.words.map(({ pieces }) => textOf(pieces)))) this.written.add(file);
    if (this.count < maximumCommands) this.commands.push(command);
  }

  /** Forgets the commands from the `first` one on. */
  drop(first: number): void {
    this.commands.length = first;
  }

  /** Something is printed into a file. */
  writes(path: string): void {
    this.written.add(baseName(path));
  }

  /** Nothing follows from the failing of the commands from the `first` one on. */
  takeBack(first: number, end = this.count): void {
    for (let i = first; i < end; i++) {
      const command = this.commands[i];
      if (command !== undefined) this.commands[i] = { ...command, tentative: true };
    }
  }
}
