/**
 * What a value that nobody knows may be in truth: one of a few objects and functions that are known by other names. What is
 * written through it is written to them.
 */
import { unknown, type UnknownValue, type Value } from "./value.ts";

/** More than a loop over the layers of a model has are no few. */
const maximumAliases = 16;

/** The unknown value that may be any of these. */
export function unknownOf(cause: string, values: readonly Value[]): UnknownValue {
  const mayBe = aliases(values);
  return mayBe.length === 0 ? unknown(cause) : { ...unknown(cause), mayBe };
}

function aliases(values: readonly Value[]): readonly Value[] {
  const found = new Map<object, Value>();
  const add = (value: Value): void => {
    if (found.size === maximumAliases) return;
    if (value.kind === "object" || value.kind === "function") found.set(value.identity, value);
    else if (value.kind === "bound") add(value.receiver);
    else if (value.kind === "tuple") value.items.forEach(add);
    else if (value.kind === "choice") for (const alternative of value.alternatives) add(alternative.value);
    else if (value.kind === "unknown") value.mayBe?.forEach(add);
  };
  values.forEach(add);
  return [...found.values()];
}
