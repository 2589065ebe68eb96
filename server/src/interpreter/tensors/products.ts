/** Matrix products and what is built on them. */
import type { Facts } from "../../values/facts.ts";
import { type TensorValue, tensor, type Value } from "../../values/value.ts";
import { argument, asSize, stringOf } from "./arguments.ts";
import { broadcastSize, broadcastSizes } from "./broadcasting.ts";
import type { Size, TensorCall, TensorFunction, TensorMethod } from "./model.ts";
import { asTensor, dimension, fails, reshaped, sizesOfRank, unranked, withoutConflict } from "./shape.ts";

/** Operands of a product have one dtype, or torch raises (autocast aside, which is why they must be the same here). */
function kindOf(a: TensorValue, b: TensorValue): Partial<TensorValue> {
  return {
    dtype: a.dtype === b.dtype ? a.dtype : undefined,
    device: a.device === b.device ? a.device : undefined,
  };
}

/** `a @ b`; undefined if the sizes do not fit. */
export function matrixProduct(a: TensorValue, b: TensorValue, facts: Facts): TensorValue | undefined {
  const kind = kindOf(a, b);
  if (a.open || b.open) return unranked(a, kind);
  const [left, right] = [a.shape, b.shape];
  if (left.length === 0 || right.length === 0) return undefined;
  const inner = right.length === 1 ? right[0] : right[right.length - 2];
  if (fails(facts, left[left.length - 1], "==", inner)) return undefined;
  const batch = broadcastSizes([left.slice(0, -2), right.slice(0, -2)], facts);
  if (batch === undefined) return undefined;
  const rows = left.length === 1 ? [] : [left[left.length - 2]];
  const columns = right.length === 1 ? [] : [right[right.length - 1]];
  return tensor([...batch, ...rows, ...columns], kind);
}

const matmul: TensorMethod = (self, call) => {
  const other = asTensor(argument(call, 0, "other", "tensor2"));
  return other === undefined ? unranked(self, { dtype: undefined }) : matrixProduct(self, other, call.facts);
};

/** `mm`, `bmm`, `mv`, `dot`: ranks are fixed, which settles the ranks of opaque operands. */
function ofRanks(first: number, second: number): TensorMethod {
  return (self, call) => {
    const other = asTensor(argument(call, 0, "mat2", "vec", "other", "tensor"));
    if (other === undefined) return undefined;
    const [left, right] = [sizesOfRank(self, first), sizesOfRank(other, second)];
    if (left === undefined || right === undefined) return undefined;
    // Only matmul broadcasts batches.
    if (first === 3 && fails(call.facts, left[0], "==", right[0])) return undefined;
    return matrixProduct(reshaped(self, left), reshaped(other, right), call.facts);
  };
}

const outer: TensorMethod = (self, call) => {
  const other = asTensor(argument(call, 0, "vec2", "other"));
  const [left, right] = [sizesOfRank(self, 1), other === undefined ? undefined : sizesOfRank(other, 1)];
  if (other === undefined || left === undefined || right === undefined) return undefined;
  return reshaped(self, [left[0], right[0]], kindOf(self, other));
};

/** `F.linear(x, weight)`: the last size becomes the weight's first. */
const linear: TensorFunction = (call) => {
  const self = asTensor(argument(call, 0, "input"));
  const weight = asTensor(argument(call, 1, "weight"));
  if (self === undefined || weight === undefined) return undefined;
  if (self.open) return unranked(self, kindOf(self, weight));
  const sizes = sizesOfRank(weight, 2);
  if (sizes === undefined || self.shape.length === 0) return undefined;
  if (fails(call.facts, self.shape[self.shape.length - 1], "==", sizes[1])) return undefined;
  return reshaped(self, [...self.shape.slice(0, -1), sizes[0]], kindOf(self, weight));
};

/** `F.embedding(indices, weight)`: one row for each index. */
const embedding: TensorFunction = (call) => {
  const indices = asTensor(argument(call, 0, "input"));
  const weight = asTensor(argument(call, 1, "weight"));
  if (indices === undefined || weight === undefined) return undefined;
  if (indices.open) return unranked(weight);
  const sizes = sizesOfRank(weight, 2);
  return sizes === undefined ? undefined : reshaped(weight, [...indices.shape, sizes[1]]);
};

/** `F.scaled_dot_product_attention(q, k, v)` with equal batches. */
const attention: TensorFunction = (call) => {
  const [q, k, v] = [["query"], ["key"], ["value"]].map(([name = ""], i) => asTensor(argument(call, i, name)));
  if (q === undefined || k === undefined || v === undefined) return undefined;
  const rank = q.shape.length;
  if (q.open || rank < 2) return unranked(q);
  if (v.open || k.open || v.shape.length !== rank || k.shape.length !== rank) return unranked(q);
  const batch = q.shape.slice(0, -2).map((size, i) => {
    const sizes = [size, k.shape[i], v.shape[i]];
    return sizes.every((other) => other !== undefined && other.key === size?.key)
      ? size
      : broadcastSize(sizes, call.facts);
  });
  // Grouped heads need not be broadcast: then the sizes do not fit, and nothing is said.
  const sizes = withoutConflict(batch);
  return sizes === undefined ? undefined : reshaped(q, [...sizes, q.shape[rank - 2], v.shape[rank - 1]]);
};

// -------------------------------------------------------------------------------------------------- einsum

/** The operands' and the result's axes, each a list of names. */
interface Equation {
  readonly operands: readonly (readonly string[])[];
  readonly result: readonly string[];
}

function letters(text: string): readonly string[] {
  return text.match(/./g) ?? [];
}

/** Undefined for an ellipsis and for malformed equations. */
function parseLetters(text: string): Equation | undefined {
  const [left, right, ...others] = text.replaceAll(" ", "").split("->");
  if (left === undefined || others.length > 0 || !/^[A-Za-z,]*$/.test(left) || !/^[A-Za-z]*$/.test(right ?? "")) {
    return undefined;
  }
  const operands = left.split(",").map(letters);
  const all = operands.flat();
  const once = [...new Set(all)].filter((letter) => all.filter((other) => other === letter).length === 1);
  return { operands, result: right === undefined ? once.sort() : letters(right) };
}

/** `einops.einsum(x, y, "batch row, row column -> batch column")` */
function parseNames(text: string): Equation | undefined {
  const [left, right, ...others] = text.split("->");
  if (left === undefined || right === undefined || others.length > 0 || /[^\w\s,]/.test(left + right)) return undefined;
  const names = (part: string): string[] => part.split(/\s+/).filter((name) => name !== "");
  return { operands: left.split(",").map(names), result: names(right) };
}

function contracted(equation: Equation | undefined, values: readonly Value[], call: TensorCall): Value | undefined {
  if (equation?.operands.length !== values.length) return undefined;
  if (new Set(equation.result).size !== equation.result.length) return undefined;
  const sizes = new Map<string, Size[]>();
  const tensors: TensorValue[] = [];
  for (const [i, axes] of equation.operands.entries()) {
    const operand = asTensor(values[i]);
    const own = operand === undefined ? undefined : sizesOfRank(operand, axes.length);
    if (operand === undefined || own === undefined) return undefined;
    tensors.push(operand);
    for (const [j, axis] of axes.entries()) sizes.set(axis, [...(sizes.get(axis) ?? []), own[j]]);
  }
  const combined = new Map([...sizes].map(([axis, all]) => [axis, broadcastSize(all, call.facts)]));
  if ([...combined.values()].includes("conflict")) return undefined;
  if (equation.result.some((axis) => !combined.has(axis))) return undefined;
  const shape = withoutConflict(equation.result.map((axis) => combined.get(axis)));
  const [first] = tensors;
  if (shape === undefined || first === undefined) return undefined;
  return tensor(shape, {
    dtype: tensors.every((item) => item.dtype === first.dtype) ? first.dtype : undefined,
    device: tensors.every((item) => item.device === first.device) ? first.device : undefined,
  });
}

/** `torch.einsum(equation, a, b)` or `torch.einsum(equation, [a, b])` */
const einsum: TensorFunction = (call) => {
  const [equation, ...operands] = call.positional;
  const text = stringOf(equation);
  const [first] = operands;
  if (text === undefined || first === undefined) return undefined;
  const values = operands.length === 1 ? (call.items(first) ?? operands) : operands;
  return contracted(parseLetters(text), values, call);
};

const namedEinsum: TensorFunction = (call) => {
  const text = stringOf(call.positional[call.positional.length - 1]);
  return text === undefined ? undefined : contracted(parseNames(text), call.positional.slice(0, -1), call);
};

/** `F.interpolate(x, size=…)`: batch and channels stay, the other sizes are passed. */
const interpolate: TensorFunction = (call) => {
  const self = asTensor(argument(call, 0, "input"));
  const value = argument(call, 1, "size");
  if (self === undefined || value === undefined || value.kind === "none" || self.open) return undefined;
  const spatial = self.shape.length - 2;
  const items = call.items(value) ?? (value.kind === "int" ? Array.from({ length: spatial }, () => value) : undefined);
  if (spatial < 1 || items?.length !== spatial) return undefined;
  const sizes = [dimension(self, 0), dimension(self, 1), ...items.map(asSize)];
  return reshaped(self, sizes);
};

export const productMethods: ReadonlyMap<string, TensorMethod> = new Map<string, TensorMethod>([
  ["matmul", matmul],
  ["mm", ofRanks(2, 2)],
  ["bmm", ofRanks(3, 3)],
  ["mv", ofRanks(2, 1)],
  ["dot", (self, call) => (self.open ? undefined : ofRanks(1, 1)(self, call))],
  ["outer", outer],
]);

export const productFunctions: ReadonlyMap<string, TensorFunction> = new Map<string, TensorFunction>([
  ["torch.einsum", einsum],
  ["einops.einsum", namedEinsum],
  ["torch.nn.functional.linear", linear],
  ["torch.nn.functional.embedding", embedding],
  ["torch.nn.functional.scaled_dot_product_attention", attention],
  ["torch.nn.functional.interpolate", interpolate],
]);
