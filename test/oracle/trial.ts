/** Puts one program to both sides: CPython runs it, Shardlint reads it. */
import { analysed } from "./analysis.ts";
import { crashed, type Disagreement, judged, type Judgement } from "./judgement.ts";
import type { Program } from "./programs/program.ts";
import type { Python, RunResult } from "./python.ts";
import { shrunk } from "./shrink.ts";

export interface Outcome {
  readonly judgement: Judgement;
  readonly results: readonly RunResult[];
}

/** Undefined for a text that is no Python. `product` looks at what users see, otherwise at every requirement. */
export async function tried(python: Python, program: Program, product: boolean): Promise<Outcome | undefined> {
  const answer = await python.run(program.files, program.runs);
  if ("refused" in answer) return undefined;
  const results = answer.runs;
  try {
    const analysis = await analysed(program.files, program.known, product);
    return { judgement: judged(program, analysis, results, product), results };
  } catch (error) {
    return { judgement: crashed(error), results };
  }
}

/** The program made as small as it can be while it shows a disagreement of the same kind. */
export async function shrunkTrial(
  python: Python,
  program: Program,
  product: boolean,
  disagreement: Disagreement | undefined,
): Promise<Program> {
  const files = await shrunk(program.files, async (candidate) => {
    if (candidate["main.py"] === undefined) return false;
    const outcome = await tried(python, { ...program, files: candidate }, product);
    if (outcome?.results.some((result) => result.undefined) !== false) return false;
    return outcome.judgement.disagreements.some(
      (one) => one.kind === disagreement?.kind && one.rule === disagreement.rule,
    );
  });
  return { ...program, files };
}
