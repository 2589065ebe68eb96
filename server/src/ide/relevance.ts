/**
 * Which parts of a file can have findings. Most files mention nothing that a contract describes; they and everything
 * that cannot reach such a mention are left alone.
 */
import type { ModuleSyntax, PlacedChunk, Statement } from "../syntax/index.ts";

/** The chunks of a module from which a modelled call can be reached, by the names they mention. */
export function relevantChunks(
  syntax: ModuleSyntax,
  text: string,
  triggers: readonly string[],
  importedNames: (statement: Statement) => readonly string[],
): ReadonlySet<PlacedChunk> {
  const relevant = new Set<PlacedChunk>();
  const names = new Set<string>();
  for (const { chunk } of syntax.chunks) {
    for (const name of importedNames(chunk.statement)) names.add(name);
  }
  for (const placed of syntax.chunks) {
    const source = text.slice(placed.offset, placed.offset + placed.chunk.length);
    if (triggers.some((word) => source.includes(word))) mark(placed);
  }
  for (let size = -1; size !== relevant.size + names.size; ) {
    size = relevant.size + names.size;
    const words = [...names];
    for (const placed of syntax.chunks) {
      if (relevant.has(placed)) continue;
      const source = text.slice(placed.offset, placed.offset + placed.chunk.length);
      if (words.some((word) => source.includes(word))) mark(placed);
    }
  }
  return relevant;

  function mark(placed: PlacedChunk): void {
    relevant.add(placed);
    for (const name of definedNames(placed.chunk.statement)) names.add(name);
  }
}

/** The functions, classes and methods a statement defines. */
function definedNames(statement: Statement): readonly string[] {
  if (statement.kind === "function") return [statement.name.id];
  if (statement.kind !== "class") return [];
  const methods = statement.body.flatMap((member) => (member.kind === "function" && !member.name.id.startsWith("__") ? [member.name.id] : []));
  return [statement.name.id, ...methods];
}
