/** Which top-level statements of a file have a word, kept up with its edits: what stays is not looked at again. */
import type { Chunk, PlacedChunk } from "../syntax/index.ts";

export type Chunks = readonly PlacedChunk[];

/** `wordsOf` must give the same words of a statement whenever it is asked. */
export class ChunkIndex {
  private readonly wordsOf: (placed: PlacedChunk, text: string) => Iterable<string>;
  private readonly chunksByWord = new Map<string, Set<Chunk>>();
  private chunks: Chunks = [];
  private text = "";

  constructor(wordsOf: (placed: PlacedChunk, text: string) => Iterable<string>) {
    this.wordsOf = wordsOf;
  }

  chunksWith(word: string): ReadonlySet<Chunk> {
    return this.chunksByWord.get(word) ?? none;
  }

  /** Makes it the index of another revision of the file. */
  update(chunks: Chunks, text: string): void {
    if (chunks === this.chunks) return;
    const { before, after } = differing(this.chunks, chunks);
    for (const placed of missingIn(after, before))
      for (const word of this.wordsOf(placed, this.text)) this.remove(word, placed.chunk);
    for (const placed of missingIn(before, after))
      for (const word of this.wordsOf(placed, text)) this.add(word, placed.chunk);
    this.chunks = chunks;
    this.text = text;
  }

  private add(word: string, chunk: Chunk): void {
    const chunks = this.chunksByWord.get(word);
    if (chunks === undefined) this.chunksByWord.set(word, new Set([chunk]));
    else chunks.add(chunk);
  }

  private remove(word: string, chunk: Chunk): void {
    const chunks = this.chunksByWord.get(word);
    chunks?.delete(chunk);
    if (chunks?.size === 0) this.chunksByWord.delete(word);
  }
}

/** The statements of the second that are not in the first: between two edited ones, most stay. */
function missingIn(some: Chunks, chunks: Chunks): Chunks {
  const known = new Set(some.map(({ chunk }) => chunk));
  return chunks.filter(({ chunk }) => !known.has(chunk));
}

const none: ReadonlySet<Chunk> = new Set();

/** The stretches of two revisions in which they differ. */
export function differing(a: Chunks, b: Chunks): { readonly before: Chunks; readonly after: Chunks } {
  const shorter = Math.min(a.length, b.length);
  let first = 0;
  while (first < shorter && a[first]?.chunk === b[first]?.chunk) first++;
  let last = 0;
  while (last < shorter - first && a.at(-1 - last)?.chunk === b.at(-1 - last)?.chunk) last++;
  return { before: a.slice(first, a.length - last), after: b.slice(first, b.length - last) };
}
