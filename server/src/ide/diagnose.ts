/** Turns failed requirements into findings. */
import type { Finding, Location } from "../finding.ts";
import type { Failure } from "../interpreter/surroundings.ts";
import { judge } from "../rules/conditions.ts";
import { findRule } from "../rules/registry.ts";
import { perFile, perPiece } from "../syntax/index.ts";
import { ancestry, type Site } from "../values/origin.ts";
import { blamedSite, withoutRepeats } from "./blame.ts";
import { derivationOf, relatedPlaces } from "./derivation.ts";
import { mayStartProcesses } from "../launch/index.ts";
import { launchFailures } from "./launch-findings.ts";
import { locationOf } from "./places.ts";
import type { FileProblem, Project, ProjectOptions } from "./project.ts";
import type { Evaluation } from "./program.ts";
import type { MadeReport } from "./reports.ts";
import type { Sources } from "./sources.ts";
import { applySuppressions } from "./suppressions.ts";

/** A finding and the failure behind it. */
export interface Diagnosed {
  readonly finding: Finding;
  readonly failure: Failure;
}

/** `before` is the evaluation of the file before its last edit, if that alone may have changed it. */
export function diagnose(project: Project, path: string, before: Evaluation | undefined): MadeReport | undefined {
  const source = project.sources.source(path);
  if (source === undefined) return undefined;
  const { diagnosed, evaluation, unfinished, files, problems } = diagnoseAll(project, path, project.options, before);
  const findings = diagnosed.map((one) => one.finding);
  const { kept, unused } = applySuppressions(findings, source.text, source.syntax.comments, source.syntax);
  // What was not analysed to its end may have what a comment suppresses.
  const unusedSuppressions = unfinished > 0 ? [] : unused;
  const report = { findings: kept, unusedSuppressions, unfinished, refused: source.refused, problems };
  return { report, files, evaluation };
}

type Observers = Pick<ProjectOptions, "unknowns" | "observeRuns">;

export interface Diagnosis {
  readonly diagnosed: readonly Diagnosed[];
  readonly evaluation: Evaluation | undefined;
  readonly unfinished: number;
  readonly problems: readonly FileProblem[];
  /** The files that were read for it. */
  readonly files: ReadonlySet<string>;
}

/** What is to be said about a file, suppressed or not. `observers` are those that the project itself has if not given. */
export function diagnoseAll(
  project: Project,
  path: string,
  observers: Observers = project.options,
  before?: Evaluation,
): Diagnosis {
  const { sources } = project;
  const { unknowns, observeRuns } = observers;
  const evaluation = sources.isPlain(path) ? undefined : project.evaluate(path, { unknowns, observeRuns, before });
  const commands = commandFailures(project, path);
  const elsewhere = new Elsewhere(project);
  const byPlace = new Map<string, Diagnosed>();
  for (const failure of withoutRepeats([...(evaluation?.failures ?? []), ...(commands?.failures ?? [])])) {
    const finding = toFinding(failure, sources, elsewhere, path);
    if (finding === undefined) continue;
    const key = `${finding.rule} ${finding.location.path} ${finding.location.start} ${finding.location.end}`;
    if (!byPlace.has(key)) byPlace.set(key, { finding, failure });
  }
  return {
    diagnosed: [...byPlace.values()].sort(byPosition),
    evaluation,
    unfinished: evaluation?.unfinished ?? 0,
    problems: commands?.problems ?? [],
    files: new Set([path, ...(evaluation?.files ?? []), ...(commands?.files ?? [])]),
  };
}

/** What the commands in a file fail on; in Python only those in a call of `subprocess` are looked for. */
function commandFailures(project: Project, path: string): ReturnType<typeof launchFailures> | undefined {
  const { launches, sources } = project;
  const hasCommands = sources.isPlain(path) || startsSglang(sources.pieces(path));
  return launches === undefined || !hasCommands ? undefined : launchFailures(project, launches, path);
}

const namesSglang = perPiece((text) => text.includes("sglang"));
const startsSglang = perFile((pieces) => mayStartProcesses(pieces) && pieces.some(namesSglang));

/** What other files are told, each asked once. */
class Elsewhere {
  private readonly project: Project;
  private readonly findings = new Map<string, readonly Finding[]>();

  constructor(project: Project) {
    this.project = project;
  }

  isTold(rule: string, { path, start }: Location): boolean {
    let findings = this.findings.get(path);
    if (findings === undefined) this.findings.set(path, (findings = this.project.findingsElsewhere(path)));
    return findings.some((finding) => finding.rule === rule && finding.location.start === start);
  }
}

function byPosition(a: Diagnosed, b: Diagnosed): number {
  const [x, y] = [a.finding, b.finding];
  return x.location.start - y.location.start || x.location.end - y.location.end || (x.rule < y.rule ? -1 : 1);
}

/** Undefined for a rule that does not exist yet, for what is not worth a finding, and for what another file is told. */
function toFinding(failure: Failure, sources: Sources, elsewhere: Elsewhere, path: string): Finding | undefined {
  const rule = findRule(failure.rule);
  const verdict = rule === undefined ? undefined : judge(failure);
  const [main] = verdict?.cases ?? [];
  if (rule === undefined || verdict === undefined || main === undefined) return undefined;
  const blamed = shownSite(failure, sources, elsewhere, path);
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
function shownSite(failure: Failure, sources: Sources, elsewhere: Elsewhere, path: string): Site | undefined {
  const blamed = blamedSite(failure, sources);
  const location = locationOf(sources, blamed);
  const [entry] = failure.stack;
  if (location === undefined || location.path === path || entry?.path !== path) return blamed;
  return elsewhere.isTold(failure.rule, location) ? undefined : entry;
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
