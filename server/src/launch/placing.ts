/** Where the parts of a launch stand, if its text is a part of another one. */
import type { LaunchCommand, Span, Target, Word } from "./launch.ts";
import type { Piece } from "./shell/pieces.ts";

/** Where a span of the inner text stands in the outer one. */
export type Placing = (span: Span) => Span;

export function movedBy(by: number): Placing {
  return ({ start, end }) => ({ start: start + by, end: end + by });
}

export function placePiece(piece: Piece, by: number): Piece {
  const { at, origins } = piece;
  return { ...piece, at: at === undefined ? undefined : at + by, origins: origins.map(movedBy(by)) };
}

export function placeCommand(command: LaunchCommand, place: Placing): LaunchCommand {
  const { target, environment, processes, directory } = command;
  const word = (one: Word): Word => ({ ...one, ...place(one), origins: one.origins.map(place) });
  return {
    ...command,
    ...place(command),
    target: { ...target, word: word(target.word) } satisfies Target,
    arguments: command.arguments.map(word),
    environment: new Map([...environment].map(([name, one]) => [name, word(one)])),
    processes: processes && { ...processes, words: processes.words.map(word) },
    directory: directory && word(directory),
  };
}
