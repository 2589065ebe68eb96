/** Reading the arguments of a tensor operation, by position or by name. */
import { constantOf, integer, type SymInt } from "../../values/symbolic.ts";
import { asInt, type OpaqueValue, type TensorValue, type Value } from "../../values/value.ts";
import type { Size, TensorCall, TensorFunction, TensorMethod } from "./model.ts";
import { asTensor } from "./shape.ts";

/** The argument at a position or under one of its names. */
export function argument(call: TensorCall, position: number, ...names: string[]): Value | undefined {
  const value = call.positional[position];
  if (value !== undefined) return value;
  for (const name of names) {
    const named = call.keywords.get(name);
    if (named !== undefined) return named;
  }
  return undefined;
}

/** A size; undefined if unknown. */
export function asSize(value: Value | undefined): Size {
  return value === undefined ? undefined : asInt(value);
}

export function constantInt(value: Value | undefined): number | undefined {
  const size = asSize(value);
  return size === undefined ? undefined : constantOf(size);
}

/** True for a value that is known to be a single number: anything else may turn out to be a tuple. */
export function isSingle(call: TensorCall, value: Value): boolean {
  if (value.kind === "opaque") return isNumber(call, value);
  return value.kind === "int" || value.kind === "bool" || value.kind === "float";
}

/** What is said to be an integer, is one unless somebody sets another, or was ordered among numbers. */
function isNumber({ facts }: TensorCall, value: OpaqueValue): boolean {
  const isInt = (type: Value): boolean => type.kind === "external" && type.name === "builtins.int";
  return (
    value.size ||
    value.usual?.value.kind === "int" ||
    value.declared?.every(isInt) === true ||
    facts.knowsNumber(`$${value.key}`)
  );
}

/** A dimension argument: its number, `fallback` if it is not passed, undefined if it is not known. */
export function dimArgument(
  call: TensorCall,
  position: number,
  fallback: number,
  names = dimNames,
): number | undefined {
  const value = argument(call, position, ...names);
  return value === undefined ? fallback : constantInt(value);
}

export const dimNames: readonly string[] = ["dim", "axis"];

/** One or several dimensions: "all" if none is passed, undefined if they are not known. */
export function dimsArgument(call: TensorCall, position: number): readonly number[] | "all" | undefined {
  const value = argument(call, position, ...dimNames);
  if (value === undefined || value.kind === "none") return "all";
  return constantInts(call, value);
}

/** The numbers of an int or of a sequence of ints. */
export function constantInts(call: TensorCall, value: Value | undefined): readonly number[] | undefined {
  if (value === undefined) return undefined;
  const numbers: number[] = [];
  for (const item of call.items(value) ?? [value]) {
    const number = constantInt(item);
    if (number === undefined) return undefined;
    numbers.push(number);
  }
  return numbers;
}

/** A flag such as `keepdim`: undefined if it is not known. */
export function flagArgument(
  call: TensorCall,
  position: number,
  fallback: boolean,
  ...names: string[]
): boolean | undefined {
  const value = argument(call, position, ...names);
  if (value === undefined) return fallback;
  if (value.kind === "bool") return value.formula.kind === "constant" ? value.formula.value : undefined;
  const number = constantInt(value);
  return number === undefined ? undefined : number !== 0;
}

function mayBeNumber(value: Value): boolean {
  if (value.kind === "tensor") return value.shape.length === 0;
  return value.kind === "int" || value.kind === "bool" || value.kind === "opaque" || value.kind === "unknown";
}

/** Sizes or dimensions passed as `f(2, 3)` or `f((2, 3))`; undefined if their number is not known. */
export function variadic(call: TensorCall, position: number, ...names: string[]): readonly Value[] | undefined {
  const passed = call.positional.slice(position);
  const [first] = passed.length > 0 ? passed : [argument(call, position, ...names)];
  if (first === undefined) return [];
  // Among several, a tuple or the like is none of the sizes: the receiver is no tensor, but a module such as `ops`.
  if (passed.length > 1) return passed.every(mayBeNumber) ? passed : undefined;
  return call.items(first) ?? (isSingle(call, first) ? [first] : undefined);
}

/** The sizes of a new tensor; there may be further ones if they are `open`. */
export interface NewSizes {
  readonly sizes: readonly Value[];
  readonly open: boolean;
}

/**
 * The sizes of a new tensor. One value of which nothing else is known may be the only size or all of them: the first size
 * is then called by its name, which no other length can be shown to be equal or unequal to if it is a tuple.
 */
export function newSizes(call: TensorCall, position: number, ...names: string[]): NewSizes {
  const only = call.positional.length > position ? call.positional[position] : argument(call, position, ...names);
  if (only?.kind === "opaque" && call.positional.length <= position + 1)
    return { sizes: only.declared === undefined || isNumber(call, only) ? [only] : [], open: !isNumber(call, only) };
  const sizes = variadic(call, position, ...names);
  return { sizes: sizes ?? [], open: sizes === undefined };
}

export function stringOf(value: Value | undefined): string | undefined {
  return value?.kind === "string" && value.exact ? value.value : undefined;
}

/** An int that is known to be at least 0. */
export function isCount(call: TensorCall, size: SymInt): boolean {
  return call.facts.compare(size, ">=", integer(0)) === true;
}

/** The tensors of a tuple or list; undefined if their number or kind is not known. */
export function tensorsOf(call: TensorCall, value: Value | undefined): readonly TensorValue[] | undefined {
  const items = value === undefined ? undefined : call.items(value);
  if (items === undefined) return undefined;
  const tensors: TensorValue[] = [];
  for (const item of items) {
    const tensor = asTensor(item);
    if (tensor === undefined) return undefined;
    tensors.push(tensor);
  }
  return tensors;
}

/** The same call with other arguments. Spelled out, since a call's methods need not be its own properties. */
export function withArguments(
  call: TensorCall,
  positional: readonly Value[],
  keywords: ReadonlyMap<string, Value> = call.keywords,
): TensorCall {
  return {
    positional,
    keywords,
    facts: call.facts,
    origin: call.origin,
    items: (value) => call.items(value),
    repeated: (value) => call.repeated(value),
    list: (items) => call.list(items),
  };
}

/** The call without its first argument, and that argument, which may have been passed by name. */
export function shiftArguments(call: TensorCall, ...names: string[]): [Value | undefined, TensorCall] {
  const [first, ...others] = call.positional;
  if (first !== undefined) return [first, withArguments(call, others)];
  const name = names.find((candidate) => call.keywords.has(candidate));
  return name === undefined ? [undefined, call] : [call.keywords.get(name), call];
}

/** The function `torch.f(x, …)` for the method `x.f(…)`. */
export function asFunction(method: TensorMethod): TensorFunction {
  return (call) => {
    const [value, others] = shiftArguments(call, "input", "self", "tensor", "x", "elements");
    const self = asTensor(value);
    return self === undefined ? undefined : method(self, others);
  };
}
