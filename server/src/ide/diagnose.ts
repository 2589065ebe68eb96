/** Turns failed requirements into findings. */
import type { Finding } from "../finding.ts";
import type { Failure } from "../interpreter/machine.ts";
import { judge } from "../rules/conditions.ts";
import { findRule } from "../rules/registry.ts";
import { ancestry, type Site } from "../values/origin.ts";
import { blamedSite, withoutRepeats } from "./blame.ts";
import { derivationOf, relatedPlaces } from "./derivation.ts";
import { mayStartProcesses } from "../launch/index.ts";
import { launchFailures } from "./launch-findings.ts";
import { locationOf } from "./places.ts";
import type { Evaluation } from "./program.ts";
import type { Project } from "./project.ts";
import type { MadeReport } from "./reports.ts";
import { applySuppressions } from "./suppressions.ts";

/** A finding and the failure behind it. */
export interface Diagnosed {
  readonly finding: Finding;
  readonly failure: Failure;
}

export function diagnose(project: Project, path: string): MadeReport | undefined {
  const source = project.sources.source(path);
  if (source === undefined) return undefined;
  const { diagnosed, unfinished, files } = diagnoseAll(project, path);
  const findings = diagnosed.map((one) => one.finding);
  const { kept, unused } = applySuppressions(findings, source.text, source.syntax.comments, source.syntax);
  // What was not analysed to its end may have what a comment suppresses.
  const unusedSuppressions = unfinished > 0 ? [] : unused;
  return { report: { findings: kept, unusedSuppressions, unfinished, refused: source.refused }, files };
}

export interface Diagnosis {
  readonly diagnosed: readonly Diagnosed[];
  readonly unfinished: number;
  /** The files that were read for it. */
  readonly files: ReadonlySet<string>;
}

export function diagnoseAll(project: Project, path: string): Diagnosis {
  const { sources, options } = project;
  const { unknowns, observeRuns } = options;
  const commands = commandFailures(project, path);
  const evaluated = sources.isPlain(path) ? undefined : project.evaluate(path, { unknowns, observeRuns });
  const evaluation = evaluated === undefined ? { ...commands, unfinished: 0 } : joined(evaluated, commands);
  if (evaluated === undefined && !sources.isPlain(path))
    return { diagnosed: [], unfinished: 0, files: new Set([path]) };
  const byPlace = new Map<string, Diagnosed>();
  for (const failure of withoutRepeats(evaluation.failures)) {
    const finding = toFinding(failure, project, path);
    if (finding === undefined) continue;
    const key = `${finding.rule} ${finding.location.path} ${finding.location.start} ${finding.location.end}`;
    if (!byPlace.has(key)) byPlace.set(key, { finding, failure });
  }
  const { unfinished, files } = evaluation;
  return { diagnosed: [...byPlace.values()].sort(byPosition), unfinished, files };
}

type CommandFailures = ReturnType<typeof launchFailures>;

/** What the commands in a file fail on; in Python only those in a call of `subprocess` are looked for. */
function commandFailures(project: Project, path: string): CommandFailures {
  const { launches, sources } = project;
  const hasCommands = sources.isPlain(path) || startsSglang(sources.text(path) ?? "");
  if (launches === undefined || !hasCommands) return { failures: [], files: new Set([path]) };
  return launchFailures(project, launches, path);
}

function startsSglang(text: string): boolean {
  return mayStartProcesses(text) && text.includes("sglang");
}

function joined(evaluation: Evaluation, { failures, files }: CommandFailures): Evaluation {
  if (failures.length === 0) return evaluation;
  return {
    ...evaluation,
    failures: [...evaluation.failures, ...failures],
    files: new Set([...evaluation.files, ...files]),
  };
}

function byPosition(a: Diagnosed, b: Diagnosed): number {
  const [x, y] = [a.finding, b.finding];
  return x.location.start - y.location.start || x.location.end - y.location.end || (x.rule < y.rule ? -1 : 1);
}

/** Undefined for a rule that does not exist yet, for what is not worth a finding, and for what another file is told. */
function toFinding(failure: Failure, project: Project, path: string): Finding | undefined {
  const { sources } = project;
  const rule = findRule(failure.rule);
  const verdict = rule === undefined ? undefined : judge(failure);
  const [main] = verdict?.cases ?? [];
  if (rule === undefined || verdict === undefined || main === undefined) return undefined;
  const blamed = shownSite(failure, project, path);
  const location = blamed === undefined ? undefined : locationOf(sources, blamed);
  if (blamed === undefined || location?.path !== path) return undefined;
  const when = verdict.when.length === 0 ? "" : ` This fails ${verdict.when.join(", or ")}.`;
  return {
    rule: rule.id,
    severity: verdict.severity,
    message: rule.message(main) + when,
    location,
    runtime: main.exception === undefined ? null : { exception: main.exception.name, text: main.exception.text },
    assumptions: assumptionsOf(failure),
    related: relatedPlaces(failure, sources, blamed),
    derivation: derivationOf(failure, sources),
  };
}

/**
 * Where a failure is shown in a file. What another file fails on whoever calls it is shown there; what only this file's
 * values make it fail on is shown at the call that leads there.
 */
function shownSite(failure: Failure, project: Project, path: string): Site | undefined {
  const { sources } = project;
  const blamed = blamedSite(failure, sources);
  const location = locationOf(sources, blamed);
  const [entry] = failure.stack;
  if (location === undefined || location.path === path || entry?.path !== path) return blamed;
  const isShownThere = project
    .findingsElsewhere(location.path)
    .some(({ rule, location: other }) => rule === failure.rule && other.start === location.start);
  return isShownThere ? undefined : entry;
}

function assumptionsOf(failure: Failure): string[] {
  const names = new Set<string>();
  for (const failing of failure.cases) {
    for (const value of [failing.at, ...failing.facts.values()]) {
      for (const origin of ancestry(value.origin))
        if (origin.kind === "world" && origin.name !== undefined) names.add(origin.name);
    }
  }
  return [...names].sort();
}
