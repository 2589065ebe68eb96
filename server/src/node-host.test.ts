import { chmodSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { folderWith } from "./cli/test-support.ts";
import { absolutePath, NodeHost, readText } from "./node-host.ts";

test("text comes without its byte order mark, which is remembered", () => {
  const folder = folderWith({ "plain.py": "é\r\n", "marked.py": "\uFEFFx = 1", "empty.py": "", "nul.py": "a\0b" });
  expect(readText(`${folder}/plain.py`)).toEqual({ text: "é\r\n", byteOrderMark: false });
  expect(readText(`${folder}/marked.py`)).toEqual({ text: "x = 1", byteOrderMark: true });
  expect(readText(`${folder}/empty.py`)).toEqual({ text: "", byteOrderMark: false });
  expect(readText(`${folder}/nul.py`)).toEqual({ text: "a\0b", byteOrderMark: false });
});

test("what cannot be read is said with what to do", () => {
  const folder = folderWith({
    "latin.py": Buffer.from("a = 1\nb = 2\nc = '\xE9'\n", "latin1"),
    "wide.py": Buffer.from("\uFEFFx = 1", "utf16le"),
    "cut.py": Buffer.from([0x61, 0x0a, 0xc3]),
    "large.py": new Uint8Array(12_000_001),
    "folder/x.py": "",
  });
  symlinkSync("loop.py", `${folder}/loop.py`);
  const problem = (name: string): unknown => readText(`${folder}/${name}`);
  expect(problem("latin.py")).toEqual({ problem: "is not UTF-8 (line 3). Save it as UTF-8" });
  expect(problem("cut.py")).toEqual({ problem: "is not UTF-8 (line 2). Save it as UTF-8" });
  expect(problem("wide.py")).toEqual({ problem: "is UTF-16, not UTF-8. Save it as UTF-8" });
  expect(problem("large.py")).toEqual({
    problem: "is too large: files up to 4,000,000 characters are read. Exclude it, or split it",
  });
  expect(problem("folder")).toEqual({ problem: "is a folder, not a file" });
  expect(problem("none.py")).toEqual({ problem: "does not exist. Check the spelling" });
  expect(problem("loop.py")).toEqual({
    problem: "is a symbolic link that leads back to itself. Remove it, or exclude it",
  });
});

test("a file without permission is no file to read", () => {
  const folder = folderWith({ "secret.py": "x" });
  chmodSync(`${folder}/secret.py`, 0);
  const outcome = readText(`${folder}/secret.py`);
  // The superuser may read everything.
  if (process.getuid?.() === 0) expect(outcome).toEqual({ text: "x", byteOrderMark: false });
  else expect(outcome).toEqual({ problem: "may not be read. Change its permissions, or exclude it" });
});

test("the host says what there is", () => {
  const folder = folderWith({ "a/b.py": "b" });
  const host = new NodeHost();
  expect([host.isFile(`${folder}/a/b.py`), host.isFile(`${folder}/a`), host.isFile(`${folder}/c`)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([host.isDirectory(`${folder}/a`), host.isDirectory(`${folder}/a/b.py`)]).toEqual([true, false]);
  expect([host.read(`${folder}/a/b.py`), host.read(`${folder}/c`)]).toEqual(["b", undefined]);
  expect(absolutePath("../x.py", `${folder}/a`)).toBe(`${folder}/x.py`);
});

test("the host lists a folder without links", () => {
  const folder = folderWith({ "a/b.py": "b", "c.sh": "c" });
  symlinkSync(`${folder}/a`, `${folder}/link`);
  const entries = [...new NodeHost().list(folder)].sort((a, b) => a.name.localeCompare(b.name));
  expect(entries).toEqual([
    { name: "a", kind: "folder" },
    { name: "c.sh", kind: "file" },
  ]);
  expect(new NodeHost().list(`${folder}/none`)).toEqual([]);
});
