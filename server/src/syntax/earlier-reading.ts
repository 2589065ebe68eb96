import type { Span } from "./ast.ts";
import { EarlierNodes } from "./earlier-nodes.ts";
import type { EarlierModule, ModuleReading, RangeReading } from "./module.ts";
import type { KnownNodes } from "./raw-tree.ts";
import { movedReading, type ReadChunk, type Reading } from "./statement-reader.ts";
import { moved, type TouchedRange } from "./touched-range.ts";

/**
 * What the revision before read, for the next one to take. Away from the edit the same place means the same text; near
 * it the text itself is compared, in order, so that equal statements stay distinct chunks.
 */
export class EarlierReading implements EarlierModule {
  readonly #reading: ModuleReading;
  readonly #inPlace = new Map<number, ReadChunk>();
  readonly #byText = new Map<string, ReadChunk[]>();
  readonly #text: string;
  readonly #touched: TouchedRange;

  constructor(reading: ModuleReading, previousText: string, text: string, touched: TouchedRange) {
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
          this.#byText.set(key, [read]);
        } else {
          equals.push(read);
        }
      }
    }
  }

  findChunk(type: string, start: number, end: number): ReadChunk | undefined {
    if (this.#isUntouched(start, end)) {
      const read = this.#inPlace.get(start);
      return read?.intactType === type && read.chunk.length === end - start ? read : undefined;
    }
    return this.#byText.size === 0 ? undefined : this.#byText.get(keyOf(type, this.#text.slice(start, end)))?.shift();
  }

  findNodes(start: number): KnownNodes | undefined {
    if (start >= this.#touched.start) {
      return undefined;
    }
    const [read] = overlapping(this.#reading.chunks, { start, end: start + 1 }, spanOf);
    return read?.raw === undefined || read.offset !== start
      ? undefined
      : new EarlierNodes(read.raw, moved(this.#touched, -start));
  }

  findRange(start: number, end: number): RangeReading | undefined {
    if (!this.#isUntouched(start, end)) {
      return undefined;
    }
    const shift = end <= this.#touched.start ? 0 : this.#touched.newEnd - this.#touched.oldEnd;
    const range = { start: start - shift, end: end - shift };
    const chunks = overlapping(this.#reading.chunks, range, spanOf);
    const comments = overlapping(this.#reading.comments, range, (comment) => comment);
    const reading = { chunks, comments };
    const alone = this.#readAlone(range, reading);
    return alone === undefined ? undefined : { ...movedReading(reading, shift), hasError: alone.hasError };
  }

  /** Undefined if what was around a range may have had an influence on how it was read. */
  #readAlone(range: Span, { chunks, comments }: Reading): { readonly hasError: boolean } | undefined {
    const { segments } = this.#reading;
    if (segments === undefined) {
      const isAlone = [...chunks.map(spanOf), ...comments].every((span) => isInside(span, range));
      return isAlone ? { hasError: false } : undefined;
    }
    const [segment] = overlapping(segments, range, (candidate) => candidate);
    return segment?.start === range.start && segment.end === range.end ? segment : undefined;
  }

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
