/**
 * Which files are worth parsing. Most mention nothing that a contract describes, and for them a look at their bytes is
 * enough; names in Python code that matters here are ASCII, so no decoding is needed.
 */
import { readProblem } from "../node-host.ts";
import { FileReader, type FileBytes } from "./file-reader.ts";
import { WordSearch } from "./word-search.ts";

export interface Prefiltered {
  /** The files that can have findings, in the order given. */
  readonly candidates: readonly string[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  readonly lines: number;
  readonly bytes: number;
}

/** A file is a candidate if it has one of the words, or imports a module that is one. */
export function prefilter(paths: readonly string[], words: readonly string[], countLines: boolean): Prefiltered {
  const reader = new FileReader();
  const search = new WordSearch(words);
  const candidates = new Set<string>();
  const problems: { path: string; message: string }[] = [];
  let lines = 0;
  let size = 0;
  for (const path of paths) {
    try {
      const { bytes, length } = reader.read(path);
      size += length;
      if (countLines) lines += linesIn({ bytes, length });
      if (search.isIn(bytes, length)) candidates.add(path);
    } catch (error) {
      problems.push({ path, message: readProblem(error) });
    }
  }
  const unreadable = new Set(problems.map(({ path }) => path));
  const others = paths.filter((path) => !candidates.has(path) && !unreadable.has(path));
  for (const path of importersOf(candidates, others, reader)) candidates.add(path);
  return { candidates: paths.filter((path) => candidates.has(path)), problems, lines, bytes: size };
}

/** The files from which a chain of imports leads to one of `targets`, as far as the modules' last names tell. */
function importersOf(targets: ReadonlySet<string>, paths: readonly string[], reader: FileReader): ReadonlySet<string> {
  const found = new Set<string>();
  if (targets.size === 0) return found;
  const imports = new Map(paths.map((path) => [path, importedNames(path, reader)]));
  let names = new Set([...targets].map(moduleName));
  while (names.size > 0) {
    const next = new Set<string>();
    for (const [path, imported] of imports) {
      if (![...imported].some((name) => names.has(name))) continue;
      found.add(path);
      imports.delete(path);
      next.add(moduleName(path));
    }
    names = next;
  }
  return found;
}

/** The last part of a module's name: `__init__.py` is the module its folder names. */
function moduleName(path: string): string {
  const parts = path.replace(/\.py$/, "").split("/");
  return (parts.at(-1) === "__init__" ? parts.at(-2) : parts.at(-1)) ?? "";
}

const importStatement = /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b[ \t]*(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))/gm;

function importedNames(path: string, reader: FileReader): ReadonlySet<string> {
  const names = new Set<string>();
  try {
    const { bytes, length } = reader.read(path);
    for (const [, module = "", list = "", modules = ""] of bytes.toString("latin1", 0, length).matchAll(importStatement)) {
      for (const [name] of `${module} ${list} ${modules}`.matchAll(/\w+/g)) names.add(name);
    }
  } catch {
    // It could be read a moment ago. If it is gone now, there is nothing to check.
  }
  return names;
}

function linesIn({ bytes, length }: FileBytes): number {
  let count = length > 0 && bytes[length - 1] !== 10 ? 1 : 0;
  for (let i = bytes.indexOf(10); i >= 0 && i < length; i = bytes.indexOf(10, i + 1)) count++;
  return count;
}
