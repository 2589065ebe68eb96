/**
 * A language client in memory. It speaks the protocol over two streams, answers what servers ask clients, and keeps every
 * message of the server until the test has taken it.
 */
import { PassThrough } from "node:stream";
import { createConnection, type Connection, type InitializeResult, type WatchDog } from "vscode-languageserver";
import {
  type CodeAction,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type Hover,
  type ClientCapabilities,
  createProtocolConnection,
  createMessageConnection,
  type MessageConnection,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type CancellationToken,
  CancellationTokenSource,
} from "vscode-languageserver/node";
import type { Backend } from "../backend.ts";
import { startServer } from "../server.ts";

export interface TestClientOptions {
  readonly backend: Backend;
  readonly capabilities?: ClientCapabilities;
  /** URIs of workspace folders. */
  readonly folders?: readonly string[];
  readonly initializationOptions?: unknown;
  /** What the user has set, by the URI of the folder; "" is for files outside. */
  readonly settings?: Record<string, unknown>;
}

/** An editor that can do all that the server knows of. */
export const pullCapabilities: ClientCapabilities = {
  textDocument: {
    diagnostic: { dynamicRegistration: true, relatedInformation: true, codeDescriptionSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } },
      resolveSupport: { properties: ["edit"] },
      dataSupport: true,
    },
  },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
    workspaceEdit: { documentChanges: true },
  },
};

/** An older editor, which waits for diagnostics. */
export const pushCapabilities: ClientCapabilities = {
  textDocument: {
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
  },
};

interface ServerMessage {
  readonly method: string;
  readonly params: unknown;
}

const patience = 10_000;

export class TestClient {
  readonly connection: MessageConnection;
  readonly toServer: PassThrough;
  readonly settings: Record<string, unknown>;
  readonly exitCodes: number[] = [];
  capabilities: InitializeResult["capabilities"] = {};
  #exited: () => void = () => undefined;
  readonly #exit = new Promise<void>((resolve) => (this.#exited = resolve));
  readonly #messages: ServerMessage[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #versions = new Map<string, number>();

  static async start(options: TestClientOptions): Promise<TestClient> {
    const client = new TestClient(options);
    await client.#initialize(options);
    return client;
  }

  private constructor({ backend, settings = {} }: TestClientOptions) {
    this.settings = settings;
    this.toServer = new PassThrough();
    const fromServer = new PassThrough();
    const watchDog: WatchDog = {
      shutdownReceived: false,
      initialize: () => undefined,
      exit: (code) => {
        this.exitCodes.push(code);
        this.#exited();
      },
    };
    const server: Connection = createConnection(
      (logger) =>
        createProtocolConnection(new StreamMessageReader(this.toServer), new StreamMessageWriter(fromServer), logger),
      watchDog,
    );
    startServer(server, backend);
    this.connection = createMessageConnection(
      new StreamMessageReader(fromServer),
      new StreamMessageWriter(this.toServer),
    );
    this.connection.onNotification((method, params) => {
      this.#receive(method, params);
    });
    this.connection.onRequest((method, params) => this.#answer(method, params));
    this.connection.listen();
  }

  async #initialize(options: TestClientOptions): Promise<void> {
    const { capabilities = pullCapabilities, folders = ["file:///project"], initializationOptions } = options;
    const result = await this.request<InitializeResult>("initialize", {
      processId: null,
      rootUri: folders[0] ?? null,
      capabilities,
      workspaceFolders: folders.map((uri) => ({ uri, name: uri.slice(uri.lastIndexOf("/") + 1) })),
      ...(initializationOptions === undefined ? {} : { initializationOptions }),
    });
    this.capabilities = result.capabilities;
    await this.notify("initialized", {});
    const registers = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    if (!registers) return;
    const registered = new Set<string>();
    while (!registered.has("workspace/didChangeWatchedFiles")) {
      const { registrations } = (await this.take("client/registerCapability")) as {
        registrations: { method: string }[];
      };
      for (const { method } of registrations) registered.add(method);
    }
  }

  request<Answer>(method: string, params: unknown, token?: CancellationToken): Promise<Answer> {
    // An argument that is undefined would be sent as a parameter.
    return token === undefined
      ? this.connection.sendRequest<Answer>(method, params)
      : this.connection.sendRequest<Answer>(method, params, token);
  }

  /** Sends a request and cancels it at once. */
  cancelled(method: string, params: unknown): Promise<unknown> {
    const source = new CancellationTokenSource();
    const answer = this.request(method, params, source.token);
    source.cancel();
    return answer;
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  async open(uri: string, text: string): Promise<void> {
    this.#versions.set(uri, 1);
    await this.notify("textDocument/didOpen", { textDocument: { uri, languageId: "python", version: 1, text } });
  }

  /** Replaces ranges one after another; without a range, the whole text. Answers the new version. */
  async edit(uri: string, ...contentChanges: { range?: Range; text: string }[]): Promise<number> {
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    await this.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
    return version;
  }

  save(uri: string): Promise<void> {
    return this.notify("textDocument/didSave", { textDocument: { uri } });
  }

  close(uri: string): Promise<void> {
    return this.notify("textDocument/didClose", { textDocument: { uri } });
  }

  pull(uri: string, previousResultId?: string, token?: CancellationToken): Promise<DocumentDiagnosticReport> {
    const previous = previousResultId === undefined ? {} : { previousResultId };
    return this.request("textDocument/diagnostic", { textDocument: { uri }, ...previous }, token);
  }

  /** The diagnostics that a full report has. */
  async diagnostics(uri: string): Promise<readonly Diagnostic[]> {
    const report = await this.pull(uri);
    if (report.kind !== "full") throw new Error("The report says that nothing has changed.");
    return report.items;
  }

  codeActions(
    uri: string,
    range: Range,
    context: { only?: string[]; triggerKind?: 1 | 2; diagnostics?: readonly Diagnostic[] } = {},
  ): Promise<CodeAction[]> {
    return this.request("textDocument/codeAction", {
      textDocument: { uri },
      range,
      context: { diagnostics: [], ...context },
    });
  }

  hover(uri: string, line: number, character: number): Promise<Hover | null> {
    return this.request("textDocument/hover", { textDocument: { uri }, position: { line, character } });
  }

  /** Waits for a message of the server and takes it. */
  async take(method: string): Promise<unknown> {
    const end = Date.now() + patience;
    while (true) {
      const index = this.#messages.findIndex((message) => message.method === method);
      const [message] = index < 0 ? [] : this.#messages.splice(index, 1);
      if (message !== undefined) return message.params;
      await this.#nextMessage(end, method);
    }
  }

  /** Ends the server in good order. Throws if it said anything that the test did not take. */
  async stop(): Promise<void> {
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    await this.#exit;
    // What was sent before is on its way through a stream in memory.
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.connection.dispose();
    const left = this.#messages.map(({ method, params }) => `${method} ${JSON.stringify(params)}`);
    if (left.length > 0) throw new Error(`The server also said:\n${left.join("\n")}`);
  }

  #receive(method: string, params: unknown): void {
    this.#messages.push({ method, params });
    for (const wake of this.#waiting) wake();
  }

  #answer(method: string, params: unknown): unknown {
    if (method === "workspace/configuration") {
      const { items } = params as { items: { scopeUri?: string }[] };
      return items.map(({ scopeUri = "" }) => this.settings[scopeUri] ?? null);
    }
    this.#receive(method, params);
    return null;
  }

  #nextMessage(end: number, method: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        settle();
      };
      const wake = (): void => {
        done(resolve);
      };
      const timer = setTimeout(() => {
        const seen = this.#messages.map((message) => message.method).join(", ");
        done(() => {
          reject(new Error(`The server did not send ${method}. It sent: ${seen === "" ? "nothing" : seen}.`));
        });
      }, end - Date.now());
      this.#waiting.add(wake);
    });
  }
}
