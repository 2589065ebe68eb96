/** Methods of strings, tuples, lists, dicts and sets; tensor methods are handed to their tables. */
import type { Site } from "../values/origin.ts";
import { constantOf, integer, multiply } from "../values/symbolic.ts";
import {
  asInt,
  bool,
  int,
  none,
  type ObjectValue,
  type PassedArgument,
  type TensorValue,
  tuple,
  unknown,
  type Value,
  withOrigin,
  kindOf,
} from "../values/value.ts";
import { callBuiltin } from "./builtins.ts";
import { isFurther } from "./passing.ts";
import { decideHere, distribute } from "./choices.ts";
import {
  entriesOf,
  getEntry,
  getEntryOr,
  heldEntries,
  itemsOf,
  membersOf,
  newDict,
  newList,
  openDict,
  orderedEntries,
  peek,
  removeEntry,
  setEntry,
  setItems,
} from "./containers.ts";
import { dictKey } from "./keys.ts";
import type { Frame, Machine } from "./machine.ts";
import { updateWith } from "./mappings.ts";
import { recordMethods, validatedFrom } from "./records.ts";
import { filledTemplate } from "./templates.ts";
import { joined, stringMethods } from "./strings.ts";
import { numberMethods } from "./numbers.ts";
import { element } from "./subscripts.ts";
import { identified, tensorCall } from "./tensor-calls.ts";
import { asTensor, tensorMethods, withKnownRank } from "./tensors/index.ts";
import { compareValues } from "./truth.ts";

/** One call of a container's method. */
interface MethodCall {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly args: readonly PassedArgument[];
  readonly site: Site;
  /** Positional argument `i`, or the one named `name`. */
  argument(i: number, name?: string): Value | undefined;
}

/** The result; undefined where it is not modelled. */
type Method<T> = (self: T, call: MethodCall) => Value | undefined;

const dictMethods: Readonly<Record<string, Method<ObjectValue>>> = {
  get: (self, c) => {
    const key = dictKey(c.argument(0) ?? none);
    return key === undefined ? undefined : getEntryOr(c.machine, self, key, c.argument(1) ?? none);
  },
  pop: (self, c) => {
    const key = dictKey(c.argument(0) ?? none);
    if (key === undefined) {
      opened(self, c);
      return;
    }
    const held = getEntryOr(c.machine, self, key, c.argument(1) ?? unknown("a missing entry"));
    removeEntry(c.machine, self, key);
    return held;
  },
  popitem: (self, c) => {
    opened(self, c);
  },
  setdefault: (self, c) => {
    const key = dictKey(c.argument(0) ?? none);
    if (key === undefined) {
      opened(self, c);
      return;
    }
    const held = getEntryOr(c.machine, self, key, c.argument(1) ?? none);
    const value = held ?? c.machine.result(c.frame, c.site);
    if (value !== getEntry(c.machine, self, key)) setEntry(c.machine, self, key, value);
    return value;
  },
  update: (self, c) => {
    for (const argument of c.args) {
      if (isFurther(argument)) openDict(c.machine, self);
      else if (argument.name !== undefined) setEntry(c.machine, self, argument.name, argument.value);
      else updateWith(c.machine, self, argument.value);
    }
    return none;
  },
  clear: (self, c) => {
    const entries = entriesOf(c.machine, self);
    if (entries === undefined) openDict(c.machine, self);
    else for (const key of entries.keys()) removeEntry(c.machine, self, key);
    return none;
  },
  copy: (self, c) => {
    const { entries, others } = heldEntries(c.machine, self);
    return newDict(c.machine, entries, others, self.origin);
  },
  keys: (self, c) => listed(c, orderedEntries(c.machine, self), ([key]) => key),
  values: (self, c) => listed(c, orderedEntries(c.machine, self), ([, value]) => value),
  items: (self, c) => listed(c, orderedEntries(c.machine, self), ([key, value]) => tuple([key, value])),
};

function opened(self: ObjectValue, c: MethodCall): undefined {
  openDict(c.machine, self);
  return undefined;
}

function listed(
  c: MethodCall,
  entries: readonly [Value, Value][] | undefined,
  pick: (entry: [Value, Value]) => Value,
): Value | undefined {
  return entries === undefined ? undefined : newList(c.machine, entries.map(pick), undefined);
}

const listMethods: Readonly<Record<string, Method<ObjectValue>>> = {
  append: (self, c) => changed(self, c, (items) => [...items, c.argument(0) ?? unknown("a missing argument")]),
  extend: (self, c) => {
    const more = itemsOf(c.machine, c.argument(0) ?? none);
    return changed(self, c, (items) => (more === undefined ? undefined : [...items, ...more]));
  },
  insert: (self, c) => {
    const at = constantIndex(c.argument(0));
    return changed(self, c, (items) => (at === undefined ? undefined : items.toSpliced(at, 0, c.argument(1) ?? none)));
  },
  pop: (self, c) => {
    const items = peek(c.machine, self);
    const at = c.args.length === 0 ? -1 : constantIndex(c.argument(0));
    const taken = items === undefined || at === undefined ? undefined : items.at(at);
    setItems(c.machine, self, taken === undefined || at === undefined ? undefined : items?.toSpliced(at, 1));
    return taken;
  },
  clear: (self, c) => changed(self, c, () => []),
  reverse: (self, c) => changed(self, c, (items) => items.toReversed()),
  sort: (self, c) => {
    const args: PassedArgument[] = [{ name: undefined, value: self, site: undefined }, ...c.args];
    const result = callBuiltin(c.machine, c.frame, "builtins.sorted", args, c.site);
    setItems(c.machine, self, result?.kind === "object" ? peek(c.machine, result) : undefined);
    return none;
  },
  remove: (self, c) => {
    const found = firstEqual(self, c);
    return changed(self, c, (items) => (found === undefined || found < 0 ? undefined : items.toSpliced(found, 1)));
  },
  index: (self, c) => indexOf(self, c),
  count: (self, c) => countOfEqual(self, c),
  copy: (self, c) => {
    const items = peek(c.machine, self);
    return items === undefined ? undefined : newList(c.machine, items, self.origin);
  },
};

const setMethods: Readonly<Record<string, Method<ObjectValue>>> = {
  add: (self, c) => changed(self, c, (items) => [...items, c.argument(0) ?? none]),
  update: (self, c) => {
    const more = membersOf(c.machine, c.argument(0) ?? none);
    return changed(self, c, (items) => (more === undefined || c.args.length !== 1 ? undefined : [...items, ...more]));
  },
  discard: (self, c) => changed(self, c, (items) => without(items, c.argument(0))),
  remove: (self, c) => changed(self, c, (items) => without(items, c.argument(0))),
  clear: (self, c) => changed(self, c, () => []),
  pop: (self, c) => {
    setItems(c.machine, self, undefined);
    return undefined;
  },
  copy: (self, c) => {
    const items = peek(c.machine, self);
    return items === undefined ? undefined : newList(c.machine, items, self.origin, "set");
  },
};

function without(items: readonly Value[], item: Value | undefined): readonly Value[] | undefined {
  const key = item === undefined ? undefined : dictKey(item);
  if (key === undefined || items.some((other) => dictKey(other) === undefined)) return undefined;
  return items.filter((other) => dictKey(other) !== key);
}

/** What `sequence.index(item)` finds: -1 if nothing, undefined if it cannot be told. */
function firstEqual(self: Value, c: MethodCall): number | undefined {
  const items = self.kind === "object" ? peek(c.machine, self) : membersOf(c.machine, self);
  const item = c.argument(0);
  if (items === undefined || item === undefined || c.args.length !== 1) return undefined;
  for (const [i, other] of items.entries()) {
    const same = decideHere(c.machine, compareValues(c.machine, other, "==", item));
    if (same === undefined) return undefined;
    if (same) return i;
  }
  return -1;
}

function indexOf(self: Value, c: MethodCall): Value | undefined {
  const found = firstEqual(self, c);
  return found === undefined || found < 0 ? undefined : int(integer(found));
}

function countOfEqual(self: Value, c: MethodCall): Value | undefined {
  const items = self.kind === "object" ? peek(c.machine, self) : membersOf(c.machine, self);
  const item = c.argument(0);
  if (items === undefined || item === undefined) return undefined;
  const same = items.map((other) => decideHere(c.machine, compareValues(c.machine, other, "==", item)));
  return same.includes(undefined) ? undefined : int(integer(same.filter(Boolean).length));
}

const tupleMethods: Readonly<Record<string, Method<Value>>> = {
  index: indexOf,
  count: countOfEqual,
  numel: (self, c) => {
    const sizes = membersOf(c.machine, self)?.map(asInt);
    const product = sizes?.reduce((total, size) => multiply(total, size), integer(1));
    return product === undefined ? undefined : int(product);
  },
};

/** Methods of instances that are sequences too. */
export function isTupleMethod(name: string): boolean {
  return Object.hasOwn(tupleMethods, name) && name !== "numel";
}

function changed(
  self: ObjectValue,
  c: MethodCall,
  change: (items: readonly Value[]) => readonly Value[] | undefined,
): Value {
  const items = peek(c.machine, self);
  setItems(c.machine, self, items === undefined ? undefined : change(items));
  return none;
}

function constantIndex(value: Value | undefined): number | undefined {
  const whole = value === undefined ? undefined : asInt(value);
  return whole === undefined ? undefined : constantOf(whole);
}

/** Methods of strings that look into their arguments. */
const joiningMethods: Readonly<Record<string, (self: string, c: MethodCall) => Value | undefined>> = {
  join: (self, c) => {
    const items = itemsOf(c.machine, c.argument(0) ?? none);
    const words = items?.map((item) => (item.kind === "string" && item.exact ? item.value : undefined));
    return words?.every((word) => word !== undefined) === true ? joined(words, self) : undefined;
  },
  startswith: (self, c) => anyOf(c, (part) => self.startsWith(part)),
  endswith: (self, c) => anyOf(c, (part) => self.endsWith(part)),
  format: (self, c) =>
    filledTemplate(c.machine, self, (name) => (typeof name === "number" ? c.argument(name) : c.argument(-1, name))),
};

/** `startswith((a, b))` */
function anyOf(c: MethodCall, test: (part: string) => boolean): Value | undefined {
  const given = c.argument(0);
  if (given === undefined || c.args.length !== 1) return undefined;
  const parts = given.kind === "tuple" ? given.items : [given];
  const answers = parts.map((part) => (part.kind === "string" && part.exact ? test(part.value) : undefined));
  return answers.includes(undefined) ? undefined : bool(answers.includes(true));
}

function onString(self: string, name: string, c: MethodCall): Value | undefined {
  const joining = Object.hasOwn(joiningMethods, name) ? joiningMethods[name] : undefined;
  if (joining !== undefined) return joining(self, c);
  if (c.args.some((argument) => argument.name !== undefined)) return undefined;
  const values = c.args.map((argument) => argument.value);
  return (Object.hasOwn(stringMethods, name) ? stringMethods[name] : undefined)?.(self, {
    strings: values.map((value) => (value.kind === "string" && value.exact ? value.value : undefined)),
    numbers: values.map(constantIndex),
    count: values.length,
    list: (items) => newList(c.machine, items, undefined),
  });
}

/** Methods that any mapping has, read from a value about which nothing else is known. */
const opaqueMethods = new Set(["get"]);

export function isContainerMethod(receiver: Value, name: string): boolean {
  if (receiver.kind === "opaque") return opaqueMethods.has(name);
  if (receiver.kind === "string") return Object.hasOwn(stringMethods, name) || Object.hasOwn(joiningMethods, name);
  if (receiver.kind === "tuple") return Object.hasOwn(tupleMethods, name);
  if (receiver.kind === "int" || receiver.kind === "float") return name in numberMethods;
  if (receiver.kind !== "object") return false;
  return Object.hasOwn(methodsOf(receiver), name);
}

function methodsOf({ identity: { type } }: ObjectValue): Readonly<Record<string, Method<ObjectValue>>> {
  return type === "dict" ? dictMethods : type === "set" ? setMethods : type === "list" ? listMethods : {};
}

/** Calls a method by the name under which it was bound. */
export function callMethod(
  machine: Machine,
  frame: Frame,
  bound: string,
  receiver: Value,
  args: readonly PassedArgument[],
  site: Site,
): Value {
  const name = bound.replace("method ", "");
  // What is put into a container stays one of several values; so it is looked at only where a method computes with it.
  const isStored = storing.has(name);
  const given = isStored ? [] : args.map((argument) => argument.value);
  return distribute(machine, [receiver, ...given], ([self = receiver, ...values]) => {
    const settled = args.map((argument, i) => ({ ...argument, value: values[i] ?? argument.value }));
    const result = callOne(machine, frame, name, self, settled, site);
    const origins = [self.origin, ...values.map((value) => value.origin)];
    return result ?? machine.result(frame, site, origins, `call of .${name} of ${kindOf(self)} with such arguments`);
  });
}

const storing = new Set(["append", "extend", "insert", "add", "update", "setdefault"]);

function callOne(
  machine: Machine,
  frame: Frame,
  name: string,
  self: Value,
  args: readonly PassedArgument[],
  site: Site,
): Value | undefined {
  const c: MethodCall = {
    machine,
    frame,
    args,
    site,
    argument: (i, keyword) =>
      args.filter((argument) => argument.name === undefined)[i]?.value ??
      args.find((argument) => argument.name === keyword && keyword !== undefined)?.value,
  };
  switch (self.kind) {
    case "tensor":
      return tensorMethod(c, name, self, self);
    case "opaque":
      return onOpaque(c, name, self);
    case "int":
    case "float":
      return numberMethods[name]?.(self, machine.facts);
    case "string":
      return self.exact ? onString(self.value, name, c) : undefined;
    case "tuple":
      return tupleMethods[name]?.(self, c);
    case "class":
      return name === "model_validate"
        ? validatedFrom(machine, frame, self, c.argument(0, "obj") ?? none, site)
        : undefined;
    case "object":
      return self.identity.type === "instance" ? onRecord(c, name, self) : methodsOf(self)[name]?.(self, c);
    default:
      return undefined;
  }
}

function onRecord(c: MethodCall, name: string, self: ObjectValue): Value | undefined {
  return Object.hasOwn(recordMethods, name) ? recordMethods[name]?.({ ...c, self }) : tupleMethods[name]?.(self, c);
}

/** Operations that keep the shape keep the identity, so that its sizes stay the same symbols. */
const shapeKeeping = new Set([
  "to",
  "cuda",
  "cpu",
  "contiguous",
  "detach",
  "clone",
  "float",
  "half",
  "bfloat16",
  "long",
  "int",
  "bool",
  "requires_grad_",
]);

function onOpaque(c: MethodCall, name: string, self: Value & { kind: "opaque" }): Value | undefined {
  if (name === "get") {
    const key = c.argument(0);
    return key?.kind === "string" && c.args.length === 1 ? element(c.machine, c.frame, self, key, c.site) : undefined;
  }
  if (shapeKeeping.has(name)) return self;
  const base = asTensor(self);
  return base === undefined ? undefined : tensorMethod(c, name, base, self);
}

function tensorMethod(c: MethodCall, name: string, self: TensorValue, source: Value): Value | undefined {
  const receiver: PassedArgument = { name: undefined, value: source, site: undefined };
  const withReceiver = tensorCall(c.machine, c.frame, [receiver, ...c.args], c.site);
  const ranked = asTensor(withKnownRank(self, c.machine.facts)) ?? self;
  const result = tensorMethods.get(name)?.(ranked, {
    ...tensorCall(c.machine, c.frame, c.args, c.site),
    origin: withReceiver.origin,
  });
  const made = result?.kind === "tensor" ? withOrigin(result, withReceiver.origin) : result;
  return identified(c.machine, c.frame, made, c.site);
}
