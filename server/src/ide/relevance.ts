/**
 * Which parts of a file can have findings. Most files mention nothing that a contract describes; they and everything
 * that cannot reach such a mention are left alone.
 */
import type { Chunk, PlacedChunk, Statement } from "../syntax/index.ts";
import type { Triggers } from "../contracts/library.ts";
import type { Sources } from "./sources.ts";

/** How far imports are followed. */
const maximumFiles = 256;

/** Which workspace files mention something that a contract describes, directly or through what they import. */
class Reach {
  private readonly sources: Sources;
  private readonly triggers: Triggers;
  private readonly known = new Map<string, boolean>();

  constructor(sources: Sources, triggers: Triggers) {
    this.sources = sources;
    this.triggers = triggers;
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

  private reaches(name: string, from: string): boolean {
    const target = this.sources.resolveSource(name, from);
    return target !== undefined && this.fileReaches(target);
  }

  private fileReaches(path: string): boolean {
    const known = this.known.get(path);
    if (known !== undefined || this.known.size >= maximumFiles) return known ?? false;
    // While a file is being looked into, a cycle back to it adds nothing.
    this.known.set(path, false);
    const text = this.sources.rawText(path);
    const answer =
      text !== undefined &&
      (this.triggers.in(text).some((word) => text.includes(word)) ||
        this.sources.importsOf(path).some((name) => this.reaches(name, path)));
    this.known.set(path, answer);
    return answer;
  }
}

/** The parts of files from which a modelled call can be reached, by the names they mention. */
export class Relevance {
  private readonly sources: Sources;
  private readonly triggers: Triggers;
  private readonly reach: Reach;
  private readonly known = new Map<string, ReadonlySet<Chunk>>();

  constructor(sources: Sources, triggers: Triggers) {
    this.sources = sources;
    this.triggers = triggers;
    this.reach = new Reach(sources, triggers);
  }

  /** The files that were looked into. */
  get files(): readonly string[] {
    return [...this.known.keys(), ...this.reach.files];
  }

  chunksOf(path: string): ReadonlySet<Chunk> {
    let chunks = this.known.get(path);
    if (chunks === undefined) this.known.set(path, (chunks = this.find(path)));
    return chunks;
  }

  private find(path: string): ReadonlySet<Chunk> {
    const source = this.sources.source(path);
    if (source === undefined) return new Set();
    const { syntax, text } = source;
    const relevant = new Set<Chunk>();
    const names = new Set<string>();
    const mark = (chunk: Chunk): void => {
      relevant.add(chunk);
      for (const name of definedNames(chunk.statement)) names.add(name);
    };
    for (const { chunk } of syntax.chunks)
      for (const name of this.reach.importedNames(chunk.statement, path)) names.add(name);
    const triggers = this.triggers.in(text);
    const words = new Map(syntax.chunks.map((placed) => [placed.chunk, wordsOf(placed, text)]));
    for (const [chunk, own] of words) if (triggers.some((trigger) => own.has(trigger))) mark(chunk);
    for (let size = -1; size !== relevant.size + names.size;) {
      size = relevant.size + names.size;
      for (const [chunk, own] of words)
        if (!relevant.has(chunk) && [...names].some((name) => own.has(name))) mark(chunk);
    }
    return relevant;
  }
}

const knownWords = new WeakMap<Chunk, ReadonlySet<string>>();

/** The words of a statement; kept with it, since an edit leaves most statements as they are. */
function wordsOf(placed: PlacedChunk, text: string): ReadonlySet<string> {
  let words = knownWords.get(placed.chunk);
  if (words === undefined) {
    words = new Set(text.slice(placed.offset, placed.offset + placed.chunk.length).match(/\w+/g));
    knownWords.set(placed.chunk, words);
  }
  return words;
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
