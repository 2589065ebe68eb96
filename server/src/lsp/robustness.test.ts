import { afterEach, beforeEach, expect, test } from "vitest";
import { wrongTags } from "./testing/pipelines.ts";
import { TestBackend } from "./testing/test-backend.ts";
import { TestClient } from "./testing/test-client.ts";

const uri = "file:///project/pipeline.py";
let editor: TestClient;

beforeEach(async () => {
  editor = await TestClient.start({ backend: new TestBackend() });
  await editor.open(uri, wrongTags);
});

/** After whatever happened, the server finds what it found before, and ends in good order. */
afterEach(async () => {
  expect(await editor.diagnostics(uri)).toHaveLength(1);
  await editor.stop();
  expect(editor.exitCodes).toEqual([0]);
});

test("notifications without their parameters are logged", async () => {
  for (const method of ["textDocument/didOpen", "textDocument/didChange", "workspace/didChangeWatchedFiles"]) {
    await editor.notify(method, {});
    expect(await editor.take("window/logMessage")).toMatchObject({ type: 1 });
  }
});

test("requests without their parameters are answered", async () => {
  await expect(editor.request("textDocument/diagnostic", {})).rejects.toThrow();
  expect(await editor.take("window/logMessage")).toMatchObject({ type: 1 });
  expect(await editor.request("textDocument/hover", {})).toBeNull();
  expect(await editor.take("window/logMessage")).toMatchObject({ type: 1 });
  expect(await editor.request("textDocument/codeAction", {})).toEqual([]);
  expect(await editor.take("window/logMessage")).toMatchObject({ type: 1 });
  await expect(editor.request("workspace/executeCommand", { command: "no.such" })).rejects.toThrow("no.such");
  expect(await editor.take("window/logMessage")).toMatchObject({ type: 1 });
});

test("unknown requests are refused, unknown notifications ignored", async () => {
  await expect(editor.request("textDocument/noSuchThing", {})).rejects.toMatchObject({ code: -32601 });
  await editor.notify("$/noSuchThing", {});
});

test("messages that are none are logged and skipped", async () => {
  for (const body of ["null", "[]", '"text"', '{"jsonrpc":"2.0"}']) {
    editor.toServer.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    expect(await editor.take("window/logMessage")).toMatchObject({ type: 1 });
  }
});

test("bytes that are no message do not keep the server from reading on", async () => {
  for (const body of ["{", "\uFEFF{}", "\0"]) {
    editor.toServer.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
  await editor.diagnostics(uri);
  editor.toServer.write("GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
  await editor.diagnostics(uri);
});

test("edits of documents that are not open, and edits outside the text, do no harm", async () => {
  await editor.edit("file:///project/closed.py", { text: "x" });
  await editor.close("file:///project/closed.py");
  await editor.save("file:///project/closed.py");
  const far = { line: 1_000_000, character: 1_000_000 };
  await editor.edit(uri, { range: { start: far, end: far }, text: "\n# end" });
  await editor.edit(uri, { range: { start: far, end: { line: 0, character: 0 } }, text: wrongTags });
});

test("a document that is opened twice has the later text", async () => {
  await editor.open(uri, "x = 1\n");
  await editor.open(uri, wrongTags);
});

test("hostile texts are refused or checked, one like the other", async () => {
  const texts = [
    "(".repeat(50_000),
    "\0\uD800\r\r\n\t",
    "x = " + "9".repeat(10_000),
    "def f():\n" + " ".repeat(5_000_000),
  ];
  for (const [i, text] of texts.entries()) {
    const hostile = `file:///project/hostile-${i}.py`;
    await editor.open(hostile, text);
    expect(await editor.diagnostics(hostile)).toEqual([]);
    expect(await editor.hover(hostile, 0, 3)).toBeNull();
    await editor.close(hostile);
  }
});

test("many requests at once are all answered", async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? editor.pull(uri) : editor.hover(uri, 8, 5))),
  );
  expect(answers).toHaveLength(40);
});
