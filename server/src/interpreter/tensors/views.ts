/** Operations that give the same elements another shape. */
import { add, constantOf, floorDiv, integer, modulo, multiply, subtract, type SymInt } from "../../values/symbolic.ts";
import type { TensorValue } from "../../values/value.ts";
import {
  argument,
  asSize,
  constantInt,
  constantInts,
  dimArgument,
  isCount,
  variadic,
  withArguments,
} from "./arguments.ts";
import { asDtype } from "./dtypes.ts";
import type { Size, TensorCall, TensorMethod } from "./model.ts";
import {
  asTensor,
  axisIn,
  axisOf,
  dimension,
  elementsOf,
  fails,
  holds,
  leading,
  product,
  reshaped,
  sizesOfRank,
  spliced,
  unranked,
} from "./shape.ts";

/** `x.view(…)`, `x.reshape(…)` */
const view: TensorMethod = (self, call) => {
  const [first] = call.positional;
  if (first !== undefined && asDtype(first) !== undefined) return undefined;
  const sizes = variadic(call, 0, "size", "shape");
  if (sizes === undefined) return unranked(self);
  const shape = viewedAs(call, elementsOf(self), sizes.map(asSize));
  return shape === undefined ? undefined : reshaped(self, shape);
};

/** The sizes that `total` elements get when viewed as `sizes`, one of which may be -1; undefined if that would raise. */
function viewedAs(call: TensorCall, total: Size, sizes: readonly Size[]): readonly Size[] | undefined {
  const { facts } = call;
  const inferred = sizes.findIndex((size) => size !== undefined && constantOf(size) === -1);
  if (inferred >= 0) {
    // Only one size may be -1, so that the others are sizes indeed.
    const others = product(sizes.toSpliced(inferred, 1));
    if (sizes.some((size, i) => i !== inferred && fails(facts, size, ">=", 0))) return undefined;
    if (holds(facts, others, "==", 0) || fails(facts, remainder(call, total, others), "==", 0)) return undefined;
    return sizes.with(inferred, quotient(call, total, others));
  }
  if (sizes.some((size) => fails(facts, size, ">=", 0))) return undefined;
  const unsure = sizes.filter((size) => size !== undefined && !isCount(call, size));
  const whole = product(sizes);
  // A size of unknown sign may be -1 and then stands for another number, unless the elements are used up without.
  if (unsure.length > 0 && !holds(facts, whole, "==", total)) {
    return sizes.map((size) => (size !== undefined && isCount(call, size) ? size : undefined));
  }
  return fails(facts, whole, "==", total) ? undefined : sizes;
}

function remainder(call: TensorCall, total: Size, part: Size): Size {
  if (total === undefined || part === undefined) return undefined;
  return modulo(call.facts.simplify(total), call.facts.simplify(part));
}

/** `total // part` where `part` is known to divide `total`, written without a division wherever possible. */
export function quotient(call: TensorCall, total: Size, part: Size): Size {
  const plain = floorDiv(total, part);
  if (plain === undefined || total === undefined || part === undefined) return undefined;
  if (multiply(plain, part)?.key === total.key) return plain;
  const [whole, divisor] = [call.facts.simplify(total), call.facts.simplify(part)];
  const known = floorDiv(whole, divisor);
  return known !== undefined && multiply(known, divisor)?.key === whole.key ? known : plain;
}

const viewAs: TensorMethod = (self, call) => {
  const other = asTensor(argument(call, 0, "other"));
  return other === undefined ? undefined : reshaped(self, other.shape, { open: other.open, rest: other.rest });
};

const flatten: TensorMethod = (self, call) => {
  const start = dimArgument(call, 0, 0, ["start_dim"]);
  const end = dimArgument(call, 1, -1, ["end_dim"]);
  if (start === undefined || end === undefined) return unranked(self);
  if (!self.open && self.shape.length === 0) return reshaped(self, [integer(1)]);
  const first = axisOf(self, start);
  if (first === undefined) return self.open ? unranked(self) : undefined;
  if (self.open && end === -1) return reshaped(self, [...leading(self, first).slice(0, first), undefined]);
  const last = axisOf(self, end);
  if (last === undefined) return self.open ? unranked(self) : undefined;
  if (last < first) return undefined;
  const sizes = leading(self, last + 1).slice(first, last + 1);
  return spliced(self, first, sizes.length, [product(sizes)]);
};

const unflatten: TensorMethod = (self, call) => {
  const axis = axisOf(self, dimArgument(call, 0, NaN, ["dim"]));
  const value = argument(call, 1, "sizes", "unflattened_size");
  if (axis === undefined || value === undefined) return unranked(self);
  const sizes = variadic(call, 1, "sizes", "unflattened_size");
  if (sizes === undefined) return unranked(self);
  const shape = viewedAs(call, dimension(self, axis), sizes.map(asSize));
  return shape === undefined ? undefined : spliced(self, axis, 1, shape);
};

/** Puts the dimensions in another order. */
function reordered(self: TensorValue, order: readonly number[]): TensorValue | undefined {
  const sizes = sizesOfRank(self, order.length);
  if (sizes === undefined || new Set(order).size !== order.length) return undefined;
  return reshaped(
    self,
    order.map((i) => sizes[i]),
  );
}

const permute: TensorMethod = (self, call) => {
  const values = variadic(call, 0, "dims");
  if (values === undefined) return unranked(self);
  const order: number[] = [];
  for (const value of values) {
    const dim = constantInt(value);
    // The rank is known: it is the number of dimensions passed.
    const axis = dim === undefined ? undefined : axisIn(values.length, dim);
    if (axis === undefined) return dim === undefined ? unranked(self) : undefined;
    order.push(axis);
  }
  return reordered(self, order);
};

const transpose: TensorMethod = (self, call) => {
  if (call.positional.length > 2) return undefined;
  const first = dimArgument(call, 0, NaN, ["dim0", "axis0"]);
  const second = dimArgument(call, 1, NaN, ["dim1", "axis1"]);
  return swapped(self, first, second);
};

function swapped(self: TensorValue, first: number | undefined, second: number | undefined): TensorValue | undefined {
  if (first === undefined || second === undefined || Number.isNaN(first + second)) return unranked(self);
  if (!self.open && self.shape.length === 0 && [0, -1].includes(first) && [0, -1].includes(second)) return self;
  const [a, b] = [axisOf(self, first), axisOf(self, second)];
  if (a === undefined || b === undefined) return self.open ? unranked(self) : undefined;
  const count = Math.max(a, b) + 1;
  const sizes = [...leading(self, count)].slice(0, count);
  [sizes[a], sizes[b]] = [sizes[b], sizes[a]];
  return spliced(self, 0, count, sizes);
}

/** `x.t()`: at most two dimensions. */
const t: TensorMethod = (self) => {
  if (self.open) return unranked(self);
  return self.shape.length > 2 ? undefined : reshaped(self, self.shape.toReversed());
};

/** `x.T`, for which torch has no meaning but this one for two dimensions. */
export function reversed(self: TensorValue): TensorValue {
  return self.open ? unranked(self) : reshaped(self, self.shape.toReversed());
}

/** `x.mT` */
export function lastTwoSwapped(self: TensorValue): TensorValue | undefined {
  return self.open ? unranked(self) : self.shape.length < 2 ? undefined : swapped(self, -2, -1);
}

const movedim: TensorMethod = (self, call) => {
  const sources = constantInts(call, argument(call, 0, "source"));
  const targets = constantInts(call, argument(call, 1, "destination"));
  if (sources === undefined || targets === undefined || self.open) return unranked(self);
  if (sources.length !== targets.length) return undefined;
  const rank = self.shape.length;
  const order = new Array<number | undefined>(rank).fill(undefined);
  const moved = new Set<number>();
  for (const [i, source] of sources.entries()) {
    const from = axisIn(rank, source);
    const to = axisIn(rank, targets[i] ?? rank);
    if (from === undefined || to === undefined || moved.has(from) || order[to] !== undefined) return undefined;
    moved.add(from);
    order[to] = from;
  }
  const others = self.shape.map((_, i) => i).filter((i) => !moved.has(i));
  return reordered(
    self,
    order.map((source) => source ?? others.shift() ?? -1),
  );
};

const squeeze: TensorMethod = (self, call) => {
  const value = argument(call, 0, "dim", "axis");
  const dims = value === undefined ? self.shape.map((_, i) => i) : constantInts(call, value);
  if (dims === undefined || (self.open && value === undefined)) return unranked(self);
  const dropped = new Set<number>();
  for (const dim of dims) {
    if (!self.open && self.shape.length === 0 && (dim === 0 || dim === -1)) continue;
    const axis = axisOf(self, dim);
    if (axis === undefined) return self.open ? unranked(self) : undefined;
    const size = dimension(self, axis);
    if (holds(call.facts, size, "==", 1)) dropped.add(axis);
    // Whether the dimension goes away depends on its size.
    else if (!fails(call.facts, size, "==", 1)) return unranked(self);
  }
  const count = Math.max(...dropped, -1) + 1;
  return spliced(
    self,
    0,
    count,
    leading(self, count)
      .slice(0, count)
      .filter((_, i) => !dropped.has(i)),
  );
};

const unsqueeze: TensorMethod = (self, call) => {
  const dim = dimArgument(call, 0, NaN);
  if (dim === undefined || Number.isNaN(dim)) return unranked(self);
  if (self.open) return dim < 0 ? unranked(self) : spliced(self, dim, 0, [integer(1)]);
  const axis = axisIn(self.shape.length + 1, dim);
  return axis === undefined ? undefined : spliced(self, axis, 0, [integer(1)]);
};

const expand: TensorMethod = (self, call) => {
  const sizes = variadic(call, 0, "size", "shape");
  return sizes === undefined ? unranked(self) : expanded(self, call, sizes.map(asSize));
};

function expanded(self: TensorValue, call: TensorCall, sizes: readonly Size[]): TensorValue | undefined {
  const { facts } = call;
  if (self.open)
    return reshaped(
      self,
      sizes.map((size) => (isSize(call, size) ? size : undefined)),
    );
  const added = sizes.length - self.shape.length;
  if (added < 0) return undefined;
  const shape: Size[] = [];
  for (const [i, size] of sizes.entries()) {
    const own = self.shape[i - added];
    if (size !== undefined && constantOf(size) === -1) {
      if (i < added) return undefined;
      shape.push(own);
    } else if (fails(facts, size, ">=", 0) && fails(facts, size, "==", -1)) return undefined;
    // In front of the tensor's own dimensions -1 means nothing and raises.
    else if (isSize(call, size) || i < added) shape.push(size);
    else shape.push(holds(facts, size, "==", own) ? size : undefined);
    if (i >= added && fails(facts, own, "==", 1) && isSize(call, size) && fails(facts, own, "==", size))
      return undefined;
  }
  return reshaped(self, shape);
}

function isSize(call: TensorCall, size: Size): size is SymInt {
  return size !== undefined && isCount(call, size);
}

const expandAs: TensorMethod = (self, call) => {
  const other = asTensor(argument(call, 0, "other"));
  return other === undefined ? undefined : reshaped(self, other.shape, { open: other.open, rest: other.rest });
};

/** `x.repeat(2, 3)`, and `x.tile(2, 3)`, which takes fewer numbers than dimensions. */
function repeated(tile: boolean): TensorMethod {
  return (self, call) => {
    const values = variadic(call, 0, tile ? "dims" : "repeats", "size");
    if (values === undefined || self.open) return unranked(self);
    const counts: Size[] = values.map(asSize);
    if (counts.some((count) => fails(call.facts, count, ">=", 0))) return undefined;
    const sizes: Size[] = [...self.shape];
    if (tile) while (counts.length < sizes.length) counts.unshift(integer(1));
    if (counts.length < sizes.length) return undefined;
    while (sizes.length < counts.length) sizes.unshift(integer(1));
    return reshaped(
      self,
      sizes.map((size, i) => product([size, counts[i]])),
    );
  };
}

const repeatInterleave: TensorMethod = (self, call) => {
  const value = argument(call, 0, "repeats");
  if (value === undefined) return undefined;
  // Repeats may be a tensor: one number for each element.
  const count = value.kind === "int" || (value.kind === "opaque" && value.size) ? asSize(value) : undefined;
  if (fails(call.facts, count, ">=", 0)) return undefined;
  const dim = argument(call, 1, "dim");
  if (dim === undefined || dim.kind === "none") return reshaped(self, [product([elementsOf(self), count])]);
  const axis = axisOf(self, constantInt(dim));
  if (axis === undefined) return self.open ? unranked(self) : undefined;
  return spliced(self, axis, 1, [product([dimension(self, axis), count])]);
};

/** `x.unfold(dim, size, step)`: windows, whose size becomes the last dimension. */
const unfold: TensorMethod = (self, call) => {
  const axis = axisOf(self, dimArgument(call, 0, NaN, ["dimension"]));
  const size = asSize(argument(call, 1, "size"));
  const step = asSize(argument(call, 2, "step"));
  if (axis === undefined || self.open) return unranked(self);
  const own = self.shape[axis];
  if (fails(call.facts, size, "<=", own) || (step !== undefined && !holds(call.facts, step, ">=", 1))) return undefined;
  const windows = add(floorDiv(subtract(own, size), step), integer(1));
  return reshaped(self, [...self.shape.with(axis, windows), size]);
};

export const views: ReadonlyMap<string, TensorMethod> = new Map<string, TensorMethod>([
  ["view", view],
  ["reshape", view],
  ["view_as", viewAs],
  ["reshape_as", viewAs],
  ["flatten", flatten],
  ["ravel", (self, call) => flatten(self, withArguments(call, [], new Map()))],
  ["unflatten", unflatten],
  ["permute", permute],
  ["transpose", transpose],
  ["swapaxes", transpose],
  ["swapdims", transpose],
  ["t", t],
  ["movedim", movedim],
  ["moveaxis", movedim],
  ["squeeze", squeeze],
  ["unsqueeze", unsqueeze],
  ["expand", expand],
  ["broadcast_to", expand],
  ["expand_as", expandAs],
  ["repeat", repeated(false)],
  ["tile", repeated(true)],
  ["repeat_interleave", repeatInterleave],
  ["unfold", unfold],
]);
