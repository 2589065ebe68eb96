/** Reading and writing attributes. */
import type { Span } from "../syntax/ast.ts";
import { formula } from "../values/formula.ts";
import {
  type BoundValue,
  type ClassValue,
  type ObjectValue,
  opaque,
  type OpaqueValue,
  unknown,
  type Value,
  withOrigin,
} from "../values/value.ts";
import { superAttribute } from "./builtins.ts";
import { call } from "./calls.ts";
import { distribute } from "./choices.ts";
import { attributeOfNewInstance, findMember, isTransparent } from "./classes.ts";
import { moduleAttribute, resolveImported, submodule } from "./imports.ts";
import { isImmutable } from "./library-names.ts";
import type { Frame, Machine } from "./machine.ts";
import { isContainerMethod } from "./methods.ts";
import { tensorAttributes, tensorMethods } from "./tensors/index.ts";

export function getAttribute(machine: Machine, frame: Frame, object: Value, name: string, span: Span): Value {
  return distribute(machine, [object], ([value = object]) => getOne(machine, frame, value, name, span));
}

function getOne(machine: Machine, frame: Frame, value: Value, name: string, span: Span): Value {
  switch (value.kind) {
    case "module":
      return resolveImported(machine, frame, moduleAttribute(machine, frame, value, name));
    case "external":
      return submodule(machine, frame, `${value.name}.${name}`);
    case "object":
      return value.identity.type === "instance"
        ? instanceAttribute(machine, frame, value, name, span)
        : method(machine, frame, value, name, span);
    case "class":
      return classAttribute(machine, frame, value, name, span);
    case "tensor":
      return tensorAttribute(machine, frame, value, name, span);
    case "opaque":
      return opaqueAttribute(machine, frame, value, name, span);
    case "int": {
      // Arithmetic on something unknown may have been arithmetic on a tensor.
      if (value.value.terms.every((term) => term.factors.length === 0))
        return machine.result(frame, span, [value.origin]);
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
      return machine.result(frame, span, [value.origin]);
    case "string":
    case "tuple":
    case "uniform":
      return method(machine, frame, value, name, span);
    default:
      return unknown(`attribute of ${value.kind}`);
  }
}

function method(machine: Machine, frame: Frame, receiver: Value, name: string, span: Span): Value {
  if (!isContainerMethod(receiver, name)) return machine.result(frame, span, [receiver.origin]);
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
  const attribute = tensorAttributes.get(name)?.(value, machine.facts);
  if (attribute !== undefined) return withOrigin(attribute, machine.origin("computed", frame, span, [value.origin]));
  if (tensorMethods.has(name)) return bindMethod(name, value);
  if (name === "shape") return opaqueShape(machine, frame, value, span);
  return machine.result(frame, span, [value.origin]);
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
  return opaque(`${machine.epochKey(value.key)}.${name}`, `${value.name}.${name}`, origin);
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
  if (name === "__dict__") machine.giveUp("attributes that are changed by name");
  const held = machine.store.get(value.identity, name);
  const owner = value.identity.class;
  if (machine.probe !== undefined && (owner === undefined || value.identity.symbolic || !isTransparent(owner)))
    return unknown("an attribute of an instance that is not known exactly");
  if (held !== undefined) return held;
  if (owner === undefined) return unknown("attribute of an instance");
  const found = findMember(machine, owner, name);
  if (found.value !== undefined)
    return bindMember(machine, frame, exactMember(machine, found.value), value, owner, span);
  const initial = value.identity.symbolic ? attributeOfNewInstance(machine, owner, name) : undefined;
  const result =
    initial ??
    opaque(
      machine.fresh(`${value.identity.label}.${name}`),
      machine.source(frame, span),
      machine.origin("parameter", frame, span, [], name),
    );
  if (!value.identity.symbolic && found.complete) return machine.result(frame, span, [value.origin]);
  // Reading it again gives the same value, until something that is not modelled may have changed it.
  machine.store.set(value.identity, name, result);
  return result;
}

/** A variable of a class may be changed anywhere; where library code is followed, only a constant that nothing sets counts. */
function exactMember(machine: Machine, member: Value): Value {
  if (machine.probe === undefined || member.kind === "function") return member;
  return isImmutable(member) ? member : unknown("a variable of a class");
}

function classAttribute(machine: Machine, frame: Frame, value: ClassValue, name: string, span: Span): Value {
  const found = findMember(machine, value, name);
  if (machine.probe !== undefined && !isTransparent(value)) return unknown("a class that is not known exactly");
  if (found.value === undefined) return machine.result(frame, span, [value.origin]);
  const member = exactMember(machine, found.value);
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
  if (member.kind !== "function") return member;
  if (member.form === "staticmethod") return member;
  const bound: BoundValue = {
    kind: "bound",
    function: member,
    receiver: member.form === "classmethod" ? owner : receiver,
  };
  return member.form === "property" ? call(machine, frame, bound, [], machine.site(frame, span)) : bound;
}

export function setAttribute(machine: Machine, object: Value, name: string, value: Value): void {
  if (object.kind === "object") machine.store.set(object.identity, name, value);
  else if (object.kind === "opaque") machine.store.set(machine.owner(object.key), name, value);
  else if (object.kind === "choice") {
    for (const alternative of object.alternatives)
      setAttribute(machine, alternative.value, name, unknown("an attribute set on one of several objects"));
  } else if (object.kind === "module" || object.kind === "external") {
    machine.patched.add(name);
    if (object.kind === "external") return;
    const scope = machine.runningScopes.get(object.path) ?? machine.memory.modules.get(object.path)?.scope;
    if (scope !== undefined) machine.store.set(scope, name, unknown("a module attribute set from outside"));
  }
}
