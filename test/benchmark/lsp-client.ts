/** A language client that times its servers: it speaks the protocol over the standard streams of a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type ClientCapabilities,
  createMessageConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import type { Edit } from "./edits.ts";
import type { Memory, Question } from "./probe.ts";
import type { Delivery, Server } from "./subjects.ts";

const patience = 120_000;

const capabilities: Readonly<Record<Delivery, ClientCapabilities>> = {
  pull: {
    textDocument: {
      synchronization: { didSave: true },
      diagnostic: { dynamicRegistration: true, relatedInformation: true, codeDescriptionSupport: true },
    },
    workspace: { configuration: true, workspaceFolders: true, diagnostics: { refreshSupport: true } },
  },
  push: {
    textDocument: { publishDiagnostics: { versionSupport: true, relatedInformation: true } },
    workspace: { configuration: true, workspaceFolders: true },
  },
};

export interface ClientOptions {
  readonly server: Server;
  /** The workspace folder. */
  readonly folder: string;
  readonly probe: string;
  /** Lets the probe collect garbage. */
  readonly collects?: boolean;
}

interface Document {
  readonly uri: string;
  version: number;
  previousResult: string | undefined;
  diagnostics: readonly Diagnostic[];
}

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: Diagnostic[];
}

const running = new Set<ChildProcess>();

/** Ends every server that is still there, such as after a failure. */
export function endServers(): void {
  for (const child of running) child.kill("SIGKILL");
}

export class LanguageClient {
  readonly #process: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #delivery: Delivery;
  #document: Document | undefined;
  #published: Published | undefined;
  #whenPublished: (() => void) | undefined;

  /** Starts a server and waits until it is initialized. */
  static async start(options: ClientOptions): Promise<LanguageClient> {
    const client = new LanguageClient(options);
    const uri = pathToFileURL(options.folder).href;
    await client.#connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      capabilities: capabilities[client.#delivery],
      workspaceFolders: [{ uri, name: basename(options.folder) }],
    });
    await client.#connection.sendNotification("initialized", {});
    return client;
  }

  private constructor({ server, folder, probe, collects = false }: ClientOptions) {
    const node = [...(server.node ?? []), ...(collects ? ["--expose-gc"] : []), "--require", probe];
    const child = spawn(process.execPath, [...node, ...server.command], {
      cwd: folder,
      stdio: ["pipe", "pipe", "ignore", "ipc"],
    });
    if (child.stdout === null || child.stdin === null) throw new Error(`${server.name} has no standard streams.`);
    this.#process = child;
    running.add(child);
    child.once("exit", () => running.delete(child));
    this.#delivery = server.delivery;
    this.#connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    this.#connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) => items.map(() => null));
    this.#connection.onRequest(() => null);
    this.#connection.onNotification("textDocument/publishDiagnostics", (published: Published) => {
      this.#published = published;
      this.#whenPublished?.();
    });
    this.#connection.listen();
  }

  /** What the server says of the document as it is now. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#document?.diagnostics ?? [];
  }

  /** Opens a document, the only one from now on, and waits for its diagnostics. */
  async open(path: string, text: string): Promise<void> {
    const uri = pathToFileURL(path).href;
    const document = { uri, version: 1, previousResult: undefined, diagnostics: [] };
    this.#document = document;
    await this.#connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "python", version: 1, text },
    });
    await this.#receive(document);
  }

  /** Makes an edit, waits for the diagnostics that take it into account, and answers how many milliseconds that took. */
  async edit({ range, text }: Edit): Promise<number> {
    const document = this.#document;
    if (document === undefined) throw new Error("No document is open.");
    const start = performance.now();
    document.version++;
    await this.#connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: document.uri, version: document.version },
      contentChanges: [{ range, text }],
    });
    await this.#receive(document);
    return performance.now() - start;
  }

  async memory(question: Question): Promise<Memory> {
    const answer = once(this.#process, "message", { signal: AbortSignal.timeout(patience) });
    this.#process.send(question);
    const [memory] = (await answer) as [Memory];
    return memory;
  }

  async stop(): Promise<void> {
    const ended = this.#process.exitCode !== null ? undefined : once(this.#process, "exit");
    try {
      await this.#connection.sendRequest("shutdown");
      await this.#connection.sendNotification("exit");
    } finally {
      const timer = setTimeout(() => this.#process.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(timer);
      this.#connection.dispose();
    }
  }

  async #receive(document: Document): Promise<void> {
    if (this.#delivery === "pull") await this.#pull(document);
    else await this.#waitForPublished(document);
  }

  async #pull(document: Document): Promise<void> {
    const report = await this.#ask(document);
    document.previousResult = report.resultId;
    if (report.kind === "full") document.diagnostics = report.items;
  }

  async #ask(document: Document): Promise<DocumentDiagnosticReport> {
    const { uri, previousResult } = document;
    const question = {
      textDocument: { uri },
      ...(previousResult === undefined ? {} : { previousResultId: previousResult }),
    };
    while (true) {
      try {
        return await this.#connection.sendRequest<DocumentDiagnosticReport>("textDocument/diagnostic", question);
      } catch (error) {
        // A server may put a question off, and is asked again as an editor would.
        if (!(error instanceof ResponseError) || error.code !== serverCancelled) throw error;
      }
    }
  }

  async #waitForPublished(document: Document): Promise<void> {
    const isNew = (): boolean =>
      this.#published?.uri === document.uri && (this.#published.version ?? 0) >= document.version;
    while (!isNew()) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`No diagnostics came for version ${document.version}.`));
        }, patience);
        this.#whenPublished = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    document.diagnostics = this.#published?.diagnostics ?? [];
  }
}

/** The protocol's error code for a request that the server gave up and the client may repeat. */
const serverCancelled = -32802;
