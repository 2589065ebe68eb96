/** A correct program stays silent while somebody types in it. */
import { expect, test } from "vitest";
import { loadParser } from "../../server/src/testing/project.ts";
import { Subject } from "./check.ts";
import { damagesOf } from "./damage.ts";
import { readPipelines } from "./pipeline.ts";

/** One damage in so many is tried. */
const stride = 47;

/** Small programs that need what was written before: guards, branches, closures, slices. */
const chosen = ["fa4_capability", "h3_guards", "h3_two_callers", "h3_branch"];

test.each(chosen)(
  "%s is silent while it is typed",
  async (name) => {
    const parser = await loadParser();
    const pipeline = readPipelines().find((one) => one.name === name);
    if (pipeline === undefined) throw new Error(`There is no pipeline ${name}.`);
    const subject = await Subject.of(pipeline);
    for (const [file, text] of pipeline.files) {
      if (!file.endsWith(".py")) continue;
      [...damagesOf(parser, text)].forEach((damage, i) => {
        if (i % stride !== 0) return;
        const found = subject.findings(new Map([...pipeline.files, [file, damage.text]]));
        expect(found, damage.text.slice(0, damage.start) + damage.left).toEqual([]);
      });
    }
  },
  60_000,
);
