/** Sends diagnostics to clients that do not ask for them. */
import type { Diagnostic } from "vscode-languageserver";
import type { OpenDocument } from "./documents.ts";
import type { Session } from "./session.ts";
import { settle, turn } from "./turn.ts";

export class Publisher {
  readonly #session: Session;
  /** In the order in which they are checked. */
  readonly #marked = new Set<OpenDocument>();
  readonly #published = new Map<string, string>();
  #running = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Has documents checked soon. Those marked again while they wait are checked once. */
  mark(documents: readonly OpenDocument[]): void {
    if (this.#session.client.pullsDiagnostics) return;
    for (const document of documents) this.#marked.add(document);
    if (!this.#running) void this.#run();
  }

  /** An edited document goes first; the others may depend on it. */
  markEdited(document: OpenDocument): void {
    this.mark([document, ...this.#session.documents.all()]);
  }

  /** Takes back what was published for a document that is closed. */
  clear(document: OpenDocument): void {
    this.#marked.delete(document);
    if (!this.#published.delete(document.uri)) return;
    this.#send(document.uri, undefined, []);
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      while (true) {
        // One document a turn, so that edits and requests are not kept waiting.
        await turn();
        const [document] = this.#marked;
        if (document === undefined) break;
        await this.#publish(document);
      }
    } finally {
      this.#running = false;
    }
  }

  async #publish(document: OpenDocument): Promise<void> {
    await settle(document);
    const project = await this.#session.folderOf(document.path).project();
    // It may have been closed, or checked by another turn, in the meantime.
    if (!this.#marked.delete(document) || project === undefined) return;
    const { resultId, items } = this.#session.checker.check(document.uri, project);
    const key = `${document.version} ${resultId}`;
    if (this.#published.get(document.uri) === key) return;
    this.#published.set(document.uri, key);
    this.#send(document.uri, document.version, items);
  }

  #send(uri: string, version: number | undefined, items: readonly Diagnostic[]): void {
    const { connection, log } = this.#session;
    const params = { uri, diagnostics: [...items], ...(version === undefined ? {} : { version }) };
    connection.sendDiagnostics(params).catch((error: unknown) => {
      log.failure("Publishing", uri, error);
    });
  }
}
