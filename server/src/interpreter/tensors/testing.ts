/** What the tests of tensor operations are written with. */
import { Facts } from "../../values/facts.ts";
import { integer, symbol, type SymInt } from "../../values/symbolic.ts";
import { describe, int, none, opaque, tensor, type TensorValue, text, tuple, type Value } from "../../values/value.ts";
import { indexTensor, tensorFunctions, tensorMethods } from "./index.ts";
import type { Size, TensorCall } from "./model.ts";
import { asTensor } from "./shape.ts";

type Plain = number | string | SymInt | Value | null | readonly Plain[];

/** Numbers, texts and arrays as the values they stand for; null is None. */
export function value(plain: Plain): Value {
  if (plain === null) return none;
  if (typeof plain === "number") return int(integer(plain));
  if (typeof plain === "string") return text(plain);
  if (isArray(plain)) return tuple(plain.map(value));
  return "kind" in plain ? plain : int(plain);
}

function isArray(plain: Plain): plain is readonly Plain[] {
  return Array.isArray(plain);
}

export function external(name: string): Value {
  return { kind: "external", name };
}

/** A tensor of sizes, `null` for an unknown one. */
export function x(sizes: readonly (number | SymInt | null)[], dtype?: string): TensorValue {
  const shape = sizes.map((size): Size =>
    size === null ? undefined : typeof size === "number" ? integer(size) : size,
  );
  return tensor(shape, { dtype });
}

export function slice(lower: Plain, upper: Plain, step: Plain = null): Value {
  return { kind: "slice", lower: value(lower), upper: value(upper), step: value(step) };
}

/** A parameter, about which nothing is known. */
export const hidden = opaque("f.hidden", "hidden");

export const S = symbol("S", "S", 1);
export const B = symbol("B", "B", 1);
export const D = symbol("D", "D", 1);
export const sp = symbol("sp", "sp", 1);
export const rank = symbol("rank", "rank", 0, sp);
/** A number that may be negative. */
export const n = symbol("n", "n");

function callOf(args: readonly Plain[], keywords: Readonly<Record<string, Plain>>, facts: Facts): TensorCall {
  return {
    positional: args.map(value),
    keywords: new Map(Object.entries(keywords).map(([name, plain]) => [name, value(plain)])),
    facts,
    origin: undefined,
    items: (items) => (items.kind === "tuple" ? items.items : undefined),
    repeated: () => undefined,
    list: (items) => tuple(items),
  };
}

export function method(
  self: Value,
  name: string,
  args: readonly Plain[] = [],
  keywords: Readonly<Record<string, Plain>> = {},
  facts = Facts.none,
): Value | undefined {
  const receiver = asTensor(self);
  return receiver === undefined ? undefined : tensorMethods.get(name)?.(receiver, callOf(args, keywords, facts));
}

export function call(
  name: string,
  args: readonly Plain[] = [],
  keywords: Readonly<Record<string, Plain>> = {},
  facts = Facts.none,
): Value | undefined {
  return tensorFunctions.get(name)?.(callOf(args, keywords, facts));
}

export function at(self: Value, index: Plain, facts = Facts.none): Value | undefined {
  const receiver = asTensor(self);
  return receiver === undefined ? undefined : indexTensor(receiver, value(index), callOf([], {}, facts));
}

/** What a result looks like, "unknown" where the model does not say. */
export function show(result: Value | undefined): string {
  if (result === undefined || result.kind === "unknown") return "unknown";
  if (result.kind === "tuple") return `(${result.items.map(show).join(", ")})`;
  if (result.kind === "uniform")
    return `${show(result.element)} times ${result.length === undefined ? "?" : describe(int(result.length))}`;
  return describe(result);
}
