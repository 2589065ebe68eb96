/** What happens when the server dies: it is started again, until it has died too often. */
import { CloseAction, type CloseHandlerResult, ErrorAction, type ErrorHandler } from "vscode-languageclient";
import type { Extension } from "./extension.ts";

export class CrashHandler implements ErrorHandler {
  readonly #extension: Extension;
  #usual: ErrorHandler | undefined;

  constructor(extension: Extension) {
    this.#extension = extension;
  }

  /** Counts crashes. It belongs to a client, which needs a handler before it exists. */
  use(usual: ErrorHandler): void {
    this.#usual = usual;
  }

  error(...parameters: Parameters<ErrorHandler["error"]>): ReturnType<ErrorHandler["error"]> {
    return this.#usual?.error(...parameters) ?? { action: ErrorAction.Continue };
  }

  async closed(): Promise<CloseHandlerResult> {
    const result = (await this.#usual?.closed()) ?? { action: CloseAction.DoNotRestart };
    if (result.action === CloseAction.Restart) {
      this.#extension.log.warn("The server ended unexpectedly. It is started again.");
      this.#extension.status.starting();
    } else {
      this.#extension.giveUp("The Shardlint server crashed too often, so it was not started again.");
    }
    return { ...result, handled: true };
  }
}
