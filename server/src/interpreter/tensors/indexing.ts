/** Subscripts of tensors, and the methods that are subscripts by another name. */
import type { Facts } from "../../values/facts.ts";
import { add, ceilDiv, constantOf, integer, subtract, type SymInt } from "../../values/symbolic.ts";
import { tensor, type TensorValue, tuple, uniform, type Value } from "../../values/value.ts";
import { argument, asSize, dimArgument, isCount } from "./arguments.ts";
import { broadcastSizes } from "./broadcasting.ts";
import { isIntegral, numpyDevice } from "./dtypes.ts";
import type { Size, TensorCall, TensorMethod } from "./model.ts";
import {
  asTensor,
  axisOf,
  dimension,
  fails,
  holds,
  leading,
  rankOf,
  reshaped,
  resized,
  spliced,
  unranked,
} from "./shape.ts";

/** Facts that also hold because a size is never negative. */
function knowing(facts: Facts, size: Size): Facts {
  return size === undefined ? facts : (facts.assume(size, ">=", integer(0)) ?? facts);
}

/** Where a slice's bound falls in a dimension of `size`, as Python clips it; undefined if its sign is not known. */
function clipped(facts: Facts, bound: Size, size: SymInt): Size {
  if (bound === undefined) return undefined;
  const negative = facts.compare(bound, "<", integer(0));
  if (negative === undefined) return undefined;
  if (!negative) return facts.minimum([bound, size]);
  const fromEnd = add(bound, size);
  return fromEnd === undefined ? undefined : facts.maximum([fromEnd, integer(0)]);
}

/** The length of `range(size)[lower:upper:step]`; undefined if unknown. */
export function sliceLength(facts: Facts, size: Size, lower: Value, upper: Value, step: Value): Size {
  if (size === undefined) return shortSlice(facts, lower, upper, step);
  const known = knowing(facts, size);
  const by = step.kind === "none" ? integer(1) : asSize(step);
  if (by === undefined || !holds(known, by, ">=", 1)) return undefined;
  const from = lower.kind === "none" ? integer(0) : clipped(known, asSize(lower), size);
  const to = upper.kind === "none" ? size : clipped(known, asSize(upper), size);
  const distance = subtract(to, from);
  if (distance === undefined) return undefined;
  const length = known.maximum([distance, integer(0)]);
  return constantOf(by) === 1 ? length : ceilDiv(length, by);
}

/** A slice of an unknown size has a known length only if it is empty. */
function shortSlice(facts: Facts, lower: Value, upper: Value, step: Value): Size {
  if (step.kind !== "none" || lower.kind === "none" || upper.kind === "none") return undefined;
  const [from, to] = [asSize(lower), asSize(upper)];
  const ordered = holds(facts, from, ">=", 0) && holds(facts, to, ">=", 0) && to !== undefined;
  return ordered && holds(facts, from, ">=", to) ? integer(0) : undefined;
}

/** One entry of a subscript, made uniform: what it takes away and what it puts in place. */
type Entry =
  | { readonly kind: "new" }
  | { readonly kind: "ellipsis" }
  | { readonly kind: "int"; readonly at: SymInt }
  | { readonly kind: "slice"; readonly lower: Value; readonly upper: Value; readonly step: Value }
  /** Picks by numbers, or by truth values (`takes` dimensions at once, an unknown number of elements). */
  | { readonly kind: "pick"; readonly sizes: readonly Size[]; readonly takes: number; readonly mask: boolean };

function entryOf(index: Value, call: TensorCall): Entry | undefined {
  switch (index.kind) {
    case "none":
      return { kind: "new" };
    case "ellipsis":
      return { kind: "ellipsis" };
    case "int":
      return { kind: "int", at: index.value };
    case "slice":
      return { kind: "slice", lower: index.lower, upper: index.upper, step: index.step };
    case "opaque": {
      // Not a size: it may be a number, a slice or a tensor.
      const at = index.size ? asSize(index) : undefined;
      return at === undefined ? undefined : { kind: "int", at };
    }
    case "tensor":
      return pickBy(index);
    case "tuple":
    case "object":
      return pickByList(call.items(index));
    default:
      return undefined;
  }
}

function pickBy(index: TensorValue): Entry | undefined {
  const rank = rankOf(index);
  if (rank === undefined) return undefined;
  const { dtype, shape } = index;
  if (dtype === "bool") {
    return rank === 0 ? undefined : { kind: "pick", sizes: [undefined], takes: rank, mask: true };
  }
  // Without a dtype one dimension is picked from either way, but only numbers pick as many as there are.
  if (dtype === undefined) return rank === 1 ? { kind: "pick", sizes: [undefined], takes: 1, mask: true } : undefined;
  if (dtype === "uint8" || !isIntegral(dtype)) return undefined;
  return { kind: "pick", sizes: shape, takes: 1, mask: false };
}

function pickByList(items: readonly Value[] | undefined): Entry | undefined {
  if (items === undefined || items.length === 0) return undefined;
  if (items.every((item) => item.kind === "int" || (item.kind === "opaque" && item.size))) {
    return { kind: "pick", sizes: [integer(items.length)], takes: 1, mask: false };
  }
  const truths = items.every((item) => item.kind === "bool");
  return truths ? { kind: "pick", sizes: [undefined], takes: 1, mask: true } : undefined;
}

/** `self[index]` */
export function indexTensor(self: TensorValue, index: Value, call: TensorCall): Value | undefined {
  const entries: Entry[] = [];
  for (const item of index.kind === "tuple" ? index.items : [index]) {
    const entry = entryOf(item, call);
    if (entry === undefined) return undefined;
    entries.push(entry);
  }
  const result = indexed(self, entries, call.facts);
  return result === undefined ? undefined : { ...result, origin: call.origin };
}

function indexed(self: TensorValue, entries: readonly Entry[], facts: Facts): TensorValue | undefined {
  const ellipses = entries.filter((entry) => entry.kind === "ellipsis").length;
  if (ellipses > 1) return undefined;
  const consumed = entries.reduce((sum, entry) => sum + taken(entry), 0);
  const rank = rankOf(self);
  if (rank !== undefined && consumed > rank) return undefined;
  // Behind an ellipsis dimensions are counted from the end, which an unknown rank does not have.
  const position = entries.findIndex((entry) => entry.kind === "ellipsis");
  if (rank === undefined && ellipses === 1 && position < entries.length - 1) {
    return entries.some((entry) => entry.kind === "pick")
      ? unranked(self)
      : beforeEllipsis(self, entries, position, facts);
  }
  return walk(self, entries, (rank ?? consumed) - consumed, facts);
}

/** `x[a, ..., b]` of unknown rank: what `a` gives is known, nothing behind it. */
function beforeEllipsis(
  self: TensorValue,
  entries: readonly Entry[],
  position: number,
  facts: Facts,
): TensorValue | undefined {
  const front = entries.slice(0, position);
  const result = walk(self, front, 0, facts);
  const count = front.filter((entry) => entry.kind === "slice" || entry.kind === "new").length;
  return result === undefined ? undefined : unrankedFrom(self, result.shape.slice(0, count));
}

function unrankedFrom(self: TensorValue, shape: readonly Size[]): TensorValue {
  return tensor(shape, { open: true, dtype: self.dtype, device: self.device });
}

function taken(entry: Entry): number {
  if (entry.kind === "pick") return entry.takes;
  return entry.kind === "int" || entry.kind === "slice" ? 1 : 0;
}

function walk(self: TensorValue, entries: readonly Entry[], skipped: number, facts: Facts): TensorValue | undefined {
  const consumed = entries.reduce((sum, entry) => sum + taken(entry), 0);
  const isWhole = entries.some((entry) => entry.kind === "ellipsis");
  const count = consumed + (isWhole ? skipped : 0);
  const own = leading(self, count);
  const sizes: Size[] = [];
  const picks: { readonly at: number; readonly entry: Entry & { kind: "pick" }; readonly order: number }[] = [];
  let next = 0;
  for (const [order, entry] of entries.entries()) {
    if (entry.kind === "new") sizes.push(integer(1));
    else if (entry.kind === "ellipsis") {
      sizes.push(...own.slice(next, next + skipped));
      next += skipped;
    } else if (entry.kind === "int") {
      if (isOutside(facts, entry.at, own[next++])) return undefined;
    } else if (entry.kind === "slice") {
      if (self.device !== numpyDevice && fails(facts, asSize(entry.step), ">", 0)) return undefined;
      sizes.push(sliceLength(facts, own[next++], entry.lower, entry.upper, entry.step));
    } else {
      picks.push({ at: sizes.length, entry, order });
      next += entry.takes;
    }
  }
  const [first] = picks;
  if (first !== undefined) {
    const place = placeOfPicks(self, entries, picks);
    const picked = combinedPicks(
      picks.map((pick) => pick.entry),
      facts,
    );
    if (picked === undefined || place === undefined) return undefined;
    sizes.splice(place, 0, ...picked);
  }
  return spliced(self, 0, count, sizes);
}

function isOutside(facts: Facts, at: SymInt, size: Size): boolean {
  if (size === undefined) return false;
  if (holds(facts, at, ">=", size)) return true;
  return holds(facts, add(at, size), "<", 0);
}

/** What several picks give together: they are broadcast against each other. */
function combinedPicks(
  picks: readonly { readonly sizes: readonly Size[]; readonly mask: boolean }[],
  facts: Facts,
): readonly Size[] | undefined {
  const [only] = picks;
  if (picks.length === 1 && only !== undefined) return only.sizes;
  if (picks.some((pick) => pick.mask)) return undefined;
  return broadcastSizes(
    picks.map((pick) => pick.sizes),
    facts,
  );
}

/**
 * Where the picked dimensions go: to the place of the picks if those are neighbours, else to the front. Whether a
 * number between them parts them differs between torch and numpy.
 */
function placeOfPicks(
  self: TensorValue,
  entries: readonly Entry[],
  picks: readonly { readonly at: number; readonly order: number }[],
): number | undefined {
  const [first, last] = [picks[0], picks[picks.length - 1]];
  if (first === undefined || last === undefined) return undefined;
  if (self.device === numpyDevice && entries.some((entry) => entry.kind === "int")) return undefined;
  return first.at === last.at ? first.at : 0;
}

// ------------------------------------------------------------------------------- subscripts by another name

/** `x.narrow(dim, start, length)`: the start may be a tensor, the length is what it says. */
const narrow: TensorMethod = (self, call) => {
  const axis = axisOf(self, dimArgument(call, 0, NaN));
  if (axis === undefined) return self.open ? unranked(self) : undefined;
  const start = asSize(argument(call, 1, "start"));
  const length = asSize(argument(call, 2, "length"));
  const size = dimension(self, axis);
  if (fails(call.facts, length, ">=", 0) || fails(call.facts, length, "<=", size)) return undefined;
  if (start !== undefined && isCount(call, start) && fails(call.facts, add(start, length), "<=", size))
    return undefined;
  return resized(self, axis, length);
};

const select: TensorMethod = (self, call) => {
  const axis = axisOf(self, dimArgument(call, 0, NaN));
  if (axis === undefined) return self.open ? unranked(self) : undefined;
  const at = asSize(argument(call, 1, "index"));
  if (at !== undefined && isOutside(call.facts, at, dimension(self, axis))) return undefined;
  return spliced(self, axis, 1, []);
};

const indexSelect: TensorMethod = (self, call) => {
  const axis = axisOf(self, dimArgument(call, 0, NaN));
  if (axis === undefined) return self.open ? unranked(self) : undefined;
  const index = asTensor(argument(call, 1, "index"));
  if (index !== undefined && index.shape.length > 1) return undefined;
  // An index without dimensions picks one element.
  const count = index === undefined ? undefined : rankOf(index) === 0 ? integer(1) : dimension(index, 0);
  return resized(
    self,
    axis,
    index?.open === true && index.shape.length === 0 && index.rest === undefined ? undefined : count,
  );
};

/** The shape of the index, the dtype of the tensor: `take(index)`, `gather(dim, index)`. */
function shapedAsIndex(position: number): TensorMethod {
  return (self, call) => {
    const index = asTensor(argument(call, position, "index"));
    return index === undefined ? unranked(self) : reshaped(self, index.shape, { open: index.open, rest: index.rest });
  };
}

/** The elements where a condition holds: their number is not known. */
const maskedSelect: TensorMethod = (self) => reshaped(self, [undefined]);

const nonzero: TensorMethod = (self, call) => {
  const asTuple = argument(call, 0, "as_tuple");
  const rank = rankOf(self);
  const extra = { dtype: "int64" };
  if (asTuple === undefined) return reshaped(self, [undefined, rank === undefined ? undefined : integer(rank)], extra);
  if (asTuple.kind !== "bool" || rank === undefined || rank === 0) return undefined;
  if (asTuple.formula.kind !== "constant" || !asTuple.formula.value) return undefined;
  return tuple(self.shape.map(() => reshaped(self, [undefined], extra)));
};

/** What iterating over a tensor gives: `x[0]`, `x[1]`, … */
export function elementsAlong(self: TensorValue, axis: number): Value {
  const size = dimension(self, axis);
  const element = spliced(self, axis, 1, []);
  const count = size === undefined ? undefined : constantOf(size);
  if (count !== undefined && count <= maximumTuple) return tuple(Array.from({ length: count }, () => element));
  return uniform(element, size);
}

/** Longer sequences are not spelled out. */
export const maximumTuple = 64;

const unbind: TensorMethod = (self, call) => {
  const axis = axisOf(self, dimArgument(call, 0, 0));
  return axis === undefined ? undefined : elementsAlong(self, axis);
};

export const subscripts: ReadonlyMap<string, TensorMethod> = new Map<string, TensorMethod>([
  ["narrow", narrow],
  ["select", select],
  ["index_select", indexSelect],
  ["gather", shapedAsIndex(1)],
  ["take", shapedAsIndex(0)],
  ["masked_select", maskedSelect],
  ["nonzero", nonzero],
  ["argwhere", nonzero],
  ["unbind", unbind],
]);
