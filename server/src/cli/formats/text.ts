import type { Finding, Location } from "../../finding.ts";
import { blankOf, excerpt, printable, width } from "../columns.ts";
import type { Places } from "../places.ts";
import type { ReportedFinding } from "../report.ts";
import { headline } from "./concise.ts";
import type { Format } from "./format.ts";
import { type Style, styleFor } from "./style.ts";
import { summaryOf } from "./summary.ts";

/** What a person reads: the message, the source it is about, and everything else that is known of it. */
export const text: Format = (report, places, options) => {
  const style = styleFor(options.colored);
  const blocks = report.findings.map((reported) => block(reported, places, style, options.explain));
  const notes = report.idleSuppressions.map((location) => `${style.strong(at(location, places))}: note: ${idle}\n`);
  return [...blocks, ...(notes.length === 0 ? [] : [notes.join("")]), `${summaryOf(report)}\n`].join("\n");
};

const idle = "There is nothing to suppress here. Remove the comment, or what it names.";

function block({ finding, fixes }: ReportedFinding, places: Places, style: Style, explain: boolean): string {
  const fix = fixes.find((one) => one.preferred) ?? fixes[0];
  const lines = [
    headline(finding, places, style),
    ...sourceLines(finding, places, style),
    ...(finding.runtime === null
      ? []
      : [`at run time: ${printable(`${finding.runtime.exception}: ${finding.runtime.text}`)}`]),
    ...(finding.assumptions.length === 0 ? [] : [`given: ${printable(finding.assumptions.join(", "))}`]),
    ...finding.related.map(({ location, message }) => `${at(location, places)}: ${printable(message)}`),
    ...(explain ? derivation(finding, places) : []),
    ...(fix === undefined ? [] : [`fix: ${printable(fix.title)}${fix.preferred ? " (--fix does it)" : ""}`]),
  ];
  const [first = "", ...others] = lines;
  return [first, ...others.map((line) => `  ${line}`)].map((line) => `${line.trimEnd()}\n`).join("");
}

function sourceLines(finding: Finding, places: Places, style: Style): string[] {
  const { text: line, from, to } = excerpt(places.sourceLine(finding.location));
  const number = String(places.start(finding.location).line);
  const [before, marked] = [printable(line.slice(0, from)), printable(line.slice(from, to))];
  const marker = style.severity(finding.severity, "^".repeat(Math.max(1, width(marked))));
  return [
    `${style.faint(`${number} |`)} ${printable(line)}`,
    `${style.faint(`${" ".repeat(number.length)} |`)} ${blankOf(before)}${marker}`,
  ];
}

function derivation(finding: Finding, places: Places): string[] {
  if (finding.derivation.length === 0) return [];
  const steps = finding.derivation.map(({ location, text: step }, i) => {
    const place = location === undefined ? "" : ` (${at(location, places)})`;
    return `  ${i + 1}. ${printable(step)}${place}`;
  });
  return ["how it follows:", ...steps];
}

function at(location: Location, places: Places): string {
  const { line, column } = places.start(location);
  return `${printable(places.path(location.path))}:${line}:${column}`;
}
