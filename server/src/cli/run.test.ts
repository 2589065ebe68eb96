/** The command line as a whole, on real files with the real analysis. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { folderWith, shardlint } from "./test-support.ts";

const mistake = `import torch
from flash_attn.cute.block_sparsity import infer_block_sparse_expected_shapes

shapes = infer_block_sparse_expected_shapes(
    tensors, batch_size=1, num_head=8, seqlen_q=4096, seqlen_k=4096, m_block_size=128, n_block_size=128,
    q_stage=1, context="", sparse_block_size_kv=64,
)
`;
const pinned = ["--library", "flash-attn-4=4.0.0b27"];
const line =
  "a.py:6:49: error: The mask's KV block size is 64, but the kernel needs a multiple of 128 (n_block_size). Pass the same size. [kv-block-size]\n";

test("findings are told, and decide on the exit status", async () => {
  const folder = folderWith({ "a.py": mistake, "b.py": "x = 1\n" });
  const check = (...words: string[]) => shardlint(folder, ["check", "--output-format", "concise", ...pinned, ...words]);
  expect(await check()).toEqual({ status: 1, out: line, err: "" });
  expect(await check("b.py")).toEqual({ status: 0, out: "", err: "" });
  expect((await check("--fail-on", "never")).status).toBe(0);
  expect((await check("--severity", "kv-block-size=information")).status).toBe(0);
  expect((await check("--severity", "kv-block-size=information", "--fail-on", "information")).status).toBe(1);
  expect(await check("--ignore", "kv-block-size")).toEqual({ status: 0, out: "", err: "" });
  expect(await check("--select", "block-token-tags-length")).toEqual({ status: 0, out: "", err: "" });
});

test("text on standard output, or in a file", async () => {
  const folder = folderWith({ "a.py": mistake });
  const { out } = await shardlint(folder, ["check", ...pinned]);
  expect(out.split("\n").slice(0, 4)).toEqual([
    line.trimEnd(),
    '  6 |     q_stage=1, context="", sparse_block_size_kv=64,',
    "    |                                                 ^^",
    "  at run time: ValueError: Block sparse tensors require BLOCK_SIZE_KV to be a multiple of 128.",
  ]);
  expect(out).toMatch(/\n {2}fix: .* \(--fix does it\)\n\nFound 1 error in 1 file\.\n$/);
  expect(await shardlint(folder, ["check", ...pinned, "--output-file", "o.txt"])).toEqual({
    status: 1,
    out: "",
    err: "",
  });
  expect(readFileSync(`${folder}/o.txt`, "utf8")).toBe(out);
});

test("what cannot be read is told, and the others are checked", async () => {
  const folder = folderWith({
    "a.py": mistake,
    "latin.py": Buffer.from(`${mistake}# \xE9`, "latin1"),
    "large.py": `${mistake}${"#".repeat(5_000_000)}`,
    "nul.py": "a\0b",
    "empty.py": "",
    "harmless.py": Buffer.from("# \xE9", "latin1"),
  });
  const { status, out, err } = await shardlint(folder, [
    "check",
    "--output-format",
    "concise",
    ...pinned,
    ".",
    "none.py",
    "harmless.py",
  ]);
  expect(status).toBe(2);
  expect(out).toBe(line);
  expect(err.split("\n").sort()).toEqual([
    "",
    "harmless.py: The file is not UTF-8 (line 1). Save it as UTF-8.",
    "large.py: The file has more than 4,000,000 characters and was not checked. Exclude it, or split it.",
    "latin.py: The file is not UTF-8 (line 8). Save it as UTF-8.",
    "none.py: The file does not exist. Check the spelling.",
  ]);
});

test("configuration: the nearest file, a named one, or none", async () => {
  const folder = folderWith({
    "shardlint.toml": "[library]\nflash-attn-4 = '4.0.0b27'\n[severity]\nkv-block-size = 'hint'\n",
    "a.py": mistake,
    "sub/pyproject.toml": "[tool.shardlint]\nignore = ['kv-block-size']\nselct = []\n",
    "sub/b.py": mistake,
    "other.toml": "exclude = ['a.py', 'sub']\n",
  });
  const check = (...words: string[]) => shardlint(folder, ["check", "--output-format", "concise", ...words]);
  expect(await check("a.py", "sub")).toEqual({
    status: 2,
    out: line.replace("error", "hint"),
    err: 'sub/pyproject.toml:3: There is no setting "selct". Did you mean "select"?\n',
  });
  expect(await check("--config", "other.toml")).toEqual({ status: 0, out: "", err: "" });
  expect((await check("--no-config", ...pinned, "sub/b.py")).out).toBe(line.replace("a.py", "sub/b.py"));
  expect(await check("--config", "none.toml")).toEqual({
    status: 2,
    out: "",
    err: `shardlint: The configuration file ${folder}/none.toml does not exist. Check the spelling.\n`,
  });
});

test("contract folders that do not exist are told", async () => {
  const folder = folderWith({ "a.py": "" });
  expect(await shardlint(folder, ["check", "--contracts", "own"])).toEqual({
    status: 2,
    out: "No findings in 1 file.\n",
    err: `shardlint: In "contracts": ${folder}/own does not exist. Check the spelling.\n`,
  });
});

test("an environment is read where calls lead into it, and nothing is found in it", async () => {
  const layers = "def norm(groups, channels):\n    if channels % groups != 0:\n        raise ValueError('channels')\n";
  const files = {
    "app/a.py": "from kit.layers import norm\n\nnorm(3, 64)\n",
    "venv/lib/python3.12/site-packages/kit/__init__.py": "from .layers import norm\nnorm(3, 64)\n",
    "venv/lib/python3.12/site-packages/kit/layers.py": layers,
  };
  const folder = folderWith(files);
  const found = "app/a.py:3:9: error: This call raises ValueError: channels [library-guard]\n";
  const check = async (...options: string[]): Promise<string> =>
    (await shardlint(folder, ["check", "app", "--output-format", "concise", ...options])).out;
  expect(await check("--environment", "venv")).toBe(found);
  expect(await check("--environment", "venv/lib/python3.12/site-packages")).toBe(found);
  expect(await check()).toBe("");
  expect((await shardlint(folder, ["check", "app", "--environment", "nowhere"])).err).toBe(
    `shardlint: In "environment": ${folder}/nowhere is no folder. Check the spelling.\n`,
  );
});

test("suppressions are heeded", async () => {
  const folder = folderWith({ "a.py": mistake.replace("=64,", "=64,  # shardlint: ignore[kv-block-size]") });
  expect((await shardlint(folder, ["check", ...pinned])).out).toBe("No findings in 1 file.\n");
});

test("fixes are shown, then applied, and the file keeps its byte order mark and line endings", async () => {
  const before = `\uFEFF${mistake.replaceAll("\n", "\r\n")}`;
  const folder = folderWith({ "a.py": before });
  const shown = await shardlint(folder, ["check", ...pinned, "--diff"]);
  expect(shown.status).toBe(1);
  expect(shown.err).toBe("shardlint: 1 fix shown in 1 file.\n");
  expect(shown.out.split("\n").filter((text) => /^[-+]/.test(text))).toEqual([
    "--- a/a.py",
    "+++ b/a.py",
    '-    q_stage=1, context="", sparse_block_size_kv=64,\r',
    '+    q_stage=1, context="", sparse_block_size_kv=128,\r',
  ]);
  expect(readFileSync(`${folder}/a.py`, "utf8")).toBe(before);

  expect(await shardlint(folder, ["check", ...pinned, "--fix"])).toEqual({
    status: 0,
    out: "No findings in 1 file.\n",
    err: "shardlint: 1 fix applied in 1 file.\n",
  });
  expect(readFileSync(`${folder}/a.py`, "utf8")).toBe(before.replace("=64", "=128"));
});

test("a baseline hides what it records, wherever that moves", async () => {
  const folder = folderWith({ "a.py": mistake });
  const check = (...words: string[]) =>
    shardlint(folder, ["check", "--output-format", "concise", ...pinned, "--baseline", "known.json", ...words]);
  expect(await check()).toEqual({
    status: 2,
    out: "",
    err: `shardlint: The baseline ${folder}/known.json does not exist. Check the spelling. To record one, add --write-baseline.\n`,
  });
  expect(await check("--write-baseline")).toEqual({
    status: 0,
    out: "",
    err: "shardlint: 1 finding recorded in known.json.\n",
  });
  expect(JSON.parse(readFileSync(`${folder}/known.json`, "utf8"))).toEqual({
    version: 1,
    findings: [
      { path: "a.py", rule: "kv-block-size", code: 'q_stage=1, context="", sparse_block_size_kv=64,', count: 1 },
    ],
  });
  writeFileSync(`${folder}/a.py`, `# moved\n${mistake}`);
  expect(await check()).toEqual({ status: 0, out: "", err: "shardlint: 1 finding hidden by known.json.\n" });

  writeFileSync(`${folder}/a.py`, mistake.replace("=64", "=32"));
  const { status, err } = await check();
  expect(status).toBe(1);
  expect(err).toBe("shardlint: 1 finding of known.json no longer there; --write-baseline takes them out.\n");

  writeFileSync(`${folder}/known.json`, "{}");
  expect((await check()).err).toBe(
    `shardlint: The baseline ${folder}/known.json is not one that Shardlint wrote. Record it again with --write-baseline.\n`,
  );
});

test("launch facts at the prompt", async () => {
  const folder = folderWith({
    "a.py":
      "import torch\n\ndef run(model):\n    x = torch.zeros(1, 4096, 96)\n    tags = torch.zeros(4096)\n    model(x=x, block_token_tags=tags)\n",
  });
  const check = async (launch: string): Promise<string> =>
    (await shardlint(folder, ["check", "--output-format", "concise", "--launch", launch])).out;
  expect(await check("sp_degree=4")).toContain("each rank's packed sequence has 1024 (4096 // ");
  expect(await check("ulysses_degree=1,ring_degree=1")).toBe("");
});

test("statistics", async () => {
  const folder = folderWith({ "a.py": `${mistake}def f(): return lambda: 1\n`, "b.py": "x = 1" });
  const { err } = await shardlint(folder, ["check", ...pinned, "--stats"]);
  expect(err.replace(/\d+ (ms|MB)/g, "N $1")).toMatch(
    /^files {6}2 \(\d+ bytes, 9 lines\)\nanalysed {3}1 that can have findings \(2 functions, 0 of the files not to the end\)\ntime {7}N ms: start N ms, discovery N ms, reading N ms, analysis N ms, fixes N ms, output N ms\nmemory {5}N MB at most\ncomments {3}0 that suppress nothing\nunknown {4}2 expressions for 2 causes\n {9}1 a call that raises\n {9}1 a name that nothing known defines\n$/,
  );
});

test("rules", async () => {
  const { status, out } = await shardlint("/", ["rules"]);
  expect(status).toBe(0);
  expect(out).toContain("kv-block-size            the sparse mask's KV block size does not fit the kernel's KV tile\n");
  const { rules } = JSON.parse((await shardlint("/", ["rules", "--output-format", "json"])).out) as {
    rules: unknown[];
  };
  expect(rules).toContainEqual({
    id: "kv-block-size",
    summary: "the sparse mask's KV block size does not fit the kernel's KV tile",
    since: "0.1.0",
    libraries: ["flash-attn-4", "sglang", "torch"],
  });
});

test("explain prints the page", async () => {
  const { status, out } = await shardlint("/", ["explain", "kv-block-size"]);
  expect(status).toBe(0);
  expect(out).toMatch(/^# kv-block-size\n/);
});

test.each([
  [["explain", "kv-block-sise"], 'There is no rule "kv-block-sise". Did you mean "kv-block-size"?'],
  [["explain", "nonsense"], 'There is no rule "nonsense". "shardlint rules" lists them.'],
  [["explain"], 'Say which rule: shardlint explain RULE. "shardlint rules" lists them.'],
  [["explain", "--traceback"], "Name the file with the traceback, or feed it to standard input."],
  [["explain", "--traceback", "none.log"], "none.log does not exist. Check the spelling."],
  [["chekc"], 'There is no command "chekc". Did you mean "check"?'],
  [["frobnicate"], 'There is no command "frobnicate". Commands: check, explain, rules, server.'],
  [
    ["rules", "kv-block-size"],
    'rules takes no "kv-block-size". To read about one, write: shardlint explain kv-block-size',
  ],
  [["server"], "The server speaks over standard input and output only. Write: shardlint server --stdio"],
  [["check", "--fxi"], 'There is no option --fxi. Did you mean "--fix"?'],
])("%j is wrong usage", async (words, message) => {
  expect(await shardlint("/", words)).toEqual({ status: 2, out: "", err: `shardlint: ${message}\n` });
});

test("help and version", async () => {
  expect((await shardlint("/", ["--version"])).out).toMatch(/^shardlint \d+\.\d+\.\d+\n$/);
  expect((await shardlint("/", ["--help"])).out).toMatch(/^Shardlint finds /);
  for (const command of ["check", "explain", "rules", "server"]) {
    const { status, out } = await shardlint("/", [command, "--help"]);
    expect([status, out.startsWith(`shardlint ${command}`)]).toEqual([0, true]);
    expect(Math.max(...out.split("\n").map((text) => text.length))).toBeLessThanOrEqual(120);
  }
  expect((await shardlint("/", [])).status).toBe(2);
});

test("a comment that suppresses nothing is noted, also in a file that cannot have findings", async () => {
  const folder = folderWith({
    "a.py": mistake.replace("_kv=64,", "_kv=64,  # shardlint: ignore[kv-block-size]"),
    "b.py": "x = 1  # shardlint: ignore[kv-block-size, block-token-tags-length]\n",
  });
  const note = "b.py:1:8: note: There is nothing to suppress here. Remove the comment, or what it names.\n";
  const text = await shardlint(folder, ["check", ...pinned]);
  expect(text).toEqual({ status: 0, out: `${note}\nNo findings in 2 files.\n`, err: "" });
  const json = await shardlint(folder, ["check", ...pinned, "--output-format", "json"]);
  expect(JSON.parse(json.out)).toEqual({ version: 1, files: 2, findings: [], errors: [] });
});

test("what is not checked to the end is named, and no failure", async () => {
  const steps = "    n = 1\n".repeat(25_000);
  const folder = folderWith({
    "a.py": `def f(model, n):\n${steps}    model(x=n, block_token_tags=n)\n`,
    "b.py": "x = 1\n",
  });
  const message = "1 function not checked to the end: the budget ran out. What was not reached is unchecked.";
  const { status, out, err } = await shardlint(folder, ["check", "--output-format", "json"]);
  expect({ status, err }).toEqual({ status: 0, err: `a.py: ${message}\n` });
  expect((JSON.parse(out) as { errors: unknown }).errors).toEqual([
    { kind: "budget", path: "a.py", line: null, message },
  ]);
  expect((await shardlint(folder, ["check"])).out).toBe(
    "No findings in 2 files, of which 1 could not be checked to the end.\n",
  );
});

test("launch files and configurations that cannot be read are named, and everything else is checked", async () => {
  const folder = folderWith({
    "pipeline.py": mistake,
    "run.sh": "N=4\nif a; then\n  python pipeline.py --n $N\n",
    "serve.sh": "sglang serve --config h3.yaml --num-gpus 8\n",
    "h3.yaml": "num_gpus: [\n",
    "other.sh": "ls $(\n",
  });
  const { status, out, err } = await shardlint(folder, ["check", ...pinned, "--output-format", "json"]);
  const until = "Until it is mended, what the";
  expect(status).toBe(1);
  const { findings, errors } = JSON.parse(out) as { findings: { rule: string }[]; errors: unknown };
  expect(findings.map(({ rule }) => rule)).toEqual(["kv-block-size"]);
  const yaml = `This is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]. ${until} file says is not used.`;
  const shell = `This "if" has no "fi". ${until} script starts is not known for sure.`;
  expect(errors).toEqual([
    { kind: "launch", path: "h3.yaml", line: 2, message: yaml },
    { kind: "launch", path: "run.sh", line: 2, message: shell },
  ]);
  expect(err).toBe(`h3.yaml:2: ${yaml}\nrun.sh:2: ${shell}\n`);
  expect((await shardlint(folder, ["check", "run.sh"])).err).toBe(`run.sh:2: ${shell}\n`);
});

test("scripts that are no text are named, and everything else is checked", async () => {
  const folder = folderWith({
    "latin.sh": Buffer.from("python a.py # \xE9", "latin1"),
    Makefile: Buffer.from("run:\n\tpython a.py # \xE9", "latin1"),
    "README.md": Buffer.from("\xE9", "latin1"),
    program: Buffer.from("\x7FELF\xE9", "latin1"),
    "empty.sh": "",
    "huge.sh": "python a.py\n".repeat(30_000),
    "a.sh": ". ./b.sh\nsglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8 --ulysses-degree 4\n",
    "b.sh": ". ./a.sh\n",
  });
  const { status, out, err } = await shardlint(folder, ["check", "--output-format", "sarif"]);
  expect(status).toBe(1);
  const unreadable = "The file cannot be read as UTF-8 text. Change its permissions or its encoding.";
  expect(err.split("\n").sort()).toEqual([
    "",
    `Makefile: ${unreadable}`,
    "huge.sh:1: The file is too big to look for commands in it.",
    `latin.sh: ${unreadable}`,
  ]);
  interface Place {
    readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: unknown };
  }
  const { runs } = JSON.parse(out) as {
    runs: { results: { ruleId: string; locations: Place[]; relatedLocations: Place[] }[] }[];
  };
  const place = ({ physicalLocation: { artifactLocation, region } }: Place): unknown => [artifactLocation.uri, region];
  const found = runs.flatMap(({ results }) => results);
  expect(found.map(({ ruleId }) => ruleId)).toEqual(["sp-degree-product"]);
  expect(found.flatMap(({ locations }) => locations.map(place))).toEqual([
    ["a.sh", { startLine: 2, startColumn: 81, endLine: 2, endColumn: 82 }],
  ]);
  expect(found.flatMap(({ relatedLocations }) => relatedLocations.map(place))).toEqual([
    ["a.sh", { startLine: 2, startColumn: 62, endLine: 2, endColumn: 63 }],
    ["a.sh", { startLine: 2, startColumn: 81, endLine: 2, endColumn: 82 }],
  ]);
});

test("a launch file that is checked counts, and one that launches nothing that is checked does not", async () => {
  const folder = folderWith({
    "run.sh": "sglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8 --ulysses-degree 4\n",
    "other.sh": "ls\n",
  });
  const { status, out } = await shardlint(folder, ["check"]);
  expect(status).toBe(1);
  expect(out).toContain("run.sh:1:81: error: The SP degree is 8 with num_gpus=8, but ulysses 4 * ring 1 is 4.");
  expect(out).toContain("Found 1 error in 1 file.");
});
