import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { folderWith } from "./test-support.ts";
import { unifiedDiff } from "./unified-diff.ts";

const ten = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"].map((line) => `${line}\n`).join("");

test("a change, with three lines around it", () => {
  expect(unifiedDiff("a.py", ten, ten.replace("5\n", "five\nmore\n"))).toBe(
    "--- a/a.py\n+++ b/a.py\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n+more\n 6\n 7\n 8\n",
  );
});

test("two changes apart have two hunks", () => {
  expect(unifiedDiff("a.py", ten, ten.replace("1\n", "one\n").replace("10\n", "ten\n"))).toBe(
    "--- a/a.py\n+++ b/a.py\n@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -7,4 +7,4 @@\n 7\n 8\n 9\n-10\n+ten\n",
  );
});

test("a last line without an end", () => {
  expect(unifiedDiff("a.py", "a\nb", "a\nb\n")).toBe(
    "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n",
  );
});

test("equal texts have no diff", () => {
  expect(unifiedDiff("a.py", ten, ten)).toBe("");
});

test("git makes the new text out of the old one", () => {
  const line = fc.constantFrom("a\n", "b\n", "c\r\n", ")\n", "\n", "d\n");
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom("", "end"))
    .map(([lines, end]) => lines.join("") + end);
  const folder = folderWith({ "a.py": "" });
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== "" && after !== "" && before !== after);
      const own = folderWith({ "a.py": before, "a.diff": unifiedDiff("a.py", before, after) });
      execFileSync("git", ["apply", "--whitespace=nowarn", "a.diff"], {
        cwd: own,
        env: { ...process.env, GIT_CEILING_DIRECTORIES: folder },
      });
      expect(readFileSync(`${own}/a.py`, "utf8")).toBe(after);
    }),
    { numRuns: 30 },
  );
});
