/** Fixes, each tried out on the edited text before it is offered. */
import type { Finding, Fix, TextEdit } from "../finding.ts";
import { judge } from "../rules/conditions.ts";
import { findRule } from "../rules/registry.ts";
import { withoutRepeats } from "./blame.ts";
import { type Diagnosed, diagnoseAll } from "./diagnose.ts";
import { fixSource } from "./fix-source.ts";
import { Memories } from "./memories.ts";
import { evaluateFile } from "./program.ts";
import { Project } from "./project.ts";

/**
 * The fixes that remove the finding, add none, make no other requirement of a library fail, and leave text that parses.
 * At most one is preferred.
 */
export function offerFixes(project: Project, finding: Finding): readonly Fix[] {
  const { path } = finding.location;
  const { diagnosed } = diagnoseAll(project, path);
  const own = diagnosed.find((one) => isSame(one.finding, finding));
  const rule = findRule(finding.rule);
  if (own === undefined || rule === undefined) return [];
  const trial = new Trial(project, own);
  const offered: Fix[] = [];
  for (const proposed of rule.fixes(own.failure, fixSource(project, own))) {
    const edits = proposed.edits.map((edit) => withLineEnds(project, edit));
    const preferred = proposed.preferred && !offered.some((other) => other.preferred);
    const fix: Fix = { title: proposed.title, preferred, edits };
    if (offered.some((other) => sameEffect(other, fix)) || !trial.mends(fix, proposed.guards === true)) continue;
    offered.push(fix);
  }
  return offered;
}

/** Inserted lines end as the others of their file. */
function withLineEnds(project: Project, edit: TextEdit): TextEdit {
  const text = project.sources.text(edit.location.path) ?? "";
  return text.includes("\r\n") ? { ...edit, newText: edit.newText.replace(/\r?\n/g, "\r\n") } : edit;
}

function isSame(a: Finding, b: Finding): boolean {
  return a.rule === b.rule && a.location.start === b.location.start && a.location.end === b.location.end;
}

/** Of several ways to write the same repair one is enough: the same places are edited. */
function sameEffect(a: Fix, b: Fix): boolean {
  const places = (fix: Fix): string =>
    fix.edits
      .map(
        (edit) => `${edit.location.path}:${edit.location.start}:${edit.newText.trim() === "" ? "" : edit.location.end}`,
      )
      .at(-1) ?? "";
  return a.title.split(" ")[0] === b.title.split(" ")[0] && places(a) === places(b);
}

/** Tries fixes of one finding. */
class Trial {
  private readonly project: Project;
  private readonly own: Diagnosed;
  /** What there was before the fix. */
  private readonly before = new Map<string, Counts>();

  constructor(project: Project, own: Diagnosed) {
    this.project = project;
    this.own = own;
  }

  mends(fix: Fix, guards: boolean): boolean {
    const { finding } = this.own;
    const edited = withEdits(this.project, fix.edits);
    return [...new Set([finding.location.path, ...fix.edits.map((edit) => edit.location.path)])].every((path) => {
      const [old, now] = [this.project.sources.source(path), edited.sources.source(path)];
      if (old === undefined || now === undefined || (now.syntax.broken && !old.syntax.broken)) return false;
      const allowed = new Map(this.findings(path));
      if (path === finding.location.path) allowed.set(finding.rule, (allowed.get(finding.rule) ?? 0) - 1);
      return (
        isAtMost(findingsIn(edited, path), allowed) &&
        (guards || isAtMost(brokenDemandsIn(edited, path), this.demands(path)))
      );
    });
  }

  private findings(path: string): Counts {
    return remembered(this.before, `findings ${path}`, () => findingsIn(this.project, path));
  }

  private demands(path: string): Counts {
    return remembered(this.before, `demands ${path}`, () => brokenDemandsIn(this.project, path));
  }
}

function remembered(known: Map<string, Counts>, key: string, make: () => Counts): Counts {
  const counts = known.get(key) ?? make();
  known.set(key, counts);
  return counts;
}

type Counts = ReadonlyMap<string, number>;

function findingsIn(project: Project, path: string): Counts {
  return counts(diagnoseAll(project, path).diagnosed.map((one) => one.finding.rule));
}

/** What fails of all that libraries require, whether there is a rule for it or not; what fails always is counted on its own, too. */
function brokenDemandsIn(project: Project, path: string): Counts {
  const { sources, options, budget, guarded } = project;
  const { library, world, clock } = options;
  const memories = new Memories();
  const evaluation = evaluateFile({
    path,
    sources,
    library,
    world,
    memories,
    budget,
    clock,
    guarded,
    reports: () => true,
  });
  return counts(
    withoutRepeats(evaluation?.failures ?? []).flatMap((failure) => {
      const severity = judge(failure)?.severity;
      return severity === undefined
        ? []
        : severity === "error"
          ? [failure.rule, `${failure.rule} always`]
          : [failure.rule];
    }),
  );
}

function counts(names: readonly string[]): Counts {
  const result = new Map<string, number>();
  for (const name of names) result.set(name, (result.get(name) ?? 0) + 1);
  return result;
}

function isAtMost(found: Counts, allowed: Counts): boolean {
  return [...found].every(([name, count]) => count <= (allowed.get(name) ?? 0));
}

/** The same workspace with edits applied in memory. */
function withEdits(project: Project, edits: readonly TextEdit[]): Project {
  const { options, sources } = project;
  const changed = new Map<string, string>();
  for (const path of new Set(edits.map((edit) => edit.location.path))) {
    changed.set(
      path,
      applyEdits(
        sources.text(path) ?? "",
        edits.filter((edit) => edit.location.path === path),
      ),
    );
  }
  const host = {
    ...options.host,
    read: (path: string) => changed.get(path) ?? sources.text(path),
    isFile: (path: string) => options.host.isFile(path) || sources.isOpen(path),
    isDirectory: (path: string) => options.host.isDirectory(path),
    list: (folder: string) => options.host.list(folder),
  };
  return new Project({ ...options, host, unknowns: undefined });
}

/** Applies edits that all refer to the same text; those at one place keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits.entries()].sort(([i, a], [j, b]) => b.location.start - a.location.start || j - i);
  return ordered.reduce(
    (result, [, edit]) => result.slice(0, edit.location.start) + edit.newText + result.slice(edit.location.end),
    text,
  );
}
