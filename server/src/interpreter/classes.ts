/** Classes: how they are defined, their members along the bases, and how instances are made. */
import type { ClassStatement, Expression } from "../syntax/ast.ts";
import type { Site } from "../values/origin.ts";
import {
  type ClassValue,
  type FunctionValue,
  type Identity,
  type ObjectValue,
  type PassedArgument,
  unknown,
  type Value,
} from "../values/value.ts";
import { call } from "./calls.ts";
import { evaluate } from "./expressions.ts";
import { hasLostMembers, lost } from "./lost.ts";
import type { Frame, Machine } from "./machine.ts";
import { classNames, LexicalScope } from "./scope.ts";
import { runBlock } from "./statements.ts";
import { decorate, evaluateDecorators } from "./decorators.ts";
import { isEnumeration, makeMembers, memberByValue } from "./enumerations.ts";
import { annotatedFields, fieldsOf, fillFields, recordKind } from "./records.ts";
import { isExceptionName } from "./raises.ts";

export interface Member {
  readonly value: Value | undefined;
  /** The class that defines it. */
  readonly owner: ClassValue | undefined;
  /** False if a base is not known, so that a missing member may still exist. */
  readonly complete: boolean;
}

/** Bases that add no members a pipeline would read by name. */
const plainBases = new Set([
  "builtins.object",
  "typing.NamedTuple",
  "typing.Generic",
  "typing.Protocol",
  "abc.ABC",
  ...["enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag"],
  "pydantic.BaseModel",
]);

/** A class and its bases in Python's method resolution order. */
export interface Ancestors {
  readonly classes: readonly ClassValue[];
  /** False if a base is not known, so that a missing member may still exist. */
  readonly complete: boolean;
}

const orders = new WeakMap<object, Ancestors>();

export function ancestors(owner: ClassValue): Ancestors {
  let known = orders.get(owner.namespace);
  if (known === undefined) {
    const lines = owner.bases.flatMap((base) => (base.kind === "class" ? [ancestors(base)] : []));
    const direct = owner.bases.flatMap((base) => (base.kind === "class" ? [base] : []));
    const complete =
      lines.every((line) => line.complete) &&
      owner.bases.every((base) => base.kind === "class" || (base.kind === "external" && plainBases.has(base.name)));
    known = { classes: [owner, ...merged([...lines.map((line) => line.classes), direct])], complete };
    orders.set(owner.namespace, known);
  }
  return known;
}

/** Merges orders so that each of them is kept (C3); where that cannot be done, Python refuses the class. */
function merged(lists: readonly (readonly ClassValue[])[]): ClassValue[] {
  const result: ClassValue[] = [];
  let open = lists.filter((list) => list.length > 0);
  while (open.length > 0) {
    const isFree = (one: ClassValue): boolean =>
      open.every((list) => !list.slice(1).some((other) => isSame(one, other)));
    const next = open.flatMap((list) => list.slice(0, 1)).find(isFree) ?? open[0]?.[0];
    if (next === undefined) break;
    result.push(next);
    open = open.map((list) => list.filter((other) => !isSame(next, other))).filter((list) => list.length > 0);
  }
  return result;
}

function isSame(a: ClassValue, b: ClassValue): boolean {
  return a.namespace === b.namespace;
}

/** A member by Python's order of bases. */
export function findMember(machine: Machine, owner: ClassValue, name: string): Member {
  const { classes, complete } = ancestors(owner);
  for (const line of classes) {
    const value = machine.store.get(line.namespace, name);
    if (value !== undefined) return { value, owner: line, complete: true };
  }
  return { value: undefined, owner: undefined, complete };
}

/** The member that `super().name` means inside a method of `owner` that runs on an instance of `type`. */
export function findInherited(machine: Machine, type: ClassValue, owner: ClassValue, name: string): Value | undefined {
  const { classes } = ancestors(type);
  const at = classes.findIndex((line) => isSame(line, owner));
  const behind = at < 0 ? ancestors(owner).classes.slice(1) : classes.slice(at + 1);
  for (const line of behind) {
    const value = machine.store.get(line.namespace, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The class in whose body a function was defined. */
export function ownerOf(callee: FunctionValue): ClassValue | undefined {
  return callee.scope instanceof LexicalScope && callee.scope.kind === "class" ? callee.scope.defines : undefined;
}

export function isDescendant(candidate: ClassValue, ancestor: ClassValue): boolean | undefined {
  const { classes } = ancestors(candidate);
  if (classes.some((line) => isSame(line, ancestor))) return true;
  const isUnclear = classes.some(
    (line) =>
      // One statement that ran twice, once to be followed, made one class for Python.
      line.node === ancestor.node ||
      line.bases.some(
        (base) =>
          base.kind !== "class" &&
          (base.kind !== "external" || !(plainBases.has(base.name) || base.name.startsWith("torch."))),
      ),
  );
  return isUnclear ? undefined : false;
}

/** Bases of which nothing matters but their name: they keep what is assigned to an instance, and make it as usual. */
const knownBases = new Set([
  ...["builtins.object", "typing.Generic", "typing.NamedTuple", "abc.ABC"],
  ...["torch.nn.Module", "torch.nn.modules.module.Module"],
]);

/** An exception keeps what it was made with besides, which nothing here reads. */
function isKnownBase(name: string): boolean {
  return knownBases.has(name) || (name.startsWith("builtins.") && isExceptionName(name.slice("builtins.".length)));
}

/** Decorators that leave a class as its text says, or add what is modelled. */
const plainDecorators = /^(dataclass|total_ordering|final|runtime_checkable|compatibility|add_start_docstrings)$/;

/** Methods by which a class takes over how its instances are made or read. */
const takingOver = ["__new__", "__getattribute__", "__getattr__", "__setattr__", "__init_subclass__"];

/** True if a class and its bases are what their text says: no metaclass, no hooks, no base that nobody knows. */
export function isTransparent(owner: ClassValue): boolean {
  return ancestors(owner).classes.every(
    ({ node, bases, members }) =>
      !takingOver.some((name) => members.has(name)) &&
      node.bases.every((base) => base.name === undefined && base.stars === 0) &&
      node.decorators.every((decorator) => plainDecorators.test(lastName(decorator))) &&
      bases.every((base) => base.kind === "class" || (base.kind === "external" && isKnownBase(base.name))),
  );
}

function lastName(e: Expression): string {
  if (e.kind === "call") return lastName(e.callee);
  return e.kind === "name" ? e.id : e.kind === "attribute" ? e.attribute.id : "";
}

export function newInstance(owner: ClassValue, symbolic: boolean): ObjectValue {
  const identity: Identity = { type: "instance", class: owner, label: owner.node.name.id, symbolic };
  return { kind: "object", identity };
}

/** `type(instance)`: of some instance nobody knows whether its class is one below. */
export function classOf({ identity }: ObjectValue): ClassValue | undefined {
  const { class: owner, symbolic } = identity;
  return owner === undefined || !symbolic ? owner : openClass(owner);
}

/** A class, or one below it. */
export function openClass(owner: ClassValue): ClassValue {
  return owner.open === true ? owner : { ...owner, open: true };
}

/** `Class(…)` */
export function instantiate(
  machine: Machine,
  frame: Frame,
  owner: ClassValue,
  args: readonly PassedArgument[],
  site: Site,
): Value {
  if (machine.probe !== undefined && !isTransparent(owner)) machine.giveUp("a class that is not known exactly");
  const instance: ObjectValue = {
    ...newInstance(owner, false),
    origin: machine.origin(
      "computed",
      frame,
      site,
      args.map((argument) => argument.value.origin),
    ),
  };
  if (owner.enumeration) return memberByValue(machine, owner, args[0]?.value) ?? machine.result(frame, site);
  if (hasLostMembers(machine, owner)) return lost;
  if (isMadeOtherwise(machine, owner)) return machine.result(frame, site);
  const initializer = findMember(machine, owner, "__init__");
  if (initializer.value?.kind === "function") {
    call(machine, frame, { kind: "bound", function: initializer.value, receiver: instance }, args, site);
    return instance;
  }
  const fields = fieldsOf(owner);
  if (fields !== undefined) fillFields(machine, frame, instance, fields, args, site);
  else if (args.length > 0 && !machine.modules.isContract(owner.site.path)) {
    const symbolic = !initializer.complete || !isTransparent(owner);
    const made = { ...instance, identity: { ...instance.identity, symbolic } };
    // They are likely to be what the `__init__` sets that is not in sight.
    for (const { name } of args) if (name !== undefined) machine.store.set(made.identity, name, unknown("a keyword"));
    return made;
  }
  return instance;
}

/** A metaclass or `__new__` may return anything. */
function isMadeOtherwise(machine: Machine, owner: ClassValue): boolean {
  if (machine.modules.isContract(owner.site.path)) return false;
  const metaclass = ancestors(owner).classes.some(({ node }) =>
    node.bases.some(
      (base) =>
        base.name?.id === "metaclass" && !/^(abc\.)?ABCMeta$/.test(base.value.kind === "name" ? base.value.id : ""),
    ),
  );
  return metaclass || findMember(machine, owner, "__new__").value !== undefined;
}

/** Runs a class body. */
export function defineClass(machine: Machine, frame: Frame, node: ClassStatement): Value {
  const scope = new LexicalScope(frame.scope.path, "class", frame.scope, classNames(node.body));
  const inner: Frame = { ...frame, scope, returns: [], earlyWrites: [], escapes: [] };
  const bases = node.bases.flatMap((base) =>
    base.name === undefined && base.stars === 0 ? [evaluate(machine, frame, base.value)] : [],
  );
  runBlock(machine, inner, node.body);
  const members = machine.store.entries(scope);
  const decorators = evaluateDecorators(machine, frame, node.decorators);
  const record = recordKind(bases, decorators);
  const created: ClassValue = {
    kind: "class",
    node,
    site: machine.site(frame, node),
    bases,
    members,
    namespace: scope,
    scope: frame.scope,
    fields: record === undefined ? undefined : annotatedFields(node, members, decorators),
    record,
    enumeration: isEnumeration(bases),
  };
  scope.defines = created;
  machine.defined(created);
  if (created.enumeration) makeMembers(machine, created);
  for (const field of created.fields ?? []) {
    // What describes a field is no value of the class; its default is.
    if (field.default !== members.get(field.name))
      machine.store.set(scope, field.name, field.default ?? unknown("a field without a default"));
  }
  announce(machine, frame, created);
  return decorate(machine, frame, created, node.decorators, decorators);
}

/** A base with `__init_subclass__` is told of the new class. */
function announce(machine: Machine, frame: Frame, created: ClassValue): void {
  const hook = findInherited(machine, created, created, "__init_subclass__");
  if (hook?.kind !== "function") return;
  const args = created.node.bases.flatMap((base): PassedArgument[] =>
    base.name === undefined || base.name.id === "metaclass"
      ? []
      : [{ name: base.name.id, value: evaluate(machine, frame, base.value), site: machine.site(frame, base.value) }],
  );
  call(machine, frame, { kind: "bound", function: hook, receiver: created }, args, created.site);
}
