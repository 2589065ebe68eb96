import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Parser } from "../../syntax/index.ts";
import { createBashParser } from "../test-support.ts";
import { launchesOfShell } from "./launches.ts";
import { Bash } from "./testing/bash.ts";
import { compare, type Comparison, type Run } from "./testing/comparison.ts";
import { generatedScript } from "./testing/generator.ts";
import { findIn, otherScripts } from "./testing/other-scripts.ts";
import { scripts } from "./testing/scripts.ts";
import { worldsOf } from "./testing/worlds.ts";

let parser: Parser;
const bash = new Bash();

beforeAll(async () => {
  parser = await createBashParser();
});

afterAll(() => {
  bash.remove();
});

/** Undefined if the script comes to no end, or has a mistake that bash finds. */
async function judge(
  script: string,
  isClosed = false,
  others: Readonly<Record<string, string>> = {},
): Promise<Comparison | undefined> {
  const tools = { parser, scripts: findIn(others, bash.folder) };
  const { commands } = launchesOfShell({ tools, text: script, path: bash.script });
  const runs: Run[] = [];
  for (const world of worldsOf([script, ...Object.values(others)].join("\n"), isClosed)) {
    const started = await bash.run(script, world, others);
    if (started === undefined) return undefined;
    runs.push({ world, started });
  }
  return compare(commands, runs, bash.folder);
}

/** Rows with programs that are none here, or that this machine has, one without an end, and one that bash complains of. */
const unfit = new Set([
  ...["an absolute interpreter", "env without any variable", "uv in another directory", "a launcher in a variable"],
  ...["a loop that only asks", "a sourced file that is not there"],
  ...["lines that end in CR LF", "a script of a container", "a script that is wrapped"],
  ...["a here-document of a scheduler", "what the outer shell puts into a script"],
]);

describe("bash starts what is read", () => {
  const rows = scripts.map(([name, script]) => ({ name, script })).filter(({ name }) => !unfit.has(name));
  let [words, unknown] = [0, 0];

  test.each(rows)("$name", async ({ script }) => {
    const judged = await judge(script);
    words += judged?.words ?? 0;
    unknown += judged?.unknownWords ?? 0;
    expect([...(judged?.wrong ?? []), ...(judged?.notStarted ?? [])]).toEqual([]);
  });

  test.each(otherScripts.filter(({ name }) => !unfit.has(name)))("$name", async ({ script, others }) => {
    const judged = await judge(script, false, others);
    expect([...(judged?.wrong ?? ["no answer"]), ...(judged?.notStarted ?? [])]).toEqual([]);
  });

  test("most of it is known", () => {
    expect(words).toBeGreaterThan(300);
    expect(unknown / words).toBeLessThan(0.3);
  });

  test.each([1, 2, 3, 4])("scripts of seed %i", async (seed) => {
    let judgedCount = 0;
    await fc.assert(
      fc.asyncProperty(generatedScript, async ({ text, isClosed }) => {
        const judged = await judge(text, isClosed);
        if (judged === undefined) return;
        judgedCount++;
        // Whether something is started may depend on what the caller gives, of which only a little is tried.
        expect([...judged.wrong, ...(isClosed ? judged.notStarted : [])]).toEqual([]);
      }),
      { seed, numRuns: 15 },
    );
    expect(judgedCount).toBeGreaterThan(5);
  });
});
