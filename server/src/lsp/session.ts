/** The state of one connection, which every request shares. */
import type { Connection, InitializeParams, WorkspaceFolder } from "vscode-languageserver";
import { LineIndex } from "../syntax/index.ts";
import type { Backend, OpenedProject } from "./backend.ts";
import { Checker } from "./checker.ts";
import { type ClientFeatures, featuresOf, membersOf } from "./client-features.ts";
import { type OpenDocument, Documents } from "./documents.ts";
import { Folder } from "./folder.ts";
import { Log } from "./log.ts";
import { Publisher } from "./publisher.ts";
import { readSettings } from "./settings.ts";
import { StatusReporter } from "./status.ts";
import { pathOf, uriOf } from "./uris.ts";

export class Session {
  readonly connection: Connection;
  readonly backend: Backend;
  readonly log: Log;
  readonly documents = new Documents();
  readonly checker = new Checker(this);
  readonly publisher = new Publisher(this);
  readonly status = new StatusReporter(this);
  client: ClientFeatures = featuresOf({ capabilities: {} });
  /** Settings for a client that tells them unasked. */
  toldSettings: unknown = {};
  readonly #folders: Folder[] = [];
  readonly #outside = this.#createFolder(undefined);

  constructor(connection: Connection, backend: Backend) {
    this.connection = connection;
    this.backend = backend;
    this.log = new Log(connection);
  }

  start(params: InitializeParams): void {
    this.client = featuresOf(params);
    this.toldSettings = this.client.settings;
    for (const folder of foldersOf(params)) this.addFolder(folder.uri);
  }

  /** Every folder, and the one that stands for the files outside. */
  get folders(): readonly Folder[] {
    return [...this.#folders, this.#outside];
  }

  /** The innermost folder that holds a path. */
  folderOf(path: string): Folder {
    let found = this.#outside;
    for (const folder of this.#folders) {
      if (folder.path === undefined || !isInside(path, folder.path)) continue;
      if (folder.path.length >= (found.path?.length ?? 0)) found = folder;
    }
    return found;
  }

  /** Documents that lay outside, or in a folder around the new one, move into it. */
  addFolder(uri: string): void {
    if (this.#folders.some((folder) => folder.uri === uri)) return;
    this.#moveDocuments(() => this.#folders.push(this.#createFolder(uri)));
  }

  removeFolder(uri: string): void {
    const index = this.#folders.findIndex((folder) => folder.uri === uri);
    if (index < 0) return;
    this.#moveDocuments(() => {
      const [removed] = this.#folders.splice(index, 1);
      removed?.dispose();
    });
  }

  uriOf(path: string): string {
    return this.documents.at(path)?.uri ?? uriOf(path);
  }

  /** The lines of a file as the analysis has read it; undefined if there is no such file. */
  linesOf(path: string, project: OpenedProject): LineIndex | undefined {
    const document = this.documents.at(path);
    // The project of a folder around the document's own has read the file instead.
    if (document !== undefined && this.folderOf(path).opened === project) return document.lines;
    const text = project.engine.sources.text(path);
    return text === undefined ? undefined : new LineIndex(text);
  }

  /** Has every open document checked again. */
  refresh(): void {
    if (!this.client.pullsDiagnostics) {
      this.publisher.mark(this.documents.all());
    } else if (this.client.refreshesDiagnostics) {
      this.connection.languages.diagnostics.refresh().catch((error: unknown) => {
        this.log.failure("Asking for a refresh", undefined, error);
      });
    }
  }

  #moveDocuments(change: () => void): void {
    const before = new Map(this.documents.all().map((document) => [document, this.folderOf(document.path)]));
    change();
    for (const [document, old] of before) {
      const now = this.folderOf(document.path);
      if (now === old) continue;
      old.closeDocument(document.path);
      now.openDocument(document);
    }
  }

  #createFolder(uri: string | undefined): Folder {
    const path = uri === undefined ? undefined : pathOf(uri).replace(/(?<=.)\/+$/, "");
    const folder: Folder = new Folder({
      uri,
      path,
      open: () => this.#openProject(folder),
      documents: () => this.#documentsIn(folder),
      failed: (what, about, error) => {
        this.log.failure(what, about, error);
      },
    });
    return folder;
  }

  #documentsIn(folder: Folder): readonly OpenDocument[] {
    return this.documents.all().filter((document) => this.folderOf(document.path) === folder);
  }

  #openProject(folder: Folder): Promise<OpenedProject> {
    return this.status.during(async () => {
      try {
        const settings = await readSettings(this, folder);
        const opened = await this.backend.openProject({ root: folder.path, settings });
        for (const problem of opened.problems) this.log.warnOnce(problem);
        return opened;
      } catch (error) {
        this.log.errorOnce(error instanceof Error ? error.message : String(error));
        throw error;
      }
    });
  }
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

function foldersOf(params: InitializeParams): readonly Pick<WorkspaceFolder, "uri">[] {
  const { workspaceFolders } = params;
  if (workspaceFolders !== null && workspaceFolders !== undefined) return workspaceFolders;
  // Older clients know one folder only.
  const { rootUri } = membersOf(params);
  return typeof rootUri === "string" ? [{ uri: rootUri }] : [];
}
