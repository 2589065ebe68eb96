/** Correct programs are silent; the same programs with a documented mistake in them have a finding where the mistake shows. */
import { describe, expect, test } from "vitest";
import { Subject } from "./check.ts";
import { kinds } from "./kinds.ts";
import { expectedMisses } from "./misses.ts";
import { mutantsOf } from "./mutants.ts";
import { readPipelines } from "./pipeline.ts";
import { counts, type Result, resultOf } from "./results.ts";

const pipelines = readPipelines();
const results: Result[] = [];

/** The machine may be busy with other tests. */
const patience = 120_000;

describe.each(pipelines)("$name", (pipeline) => {
  const mutants = mutantsOf(pipeline, kinds);

  test(
    `is silent, and ${mutants.length} mistakes in it are not`,
    async () => {
      const subject = await Subject.of(pipeline);
      expect(subject.findings()).toEqual([]);
      const mine = mutants.map((mutant) => resultOf(subject, mutant));
      results.push(...mine);
      const wrong = mine.filter(({ outcome, reason }) =>
        reason === undefined ? outcome === "missed" || outcome === "elsewhere" : outcome === "found",
      );
      expect(
        wrong.map(({ mutant, outcome, found, reason }) => ({
          name: mutant.name,
          outcome,
          found,
          due: mutant.sinks,
          reason,
        })),
      ).toEqual([]);
      // A mistake that only another rule can name may show as what it leads to, but nowhere else.
      for (const { mutant, outcome, found } of mine) {
        if (outcome !== "no rule") continue;
        expect(
          found.map((finding) => finding.split(" ")[0]).filter((place) => !mutant.sinks.includes(place ?? "")),
        ).toEqual([]);
      }
      // Nothing of a mutant is left behind.
      expect(subject.findings()).toEqual([]);
    },
    patience,
  );
});

test("there are enough of everything", () => {
  expect(pipelines.length).toBeGreaterThanOrEqual(40);
  expect(new Set(results.map((result) => result.mutant.kind)).size).toBeGreaterThanOrEqual(25);
  expect(kinds.filter((kind) => !results.some((result) => result.mutant.kind === kind)).map((kind) => kind.id)).toEqual(
    [],
  );
  // All that is not found is listed, with the reason; this holds the list short.
  const { found, injected } = counts(results);
  expect(found / injected).toBeGreaterThanOrEqual(0.8);
});

test("what is not expected to be found was injected", () => {
  const injected = new Set(results.map(({ mutant }) => `${mutant.pipeline.name}/${mutant.kind.id}`));
  expect(Object.keys(expectedMisses).filter((name) => !injected.has(name))).toEqual([]);
});
