import { expect, test } from "vitest";
import { importsIn } from "./import-scan.ts";

function imports(text: string): string[] {
  return [...importsIn(text)].map(({ level, module, names }) => `${".".repeat(level)}${module}: ${names.join(" ")}`);
}

test.each([
  ["import a", ["a: "]],
  ["import a.b as c, d  # e", ["a.b: ", "d: "]],
  ["from a.b import c, d", ["a.b: c d"]],
  ["from . import a", [".: a"]],
  ["from ..a import *", ["..a: "]],
  ["from a import (\n    b,  # not this\n    c as d,\n)\nimport e", ["a: b c as d", "e: "]],
  ["    from a import b\r\nimport c\r\n", ["a: b", "c: "]],
  ["if x:\n\timport a", ["a: "]],
  ["important = 1\nx.import_module('import a')", []],
  ["import", []],
  ["from a import (b", ["a: b"]],
])("%j", (text, expected) => {
  expect(imports(text)).toEqual(expected);
});
