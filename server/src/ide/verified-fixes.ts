/** Fixes, each tried out on the edited text before it is offered. */
import type { Finding, Fix, TextEdit } from "../finding.ts";
import { findRule } from "../rules/registry.ts";
import { type Diagnosed, diagnoseAll } from "./diagnose.ts";
import { fixSource } from "./fix-source.ts";
import { Project } from "./project.ts";

/** The fixes that remove the finding, add none, and leave text that parses. At most one is preferred. */
export function offerFixes(project: Project, finding: Finding): readonly Fix[] {
  const { path } = finding.location;
  const { diagnosed } = diagnoseAll(project, path);
  const own = diagnosed.find((one) => isSame(one.finding, finding));
  const rule = findRule(finding.rule);
  if (own === undefined || rule === undefined) return [];
  const offered: Fix[] = [];
  for (const fix of rule.fixes(own.failure, fixSource(project, own))) {
    if (offered.some((other) => sameEffect(other, fix)) || !mends(project, own, fix)) continue;
    const preferred = fix.preferred && !offered.some((other) => other.preferred);
    offered.push({ ...fix, preferred });
  }
  return offered;
}

function isSame(a: Finding, b: Finding): boolean {
  return a.rule === b.rule && a.location.start === b.location.start && a.location.end === b.location.end;
}

/** Of several ways to write the same repair one is enough: the same places are edited. */
function sameEffect(a: Fix, b: Fix): boolean {
  const places = (fix: Fix): string => fix.edits.map((edit) => `${edit.location.path}:${edit.location.start}:${edit.newText.trim() === "" ? "" : edit.location.end}`).at(-1) ?? "";
  return a.title.split(" ")[0] === b.title.split(" ")[0] && places(a) === places(b);
}

function mends(project: Project, own: Diagnosed, fix: Fix): boolean {
  const paths = new Set([own.finding.location.path, ...fix.edits.map((edit) => edit.location.path)]);
  const edited = withEdits(project, fix.edits);
  for (const path of paths) {
    const before = project.sources.source(path);
    const after = edited.sources.source(path);
    if (before === undefined || after === undefined || (after.syntax.broken && !before.syntax.broken)) return false;
    const wanted = counts(diagnoseAll(project, path).diagnosed.map((one) => one.finding));
    if (path === own.finding.location.path) wanted.set(own.finding.rule, (wanted.get(own.finding.rule) ?? 0) - 1);
    const found = counts(diagnoseAll(edited, path).diagnosed.map((one) => one.finding));
    if ([...found].some(([rule, count]) => count > (wanted.get(rule) ?? 0))) return false;
  }
  return true;
}

function counts(findings: readonly Finding[]): Map<string, number> {
  const result = new Map<string, number>();
  for (const finding of findings) result.set(finding.rule, (result.get(finding.rule) ?? 0) + 1);
  return result;
}

/** The same workspace with edits applied in memory. */
function withEdits(project: Project, edits: readonly TextEdit[]): Project {
  const { options, sources } = project;
  const changed = new Map<string, string>();
  for (const path of new Set(edits.map((edit) => edit.location.path))) {
    changed.set(path, applyEdits(sources.text(path) ?? "", edits.filter((edit) => edit.location.path === path)));
  }
  const host = { ...options.host, read: (path: string) => changed.get(path) ?? sources.text(path), isFile: (path: string) => options.host.isFile(path) || sources.isOpen(path), isDirectory: (path: string) => options.host.isDirectory(path) };
  return new Project({ ...options, host });
}

/** Applies edits that all refer to the same text; those at one place keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits.entries()].sort(([i, a], [j, b]) => b.location.start - a.location.start || j - i);
  return ordered.reduce((result, [, edit]) => result.slice(0, edit.location.start) + edit.newText + result.slice(edit.location.end), text);
}
