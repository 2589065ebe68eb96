/** The files the analysis reads: open documents first, then the host; and what a module name means in them. */
import type { ContractLibrary } from "../contracts/library.ts";
import { directoryOf, type FolderEntry, type Host, join } from "../host.ts";
import { environmentFolders } from "./environment.ts";
import type { Modules } from "../interpreter/surroundings.ts";
import { FileIndexes } from "./file-indexes.ts";
import { isLaunchFile } from "./launch-files.ts";
import { ModuleSearch } from "./module-search.ts";
import { PlainDocument } from "./plain-document.ts";
import { mayRaise } from "./raised-texts.ts";
import {
  type Chunk,
  type ModuleSyntax,
  parseModule,
  type Parser,
  perFile,
  perPiece,
  piecesOf,
  type Refusal,
  SourceDocument,
  type TextChange,
  type TextPieces,
} from "../syntax/index.ts";

/** One revision of a file. */
export interface Source {
  readonly text: string;
  readonly syntax: ModuleSyntax;
  /** Why the text was not parsed. */
  readonly refused: Refusal | undefined;
}

interface Question {
  readonly ask: () => string | undefined;
  answer: string | undefined;
  readonly askers: Set<string>;
  /** True if a module name means another file where the answer differs. */
  readonly isAboutNames: boolean;
}

/** `from ..a import b, c` or `import a.b`, on one line or with its names in parentheses. */
const importLine = /^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)|import[ \t]+([^\n#]+))/gm;

const importLinesIn = perPiece((text) => [...text.matchAll(importLine)]);
const importLinesOf = perFile((pieces) => pieces.flatMap(importLinesIn));

const nothing: TextPieces = [];

/** A folder with more modules is no program of one piece. */
const maximumBeside = 32;

/** What is asked about folders beside module names, which have no space in them. */
const besideFolder = "modules beside";
const rootOfPackage = "package root";
const unitOfFolder = "what belongs together";
/** The subject of questions about installed packages; no folder has such a name. */
const installed = "\0installed";

export class Sources implements Modules {
  private readonly host: Host;
  private readonly parser: Parser;
  private readonly library: ContractLibrary;
  private readonly search: ModuleSearch;
  /** True if there are installed packages to read. */
  readonly hasEnvironment: boolean;
  private readonly open = new Map<string, SourceDocument | PlainDocument>();
  /** Scripts without an extension that turned out to be no Python. */
  private readonly plain = new Set<string>();
  private readonly closed = new Map<string, Source | undefined>();
  /** What is asked about which files there are, with its answer and who asked. */
  private readonly questions = new Map<string, Map<string, Question>>();
  /** Files that are to be read differently than before: their text is another, or what their imports mean. */
  private readonly changed = new Set<string>();
  /** True if a file may have appeared or disappeared since the questions were answered. */
  private filesMayDiffer = false;
  private differences = 0;
  private revisions = 0;
  private size: number | undefined;
  /** Folders in which an open document was edited. */
  private readonly edited = new Set<string>();
  private readonly listed = new Map<string, readonly string[]>();
  private readonly raw = new Map<string, string | undefined>();
  readonly indexes = new FileIndexes();
  /** The text of each file in pieces. */
  private readonly pieced = new Map<string, { readonly text: string; readonly pieces: TextPieces }>();
  /** The dotted names that each file imports, as long as names mean what they did. */
  private readonly imports = new WeakMap<TextPieces, { readonly epoch: number; readonly names: readonly string[] }>();

  /**
   * `roots` are the workspace folders; module names are looked up in them and above the importing file. `environment` is
   * a folder of installed packages, or a virtual environment, whose source may be read.
   */
  constructor(host: Host, parser: Parser, library: ContractLibrary, roots: readonly string[], environment?: string) {
    this.host = host;
    this.parser = parser;
    this.library = library;
    const installed = environment === undefined ? [] : environmentFolders(host, environment);
    this.hasEnvironment = installed.length > 0;
    this.search = new ModuleSearch(host, roots, installed, (path) => this.open.has(path) || host.isFile(path));
  }

  openDocument(path: string, text: string): void {
    this.revisions++;
    if (this.knownText(path) !== text) this.changed.add(path);
    const known = this.open.get(path) ?? this.closed.get(path);
    this.open.get(path)?.dispose();
    const document = this.documentOf(path, text, known?.text === text ? known.syntax : undefined);
    this.open.set(path, document);
    this.dropRead(path);
  }

  editDocument(path: string, changes: readonly TextChange[]): void {
    this.revisions++;
    this.open.get(path)?.edit(changes);
    this.changed.add(path);
    this.edited.add(directoryOf(path));
  }

  closeDocument(path: string): void {
    this.revisions++;
    const text = this.open.get(path)?.text;
    this.open.get(path)?.dispose();
    this.open.delete(path);
    this.indexes.forget(path);
    this.dropRead(path);
    if (this.rawText(path) !== text) this.changed.add(path);
  }

  /** What `body` finds with changes in the texts of files; afterwards those are as they were, to the last object. */
  withChanges<T>(changes: ReadonlyMap<string, readonly TextChange[]>, body: () => T): T {
    const before = new Map<string, SourceDocument | PlainDocument | undefined>();
    this.revisions++;
    try {
      for (const [path, ofFile] of changes) {
        const own = this.open.get(path);
        const source = this.source(path);
        const changed = own?.copy() ?? this.documentOf(path, source?.text ?? "", source?.syntax);
        before.set(path, own);
        this.open.set(path, changed);
        changed.edit(ofFile);
      }
      return body();
    } finally {
      this.revisions++;
      for (const [path, own] of before) {
        this.open.get(path)?.dispose();
        if (own === undefined) this.open.delete(path);
        else this.open.set(path, own);
      }
    }
  }

  /** A document of its own; `syntax` is what is known of the same text. */
  private documentOf(path: string, text: string, syntax?: ModuleSyntax): SourceDocument | PlainDocument {
    return this.isPlain(path) ? new PlainDocument(text) : new SourceDocument(this.parser, text, syntax);
  }

  /** A file appeared, changed or disappeared on disk. What the editor has open counts more. */
  forget(path: string): void {
    if (this.open.has(path)) return;
    const known = this.knownText(path);
    if (known !== undefined && this.host.read(path) === known) return;
    this.revisions++;
    this.changed.add(path);
    this.dropRead(path);
  }

  /** Grows whenever the text of a file may be another than before. */
  get revision(): number {
    return this.revisions;
  }

  /** Grows whenever a module name means another file than before. */
  get epoch(): number {
    if (this.filesMayDiffer) this.answerAgain();
    return this.differences;
  }

  /** The files that are to be read differently than when this was asked last. */
  takeChanged(): ReadonlySet<string> {
    if (this.filesMayDiffer) this.answerAgain();
    for (const folder of this.edited) this.answerOneAgain(this.questions.get(folder)?.get(besideFolder));
    this.edited.clear();
    const changed = new Set(this.changed);
    this.changed.clear();
    return changed;
  }

  /** The documents that an editor holds. */
  get openPaths(): readonly string[] {
    return [...this.open.keys()];
  }

  /** How many files that no editor holds are kept as they were parsed. */
  get parsedCount(): number {
    return this.closed.size;
  }

  /** Forgets what was parsed of files that no editor holds; what is asked for again is another object. */
  forgetParsed(): void {
    this.closed.clear();
    this.indexes.keepOnly(this.open.keys());
    this.raw.clear();
    this.pieced.clear();
  }

  private dropRead(path: string): void {
    this.closed.delete(path);
    this.raw.delete(path);
    this.pieced.delete(path);
    // No name in Python means such a file.
    if (this.isPlain(path)) return;
    this.filesMayDiffer = true;
    this.listed.delete(directoryOf(path));
  }

  private answerAgain(): void {
    this.filesMayDiffer = false;
    let differs = false;
    for (const ofSubject of this.questions.values())
      for (const question of ofSubject.values()) if (this.answerOneAgain(question)) differs ||= question.isAboutNames;
    if (differs) this.differences++;
  }

  /** True if the answer is another than before. */
  private answerOneAgain(question: Question | undefined): boolean {
    const answer = question?.ask();
    if (question === undefined || answer === question.answer) return false;
    question.answer = answer;
    for (const path of question.askers) this.changed.add(path);
    return true;
  }

  /**
   * The answer to a question about which files there are; `asker` is the file that it is asked for. What is asked of a
   * subject, such as a folder, is told by a name.
   */
  private answer(
    asker: string,
    subject: string,
    name: string,
    ask: () => string | undefined,
    isAboutNames = true,
  ): string | undefined {
    let ofSubject = this.questions.get(subject);
    if (ofSubject === undefined) this.questions.set(subject, (ofSubject = new Map<string, Question>()));
    let question = ofSubject.get(name);
    if (question === undefined)
      ofSubject.set(name, (question = { ask, answer: ask(), askers: new Set(), isAboutNames }));
    question.askers.add(asker);
    return question.answer;
  }

  /** The text of a file if it was read already. */
  private knownText(path: string): string | undefined {
    return (this.open.get(path) ?? this.closed.get(path))?.text ?? this.raw.get(path);
  }

  /** The chunk that a whole file is which is not Python; undefined if it cannot be read. */
  plainChunk(path: string): Chunk | undefined {
    if (!this.isPlain(path)) {
      this.plain.add(path);
      this.closed.delete(path);
    }
    return this.source(path)?.syntax.chunks[0]?.chunk;
  }

  /** True for a file that is not read as Python. */
  isPlain(path: string): boolean {
    return this.plain.has(path) || isLaunchFile(path);
  }

  isOpen(path: string): boolean {
    return this.open.has(path);
  }

  source(path: string): Source | undefined {
    const document = this.open.get(path);
    if (document !== undefined) return document;
    if (!this.closed.has(path)) this.closed.set(path, this.read(path));
    return this.closed.get(path);
  }

  syntax(path: string): ModuleSyntax | undefined {
    return this.library.syntax(path) ?? this.source(path)?.syntax;
  }

  text(path: string): string | undefined {
    return this.library.files.get(path) ?? this.source(path)?.text;
  }

  isContract(path: string): boolean {
    return this.library.has(path);
  }

  resolve(name: string, from: string): string | undefined {
    if (name === "shardlint" || name.startsWith("shardlint.")) return undefined;
    return this.library.find(name) ?? (this.isContract(from) ? undefined : this.resolveSource(name, from));
  }

  resolveSource(name: string, from: string): string | undefined {
    const folder = directoryOf(from);
    return this.answer(from, folder, name, () => this.search.find(name, folder));
  }

  resolveForLibrary(name: string, from: string): string | undefined {
    if (this.isContract(from)) return this.resolve(name, from);
    const contract = this.library.find(name);
    if (contract !== undefined) return contract;
    if (!this.search.isInEnvironment(from)) return this.resolveSource(name, from);
    const isSamePackage = this.absoluteName(1, "", from).split(".")[0] === name.split(".")[0];
    return isSamePackage ? this.resolveInstalled(name, from) : undefined;
  }

  resolveInstalled(name: string, from: string): string | undefined {
    if (!this.hasEnvironment) return undefined;
    return this.answer(from, installed, name, () => this.search.findInstalled(name));
  }

  isLibrary(path: string, from: string): boolean {
    return !this.isContract(path) && this.unitOf(path) !== this.unitOf(from);
  }

  sourceOfContract(path: string, name: string, from: string): string | undefined {
    for (const module of this.library.modulesWith(path, name)) {
      const source = this.resolveSource(module, from);
      if (source !== undefined) return source;
    }
    return undefined;
  }

  mayRaise(path: string, said: string): boolean {
    const seen = new Set([path]);
    for (const file of seen) {
      for (const name of this.importsOf(file)) {
        const imported = this.resolveSource(name, file);
        if (imported !== undefined && !this.isLibrary(imported, path)) seen.add(imported);
      }
    }
    return mayRaise(
      [...seen].flatMap((file) => this.pieces(file)),
      said,
    );
  }

  absoluteName(level: number, module: string, from: string): string {
    const inContract = this.library.absoluteName(level, module, from);
    if (inContract !== undefined) return inContract;
    let folder = directoryOf(from);
    for (let i = 1; i < level; i++) folder = directoryOf(folder);
    const root = this.answer(from, folder, rootOfPackage, () => this.search.packageRoot(folder)) ?? folder;
    const packageName = folder.slice(root.length).replace(/^\//, "").replaceAll("/", ".");
    return [packageName, module].filter((part) => part !== "").join(".");
  }

  private read(path: string): Source | undefined {
    const text = this.rawText(path);
    this.raw.delete(path);
    if (text === undefined) return undefined;
    return this.isPlain(path) ? new PlainDocument(text) : { text, ...parseModule(this.parser, text) };
  }

  /** The dotted names of the modules a file imports, read off its text without parsing it. */
  importsOf(path: string): readonly string[] {
    const { epoch } = this;
    const pieces = this.pieces(path);
    const known = this.imports.get(pieces);
    if (known?.epoch === epoch) return known.names;
    const names = importLinesOf(pieces).flatMap((match) => this.importedNames(match, path));
    this.imports.set(pieces, { epoch, names });
    return names;
  }

  /** The text of a file in the pieces that an edit leaves as they are; one for a file that need not have been parsed. */
  pieces(path: string): TextPieces {
    const text = this.rawText(path);
    if (text === undefined) return nothing;
    const known = this.pieced.get(path);
    if (known?.text === text) return known.pieces;
    const document = this.open.get(path);
    const pieces = document instanceof SourceDocument ? piecesOf(document.syntax, text) : [{ text }];
    this.pieced.set(path, { text, pieces });
    return pieces;
  }

  /** The other modules in a file's folder for which something holds; the file is to be read differently when these are others. */
  filesBeside(path: string, holds: (beside: string) => boolean): readonly string[] {
    const folder = directoryOf(path);
    const ask = (): string => this.modulesIn(folder).filter(holds).join("\n");
    const found = this.answer(path, folder, besideFolder, ask, false) ?? "";
    return found.split("\n").filter((beside) => beside !== "" && beside !== path);
  }

  private modulesIn(folder: string): readonly string[] {
    let found = this.listed.get(folder);
    if (found === undefined) {
      const isModule = ({ name, kind }: FolderEntry): boolean => kind === "file" && name.endsWith(".py");
      const entries = this.host.list(folder).filter(isModule);
      found = entries.length > maximumBeside ? [] : entries.map(({ name }) => join(folder, name)).sort();
      this.listed.set(folder, found);
    }
    return found;
  }

  /** True if the workspace had no more than so many Python files when this was asked first. */
  hasAtMost(count: number): boolean {
    this.size ??= this.search.countUpTo(count);
    return this.size <= count;
  }

  /** The text of a file that need not have been parsed. */
  rawText(path: string): string | undefined {
    const document = this.open.get(path);
    if (document !== undefined) return document.text;
    const parsed = this.closed.get(path);
    if (parsed !== undefined) return parsed.text;
    if (!this.raw.has(path)) this.raw.set(path, this.host.read(path));
    return this.raw.get(path);
  }

  private importedNames(match: RegExpMatchArray, path: string): readonly string[] {
    const [, dots = "", module = "", names = "", plain] = match;
    if (plain !== undefined) return plain.split(",").flatMap((part) => part.trim().split(/\s/)[0] ?? []);
    const base = this.absoluteName(dots.length, module, path);
    const inner = [...names.matchAll(/\w+/g)].map((name) => (base === "" ? name[0] : `${base}.${name[0]}`));
    return base === "" ? inner : [base, ...inner];
  }

  /**
   * What belongs together: a top-level package, or the scripts of a folder. A package without `__init__.py` is told by
   * the folder below the workspace's.
   */
  private unitOf(path: string): string {
    const folder = directoryOf(path);
    return this.answer(path, folder, unitOfFolder, () => this.search.unitOf(folder)) ?? folder;
  }
}
