/** Programs on which CPython and Shardlint are held to each other: generated ones, and those on which they once disagreed. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../lib/random.ts";
import { generated, kinds, type ProgramKind } from "./programs/index.ts";
import { Python } from "./python.ts";
import { regressions } from "./regressions.ts";
import { tried } from "./trial.ts";

let python: Python;
beforeAll(() => {
  python = new Python();
});
afterAll(() => python.close());

describe("what once was wrong", () => {
  test.each(regressions(join(import.meta.dirname, "regressions")))("%s", async (_, program) => {
    for (const product of [true, false]) {
      const outcome = await tried(python, program, product);
      expect(outcome?.judgement.disagreements).toEqual([]);
    }
  });
});

const seed = 2026;

const numbers: Readonly<Record<ProgramKind, number>> = {
  packed: 100,
  sparse: 100,
  values: 300,
  layouts: 100,
  guards: 100,
};

describe("generated programs", () => {
  test.each(kinds)("%s", { timeout: 600_000 }, async (kind) => {
    const wrong: string[] = [];
    for (let i = 0; i < numbers[kind]; i++) {
      const program = generated(kind, new Random(seed * 1_000_003 + i));
      const outcome = await tried(python, program, kind !== "values" && i % 2 === 1);
      for (const { kind: what, detail } of outcome?.judgement.disagreements ?? []) {
        wrong.push(`program ${i}, ${what}: ${detail}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
