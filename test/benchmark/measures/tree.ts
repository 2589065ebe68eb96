/** The command line on a large tree. */
import { join } from "node:path";
import type { Context } from "../context.ts";
import { median, type Outcome, type Series } from "../report.ts";
import { type Run, runProgram } from "../run-program.ts";
import type { Command } from "../subjects.ts";
import { makeTree } from "../tree.ts";

const megabyte = 1e6;

interface Measured {
  readonly name: string;
  readonly command: Command;
  readonly runs: Run[];
}

export async function measureTree({ subjects, amounts, scratch, progress }: Context): Promise<Outcome> {
  progress(`tree: copying ${amounts.treeFiles} files`);
  const tree = makeTree(join(scratch, "tree"), amounts.treeFiles);

  const { commandLine, probe } = subjects;
  const ruff: Measured = { name: "ruff", command: commandLine.ruff, runs: [] };
  const pyright: Measured = { name: "pyright", command: commandLine.pyright, runs: [] };
  const shardlint: Measured | undefined =
    commandLine.shardlint === undefined ? undefined : { name: "Shardlint", command: commandLine.shardlint, runs: [] };

  const runOnce = async ({ name, command, runs }: Measured, counted: boolean): Promise<void> => {
    progress(`tree: ${name}${counted ? "" : " (to warm up)"}`);
    const run = await runProgram({ command: [...command, tree.folder], folder: tree.folder, probe, scratch });
    // Findings give 1; a program that failed has another status.
    if (run.status > 1) throw new Error(`${name} ended with status ${run.status}: ${run.errors.slice(-2000)}`);
    if (counted) runs.push(run);
  };
  const fast = [ruff, ...(shardlint === undefined ? [] : [shardlint])];
  for (let run = 0; run <= amounts.treeRuns; run++) {
    for (const program of fast) await runOnce(program, run > 0);
  }
  await runOnce(pyright, true);

  const series: Series[] = [...fast, pyright].flatMap(({ name, runs }): Series[] => [
    { measure: "Whole tree: time", subject: name, unit: "ms", values: runs.map((run) => run.time) },
    { measure: "Whole tree: processor time", subject: name, unit: "ms", values: runs.map((run) => run.usage.cpu) },
    {
      measure: "Whole tree: peak memory",
      subject: name,
      unit: "MB",
      values: runs.map((run) => run.usage.peak / megabyte),
    },
  ]);
  const time = (measured: Measured): number => median(measured.runs.map((run) => run.time));
  const peak = (measured: Measured): number => median(measured.runs.map((run) => run.usage.peak / megabyte));
  return {
    series,
    goals:
      shardlint === undefined
        ? []
        : [
            { name: "whole tree: time to that of ruff", measured: time(shardlint) / time(ruff), limit: 1, unit: "×" },
            {
              name: "whole tree: time to that of pyright",
              measured: time(shardlint) / time(pyright),
              limit: 1 / 100,
              unit: "×",
            },
            {
              name: "whole tree: peak memory to that of pyright",
              measured: peak(shardlint) / peak(pyright),
              limit: 1 / 10,
              unit: "×",
            },
            { name: "whole tree: peak memory", measured: peak(shardlint), limit: 600, unit: "MB" },
          ],
    notes: [
      `The tree has ${tree.files} files and ${tree.lines} lines: this machine's Python libraries and ${tree.pipelines} generated pipelines. pyright runs once.`,
      ...(shardlint === undefined ? ["Shardlint's command line is not built, so it was left out."] : []),
    ],
  };
}
