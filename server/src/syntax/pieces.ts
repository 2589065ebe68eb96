/**
 * The text of a file in pieces that stay what they are while another one is edited, so that what is read off a text is read
 * once and not with every keystroke.
 */
import type { Chunk, ModuleSyntax, PlacedChunk } from "./ast.ts";
import { remembered } from "./remembered.ts";

/** The same object for as long as it has the same text. */
export interface TextPiece {
  readonly text: string;
}

const known = new WeakMap<Chunk, TextPiece>();

/** The top-level statements of a file; what stands between them is comments. */
export function piecesOf({ chunks }: Pick<ModuleSyntax, "chunks">, text: string): TextPieces {
  return chunks.map((placed) => pieceOf(placed, text));
}

/** The text of one statement of a file. */
export function pieceOf({ chunk, offset }: PlacedChunk, text: string): TextPiece {
  let piece = known.get(chunk);
  if (piece === undefined) known.set(chunk, (piece = { text: ownCopy(text.slice(offset, offset + chunk.length)) }));
  return piece;
}

/** The pieces of a file; as long as it stays what it is, so does the list. */
export type TextPieces = readonly TextPiece[];

/** A reader of pieces that remembers what it found in each. */
export function perPiece<Found>(read: (text: string) => Found): (piece: TextPiece) => Found {
  return remembered(({ text }: TextPiece) => read(text));
}

/** A reader of files that remembers what it found in all pieces of one. */
export function perFile<Found>(read: (pieces: TextPieces) => Found): (pieces: TextPieces) => Found {
  return remembered(read);
}

/**
 * A slice keeps the string it was cut from alive. What is kept of a chunk outlives the revision it was read from, and would keep
 * the whole text of every revision.
 */
export function ownCopy(slice: string): string {
  return JSON.parse(JSON.stringify(slice)) as string;
}
