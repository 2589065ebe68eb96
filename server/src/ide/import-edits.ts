/** Adds imports where a module keeps them. */
import type { TextEdit } from "../finding.ts";
import type { PlacedChunk } from "../syntax/index.ts";
import type { Sources } from "./sources.ts";

/** Edits that import names from a module; none for those the file has. Undefined if a name means something else there. */
export function importEdits(sources: Sources, path: string, module: string, names: readonly string[]): readonly TextEdit[] | undefined {
  const syntax = sources.syntax(path);
  const text = sources.text(path);
  if (syntax === undefined || text === undefined) return undefined;
  const imported = importedNames(syntax.chunks, module);
  const missing = names.filter((name) => !imported.has(name)).sort();
  if (missing.length === 0) return [];
  if (missing.some((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text))) return undefined;
  const at = importOffset(syntax.chunks);
  const line = `from ${module} import ${missing.join(", ")}`;
  const newText = at.after ? `\n${line}` : `${line}\n`;
  return [{ location: { path, start: at.offset, end: at.offset }, newText }];
}

/** Names that the file imports at its top level from the module, or from a package that re-exports it. */
function importedNames(chunks: readonly PlacedChunk[], module: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { chunk } of chunks) {
    const { statement } = chunk;
    if (statement.kind !== "import-from" || statement.names === "*") continue;
    if (statement.module !== module && !module.startsWith(`${statement.module}.`)) continue;
    for (const item of statement.names) if (item.alias === undefined) names.add(item.name.id);
  }
  return names;
}

/** Behind the last of the imports at the top; else behind the docstring; else at the start. */
function importOffset(chunks: readonly PlacedChunk[]): { readonly offset: number; readonly after: boolean } {
  let last: PlacedChunk | undefined;
  for (const placed of chunks) {
    const { statement } = placed.chunk;
    const isImport = statement.kind === "import" || statement.kind === "import-from";
    const isDocstring = statement.kind === "expression" && statement.value.kind === "string";
    if (isImport || (isDocstring && last === undefined)) last = placed;
    else if (last !== undefined) break;
  }
  return last === undefined ? { offset: chunks[0]?.offset ?? 0, after: false } : { offset: last.offset + last.chunk.length, after: true };
}
