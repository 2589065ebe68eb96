/** Functions of Python's own library that size arithmetic goes through. */
import type { Site } from "../values/origin.ts";
import {
  add,
  atomsOf,
  ceilDiv,
  constantOf,
  floorDiv,
  integer,
  modulo,
  multiply,
  scale,
  soleAtom,
  subtract,
  symbol,
  type SymInt,
} from "../values/symbolic.ts";
import {
  asInt,
  bool,
  type FloatValue,
  int,
  none,
  opaque,
  type PassedArgument,
  tuple,
  unknown,
  type Value,
  valueKey,
  withOrigin,
} from "../values/value.ts";
import { getAttribute, setAttribute } from "./attributes.ts";
import { distribute } from "./choices.ts";
import { findInherited } from "./classes.ts";
import { isExceptionName } from "./exceptions.ts";
import { itemsOf, knownEntries, isOpen, newDict, newList } from "./containers.ts";
import type { Frame, Machine } from "./machine.ts";
import { bindMember } from "./attributes.ts";
import { lengthOfValue } from "./subscripts.ts";
import { tensorAttributes } from "./tensors/index.ts";
import { isInstance } from "./truth.ts";

interface BuiltinCall {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly site: Site;
  /** Positional arguments; none of them is a choice. */
  readonly values: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
}

/** The result; undefined where it is not modelled. */
type Builtin = (call: BuiltinCall) => Value | undefined;

const functions: Readonly<Record<string, Builtin>> = {
  "builtins.len": ({ machine, values: [value = none] }) => lengthOfValue(machine, value),
  "builtins.range": ({ machine, values }) => range(machine, values),
  "builtins.int": ({ values: [value = none] }) => toInt(value),
  "builtins.float": ({ values: [value = none] }) => toFloat(value),
  "builtins.str": ({ values: [value = none] }) => (value.kind === "string" ? value : undefined),
  "builtins.bool": ({ values: [value = none] }) => (value.kind === "bool" ? value : undefined),
  "builtins.abs": ({ machine, values: [value = none] }) => absolute(machine, value),
  "builtins.min": (c) => extreme(c, "minimum"),
  "builtins.max": (c) => extreme(c, "maximum"),
  "builtins.sum": ({ machine, values: [value = none] }) => {
    const sizes = itemsOf(machine, value)?.map(asInt);
    return sizes === undefined ? undefined : known(sizes.reduce((total, size) => add(total, size), integer(0)));
  },
  "math.prod": ({ machine, values: [value = none] }) => {
    const sizes = itemsOf(machine, value)?.map(asInt);
    return sizes === undefined ? undefined : known(sizes.reduce((total, size) => multiply(total, size), integer(1)));
  },
  "builtins.divmod": ({ values: [a = none, b = none] }) => {
    const [quotient, rest] = [floorDiv(asInt(a), asInt(b)), modulo(asInt(a), asInt(b))];
    return quotient === undefined || rest === undefined ? undefined : tuple([int(quotient), int(rest)]);
  },
  "math.ceil": ({ values: [value = none] }) => rounded(value, "up"),
  "math.floor": ({ values: [value = none] }) => rounded(value, "down"),
  "builtins.isinstance": ({ machine, values: [value = none, type = none] }) => bool(isInstance(machine, value, type)),
  "builtins.tuple": ({ machine, values: [value] }) => {
    const items = value === undefined ? [] : itemsOf(machine, value);
    return items === undefined ? undefined : tuple(items);
  },
  "builtins.list": ({ machine, values: [value] }) => {
    const items = value === undefined ? [] : itemsOf(machine, value);
    return items === undefined ? undefined : newList(machine, items, undefined);
  },
  "builtins.dict": ({ machine, values: [value], keywords }) => {
    if (value !== undefined && (value.kind !== "object" || value.identity.type !== "dict")) return undefined;
    const entries = value === undefined ? new Map<string, Value>() : knownEntries(machine, value);
    for (const [key, item] of keywords) entries.set(key, item);
    return newDict(machine, entries, value !== undefined && isOpen(machine, value), undefined);
  },
  "builtins.enumerate": ({ machine, values: [value = none], keywords }) => {
    const items = itemsOf(machine, value);
    if (items === undefined || keywords.size > 0) return undefined;
    return tuple(items.map((item, i) => tuple([int(integer(i)), item])));
  },
  "builtins.zip": ({ machine, values }) => {
    const columns = values.map((value) => itemsOf(machine, value));
    if (columns.length === 0 || columns.includes(undefined)) return undefined;
    const rows = Math.min(...columns.map((column) => column?.length ?? 0));
    return tuple(Array.from({ length: rows }, (_, i) => tuple(columns.map((column) => column?.[i] ?? unknown("zip")))));
  },
  "builtins.reversed": ({ machine, values: [value = none] }) => {
    const items = itemsOf(machine, value);
    return items === undefined ? undefined : tuple(items.toReversed());
  },
  "builtins.getattr": ({ machine, frame, site, values: [object = none, name = none] }) =>
    name.kind === "string" && name.exact ? getAttributeOrDefault(machine, frame, site, object, name.value) : undefined,
  "builtins.setattr": ({ machine, values: [object = none, name = none, value = none] }) => {
    if (name.kind === "string" && name.exact) setAttribute(machine, object, name.value, value);
    return none;
  },
  "builtins.super": ({ frame }) => superObject(frame),
  "builtins.print": () => none,
  // What `reveal_type` is to type checkers: shows a value in documentation and tests.
  "builtins.reveal": ({ values: [value = none] }) => value,
  "torch.compile": ({ values: [value] }) => value,
  "copy.deepcopy": ({ values: [value = none] }) => (value.kind === "object" ? undefined : value),
  "copy.copy": ({ values: [value = none] }) => (value.kind === "object" ? undefined : value),
};

/** Calls a modelled function; undefined if it, or these arguments, are not modelled. */
export function callBuiltin(
  machine: Machine,
  frame: Frame,
  name: string,
  args: readonly PassedArgument[],
  site: Site,
): Value | undefined {
  if (name === "functools.partial") {
    const [target, ...rest] = args;
    return target === undefined ? undefined : { kind: "partial", function: target.value, arguments: rest };
  }
  if (name === "builtins.getattr" && args.length === 3) return getAttributeWithDefault(machine, frame, args, site);
  // An exception is its class applied to its arguments: nothing else is ever asked of it.
  if (isException(name)) return { kind: "partial", function: { kind: "external", name }, arguments: args };
  if (changingNames.has(name)) machine.giveUp("names that are changed by name");
  const builtin = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (builtin === undefined) return undefined;
  const origins = args.map((argument) => argument.value.origin);
  return distribute(
    machine,
    args.map((argument) => argument.value),
    (settled) => {
      const values = settled.filter((_, i) => args[i]?.name === undefined);
      const keywords = new Map(
        args.flatMap(({ name: keyword }, i) => (keyword === undefined ? [] : [[keyword, settled[i] ?? none]])),
      );
      const result = builtin({ machine, frame, site, values, keywords });
      if (result === undefined) return machine.result(frame, site, origins);
      return result.origin === undefined
        ? withOrigin(result, machine.origin("computed", frame, site, origins))
        : result;
    },
  );
}

/** What these change is not seen. */
const changingNames = new Set(
  ["exec", "eval", "globals", "locals", "vars", "setattr", "delattr"].map((name) => `builtins.${name}`),
);

function isException(name: string): boolean {
  return /^builtins\.[A-Z]\w*(Error|Exception|Exit|Interrupt|Warning)$/.test(name);
}

export function isBuiltin(name: string): boolean {
  return Object.hasOwn(functions, `builtins.${name}`) || otherBuiltins.has(name) || isExceptionName(name);
}

const otherBuiltins = new Set(
  "all any bytes callable classmethod complex delattr dir eval exec exit filter format frozenset globals hasattr hash hex id input isinstance issubclass iter locals map memoryview next object oct open ord pow property quit repr round set slice sorted staticmethod super type vars NotImplemented".split(
    " ",
  ),
);

function known(value: SymInt | undefined): Value | undefined {
  return value === undefined ? undefined : int(value);
}

function range(machine: Machine, values: readonly Value[]): Value | undefined {
  const sizes = values.map(asInt);
  const [start, stop, step] =
    sizes.length === 1 ? [integer(0), sizes[0], integer(1)] : [sizes[0], sizes[1], sizes[2] ?? integer(1)];
  const stride = values.length === 3 && sizes[2] === undefined ? undefined : constantOf(step);
  if (start === undefined || stop === undefined || stride === undefined || stride <= 0) return undefined;
  const length = ceilDiv(subtract(stop, start), integer(stride));
  const count = length === undefined ? undefined : constantOf(length);
  const index = symbol(machine.fresh("index"), "i", 0, length);
  const element = add(start, scale(index, stride));
  if (length === undefined || element === undefined) return undefined;
  const known = count === undefined ? length : integer(Math.max(0, count));
  return { kind: "uniform", element: int(element), length: known, index: soleAtom(index)?.key ?? "" };
}

/** `int(x)` is `x` where it is known to be an integer; of anything else it is a number of its own. */
function toInt(value: Value): Value | undefined {
  if (value.kind === "float") return rounded(value, "down");
  if (value.kind === "string" && value.exact && /^\s*[-+]?\d+\s*$/.test(value.value))
    return int(integer(Number(value.value)));
  const whole = asInt(value);
  if (whole === undefined) return undefined;
  if (isInteger(whole)) return int(whole, value.origin);
  const key = valueKey(value);
  return key === undefined
    ? undefined
    : opaque(`int(${key})`, value.kind === "opaque" ? value.name : "int(…)", value.origin);
}

/** True if every symbol is a size or a fact of the world, which are integers. */
function isInteger(value: SymInt): boolean {
  return [...atomsOf(value).values()].every((atom) => atom.kind !== "symbol" || atom.low !== -Infinity);
}

function toFloat(value: Value): Value | undefined {
  if (value.kind === "float") return value;
  const whole = asInt(value);
  if (whole === undefined) return { kind: "float", value: undefined };
  return { kind: "float", value: constantOf(whole), ratio: { numerator: whole, denominator: integer(1) } };
}

function rounded(value: Value, direction: "up" | "down"): Value | undefined {
  if (value.kind !== "float") {
    const whole = asInt(value);
    return whole !== undefined && isInteger(whole) ? value : undefined;
  }
  return known(roundedRatio(value, direction)) ?? roundedNumber(value, direction);
}

function roundedRatio(value: FloatValue, direction: "up" | "down"): SymInt | undefined {
  if (value.ratio === undefined) return undefined;
  const { numerator, denominator } = value.ratio;
  if (!isInteger(numerator) || !isInteger(denominator)) return undefined;
  return direction === "up" ? ceilDiv(numerator, denominator) : floorDiv(numerator, denominator);
}

function roundedNumber(value: FloatValue, direction: "up" | "down"): Value | undefined {
  if (value.value === undefined) return undefined;
  const whole = direction === "up" ? Math.ceil(value.value) : Math.floor(value.value);
  return Number.isSafeInteger(whole) && value.value >= 0 ? int(integer(whole)) : undefined;
}

function absolute(machine: Machine, value: Value): Value | undefined {
  const whole = asInt(value);
  if (whole === undefined) return undefined;
  const positive = machine.facts.compare(whole, ">=", integer(0));
  return positive === undefined ? undefined : int(positive ? whole : scale(whole, -1));
}

function extreme(c: BuiltinCall, kind: "minimum" | "maximum"): Value | undefined {
  if (c.keywords.size > 0) return undefined;
  const [only] = c.values;
  const values = c.values.length === 1 && only !== undefined ? itemsOf(c.machine, only) : c.values;
  const sizes = values?.map(asInt);
  if (sizes === undefined || sizes.length === 0) return undefined;
  const all = sizes.filter((size) => size !== undefined);
  return all.length === sizes.length ? known(c.machine.facts[kind](all)) : undefined;
}

function getAttributeOrDefault(machine: Machine, frame: Frame, site: Site, object: Value, name: string): Value {
  return getAttribute(machine, frame, object, name, site);
}

/** `getattr(object, name, default)`: the default only where the attribute is known to be missing. */
function getAttributeWithDefault(
  machine: Machine,
  frame: Frame,
  args: readonly PassedArgument[],
  site: Site,
): Value | undefined {
  const [object, name, fallback] = args.map((argument) => argument.value);
  if (object === undefined || name?.kind !== "string" || fallback === undefined) return undefined;
  return distribute(machine, [object], ([value = object]) => {
    if (value.kind === "none") return fallback;
    const lacksIt =
      value.kind === "tensor" && value.marks?.has(name.value) !== true && !tensorAttributes.has(name.value);
    return lacksIt ? fallback : getAttribute(machine, frame, value, name.value, site);
  });
}

/** `super()` reads members of the bases and binds them to the same object. */
function superObject(frame: Frame): Value | undefined {
  const owner = frame.function?.owner;
  if (owner === undefined || frame.receiver === undefined) return undefined;
  return { kind: "bound", function: { kind: "intrinsic", name: "super" }, receiver: tuple([frame.receiver, owner]) };
}

/** A member read through `super()`. */
export function superAttribute(
  machine: Machine,
  frame: Frame,
  value: Value & { kind: "bound" },
  name: string,
  site: Site,
): Value {
  const [receiver, owner] = value.receiver.kind === "tuple" ? value.receiver.items : [];
  if (receiver === undefined || owner?.kind !== "class") return unknown("super()");
  const member = findInherited(machine, owner, name);
  if (member === undefined) return { kind: "external", name: `builtins.object.${name}` };
  return bindMember(machine, frame, member, receiver, owner, site);
}
