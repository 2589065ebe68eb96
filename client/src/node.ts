/** The extension where extensions run in Node. */
import type { ExtensionContext } from "vscode";
import { Extension } from "./extension.ts";

let extension: Extension | undefined;

export function activate(context: ExtensionContext): void {
  // The client is most of the code. It is loaded when the editor has gone on, and so is the server.
  extension = new Extension(context, async (created) => (await import("./node-client.ts")).createClient(created));
  setImmediate(() => void extension?.start());
}

export function deactivate(): Promise<void> | undefined {
  return extension?.stop();
}
