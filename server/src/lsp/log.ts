/** The log that the editor shows, and messages that pop up once. */
import type { Connection } from "vscode-languageserver";

export class Log {
  readonly #connection: Connection;
  readonly #said = new Set<string>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  info(message: string): void {
    this.#connection.console.info(message);
  }

  /** Logs that something failed, with the file it was about. The same failure is logged once. */
  failure(what: string, about: string | undefined, error: unknown): void {
    const place = about === undefined ? "" : ` (${about})`;
    const message = `${what}${place} failed: ${errorText(error)}`;
    if (this.#isNew(message)) this.#connection.console.error(message);
  }

  /** Shows a warning the first time it is given, and logs it. */
  warnOnce(message: string): void {
    if (!this.#isNew(message)) return;
    this.#connection.console.warn(message);
    void this.#connection.sendNotification("window/showMessage", { type: 2, message });
  }

  /** Logs a warning the first time it is given. */
  noteOnce(message: string): void {
    if (this.#isNew(message)) this.#connection.console.warn(message);
  }

  /** Shows an error the first time it is given, and logs it. */
  errorOnce(message: string): void {
    if (!this.#isNew(message)) return;
    this.#connection.console.error(message);
    void this.#connection.sendNotification("window/showMessage", { type: 1, message });
  }

  /** A problem that went away is new when it comes back. */
  forget(message: string): void {
    this.#said.delete(message);
  }

  #isNew(message: string): boolean {
    if (this.#said.has(message)) return false;
    // A message may hold what a user types, so there is no end of different ones.
    if (this.#said.size >= maximumRemembered) this.#said.clear();
    this.#said.add(message);
    return true;
  }
}

const maximumRemembered = 500;

export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
