/**
 * How much of a value is written out. A program that doubles a text or a sequence with every line fills the memory long before
 * its steps are counted, so what has grown beyond these bounds is unknown.
 */
import type { Value } from "./value.ts";

/** Letters of a text, elements of a sequence, or elements of all sequences in one. */
export const longestWritten = 16_384;

export function isTooLong(value: Value): boolean {
  if (value.kind === "string") return value.value.length > longestWritten;
  if (value.kind === "tuple") return value.size > longestWritten;
  return value.kind === "choice" && value.alternatives.some((alternative) => isTooLong(alternative.value));
}
