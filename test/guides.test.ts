/** The guides are true: contracts find what they say, configuration is understood, output is what the command prints. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { run } from "../server/src/cli/run.ts";
import { readConfigFile } from "../server/src/config/files.ts";
import { ContractLibrary } from "../server/src/contracts/library.ts";
import { parseModule } from "../server/src/syntax/index.ts";
import { check } from "../server/src/testing/fixture.ts";
import { type Block, readPage, worldOf } from "../server/src/testing/pages.ts";
import { loadLibrary, loadParser } from "../server/src/testing/project.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const builtIn = join(root, "contracts");
const own = "/own-contracts";

function blocksOf(name: string): readonly Block[] {
  return readPage(readFileSync(join(root, name), "utf8")).blocks;
}

const blocks = blocksOf("docs/writing-contracts.md");
const contracts = blocks.flatMap((block): [string, string][] => {
  const path = block.words.get("contract");
  return path === undefined ? [] : [[path, block.text]];
});
const runs = blocks.filter((block) => block.words.has("run"));
const programs = blocks.filter(
  (block) => block.language === "python" && !block.words.has("run") && !block.words.has("contract"),
);

const folder = mkdtempSync(join(tmpdir(), "shardlint-guide-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each(programs)("the program on line $line", async (block) => {
  const [parser, shipped] = await Promise.all([loadParser(), loadLibrary()]);
  const files = new Map([...contracts.map(([path, text]) => [`${own}/${path}`, text] as const), ...shipped.files]);
  const library = new ContractLibrary([own, builtIn], files, (text) => parseModule(parser, text).syntax);
  await check(block.text, worldOf(block), library);
});

test.each(runs)("what CPython runs on line $line", (block) => {
  for (const [path, text] of contracts) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const environment = { ...process.env, PYTHONPATH: [builtIn, folder].join(delimiter), PYTHONDONTWRITEBYTECODE: "1" };
  const result = spawnSync("python3", ["-S", "-c", block.text], { env: environment, encoding: "utf8" });
  expect(result.stderr).toBe("");
  expect(result.status).toBe(0);
});

const configurations = [
  "README.md",
  "docs/writing-contracts.md",
  "docs/rules/block-token-tags-length.md",
  "docs/rules/kv-block-size.md",
].flatMap((name) =>
  blocksOf(name).flatMap(({ language, line, text }) => (language === "toml" ? [{ name, line, text }] : [])),
);

test.each(configurations)("the configuration in $name on line $line", ({ text }) => {
  const path = /^\[tool\.shardlint/m.test(text) ? "/project/pyproject.toml" : "/project/shardlint.toml";
  const host = { read: () => text, isFile: () => true, isDirectory: () => false, list: () => [] };
  expect(readConfigFile(host, path)?.problems).toEqual([]);
});

test("the output in the README", async () => {
  const written = blocksOf("README.md").find((block) => block.language === "text")?.text;
  let printed = "";
  const terminal = {
    workingFolder: root.replaceAll("\\", "/").replace(/\/$/, ""),
    colored: false,
    out: (text: string) => void (printed += text),
    err: (text: string) => void (printed += text),
    readInput: () => undefined,
  };
  await run(["check", "examples/minimax_h3_global_tags.py"], terminal);
  expect(printed).toBe(written);
});
