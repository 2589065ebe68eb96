/** The extension where extensions run in Node: the language server is a process of its own. */
import { LanguageClient, type LanguageClientOptions, TransportKind } from "vscode-languageclient/node";
import type { ExtensionContext } from "vscode";
import { Extension } from "./extension.ts";

let extension: Extension | undefined;

export function activate(context: ExtensionContext): void {
  extension = new Extension(context, (options) => createClient(context, options));
  // The server comes up while the editor goes on.
  void extension.start();
}

export function deactivate(): Promise<void> | undefined {
  return extension?.stop();
}

function createClient(context: ExtensionContext, options: LanguageClientOptions): LanguageClient {
  const module = context.asAbsolutePath("dist/server.js");
  const run = { module, transport: TransportKind.ipc };
  const debug = { ...run, options: { execArgv: ["--nolazy", "--inspect=6010"] } };
  return new LanguageClient("shardlint", "Shardlint", { run, debug }, options);
}
