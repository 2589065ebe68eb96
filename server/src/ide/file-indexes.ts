/** Where the files of a workspace mention words, and where they define names. */
import { assignedNames } from "../interpreter/scope.ts";
import { type Chunk, nodesIn, perPiece, pieceOf, type PlacedChunk, remembered } from "../syntax/index.ts";
import { ChunkIndex } from "./chunk-index.ts";
import type { Source } from "./sources.ts";

export class FileIndexes {
  private readonly mentions = new Map<string, ChunkIndex>();
  private readonly definitions = new Map<string, ChunkIndex>();

  /** Every word of the text, comments and strings included. */
  mentionsIn(path: string, source: Source): ChunkIndex {
    return updated(this.mentions, path, source, wordsOf);
  }

  /** The variables of the module, all functions and classes, and whatever is imported. */
  definitionsIn(path: string, source: Source): ChunkIndex {
    return updated(this.definitions, path, source, definedIn);
  }

  forget(path: string): void {
    this.mentions.delete(path);
    this.definitions.delete(path);
  }

  /** Forgets all files but some. */
  keepOnly(paths: Iterable<string>): void {
    const kept = new Set(paths);
    for (const path of [...this.mentions.keys(), ...this.definitions.keys()]) if (!kept.has(path)) this.forget(path);
  }
}

function updated(
  indexes: Map<string, ChunkIndex>,
  path: string,
  { syntax, text }: Source,
  read: (placed: PlacedChunk, text: string) => Iterable<string>,
): ChunkIndex {
  let index = indexes.get(path);
  if (index === undefined) indexes.set(path, (index = new ChunkIndex(read)));
  index.update(syntax.chunks, text);
  return index;
}

const wordsIn = perPiece((text): ReadonlySet<string> => new Set(text.match(/\w+/g)));

function wordsOf(placed: PlacedChunk, text: string): ReadonlySet<string> {
  return wordsIn(pieceOf(placed, text));
}

function definedIn({ chunk }: PlacedChunk): ReadonlySet<string> {
  return namesDefinedIn(chunk);
}

export const namesDefinedIn = remembered(({ statement }: Chunk): ReadonlySet<string> => {
  const names = new Set(assignedNames([statement]));
  for (const node of nodesIn(statement)) {
    if (node.kind === "function" || node.kind === "class") names.add(node.name.id);
    if (node.kind === "import" || node.kind === "import-from")
      for (const name of assignedNames([node])) names.add(name);
  }
  return names;
});
