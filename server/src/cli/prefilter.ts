/**
 * Which files are worth parsing. Most mention nothing that a contract describes, and for them a look at their bytes is
 * enough; the names that matter are ASCII, so no decoding is needed.
 */
import type { GuardedNames } from "../ide/guarded-names.ts";
import type { Sources } from "../ide/sources.ts";
import { readProblem } from "../node-host.ts";
import { type FileBytes, FileReader } from "./file-reader.ts";
import { importsIn } from "./import-scan.ts";
import { WordSearch } from "./word-search.ts";

export interface PrefilterRequest {
  readonly files: readonly string[];
  /** A file that has none of them can have findings only through what it imports. */
  readonly words: readonly string[];
  /** True if what else a text with one of them says may mean something; it is asked for few texts. */
  readonly confirms: (text: string) => boolean;
  /** What imports mean. */
  readonly modules: Pick<
    Sources,
    "absoluteName" | "resolveSource" | "resolveInstalled" | "isLibrary" | "hasEnvironment"
  >;
  /** Which files call what may raise in a library. */
  readonly guarded: Pick<GuardedNames, "areUsedIn">;
  /** True if files that are not among these may be imported. */
  readonly hasOutside: boolean;
  readonly countLines: boolean;
}

export interface Prefiltered {
  /** The files that can have findings, in the order given. */
  readonly candidates: readonly string[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  readonly lines: number;
  readonly bytes: number;
}

/** The files that have one of the words, and those from which imports lead to one that has. */
export function prefilter(request: PrefilterRequest): Prefiltered {
  const { files, countLines } = request;
  const reader = new FileReader();
  const search = new WordSearch(request.words);
  const mentions = ({ bytes: all, length }: FileBytes): boolean =>
    search.isIn(all, length) && request.confirms(all.toString("latin1", 0, length));
  const mentioning = new Set<string>();
  const problems: { path: string; message: string }[] = [];
  let lines = 0;
  let bytes = 0;
  for (const path of files) {
    try {
      const content = reader.read(path);
      bytes += content.length;
      if (countLines) lines += linesIn(content);
      if (mentions(content)) mentioning.add(path);
    } catch (error) {
      problems.push({ path, message: readProblem(error) });
    }
  }
  // Where nothing is mentioned, and there is no other package, no import can lead to anything.
  const none = mentioning.size === 0 && !request.hasOutside && !hasLibraries(request);
  const reaching = none ? mentioning : withImporters(mentioning, request, reader, mentions);
  return { candidates: files.filter((path) => reaching.has(path)), problems, lines, bytes };
}

/** Follows imports from every file, also to files that are not to be checked, and then back from those that mention. */
function withImporters(
  mentioning: ReadonlySet<string>,
  { files, modules, guarded }: PrefilterRequest,
  reader: FileReader,
  mentions: (content: FileBytes) => boolean,
): ReadonlySet<string> {
  const asked = new Set(files);
  const reaching = new Set(mentioning);
  const importers = new Map<string, string[]>();
  const seen = new Set(files);
  // A set also yields what is added to it on the way.
  for (const path of seen) {
    const content = readIfPossible(reader, path);
    if (content === undefined) continue;
    if (!asked.has(path) && mentions(content)) reaching.add(path);
    if (reaching.has(path)) continue;
    const text = content.bytes.toString("latin1", 0, content.length);
    const { own, others } = importedFiles(text, path, modules);
    if (asked.has(path) && others && guarded.areUsedIn(path)) reaching.add(path);
    for (const target of own) {
      seen.add(target);
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [path]);
      else known.push(path);
    }
  }
  for (const path of reaching) for (const importer of importers.get(path) ?? []) reaching.add(importer);
  return reaching;
}

/** True if files of several packages are checked, or an environment is read. */
function hasLibraries({ files, modules }: PrefilterRequest): boolean {
  const [first] = files;
  if (first === undefined) return false;
  return modules.hasEnvironment || files.some((path) => modules.isLibrary(path, first));
}

interface ImportedFiles {
  /** Files of the workspace. */
  readonly own: ReadonlySet<string>;
  /** True if a file of another package is imported. */
  readonly others: boolean;
}

function importedFiles(text: string, from: string, modules: PrefilterRequest["modules"]): ImportedFiles {
  const own = new Set<string>();
  let others = false;
  const add = (name: string): void => {
    // `from . import a` in a folder that is no package names nothing before the `a`.
    const path = name === "" ? undefined : modules.resolveSource(name, from);
    if (path !== undefined) own.add(path);
    others ||= path === undefined ? modules.resolveInstalled(name, from) !== undefined : modules.isLibrary(path, from);
  };
  for (const { level, module, names } of importsIn(text)) {
    const base = modules.absoluteName(level, module, from);
    add(base);
    for (const name of names) add(base === "" ? name : `${base}.${name}`);
  }
  return { own, others };
}

function readIfPossible(reader: FileReader, path: string): FileBytes | undefined {
  try {
    return reader.read(path);
  } catch {
    // Files that were asked for were read before; what cannot be read tells nothing.
    return undefined;
  }
}

function linesIn({ bytes, length }: FileBytes): number {
  let count = length > 0 && bytes[length - 1] !== 10 ? 1 : 0;
  for (let i = bytes.indexOf(10); i >= 0 && i < length; i = bytes.indexOf(10, i + 1)) count++;
  return count;
}
