/** The guide to contracts is true: its contract finds what it says, and runs under CPython. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { ContractLibrary } from "../server/src/contracts/library.ts";
import { parseModule } from "../server/src/syntax/index.ts";
import { check } from "../server/src/testing/fixture.ts";
import { readPage, worldOf } from "../server/src/testing/pages.ts";
import { loadLibrary, loadParser } from "../server/src/testing/project.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const builtIn = join(root, "contracts");
const own = "/own-contracts";

const { blocks } = readPage(readFileSync(join(root, "docs/writing-contracts.md"), "utf8"));
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
