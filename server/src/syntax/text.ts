/**
 * Lines and columns as editors count them: a line ends at \n, \r\n or a lone \r, and columns are UTF-16 code units.
 * A byte order mark is one code unit of the first line.
 */

export interface Position {
  /** Zero-based. */
  readonly line: number;
  /** Zero-based. */
  readonly character: number;
}

/** A replacement of `start..end` (UTF-16 offsets into the text before it) by `newText`. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The offset-to-line table of one text. Built on first use, then kept. */
export class LineIndex {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get lineCount(): number {
    return this.#lineStarts().length;
  }

  /** Offsets outside the text are moved to its nearest end. */
  positionAt(offset: number): Position {
    const starts = this.#lineStarts();
    const inside = Math.max(0, Math.min(offset, this.#text.length));
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= inside) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return { line: low, character: inside - (starts[low] ?? 0) };
  }

  /** A column past the end of its line means the end of the line, as the language server protocol says. */
  offsetAt(position: Position): number {
    const starts = this.#lineStarts();
    const start = starts[position.line];
    if (start === undefined) {
      return position.line < 0 ? 0 : this.#text.length;
    }
    const end = this.#endOfLine(position.line);
    return Math.max(start, Math.min(start + position.character, end));
  }

  /** Offset just after the last character of a line, its line ending left out. */
  #endOfLine(line: number): number {
    const next = this.#lineStarts()[line + 1];
    if (next === undefined) {
      return this.#text.length;
    }
    const endsWithPair =
      this.#text.charCodeAt(next - 1) === LINE_FEED && this.#text.charCodeAt(next - 2) === CARRIAGE_RETURN;
    return endsWithPair ? next - 2 : next - 1;
  }

  #lineStarts(): readonly number[] {
    this.#starts ??= lineStartsOf(this.#text);
    return this.#starts;
  }
}

function lineStartsOf(text: string): readonly number[] {
  return text.includes("\r") ? lineStartsWithReturns(text) : lineStartsAfterFeeds(text);
}

/** The engine's own search is several times faster than looking at each character. */
function lineStartsAfterFeeds(text: string): readonly number[] {
  const starts = [0];
  for (let feed = text.indexOf("\n"); feed >= 0; feed = text.indexOf("\n", feed + 1)) {
    starts.push(feed + 1);
  }
  return starts;
}

function lineStartsWithReturns(text: string): readonly number[] {
  const starts = [0];
  for (let offset = 0; offset < text.length; offset++) {
    const character = text.charCodeAt(offset);
    const endsLine =
      character === LINE_FEED || (character === CARRIAGE_RETURN && text.charCodeAt(offset + 1) !== LINE_FEED);
    if (endsLine) {
      starts.push(offset + 1);
    }
  }
  return starts;
}

export function applyChange(text: string, change: TextChange): string {
  return text.slice(0, change.start) + change.newText + text.slice(change.end);
}

/**
 * The text to hand to tree-sitter, with the same length and so the same offsets. Python ends a line at a lone \r but
 * tree-sitter does not; a NUL would end strings early; half a surrogate pair is no character.
 */
export function parseableText(text: string): string {
  return text.replace(unparseable, (character) => (character === "\r" ? "\n" : "\uFFFD"));
}

const unparseable = /\r(?!\n)|\0|\p{Surrogate}/gu;
