/**
 * Which parts of a file can have findings. Most files mention nothing that a contract describes; they and everything
 * that cannot reach such a mention are left alone.
 */
import { type Chunk, pieceOf, type PlacedChunk, type Statement } from "../syntax/index.ts";
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
    const { syntax } = source;
    const relevant = new Set<Chunk>();
    const names = new Set<string>();
    for (const { chunk } of syntax.chunks)
      for (const name of this.reach.importedNames(chunk.statement, path)) names.add(name);
    const mark = (chunk: Chunk): void => {
      relevant.add(chunk);
      for (const name of definedNames(chunk.statement)) names.add(name);
    };
    for (const chunk of this.guarded?.callersIn(path) ?? []) mark(chunk);
    // Whatever mentions one of these is relevant, and what that defines is one of these.
    const mentions = this.sources.indexes.mentionsIn(path, source);
    for (const word of this.triggers.in(this.sources.pieces(path))) names.add(word);
    for (const word of names) for (const chunk of mentions.chunksWith(word)) if (!relevant.has(chunk)) mark(chunk);
    return relevant;
  }
}

/** True if a module's code has a name anywhere but once in one of its statements, where it is defined. */
export function isNamedElsewhere(name: string, definedIn: Chunk, sources: Sources, path: string): boolean {
  const source = sources.source(path);
  if (source === undefined) return false;
  const mentioning = sources.indexes.mentionsIn(path, source).chunksWith(name);
  if (mentioning.size !== 1 || !mentioning.has(definedIn)) return mentioning.size > 0;
  const placed = source.syntax.chunks.find(({ chunk }) => chunk === definedIn);
  return placed !== undefined && occurrences(name, placed, source.text) > 1;
}

function occurrences(name: string, placed: PlacedChunk, text: string): number {
  return pieceOf(placed, text).text.match(new RegExp(`(?<!\\w)${name}(?!\\w)`, "g"))?.length ?? 0;
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
