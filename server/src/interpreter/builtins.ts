/** Calls of functions of Python's own library; what they do is in tables, one for each kind of thing. */
import type { Site } from "../values/origin.ts";
import { constantOf, integer } from "../values/symbolic.ts";
import {
  asInt,
  int,
  none,
  number,
  type ObjectValue,
  type PassedArgument,
  text,
  tuple,
  unknown,
  type Value,
  withOrigin,
} from "../values/value.ts";
import { bindMember } from "./attributes.ts";
import type { Builtin, BuiltinCall } from "./builtin-calls.ts";
import { furtherIn, isFurther } from "./passing.ts";
import { distribute } from "./choices.ts";
import { findInherited, ownerOf } from "./classes.ts";
import { isRemoved, membersOf, peek, setItems } from "./containers.ts";
import { loadedJson } from "./json.ts";
import type { Frame, Machine } from "./machine.ts";
import { numberFunctions } from "./numbers.ts";
import { getAttributeWithDefault, objectFunctions } from "./objects.ts";
import { isExceptionName } from "./raises.ts";
import type { LexicalScope } from "./scope.ts";
import { sequenceFunctions } from "./sequences.ts";

const texts: Readonly<Record<string, Builtin>> = {
  "builtins.int": ({ values: [value, base] }) =>
    value === undefined || base === undefined ? undefined : inBase(value, base),
  "builtins.float": ({ values: [value = none] }) => numberInText(value),
  "json.loads": ({ machine, values: [value = none] }) =>
    value.kind === "string" && value.exact ? loadedJson(machine, value.value) : undefined,
  "builtins.ord": ({ values: [value = none] }) => {
    const code = value.kind === "string" && value.exact ? value.value.codePointAt(0) : undefined;
    return code === undefined ? undefined : int(integer(code));
  },
  "builtins.chr": ({ values: [value = none] }) => {
    const code = constantOf(asInt(value) ?? integer(-1));
    return code !== undefined && code >= 0 && code <= 0x10ffff ? text(String.fromCodePoint(code)) : undefined;
  },
};

/** `float("2.5")` */
function numberInText(value: Value): Value | undefined {
  if (value.kind !== "string" || !value.exact) return undefined;
  const infinite = /^\s*([-+]?)inf(inity)?\s*$/i.exec(value.value);
  if (infinite !== null) return { kind: "float", value: infinite[1] === "-" ? -Infinity : Infinity };
  const isNumber = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value.value);
  return isNumber ? { kind: "float", value: Number(value.value) } : undefined;
}

/** `int("ff", 16)` */
function inBase(value: Value, base: Value): Value | undefined {
  const radix = constantOf(asInt(base) ?? integer(0));
  if (value.kind !== "string" || !value.exact || radix === undefined || radix < 2 || radix > 36) return undefined;
  const digits = value.value
    .trim()
    .toLowerCase()
    .replace(/^(0x(?=[\da-f])|0b(?=[01])|0o(?=[0-7]))/, "");
  const parsed = Number.parseInt(digits, radix);
  return parsed.toString(radix) === digits.replace(/^0+(?=.)/, "") ? number(parsed) : undefined;
}

/** Functions of numbers first; what they do not know may be one of texts or sequences. */
function modelled(name: string): Builtin | undefined {
  const tables = [texts, sequenceFunctions, objectFunctions];
  const builtin = tables.find((table) => Object.hasOwn(table, name))?.[name];
  const onNumbers = Object.hasOwn(numberFunctions, name) ? numberFunctions[name] : undefined;
  if (onNumbers === undefined) return builtin;
  return (call) => {
    const isText = call.values[0]?.kind === "string";
    const ofText = isText ? builtin?.(call) : undefined;
    return ofText ?? ofNumbers(call, onNumbers) ?? (isText ? undefined : builtin?.(call));
  };
}

function ofNumbers(call: BuiltinCall, operation: (typeof numberFunctions)[string]): Value | undefined {
  const { machine, values, keywords } = call;
  const isIterator = (value: Value): value is ObjectValue =>
    value.kind === "object" && value.identity.type === "iterator";
  const items = (value: Value): readonly Value[] | undefined =>
    isIterator(value) ? peek(machine, value) : membersOf(machine, value);
  const result = operation({ facts: machine.facts, values, keywords, items });
  if (result !== undefined) for (const value of values) if (isIterator(value)) setItems(machine, value, undefined);
  return result;
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
  if (changingNames.has(name)) machine.giveUp("names that are changed by name");
  const description = describedField(name, args);
  if (description !== undefined) return description;
  const builtin = modelled(name);
  if (builtin === undefined) return undefined;
  const origins = args.map((argument) => argument.value.origin);
  // A dict holds what it is given, whatever that is.
  const isHeld = (argument: PassedArgument): boolean => name === "builtins.dict" && argument.name !== undefined;
  return distribute(
    machine,
    args.map((argument) => (isHeld(argument) ? none : argument.value)),
    (given) => {
      const settled = args.map((argument, i) => (isHeld(argument) ? argument.value : (given[i] ?? none)));
      const values = settled.filter((_, i) => args[i]?.name === undefined);
      const keywords = new Map(
        args.flatMap((argument, i) =>
          argument.name === undefined || isFurther(argument) || isRemoved(settled[i] ?? none)
            ? []
            : [[argument.name, settled[i] ?? none]],
        ),
      );
      const result = builtin({ machine, frame, site, values, keywords, others: furtherIn(args) });
      if (result === undefined) return machine.result(frame, site, origins, `call of ${name}`);
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
  return modelled(`builtins.${name}`) !== undefined || otherBuiltins.has(name) || isExceptionName(name);
}

const otherBuiltins = new Set(
  "all any bytes callable classmethod complex delattr dir eval exec exit filter format frozenset globals hasattr hash hex id input isinstance issubclass iter locals map memoryview next object oct open ord pow property quit repr round set slice sorted staticmethod super type vars NotImplemented".split(
    " ",
  ),
);

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
