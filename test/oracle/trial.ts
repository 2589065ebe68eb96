/** Puts one program to both sides: CPython runs it, Shardlint reads it. */
import { analysed } from "./analysis.ts";
import { crashed, type Disagreement, judged, type Judgement } from "./judgement.ts";
import type { Program } from "./programs/program.ts";
import type { Python, RunResult } from "./python.ts";
import { shrunk } from "./shrink.ts";

export interface Outcome {
  readonly judgement: Judgement;
  readonly results: readonly RunResult[];
  /** Milliseconds. */
  readonly took: { readonly python: number; readonly shardlint: number };
}

/** Undefined for a text that is no Python or does not end. `product` looks at what users see, otherwise at every requirement. */
export async function tried(python: Python, program: Program, product: boolean): Promise<Outcome | undefined> {
  const start = performance.now();
  const answer = await python.run(program.files, program.runs);
  if ("refused" in answer) return undefined;
  const results = answer.runs;
  const between = performance.now();
  const judgement = await judgementOf(program, results, product);
  return { judgement, results, took: { python: between - start, shardlint: performance.now() - between } };
}

async function judgementOf(program: Program, results: readonly RunResult[], product: boolean): Promise<Judgement> {
  try {
    return judged(program, await analysed(program.files, program.known, product), results, product);
  } catch (error) {
    return crashed(error);
  }
}

/** The program made as small as it can be, with as few runs, while it shows a disagreement of the same kind. */
export async function shrunkTrial(
  python: Python,
  program: Program,
  product: boolean,
  disagreement: Disagreement | undefined,
): Promise<Program> {
  const shows = async (candidate: Program): Promise<boolean> => {
    const outcome = await tried(python, candidate, product);
    if (outcome?.results.some((result) => result.undefined) !== false) return false;
    return outcome.judgement.disagreements.some(
      (one) => one.kind === disagreement?.kind && one.rule === disagreement.rule,
    );
  };
  let smallest = program;
  // What happens in one run is missed only if it happens in every run.
  for (const run of disagreement?.kind === "missed" ? [] : program.runs) {
    if (!(await shows({ ...program, runs: [run] }))) continue;
    smallest = { ...program, runs: [run] };
    break;
  }
  const files = await shrunk(
    program.files,
    async (candidate) => candidate["main.py"] !== undefined && (await shows({ ...smallest, files: candidate })),
  );
  return { ...smallest, files };
}
