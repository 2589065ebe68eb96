/** The shape and dtype that nested lists of numbers have as a tensor. */
import { integer } from "../../values/symbolic.ts";
import type { Value } from "../../values/value.ts";
import { joined } from "./dtypes.ts";
import type { Size, TensorCall } from "./model.ts";
import { rankOf } from "./shape.ts";

export interface Literal {
  readonly shape: readonly Size[];
  /** True if elements may be sequences themselves. */
  readonly open: boolean;
  readonly dtype: string | undefined;
}

const scalars: ReadonlyMap<string, string> = new Map([
  ["int", "int64"],
  ["bool", "bool"],
  ["float", "float32"],
]);

const unsure: Literal = { shape: [], open: true, dtype: undefined };

/** Undefined for data that cannot be a tensor, such as a ragged list. */
export function literal(call: TensorCall, data: Value): Literal | undefined {
  const dtype = scalars.get(data.kind);
  if (dtype !== undefined) return { shape: [], open: false, dtype };
  if (data.kind === "opaque") return data.size ? { shape: [], open: false, dtype: "int64" } : unsure;
  // A tensor among the elements must have a single element itself; which dtype wins is not modelled.
  if (data.kind === "tensor") return rankOf(data) === 0 ? { shape: [], open: false, dtype: undefined } : undefined;
  if (data.kind === "unknown") return unsure;
  if (data.kind === "uniform") return ofSequence(data.length, [literal(call, data.element)]);
  const repeated = call.repeated(data);
  if (repeated !== undefined) return ofSequence(repeated.length, [literal(call, repeated.element)]);
  const items = call.items(data);
  if (items === undefined) return data.kind === "object" ? unsure : undefined;
  if (items.length === 0) return { shape: [integer(0)], open: false, dtype: "float32" };
  return ofSequence(
    integer(items.length),
    items.map((item) => literal(call, item)),
  );
}

function ofSequence(length: Size, elements: readonly (Literal | undefined)[]): Literal | undefined {
  let dtype: string | undefined = elements[0]?.dtype;
  for (const element of elements) {
    if (element === undefined) return undefined;
    dtype = joined(dtype, element.dtype);
  }
  // One element of known rank settles the rank of all, but not more than that.
  const sure = elements.filter((element) => element?.open === false);
  const [first] = sure;
  if (first === undefined) return { shape: [length], open: true, dtype };
  for (const other of sure) {
    if (other?.shape.length !== first.shape.length) return undefined;
    if (other.shape.some((size, i) => size?.key !== first.shape[i]?.key)) return undefined;
  }
  return { shape: [length, ...first.shape], open: false, dtype };
}
