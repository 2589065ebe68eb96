/** einops: `rearrange`, `repeat` and `reduce`. */
import { integer } from "../../values/symbolic.ts";
import type { TensorValue, Value } from "../../values/value.ts";
import { argument, asSize, stringOf, tensorsOf, withArguments } from "./arguments.ts";
import { isFloating } from "./dtypes.ts";
import type { Size, TensorCall, TensorFunction } from "./model.ts";
import { pieceFunctions } from "./pieces.ts";
import { asTensor, fails, product, rankOf, reshaped, sizesOfRank } from "./shape.ts";
import { quotient } from "./views.ts";

/** One axis in a pattern: a name, a number, or the ellipsis. */
type Axis = string | number;

/** One dimension: the axes it is composed of. */
type Group = readonly Axis[];

const ellipsis = "...";

/** Undefined for a malformed pattern. */
function parse(side: string): readonly Group[] | undefined {
  const tokens = side.match(/\.\.\.|[()]|\w+|\S/g) ?? [];
  const groups: Group[] = [];
  let open: Axis[] | undefined;
  for (const token of tokens) {
    if (token === "(") {
      if (open !== undefined) return undefined;
      open = [];
    } else if (token === ")") {
      if (open === undefined) return undefined;
      groups.push(open);
      open = undefined;
    } else if (token !== ellipsis && !/^\w+$/.test(token)) return undefined;
    else {
      const axis = /^\d+$/.test(token) ? Number(token) : token;
      if (open === undefined) groups.push([axis]);
      // The product of an unknown number of dimensions is left alone.
      else if (axis === ellipsis) return undefined;
      else open.push(axis);
    }
  }
  return open === undefined ? groups : undefined;
}

interface Pattern {
  readonly left: readonly Group[];
  readonly right: readonly Group[];
}

function parsePattern(text: string | undefined): Pattern | undefined {
  const [before, after, ...others] = text?.split("->") ?? [];
  if (before === undefined || after === undefined || others.length > 0) return undefined;
  const [left, right] = [parse(before), parse(after)];
  if (left === undefined || right === undefined || repeatsName(left) || repeatsName(right)) return undefined;
  return { left, right };
}

function repeatsName(groups: readonly Group[]): boolean {
  const names = namesOf(groups);
  return new Set(names).size !== names.length;
}

/** The names in a side, and the ellipsis if it is there. */
function namesOf(groups: readonly Group[]): readonly string[] {
  return groups.flat().filter((axis) => typeof axis === "string");
}

/** Spells the ellipsis out as names of its own, for a tensor of `rank` dimensions. */
function withoutEllipsis(pattern: Pattern, rank: number | undefined): Pattern | undefined {
  const position = pattern.left.findIndex((group) => group[0] === ellipsis);
  if (position < 0) return namesOf(pattern.right).includes(ellipsis) ? undefined : pattern;
  if (rank === undefined) return undefined;
  const count = rank - (pattern.left.length - 1);
  if (count < 0) return undefined;
  const spelled = Array.from({ length: count }, (_, i): Group => [`...${i}`]);
  const spell = (groups: readonly Group[]): readonly Group[] =>
    groups.flatMap((group) => (group[0] === ellipsis ? spelled : [group]));
  return { left: spell(pattern.left), right: spell(pattern.right) };
}

/** The size of each axis of the left side; undefined if the tensor does not fit. */
function bind(
  call: TensorCall,
  groups: readonly Group[],
  sizes: readonly Size[],
  passed: ReadonlyMap<string, Size>,
): Map<string, Size> | undefined {
  const bound = new Map<string, Size>(passed);
  for (const [i, group] of groups.entries()) {
    const size = sizes[i];
    const open = group.filter((axis) => typeof axis === "string" && !passed.has(axis));
    const known = product(
      group.map((axis) => (typeof axis === "number" ? integer(axis) : (passed.get(axis) ?? integer(1)))),
    );
    // A passed size that is not known makes the product unknown, not 1.
    const part = group.some((axis) => typeof axis === "string" && passed.has(axis) && passed.get(axis) === undefined)
      ? undefined
      : known;
    const [name, ...more] = open;
    if (more.length > 0) return undefined;
    if (name === undefined) {
      if (fails(call.facts, size, "==", part)) return undefined;
    } else if (typeof name === "string") bound.set(name, group.length === 1 ? size : quotient(call, size, part));
  }
  return bound;
}

function composed(groups: readonly Group[], sizes: ReadonlyMap<string, Size>): readonly Size[] {
  return groups.map((group) =>
    product(group.map((axis) => (typeof axis === "number" ? integer(axis) : sizes.get(axis)))),
  );
}

type Operation = "rearrange" | "repeat" | "reduce";

/** Which names may be on one side only. */
function isWellFormed(operation: Operation, pattern: Pattern, passed: ReadonlyMap<string, Size>): boolean {
  const [left, right] = [namesOf(pattern.left), namesOf(pattern.right)];
  const added = right.filter((name) => !left.includes(name));
  const removed = left.filter((name) => !right.includes(name));
  if (operation !== "reduce" && removed.length > 0) return false;
  if (operation !== "repeat" && added.length > 0) return false;
  // Numbers other than 1 are for new axes of `repeat` only.
  const numbers = [...pattern.left, ...(operation === "repeat" ? [] : pattern.right)].flat();
  if (numbers.some((axis) => typeof axis === "number" && axis !== 1)) return false;
  return added.every((name) => passed.has(name));
}

function reshapedBy(
  operation: Operation,
  self: TensorValue,
  call: TensorCall,
  text: Value | undefined,
): TensorValue | undefined {
  const source = parsePattern(stringOf(text));
  const pattern = source === undefined ? undefined : withoutEllipsis(source, rankOf(self));
  if (pattern === undefined) return undefined;
  const passed = new Map(
    [...call.keywords].filter(([name]) => !reserved.has(name)).map(([name, value]) => [name, asSize(value)]),
  );
  if ([...passed.values()].some((size) => fails(call.facts, size, ">=", 0))) return undefined;
  if (!isWellFormed(operation, pattern, passed)) return undefined;
  const sizes = sizesOfRank(self, pattern.left.length);
  if (sizes === undefined) return undefined;
  const ones = pattern.left.some((group, i) => group.length === 0 && fails(call.facts, sizes[i], "==", 1));
  const bound = ones ? undefined : bind(call, pattern.left, sizes, passed);
  return bound === undefined ? undefined : reshaped(self, composed(pattern.right, bound));
}

const reserved = new Set(["tensor", "pattern", "reduction"]);

/** The tensor argument; einops stacks a list of them. */
function tensorArgument(call: TensorCall): TensorValue | undefined {
  const value = argument(call, 0, "tensor");
  const parts = tensorsOf(call, value);
  if (parts === undefined || value === undefined) return asTensor(value);
  const stacked = pieceFunctions.get("stack")?.(withArguments(call, [value], new Map()));
  return asTensor(stacked);
}

const rearrange: TensorFunction = (call) => {
  const self = tensorArgument(call);
  return self === undefined ? undefined : reshapedBy("rearrange", self, call, argument(call, 1, "pattern"));
};

const repeat: TensorFunction = (call) => {
  const self = tensorArgument(call);
  return self === undefined ? undefined : reshapedBy("repeat", self, call, argument(call, 1, "pattern"));
};

const reduce: TensorFunction = (call) => {
  const self = tensorArgument(call);
  const result = self === undefined ? undefined : reshapedBy("reduce", self, call, argument(call, 1, "pattern"));
  const reduction = stringOf(argument(call, 2, "reduction"));
  if (result === undefined) return undefined;
  if (reduction === "min" || reduction === "max") return result;
  // A sum of whole numbers has another dtype.
  return { ...result, dtype: result.dtype !== undefined && isFloating(result.dtype) ? result.dtype : undefined };
};

export const einopsFunctions: ReadonlyMap<string, TensorFunction> = new Map<string, TensorFunction>([
  ["einops.rearrange", rearrange],
  ["einops.repeat", repeat],
  ["einops.reduce", reduce],
]);
