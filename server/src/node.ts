/** The language server as a process: `--stdio`, `--node-ipc`, `--pipe=NAME` or `--socket=PORT` say how it is spoken to. */
import { setFlagsFromString } from "node:v8";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { nodeBackend } from "./lsp/node-backend.ts";
import { startServer } from "./lsp/server.ts";

// Where every keystroke makes garbage, a heap grows to several times what is in use. It is collected once it has grown by this.
setFlagsFromString("--heap-growing-percent=30");

const connection = createConnection(ProposedFeatures.all);

// Whatever slips through every other net is logged, and the server goes on.
process.on("uncaughtException", report);
process.on("unhandledRejection", report);

startServer(connection, nodeBackend());

function report(error: unknown): void {
  connection.console.error(`Unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}
