/**
 * Measures Shardlint beside its peers: npm run benchmark -- [OPTION ...] (--help lists them).
 *
 * Machines are noisy, so what counts is how the numbers of one run relate. The report is Markdown on standard output;
 * what is being done is told on standard error.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "./context.ts";
import { endServers } from "./lsp-client.ts";
import { measureKeystrokes } from "./measures/keystroke.ts";
import { measureMemory } from "./measures/memory.ts";
import { measureOpening } from "./measures/open.ts";
import { measureSizes } from "./measures/size.ts";
import { measureTree } from "./measures/tree.ts";
import { type MeasureName, type Options, parseOptions, usage } from "./options.ts";
import { type Outcome, type Report, toMarkdown } from "./report.ts";
import { prepareSubjects, type Subjects } from "./subjects.ts";

const measures: Readonly<Record<MeasureName, (context: Context) => Outcome | Promise<Outcome>>> = {
  keystroke: measureKeystrokes,
  open: measureOpening,
  tree: measureTree,
  memory: measureMemory,
  size: measureSizes,
};

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const subjects = await prepare(options);
  if (subjects !== undefined) await benchmark(options, subjects);
}

/** Undefined if there is nothing to be measured, which has then been said. */
function readOptions(parameters: readonly string[]): Options | undefined {
  if (parameters.includes("--help")) {
    console.log(usage);
    return undefined;
  }
  try {
    return parseOptions(parameters);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}

/** Undefined if something is not there, which has then been said. */
async function prepare(options: Options): Promise<Subjects | undefined> {
  try {
    return await prepareSubjects(options);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
    return undefined;
  }
}

async function benchmark({ measures: wanted, amounts, dist, output }: Options, subjects: Subjects): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "shardlint-benchmark-"));
  const outcomes: Outcome[] = [];
  try {
    for (const name of wanted) {
      outcomes.push(await attempt(name, { subjects, amounts, dist, scratch, progress }));
    }
  } finally {
    progress("");
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
  const report: Report = {
    machine: {
      processor: cpus()[0]?.model ?? "unknown",
      cores: availableParallelism(),
      load: loadavg()[0]?.toFixed(1) ?? "unknown",
      node: process.versions.node,
    },
    versions: subjects.versions,
    series: outcomes.flatMap((outcome) => outcome.series),
    goals: outcomes.flatMap((outcome) => outcome.goals),
    notes: outcomes.flatMap((outcome) => outcome.notes),
  };
  console.log(toMarkdown(report));
  if (output !== undefined) writeFileSync(output, `${JSON.stringify(report, null, 2)}\n`);
}

/** A measure that fails does not take the others with it. */
async function attempt(name: MeasureName, context: Context): Promise<Outcome> {
  try {
    return await measures[name](context);
  } catch (error) {
    endServers();
    process.exitCode = 1;
    const reason = error instanceof Error ? error.message : String(error);
    return { series: [], goals: [], notes: [`The measure "${name}" failed: ${reason}`] };
  }
}

/** One line that is written over again in a terminal; elsewhere nobody is watching. */
function progress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
}
