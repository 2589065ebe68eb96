import { beforeAll, expect, test } from "vitest";
import type { Finding } from "../finding.ts";
import { parseModule, type Parser } from "../syntax/index.ts";
import { createTestParser } from "../syntax/test-support.ts";
import { applySuppressions, suppressionEdit } from "./suppressions.ts";

let parser: Parser;
beforeAll(async () => {
  parser = await createTestParser();
});

function findingAt(text: string, marked: string, rule: string): Finding {
  const start = text.indexOf(marked);
  const location = { path: "/a.py", start, end: start + marked.length };
  return {
    rule,
    severity: "error",
    message: "",
    location,
    runtime: null,
    assumptions: [],
    related: [],
    derivation: [],
  };
}

/** Findings are written `rule@marked`; the answer names those that are kept and the suppressions that are unused. */
function apply(text: string, ...findings: string[]): { kept: string[]; unused: string[] } {
  const { syntax } = parseModule(parser, text);
  const all = findings.map((finding) => {
    const [rule = "", marked = ""] = finding.split("@");
    return findingAt(text, marked, rule);
  });
  const { kept, unused } = applySuppressions(all, text, syntax.comments, syntax);
  return {
    kept: kept.map((finding) => finding.rule),
    unused: unused.map(({ start, end, rule }) => `${rule ?? "all"}: ${text.slice(start, end)}`),
  };
}

test.each([
  ["x = 1  # shardlint: ignore", [], []],
  ["x = 1  # shardlint: ignore[a]", [], []],
  ["x = 1  #shardlint:ignore[ b ,a ]  because", [], ["b: b"]],
  ["x = 1  # type: ignore  # shardlint: ignore[a]", [], []],
  ["x = 1  # shardlint: ignore[b]", ["a"], ["b: # shardlint: ignore[b]"]],
  ["x = 1  # shardlint: ignore[]", ["a"], ["all: # shardlint: ignore[]"]],
  ["x = 1  # shardlint: ignored", ["a"], []],
  ["x = 1  # shardlint: ignore-all", ["a"], []],
  ["x = 1\n# shardlint: ignore", ["a"], ["all: # shardlint: ignore"]],
  ["s = '# shardlint: ignore'; x = 1", ["a"], []],
  ["# shardlint: ignore-file\nx = 1", [], []],
  ["x = 1\n    # shardlint: ignore-file[a, b]", [], ["b: b"]],
  ["y = 2  # shardlint: ignore-file[a]\nx = 1", ["a"], []],
  ["# shardlint: ignore-file[b]\nx = 1", ["a"], ["b: # shardlint: ignore-file[b]"]],
])("%j", (text, kept, unused) => {
  expect(apply(text, "a@1")).toEqual({ kept, unused });
});

test("a comment on any line of the statement suppresses", () => {
  for (const line of [0, 1, 2]) {
    const lines = ["f(", "    1,", ")"];
    lines[line] = `${lines[line] ?? ""}  # shardlint: ignore[a]`;
    expect(apply(lines.join("\r\n"), "a@1"), lines.join("\n")).toEqual({ kept: [], unused: [] });
  }
});

test("a comment in the body of a function is not about its header", () => {
  const text = "def f(a=1):\n    return 2  # shardlint: ignore[a]\n";
  expect(apply(text, "a@1", "a@2")).toEqual({ kept: ["a"], unused: [] });
});

test("one comment suppresses every finding of its statement", () => {
  expect(apply("f(1, 2)  # shardlint: ignore[a, b]", "a@1", "b@2", "c@2")).toEqual({ kept: ["c"], unused: [] });
});

function suppress(text: string, marked: string, rule = "a"): string | undefined {
  const { syntax } = parseModule(parser, text);
  const edit = suppressionEdit(findingAt(text, marked, rule).location, rule, text, syntax);
  if (edit === undefined) return undefined;
  const edited = text.slice(0, edit.location.start) + edit.newText + text.slice(edit.location.end);
  // The comment has to do what it is there for.
  expect(apply(edited, `${rule}@${marked}`).kept).toEqual([]);
  return edited;
}

test.each([
  ["x = 1", "x = 1  # shardlint: ignore[a]"],
  ["x = 1   \r\ny", "x = 1  # shardlint: ignore[a]   \r\ny"],
  ["x = 1  # why", "x = 1  # why  # shardlint: ignore[a]"],
  ["x = 1  # shardlint: ignore[b]", "x = 1  # shardlint: ignore[b, a]"],
  ["x = 1  # shardlint: ignore[]", "x = 1  # shardlint: ignore[a]"],
  ["f(\n  1,\n  2,\n)", "f(\n  1,  # shardlint: ignore[a]\n  2,\n)"],
  ["f(\n  1,\n)  # shardlint: ignore[b]", "f(\n  1,\n)  # shardlint: ignore[b, a]"],
  ["x = 1 + \\\n  2\n", "x = 1 + \\\n  2  # shardlint: ignore[a]\n"],
  ["f(1, '''a\nb''')\n", "f(1, '''a\nb''')  # shardlint: ignore[a]\n"],
  ["f(1, f'''a\n{2}\nb''',\n3)\n", "f(1, f'''a\n{2}\nb''',  # shardlint: ignore[a]\n3)\n"],
])("%j becomes %j", (text, edited) => {
  expect(suppress(text, "1")).toBe(edited);
});

test("what is suppressed already needs no edit", () => {
  expect(suppress("x = 1  # shardlint: ignore", "1")).toBeUndefined();
  expect(suppress("x = 1  # shardlint: ignore[b, a]", "1")).toBeUndefined();
});
