/** Written text, without what only quotes or separates. */
import type { Span } from "../launch.ts";
import { computed, literal, manyPiece, type Piece, type Pieces } from "./pieces.ts";

/** Stands for no text at all, in what was made shell without moving anything: the first sign of a Makefile's `$$NAME`. */
export const noText = "\u{e000}";

/** A text without quotes, in which a backslash takes the meaning from the next character. */
export function unquoted(text: string, start: number): Pieces[] {
  // {a,b} makes several words.
  if (/(?<![\\$])\{[^{}]*,[^{}]*\}/.test(text)) return [[manyPiece]];
  return [escaped(text, start, /\\(\n|\r\n|[^])|\u{e000}/gu)];
}

export function quoted(text: string, start: number): Pieces {
  return escaped(text, start, /\\(\n|\r\n|["$`\\])|\u{e000}/gu);
}

/** Literal pieces around escape sequences, each where it stands. */
function escaped(text: string, start: number, sequence: RegExp): Pieces {
  const pieces: Piece[] = [];
  let position = 0;
  for (const match of text.matchAll(sequence)) {
    if (match.index > position) pieces.push(literal(text.slice(position, match.index), start + position));
    const [whole, character = ""] = match;
    if (!character.includes("\n")) pieces.push(literal(character, start + match.index + 1));
    position = match.index + whole.length;
  }
  if (position < text.length) pieces.push(literal(text.slice(position), start + position));
  return pieces;
}

export function ansi(text: string, node: Span): Piece {
  return text.includes("\\") ? computed(undefined, [node], false) : literal(text, node.start + 2);
}
