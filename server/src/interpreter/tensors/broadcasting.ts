/** How the shapes of several operands combine. */
import type { Facts } from "../../values/facts.ts";
import { integer } from "../../values/symbolic.ts";
import type { TensorValue } from "../../values/value.ts";
import type { Size } from "./model.ts";
import { agreed, fails, holds } from "./shape.ts";

/** One dimension of the result: undefined where it is unknown, "conflict" where the operation would raise. */
export function broadcastSize(sizes: readonly Size[], facts: Facts): Size | "conflict" {
  const wide: Size[] = [];
  let unsure = false;
  for (const size of sizes) {
    if (holds(facts, size, "==", 1)) continue;
    if (fails(facts, size, "==", 1)) wide.push(size);
    else if (size === undefined) unsure = true;
    else if (!wide.some((other) => holds(facts, other, "==", size))) wide.push(size);
  }
  const certain = wide.filter((size) => fails(facts, size, "==", 1));
  // A size that is not 1 is the result's, whatever the others are.
  if (certain.length > 0) return agreed(facts, certain);
  if (wide.length === 0) return unsure ? undefined : integer(1);
  // A single size that may be 1: the result is that size, if no other is in doubt.
  return wide.length === 1 && !unsure ? wide[0] : undefined;
}

/** Undefined if they cannot be broadcast. */
export function broadcastSizes(shapes: readonly (readonly Size[])[], facts: Facts): readonly Size[] | undefined {
  const rank = Math.max(0, ...shapes.map((shape) => shape.length));
  const result: Size[] = [];
  for (let i = 0; i < rank; i++) {
    const sizes = shapes.filter((shape) => i >= rank - shape.length).map((shape) => shape[i - rank + shape.length]);
    const size = broadcastSize(sizes, facts);
    if (size === "conflict") return undefined;
    result.push(size);
  }
  return result;
}

/** The shape that operands have together: "unknown" where even its rank is not known, undefined if they do not fit. */
export function broadcastShape(
  operands: readonly TensorValue[],
  facts: Facts,
): Pick<TensorValue, "shape" | "open" | "rest" | "byRank"> | undefined {
  // Tensors without dimensions, and those that hold a single number, change nothing.
  const [first, ...others] = operands.filter((operand) => operand.open || operand.shape.length > 0);
  if (first === undefined) return { shape: [], open: false, rest: undefined };
  if (others.every((other) => isSameShape(first, other))) {
    const { shape, open, rest, byRank } = first;
    return { shape, open, rest, ...(byRank && { byRank }) };
  }
  if (first.open || others.some((other) => other.open)) return { shape: [], open: true, rest: undefined };
  const shape = broadcastSizes(
    [first, ...others].map((operand) => operand.shape),
    facts,
  );
  return shape === undefined ? undefined : { shape, open: false, rest: undefined };
}

/** True if all sizes, the unlisted ones included, are known to be the same. */
function isSameShape(a: TensorValue, b: TensorValue): boolean {
  if (a.open !== b.open || a.shape.length !== b.shape.length) return false;
  if (a.shape.some((size, i) => size === undefined || size.key !== b.shape[i]?.key)) return false;
  if (!a.open) return true;
  return a.rest !== undefined && a.rest.key === b.rest?.key && a.rest.offset === b.rest.offset;
}
