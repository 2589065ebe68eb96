/** Reading and writing attributes. */
import { unknownOf } from "../values/aliases.ts";
import type { Span } from "../syntax/ast.ts";
import { formula } from "../values/formula.ts";
import {
  type BoundValue,
  type ClassValue,
  type FunctionValue,
  type ObjectValue,
  opaque,
  type OpaqueValue,
  type PartialValue,
  text,
  tuple,
  unknown,
  type UnknownValue,
  type Value,
  withOrigin,
  kindOf,
} from "../values/value.ts";
import { declaredAs, typesOfAttribute, typesThrough } from "./annotations.ts";
import { superAttribute } from "./builtins.ts";
import { call } from "./calls.ts";
import { choose, distribute, settle } from "./choices.ts";
import { ancestors, classOf, findMember, isTransparent, type Member } from "./classes.ts";
import { absent, isOpen, isRemoved, mayBeMissing, namespaceOf, newDict, withoutGaps } from "./containers.ts";
import { attributeOfNewInstance, setsPerInstance } from "./instances.ts";
import { moduleAttribute, resolveImported, submodule } from "./imports.ts";
import { isFixed } from "./library-names.ts";
import { hasLostAttributes, hasLostMembers, isLost, lost } from "./lost.ts";
import type { Frame, Machine } from "./machine.ts";
import { isContainerMethod, isTupleMethod } from "./methods.ts";
import { runModule } from "./modules.ts";
import { isRecordMethod } from "./records.ts";
import { asTensor, tensorAttributes, tensorMethods, withKnownRank } from "./tensors/index.ts";

export function getAttribute(machine: Machine, frame: Frame, object: Value, name: string, span: Span): Value {
  return distribute(machine, [object], ([value = object]) => getOne(machine, frame, value, name, span));
}

function getOne(machine: Machine, frame: Frame, value: Value, name: string, span: Span): Value {
  switch (value.kind) {
    case "module":
      return resolveImported(machine, frame, moduleAttribute(machine, frame, value, name));
    case "external":
      if (name === "__name__" && /^builtins\.\w+$/.test(value.name)) return text(value.name.slice("builtins.".length));
      return submodule(machine, frame, `${value.name}.${name}`);
    case "object":
      return value.identity.type === "instance"
        ? instanceAttribute(machine, frame, value, name, span)
        : method(machine, frame, value, name, span);
    case "class":
      return classAttribute(machine, frame, value, name, span);
    case "function":
      return functionAttribute(machine, frame, value, name, span);
    case "partial":
      return partialAttribute(machine, value, name) ?? machine.result(frame, span, [value.origin]);
    case "tensor":
      return tensorAttribute(machine, frame, value, name, span);
    case "opaque":
      return opaqueAttribute(machine, frame, value, name, span);
    case "int": {
      // Arithmetic on something unknown may have been arithmetic on a tensor.
      // An `IntEnum` member is taken for its number.
      if (value.value.terms.every((term) => term.factors.length === 0))
        return name === "value" ? value : method(machine, frame, value, name, span);
      const name2 = formula(value.value);
      return opaqueAttribute(
        machine,
        frame,
        opaque(`int ${value.value.key}`, name2.length > 40 ? machine.source(frame, span) : name2, value.origin),
        name,
        span,
      );
    }
    case "intrinsic":
      return machine.models.intrinsic(machine, `${value.name}.${name}`) ?? unknown("an attribute of an intrinsic");
    case "bound":
      if (value.function.kind === "intrinsic" && value.function.name === "super")
        return superAttribute(machine, frame, value, name, machine.site(frame, span));
      return machine.result(frame, span, [value.origin], `attribute .${name} of a method`);
    case "string":
    case "tuple":
    case "uniform":
    case "float":
      return method(machine, frame, value, name, span);
    default:
      return isLost(value)
        ? lost
        : value.kind === "unknown"
          ? attributeOfUnknown(machine, value, name)
          : unknown(`attribute of ${kindOf(value)}`);
  }
}

function attributeOfUnknown(machine: Machine, value: UnknownValue, name: string): Value {
  const held = (value.mayBe ?? []).map((one) => {
    if (one.kind !== "object" || one.identity.type !== "instance") return one;
    const { identity } = one;
    const found =
      machine.store.get(identity, name) ?? (identity.class && findMember(machine, identity.class, name).value);
    // Whoever has a method can change the instance, and a property gives what is in it.
    return found === undefined || found.kind === "function" ? one : found;
  });
  return unknownOf("attribute of an unknown object", held);
}

function functionAttribute(machine: Machine, frame: Frame, value: FunctionValue, name: string, span: Span): Value {
  const held = machine.store.get(value.identity, name);
  if (held !== undefined) return held;
  if (name === "__name__" && value.node.kind === "function" && value.node.decorators.length === 0)
    return text(value.node.name.id);
  return machine.result(frame, span, [value.origin]);
}

function partialAttribute(machine: Machine, value: PartialValue, name: string): Value | undefined {
  if (value.role !== undefined) return undefined;
  const positional = value.arguments.filter((argument) => argument.name === undefined);
  const named = value.arguments.flatMap(({ name: key, value: held }): [string, Value][] =>
    key === undefined ? [] : [[key, held]],
  );
  if (name === "func") return value.function;
  if (name === "args") return tuple(positional.map((argument) => argument.value));
  return name === "keywords" ? newDict(machine, new Map(named), absent, value.origin) : undefined;
}

function method(machine: Machine, frame: Frame, receiver: Value, name: string, span: Span): Value {
  if (!isContainerMethod(receiver, name))
    return machine.result(frame, span, [receiver.origin], `method .${name} of ${kindOf(receiver)}`);
  return bindMethod(name, receiver);
}

function bindMethod(name: string, receiver: Value): BoundValue {
  return { kind: "bound", function: { kind: "intrinsic", name: `method ${name}` }, receiver };
}

function tensorAttribute(
  machine: Machine,
  frame: Frame,
  value: Value & { kind: "tensor" },
  name: string,
  span: Span,
): Value {
  const mark = value.marks?.get(name);
  if (mark !== undefined) return mark;
  const ranked = asTensor(withKnownRank(value, machine.facts)) ?? value;
  const attribute = tensorAttributes.get(name)?.(ranked, machine.facts);
  if (attribute !== undefined) return withOrigin(attribute, machine.origin("computed", frame, span, [value.origin]));
  if (tensorMethods.has(name)) return bindMethod(name, value);
  if (name === "shape") return opaqueShape(machine, frame, value, span);
  return machine.result(frame, span, [value.origin], `attribute .${name} of a tensor`);
}

/** The shape of a tensor whose rank is not known: reading one of its sizes still works. */
function opaqueShape(machine: Machine, frame: Frame, value: Value, span: Span): Value {
  return {
    kind: "bound",
    function: { kind: "intrinsic", name: "shape" },
    receiver: withOrigin(value, machine.origin("computed", frame, span, [value.origin])),
  };
}

function opaqueAttribute(machine: Machine, frame: Frame, value: OpaqueValue, name: string, span: Span): Value {
  const origin = machine.origin("computed", frame, span, [value.origin]);
  if (name === "shape") return { ...opaque(`${value.key}.shape`, `${value.name}.shape`, origin) };
  const owner = machine.owner(value.key);
  const written = machine.store.get(owner, name);
  if (written !== undefined) return written;
  const part = opaque(`${machine.epochKey(value.key)}.${name}`, `${value.name}.${name}`, origin);
  return value.declared === undefined ? part : declaredAs(part, typesThrough(machine, value.declared, name));
}

/** The callee of `object.name(…)`: of a value about which nothing else is known, a call makes a name a method. */
export function getMethod(machine: Machine, frame: Frame, object: Value, name: string, span: Span): Value {
  return distribute(machine, [object], ([value = object]) => {
    const receiver = value.kind === "opaque" && machine.store.get(machine.owner(value.key), name) === undefined;
    const known = receiver && (tensorMethods.has(name) || isContainerMethod(value, name));
    return known ? bindMethod(name, value) : getOne(machine, frame, value, name, span);
  });
}

function instanceAttribute(machine: Machine, frame: Frame, value: ObjectValue, name: string, span: Span): Value {
  const owner = value.identity.class;
  if (owner === undefined) return unknown("attribute of an instance");
  if (machine.probe !== undefined && !isExact(machine, value))
    return unknown("an attribute of an instance that is not known exactly");
  if (name === "__dict__") machine.giveUp("attributes that are changed by name");
  if (name === "__dict__") return namespaceOf(value.identity);
  if (name === "__class__") return classOf(value) ?? owner;
  if (mayIntercept(machine, owner, "__getattribute__")) return unknown("an attribute that a method makes");
  const cell = machine.store.get(value.identity, name);
  const held = cell === undefined ? undefined : settle(machine, cell);
  if (held !== undefined && !isRemoved(held) && !mayBeMissing(held)) return held;
  const found = findMember(machine, owner, name);
  if (held !== undefined && found.value === undefined) return present(held);
  const own = exactMember(machine, found, name);
  if (own !== undefined && (held !== undefined || !isSetByInstances(machine, value, own, name))) {
    const member = bindMember(machine, frame, own, value, owner, span);
    return held === undefined ? member : withoutGaps(held, member);
  }
  if (isRecordMethod(owner, name) || (isTupleMethod(name) && owner.record === "tuple")) return bindMethod(name, value);
  return missingAttribute(machine, frame, value, owner, name, span);
}

/** Reading an attribute that is missing raises: what follows is about the other alternatives. */
function present(held: Value): Value {
  if (held.kind !== "choice") return unknown("a deleted attribute");
  return choose(held.alternatives.filter((alternative) => !isRemoved(alternative.value)));
}

/** What is read where neither the instance nor its class has the attribute. */
function missingAttribute(
  machine: Machine,
  frame: Frame,
  value: ObjectValue,
  owner: ClassValue,
  name: string,
  span: Span,
): Value {
  if (mayIntercept(machine, owner, "__getattr__")) return machine.result(frame, span, [value.origin]);
  if (hasLostAttributes(machine, owner)) return lost;
  const initial = value.identity.symbolic ? attributeOfNewInstance(machine, owner, name) : undefined;
  const result = initial ?? givenAttribute(machine, frame, value, owner, name, span);
  if (!value.identity.symbolic && ancestors(owner).complete)
    return machine.result(frame, span, [value.origin], "an attribute that no class has");
  // Reading it again gives the same value, until something that is not modelled may have changed it.
  machine.store.set(value.identity, name, result);
  return result;
}

/** What somebody else set, as what an annotation says it is. */
function givenAttribute(
  machine: Machine,
  frame: Frame,
  value: ObjectValue,
  owner: ClassValue,
  name: string,
  span: Span,
): Value {
  const { key, name: written } = machine.called(`${value.identity.label}.${name}`, frame, span);
  const origin = machine.origin("parameter", frame, span, [], name);
  return declaredAs(opaque(key, written, origin), typesOfAttribute(machine, owner, name));
}

/** True if an instance has what it is known to have, and nothing else. */
export function isExact(machine: Machine, { identity }: ObjectValue): boolean {
  const { class: owner, symbolic } = identity;
  return (
    owner !== undefined &&
    owner.open !== true &&
    !symbolic &&
    isTransparent(owner) &&
    !isOpen(machine, namespaceOf(identity))
  );
}

/** A variable of a class may be changed anywhere; where library code is followed, only a constant that nothing sets counts. */
function exactMember(machine: Machine, { value, owner }: Member, name: string): Value | undefined {
  if (machine.probe === undefined || value === undefined || owner === undefined || value.kind === "function")
    return value;
  return isFixed(machine, owner.site.path, name, value) ? value : unknown("a variable of a class");
}

function mayIntercept(machine: Machine, owner: ClassValue, name: string): boolean {
  return findMember(machine, owner, name).value !== undefined;
}

/** Whether an object has an attribute; undefined where that is not known. */
export function hasAttribute(machine: Machine, object: Value, name: string): boolean | undefined {
  if (object.kind === "module")
    return machine.modules.isContract(object.path) ? undefined : hasName(machine, object, name);
  if (object.kind === "none" || object.kind === "string" || object.kind === "tuple") return undefined;
  if (object.kind !== "object" || object.identity.type !== "instance") return undefined;
  const { class: owner } = object.identity;
  if (owner === undefined) return undefined;
  const cell = machine.store.get(object.identity, name);
  const held = cell === undefined ? undefined : settle(machine, cell);
  if (held !== undefined && !isRemoved(held) && !mayBeMissing(held)) return true;
  const found = findMember(machine, owner, name);
  if (found.value !== undefined) return true;
  const isCertain =
    found.complete && !isOpen(machine, namespaceOf(object.identity)) && !mayIntercept(machine, owner, "__getattr__");
  const isOwn = name.startsWith("__") || isRecordMethod(owner, name) || owner.record === "tuple";
  return isCertain && !isOwn && (held === undefined || isRemoved(held)) ? false : undefined;
}

function hasName(machine: Machine, module: Value & { kind: "module" }, name: string): boolean | undefined {
  const scope = machine.runningScopes.get(module.path) ?? machine.memory.modules.get(module.path)?.scope;
  return scope !== undefined && machine.store.get(scope, name) !== undefined ? true : undefined;
}

/** Whether a class holds no more than the default of what its instances have: of some instance nobody knows the value. */
function isSetByInstances(machine: Machine, instance: ObjectValue, member: Value, name: string): boolean {
  const owner = instance.identity.class;
  return (
    instance.identity.symbolic &&
    owner !== undefined &&
    member.kind !== "function" &&
    setsPerInstance(machine, owner, name)
  );
}

function classAttribute(machine: Machine, frame: Frame, value: ClassValue, name: string, span: Span): Value {
  const found = findMember(machine, value, name);
  if (machine.probe !== undefined && !isTransparent(value)) return unknown("a class that is not known exactly");
  const own = exactMember(machine, found, name);
  if (own === undefined && hasLostMembers(machine, value)) return lost;
  if (own === undefined) {
    if (name === "__name__") return text(value.node.name.id);
    if (name === "model_validate" && value.fields !== undefined) return bindMethod(name, value);
    return machine.result(frame, span, [value.origin], "an attribute that no class has");
  }
  const member = settle(machine, own);
  if (member.kind === "function" && member.form === "classmethod")
    return { kind: "bound", function: member, receiver: value };
  return member;
}

/** What a class member is when it is read through an instance. */
export function bindMember(
  machine: Machine,
  frame: Frame,
  member: Value,
  receiver: Value,
  owner: ClassValue,
  span: Span,
): Value {
  if (member.kind === "partial" && member.role === "method") {
    const plain = bindMember(machine, frame, member.function, receiver, owner, span);
    return { ...member, function: plain, role: undefined };
  }
  if (member.kind !== "function") return member;
  if (member.form === "staticmethod") return member;
  const bound: BoundValue = {
    kind: "bound",
    function: member,
    receiver:
      member.form === "classmethod" ? (receiver.kind === "object" ? (classOf(receiver) ?? owner) : owner) : receiver,
  };
  if (member.form !== "property" && member.form !== "cached") return bound;
  const made = call(machine, frame, bound, [], machine.site(frame, span));
  if (member.form === "cached" && receiver.kind === "object" && member.node.kind === "function")
    machine.store.set(receiver.identity, member.node.name.id, made);
  return made;
}

export function setAttribute(
  machine: Machine,
  frame: Frame,
  object: Value,
  name: string,
  value: Value,
  span: Span,
): void {
  switch (object.kind) {
    case "object":
      setOnInstance(machine, frame, object, name, value, span);
      return;
    case "class":
      if (isPatchedFrom(machine, frame, object)) machine.mock();
      machine.store.set(object.namespace, name, value);
      return;
    case "function":
      machine.store.set(object.identity, name, value);
      return;
    case "opaque":
      machine.store.set(machine.owner(object.key), name, value);
      return;
    case "choice":
      for (const alternative of object.alternatives)
        setAttribute(
          machine,
          frame,
          alternative.value,
          name,
          unknown("an attribute set on one of several objects"),
          span,
        );
      return;
    case "module":
      setOnModule(machine, object, name, value);
      return;
    case "external":
      machine.patched(name);
      return;
    case "unknown":
      for (const one of object.mayBe ?? [])
        setAttribute(machine, frame, one, name, unknownOf("an attribute set on one of several objects", [value]), span);
      return;
    default:
  }
}

/** True if code puts something in the place of what a contract describes. */
function isPatchedFrom(machine: Machine, frame: Frame, { site }: ClassValue): boolean {
  return machine.modules.isContract(site.path) && !machine.modules.isContract(frame.scope.path);
}

function setOnInstance(
  machine: Machine,
  frame: Frame,
  object: ObjectValue,
  name: string,
  value: Value,
  span: Span,
): void {
  const { class: owner } = object.identity;
  const member = owner === undefined ? undefined : findMember(machine, owner, name).value;
  if (member?.kind === "function" && member.form === "property") {
    if (member.setter === undefined) return;
    const bound: BoundValue = { kind: "bound", function: member.setter, receiver: object };
    call(machine, frame, bound, [{ name: undefined, value, site: undefined }], machine.site(frame, span));
    return;
  }
  const isIntercepted = owner !== undefined && mayIntercept(machine, owner, "__setattr__");
  machine.store.set(object.identity, name, isIntercepted ? unknown("an attribute that a method sets") : value);
}

/** What the code under analysis sets, it sees; what other modules made of the old value is another matter. */
function setOnModule(machine: Machine, module: Value & { kind: "module" }, name: string, value: Value): void {
  machine.patched(name);
  const scope = runModule(machine, module.path);
  if (scope === undefined) return;
  const isPlain = !machine.modules.isContract(module.path) && value.kind !== "function";
  machine.store.set(scope, name, isPlain ? value : unknown("a module attribute set from outside"));
}
