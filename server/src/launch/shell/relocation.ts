/** Lets another file run on the state of a script. What stands there has no place in the script: it all happens at one command. */
import type { Span } from "../launch.ts";
import { movedBy, placePiece } from "../placing.ts";
import type { ShellCommand } from "./commands.ts";
import type { Piece, Pieces } from "./pieces.ts";
import type { ShellState } from "./state.ts";

/** Far from every place of a file, so that what is moved there is told from what the other file has. */
export const elsewhere = 1e9;

export interface Relocation {
  /** Brings the texts of the state back. */
  restore(state: ShellState): void;
  /** A command of the other file, as one of the script. */
  placed(command: ShellCommand): ShellCommand;
}

/** Moves the texts of a state out of the way of another file's. `at` is the command that runs the file. */
export function moveAway(state: ShellState, { start, end }: Span): Relocation {
  const at = { start, end };
  const originals = new Map<Pieces, Pieces>();
  state.replaceTexts((pieces) => {
    if (!pieces.some(hasPlace)) return pieces;
    const moved = pieces.map((piece) => placePiece(piece, -elsewhere));
    originals.set(moved, pieces);
    return moved;
  });
  const piece = (one: Piece): Piece => ({
    ...one,
    at: one.at === undefined || one.at >= 0 ? undefined : one.at + elsewhere,
    origins: one.origins.map((place) => (place.start < 0 ? movedBy(elsewhere)(place) : at)),
  });
  const back = (pieces: Pieces): Pieces =>
    originals.get(pieces) ?? (pieces.some(hasPlace) ? pieces.map(piece) : pieces);
  return {
    restore: (restored) => {
      restored.replaceTexts(back);
    },
    placed: (command) => ({
      ...command,
      ...at,
      words: command.words.map(({ pieces }) => ({ pieces: back(pieces), ...at })),
      environment: new Map([...command.environment].map(([name, pieces]) => [name, back(pieces)])),
      directory: command.directory && back(command.directory),
    }),
  };
}

function hasPlace({ at, origins }: Piece): boolean {
  return at !== undefined || origins.length > 0;
}
