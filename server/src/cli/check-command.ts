/** `shardlint check`. */
import { writeFileSync } from "node:fs";
import { severities, type Severity } from "../finding.ts";
import { compareWithBaseline, writeBaseline } from "./baseline.ts";
import { Check } from "./check.ts";
import { checkOptions, type CheckOptions } from "./check-options.ts";
import { printable } from "./columns.ts";
import { Engine } from "./engine.ts";
import { formats } from "./formats/index.ts";
import { counted } from "./formats/summary.ts";
import type { Places } from "./places.ts";
import { isRemark, type Report, type ReportedError } from "./report.ts";
import type { Context } from "./run.ts";
import { statsText } from "./stats.ts";
import { exitStatus, type ExitStatus, UsageError } from "./status.ts";
import type { Terminal } from "./terminal.ts";
import { diffOf } from "./write-fixes.ts";

/** Something to say beside the findings. */
type Note = (text: string) => void;

export async function checkCommand(words: readonly string[], { terminal, version }: Context): Promise<ExitStatus> {
  const options = checkOptions(words, terminal.workingFolder);
  const check = new Check(options, await Engine.load(), terminal.workingFolder);
  const report = check.run();
  const note: Note = (text) => {
    terminal.err(`shardlint: ${text}\n`);
  };
  tellProblems(check, report, terminal);
  const remaining =
    options.baseline === undefined ? report : settleBaseline(options, options.baseline, check, report, note);

  // A diff is read by other programs, so the findings it does not mend are not mixed in with it.
  const format = options.diff ? diffOf(check.fixed, check.places) : undefined;
  const colored = terminal.colored && options.outputFile === undefined;
  const output =
    format ?? formats[options.format](remaining, check.places, { colored, explain: options.explain, version });
  if (options.outputFile === undefined) terminal.out(output);
  else writeOutput(options.outputFile, output);

  if (options.fix || options.diff) note(fixesText(check, options));
  check.stopwatch.end("output");
  if (options.stats) terminal.err(statsText(check.counts, check.stopwatch, check.unknowns));
  return statusOf(remaining, options.failOn);
}

function tellProblems(check: Check, { errors }: Report, terminal: Terminal): void {
  for (const error of errors) terminal.err(`${errorLine(error, check.places)}\n`);
  for (const stack of check.stacks) terminal.err(`${stack.split("\n").map(printable).join("\n")}\n`);
}

function errorLine({ path, line, message }: ReportedError, places: Places): string {
  if (path === undefined) return `shardlint: ${printable(message)}`;
  return `${printable(places.path(path))}${line === undefined ? "" : `:${line}`}: ${printable(message)}`;
}

/** Records the findings, or leaves out those that are recorded. */
function settleBaseline(options: CheckOptions, file: string, check: Check, report: Report, note: Note): Report {
  const name = check.places.path(file);
  if (options.writeBaseline) {
    writeBaseline(file, report.findings, check.textOf);
    note(`${counted(report.findings.length, "finding")} recorded in ${name}.`);
    return { ...report, findings: [] };
  }
  const { fresh, hidden, gone } = compareWithBaseline(file, report.findings, check.textOf);
  if (hidden > 0) note(`${counted(hidden, "finding")} hidden by ${name}.`);
  if (gone > 0) note(`${counted(gone, "finding")} of ${name} no longer there; --write-baseline takes them out.`);
  return { ...report, findings: fresh };
}

function fixesText(check: Check, { diff }: CheckOptions): string {
  const count = `${check.applied} ${check.applied === 1 ? "fix" : "fixes"}`;
  return `${count} ${diff ? "shown" : "applied"} in ${counted(check.fixed.size, "file")}.`;
}

function writeOutput(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function statusOf({ errors, findings }: Report, failOn: Severity | "never"): ExitStatus {
  if (errors.some(({ kind }) => kind === "internal")) return exitStatus.internal;
  if (!errors.every(isRemark)) return exitStatus.usage;
  if (failOn === "never") return exitStatus.clean;
  const counting = severities.slice(0, severities.indexOf(failOn) + 1);
  return findings.some(({ finding }) => counting.includes(finding.severity)) ? exitStatus.findings : exitStatus.clean;
}
