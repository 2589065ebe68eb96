/** Turns of phrase that rules share. */
import { isTrue } from "../interpreter/records.ts";
import type { FailureCase } from "../interpreter/surroundings.ts";
import { constantOf, floorDiv } from "../values/symbolic.ts";
import { asInt, describe, int, type Value } from "../values/value.ts";
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

/** Says which degree was forgotten where the length is the whole divided by the other one. */
export function dividedByOne(
  failure: FailureCase,
  actual: Value,
  sequence: Value,
  ulysses: Value,
  ring: Value,
): string {
  const isWholeBy = (degree: Value, decided: string): boolean =>
    isQuotient(actual, sequence, degree) || (numberOf(actual) === undefined && isTrue(factOf(failure, decided)));
  if (isWholeBy(ulysses, "without_ring")) return "The ring degree is not divided out. ";
  return isWholeBy(ring, "without_ulysses") ? "The Ulysses degree is not divided out. " : "";
}

function isQuotient(actual: Value, whole: Value, divisor: Value): boolean {
  return sameSize(actual, int(floorDiv(asInt(whole), asInt(divisor))));
}
