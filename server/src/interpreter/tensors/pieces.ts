/** Operations that cut a tensor into pieces along a dimension, and those that put pieces together. */
import {
  add,
  constantOf,
  floorDiv,
  integer,
  modulo,
  multiply,
  subtract,
  type SymInt,
  symbol,
} from "../../values/symbolic.ts";
import { int, none, tensor, type TensorValue, tuple, uniform, type Value } from "../../values/value.ts";
import { argument, asSize, dimArgument, flagArgument, tensorsOf } from "./arguments.ts";
import { dtypeArgument, joined } from "./dtypes.ts";
import { maximumTuple, sliceLength } from "./indexing.ts";
import type { Size, TensorCall, TensorFunction, TensorMethod } from "./model.ts";
import { overRanksOfPieces } from "./ranks.ts";
import {
  agreed,
  asTensor,
  axisIn,
  axisOf,
  dimension,
  fails,
  holds,
  product,
  rankOf,
  reshaped,
  resized,
  spliced,
  unranked,
  withoutConflict,
} from "./shape.ts";
import { quotient } from "./views.ts";

/** Pieces of equal size, spelled out if there are few. */
function equalPieces(self: TensorValue, axis: number, size: Size, count: Size): Value {
  const piece = resized(self, axis, size);
  const number = count === undefined ? undefined : constantOf(count);
  if (number !== undefined && number >= 0 && number <= maximumTuple) {
    return tuple(Array.from({ length: number }, () => piece));
  }
  return uniform(piece, count);
}

function piecesOf(self: TensorValue, axis: number, sizes: readonly Size[]): Value {
  return tuple(sizes.map((size) => resized(self, axis, size)));
}

/** Pieces about whose size nothing is known but that they are pieces. */
function somePieces(self: TensorValue, axis: number | undefined): Value {
  return uniform(axis === undefined ? unranked(self) : resized(self, axis, undefined), undefined);
}

/** Pieces of which each has a size by its index. */
function piecesBy(self: TensorValue, axis: number, count: Size, sizeAt: (index: SymInt) => Size): Value {
  const some = uniform(resized(self, axis, undefined), count);
  const any = sizeAt(symbol("piece", "i", 0));
  return any === undefined ? some : { ...some, piece: { axis, key: any.key, sizeAt } };
}

/** The part of a whole that a piece of `length` elements is, when all before it are as long. */
function partAt(call: TensorCall, whole: Size, length: Size): (index: SymInt) => Size {
  return (index) => {
    const start = multiply(index, length);
    return sliceLength(call.facts, whole, int(start), int(add(start, length)), none);
  };
}

function divides(call: TensorCall, whole: Size, part: Size): boolean {
  return holds(call.facts, modulo(whole, part), "==", 0);
}

/** `x.chunk(n)`: pieces of `ceil(size / n)`, the last one smaller; there may be fewer than `n`. */
const chunk: TensorMethod = (self, call) => {
  const value = argument(call, 0, "chunks");
  const axis = axisOf(self, dimArgument(call, 1, 0));
  if (value === undefined || (axis === undefined && !self.open)) return undefined;
  const count = asSize(value);
  if (axis === undefined || count === undefined) return somePieces(self, axis);
  if (fails(call.facts, count, ">=", 1)) return undefined;
  const size = dimension(self, axis);
  if (divides(call, size, count)) return equalPieces(self, axis, quotient(call, size, count), count);
  const [whole, pieces] = [numberOf(size), numberOf(count)];
  if (whole === undefined || pieces === undefined)
    return piecesBy(self, axis, undefined, partAt(call, size, floorDiv(subtract(add(size, count), integer(1)), count)));
  return ofLength(self, axis, whole, Math.ceil(whole / pieces));
};

function numberOf(size: Size): number | undefined {
  return size === undefined ? undefined : constantOf(size);
}

/** Pieces of a number of elements each, the last one of what is left. */
function ofLength(self: TensorValue, axis: number, whole: number, length: number): Value | undefined {
  if (length <= 0) return undefined;
  const count = Math.max(1, Math.ceil(whole / length));
  if (count > maximumTuple) return somePieces(self, axis);
  const sizes = Array.from({ length: count }, (_, i) => integer(Math.min(length, whole - i * length)));
  return piecesOf(self, axis, sizes);
}

/** `x.split(size)` or `x.split([a, b])` */
const split: TensorMethod = (self, call) => {
  const value = argument(call, 0, "split_size_or_sections", "split_size");
  const axis = axisOf(self, dimArgument(call, 1, 0));
  if (value === undefined || (axis === undefined && !self.open)) return undefined;
  const items = call.items(value);
  if (items !== undefined) {
    if (axis === undefined) return tuple(items.map(() => unranked(self)));
    const sizes = items.map(asSize);
    const sum = sizes.reduce<Size>((total, size) => add(total, size), integer(0));
    if (fails(call.facts, sum, "==", dimension(self, axis))) return undefined;
    return piecesOf(self, axis, sizes);
  }
  // A string is split by a string.
  if (value.kind !== "int" && value.kind !== "opaque" && value.kind !== "object") return undefined;
  // Anything else but a number may be a list of sizes.
  const length = value.kind === "int" || (value.kind === "opaque" && value.size) ? asSize(value) : undefined;
  if (axis === undefined || length === undefined) return somePieces(self, axis);
  const size = dimension(self, axis);
  if (fails(call.facts, length, ">=", 1)) return undefined;
  if (divides(call, size, length) && holds(call.facts, size, ">=", 1)) {
    return equalPieces(self, axis, length, quotient(call, size, length));
  }
  const [whole, number] = [numberOf(size), numberOf(length)];
  return whole === undefined || number === undefined
    ? piecesBy(self, axis, undefined, partAt(call, size, length))
    : ofLength(self, axis, whole, number);
};

/** `x.tensor_split(n)`: exactly `n` pieces, the first ones larger by one; or cut at the indices given. */
const tensorSplit: TensorMethod = (self, call) => {
  const value = argument(call, 0, "indices_or_sections", "sections", "indices");
  const axis = axisOf(self, dimArgument(call, 1, 0));
  if (value === undefined || (axis === undefined && !self.open)) return undefined;
  const items = call.items(value);
  if (items !== undefined) {
    const size = axis === undefined ? undefined : dimension(self, axis);
    const bounds: Value[] = [none, ...items, none];
    const sizes = bounds.slice(1).map((upper, i) => sliceLength(call.facts, size, bounds[i] ?? none, upper, none));
    return axis === undefined ? tuple(sizes.map(() => unranked(self))) : piecesOf(self, axis, sizes);
  }
  const count = value.kind === "int" || (value.kind === "opaque" && value.size) ? asSize(value) : undefined;
  if (axis === undefined || count === undefined) return somePieces(self, axis);
  if (fails(call.facts, count, ">=", 1)) return undefined;
  const size = dimension(self, axis);
  if (divides(call, size, count)) return equalPieces(self, axis, quotient(call, size, count), count);
  const pieces = numberOf(count);
  // The piece `i` is larger by one if `i < size % count`, which is `ceil((size - i) / count)`.
  const sizeAt = (index: SymInt): Size => floorDiv(subtract(add(size, count), add(index, integer(1))), count);
  if (pieces === undefined || pieces > maximumTuple) return piecesBy(self, axis, count, sizeAt);
  return piecesOf(
    self,
    axis,
    Array.from({ length: pieces }, (_, i) => sizeAt(integer(i))),
  );
};

// -------------------------------------------------------------------------------------------- putting together

/** The tensors of a list, or one that stands for each of an unknown number of equal ones. */
function operandsOf(call: TensorCall): { parts: readonly TensorValue[]; times: Size } | undefined {
  const value = argument(call, 0, "tensors", "arrays", "tup");
  const parts = tensorsOf(call, value);
  if (parts !== undefined) return { parts, times: integer(1) };
  const repeated = value?.kind === "uniform" ? value : value && call.repeated(value);
  const element = repeated && asTensor(repeated.element);
  return element === undefined ? undefined : { parts: [element], times: repeated?.length };
}

function commonKind(parts: readonly TensorValue[], call: TensorCall): Partial<TensorValue> {
  const [first] = parts;
  const dtype = parts.reduce<string | undefined>((a, part) => joined(a, part.dtype), first?.dtype);
  const device = parts.every((part) => part.device === first?.device) ? first?.device : undefined;
  return { dtype: dtypeArgument(call, dtype), device };
}

const cat: TensorFunction = (call) => {
  const operands = operandsOf(call);
  if (operands === undefined || operands.parts.length === 0) return undefined;
  const kind = commonKind(operands.parts, call);
  const parts = withoutLegacyEmpty(operands.parts);
  const [first] = parts;
  if (first === undefined) return tensor([integer(0)], kind);
  const dim = dimArgument(call, 1, 0);
  return dim === undefined ? unranked(first, kind) : joinedAlong(call, parts, operands.times, dim, kind);
};

/** Torch ignores operands of one dimension without elements, whatever the shape of the others. */
function withoutLegacyEmpty(parts: readonly TensorValue[]): readonly TensorValue[] {
  return parts.filter((part) => part.open || part.shape.length !== 1 || numberOf(part.shape[0]) !== 0);
}

function joinedAlong(
  call: TensorCall,
  parts: readonly TensorValue[],
  times: Size,
  dim: number,
  kind: Partial<TensorValue>,
): TensorValue | undefined {
  const [first] = parts;
  const ranks = [...new Set(parts.map(rankOf).filter((rank) => rank !== undefined))];
  if (first === undefined || ranks.length > 1) return undefined;
  const [rank] = ranks;
  const axis = rank === undefined ? (dim < 0 ? undefined : dim) : axisIn(rank, dim);
  if (axis === undefined) return rank === undefined ? unranked(first, kind) : undefined;
  const count = rank ?? Math.max(axis + 1, ...parts.map((part) => part.shape.length));
  const shape = withoutConflict(
    Array.from({ length: count }, (_, i) => {
      const sizes = parts.map((part) => dimension(part, i));
      if (i !== axis) return agreed(call.facts, sizes);
      return product([times, sizes.reduce<Size>((sum, size) => add(sum, size), integer(0))]);
    }),
  );
  if (shape === undefined) return undefined;
  // What is behind the listed sizes is the same for all.
  const rest = parts.find((part) => part.rest !== undefined)?.rest;
  return tensor(shape, { ...kind, open: rank === undefined, rest: rank === undefined ? rest : undefined });
}

const stack: TensorFunction = (call) => {
  const operands = operandsOf(call);
  const [first] = operands?.parts ?? [];
  if (operands === undefined || first === undefined) return undefined;
  const kind = commonKind(operands.parts, call);
  const dim = dimArgument(call, 1, 0);
  if (dim === undefined) return unranked(first, kind);
  const widened = operands.parts.map((part) => {
    const axis = part.open ? (dim < 0 ? undefined : dim) : axisIn(part.shape.length + 1, dim);
    return axis === undefined ? undefined : spliced(part, axis, 0, [integer(1)]);
  });
  const parts = widened.filter((part) => part !== undefined);
  if (parts.length < widened.length)
    return operands.parts.some((part) => part.open) ? unranked(first, kind) : undefined;
  return joinedAlong(call, parts, operands.times, dim, kind);
};

/** `vstack` and `hstack`: pieces without enough dimensions get more first. */
function stackAlong(name: "vstack" | "hstack"): TensorFunction {
  return (call) => {
    const parts = tensorsOf(call, argument(call, 0, "tensors", "tup"));
    const [first] = parts ?? [];
    if (parts === undefined || first === undefined) return undefined;
    const kind = commonKind(parts, call);
    if (parts.some((part) => part.open)) return unranked(first, kind);
    const least = name === "vstack" ? 2 : 1;
    const widened = parts.map((part) => {
      const missing = Math.max(0, least - part.shape.length);
      return reshaped(part, [...Array.from({ length: missing }, () => integer(1)), ...part.shape]);
    });
    const dim = name === "vstack" || widened[0]?.shape.length === 1 ? 0 : 1;
    return joinedAlong(call, widened, integer(1), dim, kind);
  };
}

// ------------------------------------------------------------------------------------------------- padding

/** `F.pad(x, (left, right, top, bottom, …))`: pairs from the last dimension on. */
export const pad: TensorMethod = (self, call) => {
  const value = argument(call, 0, "pad");
  const amounts = value === undefined ? undefined : call.items(value);
  if (self.open) return unranked(self);
  if (amounts === undefined)
    return reshaped(
      self,
      self.shape.map(() => undefined),
    );
  if (amounts.length % 2 !== 0 || amounts.length / 2 > self.shape.length) return undefined;
  const shape: Size[] = [...self.shape];
  for (let i = 0; i < amounts.length / 2; i++) {
    const at = shape.length - 1 - i;
    const size: Size = add(shape[at], add(asSize(amounts[2 * i]), asSize(amounts[2 * i + 1])));
    if (fails(call.facts, size, ">=", 0)) return undefined;
    shape[at] = size;
  }
  return reshaped(self, shape);
};

/** `pad_sequence([a, b])`: the longest sets the length. */
const padSequence: TensorFunction = (call) => {
  const parts = tensorsOf(call, argument(call, 0, "sequences"));
  const batchFirst = flagArgument(call, 1, false, "batch_first");
  const [first] = parts ?? [];
  if (parts === undefined || first === undefined || batchFirst === undefined) return undefined;
  if (parts.some((part) => part.open || part.shape.length !== first.shape.length) || first.open) return unranked(first);
  const lengths = parts.map((part) => part.shape[0]).filter((size) => size !== undefined);
  const longest = lengths.length === parts.length ? call.facts.maximum(lengths) : undefined;
  const count: SymInt = integer(parts.length);
  const behind = withoutConflict(
    first.shape.slice(1).map((_, i) =>
      agreed(
        call.facts,
        parts.map((part) => part.shape[i + 1]),
      ),
    ),
  );
  if (behind === undefined || first.shape.length === 0) return undefined;
  return reshaped(first, [...(batchFirst ? [count, longest] : [longest, count]), ...behind]);
};

export const pieceMethods: ReadonlyMap<string, TensorMethod> = new Map<string, TensorMethod>([
  ["chunk", chunk],
  ["split", split],
  ["tensor_split", tensorSplit],
]);

export const pieceFunctions: ReadonlyMap<string, TensorFunction> = new Map<string, TensorFunction>([
  ...["cat", "concat", "concatenate"].map((name): [string, TensorFunction] => [name, overRanksOfPieces(cat)]),
  ["stack", stack],
  ["vstack", stackAlong("vstack")],
  ["hstack", stackAlong("hstack")],
  ["nn.utils.rnn.pad_sequence", padSequence],
]);
