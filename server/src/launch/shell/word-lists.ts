/** Lists of words, some of which may be any number of them. */
import { unknownPiece, type Pieces } from "./pieces.ts";
import { overridablePieces } from "./state.ts";

/** True if some of the words are any number of them. */
export function isOpen(words: readonly Pieces[]): boolean {
  return words.some((word) => word.some((piece) => piece.many));
}

/** True if a word may be none or several, as what a program prints. */
export function mayBeSeveral(word: Pieces): boolean {
  return word.some(({ text, whole, many }) => many || (text === undefined && !whole));
}

/** A word that is not there is empty. */
export function wordAt(words: readonly Pieces[], index: number): Pieces {
  const upTo = words.slice(0, index + 1);
  if (!isOpen(upTo)) return words[index] ?? [];
  // What the caller may add is nothing unless they do.
  const own = words.filter((word) => !word.every(({ many, given }) => many && given));
  return isOpen(own.slice(0, index + 1)) ? [unknownPiece] : overridablePieces(own[index] ?? []);
}
