/** Functions that ask and change objects: attributes, types, copies, partial application. */
import type { Site } from "../values/origin.ts";
import {
  asInt,
  bool,
  none,
  type PartialValue,
  type PassedArgument,
  text,
  tuple,
  unknown,
  type Value,
} from "../values/value.ts";
import { getAttribute, hasAttribute, setAttribute } from "./attributes.ts";
import type { Builtin, BuiltinCall } from "./builtin-calls.ts";
import { superObject } from "./builtins.ts";
import { distribute } from "./choices.ts";
import { ancestors, classOf, findMember, isDescendant } from "./classes.ts";
import { factoryCell, isRemoved, membersOf, namespaceOf, newDict, openDict, removeAttribute } from "./containers.ts";
import { copyOf } from "./copies.ts";
import type { Frame, Machine } from "./machine.ts";
import { updateWith } from "./mappings.ts";
import { binaryOperation } from "./operators.ts";
import { converted, formattedText, printedText } from "./printing.ts";
import { asDict, fieldsOf, fieldValues, namesIn, replaced } from "./records.ts";
import { element } from "./subscripts.ts";
import { tensorAttributes } from "./tensors/index.ts";
import { compareValues, isInstance, truthOf } from "./truth.ts";
import { newNamespace, newTupleClass } from "./made-classes.ts";

export const objectFunctions: Readonly<Record<string, Builtin>> = {
  "builtins.repr": ({ machine, values: [value = none] }) => known(converted(machine, value, "r")),
  "builtins.ascii": ({ machine, values: [value = none] }) => known(converted(machine, value, "a")),
  "builtins.format": ({ machine, values: [value = none, spec = text("")] }) =>
    spec.kind === "string" && spec.exact ? known(formattedText(machine, value, spec.value)) : undefined,
  "builtins.str": ({ machine, values: [value] }) => {
    const printed = value === undefined ? "" : printedText(machine, value);
    return printed === undefined ? undefined : value?.kind === "string" ? value : text(printed);
  },
  "builtins.bool": ({ machine, values: [value] }) => bool(value === undefined ? false : truthOf(machine, value)),
  "builtins.isinstance": ({ machine, values: [value = none, type = none] }) => bool(isInstance(machine, value, type)),
  "builtins.issubclass": ({ values: [value = none, type = none] }) => {
    const answer = value.kind === "class" && type.kind === "class" ? isDescendant(value, type) : undefined;
    return answer === undefined ? undefined : bool(answer);
  },
  "builtins.type": ({ values }) => (values.length === 1 ? typeOf(values[0] ?? none) : undefined),
  "builtins.callable": ({ machine, values: [value = none] }) => {
    const answer = isCallable(machine, value);
    return answer === undefined ? undefined : bool(answer);
  },
  "builtins.getattr": ({ machine, frame, site, values: [object = none, name = none] }) =>
    name.kind === "string" && name.exact ? getAttribute(machine, frame, object, name.value, site) : undefined,
  "builtins.hasattr": ({ machine, values: [object = none, name = none] }) => {
    const answer = name.kind === "string" && name.exact ? hasAttribute(machine, object, name.value) : undefined;
    return answer === undefined ? undefined : bool(answer);
  },
  "builtins.setattr": ({ machine, frame, site, values: [object = none, name = none, value = none] }) => {
    if (name.kind === "string" && name.exact) setAttribute(machine, frame, object, name.value, value, site);
    else if (object.kind === "object") openDict(machine, namespaceOf(object.identity));
    else if (object.kind === "opaque") machine.forgetOpaque(object.key);
    return none;
  },
  "builtins.delattr": ({ machine, values: [object = none, name = none] }) => {
    if (object.kind !== "object") return undefined;
    if (name.kind === "string" && name.exact) removeAttribute(machine, object.identity, name.value);
    else openDict(machine, namespaceOf(object.identity));
    return none;
  },
  "builtins.vars": ({ values: [object] }) =>
    object?.kind === "object" && object.identity.type === "instance" ? namespaceOf(object.identity) : undefined,
  "os.getenv": ({ machine, values }) => environmentVariable(machine, values),
  "os.environ.get": ({ machine, values }) => environmentVariable(machine, values),
  "builtins.super": ({ machine, frame, values }) => superObject(machine, frame, values),
  "builtins.property": ({ values: [getter, setter] }) =>
    getter?.kind === "function" && getter.form === "function"
      ? { ...getter, form: "property", ...(setter?.kind === "function" ? { setter } : {}) }
      : undefined,
  "builtins.print": () => none,
  // What `reveal_type` is to type checkers: shows a value in documentation and tests.
  "builtins.reveal": ({ values: [value = none] }) => value,
  "typing.cast": ({ values: [, value] }) => value,
  "asyncio.run": ({ values: [value] }) => value,
  "enum.auto": () => ({ kind: "external", name: "enum.auto()" }),
  "torch.compile": ({ values: [value] }) => value,
  "contextlib.nullcontext": ({ values }) => ({ ...selecting("nullcontext()", values), role: "context" }),
  "copy.copy": ({ machine, values: [value = none] }) => copyOf(machine, value, false),
  "copy.deepcopy": ({ machine, values: [value = none] }) => copyOf(machine, value, true),
  "types.SimpleNamespace": ({ machine, values: [more], keywords, others }) => {
    const made = newNamespace(machine, keywords, !isRemoved(others));
    if (more !== undefined && made.kind === "object") updateWith(machine, namespaceOf(made.identity), more);
    return made;
  },
  "collections.namedtuple": (c) => namedTuple(c),
  "collections.defaultdict": ({ machine, values: [factory = none, ...rest], keywords, others }) => {
    const made = newDict(machine, keywords, others, undefined);
    for (const value of rest) updateWith(machine, made, value);
    if (factory.kind !== "none") machine.store.set(made.identity, factoryCell, factory);
    return made;
  },
  "dataclasses.replace": ({ machine, frame, site, values: [instance], keywords, others }) => {
    const changes: PassedArgument[] = [...keywords].map(([name, value]) => ({ name, value, site: undefined }));
    return isRemoved(others) && instance?.kind === "object"
      ? replaced(machine, frame, instance, changes, site)
      : undefined;
  },
  "dataclasses.asdict": ({ machine, values: [instance = none] }) => asDict(machine, instance, true),
  "dataclasses.astuple": ({ machine, values: [instance = none] }) => {
    const values = fieldValues(machine, instance);
    return values === undefined ? undefined : tuple(values);
  },
  "dataclasses.fields": ({ machine, values: [value = none] }) => fieldObjects(machine, value),
  "dataclasses.is_dataclass": ({ values: [value = none] }) => {
    const type = value.kind === "class" ? value : value.kind === "object" ? value.identity.class : undefined;
    return type === undefined ? undefined : bool(fieldsOf(type) !== undefined && type.record !== "tuple");
  },
  "functools.lru_cache": ({ values: [value] }) => (value?.kind === "function" ? value : keeping),
  "functools.cache": ({ values: [value] }) => value,
  "functools.wraps": () => keeping,
  "operator.itemgetter": ({ values }) => (values.length === 1 ? selecting("itemgetter()", values) : undefined),
  "operator.attrgetter": ({ values }) => (values.length === 1 ? selecting("attrgetter()", values) : undefined),
  "builtins.itemgetter()": ({ machine, frame, site, values: [key = none, object = none] }) =>
    element(machine, frame, object, key, site),
  "builtins.attrgetter()": ({ machine, frame, site, values: [name = none, object = none] }) =>
    name.kind === "string" && !name.value.includes(".")
      ? getAttribute(machine, frame, object, name.value, site)
      : undefined,
  "builtins.keeping()": ({ values: [value] }) => value,
  ...operators(),
};

/** What is known of the fields of a dataclass in their order: their names. */
function fieldObjects(machine: Machine, value: Value): Value | undefined {
  const type = value.kind === "object" ? value.identity.class : value;
  const fields = type?.kind === "class" && type.record === "dataclass" ? fieldsOf(type) : undefined;
  // Those that only keywords set are listed last, wherever they stand.
  if (type?.kind !== "class" || fields === undefined || fields.some((field) => field.keywordOnly)) return undefined;
  if (!ancestors(type).complete) return undefined;
  const others = ["type", "default", "default_factory", "init", "repr", "metadata"].map((name): [string, Value] => [
    name,
    unknown("what a field says of itself"),
  ]);
  const kept = fields.filter((field) => field.kept);
  return tuple(kept.map(({ name }) => newNamespace(machine, new Map([["name", text(name)], ...others]), false)));
}

function known(written: string | undefined): Value | undefined {
  return written === undefined ? undefined : text(written);
}

function environmentVariable(machine: Machine, [name, fallback]: readonly Value[]): Value | undefined {
  return name?.kind === "string" && name.exact ? machine.models.environment(name.value, fallback ?? none) : undefined;
}

/** A decorator that gives back what it is given. */
const keeping: Value = { kind: "external", name: "builtins.keeping()" };

function selecting(name: string, values: readonly Value[]): PartialValue {
  return {
    kind: "partial",
    function: { kind: "external", name: `builtins.${name}` },
    arguments: values.map((value) => ({ name: undefined, value, site: undefined })),
  };
}

/** `operator.add` and the like. */
function operators(): Record<string, Builtin> {
  const arithmetic = { add: "+", sub: "-", mul: "*", floordiv: "//", mod: "%", truediv: "/", pow: "**" } as const;
  const comparing = { eq: "==", ne: "!=", lt: "<", le: "<=", gt: ">", ge: ">=" } as const;
  const table: Record<string, Builtin> = {};
  for (const [name, sign] of Object.entries(arithmetic))
    table[`operator.${name}`] = ({ machine, frame, site, values: [a = none, b = none] }) =>
      binaryOperation(machine, frame, sign, a, b, site);
  for (const [name, sign] of Object.entries(comparing))
    table[`operator.${name}`] = ({ machine, values: [a = none, b = none] }) => bool(compareValues(machine, a, sign, b));
  return table;
}

function typeOf(value: Value): Value | undefined {
  if (value.kind === "object") {
    if (value.identity.class !== undefined) return classOf(value);
    const { type } = value.identity;
    return type === "iterator" || type === "instance" ? undefined : { kind: "external", name: `builtins.${type}` };
  }
  const names = { string: "str", tuple: "tuple", bool: "bool", float: "float", none: "NoneType" } as const;
  if (value.kind === "int" && asInt(value)?.terms.every((term) => term.factors.length === 0) === true)
    return { kind: "external", name: "builtins.int" };
  const name = names[value.kind as keyof typeof names] as string | undefined;
  return name === undefined ? undefined : { kind: "external", name: `builtins.${name}` };
}

function isCallable(machine: Machine, value: Value): boolean | undefined {
  if (value.kind === "function" || value.kind === "class" || value.kind === "bound") return true;
  if (value.kind === "none" || value.kind === "string" || value.kind === "tuple" || value.kind === "float")
    return false;
  if (value.kind === "int") return value.value.terms.every((term) => term.factors.length === 0) ? false : undefined;
  if (value.kind !== "object") return undefined;
  if (value.identity.class === undefined) return false;
  const found = findMember(machine, value.identity.class, "__call__");
  return found.value !== undefined ? true : found.complete ? false : undefined;
}

/** `namedtuple("Name", "a b", defaults=(…))` */
function namedTuple(c: BuiltinCall): Value | undefined {
  const [name, given] = c.values;
  const names = given === undefined ? undefined : namesIn(c.machine, given);
  const defaults = c.keywords.has("defaults") ? membersOf(c.machine, c.keywords.get("defaults") ?? none) : [];
  if (name?.kind !== "string" || names === undefined || defaults === undefined || c.keywords.has("rename"))
    return undefined;
  return newTupleClass(c.frame, c.site, name.value, names, defaults);
}

/** `getattr(object, name, default)`: the default only where the attribute is known to be missing. */
export function getAttributeWithDefault(
  machine: Machine,
  frame: Frame,
  args: readonly PassedArgument[],
  site: Site,
): Value | undefined {
  const [object, name, fallback] = args.map((argument) => argument.value);
  if (object === undefined || name?.kind !== "string" || !name.exact || fallback === undefined) return undefined;
  return distribute(machine, [object], ([value = object]) => {
    if (value.kind === "none") return fallback;
    const lacksIt =
      value.kind === "tensor"
        ? value.marks?.has(name.value) !== true && !tensorAttributes.has(name.value)
        : hasAttribute(machine, value, name.value) === false;
    if (lacksIt) return fallback;
    const isCertain =
      value.kind !== "object" || hasAttribute(machine, value, name.value) === true || value.identity.symbolic;
    return isCertain
      ? getAttribute(machine, frame, value, name.value, site)
      : machine.result(frame, site, [value.origin]);
  });
}
