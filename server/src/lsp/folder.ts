/**
 * One workspace folder and its project, or the project of all files outside any folder. The project is opened when it is
 * first needed, and again when settings or configuration files change; requests wait until the newest one is there.
 */
import type { TextChange } from "../syntax/index.ts";
import type { Engine, OpenedProject } from "./backend.ts";
import type { OpenDocument } from "./documents.ts";

export interface FolderOptions {
  /** Undefined for the files outside. */
  readonly uri: string | undefined;
  readonly path: string | undefined;
  open(): Promise<OpenedProject>;
  documents(): readonly OpenDocument[];
  failed(what: string, about: string | undefined, error: unknown): void;
}

export class Folder {
  readonly uri: string | undefined;
  readonly path: string | undefined;
  readonly #options: FolderOptions;
  #opened: OpenedProject | undefined;
  #opening: Promise<void> | undefined;
  #problem: string | undefined;

  constructor(options: FolderOptions) {
    this.#options = options;
    this.uri = options.uri;
    this.path = options.path;
  }

  /** The project in force, if it was opened already; a newer one may be on its way. */
  get opened(): OpenedProject | undefined {
    return this.#opened;
  }

  /** True if the project was opened, or is being opened. */
  get isNeeded(): boolean {
    return this.#opening !== undefined;
  }

  /** Why there is no project. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The project for the newest settings; undefined if it cannot be opened. */
  async project(): Promise<OpenedProject | undefined> {
    let awaited: Promise<void> | undefined;
    do {
      awaited = this.#opening ??= this.#open();
      await awaited;
    } while (awaited !== this.#opening);
    return this.#opened;
  }

  /** Opens the project again, with the settings of now. */
  reload(): Promise<OpenedProject | undefined> {
    this.#opening = this.#open();
    return this.project();
  }

  openDocument(document: OpenDocument): void {
    this.#tell(document.path, (engine) => {
      engine.openDocument(document.path, document.text);
    });
  }

  editDocument(document: OpenDocument, changes: readonly TextChange[]): void {
    const engine = this.#opened?.engine;
    try {
      engine?.editDocument(document.path, changes);
    } catch (error) {
      this.#options.failed("Taking an edit", document.path, error);
      this.openDocument(document);
    }
  }

  closeDocument(path: string): void {
    this.#tell(path, (engine) => {
      engine.closeDocument(path);
    });
  }

  fileChanged(path: string): void {
    this.#tell(path, (engine) => {
      engine.fileChanged(path);
    });
  }

  /** Frees what the project holds. */
  dispose(): void {
    this.#opening = undefined;
    this.#replace(undefined);
  }

  async #open(): Promise<void> {
    try {
      const opened = await this.#options.open();
      this.#problem = undefined;
      this.#replace(opened);
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      this.#replace(undefined);
    }
  }

  #replace(opened: OpenedProject | undefined): void {
    const documents = this.#options.documents();
    for (const document of documents) this.closeDocument(document.path);
    this.#opened = opened;
    for (const document of documents) this.openDocument(document);
  }

  #tell(path: string, tell: (engine: Engine) => void): void {
    if (this.#opened === undefined) return;
    try {
      tell(this.#opened.engine);
    } catch (error) {
      this.#options.failed("Following a document", path, error);
    }
  }
}
