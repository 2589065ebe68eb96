/** Findings as diagnostics of the protocol. */
import { fileNameOf } from "../host.ts";
import { type Diagnostic, DiagnosticSeverity, DiagnosticTag, type Location, type Range } from "vscode-languageserver";
import type { Finding, Location as FoundLocation, Severity } from "../finding.ts";
import type { OpenedProject } from "./backend.ts";
import type { Session } from "./session.ts";

export const diagnosticSource = "shardlint";

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Undefined for a finding in a file that is gone. */
export function toDiagnostic(session: Session, project: OpenedProject, finding: Finding): Diagnostic | undefined {
  const range = toRange(session, project, finding.location);
  if (range === undefined) return undefined;
  const { client } = session;
  const related = client.relatedInformation ? relatedInformation(session, project, finding) : [];
  return {
    range,
    severity: severities[finding.severity],
    code: finding.rule,
    ...(client.codeDescription ? { codeDescription: { href: rulePage(finding.rule) } } : {}),
    source: diagnosticSource,
    message: `${finding.message}\n\n${runtimeText(finding)}`,
    ...(related.length > 0 ? { relatedInformation: related } : {}),
  };
}

export const unusedSuppressionCode = "unused-suppression";

/** A comment that suppresses nothing; one diagnostic where several rules of it do not. */
export function unusedSuppressions(session: Session, project: OpenedProject, path: string): readonly Diagnostic[] {
  const unused = project.engine.check(path)?.unusedSuppressions ?? [];
  const places = new Map(unused.map((one) => [`${one.start}:${one.end}`, one]));
  return [...places.values()].flatMap(({ start, end }) => {
    const range = toRange(session, project, { path, start, end });
    if (range === undefined) return [];
    return {
      range,
      severity: DiagnosticSeverity.Hint,
      tags: [DiagnosticTag.Unnecessary],
      code: unusedSuppressionCode,
      source: diagnosticSource,
      message: "There is nothing to suppress here. Remove the comment, or what it names.",
    };
  });
}

export const unreadableCode = "unreadable";

/** What of a launch file cannot be read. */
export function unreadableParts(session: Session, project: OpenedProject, path: string): readonly Diagnostic[] {
  const problems = project.engine.check(path)?.problems ?? [];
  return problems.flatMap(({ location, named = location, message }) => {
    const range = toRange(session, project, named);
    if (range === undefined) return [];
    const about = named === location ? "" : `${fileNameOf(location.path)}: `;
    return {
      range,
      severity: DiagnosticSeverity.Information,
      code: unreadableCode,
      source: diagnosticSource,
      message: about + message,
    };
  });
}

export function rulePage(rule: string): string {
  return `https://github.com/shardlint/shardlint/blob/main/docs/rules/${rule}.md`;
}

/** What the user would see without Shardlint. */
export function runtimeText({ runtime }: Finding): string {
  if (runtime === null) return "At run time: no exception is raised.";
  const text = runtime.text === "" ? "" : `: ${runtime.text}`;
  return `At run time: ${runtime.exception}${text}`;
}

export function toRange(session: Session, project: OpenedProject, location: FoundLocation): Range | undefined {
  const lines = session.linesOf(location.path, project);
  if (lines === undefined) return undefined;
  return { start: lines.positionAt(location.start), end: lines.positionAt(location.end) };
}

export function toLocation(session: Session, project: OpenedProject, location: FoundLocation): Location | undefined {
  const range = toRange(session, project, location);
  return range === undefined ? undefined : { uri: session.uriOf(location.path), range };
}

function relatedInformation(
  session: Session,
  project: OpenedProject,
  finding: Finding,
): { location: Location; message: string }[] {
  return finding.related.flatMap(({ location, message }) => {
    const place = toLocation(session, project, location);
    return place === undefined ? [] : [{ location: place, message }];
  });
}
