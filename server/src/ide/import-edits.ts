/** Adds imports where a module keeps them. */
import type { TextEdit } from "../finding.ts";
import type { Imports } from "../rules/rule.ts";
import type { ImportedName, ImportFromStatement, PlacedChunk, Statement } from "../syntax/index.ts";
import type { Sources } from "./sources.ts";

/** What makes names of a module available in a file; undefined if a name that is not imported is used for something else there. */
export function importNames(
  sources: Sources,
  path: string,
  module: string,
  names: readonly string[],
): Imports | undefined {
  const syntax = sources.syntax(path);
  const text = sources.text(path);
  if (syntax === undefined || text === undefined) return undefined;
  const imported = importedNames(syntax.chunks, module);
  // What a star brings is not known; a name that is used, and that nothing else brings, is taken to come from it.
  const starred = syntax.chunks.some(
    ({ chunk: { statement } }) => isImportOf(statement, module) && statement.names === "*",
  );
  const isKnown = (name: string): boolean => imported.has(name) || (starred && isUsed(text, name));
  const missing = [...new Set(names.filter((name) => !isKnown(name)))].sort();
  const local = names.map((name) => imported.get(name) ?? name);
  if (missing.length === 0) return { edits: [], local };
  if (missing.some((name) => isUsed(text, name))) return undefined;
  const same = syntax.chunks.findLast(({ chunk }) => itemsOf(chunk.statement, module).length > 0);
  return {
    edits:
      same === undefined
        ? [newImport(path, module, missing, syntax.chunks)]
        : merged(path, same, module, missing, text),
    local,
  };
}

function isUsed(text: string, name: string): boolean {
  return new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text);
}

/** What names of the module are called in the file: imported from it, or from a package that re-exports them. */
function importedNames(chunks: readonly PlacedChunk[], module: string): ReadonlyMap<string, string> {
  const local = new Map<string, string>();
  for (const { chunk } of chunks) {
    const { statement } = chunk;
    if (statement.kind !== "import-from" || statement.level > 0 || statement.names === "*") continue;
    if (statement.module !== module && !module.startsWith(`${statement.module}.`)) continue;
    for (const item of statement.names) local.set(item.name.id, item.alias?.id ?? item.name.id);
  }
  return local;
}

function isImportOf(statement: Statement, module: string): statement is ImportFromStatement {
  return statement.kind === "import-from" && statement.level === 0 && statement.module === module;
}

/** The names that a statement imports from the module one by one. */
function itemsOf(statement: Statement, module: string): readonly ImportedName[] {
  return isImportOf(statement, module) && statement.names !== "*" ? statement.names : [];
}

/** Puts names into an import of their module: in order where it is in order, else behind the others. */
function merged(
  path: string,
  { chunk, offset }: PlacedChunk,
  module: string,
  missing: readonly string[],
  text: string,
): TextEdit[] {
  const items = itemsOf(chunk.statement, module);
  const isSorted = items.every((item, i) => i === 0 || !comesBefore(item.name.id, items[i - 1]?.name.id ?? ""));
  const [first] = items;
  const head = text.slice(offset, offset + (first?.start ?? 0));
  // Without parentheses a line must not end between the names.
  const line = /\([^\n\r]*[\n\r]+([ \t]*)$/.exec(head.replace(/#[^\n\r]*/g, ""));
  const separator = line === null ? ", " : `,\n${line[1] ?? ""}`;
  return missing.map((name): TextEdit => {
    const next = isSorted ? items.find((item) => comesBefore(name, item.name.id)) : undefined;
    const at = offset + (next?.start ?? items.at(-1)?.end ?? 0);
    return {
      location: { path, start: at, end: at },
      newText: next === undefined ? separator + name : name + separator,
    };
  });
}

/** The order in which import sorters put names: capitals do not matter. */
function comesBefore(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  return x < y || (x === y && a < b);
}

function newImport(path: string, module: string, names: readonly string[], chunks: readonly PlacedChunk[]): TextEdit {
  const at = importOffset(chunks);
  const line = `from ${module} import ${names.join(", ")}`;
  return { location: { path, start: at.offset, end: at.offset }, newText: at.after ? `\n${line}` : `${line}\n` };
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
  return last === undefined
    ? { offset: chunks[0]?.offset ?? 0, after: false }
    : { offset: last.offset + last.chunk.length, after: true };
}
