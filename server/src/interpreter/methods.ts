/** Methods of strings, tuples, lists, dicts and sets; tensor methods are handed to their tables. */
import type { Site } from "../values/origin.ts";
import { constantOf } from "../values/symbolic.ts";
import {
  asInt,
  none,
  type ObjectValue,
  type PassedArgument,
  type TensorValue,
  text,
  tuple,
  unknown,
  type Value,
  withOrigin,
  kindOf,
} from "../values/value.ts";
import { distribute } from "./choices.ts";
import {
  entriesOf,
  getEntry,
  isOpen,
  itemsOf,
  knownEntries,
  newDict,
  newList,
  openDict,
  removeEntry,
  setEntry,
  setItems,
} from "./containers.ts";
import { dictKey } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import { numberMethods } from "./numbers.ts";
import { element } from "./subscripts.ts";
import { identified, tensorCall } from "./tensor-calls.ts";
import { asTensor, tensorMethods } from "./tensors/index.ts";

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
    if (key === undefined) return undefined;
    return getEntry(c.machine, self, key) ?? (isOpen(c.machine, self) ? undefined : (c.argument(1) ?? none));
  },
  pop: (self, c) => {
    const key = dictKey(c.argument(0) ?? none);
    if (key === undefined) {
      opened(self, c);
      return;
    }
    const held = getEntry(c.machine, self, key);
    removeEntry(c.machine, self, key);
    return held ?? (isOpen(c.machine, self) ? undefined : c.argument(1));
  },
  setdefault: (self, c) => {
    const key = dictKey(c.argument(0) ?? none);
    if (key === undefined) {
      opened(self, c);
      return;
    }
    const held = getEntry(c.machine, self, key);
    if (held !== undefined) return held;
    if (isOpen(c.machine, self)) return undefined;
    const value = c.argument(1) ?? none;
    setEntry(c.machine, self, key, value);
    return value;
  },
  update: (self, c) => {
    for (const argument of c.args) {
      if (argument.name !== undefined) {
        setEntry(c.machine, self, argument.name, argument.value);
      } else if (argument.value.kind === "object" && argument.value.identity.type === "dict") {
        for (const [key, value] of knownEntries(c.machine, argument.value)) setEntry(c.machine, self, key, value);
        if (isOpen(c.machine, argument.value)) openDict(c.machine, self);
      } else openDict(c.machine, self);
    }
    return none;
  },
  copy: (self, c) => newDict(c.machine, knownEntries(c.machine, self), isOpen(c.machine, self), self.origin),
  keys: (self, c) => listed(c, entriesOf(c.machine, self), ([key]) => text(key)),
  values: (self, c) => listed(c, entriesOf(c.machine, self), ([, value]) => value),
  items: (self, c) => listed(c, entriesOf(c.machine, self), ([key, value]) => tuple([text(key), value])),
};

function opened(self: ObjectValue, c: MethodCall): undefined {
  openDict(c.machine, self);
  return undefined;
}

function listed(
  c: MethodCall,
  entries: ReadonlyMap<string, Value> | undefined,
  pick: (entry: [string, Value]) => Value,
): Value | undefined {
  return entries === undefined ? undefined : newList(c.machine, [...entries].map(pick), undefined);
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
    const items = itemsOf(c.machine, self);
    const at = c.args.length === 0 ? -1 : constantIndex(c.argument(0));
    const taken = items === undefined || at === undefined ? undefined : items.at(at);
    setItems(c.machine, self, taken === undefined || at === undefined ? undefined : items?.toSpliced(at, 1));
    return taken;
  },
  clear: (self, c) => changed(self, c, () => []),
  reverse: (self, c) => changed(self, c, (items) => items.toReversed()),
  sort: (self, c) => changed(self, c, () => undefined),
  remove: (self, c) => changed(self, c, () => undefined),
  add: (self, c) => changed(self, c, () => undefined),
  copy: (self, c) => {
    const items = itemsOf(c.machine, self);
    return items === undefined ? undefined : newList(c.machine, items, self.origin);
  },
};

function changed(
  self: ObjectValue,
  c: MethodCall,
  change: (items: readonly Value[]) => readonly Value[] | undefined,
): Value {
  const items = itemsOf(c.machine, self);
  setItems(c.machine, self, items === undefined ? undefined : change(items));
  return none;
}

function constantIndex(value: Value | undefined): number | undefined {
  const whole = value === undefined ? undefined : asInt(value);
  return whole === undefined ? undefined : constantOf(whole);
}

const stringMethods: Readonly<Record<string, (self: string, argument: string | undefined) => Value | undefined>> = {
  lower: (self) => text(self.toLowerCase()),
  upper: (self) => text(self.toUpperCase()),
  strip: (self, argument) => (argument === undefined ? text(self.trim()) : undefined),
  startswith: (self, argument) => truth(argument === undefined ? undefined : self.startsWith(argument)),
  endswith: (self, argument) => truth(argument === undefined ? undefined : self.endsWith(argument)),
  removeprefix: (self, argument) =>
    argument === undefined ? undefined : text(self.startsWith(argument) ? self.slice(argument.length) : self),
};

function truth(value: boolean | undefined): Value | undefined {
  return value === undefined ? undefined : { kind: "bool", formula: { kind: "constant", value } };
}

/** Methods that any mapping has, read from a value about which nothing else is known. */
const opaqueMethods = new Set(["get"]);

export function isContainerMethod(receiver: Value, name: string): boolean {
  if (receiver.kind === "opaque") return opaqueMethods.has(name);
  if (receiver.kind === "string") return name in stringMethods;
  if (receiver.kind === "int" || receiver.kind === "float") return name in numberMethods;
  if (receiver.kind === "tuple") return name === "index" || name === "count" || name === "numel";
  if (receiver.kind !== "object") return false;
  return name in (receiver.identity.type === "dict" ? dictMethods : listMethods);
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
  return distribute(machine, [receiver, ...args.map((argument) => argument.value)], ([self = receiver, ...values]) => {
    const settled = args.map((argument, i) => ({ ...argument, value: values[i] ?? argument.value }));
    const result = callOne(machine, frame, name, self, settled, site);
    const origins = [self.origin, ...values.map((value) => value.origin)];
    return result ?? machine.result(frame, site, origins, `call of .${name} of ${kindOf(self)} with such arguments`);
  });
}

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
    case "string": {
      const argument = c.argument(0);
      const exact = self.exact && (argument === undefined || (argument.kind === "string" && argument.exact));
      return exact
        ? stringMethods[name]?.(self.value, argument?.kind === "string" ? argument.value : undefined)
        : undefined;
    }
    case "object":
      return (self.identity.type === "dict" ? dictMethods : listMethods)[name]?.(self, c);
    default:
      return undefined;
  }
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
  const result = tensorMethods.get(name)?.(self, {
    ...tensorCall(c.machine, c.frame, c.args, c.site),
    origin: withReceiver.origin,
  });
  const made = result?.kind === "tensor" ? withOrigin(result, withReceiver.origin) : result;
  return identified(c.machine, c.frame, made, c.site);
}
