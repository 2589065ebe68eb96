/** Operations that take dimensions away, and those that order elements along one. */
import { integer } from "../../values/symbolic.ts";
import { type TensorValue, tuple, type Value } from "../../values/value.ts";
import { argument, asSize, dimArgument, dimsArgument, flagArgument } from "./arguments.ts";
import { dtypeArgument, isIntegral } from "./dtypes.ts";
import { combined, summed } from "./elementwise.ts";
import type { Size, TensorCall, TensorMethod } from "./model.ts";
import { asTensor, axisOf, dimension, fails, leading, reshaped, resized, spliced, unranked } from "./shape.ts";

type DtypeRule = (dtype: string | undefined) => string | undefined;

/** The tensor without these dimensions, or with size 1 in their place; undefined if there is no such dimension. */
export function without(
  self: TensorValue,
  dims: readonly number[] | "all" | undefined,
  keep: boolean | undefined,
): TensorValue | undefined {
  if (dims === undefined || keep === undefined) return unranked(self);
  if (dims === "all") {
    if (!keep) return reshaped(self, []);
    return self.open
      ? unranked(self)
      : reshaped(
          self,
          self.shape.map(() => integer(1)),
        );
  }
  const axes = new Set<number>();
  for (const dim of dims) {
    if (!self.open && self.shape.length === 0 && (dim === 0 || dim === -1)) continue;
    const axis = axisOf(self, dim);
    if (axis === undefined) return self.open ? unranked(self) : undefined;
    if (axes.has(axis)) return undefined;
    axes.add(axis);
  }
  const count = Math.max(-1, ...axes) + 1;
  const own = leading(self, count).slice(0, count);
  const sizes = own.flatMap((size, i): Size[] => (axes.has(i) ? (keep ? [integer(1)] : []) : [size]));
  return spliced(self, 0, count, sizes);
}

/** `x.sum(dim, keepdim)`: no dimension means all of them, and so does an empty tuple. */
function reduction(rule: DtypeRule): TensorMethod {
  return (self, call) => {
    const dims = dimsArgument(call, 0);
    if (call.positional[0]?.kind === "bool") return undefined;
    // Older and newer versions disagree about an empty list of dimensions.
    if (dims !== "all" && dims?.length === 0) return undefined;
    const result = without(self, dims, flagArgument(call, 1, false, "keepdim", "keepdims"));
    return result === undefined ? undefined : { ...result, dtype: dtypeArgument(call, rule(self.dtype)) };
  };
}

const same: DtypeRule = (dtype) => dtype;
const truth: DtypeRule = () => "bool";
const index: DtypeRule = () => "int64";
const floating: DtypeRule = (dtype) => (dtype !== undefined && isIntegral(dtype) ? undefined : dtype);

/** Any and all answer in bool, but for uint8 in uint8. */
const anyOrAll: DtypeRule = (dtype) => (dtype === undefined || dtype === "uint8" ? undefined : truth(dtype));

/** `x.norm(p, dim, keepdim)` */
const norm: TensorMethod = (self, call) => {
  const dims = dimsArgument(call, 1);
  const result = without(self, dims, flagArgument(call, 2, false, "keepdim"));
  return result === undefined ? undefined : { ...result, dtype: dtypeArgument(call, floating(self.dtype)) };
};

/** `x.max()`, `x.max(dim)`, which gives values and indices, or `torch.max(a, b)`. */
const extremum: TensorMethod = (self, call) => {
  const first = argument(call, 0, "dim", "axis", "other");
  if (first === undefined) return reshaped(self, []);
  if (first.kind === "tensor") return combined([self, first], "promoted", call.facts);
  // Numpy's `x.max(0)` gives an array, torch's a pair: an opaque value may be either.
  const isTorch = call.keywords.has("dim") || !self.open;
  return isTorch && first.kind !== "opaque" ? valuesAndIndices(self, call) : undefined;
};

function valuesAndIndices(self: TensorValue, call: TensorCall): Value | undefined {
  const dim = dimArgument(call, 0, -1);
  const result = without(self, dim === undefined ? undefined : [dim], flagArgument(call, 1, false, "keepdim"));
  return result === undefined ? undefined : tuple([result, { ...result, dtype: "int64" }]);
}

/** `x.median(dim)` and its like: a pair only if a dimension is passed. */
const median: TensorMethod = (self, call) => {
  if (argument(call, 0, "dim") === undefined) return reshaped(self, []);
  return self.open ? undefined : valuesAndIndices(self, call);
};

/** `x.cummax(dim)`, `x.sort(dim)`: values and indices of the same shape. */
const pairOfSame: TensorMethod = (self) =>
  self.open ? undefined : tuple([reshaped(self, self.shape), reshaped(self, self.shape, { dtype: "int64" })]);

const indicesOfSame: TensorMethod = (self) =>
  reshaped(self, self.shape, { open: self.open, rest: self.rest, dtype: "int64" });

const topk: TensorMethod = (self, call) => {
  const count = argument(call, 0, "k");
  const axis = axisOf(self, dimArgument(call, 1, -1));
  if (count === undefined || (axis === undefined && !self.open)) return undefined;
  const size = asSize(count);
  if (axis === undefined) return tuple([unranked(self), unranked(self, { dtype: "int64" })]);
  if (fails(call.facts, size, "<=", dimension(self, axis)) || fails(call.facts, size, ">=", 0)) return undefined;
  const values = resized(self, axis, size);
  return tuple([values, { ...values, dtype: "int64" }]);
};

/** `torch.searchsorted(sorted, values)`, `torch.bucketize(values, bounds)`: as the values are. */
const searchsorted: TensorMethod = (_self, call) => {
  const values = argument(call, 0, "values", "input");
  const tensor = values?.kind === "opaque" ? undefined : asTensor(values);
  const dtype = call.keywords.has("out_int32") ? undefined : "int64";
  return tensor === undefined
    ? undefined
    : reshaped(tensor, tensor.shape, { open: tensor.open, rest: tensor.rest, dtype });
};

const bucketize: TensorMethod = (self, call) =>
  reshaped(self, self.shape, {
    open: self.open,
    rest: self.rest,
    dtype: call.keywords.has("out_int32") ? undefined : "int64",
  });

const isin: TensorMethod = (self) => reshaped(self, self.shape, { open: self.open, rest: self.rest, dtype: "bool" });

export const reductions: ReadonlyMap<string, TensorMethod> = new Map<string, TensorMethod>([
  ["sum", reduction(summed)],
  ["nansum", reduction(summed)],
  ["prod", reduction(summed)],
  ["mean", reduction(same)],
  ["nanmean", reduction(same)],
  ["std", reduction(same)],
  ["var", reduction(same)],
  ["logsumexp", reduction(floating)],
  ["amax", reduction(same)],
  ["amin", reduction(same)],
  ["any", reduction(anyOrAll)],
  ["all", reduction(anyOrAll)],
  ["argmax", reduction(index)],
  ["argmin", reduction(index)],
  ["count_nonzero", reduction(index)],
  ["norm", norm],
  ["max", extremum],
  ["min", extremum],
  ["median", median],
  ["cummax", pairOfSame],
  ["cummin", pairOfSame],
  ["sort", pairOfSame],
  ["msort", (self) => reshaped(self, self.shape, { open: self.open, rest: self.rest })],
  ["argsort", indicesOfSame],
  ["topk", topk],
  ["searchsorted", searchsorted],
  ["bucketize", bucketize],
  ["isin", isin],
]);
