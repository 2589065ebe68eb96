/** How the shapes, dtypes and devices of tensor operations are described; one table entry an operation. */
import type { Facts } from "../../values/facts.ts";
import type { Origin } from "../../values/origin.ts";
import type { SymInt } from "../../values/symbolic.ts";
import type { TensorValue, UniformValue, Value } from "../../values/value.ts";

/** One call of a modelled operation, its arguments evaluated; none of them is a choice. */
export interface TensorCall {
  /** For a method, the receiver is not among them. */
  readonly positional: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
  readonly facts: Facts;
  /** The origin for the result: the call itself. */
  readonly origin: Origin | undefined;
  /** The elements of a tuple or list; undefined for anything else or when they are not known. */
  items(value: Value): readonly Value[] | undefined;
  /** The element of a list that is one element repeated, and how often; undefined for any other value. */
  repeated(value: Value): UniformValue | undefined;
  /** Makes a list object. */
  list(items: readonly Value[]): Value;
}

/** The result, or undefined where the operation with these arguments is not modelled: it is then unknown. */
export type TensorFunction = (call: TensorCall) => Value | undefined;

export type TensorMethod = (self: TensorValue, call: TensorCall) => Value | undefined;

/** A size along one dimension; undefined if unknown. */
export type Size = SymInt | undefined;
