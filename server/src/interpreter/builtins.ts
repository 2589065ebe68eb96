/** Functions of Python's own library: numbers here, the others in tables of their own. */
import type { Site } from "../values/origin.ts";
import {
  atomsOf,
  ceilDiv,
  constantOf,
  floorDiv,
  integer,
  modulo,
  multiply,
  power,
  scale,
  type SymInt,
} from "../values/symbolic.ts";
import {
  asInt,
  type FloatValue,
  int,
  none,
  number,
  opaque,
  type PassedArgument,
  text,
  tuple,
  unknown,
  type Value,
  valueKey,
  withOrigin,
} from "../values/value.ts";
import { bindMember } from "./attributes.ts";
import type { Builtin, BuiltinCall } from "./builtin-calls.ts";
import { furtherArguments } from "./calls.ts";
import { distribute } from "./choices.ts";
import { findInherited, ownerOf } from "./classes.ts";
import { membersOf } from "./containers.ts";
import type { Frame, Machine } from "./machine.ts";
import { getAttributeWithDefault, objectFunctions } from "./objects.ts";
import type { LexicalScope } from "./scope.ts";
import { sequenceFunctions } from "./sequences.ts";

const numbers: Readonly<Record<string, Builtin>> = {
  "builtins.int": ({ values: [value, base], machine }) =>
    value === undefined ? int(integer(0)) : base === undefined ? toInt(machine, value) : inBase(value, base),
  "builtins.float": ({ values: [value = none] }) => toFloat(value),
  "builtins.abs": ({ machine, values: [value = none] }) => absolute(machine, value),
  "math.fabs": ({ values: [value = none] }) => {
    const given = toFloat(value);
    return given?.kind === "float" ? float(given.value === undefined ? undefined : Math.abs(given.value)) : undefined;
  },
  "builtins.divmod": ({ values: [a = none, b = none] }) => {
    const [quotient, rest] = [floorDiv(asInt(a), asInt(b)), modulo(asInt(a), asInt(b))];
    return quotient === undefined || rest === undefined ? undefined : tuple([int(quotient), int(rest)]);
  },
  "builtins.pow": (c) =>
    c.values.length === 2 ? known(power(asInt(c.values[0] ?? none), asInt(c.values[1] ?? none))) : undefined,
  "builtins.round": ({ values }) => (values.length === 1 ? nearest(values[0] ?? none) : undefined),
  "builtins.ord": ({ values: [value = none] }) => {
    const code = value.kind === "string" && value.exact ? value.value.codePointAt(0) : undefined;
    return code === undefined ? undefined : int(integer(code));
  },
  "builtins.chr": ({ values: [value = none] }) => {
    const code = constantOf(asInt(value) ?? integer(-1));
    return code !== undefined && code >= 0 && code <= 0x10ffff ? text(String.fromCodePoint(code)) : undefined;
  },
  "math.prod": ({ machine, values: [value = none], keywords }) => {
    const sizes = membersOf(machine, value)?.map(asInt);
    const start = keywords.has("start") ? asInt(keywords.get("start") ?? none) : integer(1);
    return sizes === undefined ? undefined : known(sizes.reduce((total, size) => multiply(total, size), start));
  },
  "math.ceil": ({ values: [value = none] }) => rounded(value, "up"),
  "math.floor": ({ values: [value = none] }) => rounded(value, "down"),
  "math.trunc": ({ machine, values: [value = none] }) => toInt(machine, value),
  "math.gcd": (c) => wholeNumbers(c, (sizes) => sizes.reduce(gcd, 0)),
  "math.lcm": (c) =>
    wholeNumbers(c, (sizes) => sizes.reduce((a, b) => (a === 0 || b === 0 ? 0 : Math.abs(a * b) / gcd(a, b)), 1)),
  "math.isqrt": (c) => wholeNumbers(c, ([size = -1]) => (size < 0 ? Number.NaN : Math.floor(Math.sqrt(size)))),
  "math.sqrt": (c) => onFloat(c, Math.sqrt),
  // Powers of two only: others may differ from Python's in the last digit.
  "math.log2": (c) => onFloat(c, (x) => (Number.isInteger(Math.log2(x)) ? Math.log2(x) : Number.NaN)),
  "math.pow": ({ values: [a = none, b = none] }) => {
    const [x, y] = [toFloat(a), toFloat(b)];
    const certain = x?.kind === "float" && y?.kind === "float" && x.value !== undefined && y.value !== undefined;
    return certain ? float((x.value ?? 0) ** (y.value ?? 0)) : undefined;
  },
};

function wholeNumbers(c: BuiltinCall, operation: (sizes: readonly number[]) => number): Value | undefined {
  const sizes = c.values.map((value) => constantOf(asInt(value) ?? integer(Number.NaN)));
  const certain = sizes.filter((size) => size !== undefined && !Number.isNaN(size)).map(Number);
  if (certain.length !== sizes.length || c.values.some((value) => asInt(value) === undefined)) return undefined;
  const result = operation(certain);
  return Number.isSafeInteger(result) ? int(integer(result)) : undefined;
}

function gcd(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : gcd(b, a % b);
}

function float(value: number | undefined): Value {
  return { kind: "float", value: value === undefined || Number.isNaN(value) ? undefined : value };
}

function onFloat(c: BuiltinCall, operation: (x: number) => number): Value | undefined {
  const given = toFloat(c.values[0] ?? none);
  return given?.kind === "float" ? float(given.value === undefined ? undefined : operation(given.value)) : undefined;
}

/** `round(x)`: to the nearest, halves to even numbers. */
function nearest(value: Value): Value | undefined {
  if (value.kind === "int") return value;
  if (value.kind !== "float" || value.value === undefined) return undefined;
  const low = Math.floor(value.value);
  const over = value.value - low;
  const whole = over < 0.5 || (over === 0.5 && low % 2 === 0) ? low : low + 1;
  return Number.isSafeInteger(whole) ? int(integer(whole)) : undefined;
}

/** `int("ff", 16)` */
function inBase(value: Value, base: Value): Value | undefined {
  const radix = constantOf(asInt(base) ?? integer(0));
  if (value.kind !== "string" || !value.exact || radix === undefined || radix < 2) return undefined;
  const digits = value.value
    .trim()
    .toLowerCase()
    .replace(/^(0x(?=[\da-f])|0b(?=[01])|0o(?=[0-7]))/, "");
  const parsed = Number.parseInt(digits, radix);
  return parsed.toString(radix) === digits.replace(/^0+(?=.)/, "") ? number(parsed) : undefined;
}

function modelled(name: string): Builtin | undefined {
  for (const table of [numbers, sequenceFunctions, objectFunctions]) if (Object.hasOwn(table, name)) return table[name];
  return undefined;
}

/** Calls a modelled function; undefined if it, or these arguments, are not modelled. */
export function callBuiltin(
  machine: Machine,
  frame: Frame,
  name: string,
  args: readonly PassedArgument[],
  site: Site,
): Value | undefined {
  if (name === "functools.partial" || name === "functools.partialmethod") {
    const [target, ...rest] = args;
    const role = name === "functools.partialmethod" ? "method" : undefined;
    return target === undefined ? undefined : { kind: "partial", function: target.value, arguments: rest, role };
  }
  if (name === "builtins.getattr" && args.length === 3) return getAttributeWithDefault(machine, frame, args, site);
  // An exception is its class applied to its arguments: nothing else is ever asked of it.
  if (isException(name)) return { kind: "partial", function: { kind: "external", name }, arguments: args };
  const description = describedField(name, args);
  if (description !== undefined) return description;
  const builtin = modelled(name);
  if (builtin === undefined) return undefined;
  const origins = args.map((argument) => argument.value.origin);
  return distribute(
    machine,
    args.map((argument) => argument.value),
    (settled) => {
      const values = settled.filter((_, i) => args[i]?.name === undefined);
      const keywords = new Map(
        args.flatMap((argument, i) =>
          argument.name === undefined || argument === furtherArguments ? [] : [[argument.name, settled[i] ?? none]],
        ),
      );
      const result = builtin({ machine, frame, site, values, keywords, further: args.includes(furtherArguments) });
      if (result === undefined) return machine.result(frame, site, origins);
      return result.origin === undefined
        ? withOrigin(result, machine.origin("computed", frame, site, origins))
        : result;
    },
  );
}

function isException(name: string): boolean {
  return /^builtins\.[A-Z]\w*(Error|Exception|Exit|Interrupt|Warning)$/.test(name);
}

export function isBuiltin(name: string): boolean {
  return modelled(`builtins.${name}`) !== undefined || otherBuiltins.has(name);
}

const otherBuiltins = new Set(
  "all any bytes callable classmethod complex delattr dir eval exec exit filter format frozenset globals hasattr hash hex id input isinstance issubclass iter locals map memoryview next object oct open ord pow property quit repr round set slice sorted staticmethod super type vars ArithmeticError AssertionError AttributeError BaseException Exception FileNotFoundError ImportError IndexError KeyError KeyboardInterrupt ModuleNotFoundError NameError NotImplemented NotImplementedError OSError OverflowError RuntimeError StopIteration SystemExit TypeError UnicodeDecodeError ValueError Warning ZeroDivisionError".split(
    " ",
  ),
);

function known(value: SymInt | undefined): Value | undefined {
  return value === undefined ? undefined : int(value);
}

/** `int(x)` is `x` where it is known to be an integer; of anything else it is a number of its own. */
function toInt(machine: Machine, value: Value): Value | undefined {
  if (value.kind === "float") {
    if (value.value !== undefined && value.value < 0) return roundedNumber(value, "up");
    const isPositive =
      value.value !== undefined || (value.ratio !== undefined && isRatioPositive(machine, value.ratio));
    return isPositive ? rounded(value, "down") : undefined;
  }
  if (value.kind === "string" && value.exact && /^\s*[-+]?\d+(_\d+)*\s*$/.test(value.value))
    return number(Number(value.value.replaceAll("_", "")));
  const whole = asInt(value);
  if (whole === undefined) return undefined;
  if (isInteger(whole)) return int(whole, value.origin);
  const key = valueKey(value);
  return key === undefined
    ? undefined
    : opaque(`int(${key})`, value.kind === "opaque" ? value.name : "int(…)", value.origin);
}

function isRatioPositive(machine: Machine, ratio: NonNullable<FloatValue["ratio"]>): boolean {
  const isAtLeast = (size: SymInt, low: number): boolean => machine.facts.compare(size, ">=", integer(low)) === true;
  return isAtLeast(ratio.numerator, 0) && isAtLeast(ratio.denominator, 1);
}

/** True if every symbol is a size or a fact of the world, which are integers. */
function isInteger(value: SymInt): boolean {
  return [...atomsOf(value).values()].every((atom) => atom.kind !== "symbol" || atom.low !== -Infinity);
}

function toFloat(value: Value): Value | undefined {
  if (value.kind === "float") return value;
  if (value.kind === "string") {
    const isNumber = value.exact && /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value.value);
    const infinite = value.exact ? /^\s*([-+]?)inf(inity)?\s*$/i.exec(value.value) : null;
    if (infinite !== null) return { kind: "float", value: infinite[1] === "-" ? -Infinity : Infinity };
    return { kind: "float", value: isNumber ? Number(value.value) : undefined };
  }
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
  return Number.isSafeInteger(whole) ? int(integer(whole === 0 ? 0 : whole)) : undefined;
}

function absolute(machine: Machine, value: Value): Value | undefined {
  if (value.kind === "float") return float(value.value === undefined ? undefined : Math.abs(value.value));
  const whole = asInt(value);
  if (whole === undefined) return undefined;
  const positive = machine.facts.compare(whole, ">=", integer(0));
  return positive === undefined ? undefined : int(positive ? whole : scale(whole, -1));
}

/** `super()` reads members of the bases and binds them to the same object. */
export function superObject(machine: Machine, frame: Frame, given: readonly Value[]): Value | undefined {
  const [type, object] = given;
  const owner = type ?? (frame.function === undefined ? undefined : ownerOf(frame.function));
  const first = frame.function?.node.parameters[0];
  const receiver = object ?? (first === undefined ? undefined : machine.store.get(functionScope(frame), first.name.id));
  if (owner?.kind !== "class" || receiver === undefined) return undefined;
  return { kind: "bound", function: { kind: "intrinsic", name: "super" }, receiver: tuple([receiver, owner]) };
}

/** The scope of the function that a comprehension stands in. */
function functionScope(frame: Frame): LexicalScope {
  let { scope } = frame;
  while (scope.kind === "comprehension" && scope.parent !== undefined) scope = scope.parent;
  return scope;
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
  const type = receiver.kind === "class" ? receiver : receiver.kind === "object" ? receiver.identity.class : undefined;
  const member = findInherited(machine, type ?? owner, owner, name);
  if (member === undefined) return { kind: "external", name: `builtins.object.${name}` };
  return bindMember(machine, frame, member, receiver, type ?? owner, site);
}

/** `field(default=…)` and `Field(…)`: what a class makes of it is found where the class is defined. */
function describedField(name: string, args: readonly PassedArgument[]): Value | undefined {
  const isField = /^(dataclasses\.field|pydantic\.(fields\.)?Field|attrs?\.(field|ib|attrib))$/.test(name);
  const isDecorator = /^(dataclasses|pydantic\.dataclasses|attrs?)\.(dataclass|define|frozen|mutable|s|attrs)$/.test(
    name,
  );
  if (!isField && !(isDecorator && args.every((argument) => argument.name !== undefined))) return undefined;
  return {
    kind: "partial",
    function: { kind: "external", name },
    arguments: args,
    role: isField ? "factory" : undefined,
  };
}
