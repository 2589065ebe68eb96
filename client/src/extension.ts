/** Starts the server, starts it again, and offers the commands. Everything else is up to the server. */
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { copyDebugInformation } from "./debug-information.ts";
import { Explanations } from "./explanations.ts";
import { openRulePage } from "./rule-page.ts";
import { type ServerStatus, StatusItem, statusMethod } from "./status.ts";

/** What the extension calls of a client, whichever way its server is run. */
export type Client = Pick<
  BaseLanguageClient,
  "start" | "stop" | "dispose" | "needsStop" | "onNotification" | "sendRequest"
>;

const restart = "Restart";
const showLogs = "Show Logs";

export class Extension {
  readonly context: vscode.ExtensionContext;
  readonly log = vscode.window.createOutputChannel("Shardlint", { log: true });
  readonly status = new StatusItem();
  client: Client | undefined;
  readonly #createClient: (extension: Extension) => Promise<Client>;
  readonly #explanations = new Explanations();
  /** Starts and stops one after another. */
  #queue: Promise<void> = Promise.resolve();

  constructor(context: vscode.ExtensionContext, createClient: (extension: Extension) => Promise<Client>) {
    this.context = context;
    this.#createClient = createClient;
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

  /** Says that there is no server, and offers to try again. */
  giveUp(message: string): void {
    this.log.error(message);
    this.status.failed(message);
    void vscode.window.showErrorMessage(message, restart, showLogs).then((choice) => {
      if (choice === restart) void this.restart();
      if (choice === showLogs) this.log.show();
    });
  }

  async #start(): Promise<void> {
    this.status.starting();
    try {
      const client = await this.#createClient(this);
      this.client = client;
      client.onNotification(statusMethod, (status: ServerStatus) => {
        this.status.update(status);
      });
      await client.start();
    } catch (error) {
      this.log.error(error instanceof Error ? error : String(error));
      this.giveUp("The Shardlint server did not start.");
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
