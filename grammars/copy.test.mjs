import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyGrammars, readGrammars } from "./copy.mjs";

const grammar = {
  package: "some-grammar",
  version: "1.2.3",
  file: "some.wasm",
  // The checksum of the three bytes "abc".
  sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
};

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grammars-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/**
 * @param {string} version
 * @param {string | undefined} content
 */
function install(version, content) {
  const target = join(folder, "node_modules", grammar.package);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "package.json"), JSON.stringify({ name: grammar.package, version }));
  if (content !== undefined) writeFileSync(join(target, grammar.file), content);
}

function copy() {
  copyGrammars([grammar], join(folder, "out"), join(folder, "index.js"));
}

test("a binary that is the recorded one is copied", () => {
  install("1.2.3", "abc");
  copy();
  expect(readdirSync(join(folder, "out"))).toEqual(["some.wasm"]);
});

test("a package that is missing is named, with what to do", () => {
  expect(copy).toThrow(`some-grammar is not installed. Run "npm ci".`);
});

test("a package of another version is refused", () => {
  install("1.2.4", "abc");
  expect(copy).toThrow("some-grammar is installed in version 1.2.4, but grammars/grammars.json records 1.2.3");
});

test("a package without the binary is refused", () => {
  install("1.2.3", undefined);
  expect(copy).toThrow("some-grammar 1.2.3 holds no file some.wasm.");
});

test("a binary with another checksum is refused", () => {
  install("1.2.3", "abcd");
  expect(copy).toThrow(/differs from what grammars\/grammars.json records/);
});

test("the installed grammars are the recorded ones", () => {
  copyGrammars(readGrammars(), join(folder, "out"), join(import.meta.dirname, "../server/package.json"));
  expect(readdirSync(join(folder, "out")).sort()).toEqual([
    "tree-sitter-bash.wasm",
    "tree-sitter-python.wasm",
    "web-tree-sitter.wasm",
  ]);
});
