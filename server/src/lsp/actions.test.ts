import { type CodeAction, type WorkspaceEdit } from "vscode-languageserver";
import { afterEach, expect, test } from "vitest";
import { applyEdits } from "../ide/verified-fixes.ts";
import { LineIndex } from "../syntax/index.ts";
import { wrongArgument, wrongTags } from "./testing/pipelines.ts";
import { TestBackend } from "./testing/test-backend.ts";
import { pushCapabilities, TestClient, type TestClientOptions } from "./testing/test-client.ts";

const uri = "file:///project/pipeline.py";
const fixAllKind = "source.fixAll.shardlint";

const clients: TestClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.stop();
});

async function open(text: string, options: Partial<TestClientOptions> = {}): Promise<TestClient> {
  const client = await TestClient.start({ backend: new TestBackend(), ...options });
  clients.push(client);
  await client.open(uri, text);
  return client;
}

/** The text of the document after an edit of it alone. */
function applied(text: string, edit: WorkspaceEdit | undefined): string {
  const [change, ...others] = edit?.documentChanges ?? [];
  expect(others).toEqual([]);
  if (change === undefined || !("edits" in change)) throw new Error("There is no edit of a document.");
  expect(change.textDocument).toEqual({ uri, version: 1 });
  const lines = new LineIndex(text);
  const edits = change.edits.map((one) => {
    if (!("newText" in one)) throw new Error("The edit is no plain text.");
    const { range, newText } = one;
    return { location: { path: uri, start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) }, newText };
  });
  return applyEdits(text, edits);
}

function titled(actions: readonly CodeAction[], title: string): CodeAction {
  const found = actions.find((action) => action.title === title);
  if (found === undefined) throw new Error(`There is no ${title} among ${actions.map((one) => one.title).join(", ")}.`);
  return found;
}

test("fixes come with their edits, the documented one first and preferred", async () => {
  const editor = await open(wrongTags);
  const diagnostics = await editor.diagnostics(uri);
  const actions = await editor.codeActions(uri, wrongArgument, { only: ["quickfix"], diagnostics });
  expect(actions.map(({ title, kind, isPreferred }) => [title, kind, isPreferred])).toEqual([
    ["Pass the global tags as token_tags", "quickfix", true],
    ["Slice the tags to this rank's rows", "quickfix", false],
    ["Assert the rank-local length before the call", "quickfix", false],
    ["Suppress block-token-tags-length on this line", "quickfix", false],
  ]);
  expect(actions[0]?.diagnostics).toEqual(diagnostics);
  const fixed = applied(wrongTags, actions[0]?.edit);
  expect(fixed).toBe(wrongTags.replace("block_token_tags=tags", "token_tags=tags"));
  await editor.edit(uri, { text: fixed });
  expect(await editor.diagnostics(uri)).toEqual([]);
});

test("a cursor beside the finding is enough, and one elsewhere is not", async () => {
  const editor = await open(wrongTags);
  const { end } = wrongArgument;
  expect(await editor.codeActions(uri, { start: end, end }, { only: ["quickfix"] })).not.toEqual([]);
  const elsewhere = { line: 8, character: 5 };
  expect(await editor.codeActions(uri, { start: elsewhere, end: elsewhere }, { only: ["quickfix"] })).toEqual([]);
});

test("fix-all is computed when it is chosen", async () => {
  const twice = `${wrongTags}\n\ndef again(model):\n${wrongTags.split("\n").slice(7).join("\n")}`;
  const editor = await open(twice);
  expect(await editor.diagnostics(uri)).toHaveLength(2);
  const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const [action, ...others] = await editor.codeActions(uri, nowhere, { only: ["source.fixAll"] });
  expect(others).toEqual([]);
  expect(action).toMatchObject({ kind: fixAllKind });
  expect(action?.edit).toBeUndefined();
  const resolved = await editor.request<CodeAction>("codeAction/resolve", action);
  expect(applied(twice, resolved.edit)).toBe(twice.replaceAll("block_token_tags=tags", "token_tags=tags"));
});

test("fix-all is not computed for each move of the cursor", async () => {
  const editor = await open(wrongTags);
  const kinds = async (context: { triggerKind?: 1 | 2 }) =>
    new Set((await editor.codeActions(uri, wrongArgument, context)).map(({ kind }) => kind));
  expect(await kinds({ triggerKind: 2 })).toEqual(new Set(["quickfix"]));
  expect(await kinds({ triggerKind: 1 })).toEqual(new Set(["quickfix", fixAllKind]));
});

test("a client that resolves nothing gets whole edits", async () => {
  const editor = await open(wrongTags, { capabilities: pushCapabilities });
  await editor.take("textDocument/publishDiagnostics");
  const [action] = await editor.codeActions(uri, wrongArgument, { only: [fixAllKind] });
  expect(action?.edit).toEqual({
    changes: {
      [uri]: [{ range: { start: { line: 9, character: 22 }, end: { line: 9, character: 38 } }, newText: "token_tags" }],
    },
  });
});

test("a finding is suppressed on its line, in the comment that is there already", async () => {
  const text = wrongTags.replace(
    "block_token_tags=tags)",
    "block_token_tags=tags)  # shardlint: ignore[kv-block-size]",
  );
  const editor = await open(text);
  const actions = await editor.codeActions(uri, wrongArgument, { only: ["quickfix"] });
  const { edit } = titled(actions, "Suppress block-token-tags-length on this line");
  const suppressed = applied(text, edit);
  expect(suppressed).toContain("# shardlint: ignore[kv-block-size, block-token-tags-length]");
  await editor.edit(uri, { text: suppressed });
  expect(await editor.diagnostics(uri)).toMatchObject([{ code: "unused-suppression", severity: 4, tags: [1] }]);
});

test("commands of the editor are offered where the editor has them", async () => {
  const commands = ["shardlint.explain", "shardlint.openRulePage"];
  const editor = await open(wrongTags, { initializationOptions: { commands } });
  const actions = await editor.codeActions(uri, wrongArgument, { only: ["quickfix"] });
  expect(actions.flatMap(({ command }) => command ?? [])).toEqual([
    {
      title: "Explain block-token-tags-length",
      command: "shardlint.explain",
      arguments: [uri, wrongArgument.start, "block-token-tags-length"],
    },
    {
      title: "Open the page of block-token-tags-length",
      command: "shardlint.openRulePage",
      arguments: ["block-token-tags-length"],
    },
  ]);
});

test("hover tells what is known, and nothing where nothing is", async () => {
  const editor = await open(wrongTags);
  const hover = await editor.hover(uri, 8, 5);
  expect(hover?.range).toEqual({ start: { line: 8, character: 4 }, end: { line: 8, character: 8 } });
  expect(hover?.contents).toMatchObject({ kind: "markdown" });
  expect(JSON.stringify(hover?.contents)).toContain("Tensor[4096] int64");
  expect(await editor.hover(uri, 4, 0)).toBeNull();
});

test("an explanation has the derivation with links", async () => {
  const editor = await open(wrongTags);
  const explain = (line: number) =>
    editor.request("workspace/executeCommand", {
      command: "shardlint.server.explain",
      arguments: [uri, { line, character: 40 }, "block-token-tags-length"],
    });
  const text = await explain(9);
  expect(text).toContain("# block-token-tags-length");
  expect(text).toContain("[pipeline.py:9](file:///project/pipeline.py#L9)");
  expect(text).toContain("`ulysses_degree=2`");
  expect(await explain(2)).toBeNull();
});

test("debug information has versions, client, state and settings in force", async () => {
  const editor = await open(wrongTags, { settings: { "file:///project": { run: "onSave" } } });
  await editor.diagnostics(uri);
  const text = await editor.request("workspace/executeCommand", { command: "shardlint.server.debugInformation" });
  for (const expected of [
    "- version: 0.0.0",
    "- machine: memory",
    '"pullsDiagnostics": true',
    "### /project",
    '"run": "onSave"',
  ]) {
    expect(text).toContain(expected);
  }
});
