/**
 * Reading and rebuilding shapes, of tensors of known and of unknown rank.
 *
 * A dimension behind the listed ones of an open tensor has a symbol of its own if the tensor's `rest` names it, so that
 * an operation that touches some dimensions keeps the identity of the others.
 */
import type { Facts, Relation } from "../../values/facts.ts";
import { constantOf, integer, multiply, symbol } from "../../values/symbolic.ts";
import { type OpaqueValue, tensor, type TensorValue, type Value } from "../../values/value.ts";
import type { Size } from "./model.ts";

/** The tensor a value is or, for an opaque value, is taken to be; undefined for anything else. */
export function asTensor(value: Value | undefined): TensorValue | undefined {
  if (value?.kind === "tensor") return value;
  return value?.kind === "opaque" && !value.size ? tensorOf(value) : undefined;
}

function tensorOf(value: OpaqueValue): TensorValue {
  const { key, name, origin } = value;
  return tensor([], { open: true, name, rest: { key, name, offset: 0 }, origin });
}

/** The size of dimension `i`, counted from the end if negative; undefined if unknown or if there is no such dimension. */
export function dimension(self: TensorValue, i: number): Size {
  if (!self.open) return self.shape[i < 0 ? i + self.shape.length : i];
  if (i >= 0 && i < self.shape.length) return self.shape[i];
  const { rest } = self;
  if (rest === undefined) return undefined;
  if (i >= 0) return sizeSymbol(rest.key, rest.name, i + rest.offset);
  // Behind listed dimensions there may be none, and then the last one is among the listed.
  return self.shape.length === 0 ? sizeSymbol(rest.key, rest.name, i) : undefined;
}

function sizeSymbol(key: string, name: string, i: number): Size {
  return symbol(`${key}.shape[${i}]`, `${name}.shape[${i}]`, 1);
}

/** `len(x)` */
export function lengthOf(self: TensorValue): Size {
  return dimension(self, 0);
}

/** The number of dimensions; undefined if unknown. */
export function rankOf(self: TensorValue): number | undefined {
  return self.open ? undefined : self.shape.length;
}

/** The dimension that `dim` means, counted from the front; undefined if there is none or if it cannot be told. */
export function axisOf(self: TensorValue, dim: number | undefined): number | undefined {
  if (dim === undefined) return undefined;
  if (self.open) return dim >= 0 ? dim : undefined;
  return axisIn(self.shape.length, dim);
}

export function axisIn(rank: number, dim: number): number | undefined {
  const axis = dim < 0 ? dim + rank : dim;
  return axis >= 0 && axis < rank ? axis : undefined;
}

/** The first `count` sizes, or all that are listed if there are more of them. */
export function leading(self: TensorValue, count: number): readonly Size[] {
  const sizes = [...self.shape];
  for (let i = sizes.length; i < count && self.open; i++) sizes.push(dimension(self, i));
  return sizes;
}

/** The sizes of a tensor that has exactly `rank` dimensions; undefined if it is known to have another number. */
export function sizesOfRank(self: TensorValue, rank: number): readonly Size[] | undefined {
  const sizes = leading(self, rank);
  return sizes.length === rank ? sizes : undefined;
}

/** A tensor of this dtype and device with another shape, which is complete. */
export function reshaped(self: TensorValue, shape: readonly Size[], extra: Partial<TensorValue> = {}): TensorValue {
  return tensor(shape, { dtype: self.dtype, device: self.device, ...extra });
}

/** A tensor of this dtype and device about whose shape nothing is known. */
export function unranked(self: TensorValue, extra: Partial<TensorValue> = {}): TensorValue {
  return reshaped(self, [], { open: true, ...extra });
}

/** A tensor of the same shape, whatever that is. */
export function sameShape(self: TensorValue, extra: Partial<TensorValue> = {}): TensorValue {
  const { open, rest, byRank } = self;
  return reshaped(self, self.shape, { open, rest, ...(byRank && { byRank }), ...extra });
}

/**
 * The result of an operation with names for the sizes that are not known, such as `mask.nonzero().shape[0]`: the same
 * result read twice then has the same sizes. `key` identifies the result among all values.
 */
export function named(self: TensorValue, key: string, name: string): TensorValue {
  const shape = self.shape.map((size, i) => size ?? symbol(`${key}.size[${i}]`, `${name}.shape[${i}]`, 0));
  const rest = self.open && self.rest === undefined ? { key, name, offset: 0 } : self.rest;
  return { ...self, shape, rest };
}

/** A tensor whose dimensions from `start` on, `count` of them, are replaced by others; those behind stay as they are. */
export function spliced(self: TensorValue, start: number, count: number, sizes: readonly Size[]): TensorValue {
  const shape = [...leading(self, start + count)];
  shape.splice(start, count, ...sizes);
  const { rest } = self;
  const shift = count - sizes.length;
  return reshaped(self, shape, {
    open: self.open,
    rest: rest === undefined ? undefined : { ...rest, offset: rest.offset + shift },
  });
}

/** The same tensor with one size replaced. */
export function resized(self: TensorValue, axis: number, size: Size): TensorValue {
  return spliced(self, axis, 1, [size]);
}

export function product(sizes: readonly Size[]): Size {
  let result: Size = integer(1);
  for (const size of sizes) {
    // A zero wins over anything unknown.
    if (size !== undefined && constantOf(size) === 0) return size;
    result = multiply(result, size);
  }
  return result;
}

/** The number of elements; undefined if unknown. */
export function elementsOf(self: TensorValue): Size {
  return self.open ? undefined : product(self.shape);
}

/** True only if the relation of the two sizes is known and holds. */
export function holds(facts: Facts, a: Size, relation: Relation, b: Size | number): boolean {
  return relate(facts, a, relation, b) === true;
}

/** True only if the relation of the two sizes is known not to hold. */
export function fails(facts: Facts, a: Size, relation: Relation, b: Size | number): boolean {
  return relate(facts, a, relation, b) === false;
}

function relate(facts: Facts, a: Size, relation: Relation, b: Size | number): boolean | undefined {
  const other = typeof b === "number" ? integer(b) : b;
  return a === undefined || other === undefined ? undefined : facts.compare(a, relation, other);
}

/** Sizes of things that must have the same size: the first known one, or "conflict" where two are known to differ. */
export function agreed(facts: Facts, sizes: readonly Size[]): Size | "conflict" {
  const known = sizes.filter((size) => size !== undefined);
  const [first] = known;
  if (known.some((size) => fails(facts, first, "==", size))) return "conflict";
  return known.find((size) => constantOf(size) !== undefined) ?? first;
}

/** `sizes` if none of them is a conflict. */
export function withoutConflict(sizes: readonly (Size | "conflict")[]): readonly Size[] | undefined {
  const kept: Size[] = [];
  for (const size of sizes) {
    if (size === "conflict") return undefined;
    kept.push(size);
  }
  return kept;
}
