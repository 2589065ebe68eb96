/** Texts as a shell puts them together. Every part knows where it was written, so that a word leads back to its literals. */
import type { Span, Word, WordCount } from "../launch.ts";

/** A part of a text with one source. */
export interface Piece {
  /** Undefined if not known. */
  readonly text: string | undefined;
  readonly origins: readonly Span[];
  /** Where the text stands in the file exactly as it is; undefined if it is computed, or unknown. */
  readonly at: number | undefined;
  readonly overridable: boolean;
  /** False for an expansion outside of quotes: blanks in its text separate words. */
  readonly whole: boolean;
  /** True if it may be any number of words. */
  readonly many: boolean;
  /** True if whoever starts the script may give this text, and nothing is given unless they do: `$1`, a variable never set. */
  readonly given: boolean;
}

const plain: Omit<Piece, "text"> = {
  origins: [],
  at: undefined,
  overridable: false,
  whole: true,
  many: false,
  given: false,
};

/** A text; empty if there are no pieces. */
export type Pieces = readonly Piece[];

/** `text` stands at `start` in the file as it is. */
export function literal(text: string, start: number): Piece {
  return { ...plain, text, origins: [{ start, end: start + text.length }], at: start };
}

/** A text that is made of others. */
export function computed(text: string | undefined, origins: readonly Span[], overridable: boolean): Piece {
  return { ...plain, text, origins, overridable };
}

export const unknownPiece: Piece = computed(undefined, [], false);

/** What the caller of a script may give. */
export const givenPiece: Piece = { ...unknownPiece, given: true, overridable: true };

export const manyPiece: Piece = { ...unknownPiece, many: true };

/** All arguments that the caller of a script may give. */
export const givenMany: Piece = { ...givenPiece, many: true };

/** What separates words where nobody wrote a blank. */
export const blankBetweenWords: Piece = { ...computed(" ", [], false), whole: false };

/** Words as one text, with blanks between them. */
export function withBlanks(words: readonly Pieces[]): Pieces {
  return words.flatMap((word, index) => (index === 0 ? word : [blankBetweenWords, ...word]));
}

/** What a text begins with for sure. */
export function prefixOf(pieces: Pieces): string {
  const unknown = pieces.findIndex((piece) => piece.text === undefined);
  return textOf(unknown < 0 ? pieces : pieces.slice(0, unknown)) ?? "";
}

export function textOf(pieces: Pieces): string | undefined {
  let text = "";
  for (const piece of pieces) {
    if (piece.text === undefined) return undefined;
    text += piece.text;
  }
  return text;
}

/** True if the text is one that a caller gives or leaves empty. */
export function isGiven(pieces: Pieces): boolean {
  const parts = pieces.filter((piece) => piece.text !== "");
  return parts.length === 1 && parts.every((piece) => piece.given);
}

export function isOverridable(pieces: Pieces): boolean {
  return pieces.some((piece) => piece.overridable);
}

export function originsOf(pieces: Pieces): Span[] {
  const seen = new Set<string>();
  return pieces
    .flatMap((piece) => piece.origins)
    .filter(({ start, end }) => {
      const key = `${start}-${end}`;
      return !seen.has(key) && seen.add(key);
    });
}

export function samePieces(a: Pieces, b: Pieces): boolean {
  const text = textOf(a);
  if (text !== undefined) return text === textOf(b) && isOverridable(a) === isOverridable(b);
  return a === b || (isGiven(a) && isGiven(b));
}

/** The words that a text becomes outside of quotes. */
export function splitPieces(pieces: Pieces): Pieces[] {
  const words: Piece[][] = [];
  let current: Piece[] | undefined;
  for (const piece of pieces) {
    if (piece.whole || piece.text === undefined) {
      (current ??= startWord(words)).push(piece);
      continue;
    }
    for (const { 0: part, index } of piece.text.matchAll(/[ \t\n]+|[^ \t\n]+/g)) {
      if (/[ \t\n]/.test(part)) current = undefined;
      else (current ??= startWord(words)).push(cut(piece, index, part));
    }
  }
  return words;
}

function startWord(words: Piece[][]): Piece[] {
  const word: Piece[] = [];
  words.push(word);
  return word;
}

/** What is left of a text without its first characters, which are known. */
export function after(pieces: Pieces, count: number): Pieces {
  let left = count;
  return pieces.flatMap((piece) => {
    if (piece.text === undefined) return [piece];
    const { text } = piece;
    const skipped = Math.min(left, text.length);
    left -= skipped;
    return skipped < text.length ? [cut(piece, skipped, text.slice(skipped))] : [];
  });
}

/** A part of a piece's text, which begins at `index`. */
function cut(piece: Piece, index: number, text: string): Piece {
  if (piece.at === undefined) return { ...piece, text };
  const start = piece.at + index;
  return { ...piece, text, at: start, origins: [{ start, end: start + text.length }] };
}

/** A finished word. `span` is where the command has it. */
export function wordOf(pieces: Pieces, { start, end }: Span): Word {
  // What the word itself spells out needs no other place.
  const elsewhere = pieces.filter(
    (piece) => piece.overridable || piece.at === undefined || !isWithin(piece, start, end),
  );
  const text = textOf(pieces);
  return {
    text,
    prefix: prefixOf(pieces),
    start,
    end,
    count: countOf(pieces, text),
    overridable: isOverridable(pieces),
    given: isGiven(pieces),
    origins: originsOf(elsewhere),
  };
}

function isWithin({ at = -1, text = "" }: Piece, start: number, end: number): boolean {
  return at >= start && at + text.length <= end;
}

function countOf(pieces: Pieces, text: string | undefined): WordCount {
  if (text !== undefined) return "one";
  if (pieces.some((piece) => piece.many)) return "any";
  // `--size=$SIZE` and `$ROOT/data` are meant to be one word.
  const isPart = pieces.some((piece) => piece.text !== undefined && piece.text !== "");
  return isPart || pieces.every((piece) => piece.whole) ? "one" : "splittable";
}
