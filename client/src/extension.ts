/** Starts the server, starts it again, and offers the commands. Everything else is up to the server. */
import * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { copyDebugInformation } from "./debug-information.ts";
import { CrashHandler } from "./crash-handler.ts";
import { Explanations } from "./explanations.ts";
import { clientOptions } from "./options.ts";
import { openRulePage } from "./rule-page.ts";
import { type ServerStatus, StatusItem, statusMethod } from "./status.ts";

/** What the extension calls of a client, whichever way its server is run. */
export type Client = Pick<
  BaseLanguageClient,
  "start" | "stop" | "dispose" | "needsStop" | "onNotification" | "sendRequest" | "createDefaultErrorHandler"
>;

export class Extension {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly status: StatusItem;
  client: Client | undefined;
  readonly #createClient: (options: LanguageClientOptions) => Client;
  readonly #explanations = new Explanations();
  /** Starts and stops one after another. */
  #queue: Promise<void> = Promise.resolve();

  constructor(context: vscode.ExtensionContext, createClient: (options: LanguageClientOptions) => Client) {
    this.context = context;
    this.#createClient = createClient;
    this.log = vscode.window.createOutputChannel("Shardlint", { log: true });
    this.status = new StatusItem();
    context.subscriptions.push(
      this.log,
      this.status,
      this.#explanations,
      this.#command("restart", () => this.restart()),
      this.#command("showLogs", () => {
        this.log.show();
      }),
      this.#command("showStatus", () => this.status.show()),
      this.#command("copyDebugInformation", () => copyDebugInformation(this)),
      this.#command("openRulePage", (rule) => openRulePage(context, rule)),
      this.#command("explain", (...parameters) => this.#explanations.show(this.client, parameters)),
    );
  }

  start(): Promise<void> {
    return this.#inTurn(() => this.#start());
  }

  stop(): Promise<void> {
    return this.#inTurn(() => this.#stop());
  }

  /** A new client, so that earlier crashes are forgotten. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  async #start(): Promise<void> {
    const crashes = new CrashHandler(this);
    const client = this.#createClient(clientOptions(this.log, crashes));
    this.client = client;
    crashes.use(client.createDefaultErrorHandler());
    client.onNotification(statusMethod, (status: ServerStatus) => {
      this.status.update(status);
    });
    this.status.starting();
    try {
      await client.start();
    } catch (error) {
      this.log.error(error instanceof Error ? error : String(error));
      crashes.tellGivenUp("The Shardlint server did not start.");
    }
  }

  async #stop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    this.status.stopped();
    try {
      if (client?.needsStop() === true) await client.stop();
      await client?.dispose();
    } catch (error) {
      this.log.warn(`The server did not stop in good order: ${String(error)}`);
    }
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(task);
    return this.#queue;
  }

  #command(name: string, run: (...parameters: unknown[]) => unknown): vscode.Disposable {
    return vscode.commands.registerCommand(`shardlint.${name}`, run);
  }
}
