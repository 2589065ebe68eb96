/** The command line on a large tree. */
import { join } from "node:path";
import type { Context } from "../context.ts";
import { type Goal, median, type Outcome, type Series } from "../report.ts";
import { type Run, runProgram } from "../run-program.ts";
import type { Command } from "../subjects.ts";
import { makeTree, type Tree } from "../tree.ts";
import { mistake } from "../workload.ts";

const megabyte = 1e6;

interface Measured {
  readonly name: string;
  readonly command: Command;
  readonly runs: Run[];
}

export async function measureTree({ subjects, amounts, scratch, progress }: Context): Promise<Outcome> {
  progress(`tree: copying ${amounts.treeFiles} files`);
  const tree = makeTree(join(scratch, "tree"), amounts.treeFiles);

  const runOnce = async ({ name, command, runs }: Measured, counted: boolean): Promise<void> => {
    progress(`tree: ${name}${counted ? "" : " (to warm up)"}`);
    const { probe } = subjects;
    const run = await runProgram({ command: [...command, tree.folder], folder: tree.folder, probe, scratch });
    // Findings give 1; a program that failed has another status.
    if (run.status > 1) throw new Error(`${name} ended with status ${run.status}: ${run.errors.slice(-2000)}`);
    if (counted) runs.push(run);
  };
  const { commandLine } = subjects;
  const ruff: Measured = { name: "ruff", command: commandLine.ruff, runs: [] };
  const shardlint = measured("Shardlint", commandLine.shardlint);
  const pyright = measured("pyright", commandLine.pyright);
  const fast = [ruff, ...present(shardlint)];
  for (let run = 0; run <= amounts.treeRuns; run++) {
    for (const program of fast) await runOnce(program, run > 0);
  }
  // Once is enough for what takes minutes.
  for (const program of present(pyright)) await runOnce(program, true);

  const all = [...fast, ...present(pyright)];
  const seriesOf = (title: string, unit: Series["unit"], value: (run: Run) => number): Series[] =>
    all.map(({ name, runs }) => ({ measure: `Whole tree: ${title}`, subject: name, unit, values: runs.map(value) }));
  return {
    series: [
      ...seriesOf("time", "ms", timeOf),
      ...seriesOf("processor time", "ms", (run) => run.usage.cpu),
      ...seriesOf("peak memory", "MB", peakOf),
    ],
    goals: shardlint === undefined ? [] : [wrongAnswers(shardlint, tree), ...goalsOf(shardlint, ruff, pyright)],
    notes: [
      `The tree has ${tree.files} files and ${tree.lines} lines: this machine's Python libraries and ${tree.pipelines} generated pipelines.`,
      ...(shardlint === undefined ? ["Shardlint's command line is not built, so it was left out."] : []),
    ],
  };
}

/** How far the findings of the last run are from the mistakes that the tree has. */
function wrongAnswers({ runs }: Measured, { flawed }: Tree): Goal {
  const { findings } = JSON.parse(runs.at(-1)?.output ?? "{}") as { findings: readonly { rule: string }[] };
  const right = findings.filter(({ rule }) => rule === mistake.rule).length;
  const wrong = findings.length - right + Math.abs(flawed - right);
  return { name: "whole tree: wrong answers", measured: wrong, limit: 0, unit: "answers" };
}

function goalsOf(shardlint: Measured, ruff: Measured, pyright: Measured | undefined): Goal[] {
  const ratioTo = (other: Measured, value: (run: Run) => number): number =>
    median(shardlint.runs.map(value)) / median(other.runs.map(value));
  const peak = median(shardlint.runs.map(peakOf));
  const goals: Goal[] = [
    { name: "whole tree: time to that of ruff", measured: ratioTo(ruff, timeOf), limit: 1, unit: "×" },
    { name: "whole tree: peak memory", measured: peak, limit: 600, unit: "MB" },
  ];
  if (pyright !== undefined) {
    const [time, memory] = [ratioTo(pyright, timeOf), ratioTo(pyright, peakOf)];
    goals.push(
      { name: "whole tree: time to that of pyright", measured: time, limit: 1 / 100, unit: "×" },
      { name: "whole tree: peak memory to that of pyright", measured: memory, limit: 1 / 10, unit: "×" },
    );
  }
  return goals;
}

function timeOf(run: Run): number {
  return run.time;
}

function peakOf(run: Run): number {
  return run.usage.peak / megabyte;
}

function measured(name: string, command: Command | undefined): Measured | undefined {
  return command === undefined ? undefined : { name, command, runs: [] };
}

function present<Item>(item: Item | undefined): readonly Item[] {
  return item === undefined ? [] : [item];
}
