import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { parseModule } from "./module.ts";
import type { Parser } from "./parser.ts";
import { createTestParser } from "./test-support.ts";
import { LineIndex, parseableText } from "./text.ts";

describe("lines", () => {
  const text = "ab\ncd\r\nef\rg😀h\n";
  const index = new LineIndex(text);

  test("end at \\n, \\r\\n and a lone \\r; columns count UTF-16 code units", () => {
    const positions: readonly (readonly [offset: number, line: number, character: number])[] = [
      [0, 0, 0],
      [2, 0, 2],
      [3, 1, 0],
      [5, 1, 2],
      [7, 2, 0],
      [9, 2, 2],
      [10, 3, 0],
      [11, 3, 1],
      [13, 3, 3],
      [15, 4, 0],
    ];
    for (const [offset, line, character] of positions) {
      expect(index.positionAt(offset), `at ${offset}`).toEqual({ line, character });
      expect(index.offsetAt({ line, character }), `at ${line}:${character}`).toBe(offset);
    }
    expect(index.lineCount).toBe(5);
  });

  test("a position outside the text is moved to the nearest place inside", () => {
    expect(index.positionAt(-1)).toEqual({ line: 0, character: 0 });
    expect(index.positionAt(99)).toEqual({ line: 4, character: 0 });
    expect(index.offsetAt({ line: 1, character: 99 })).toBe(5);
    expect(index.offsetAt({ line: 0, character: -1 })).toBe(0);
    expect(index.offsetAt({ line: 9, character: 0 })).toBe(text.length);
    expect(index.offsetAt({ line: -1, character: 3 })).toBe(0);
  });

  test("there is one in an empty text", () => {
    const empty = new LineIndex("");
    expect(empty.lineCount).toBe(1);
    expect(empty.positionAt(0)).toEqual({ line: 0, character: 0 });
    expect(empty.offsetAt({ line: 0, character: 5 })).toBe(0);
  });

  test("positions and offsets are each other's inverse, the middle of a \\r\\n apart", () => {
    const pieces = fc.array(fc.constantFrom("a", "\n", "\r", "\r\n", "😀", "\uFEFF"), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, fc.nat(60), (parts, at) => {
        const joined = parts.join("");
        const offset = at % (joined.length + 1);
        const lines = new LineIndex(joined);
        const isMiddle = joined.slice(offset - 1, offset + 1) === "\r\n";
        expect(lines.offsetAt(lines.positionAt(offset))).toBe(isMiddle ? offset - 1 : offset);
      }),
    );
  });
});

describe("odd characters do not shift offsets", () => {
  let parser: Parser;

  beforeAll(async () => {
    parser = await createTestParser();
  });

  function offsets(text: string): [offset: number, text: string][] {
    return parseModule(parser, text).syntax.chunks.map(({ chunk, offset }) => [
      offset,
      text.slice(offset, offset + chunk.length),
    ]);
  }

  test("the text for tree-sitter is as long as the text", () => {
    expect(parseableText("a\rb\r\nc\0\ud83d😀")).toBe("a\nb\r\nc\uFFFD\uFFFD😀");
  });

  test.each([
    ["a byte order mark", "\uFEFFx = 1\ny = 2\n", 1],
    ["\\r\\n", "x = 1\r\ny = 2\r\n", 0],
    ["a lone \\r", "x = 1\ry = 2\r", 0],
    ["a form feed", "\fx = 1\n\f\ny = 2", 1],
    ["tabs", "x = 1\t\ny = 2\t", 0],
    ["no line end", "x = 1;y = 2", 0],
  ])("%s", (_name, text, first) => {
    expect(offsets(text)).toEqual([
      [first, "x = 1"],
      [text.indexOf("y"), "y = 2"],
    ]);
    expect(parseModule(parser, text).syntax.broken).toBe(false);
  });

  test("emoji, NUL and half a surrogate pair", () => {
    const text = "a = '😀'\nb = '\0'\nc = '\ud83d'\nd = 1\n";
    expect(offsets(text).map(([, chunk]) => chunk)).toEqual(["a = '😀'", "b = '\0'", "c = '\ud83d'", "d = 1"]);
    const values = parseModule(parser, text).syntax.chunks.map(({ chunk }) => chunk.statement);
    expect(values).toMatchObject([
      { value: { value: "😀", start: 4, end: 8 } },
      { value: { value: "\0" } },
      { value: { value: "\ud83d" } },
      { value: { value: 1n } },
    ]);
  });

  test("NUL outside a string breaks only its own statement", () => {
    expect(offsets("a = 1\n\0\nb = 2\n").at(-1)).toEqual([8, "b = 2"]);
  });

  test("a lone \\r ends a comment", () => {
    expect(offsets("# a\rx = 1")).toEqual([[4, "x = 1"]]);
  });
});
