/** The server as editors run it: a process that speaks over standard input and output. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "../../../scripts/lib/bundle.mjs";
import { testCache } from "../../../scripts/lib/paths.mjs";
import { wrongTags } from "./testing/pipelines.ts";
import { pullCapabilities } from "./testing/test-client.ts";

// Each test starts a process, on a machine that may be busy.
const folder = join(testCache, "language-server");
const program = join(folder, "node.mjs");
const started: ChildProcess[] = [];
let workspace: string;

beforeAll(async () => {
  await bundle({ entries: ["server/src/node.ts"], folder, format: "esm" });
  workspace = mkdtempSync(join(tmpdir(), "shardlint-process-"));
});

afterAll(() => {
  for (const server of started) server.kill();
  rmSync(workspace, { recursive: true, force: true });
});

interface Server {
  readonly connection: MessageConnection;
  readonly exit: Promise<number | null>;
  readonly child: ChildProcess;
}

async function start(): Promise<Server> {
  const child = spawn(process.execPath, [program, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  started.push(child);
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) => items.map(() => null));
  connection.onRequest("client/registerCapability", () => null);
  // A server that is killed in a test cannot answer.
  connection.onError(() => undefined);
  connection.listen();
  const uri = pathToFileURL(workspace).href;
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: "workspace" }],
    capabilities: pullCapabilities,
  });
  await connection.sendNotification("initialized", {});
  return { connection, exit, child };
}

async function findings({ connection }: Server): Promise<unknown> {
  const uri = pathToFileURL(join(workspace, "pipeline.py")).href;
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "python", version: 1, text: wrongTags },
  });
  return connection.sendRequest("textDocument/diagnostic", { textDocument: { uri } });
}

const found = { kind: "full", items: [{ code: "block-token-tags-length" }] };

test("a session from start to end", async () => {
  const server = await start();
  expect(await findings(server)).toMatchObject(found);
  await server.connection.sendRequest("shutdown");
  await server.connection.sendNotification("exit");
  expect(await server.exit).toBe(0);
});

test("the configuration file of the workspace is read", async () => {
  writeFileSync(join(workspace, "shardlint.toml"), '[severity]\nblock-token-tags-length = "hint"\n');
  const server = await start();
  expect(await findings(server)).toMatchObject({ items: [{ severity: 4 }] });
  rmSync(join(workspace, "shardlint.toml"));
  server.child.stdin?.end();
  // The client went away without a word.
  expect(await server.exit).toBe(1);
});

test("a killed server can be started again", async () => {
  const first = await start();
  first.child.kill("SIGKILL");
  expect(await first.exit).toBeNull();
  const second = await start();
  expect(await findings(second)).toMatchObject(found);
  await second.connection.sendNotification("exit");
  expect(await second.exit).toBe(1);
});
