/**
 * The names by which a file uses functions of other packages that can raise, read off texts: nothing is parsed for it. It
 * decides what is worth evaluating, so it may say too much.
 */
import { isModelledByName } from "../interpreter/tensors/index.ts";
import type { Chunk, ModuleSyntax, Statement } from "../syntax/index.ts";
import { absoluteTarget, importsIn, withoutImports } from "./import-texts.ts";
import type { Sources } from "./sources.ts";

const nowhere: ReadonlySet<Chunk> = new Set();

/** Code of a large workspace that has nothing to do with this is not looked into. */
const framework = /\btorch\b/;

/** How many Python files a workspace may have in which everything is looked into. */
const smallWorkspace = 200;

/** How many definitions are looked into for one name. */
const maximumVisited = 64;

/** What a file has at its top level under a name: a definition, or something of another file. */
type Entry =
  | { readonly kind: "definition"; readonly raises: boolean; readonly words: readonly string[] }
  | { readonly kind: "import"; readonly target: string };

/** What a function may come to: nothing, a `raise`, or one in code that has to do with the framework. */
type Reached = "nothing" | "raise" | "framework";

interface Table {
  readonly text: string;
  readonly usesFramework: boolean;
  readonly entries: ReadonlyMap<string, Entry>;
  /** Modules of which everything is imported. */
  readonly stars: readonly string[];
}

export class GuardedNames {
  private readonly sources: Sources;
  private readonly tables = new Map<string, Table>();
  private readonly answers = new Map<string, Reached>();
  private readonly patterns = new Map<string, { readonly text: string; readonly pattern: RegExp | undefined }>();
  private readonly callers = new WeakMap<
    ModuleSyntax,
    { readonly pattern: RegExp; readonly chunks: ReadonlySet<Chunk> }
  >();
  private epoch = -1;
  private revision = -1;

  constructor(sources: Sources) {
    this.sources = sources;
  }

  /** The files of packages that were looked into. */
  get files(): Iterable<string> {
    return this.tables.keys();
  }

  /** What a statement has to mention to call such a function; undefined if there is none. */
  private patternOf(path: string): RegExp | undefined {
    this.forgetOutdated();
    const text = this.sources.rawText(path);
    if (text === undefined) return undefined;
    const known = this.patterns.get(path);
    if (known?.text === text) return known.pattern;
    const names = importsIn(this.sources.pieces(path)).imports.flatMap(({ name, target }) =>
      this.usedNames(path, text, name, absoluteTarget(this.sources, target, path)),
    );
    const words = [...new Set(names)].map((name) => name.replaceAll(".", "\\."));
    const pattern = words.length === 0 ? undefined : new RegExp(`(?<![\\w.])(?:${words.join("|")})(?!\\w)`);
    this.patterns.set(path, { text, pattern });
    return pattern;
  }

  /** The statements that mention one of them, imports aside. */
  callersIn(path: string): ReadonlySet<Chunk> {
    const pattern = this.patternOf(path);
    const source = pattern === undefined ? undefined : this.sources.source(path);
    if (pattern === undefined || source === undefined) return nowhere;
    const { syntax, text } = source;
    const known = this.callers.get(syntax);
    if (known?.pattern === pattern) return known.chunks;
    const calls = syntax.chunks.filter(
      ({ chunk, offset }) => !isImport(chunk.statement) && pattern.test(text.slice(offset, offset + chunk.length)),
    );
    const chunks = new Set(calls.map(({ chunk }) => chunk));
    this.callers.set(syntax, { pattern, chunks });
    return chunks;
  }

  /** True if the file mentions one of them anywhere but where it imports it. */
  areUsedIn(path: string): boolean {
    const pattern = this.patternOf(path);
    if (pattern === undefined) return false;
    return pattern.test(withoutImports(this.sources.rawText(path) ?? ""));
  }

  private forgetOutdated(): void {
    const { epoch, revision } = this.sources;
    const isAsBefore = this.epoch === epoch && this.revision === revision;
    this.revision = revision;
    if (isAsBefore) return;
    const isCurrent =
      this.epoch === epoch && [...this.tables].every(([path, { text }]) => this.sources.rawText(path) === text);
    this.epoch = epoch;
    if (isCurrent) return;
    for (const known of [this.tables, this.answers, this.patterns]) known.clear();
  }

  /** How the file writes what it uses of an imported name, if that can raise. */
  private usedNames(path: string, text: string, name: string, target: string): readonly string[] {
    const module = this.libraryFile(target, path);
    if (module === undefined) return this.canRaise(target, path) ? [name] : [];
    // Of a module, what is behind the dots counts.
    const uses = new Set(
      [...text.matchAll(new RegExp(`(?<![\\w.])${name}((?:\\.\\w+)+)`, "g"))].map((match) => match[1] ?? ""),
    );
    return [...uses].flatMap((use) => (this.canRaise(target + use, path) ? [name + use] : []));
  }

  /** True if a dotted name is a function or class of another package, or a member of one, from which a `raise` is reached. */
  private canRaise(target: string, from: string): boolean {
    if (isModelledByName(target)) return false;
    const parts = target.split(".");
    for (let end = parts.length - 1; end > 0; end--) {
      const file = this.libraryFile(parts.slice(0, end).join("."), from);
      const name = parts[end];
      if (file === undefined || name === undefined) continue;
      const reached = this.reaches(file, name);
      return reached === "framework" || (reached === "raise" && this.isLookedInto(from));
    }
    return false;
  }

  /** True for code in which every call of a library counts. */
  private isLookedInto(path: string): boolean {
    return framework.test(this.sources.rawText(path) ?? "") || this.sources.hasAtMost(smallWorkspace);
  }

  /** The file of a module of another package. */
  private libraryFile(name: string, from: string): string | undefined {
    const own = this.sources.resolveSource(name, from);
    if (own !== undefined) return this.sources.isLibrary(own, from) ? own : undefined;
    return this.sources.resolveInstalled(name, from);
  }

  private reaches(file: string, name: string): Reached {
    const key = `${file}\n${name}`;
    let answer = this.answers.get(key);
    if (answer === undefined) this.answers.set(key, (answer = this.search(file, name)));
    return answer;
  }

  private search(file: string, name: string): Reached {
    const pending: [string, string][] = [[file, name]];
    let usesFramework = false;
    const seen = new Set<string>();
    for (let next = pending.pop(); next !== undefined && seen.size < maximumVisited; next = pending.pop()) {
      const [path, wanted] = next;
      const key = `${path}\n${wanted}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const table = this.tableOf(path);
      const entry = table?.entries.get(wanted);
      if (table === undefined) continue;
      usesFramework ||= table.usesFramework;
      if (entry === undefined) {
        for (const star of table.stars)
          pending.push(...this.placeOf(star.endsWith(".") ? star + wanted : `${star}.${wanted}`, path));
      } else if (entry.kind === "import") pending.push(...this.placeOf(entry.target, path));
      else if (entry.raises) return usesFramework ? "framework" : "raise";
      else for (const word of entry.words) if (table.entries.has(word)) pending.push([path, word]);
    }
    return "nothing";
  }

  /** The file and the name in it that a dotted name inside a library means. */
  private placeOf(target: string, from: string): [string, string][] {
    const absolute = absoluteTarget(this.sources, target, from);
    if (isModelledByName(absolute)) return [];
    const dot = absolute.lastIndexOf(".");
    if (dot < 0) return [];
    const module = absolute.slice(0, dot);
    const file = this.sources.resolveSource(module, from) ?? this.sources.resolveInstalled(module, from);
    return file === undefined ? [] : [[file, absolute.slice(dot + 1)]];
  }

  private tableOf(path: string): Table | undefined {
    const known = this.tables.get(path);
    if (known !== undefined) return known;
    const text = this.sources.rawText(path);
    if (text === undefined) return undefined;
    const { imports, stars } = importsIn(this.sources.pieces(path));
    const entries = new Map<string, Entry>(imports.map(({ name, target }) => [name, { kind: "import", target }]));
    for (const [name, body] of definitionsIn(text)) {
      const words = [...new Set(body.match(/\w+/g))].filter((word) => word !== name);
      entries.set(name, { kind: "definition", raises: /\b(?:raise|assert)\b/.test(body), words });
    }
    const table = { text, usesFramework: framework.test(text), entries, stars };
    this.tables.set(path, table);
    return table;
  }
}

function isImport({ kind }: Statement): boolean {
  return kind === "import" || kind === "import-from";
}

/** The functions and classes at the top level of a text. */
function definitionsIn(text: string): [string, string][] {
  const starts = [...text.matchAll(/^(?:@|(?:async[ \t]+)?def[ \t]|class[ \t]|[A-Za-z_])/gm)].map(
    (match) => match.index,
  );
  return starts.flatMap((start, i): [string, string][] => {
    const body = text.slice(start, starts[i + 1]);
    const name = /^(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)/.exec(body)?.[1];
    return name === undefined ? [] : [[name, body]];
  });
}
