import { severities } from "../../finding.ts";
import type { Report } from "../report.ts";

/** One line that says how much was found in how much. */
export function summaryOf(report: Report): string {
  const files = counted(report.files, "file");
  const unfinished = report.errors.filter(({ kind }) => kind === "budget").length;
  const end = unfinished === 0 ? "." : `, of which ${unfinished} could not be checked to the end.`;
  if (report.findings.length === 0) return `No findings in ${files}${end}`;
  const parts = severities.flatMap((severity) => {
    const count = report.findings.filter(({ finding }) => finding.severity === severity).length;
    return count === 0 ? [] : [severity === "information" ? `${count} information` : counted(count, severity)];
  });
  // A launch file is checked with the programs that it starts, and counts as no file of its own.
  const place = report.files === 0 ? "launch files" : files;
  return `Found ${parts.join(", ")} in ${place}${end}`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
