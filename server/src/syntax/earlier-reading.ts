import type { Chunk, Span } from "./ast.ts";
import type { Earlier } from "./module.ts";
import type { ReadChunk, Reading } from "./statement-reader.ts";

/** The text `start..oldEnd` was replaced by what is now `start..newEnd`. */
export interface TouchedRange {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** One range that covers two changes made one after the other. */
export function joinRanges(first: TouchedRange, second: TouchedRange): TouchedRange {
  const beyondFirst = Math.max(0, second.oldEnd - first.newEnd);
  const beyondSecond = Math.max(0, first.newEnd - second.oldEnd);
  return {
    start: Math.min(first.start, second.start),
    oldEnd: first.oldEnd + beyondFirst,
    newEnd: second.newEnd + beyondSecond,
  };
}

/**
 * What the revision before read, for the next one to take. Away from the edit the same place means the same text; near
 * it the text itself is compared, in order, so that equal statements stay distinct chunks.
 */
export class EarlierReading implements Earlier {
  readonly #reading: Reading;
  readonly #inPlace = new Map<number, ReadChunk>();
  readonly #byText = new Map<string, Chunk[]>();
  readonly #text: string;
  readonly #touched: TouchedRange;

  constructor(reading: Reading, previousText: string, text: string, touched: TouchedRange) {
    this.#reading = reading;
    this.#text = text;
    this.#touched = touched;
    for (const read of reading.chunks) {
      const end = read.offset + read.chunk.length;
      if (end <= touched.start || read.offset >= touched.oldEnd) {
        this.#inPlace.set(read.offset + this.#shiftAt(read.offset), read);
      } else if (read.intactType !== undefined) {
        const key = keyOf(read.intactType, previousText.slice(read.offset, end));
        const equals = this.#byText.get(key);
        if (equals === undefined) {
          this.#byText.set(key, [read.chunk]);
        } else {
          equals.push(read.chunk);
        }
      }
    }
  }

  readonly findChunk = (type: string, start: number, end: number): Chunk | undefined => {
    if (this.#isUntouched(start, end)) {
      const read = this.#inPlace.get(start);
      return read?.intactType === type && read.chunk.length === end - start ? read.chunk : undefined;
    }
    return this.#byText.size === 0 ? undefined : this.#byText.get(keyOf(type, this.#text.slice(start, end)))?.shift();
  };

  /** Only intact chunks are sure to have been read without regard to what was around them. */
  readonly findRange = (start: number, end: number): Reading | undefined => {
    if (!this.#isUntouched(start, end)) {
      return undefined;
    }
    const shift = end <= this.#touched.start ? 0 : this.#touched.newEnd - this.#touched.oldEnd;
    const range = { start: start - shift, end: end - shift };
    const chunks = overlapping(this.#reading.chunks, range, (read) => spanOf(read));
    const comments = overlapping(this.#reading.comments, range, (comment) => comment);
    const standAlone = chunks.every((read) => read.intactType !== undefined && isInside(spanOf(read), range));
    if (!standAlone || !comments.every((comment) => isInside(comment, range))) {
      return undefined;
    }
    return {
      chunks: chunks.map((read) => ({ ...read, offset: read.offset + shift })),
      comments: comments.map((comment) => ({ start: comment.start + shift, end: comment.end + shift })),
    };
  };

  #isUntouched(start: number, end: number): boolean {
    return end <= this.#touched.start || start >= this.#touched.newEnd;
  }

  #shiftAt(oldOffset: number): number {
    return oldOffset >= this.#touched.oldEnd ? this.#touched.newEnd - this.#touched.oldEnd : 0;
  }
}

function spanOf({ chunk, offset }: ReadChunk): Span {
  return { start: offset, end: offset + chunk.length };
}

function isInside(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** The items of an ordered list that overlap a range. */
function overlapping<Item>(items: readonly Item[], range: Span, spanOf: (item: Item) => Span): readonly Item[] {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && spanOf(item).end <= range.start) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const first = low;
  for (let item = items[low]; item !== undefined && spanOf(item).start < range.end; item = items[low]) {
    low++;
  }
  return items.slice(first, low);
}

function keyOf(type: string, text: string): string {
  return `${type} ${text}`;
}
