/** Fixes, each tried out on the edited text before it is offered. */
import type { Finding, Fix, TextEdit } from "../finding.ts";
import type { RunObserver } from "../interpreter/machine.ts";
import { judge } from "../rules/conditions.ts";
import { findRule } from "../rules/registry.ts";
import type { Chunk, TextChange } from "../syntax/index.ts";
import { withoutRepeats } from "./blame.ts";
import { type Diagnosed, diagnoseAll } from "./diagnose.ts";
import { fixSource } from "./fix-source.ts";
import { Memories } from "./memories.ts";
import type { Project } from "./project.ts";

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
  /** What there was before, by file. */
  private readonly before = new Map<string, Counts>();
  /** Of evaluations that look at everything that libraries require. */
  private readonly memories = new Memories();

  constructor(project: Project, own: Diagnosed) {
    this.project = project;
    this.own = own;
  }

  mends(fix: Fix, guards: boolean): boolean {
    const paths = [...new Set([this.own.finding.location.path, ...fix.edits.map(({ location }) => location.path)])];
    const before = paths.map((path) => this.fileBefore(path));
    const affected = this.edited(fix, () => before.map((file) => this.affectedIn(file)));
    const affects = affected.filter((one) => one !== undefined);
    if (affects.length < paths.length) return false;
    if (guards) return true;
    const demanded = affects.map((file) => ({ file, demands: this.demandsWhere(file) }));
    return this.edited(fix, () => demanded.every(({ file, demands }) => isAtMost(this.demandsWhere(file), demands)));
  }

  private edited<T>(fix: Fix, body: () => T): T {
    return this.project.withChanges(changesOf(fix.edits), body);
  }

  private fileBefore(path: string): FileBefore {
    const { sources } = this.project;
    const { finding } = this.own;
    let counts = this.before.get(path);
    if (counts === undefined)
      this.before.set(path, (counts = ruleCounts(diagnoseAll(this.project, path, {}).diagnosed)));
    const own = path === finding.location.path ? 1 : 0;
    const allowed = new Map(counts).set(finding.rule, (counts.get(finding.rule) ?? 0) - own);
    return { path, broken: sources.syntax(path)?.broken !== false, allowed };
  }

  /** What is evaluated again in an edited file; undefined if the file does not parse any more, or has more findings than it may. */
  private affectedIn({ path, broken, allowed }: FileBefore): Affected | undefined {
    const syntax = this.project.sources.syntax(path);
    if (syntax === undefined || (syntax.broken && !broken)) return undefined;
    const entered = new Set<Chunk>();
    const observeRuns: RunObserver = (place) => entered.add(place.chunk);
    const { diagnosed } = diagnoseAll(this.project, path, { observeRuns });
    const chunks = new Set(syntax.chunks.map(({ chunk }) => chunk));
    return isAtMost(ruleCounts(diagnosed), allowed) ? { path, entered, chunks } : undefined;
  }

  /**
   * What fails of all that libraries require, whether there is a rule for it or not, where the edit makes a difference; what fails
   * always is counted on its own, too.
   */
  private demandsWhere({ path, entered, chunks }: Affected): Counts {
    const isAffected = (chunk: Chunk): boolean => entered.has(chunk) || !chunks.has(chunk);
    const { memories } = this;
    const evaluation = this.project.evaluate(path, { memories, only: isAffected, reports: () => true });
    return counts(
      withoutRepeats(evaluation?.failures ?? []).flatMap((failure) => {
        const severity = judge(failure)?.severity;
        if (severity === undefined) return [];
        return severity === "error" ? [failure.rule, `${failure.rule} always`] : [failure.rule];
      }),
    );
  }
}

/** A file before a fix: whether it did not parse, and the findings that it may have afterwards, by rule. */
interface FileBefore {
  readonly path: string;
  readonly broken: boolean;
  readonly allowed: Counts;
}

/** Of an edited file: the top-level statements that were evaluated again, and all that there are. */
interface Affected {
  readonly path: string;
  readonly entered: ReadonlySet<Chunk>;
  readonly chunks: ReadonlySet<Chunk>;
}

type Counts = ReadonlyMap<string, number>;

function ruleCounts(diagnosed: readonly Diagnosed[]): Counts {
  return counts(diagnosed.map((one) => one.finding.rule));
}

function counts(names: readonly string[]): Counts {
  const result = new Map<string, number>();
  for (const name of names) result.set(name, (result.get(name) ?? 0) + 1);
  return result;
}

function isAtMost(found: Counts, allowed: Counts): boolean {
  return [...found].every(([name, count]) => count <= (allowed.get(name) ?? 0));
}

/** Edits as changes one after another, by file. */
function changesOf(edits: readonly TextEdit[]): ReadonlyMap<string, readonly TextChange[]> {
  const changes = new Map<string, TextChange[]>();
  for (const { location, newText } of fromTheEnd(edits)) {
    const { path, start, end } = location;
    changes.set(path, [...(changes.get(path) ?? []), { start, end, newText }]);
  }
  return changes;
}

/** Applies edits that all refer to the same text; those at one place keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return fromTheEnd(edits).reduce(
    (result, { location, newText }) => result.slice(0, location.start) + newText + result.slice(location.end),
    text,
  );
}

/** Each edit before those that lie in front of it, which it then does not move. */
function fromTheEnd(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits.entries()]
    .sort(([i, a], [j, b]) => b.location.start - a.location.start || j - i)
    .map(([, edit]) => edit);
}
