/**
 * Holds the analysis to CPython: npm run oracle -- [--seed N] [--first N] [--programs N] [--kind NAME] [--failures N] [--keep FOLDER]
 *
 * Generated programs are run with the contracts' own requirements and tensors without elements, and read by Shardlint.
 * Ctrl-C ends it early, with its counts. Those with an excuse that holds a word are shown by `--open WORD`.
 * A program is made again by its seed and its number: `--first 417 --programs 1 --show`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../lib/random.ts";
import { generated, kinds, type ProgramKind } from "./programs/index.ts";
import { Python } from "./python.ts";
import { regressionText } from "./regressions.ts";
import { shrunkTrial, tried } from "./trial.ts";

const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    first: { type: "string", default: "0" },
    programs: { type: "string", default: "2000" },
    kind: { type: "string" },
    failures: { type: "string", default: "10" },
    ends: { type: "boolean", default: false },
    without: { type: "string" },
    keep: { type: "string" },
    open: { type: "string" },
    show: { type: "boolean", default: false },
  },
});

const seed = Number(options.seed);
const first = Number(options.first);
const total = Number(options.programs);
const allowed = Number(options.failures);
if (options.kind !== undefined && !(kinds as readonly string[]).includes(options.kind)) {
  throw new Error(`--kind is one of ${kinds.join(", ")}`);
}
const only = options.kind as ProgramKind | undefined;

const counts = new Map<string, number>();
function count(what: string, by = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + by);
}

const python = new Python();
const start = performance.now();
const took = { generation: 0, python: 0, shardlint: 0 };
let failures = 0;
let isStopped = false as boolean;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    isStopped = true;
  });
for (let i = first; i < first + total && failures < allowed && !isStopped; i++) {
  const kind = only ?? kinds[i % kinds.length] ?? "packed";
  const before = performance.now();
  const program = generated(kind, new Random(seed * 1_000_003 + i));
  took.generation += performance.now() - before;
  const product = kind !== "values" && i % 2 === 1;
  if (options.show) console.log(program.files["main.py"]);
  const outcome = await tried(python, program, product);
  count("programs");
  if (outcome === undefined) {
    count("programs that are no Python or do not end");
    if (options.show) throw new Error("no Python");
    continue;
  }
  const { judgement, results } = outcome;
  took.python += outcome.took.python;
  took.shardlint += outcome.took.shardlint;
  count("runs", results.length);
  count("runs to the end", results.filter((result) => result.end === null).length);
  for (const result of results) {
    if (result.end?.kind === "unknown") count("runs that asked for what nobody knows");
    if (result.end?.kind === "program") {
      count("runs with an exception of the program's own");
      if (options.show) console.log(result.end);
      if (options.ends) count(`  ${result.end.text.replaceAll(/\d+/g, "N").slice(0, 80)}`);
    }
  }
  count("refused by a requirement", judgement.refused);
  count("  foretold", judgement.foretold);
  count("reports confirmed by a run", judgement.confirmed);
  count("values agreed", judgement.agreedValues);
  for (const reason of judgement.open) count(`  open: ${reason}`);
  const { open: looked } = options;
  if (looked !== undefined && judgement.open.some((reason) => reason.includes(looked)))
    console.log(`\n=== program ${i} (${kind}): ${judgement.open.join("; ")}\n${regressionText(program)}`);
  const disagreements = judgement.disagreements.filter((one) => one.kind !== options.without);
  if (disagreements.length < judgement.disagreements.length) count(`programs with something ${options.without ?? ""}`);
  if (disagreements.length === 0) continue;
  failures++;
  count("programs with a disagreement");
  const smallest = await shrunkTrial(python, program, product, disagreements[0]);
  const again = await tried(python, smallest, product);
  console.log(`\n=== program ${i} (${kind}, ${product ? "as users see it" : "every requirement"})`);
  console.log(`with ${program.carriers.join(", ")}`);
  const shown = again?.judgement.disagreements ?? [];
  if (shown.length === 0) console.log("only after what was analysed before:");
  for (const one of shown.length === 0 ? disagreements : shown) console.log(`${one.kind}: ${one.detail}`);
  // As it is kept in the folder of regressions.
  if (options.keep === undefined) console.log(regressionText(smallest));
  else {
    mkdirSync(options.keep, { recursive: true });
    writeFileSync(join(options.keep, `${kind}-${seed}-${i}.py`), regressionText(smallest));
    writeFileSync(join(options.keep, `${kind}-${seed}-${i}.whole.py`), regressionText(program));
  }
}
await python.close();
const seconds = (performance.now() - start) / 1000;
for (const [what, number] of counts) console.log(`${String(number).padStart(9)}  ${what}`);
const each = Object.entries(took).map(
  ([what, time]) => `${(time / Math.max(1, counts.get("programs") ?? 0)).toFixed(1)} ms ${what}`,
);
const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
console.log(`seed ${seed}, ${seconds.toFixed(0)} s; a program takes ${each.join(", ")}; ${memory} MB`);
process.exitCode = failures === 0 ? 0 : 1;
