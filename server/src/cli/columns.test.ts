import { expect, test } from "vitest";
import { blankOf, excerpt, printable, width } from "./columns.ts";

test.each([
  ["abc", 3],
  ["日本", 4],
  ["e\u0301", 1],
  ["👩‍👩‍👧", 2],
  ["🎉!", 3],
  ["ｱ", 1],
  ["Ａ", 2],
  ["한글", 4],
  ["a\tb", 3],
  ["\u200B", 0],
])("%j is %i wide", (text, cells) => {
  expect(width(text)).toBe(cells);
});

test("blanks keep tabs", () => {
  expect(blankOf("\tx = 日\t'")).toBe("\t      \t ");
});

test("nothing that a terminal obeys is printed", () => {
  expect(printable("a\u001B[31mb\rc\u202Ed\uFEFF\tz\uD800")).toBe("a\uFFFD[31mb\uFFFDc\uFFFDd\uFFFD\tz\uFFFD");
});

test("long lines are cut around what is marked", () => {
  const line = { text: `${"a".repeat(500)}MARK${"b".repeat(500)}`, from: 500, to: 504 };
  const cut = excerpt(line);
  expect(cut.text).toBe(`…${"a".repeat(60)}MARK${"b".repeat(96)}…`);
  expect(cut.text.slice(cut.from, cut.to)).toBe("MARK");
  expect(excerpt({ text: "short", from: 1, to: 2 })).toEqual({ text: "short", from: 1, to: 2 });
});
