/** Puts the runs in which a requirement fails into words, and says how sure and how bad that is. */
import type { Severity } from "../finding.ts";
import type { Failure, FailureCase } from "../interpreter/surroundings.ts";
import { allOf, type Condition, conditionKey, type Restriction } from "../values/condition.ts";
import { commandKey } from "../contracts/commands.ts";
import { isChoice, isTakenAsUsual, isUsual, whereUsual } from "../interpreter/usual.ts";
import type { Facts } from "../values/facts.ts";
import { decide } from "../values/logic.ts";
import { openDegrees } from "../contracts/world.ts";

export interface Verdict {
  readonly severity: Severity;
  /** Such as "on SM90" or "whenever the SP degree is above 1"; empty if it fails always. */
  readonly when: readonly string[];
  /** The cases that stand behind it. */
  readonly cases: readonly FailureCase[];
}

/** Undefined if nothing is left that is worth a finding. */
export function judge(failure: Failure): Verdict | undefined {
  const likely = mergeCases(failure.cases).filter(({ condition }) => !isGuess(condition));
  const groups = groupByDegrees(likely, failure.undecided);
  if (groups.length === 0) return undefined;
  const cases = groups.flatMap((group) => group.cases);
  const [only] = groups;
  if (groups.length === 1 && only?.when.length === 0) return { severity: "error", when: [], cases };
  if (failure.selective) return undefined;
  return { severity: "warning", when: groups.map((group) => inOneSentence(group.when)), cases };
}

/** True where something fails only if somebody sets a value that is wrong: any value may be. */
function isGuess(condition: Condition): boolean {
  const restrictions = [...condition.values()];
  const isSet = restrictions.some(({ decision, allowed }) => isUsual(decision) && allowed === 2);
  return (
    isSet &&
    restrictions.some(
      ({ decision }) => decision.implies[0]?.kind === "comparison" && !isUsual(decision) && !isDegree(decision.key),
    )
  );
}

/** `on SM90 with 4.0.0b27`, but `when a is 1 and when b is 2`. */
function inOneSentence(when: readonly string[]): string {
  const clauses = when.filter((part) => part.startsWith("when"));
  const places = when.filter((part) => !part.startsWith("when"));
  return [...places, ...(clauses.length === 0 ? [] : [clauses.join(" and ")])].join(" ");
}

/** Joins cases that differ in one decision only; a decision that allows all its alternatives is none. */
function mergeCases(cases: readonly FailureCase[]): FailureCase[] {
  let merged = [...cases];
  for (let changed = true; changed;) {
    changed = false;
    for (const [i, a] of merged.entries()) {
      const j = merged.findIndex((b, k) => k > i && differsInOne(a.condition, b.condition) !== undefined);
      const b = merged[j];
      const key = b === undefined ? undefined : differsInOne(a.condition, b.condition);
      if (b === undefined || key === undefined) continue;
      const joined = { ...a, condition: joinOn(a.condition, b.condition, key) };
      merged = [...merged.slice(0, i), joined, ...merged.slice(i + 1, j), ...merged.slice(j + 1)];
      changed = true;
      break;
    }
  }
  return merged;
}

/** The one decision in which two conditions differ, "" if in none; undefined if in more. */
function differsInOne(a: Condition, b: Condition): string | undefined {
  if (a.size !== b.size) return undefined;
  const different = [...a].filter(([key, restriction]) => b.get(key)?.allowed !== restriction.allowed);
  if (different.some(([key]) => !b.has(key)) || different.length > 1) return undefined;
  return different[0]?.[0] ?? "";
}

function joinOn(a: Condition, b: Condition, key: string): Condition {
  const result = new Map(a);
  const [first, second] = [a.get(key), b.get(key)];
  if (first === undefined || second === undefined) return result;
  const allowed = first.allowed | second.allowed;
  if (allowed === allOf(first.decision)) result.delete(key);
  else result.set(key, { decision: first.decision, allowed });
  return result;
}

interface Group {
  readonly when: readonly string[];
  readonly cases: readonly FailureCase[];
}

/**
 * Gathers what cases say about the two unknown degrees. There are four combinations: SP degree 1, Ulysses alone, ring
 * alone, both. What fails only without sequence parallelism may be right for the degree that is really used.
 */
function groupByDegrees(cases: readonly FailureCase[], undecided: boolean): Group[] {
  const groups = new Map<string, { rest: Condition; mask: number; cases: FailureCase[] }>();
  for (const failing of cases) {
    const condition = withoutImplied(failing.condition);
    const rest = new Map([...condition].filter(([key]) => !isDegree(key)));
    const key = conditionKey(rest);
    const group = groups.get(key) ?? { rest, mask: 0, cases: [] };
    group.mask |= degreeMask(condition);
    group.cases.push(failing);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ rest, mask, cases: members }) => {
    const degrees = degreeWords.get(mask);
    if (degrees === undefined || (undecided && degrees !== "")) return [];
    const when = [...rest.values()].map(describeRestriction);
    return [{ when: degrees === "" ? when : [...when, degrees], cases: members }];
  });
}

function isDegree(key: string): boolean {
  return openDegrees.some((name) => key === `world.${name}`);
}

/** Bit 0: both degrees are 1; bit 1: only Ulysses is above 1; bit 2: only ring is; bit 3: both are. */
function degreeMask(condition: Condition): number {
  const allowed = openDegrees.map((name) => condition.get(`world.${name}`)?.allowed ?? 3);
  const [ulysses = 3, ring = 3] = allowed;
  let mask = 0;
  for (let bit = 0; bit < 4; bit++) {
    const ulyssesSide = 1 << (bit & 1);
    const ringSide = 1 << (bit >> 1);
    if ((ulysses & ulyssesSide) !== 0 && (ring & ringSide) !== 0) mask |= 1 << bit;
  }
  return mask;
}

/** Leaves out what is so because of a default that is said, too: the answers of tests, the size of a degree. Defaults come first. */
function withoutImplied(condition: Condition): Condition {
  const [defaults, others] = [true, false].map((usual) =>
    [...condition].filter(([, one]) => isTakenAsUsual(one) === usual),
  );
  const facts = whereUsual([...condition.values()]);
  return new Map([...(defaults ?? []), ...(others ?? []).filter(([, one]) => !follows(one, facts))]);
}

function follows({ decision, allowed }: Restriction, facts: Facts): boolean {
  return decision.implies.every(
    (implied, i) => implied !== undefined && decide(implied, facts) === ((allowed & (1 << i)) !== 0),
  );
}

/** What is said of each set of combinations; a set that is absent is not reported. */
const degreeWords: ReadonlyMap<number, string> = new Map([
  [0b1111, ""],
  [0b1110, "whenever the SP degree is above 1"],
  [0b1100, "whenever the ring degree is above 1"],
  [0b1010, "whenever the Ulysses degree is above 1"],
  [0b1000, "whenever both the Ulysses and the ring degree are above 1"],
  [0b0100, "whenever the ring degree is above 1 and the Ulysses degree is 1"],
  [0b0010, "whenever the Ulysses degree is above 1 and the ring degree is 1"],
  [0b0110, "whenever exactly one of the Ulysses and the ring degree is above 1"],
]);

function describeRestriction({ decision, allowed }: Restriction): string {
  const names = decision.alternatives.filter((_, i) => (allowed & (1 << i)) !== 0);
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}` : (names[0] ?? "");
  if (isChoice(decision)) return `when ${names.join(" or when ")}`;
  if (decision.key === "world.architecture") return `on ${list}`;
  if (decision.key === commandKey) return `when started by ${names.join(" or by ")}`;
  if (decision.key.includes("world.library.")) return `with ${list}`;
  return `when ${list}`;
}
