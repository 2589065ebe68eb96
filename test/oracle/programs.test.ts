/** The programs on which CPython and Shardlint once disagreed. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Python } from "./python.ts";
import { regressions } from "./regressions.ts";
import { tried } from "./trial.ts";

let python: Python;
beforeAll(() => {
  python = new Python();
});
afterAll(() => python.close());

describe("what once was wrong", () => {
  test.each(regressions(join(import.meta.dirname, "regressions")))("%s", { timeout: 120_000 }, async (_, program) => {
    for (const product of [true, false]) {
      const outcome = await tried(python, program, product);
      expect(outcome?.judgement.disagreements).toEqual([]);
    }
  });
});
