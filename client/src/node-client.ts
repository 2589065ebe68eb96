/** A client whose server is a process of its own. */
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { clientOptions } from "./client-options.ts";
import { CrashHandler } from "./crash-handler.ts";
import type { Extension } from "./extension.ts";

export function createClient(extension: Extension): LanguageClient {
  const module = extension.context.asAbsolutePath("dist/server.js");
  const run = { module, transport: TransportKind.ipc };
  const debug = { ...run, options: { execArgv: ["--nolazy", "--inspect=6010"] } };
  const crashes = new CrashHandler(extension);
  const options = clientOptions(extension.log, crashes);
  const client = new LanguageClient("shardlint", "Shardlint", { run, debug }, options);
  crashes.use(client.createDefaultErrorHandler());
  return client;
}
