import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Node } from "./ast.ts";
import { maximumDepth } from "./lowering.ts";
import { parseModule } from "./module.ts";
import type { Parser } from "./parser.ts";
import { createTestParser } from "./test-support.ts";
import { childrenOf } from "./walk.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await createTestParser({ maximumLength: 4_000_000, maximumMilliseconds: 60_000 });
});

function depthOf(node: Node): number {
  let deepest = 0;
  for (const child of childrenOf(node)) {
    deepest = Math.max(deepest, depthOf(child));
  }
  return deepest + 1;
}

const deep: readonly (readonly [string, string])[] = [
  ["50,000 parentheses", `x = ${"(".repeat(50_000)}1${")".repeat(50_000)}`],
  ["50,000 parentheses that are never closed", `x = ${"(".repeat(50_000)}1`],
  ["a sum of 20,000 terms", `x = ${"a + ".repeat(20_000)}a`],
  ["20,000 powers", `x = ${"a ** ".repeat(20_000)}a`],
  ["20,000 `and`", `x = ${"a and ".repeat(20_000)}a`],
  ["20,000 comparisons", `x = ${"a < ".repeat(20_000)}a`],
  ["20,000 conditions", `x = ${"a if b else ".repeat(20_000)}a`],
  ["20,000 attributes", `x = a${".b".repeat(20_000)}`],
  ["20,000 calls", `x = a${"()".repeat(20_000)}`],
  ["20,000 subscripts", `x = a${"[0]".repeat(20_000)}`],
  ["5,000 lists", `x = ${"[".repeat(5_000)}${"]".repeat(5_000)}`],
  ["5,000 dicts", `x = ${"{1:".repeat(5_000)}1${"}".repeat(5_000)}`],
  ["5,000 lambdas", `x = ${"lambda: ".repeat(5_000)}1`],
  ["5,000 `not`", `x = ${"not ".repeat(5_000)}1`],
  ["5,000 minus signs", `x = ${"-".repeat(5_000)}1`],
  ["5,000 `await`", `x = ${"await ".repeat(5_000)}a`],
  ["5,000 targets", `${"x = ".repeat(5_000)}1`],
  ["3,000 `elif`", `if a: pass\n${"elif b: pass\n".repeat(3_000)}else: pass\n`],
  ["a pattern of 3,000 lists", `match x:\n  case ${"[".repeat(3_000)}a${"]".repeat(3_000)}: pass\n`],
  ["a pattern of 3,000 parentheses", `match x:\n  case ${"(".repeat(3_000)}a${")".repeat(3_000)}: pass\n`],
  ["a union of 5,000 types", `x: list[int]${" | list[int]".repeat(5_000)} = 1`],
  ["5,000 generic types", `x: ${"list[".repeat(5_000)}int${"]".repeat(5_000)} = 1`],
  [
    "300 blocks",
    Array.from({ length: 300 }, (_, level) => `${" ".repeat(level)}if a:\n`).join("") + `${" ".repeat(300)}pass\n`,
  ],
  ["100 strings in strings", `x = ${"f'{".repeat(100)}1${"}'".repeat(100)}`],
];

test.each(deep)("%s", (_name, text) => {
  const { syntax, refused } = parseModule(parser, `${text}\ny = 2\n`);
  expect(refused).toBeUndefined();
  for (const { chunk } of syntax.chunks) {
    expect(depthOf(chunk.statement)).toBeLessThanOrEqual(maximumDepth + 1);
  }
});

test("what lies just within the limit is read whole", () => {
  const { syntax } = parseModule(parser, `x = ${"a + ".repeat(400)}a`);
  expect(syntax.broken).toBe(false);
  expect(JSON.stringify(syntax.chunks[0]?.chunk)).not.toContain("invalid");
});

test("wide code is read whole", () => {
  const count = 20_000;
  const { syntax } = parseModule(parser, `x = [${"f(a, 1), ".repeat(count)}]\n${"y = 1\n".repeat(count)}`);
  expect(syntax.broken).toBe(false);
  expect(syntax.chunks).toHaveLength(count + 1);
});

test("a huge number does not take long", () => {
  const start = performance.now();
  parseModule(parser, `x = ${"9".repeat(1_000_000)}\ny = 0x${"f".repeat(100_000)}\n`);
  expect(performance.now() - start).toBeLessThan(5_000);
});

test("any text is read without a crash", () => {
  const token = fc.constantFrom(
    ...[
      "(",
      ")",
      "[",
      "]",
      "{",
      "}",
      ":",
      ",",
      ".",
      "=",
      "*",
      "**",
      "@",
      "->",
      "\\",
      "#",
      ";",
      "|",
      ":=",
      "!",
      "$",
      "?",
    ],
    ...[
      "'",
      '"',
      '"""',
      "f'",
      "b'",
      "r'",
      "{{",
      "\n",
      "\r",
      "\r\n",
      "\n  ",
      "\n    ",
      "\t",
      " ",
      "\0",
      "\ud83d",
      "\uFEFF",
    ],
    ...["def ", "class ", "if ", "elif ", "else", "for ", "in ", "while ", "with ", "as ", "try", "except ", "finally"],
    ...["match ", "case ", "_", "lambda ", "yield ", "await ", "async ", "return ", "import ", "from ", "not ", "is "],
    ...["type ", "print ", "exec ", "global ", "del ", "raise ", "assert ", "x", "1", "0x", "1e", "é", "µ", "None"],
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
      const text = tokens.join("");
      for (const { chunk, offset } of parseModule(parser, text).syntax.chunks) {
        expect(offset + chunk.length).toBeLessThanOrEqual(text.length);
        depthOf(chunk.statement);
      }
    }),
    { numRuns: 2_000 },
  );
});
