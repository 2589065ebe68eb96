/** Generated programs, the same in every run, and those on which CPython and Shardlint once disagreed. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../lib/random.ts";
import { generated, kinds, type ProgramKind } from "./programs/index.ts";
import { Python } from "./python.ts";
import { regressions } from "./regressions.ts";
import { tried } from "./trial.ts";

const seed = 20_260;
const programs: Readonly<Record<ProgramKind, number>> = { packed: 700, sparse: 500, values: 800 };

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

describe("generated programs", () => {
  test.each(kinds)("%s", { timeout: 300_000 }, async (kind) => {
    let confirmed = 0;
    for (let i = 0; i < programs[kind]; i++) {
      const program = generated(kind, new Random(seed + i));
      const outcome = await tried(python, program, kind !== "values" && i % 2 === 1);
      if (outcome === undefined) continue;
      const { disagreements } = outcome.judgement;
      if (disagreements.length > 0)
        expect({ i, files: program.files, disagreements }).toEqual({ i, disagreements: [] });
      confirmed += outcome.judgement.confirmed + outcome.judgement.agreedValues;
    }
    // A generator whose programs all end early would prove nothing.
    expect(confirmed).toBeGreaterThan(programs[kind] / 10);
  });
});
