/**
 * Conditions under which a value holds: a conjunction over decision variables, each restricted to some of its
 * alternatives. There is no general solver; contradictions that need arithmetic are found by `Facts`.
 */
import type { Relation } from "./facts.ts";
import type { Formula } from "./logic.ts";
import type { SymInt } from "./symbolic.ts";

/**
 * How much a decision says about the runs that exist:
 * - `world`: each alternative is a configuration that somebody runs (an architecture, a version, a degree, a default);
 *   a failure in one of them is worth a warning.
 * - `unknown`: a branch test that could not be decided. One of its sides may be impossible, so only what fails on
 *   every side is reported.
 */
export type DecisionKind = "world" | "unknown";

export interface Decision {
  /** Equal for the same question, so that the same test twice takes the same side. */
  readonly key: string;
  readonly kind: DecisionKind;
  /** What each alternative is called in a message, such as `SM100` or `the SP degree is above 1`. */
  readonly alternatives: readonly string[];
  /** What holds in each alternative. */
  readonly implies: readonly (Formula | undefined)[];
  /** The alternative that programs are written for: what is on its side runs, though nobody says so. */
  readonly expected?: number;
}

export interface Comparison {
  readonly left: SymInt;
  readonly relation: Relation;
  readonly right: SymInt;
  /** How a message says that it holds and that it does not, where the formula itself would not be understood. */
  readonly words?: readonly [string, string];
}

/** Which alternatives of each decision are allowed; a decision that is absent is free. */
export type Condition = ReadonlyMap<string, Restriction>;

export interface Restriction {
  readonly decision: Decision;
  /** One bit for each alternative. */
  readonly allowed: number;
}

export const always: Condition = new Map();

/** The bits of all alternatives. */
export function allOf(decision: Decision): number {
  return (1 << decision.implies.length) - 1;
}

export function only(decision: Decision, alternative: number): Condition {
  return new Map([[decision.key, { decision, allowed: 1 << alternative }]]);
}

/** Both conditions at once; undefined if they exclude each other. */
export function both(a: Condition, b: Condition): Condition | undefined {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const result = new Map(a);
  for (const [key, restriction] of b) {
    const known = result.get(key);
    const allowed = known === undefined ? restriction.allowed : known.allowed & restriction.allowed;
    if (allowed === 0) return undefined;
    result.set(key, { decision: restriction.decision, allowed });
  }
  return result;
}

/** True if two conditions can hold at once; a quicker question than what they say together. */
export function compatible(a: Condition, b: Condition): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  for (const [key, { allowed }] of small) {
    const other = large.get(key);
    if (other !== undefined && (other.allowed & allowed) === 0) return false;
  }
  return true;
}

export function allows(condition: Condition, decision: Decision, alternative: number): boolean {
  const restriction = condition.get(decision.key);
  return restriction === undefined || (restriction.allowed & (1 << alternative)) !== 0;
}

/** True if the condition leaves one alternative of the decision. */
export function isDecided(condition: Condition, decision: Decision): boolean {
  const allowed = condition.get(decision.key)?.allowed ?? 0;
  return allowed !== 0 && (allowed & (allowed - 1)) === 0;
}

/** True for the side of a test that may be impossible. */
export function isInDoubt({ decision, allowed }: Restriction): boolean {
  return decision.kind === "unknown" && (decision.expected === undefined || allowed !== 1 << decision.expected);
}

export function sameCondition(a: Condition, b: Condition): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [key, { allowed }] of a) if (b.get(key)?.allowed !== allowed) return false;
  return true;
}

export function conditionKey(condition: Condition): string {
  const parts = [...condition].map(([key, restriction]) => `${key}:${restriction.allowed}`);
  return parts.sort().join("&");
}
