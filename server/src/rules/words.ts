/** Turns of phrase that rules share. */
import type { FailureCase } from "../interpreter/surroundings.ts";
import { constantOf, floorDiv } from "../values/symbolic.ts";
import { asInt, describe, int, none, type Value } from "../values/value.ts";
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
export function dividedByOne(failure: FailureCase): string {
  const [actual, sequence, ulysses, ring] = ["actual", "sequence", "ulysses", "ring"].map((name) =>
    factOf(failure, name),
  );
  const isLeftOut = (isKnown: string, other: Value | undefined): boolean =>
    isQuotient(actual, sequence, other) || (numberOf(actual) === undefined && isTrue(factOf(failure, isKnown)));
  if (isLeftOut("without_ring", ulysses)) return "The ring degree is not divided out. ";
  return isLeftOut("without_ulysses", ring) ? "The Ulysses degree is not divided out. " : "";
}

function isQuotient(actual: Value | undefined, whole: Value = none, divisor: Value = none): boolean {
  return sameSize(actual, int(floorDiv(asInt(whole), asInt(divisor))));
}

function isTrue(value: Value | undefined): boolean {
  return value?.kind === "bool" && value.formula.kind === "constant" && value.formula.value;
}
