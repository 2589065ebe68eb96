/** Binary operators on values that are not choices. */
import type { AugmentedStatement, BinaryOperator, CompareOperator, Span } from "../syntax/ast.ts";
import { longestWritten } from "../values/extent.ts";
import type { Origin } from "../values/origin.ts";
import {
  add,
  constant,
  constantOf,
  floorDiv,
  integer,
  modulo,
  multiply,
  power,
  subtract,
  type SymInt,
} from "../values/symbolic.ts";
import {
  asInt,
  int,
  kindOf,
  type ObjectValue,
  text,
  tuple,
  uniform,
  unknown,
  type Value,
  withOrigin,
} from "../values/value.ts";
import { distribute } from "./choices.ts";
import {
  forget,
  heldEntries,
  itemsOf,
  membersOf,
  newDict,
  newList,
  newRepeated,
  overlay,
  peek,
  setItems,
} from "./containers.ts";
import { evaluate } from "./expressions.ts";
import { dictKey } from "./keys.ts";
import type { Frame, Machine } from "./machine.ts";
import { updateWith } from "./mappings.ts";
import { broadcast } from "./tensors/index.ts";
import { filledByPercent } from "./templates.ts";

export function binaryOperation(
  machine: Machine,
  frame: Frame,
  operator: BinaryOperator | CompareOperator,
  a: Value,
  b: Value,
  span: Span,
): Value {
  const origin = machine.origin("computed", frame, span, [a.origin, b.origin]);
  if (a.kind === "unknown" || b.kind === "unknown") return unknown(`operator ${operator} on an unknown object`);
  if (a.kind === "tensor" || b.kind === "tensor") {
    const result = broadcast(a, b, operator, machine.facts);
    return result === undefined
      ? machine.result(frame, span, [a.origin, b.origin], `operator ${operator} on a tensor`)
      : withOrigin(result, origin);
  }
  return (
    onSequences(machine, operator, a, b, origin) ??
    onNumbers(operator, a, b, origin) ??
    machine.result(frame, span, [a.origin, b.origin], `operator ${operator} on ${kindOf(a)} and ${kindOf(b)}`)
  );
}

/** `target operator= value`: lists, sets and dicts are changed in place. */
export function augmented(machine: Machine, frame: Frame, s: AugmentedStatement): Value {
  const before = evaluate(machine, frame, s.target);
  const operand = evaluate(machine, frame, s.value);
  return distribute(machine, [before, operand], ([a = before, b = operand]) => {
    const changed = binaryOperation(machine, frame, s.operator, a, b, s);
    if (a.kind === "unknown") forget(machine, a);
    if (a.kind !== "object" || a.identity.type === "instance") return changed;
    if (a.identity.type === "dict") {
      updateWith(machine, a, b);
    } else setItems(machine, a, changed.kind === "object" ? peek(machine, changed) : undefined);
    return a;
  });
}

function onNumbers(operator: BinaryOperator | CompareOperator, a: Value, b: Value, origin: Origin): Value | undefined {
  const [x, y] = [asInt(a), asInt(b)];
  if (x !== undefined && y !== undefined) return onIntegers(operator, x, y, origin);
  // A string times a number, or a list, is no number.
  if (![a, b].every((value) => value.kind === "float" || asInt(value) !== undefined)) return undefined;
  const [p, q] = [asFloat(a), asFloat(b)];
  if (p === undefined && q === undefined) return undefined;
  const known = p === undefined || q === undefined ? undefined : onFloats(operator, p, q);
  // Something unknown may be a tensor; with a float it is not an integer either way.
  if (a.kind === "opaque" || b.kind === "opaque") return undefined;
  return { kind: "float", value: known, origin };
}

function onIntegers(
  operator: BinaryOperator | CompareOperator,
  x: SymInt,
  y: SymInt,
  origin: Origin,
): Value | undefined {
  switch (operator) {
    case "+":
      return int(add(x, y), origin);
    case "-":
      return int(subtract(x, y), origin);
    case "*":
      return int(multiply(x, y), origin);
    case "//":
      return int(floorDiv(x, y), origin);
    case "%":
      return int(modulo(x, y), origin);
    case "**": {
      const [base, exponent] = [constantOf(x), constantOf(y)];
      if (base !== undefined && base !== 0 && exponent !== undefined && exponent < 0)
        return { kind: "float", value: base ** exponent, origin };
      return int(power(x, y), origin);
    }
    case "/": {
      const [p, q] = [constantOf(x), constantOf(y)];
      if (q === 0) return undefined;
      const value = p === undefined || q === undefined ? undefined : p / q;
      return { kind: "float", value, ratio: { numerator: x, denominator: y }, origin };
    }
    case "<<":
    case ">>":
    case "&":
    case "|":
    case "^": {
      // Of the operands of `&`, the one that is a number is the mask.
      const [value, mask] = operator === "&" && constantOf(y) === undefined ? [y, x] : [x, y];
      return onBits(operator, constantOf(value), constantOf(mask), value, origin);
    }
    default:
      return undefined;
  }
}

function onBits(
  operator: "<<" | ">>" | "&" | "|" | "^",
  p: number | undefined,
  q: number | undefined,
  x: SymInt,
  origin: Origin,
): Value | undefined {
  if (q === undefined) return undefined;
  if (operator === "<<" || operator === ">>") {
    const factor = q < 0 ? undefined : power(integer(2), integer(q));
    if (factor === undefined) return undefined;
    return int(operator === "<<" ? multiply(x, factor) : floorDiv(x, factor), origin);
  }
  if (p === undefined) return operator === "&" ? masked(x, q, origin) : undefined;
  const [a, b] = [BigInt(p), BigInt(q)];
  return int(constant(Number(operator === "&" ? a & b : operator === "|" ? a | b : a ^ b)), origin);
}

/** `x & (2 ** k - 1)` is `x % 2 ** k`, and `x & -(2 ** k)` is what is left of `x` without that. */
function masked(x: SymInt, mask: number, origin: Origin): Value | undefined {
  const size = mask < 0 ? -mask : mask + 1;
  if (!Number.isInteger(Math.log2(size)) || 2 ** Math.round(Math.log2(size)) !== size) return undefined;
  const low = modulo(x, integer(size));
  return int(mask < 0 ? subtract(x, low) : low, origin);
}

function asFloat(value: Value): number | undefined {
  if (value.kind === "float") return value.value ?? Number.NaN;
  const whole = asInt(value);
  return whole === undefined ? undefined : constantOf(whole);
}

function onFloats(operator: BinaryOperator | CompareOperator, x: number, y: number): number | undefined {
  const result =
    operator === "+"
      ? x + y
      : operator === "-"
        ? x - y
        : operator === "*"
          ? x * y
          : operator === "/"
            ? x / y
            : operator === "//" && y !== 0
              ? Math.floor(x / y)
              : operator === "**"
                ? x ** y
                : Number.NaN;
  return Number.isNaN(result) ? undefined : result;
}

function onSequences(
  machine: Machine,
  operator: BinaryOperator | CompareOperator,
  a: Value,
  b: Value,
  origin: Origin,
): Value | undefined {
  if (a.kind === "string" && b.kind === "string" && operator === "+") {
    return { kind: "string", value: a.value + b.value, exact: a.exact && b.exact, origin };
  }
  if (a.kind === "string" && operator === "%") {
    const filled = a.exact ? filledByPercent(machine, a.value, b) : undefined;
    return filled && { ...filled, origin };
  }
  if (
    a.kind === "object" &&
    b.kind === "object" &&
    a.identity.type === "dict" &&
    b.identity.type === "dict" &&
    operator === "|"
  ) {
    const { entries, others } = overlay(heldEntries(machine, a), heldEntries(machine, b));
    return newDict(machine, entries, others, origin);
  }
  if (isSet(a) && isSet(b) && (operator === "|" || operator === "&" || operator === "-")) {
    const [x, y] = [membersOf(machine, a), membersOf(machine, b)];
    const keys = y?.map(dictKey);
    if (
      x === undefined ||
      y === undefined ||
      keys?.includes(undefined) === true ||
      x.some((item) => dictKey(item) === undefined)
    )
      return undefined;
    const isIn = (item: Value): boolean => keys?.includes(dictKey(item)) === true;
    const members = operator === "|" ? [...x, ...y] : x.filter((item) => isIn(item) === (operator === "&"));
    return newList(machine, members, origin, "set");
  }
  if (operator === "+") {
    if (!isSequence(a) || !isSequence(b)) return undefined;
    const [x, y] = [itemsOf(machine, a), itemsOf(machine, b)];
    if (x === undefined || y === undefined) return undefined;
    return a.kind === "tuple" ? tuple([...x, ...y], origin) : newList(machine, [...x, ...y], origin);
  }
  if (operator !== "*") return undefined;
  const [sequence, times] = asInt(a) === undefined ? [a, b] : [b, a];
  if (sequence.kind === "string") {
    const count = constantOf(asInt(times) ?? integer(-1));
    const fits = sequence.exact && count !== undefined && count >= 0 && count * sequence.value.length <= longestWritten;
    return fits && asInt(times) !== undefined ? text(sequence.value.repeat(count), origin) : undefined;
  }
  if (!isSequence(sequence)) return undefined;
  const items = itemsOf(machine, sequence);
  const whole = asInt(times);
  if (items === undefined || whole === undefined) return undefined;
  const count = constantOf(whole);
  if (count === undefined) return repetition(machine, sequence, items, whole, origin);
  if (count * items.length > longestWritten) return undefined;
  const repeated = Array.from({ length: Math.max(0, count) }, () => items).flat();
  return sequence.kind === "tuple" ? tuple(repeated, origin) : newList(machine, repeated, origin);
}

/** `[0] * n`: one element as often as a number says that is not known. */
function repetition(
  machine: Machine,
  sequence: Value,
  items: readonly Value[],
  times: SymInt,
  origin: Origin,
): Value | undefined {
  const [element, ...others] = items;
  const length = machine.facts.maximum([times, integer(0)]);
  if (element === undefined || others.length > 0 || length === undefined) return undefined;
  const repeated = uniform(element, length, origin);
  return sequence.kind === "tuple" ? repeated : newRepeated(machine, repeated, origin);
}

function isSet(value: Value): value is ObjectValue {
  return value.kind === "object" && value.identity.type === "set";
}

function isSequence(value: Value): boolean {
  return value.kind === "tuple" || (value.kind === "object" && value.identity.type === "list");
}
