/** Shell inside of other files. What is not shell is blanked there, so that every character stays in its place. */
import type { Parser } from "../syntax/index.ts";
import type { LaunchCommand, Launches, LaunchProblem, Span, Target, Word } from "./launch.ts";
import { launchesOfShell } from "./shell/launches.ts";
import type { Piece, Pieces } from "./shell/pieces.ts";

/** A run of shell text that begins at an offset of its file. */
export interface EmbeddedShell {
  readonly text: string;
  readonly offset: number;
}

/** What holds where an embedded text starts. Places are those of the file. */
export interface Setting {
  /** The path of the file. */
  readonly path: string;
  readonly variables?: ReadonlyMap<string, Pieces>;
  readonly exported?: ReadonlySet<string>;
  /** True if variables that are not listed may be set, too. */
  readonly moreVariables?: boolean;
  /** True if whoever runs the text ignores that it fails. */
  readonly tentative?: boolean;
}

export function launchesOfEmbedded(parser: Parser, shell: EmbeddedShell, setting: Setting): Launches {
  const { path, variables = new Map<string, Pieces>(), exported, moreVariables = false, tentative = false } = setting;
  const { text, offset } = shell;
  const moved = new Map(
    [...variables].map(([name, pieces]) => [name, pieces.map((piece) => movePiece(piece, -offset))]),
  );
  const { commands, problems, written } = launchesOfShell(
    parser,
    { text, path },
    { variables: moved, ...(exported && { exported }), moreVariables },
  );
  return {
    commands: commands.map((command) => ({
      ...moveCommand(command, offset),
      tentative: command.tentative || tentative,
    })),
    problems: problems.map((problem): LaunchProblem => moveSpan(problem, offset)),
    written,
  };
}

export function joinLaunches(all: readonly Launches[]): Launches {
  return {
    commands: all.flatMap((one) => one.commands),
    problems: all.flatMap((one) => one.problems),
    written: new Set(all.flatMap((one) => [...one.written])),
  };
}

function moveSpan<Spanned extends Span>(spanned: Spanned, by: number): Spanned {
  return { ...spanned, start: spanned.start + by, end: spanned.end + by };
}

function movePiece(piece: Piece, by: number): Piece {
  const { at, origins } = piece;
  return { ...piece, at: at === undefined ? undefined : at + by, origins: origins.map((span) => moveSpan(span, by)) };
}

function moveWord(word: Word, by: number): Word {
  return { ...moveSpan(word, by), origins: word.origins.map((span) => moveSpan(span, by)) };
}

function moveTarget(target: Target, by: number): Target {
  return { ...target, word: moveWord(target.word, by) };
}

function moveCommand(command: LaunchCommand, by: number): LaunchCommand {
  const { target, environment, processes, directory } = command;
  return {
    ...moveSpan(command, by),
    target: moveTarget(target, by),
    arguments: command.arguments.map((word) => moveWord(word, by)),
    environment: new Map([...environment].map(([name, word]) => [name, moveWord(word, by)])),
    processes: processes && { ...processes, words: processes.words.map((word) => moveWord(word, by)) },
    directory: directory && moveWord(directory, by),
  };
}

/** Blanks of the same length; line breaks stay. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
