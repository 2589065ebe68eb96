/** Turns of phrase that rules share. */
import { isTrue } from "../interpreter/records.ts";
import type { FailureCase } from "../interpreter/surroundings.ts";
import { constantOf } from "../values/symbolic.ts";
import { asInt, describe, type Value } from "../values/value.ts";
import { factOf } from "./rule.ts";

/** `1024 (4096 // (ulysses 2 * ring 2))` where the numbers are known, the formula alone where they are not. */
export function localLength(expected: Value, sequence: Value, ulysses: Value, ring: Value): string {
  const known = numberOf(expected);
  if (known === undefined) return describe(expected);
  const degrees = [ulysses, ring].map(numberOf);
  if (degrees.includes(undefined)) return String(known);
  return `${known} (${describe(sequence)} // (ulysses ${degrees[0] ?? ""} * ring ${degrees[1] ?? ""}))`;
}

export function numberOf(value: Value | undefined): number | undefined {
  const whole = value === undefined ? undefined : asInt(value);
  return whole === undefined ? undefined : constantOf(whole);
}

export function sameSize(a: Value | undefined, b: Value | undefined): boolean {
  const [x, y] = [a === undefined ? undefined : asInt(a), b === undefined ? undefined : asInt(b)];
  return x !== undefined && x.key === y?.key;
}

/** Says which degree was forgotten where the length is the whole divided by the other one, as its contract decided. */
export function dividedByOne(failure: FailureCase): string {
  if (isTrue(factOf(failure, "without_ring"))) return "The ring degree is not divided out. ";
  return isTrue(factOf(failure, "without_ulysses")) ? "The Ulysses degree is not divided out. " : "";
}
