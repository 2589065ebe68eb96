/** Names of dtypes and devices, and which dtype an operation on two of them gives. */
import type { TensorValue, Value } from "../../values/value.ts";
import type { TensorCall } from "./model.ts";
import { rankOf } from "./shape.ts";

/** The device of arrays that are numpy's: their methods mean other things than a tensor's. */
export const numpyDevice = "numpy";

const canonical = [
  "bool",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "int8",
  "int16",
  "int32",
  "int64",
  "float16",
  "bfloat16",
  "float32",
  "float64",
  "complex64",
  "complex128",
  "float8_e4m3fn",
  "float8_e4m3fnuz",
  "float8_e5m2",
  "float8_e5m2fnuz",
];

const torchNames: ReadonlyMap<string, string> = new Map([
  ...canonical.map((name): [string, string] => [name, name]),
  ["long", "int64"],
  ["int", "int32"],
  ["short", "int16"],
  ["half", "float16"],
  ["float", "float32"],
  ["double", "float64"],
  ["cfloat", "complex64"],
  ["cdouble", "complex128"],
]);

const numpyNames: ReadonlyMap<string, string> = new Map([
  ...canonical.map((name): [string, string] => [name, name]),
  ["bool_", "bool"],
  ["half", "float16"],
  ["single", "float32"],
  ["double", "float64"],
  ["float_", "float64"],
  ["intp", "int64"],
]);

/** Python's own types as dtypes mean the same to torch and to numpy. */
const pythonNames: ReadonlyMap<string, string> = new Map([
  ["int", "int64"],
  ["float", "float64"],
  ["bool", "bool"],
]);

/** The dtype a value names; undefined if it names none or is unknown. */
export function asDtype(value: Value | undefined): string | undefined {
  if (value?.kind === "string") return value.exact ? numpyNames.get(value.value) : undefined;
  if (value?.kind === "intrinsic") return pythonNames.get(value.name.replace(/^builtins\./, ""));
  if (value?.kind !== "external") return undefined;
  const [, library, name] = /^(torch|numpy|builtins)\.(\w+)$/.exec(value.name) ?? [];
  if (library === undefined || name === undefined) return undefined;
  return (library === "torch" ? torchNames : library === "numpy" ? numpyNames : pythonNames).get(name);
}

/**
 * Whether two values are the same dtype of torch; undefined if one is not known to be one, and for two floating ones:
 * autocast and another default make a tensor's another than its code says.
 */
export function sameDtype(a: Value, b: Value): boolean | undefined {
  const [left, right] = [a, b].map((value) =>
    value.kind === "external" && value.name.startsWith("torch.") ? asDtype(value) : undefined,
  );
  if (left === undefined || right === undefined) return undefined;
  if (left === right) return true;
  return isFloating(left) && isFloating(right) ? undefined : false;
}

/** The `dtype` keyword: `fallback` if it is not passed or None. */
export function dtypeArgument(call: TensorCall, fallback: string | undefined): string | undefined {
  const value = call.keywords.get("dtype");
  return value === undefined || value.kind === "none" ? fallback : asDtype(value);
}

/** The `device` keyword: `fallback` if it is not passed or None. */
export function deviceArgument(call: TensorCall, fallback: string | undefined): string | undefined {
  const value = call.keywords.get("device");
  return value === undefined || value.kind === "none" ? fallback : asDevice(value);
}

/** `torch.device(…)` is modelled as its text. */
export function asDevice(value: Value | undefined): string | undefined {
  return value?.kind === "string" && value.exact ? value.value : undefined;
}

export function isFloating(dtype: string): boolean {
  return /^b?float/.test(dtype);
}

/** True if known to be a whole number or a truth value. */
export function isIntegral(dtype: string): boolean {
  return dtype === "bool" || /^u?int/.test(dtype);
}

function category(dtype: string): number | undefined {
  if (dtype === "bool") return 0;
  if (isIntegral(dtype)) return 1;
  if (isFloating(dtype)) return 2;
  return undefined;
}

/** A torch operand: a tensor, or a Python number with what it would be as a tensor. */
export type Operand = { readonly tensor: TensorValue } | { readonly scalar: "bool" | "int" | "float" };

const scalarDtypes = { bool: "bool", int: "int64", float: "float32" } as const;

/**
 * The dtype of an operation on operands, as torch promotes: tensors with dimensions before tensors without, those before
 * Python numbers; a lower group counts only if its category is higher. Undefined where it is not certain.
 */
export function promoted(operands: readonly Operand[]): string | undefined {
  const groups: [string[], string[], string[]] = [[], [], []];
  const dtypes = new Set<string>();
  for (const operand of operands) {
    if ("scalar" in operand) {
      groups[2].push(scalarDtypes[operand.scalar]);
      continue;
    }
    const { dtype } = operand.tensor;
    if (dtype === undefined) return undefined;
    dtypes.add(dtype);
    const rank = rankOf(operand.tensor);
    // Of equal dtypes the groups do not matter, so a rank is needed only where they differ.
    groups[rank === 0 ? 1 : 0].push(dtype);
  }
  const ranksKnown = operands.every((operand) => "scalar" in operand || rankOf(operand.tensor) !== undefined);
  if (dtypes.size > 1 && !ranksKnown) return undefined;
  let result: string | undefined;
  for (const group of groups) {
    if (group.length === 0) continue;
    const own = group.reduce<string | undefined>((a, b) => joined(a, b), group[0]);
    if (own === undefined) return undefined;
    if (result === undefined) result = own;
    else {
      const [high, low] = [category(own), category(result)];
      if (high === undefined || low === undefined) return undefined;
      if (high > low) result = own;
    }
  }
  return result;
}

const widths: ReadonlyMap<string, number> = new Map([
  ["int8", 8],
  ["int16", 16],
  ["int32", 32],
  ["int64", 64],
]);

const floatWidths: ReadonlyMap<string, number> = new Map([
  ["float16", 16],
  ["bfloat16", 16],
  ["float32", 32],
  ["float64", 64],
]);

/** The dtype that holds both of two, for the pairs whose answer is the same in every version. */
export function joined(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a === b) return a;
  if (a === "bool") return b;
  if (b === "bool") return a;
  const [floatA, floatB] = [floatWidths.get(a), floatWidths.get(b)];
  if (floatA !== undefined && floatB !== undefined) return floatA === floatB ? "float32" : floatA > floatB ? a : b;
  if (floatA !== undefined && isIntegral(b)) return a;
  if (floatB !== undefined && isIntegral(a)) return b;
  const [widthA, widthB] = [widths.get(a), widths.get(b)];
  if (widthA !== undefined && widthB !== undefined) return widthA > widthB ? a : b;
  if (a === "uint8" && widthB !== undefined) return widthB === 8 ? "int16" : b;
  if (b === "uint8" && widthA !== undefined) return widthA === 8 ? "int16" : a;
  return undefined;
}
