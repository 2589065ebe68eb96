/**
 * Which parts of a file can have findings. Most files mention nothing that a contract describes; they and everything
 * that cannot reach such a mention are left alone.
 */
import { type Chunk, type ModuleSyntax, perPiece, pieceOf, type PlacedChunk, type Statement } from "../syntax/index.ts";
import type { Triggers } from "../contracts/library.ts";
import type { GuardedNames } from "./guarded-names.ts";
import type { Sources } from "./sources.ts";

/** How far imports are followed. */
const maximumFiles = 256;

/** Which workspace files mention something that a contract describes, directly or through what they import. */
class Reach {
  private readonly sources: Sources;
  private readonly triggers: Triggers;
  private readonly guarded: GuardedNames | undefined;
  private readonly known = new Map<string, boolean>();

  constructor(sources: Sources, triggers: Triggers, guarded: GuardedNames | undefined) {
    this.sources = sources;
    this.triggers = triggers;
    this.guarded = guarded;
  }

  /** The files that were looked into. */
  get files(): readonly string[] {
    return [...this.known.keys()];
  }

  /** The names an import statement binds to parts of such files. */
  importedNames(statement: Statement, path: string): readonly string[] {
    if (statement.kind === "import") {
      return statement.names.flatMap((item) =>
        this.reaches(item.module, path) ? [item.alias?.id ?? item.module.split(".").at(-1) ?? ""] : [],
      );
    }
    if (statement.kind !== "import-from" || statement.names === "*") return [];
    const module = this.sources.absoluteName(statement.level, statement.module, path);
    const whole = this.reaches(module, path);
    return statement.names.flatMap((item) =>
      whole || this.reaches(module === "" ? item.name.id : `${module}.${item.name.id}`, path)
        ? [(item.alias ?? item.name).id]
        : [],
    );
  }

  /** True if a file mentions something, or imports from files that do. */
  starts(path: string): boolean {
    return (
      this.triggers.in(this.sources.pieces(path)).length > 0 ||
      this.guarded?.areUsedIn(path) === true ||
      this.sources.importsOf(path).some((name) => this.reaches(name, path))
    );
  }

  private reaches(name: string, from: string): boolean {
    const target = this.sources.resolveSource(name, from);
    return target !== undefined && this.fileReaches(target);
  }

  private fileReaches(path: string): boolean {
    const known = this.known.get(path);
    if (known !== undefined || this.known.size >= maximumFiles) return known ?? false;
    // While a file is being looked into, a cycle back to it adds nothing.
    this.known.set(path, false);
    const answer = this.starts(path);
    this.known.set(path, answer);
    return answer;
  }
}

/** The parts of files from which a modelled call can be reached, by the names they mention. */
export class Relevance {
  private readonly sources: Sources;
  private readonly triggers: Triggers;
  private readonly reach: Reach;
  private readonly guarded: GuardedNames | undefined;
  private readonly known = new Map<string, ReadonlySet<Chunk>>();

  /** With `guarded`, calls of libraries whose source can raise count, too. */
  constructor(sources: Sources, triggers: Triggers, guarded?: GuardedNames) {
    this.sources = sources;
    this.triggers = triggers;
    this.guarded = guarded;
    this.reach = new Reach(sources, triggers, guarded);
  }

  /** What leads to a modelled call alone: calls of libraries count where they stand, not wherever they are led to from. */
  withoutGuarded(): Relevance {
    return this.guarded === undefined ? this : new Relevance(this.sources, this.triggers);
  }

  /** The files that were looked into. */
  get files(): readonly string[] {
    return [...this.known.keys(), ...this.reach.files, ...(this.guarded?.files ?? [])];
  }

  chunksOf(path: string): ReadonlySet<Chunk> {
    let chunks = this.known.get(path);
    if (chunks === undefined) this.known.set(path, (chunks = this.find(path)));
    return chunks;
  }

  private find(path: string): ReadonlySet<Chunk> {
    // A file from which nothing is reached need not be parsed.
    const source = this.reach.starts(path) ? this.sources.source(path) : undefined;
    if (source === undefined) return new Set();
    const { syntax, text } = source;
    const relevant = new Set<Chunk>();
    const names = new Set<string>();
    for (const { chunk } of syntax.chunks)
      for (const name of this.reach.importedNames(chunk.statement, path)) names.add(name);
    const mark = (chunk: Chunk): void => {
      relevant.add(chunk);
      for (const name of definedNames(chunk.statement)) names.add(name);
    };
    for (const chunk of this.guarded?.callersIn(path) ?? []) mark(chunk);
    // Whatever mentions one of these is relevant; then whatever mentions a name that came to be known by that.
    let wanted = new Set([...names, ...this.triggers.in(this.sources.pieces(path))]);
    let others = syntax.chunks.filter(({ chunk }) => !relevant.has(chunk));
    while (wanted.size > 0) {
      const [found, left] = divide(others, (placed) => haveCommon(wanted, wordsOf(placed, text)));
      const before = new Set(names);
      for (const { chunk } of found) mark(chunk);
      wanted = new Set([...names].filter((name) => !before.has(name)));
      others = left;
    }
    return relevant;
  }
}

function divide<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  const inside: Item[] = [];
  const outside: Item[] = [];
  for (const item of items) (belongs(item) ? inside : outside).push(item);
  return [inside, outside];
}

function haveCommon(few: ReadonlySet<string>, many: ReadonlySet<string>): boolean {
  for (const word of few) if (many.has(word)) return true;
  return false;
}

/** True if a module's code has a name anywhere but once in one of its statements, where it is defined. */
export function isNamedElsewhere(name: string, definedIn: Chunk, { chunks }: ModuleSyntax, text: string): boolean {
  return chunks.some((placed) =>
    placed.chunk === definedIn ? occurrences(name, placed, text) > 1 : wordsOf(placed, text).has(name),
  );
}

function occurrences(name: string, placed: PlacedChunk, text: string): number {
  return pieceOf(placed, text).text.match(new RegExp(`(?<!\\w)${name}(?!\\w)`, "g"))?.length ?? 0;
}

const wordsIn = perPiece((text): ReadonlySet<string> => new Set(text.match(/\w+/g)));

function wordsOf(placed: PlacedChunk, text: string): ReadonlySet<string> {
  return wordsIn(pieceOf(placed, text));
}

/** The functions, classes, methods, variables and aliases a statement defines. */
function definedNames(statement: Statement): readonly string[] {
  if (statement.kind === "assign")
    return statement.targets.flatMap((target) => (target.kind === "name" ? [target.id] : []));
  if (statement.kind === "import-from" && statement.names !== "*") {
    return statement.names.flatMap((item) => (item.alias === undefined ? [] : [item.alias.id]));
  }
  if (statement.kind === "function") return [statement.name.id];
  if (statement.kind !== "class") return [];
  const methods = statement.body.flatMap((member) =>
    member.kind === "function" && !member.name.id.startsWith("__") ? [member.name.id] : [],
  );
  return [statement.name.id, ...methods];
}
