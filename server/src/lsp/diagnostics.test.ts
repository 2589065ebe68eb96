import type { Diagnostic } from "vscode-languageserver";
import { afterEach, expect, test } from "vitest";
import type { FileReport } from "../ide/project.ts";
import { TestBackend } from "./testing/test-backend.ts";
import { pushCapabilities, TestClient, type TestClientOptions } from "./testing/test-client.ts";
import { tagLength, undecided, wrongArgument, wrongTags } from "./testing/pipelines.ts";

const uri = "file:///project/pipeline.py";

const nothingFound: FileReport = {
  findings: [],
  unusedSuppressions: [],
  unfinished: 0,
  refused: undefined,
  problems: [],
};

const clients: TestClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.stop();
});

function textOf(message: Diagnostic["message"] | undefined): string {
  return typeof message === "string" ? message : "";
}

async function start(options: Partial<TestClientOptions> = {}): Promise<TestClient> {
  const client = await TestClient.start({ backend: new TestBackend(), ...options });
  clients.push(client);
  return client;
}

test("a client that asks gets a finding with all that belongs to it", async () => {
  const editor = await start();
  await editor.open(uri, wrongTags);
  const [finding, ...others] = await editor.diagnostics(uri);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    range: wrongArgument,
    severity: 1,
    code: "block-token-tags-length",
    source: "shardlint",
    codeDescription: {
      href: "https://github.com/shardlint/shardlint/blob/main/docs/rules/block-token-tags-length.md",
    },
  });
  const [what, runtime, ...more] = textOf(finding?.message).split("\n\n");
  expect(what).toContain("1024");
  expect(runtime).toBe(
    "At run time: ValueError: block_token_tags must cover the rank-local packed sequence (1024), got 4096.",
  );
  expect(more).toEqual([]);
  expect(finding?.relatedInformation).toContainEqual({
    location: { uri, range: { start: { line: 3, character: 0 }, end: { line: 3, character: 86 } } },
    message: "ulysses_degree=2 and ring_degree=2 are set here",
  });
});

test("a client that waits gets each version", async () => {
  const editor = await start({ capabilities: pushCapabilities });
  await editor.open(uri, wrongTags);
  expect(await editor.take("textDocument/publishDiagnostics")).toMatchObject({
    uri,
    version: 1,
    diagnostics: [{ range: wrongArgument, code: "block-token-tags-length" }],
  });
  await editor.edit(uri, { range: tagLength, text: "1024" });
  expect(await editor.take("textDocument/publishDiagnostics")).toEqual({ uri, version: 2, diagnostics: [] });
  await editor.close(uri);
  expect(await editor.take("textDocument/publishDiagnostics")).toEqual({ uri, diagnostics: [] });
});

test("keystrokes that come together are published once", async () => {
  const editor = await start({ capabilities: pushCapabilities });
  await editor.open(uri, wrongTags);
  await editor.take("textDocument/publishDiagnostics");
  for (let i = 0; i < 20; i++)
    void editor.edit(uri, { range: { start: tagLength.start, end: tagLength.start }, text: "1" });
  let last: { version: number };
  let count = 0;
  do {
    last = (await editor.take("textDocument/publishDiagnostics")) as { version: number };
    count++;
  } while (last.version < 21);
  expect(count).toBeLessThan(4);
});

test("an edit changes the answer, and what says the same is not sent again", async () => {
  const editor = await start();
  await editor.open(uri, wrongTags);
  const first = await editor.pull(uri);
  expect(first).toMatchObject({ kind: "full" });
  expect(await editor.pull(uri, first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });

  await editor.edit(uri, {
    range: { start: { line: 11, character: 0 }, end: { line: 11, character: 0 } },
    text: "# end\n",
  });
  expect(await editor.pull(uri, first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });

  await editor.edit(uri, { range: tagLength, text: "1024" });
  const second = await editor.pull(uri, first.resultId);
  expect(second).toMatchObject({ kind: "full", items: [] });
  expect(second.resultId).not.toBe(first.resultId);
});

test("edits of one notification are applied in order, in UTF-16 columns", async () => {
  const editor = await start();
  await editor.open(uri, wrongTags.replace("import torch\n", "import torch  # 🚀 é\n"));
  const at = (line: number, character: number) => ({ start: { line, character }, end: { line, character } });
  await editor.edit(
    uri,
    { range: at(0, 18), text: "🚀" },
    { range: at(0, 20), text: "\r\n# x" },
    { range: at(0, 0), text: "\n" },
  );
  const [finding] = await editor.diagnostics(uri);
  expect(finding?.range).toEqual({
    start: { line: wrongArgument.start.line + 2, character: 39 },
    end: { line: wrongArgument.end.line + 2, character: 43 },
  });
  await editor.edit(uri, { text: wrongTags });
  expect((await editor.diagnostics(uri))[0]?.range).toEqual(wrongArgument);
});

test("a finding on a line with wide characters has UTF-16 columns", async () => {
  const editor = await start();
  await editor.open(uri, wrongTags.replace("return model(", 'return ("🚀🚀", model)[1]('));
  const [finding] = await editor.diagnostics(uri);
  // Whether this call is understood is not the question here, so long as a finding stands on the argument.
  if (finding !== undefined)
    expect(finding.range.start.character).toBe(39 + '("🚀🚀", model)[1]'.length - "model".length);
});

test("an unsaved document and a file outside the workspace are checked too", async () => {
  const editor = await start();
  for (const other of ["untitled:Untitled-1", "file:///elsewhere/a%20b.py"]) {
    await editor.open(other, wrongTags);
    const [finding] = await editor.diagnostics(other);
    expect(finding?.relatedInformation?.[0]?.location.uri).toBe(other);
  }
});

test("documents of other languages are left alone", async () => {
  const editor = await start();
  await editor.notify("textDocument/didOpen", {
    textDocument: { uri: "file:///project/notes.md", languageId: "markdown", version: 1, text: wrongTags },
  });
  expect(await editor.diagnostics("file:///project/notes.md")).toEqual([]);
});

test("a cancelled request is answered as cancelled, never with an empty list", async () => {
  const backend = new TestBackend();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const open = backend.openProject.bind(backend);
  backend.openProject = async (request) => {
    await held;
    return open(request);
  };
  const editor = await start({ backend });
  await editor.open(uri, wrongTags);
  const answer = editor.request("textDocument/diagnostic", { textDocument: { uri } });
  const cancelled = editor.cancelled("textDocument/diagnostic", { textDocument: { uri } });
  release();
  await expect(cancelled).rejects.toMatchObject({ code: -32800 });
  expect(await answer).toMatchObject({ kind: "full", items: [{ code: "block-token-tags-length" }] });
});

test("a file whose check fails keeps its findings, and the others are checked", async () => {
  const backend = new TestBackend();
  let broken = false;
  backend.adapt = (opened) => ({
    ...opened,
    engine: {
      ...opened.engine,
      check(path) {
        if (broken && path.endsWith("pipeline.py")) throw new Error("a mistake of ours");
        return opened.engine.check(path);
      },
    },
  });
  const editor = await start({ backend });
  await editor.open(uri, wrongTags);
  const before = await editor.pull(uri);
  broken = true;
  await editor.edit(uri, { range: tagLength, text: "4095" });
  expect(await editor.pull(uri, before.resultId)).toEqual({ kind: "unchanged", resultId: before.resultId });
  const logged = (await editor.take("window/logMessage")) as { message: string; type: number };
  expect(logged.type).toBe(1);
  expect(logged.message).toContain("/project/pipeline.py");
  expect(logged.message).toContain("a mistake of ours");

  await editor.open("file:///project/other.py", wrongTags);
  expect(await editor.diagnostics("file:///project/other.py")).toHaveLength(1);
});

test("a change of another file, on disk or in an editor, is seen", async () => {
  const backend = new TestBackend({ "/project/sizes.py": "TAGS = 4096\n" });
  const editor = await start({ backend });
  const text = wrongTags
    .replace("torch.zeros(4096, dtype", "torch.zeros(TAGS, dtype")
    .replace("import torch\n", "import torch\nfrom sizes import TAGS\n");
  await editor.open(uri, text);
  const [finding] = await editor.diagnostics(uri);
  expect(finding?.relatedInformation?.map(({ location }) => location.uri)).toContain("file:///project/sizes.py");

  backend.files.set("/project/sizes.py", "TAGS = 1024\n");
  await editor.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: "file:///project/sizes.py", type: 2 }] });
  await editor.take("workspace/diagnostic/refresh");
  expect(await editor.diagnostics(uri)).toEqual([]);

  await editor.open("file:///project/sizes.py", "TAGS = 512\n");
  expect(await editor.diagnostics(uri)).toHaveLength(1);
});

test("settings take effect at once", async () => {
  const settings: Record<string, unknown> = { "file:///project": { launch: { ulysses_degree: 2, ring_degree: 1 } } };
  const editor = await start({ settings });
  await editor.open(uri, undecided);
  expect(await editor.diagnostics(uri)).toEqual([]);

  settings["file:///project"] = { launch: { ulysses_degree: 4, ring_degree: 1 } };
  await editor.notify("workspace/didChangeConfiguration", { settings: null });
  expect(await editor.diagnostics(uri)).toMatchObject([{ code: "block-token-tags-length", severity: 1 }]);
  await editor.take("workspace/diagnostic/refresh");

  settings["file:///project"] = {
    launch: { ulysses_degree: 4, ring_degree: 1 },
    severity: { "block-token-tags-length": "hint" },
  };
  await editor.notify("workspace/didChangeConfiguration", { settings: null });
  expect(await editor.diagnostics(uri)).toMatchObject([{ severity: 4 }]);
  await editor.take("workspace/diagnostic/refresh");

  settings["file:///project"] = { run: "off" };
  await editor.notify("workspace/didChangeConfiguration", { settings: null });
  await editor.take("workspace/diagnostic/refresh");
  expect(await editor.diagnostics(uri)).toEqual([]);
});

test("a client that answers no questions tells its settings", async () => {
  const editor = await start({
    capabilities: pushCapabilities,
    initializationOptions: { settings: { launch: { ulysses_degree: 2, ring_degree: 1 } } },
  });
  await editor.open(uri, undecided);
  expect(await editor.take("textDocument/publishDiagnostics")).toMatchObject({ diagnostics: [] });
  await editor.notify("workspace/didChangeConfiguration", {
    settings: { shardlint: { launch: { ulysses_degree: 4, ring_degree: 1 } } },
  });
  expect(await editor.take("textDocument/publishDiagnostics")).toMatchObject({
    version: 1,
    diagnostics: [{ code: "block-token-tags-length" }],
  });
});

test("with run onSave a file is checked when it is opened and saved", async () => {
  const editor = await start({ settings: { "file:///project": { run: "onSave" } } });
  await editor.open(uri, wrongTags);
  const opened = await editor.pull(uri);
  expect(opened).toMatchObject({ items: [{ code: "block-token-tags-length" }] });
  await editor.edit(uri, { range: tagLength, text: "1024" });
  expect(await editor.pull(uri, opened.resultId)).toEqual({ kind: "unchanged", resultId: opened.resultId });
  await editor.save(uri);
  await editor.take("workspace/diagnostic/refresh");
  expect(await editor.pull(uri, opened.resultId)).toMatchObject({ kind: "full", items: [] });
});

test("configuration files are read, watched, and complained about once", async () => {
  const backend = new TestBackend({ "/project/shardlint.toml": "[launch]\nulysses_degree = 2\n" });
  const editor = await start({ backend });
  await editor.open(uri, undecided);
  expect(await editor.diagnostics(uri)).toEqual([]);

  const change = { changes: [{ uri: "file:///project/shardlint.toml", type: 2 }] };
  backend.files.set("/project/shardlint.toml", "[launch]\nulysses_degree = 4\nring = 1\n");
  await editor.notify("workspace/didChangeWatchedFiles", change);
  await editor.take("workspace/diagnostic/refresh");
  expect(await editor.diagnostics(uri)).toHaveLength(1);
  const shown = (await editor.take("window/showMessage")) as { message: string; type: number };
  expect(shown).toMatchObject({ type: 2 });
  expect(shown.message).toContain("/project/shardlint.toml:3: ");
  expect(await editor.take("window/logMessage")).toEqual(shown);

  await editor.notify("workspace/didChangeWatchedFiles", change);
  await editor.take("workspace/diagnostic/refresh");
});

test("each workspace folder has its own settings, and folders come and go", async () => {
  const first = "file:///first";
  const second = "file:///second";
  const launch = (degree: number) => ({ launch: { ulysses_degree: degree, ring_degree: 1 } });
  const editor = await start({
    folders: [first, second],
    settings: { [first]: launch(2), [second]: launch(4), [`${first}/inner`]: launch(8), "": launch(2) },
  });
  for (const folder of [first, second, `${first}/inner`]) await editor.open(`${folder}/a.py`, undecided);
  expect(await editor.diagnostics(`${first}/a.py`)).toEqual([]);
  expect(await editor.diagnostics(`${second}/a.py`)).toHaveLength(1);
  expect(await editor.diagnostics(`${first}/inner/a.py`)).toEqual([]);

  const event = { added: [{ uri: `${first}/inner`, name: "inner" }], removed: [{ uri: second, name: "second" }] };
  await editor.notify("workspace/didChangeWorkspaceFolders", { event });
  await editor.take("workspace/diagnostic/refresh");
  expect(await editor.diagnostics(`${second}/a.py`)).toEqual([]);
  expect(await editor.diagnostics(`${first}/inner/a.py`)).toHaveLength(1);
  await editor.edit(`${first}/inner/a.py`, {
    range: { start: { line: 5, character: 23 }, end: { line: 5, character: 27 } },
    text: "512",
  });
  expect(await editor.diagnostics(`${first}/inner/a.py`)).toEqual([]);
});

test("each workspace folder has its own launches and modules", async () => {
  const program = `import argparse
import torch
from sizes import LENGTH
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel

def main(model):
    parser = argparse.ArgumentParser()
    parser.add_argument("--ulysses", type=int)
    args = parser.parse_args()
    initialize_model_parallel(sequence_parallel_degree=args.ulysses, ulysses_degree=args.ulysses, ring_degree=1)
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(LENGTH, dtype=torch.long))
`;
  const inRoot = (root: string, degree: number, length: number): Record<string, string> => ({
    [`${root}/main.py`]: program,
    [`${root}/sizes.py`]: `LENGTH = ${length}\n`,
    [`${root}/run.sh`]: `source env.sh\npython main.py --ulysses $SP\n`,
    [`${root}/env.sh`]: `SP=${degree}\n`,
  });
  const files = { ...inRoot("/a", 2, 2048), ...inRoot("/b", 4, 2048), ...inRoot("/b/inner", 8, 512) };
  const editor = await start({
    backend: new TestBackend(files),
    folders: ["file:///a", "file:///b", "file:///b/inner"],
  });
  const messages = async (root: string): Promise<(string | undefined)[]> => {
    await editor.open(`file://${root}/main.py`, program);
    return (await editor.diagnostics(`file://${root}/main.py`)).map(({ message }) => textOf(message).split("\n")[0]);
  };
  expect(await messages("/a")).toEqual([]);
  expect(await messages("/b")).toEqual([
    "block_token_tags has 2048 rows, but each rank's packed sequence has 1024 (4096 // (ulysses 4 * ring 1)). Make them cover this rank's rows.",
  ]);
  expect(await messages("/b/inner")).toEqual([]);
});

test("without its grammar the server answers, and says once what is missing", async () => {
  const backend = new TestBackend();
  backend.failure = "The grammar is not at /nowhere. Install Shardlint again.";
  const editor = await start({ backend, initializationOptions: { status: true } });
  await editor.open(uri, wrongTags);
  expect(await editor.diagnostics(uri)).toEqual([]);
  expect(await editor.hover(uri, 9, 40)).toBeNull();
  expect(await editor.codeActions(uri, wrongArgument)).toEqual([]);
  expect(await editor.take("window/showMessage")).toEqual({ type: 1, message: backend.failure });
  expect(await editor.take("window/logMessage")).toEqual({ type: 1, message: backend.failure });
  let status: { state: string };
  do status = (await editor.take("shardlint/status")) as { state: string };
  while (status.state !== "failed");
  expect(status).toMatchObject({ problem: backend.failure });
});

test("the status counts findings and names files that are not checked to the end", async () => {
  const backend = new TestBackend();
  backend.adapt = (opened) => ({
    ...opened,
    engine: {
      ...opened.engine,
      check: (path) => ({ ...(opened.engine.check(path) ?? nothingFound), unfinished: 2 }),
    },
  });
  const editor = await start({ backend, initializationOptions: { status: true } });
  await editor.open(uri, wrongTags);
  await editor.diagnostics(uri);
  let status: { findings: number };
  do status = (await editor.take("shardlint/status")) as { findings: number };
  while (status.findings === 0);
  expect(status).toEqual({
    state: "ready",
    findings: 1,
    files: [{ uri, remark: "2 functions were not checked to the end: the time ran out" }],
  });
  await editor.close(uri);
  expect(await editor.take("shardlint/status")).toEqual({ state: "ready", findings: 0, files: [] });
});

test("capabilities follow those of the client", async () => {
  const editor = await start();
  expect(editor.capabilities).toMatchObject({
    positionEncoding: "utf-16",
    textDocumentSync: { openClose: true, change: 2, save: { includeText: false } },
    diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
    codeActionProvider: { codeActionKinds: ["quickfix", "source.fixAll.shardlint"], resolveProvider: true },
    hoverProvider: true,
  });
  const older = await start({ capabilities: pushCapabilities });
  expect(older.capabilities.diagnosticProvider).toBeUndefined();
  expect(older.capabilities.codeActionProvider).toMatchObject({ resolveProvider: false });
  const oldest = await start({ capabilities: {} });
  expect(oldest.capabilities.codeActionProvider).toBeUndefined();
});

test("a launch file that cannot be read says so where it is broken, until it is mended", async () => {
  const script = "file:///project/run.sh";
  const text = "if a; then\n  python pipeline.py\n";
  const editor = await start({ backend: new TestBackend({ "/project/run.sh": text }) });
  await editor.open(script, text);
  expect(await editor.diagnostics(script)).toEqual([
    {
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 2 } },
      severity: 3,
      code: "unreadable",
      source: "shardlint",
      message: 'This "if" has no "fi". Until it is mended, what the script starts is not known for sure.',
    },
  ]);
  await editor.edit(script, {
    range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } },
    text: "fi\n",
  });
  expect(await editor.diagnostics(script)).toEqual([]);
});

test("a configuration that cannot be read is named where a command names it", async () => {
  const script = "file:///project/serve.sh";
  const text = "sglang serve --config h3.yaml --num-gpus 8\n";
  const files = { "/project/serve.sh": text, "/project/h3.yaml": "num_gpus: [\n" };
  const editor = await start({ backend: new TestBackend(files) });
  await editor.open(script, text);
  const [problem, ...others] = await editor.diagnostics(script);
  expect(others).toEqual([]);
  expect(problem?.range).toEqual({ start: { line: 0, character: 22 }, end: { line: 0, character: 29 } });
  expect(textOf(problem?.message)).toContain("h3.yaml: This is not YAML: ");
});

test("a configuration that cannot be read is told of in the log if what names it is not open, once", async () => {
  const serve = "sglang serve --config h3.yaml --num-gpus 8\n";
  const backend = new TestBackend({
    ...{ "/project/serve.sh": serve, "/project/again.sh": serve, "/project/h3.yaml": "\nnum_gpus: [\n" },
    "/project/run.sh": "python pipeline.py\n",
  });
  const editor = await start({ backend });
  await editor.open(uri, undecided);
  await editor.diagnostics(uri);
  expect(await editor.take("window/logMessage")).toEqual({
    type: 2,
    message: expect.stringMatching(
      /^h3\.yaml:3: This is not YAML: .* Until it is mended, what the file says is not used\.$/,
    ) as unknown,
  });
  await editor.edit(uri, { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: "\n" });
  await editor.diagnostics(uri);
});

test("a launch file that cannot be read and is not open is told of in the log, once", async () => {
  const backend = new TestBackend({
    "/project/run.sh": "\nif a; then\n  python pipeline.py\n",
    "/project/right.sh": "python pipeline.py\n",
  });
  const editor = await start({ backend });
  await editor.open(uri, undecided);
  await editor.diagnostics(uri);
  expect(await editor.take("window/logMessage")).toEqual({
    type: 2,
    message: 'run.sh:2: This "if" has no "fi". Until it is mended, what the script starts is not known for sure.',
  });
  await editor.edit(uri, { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: "\n" });
  await editor.diagnostics(uri);
});
