import { expect, test } from "vitest";
import { resolveConfig } from "../config/resolve.ts";
import type { FileReport } from "../ide/project.ts";
import { Checker } from "./checker.ts";
import { findingAt } from "./test-support.ts";

const empty: FileReport = { findings: [], unusedSuppressions: [], unfinished: 0, refused: undefined, problems: [] };

test("what goes wrong with one file is told, and the next is checked", () => {
  const finding = findingAt("/good.py", "x", "x");
  const checker = new Checker(
    {
      check: (path) => {
        if (path === "/bad.py") throw new TypeError("x is undefined");
        return path === "/slow.py"
          ? { ...empty, refused: "too slow", unfinished: 2 }
          : { ...empty, findings: [finding] };
      },
      fixes: () => {
        throw new Error("no");
      },
    },
    resolveConfig([]),
  );
  expect(checker.findingsIn("/bad.py")).toEqual([]);
  expect(checker.findingsIn("/bad.py")).toEqual([]);
  expect(checker.findingsIn("/slow.py")).toEqual([]);
  expect(checker.findingsIn("/good.py")).toEqual([finding]);
  expect(checker.fixesFor(finding)).toEqual([]);
  const mistake = "Shardlint failed on this file, which is a mistake in Shardlint. Please report it: ";
  expect(checker.errors.map(({ kind, path, message }) => [kind, path, message])).toEqual([
    ["internal", "/bad.py", `${mistake}TypeError: x is undefined`],
    ["unreadable", "/slow.py", "The file takes too long to parse and was not checked. Exclude it, or split it."],
    [
      "budget",
      "/slow.py",
      "2 functions not checked to the end: the budget ran out. What was not reached is unchecked.",
    ],
    ["internal", "/good.py", `${mistake}Error: no`],
  ]);
});
