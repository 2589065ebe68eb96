/** Turns failed requirements into findings. */
import type { DerivationStep, Finding, Location, Related } from "../finding.ts";
import type { Failure } from "../interpreter/machine.ts";
import { judge } from "../rules/conditions.ts";
import { findRule } from "../rules/registry.ts";
import { ancestry } from "../values/origin.ts";
import { describe } from "../values/value.ts";
import { blamedSite, makers, withoutRepeats } from "./blame.ts";
import { locationOf, textAt } from "./places.ts";
import { evaluateFile } from "./program.ts";
import type { FileReport, Project } from "./project.ts";
import type { Sources } from "./sources.ts";
import { applySuppressions } from "./suppressions.ts";

/** A finding and the failure behind it. */
export interface Diagnosed {
  readonly finding: Finding;
  readonly failure: Failure;
}

export function diagnose(project: Project, path: string): FileReport | undefined {
  const source = project.sources.source(path);
  if (source === undefined) return undefined;
  const { diagnosed, unfinished } = diagnoseAll(project, path);
  const findings = diagnosed.map((one) => one.finding);
  const { kept, unused } = applySuppressions(findings, source.text, source.syntax.comments, source.syntax);
  return { findings: kept, unusedSuppressions: unused, unfinished, refused: source.refused };
}

export function diagnoseAll(project: Project, path: string): { diagnosed: readonly Diagnosed[]; unfinished: number } {
  const { sources, options, budget, memories } = project;
  const { library, world, clock } = options;
  const evaluation = evaluateFile({ path, sources, library, world, memories, budget, clock });
  if (evaluation === undefined) return { diagnosed: [], unfinished: 0 };
  const byPlace = new Map<string, Diagnosed>();
  for (const failure of withoutRepeats(evaluation.failures)) {
    const finding = toFinding(failure, sources, path);
    if (finding === undefined) continue;
    const key = `${finding.rule} ${finding.location.path} ${finding.location.start} ${finding.location.end}`;
    if (!byPlace.has(key)) byPlace.set(key, { finding, failure });
  }
  return { diagnosed: [...byPlace.values()].sort(byPosition), unfinished: evaluation.unfinished };
}

function byPosition(a: Diagnosed, b: Diagnosed): number {
  const [x, y] = [a.finding, b.finding];
  return x.location.start - y.location.start || x.location.end - y.location.end || (x.rule < y.rule ? -1 : 1);
}

/** Undefined for a rule that does not exist yet, for what is not worth a finding, and for places outside this file. */
function toFinding(failure: Failure, sources: Sources, path: string): Finding | undefined {
  const rule = findRule(failure.rule);
  const verdict = rule === undefined ? undefined : judge(failure);
  const [main] = verdict?.cases ?? [];
  const location = locationOf(sources, blamedSite(failure, sources));
  if (rule === undefined || verdict === undefined || main === undefined || location?.path !== path) return undefined;
  const when = verdict.when.length === 0 ? "" : ` This fails ${verdict.when.join(", or ")}.`;
  return {
    rule: rule.id,
    severity: verdict.severity,
    message: rule.message(main) + when,
    location,
    runtime: main.exception === undefined ? null : { exception: main.exception.name, text: main.exception.text },
    assumptions: assumptionsOf(failure),
    related: relatedPlaces(failure, sources, location),
    derivation: derivation(failure, sources),
  };
}

function assumptionsOf(failure: Failure): string[] {
  const names = new Set<string>();
  for (const failing of failure.cases) {
    for (const value of [failing.at, ...failing.facts.values()]) {
      for (const origin of ancestry(value.origin)) if (origin.kind === "world" && origin.name !== undefined) names.add(origin.name);
    }
  }
  return [...names].sort();
}

const maximumRelated = 6;

function relatedPlaces(failure: Failure, sources: Sources, blamed: Location): Related[] {
  const related: Related[] = [];
  const call = locationOf(sources, failure.call);
  if (call !== undefined && (call.path !== blamed.path || blamed.start < call.start || blamed.end > call.end)) {
    related.push({ location: call, message: "the call that requires it" });
  }
  for (const origin of makers(failure, sources)) {
    const location = origin.site === undefined ? undefined : locationOf(sources, origin.site);
    if (location === undefined || related.length >= maximumRelated) continue;
    if (origin.kind === "computed" && !isCallLike(textAt(sources, location))) continue;
    const message = origin.kind === "world" ? `${origin.name ?? "the launch"} is set here` : `${shorten(textAt(sources, location))} is written here`;
    if (!related.some((other) => other.location.path === location.path && other.location.start === location.start && other.location.end === location.end)) {
      related.push({ location, message });
    }
  }
  return related;
}

/** Operators on the way are part of the derivation; places to look at are literals and calls. */
function isCallLike(text: string): boolean {
  return text.endsWith(")") && /^[\w.]+\(/.test(text);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= 60 ? line : `${line.slice(0, 57)}...`;
}

/** From the literals and launch facts to the failing comparison. */
function derivation(failure: Failure, sources: Sources): DerivationStep[] {
  const steps: DerivationStep[] = [];
  for (const origin of makers(failure, sources).reverse()) {
    const location = origin.site === undefined ? undefined : locationOf(sources, origin.site);
    if (location === undefined) continue;
    const text = origin.kind === "world" ? (origin.name ?? "the launch") : shorten(textAt(sources, location));
    steps.push({ location, text });
  }
  const [main] = failure.cases;
  const [actual, expected] = [main?.facts.get("actual"), main?.facts.get("expected")];
  if (actual !== undefined && expected !== undefined) {
    steps.push({ location: locationOf(sources, failure.call), text: `${describe(actual)} is not ${describe(expected)}` });
  }
  return steps;
}
