/** Classes: members along the bases, instances, dataclasses, and what `__init__` leaves in an instance. */
import type { Chunk, ClassStatement, Expression, Statement } from "../syntax/ast.ts";
import { childrenOf } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import {
  type ClassValue,
  type Field,
  type FunctionValue,
  type Identity,
  type ObjectValue,
  opaque,
  type PassedArgument,
  unknown,
  type Value,
} from "../values/value.ts";
import { call } from "./calls.ts";
import { evaluate } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import type { Known } from "./memory.ts";
import { classNames, LexicalScope } from "./scope.ts";
import { runBlock } from "./statements.ts";
import type { Reads } from "./store.ts";
import { decorate } from "./decorators.ts";

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
  "enum.Enum",
]);

/** A member by Python's order of bases; depth first, which equals it wherever there is no diamond. */
export function findMember(machine: Machine, owner: ClassValue, name: string, depth = 0): Member {
  const own = owner.members.get(name);
  if (own !== undefined) return { value: own, owner, complete: true };
  let complete = true;
  for (const base of owner.bases) {
    if (base.kind === "class" && depth < 16) {
      const found = findMember(machine, base, name, depth + 1);
      if (found.value !== undefined) return found;
      complete &&= found.complete;
    } else if (!(base.kind === "external" && plainBases.has(base.name))) complete = false;
  }
  return { value: undefined, owner: undefined, complete };
}

/** The member that `super().name` means inside a method of `owner`. */
export function findInherited(machine: Machine, owner: ClassValue, name: string): Value | undefined {
  for (const base of owner.bases) {
    if (base.kind !== "class") continue;
    const found = findMember(machine, base, name);
    if (found.value !== undefined) return found.value;
  }
  return undefined;
}

export function isDescendant(candidate: ClassValue, ancestor: ClassValue): boolean | undefined {
  if (candidate.node === ancestor.node) return true;
  let certain = true;
  for (const base of candidate.bases) {
    const answer =
      base.kind === "class"
        ? isDescendant(base, ancestor)
        : base.kind === "external" && (plainBases.has(base.name) || base.name.startsWith("torch."))
          ? false
          : undefined;
    if (answer === true) return true;
    if (answer === undefined) certain = false;
  }
  return certain ? false : undefined;
}

/** Bases of which nothing matters but their name: they keep what is assigned to an instance, and make it as usual. */
const knownBases = new Set([
  ...["builtins.object", "typing.Generic", "typing.NamedTuple", "abc.ABC"],
  ...["torch.nn.Module", "torch.nn.modules.module.Module"],
]);

/** Decorators that leave a class as its text says, or add what is modelled. */
const plainDecorators = /^(dataclass|total_ordering|final|runtime_checkable|compatibility|add_start_docstrings)$/;

/** Methods by which a class takes over how its instances are made or read. */
const takingOver = ["__new__", "__getattribute__", "__getattr__", "__setattr__", "__init_subclass__"];

const transparent = new WeakMap<ClassStatement, boolean>();

/** True if a class and its bases are what their text says: no metaclass, no hooks, no base that nobody knows. */
export function isTransparent(owner: ClassValue): boolean {
  let known = transparent.get(owner.node);
  // While a class is being looked at, a base that leads back to it is a mistake.
  if (known === undefined) {
    transparent.set(owner.node, false);
    transparent.set(owner.node, (known = isPlainTree(owner, new Set())));
  }
  return known;
}

function isPlainTree(owner: ClassValue, seen: Set<ClassStatement>): boolean {
  // In a diamond Python's order of bases is not depth first.
  if (seen.has(owner.node)) return false;
  seen.add(owner.node);
  if (takingOver.some((name) => owner.members.has(name))) return false;
  if (owner.node.bases.some((base) => base.name !== undefined || base.stars > 0)) return false;
  if (!owner.node.decorators.every((decorator) => plainDecorators.test(lastName(decorator)))) return false;
  return owner.bases.every((base) =>
    base.kind === "class" ? isPlainTree(base, seen) : base.kind === "external" && knownBases.has(base.name),
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
  const initializer = findMember(machine, owner, "__init__");
  if (initializer.value?.kind === "function") {
    call(machine, frame, { kind: "bound", function: initializer.value, receiver: instance }, args, site);
    return instance;
  }
  const fields = fieldsOf(owner);
  if (fields !== undefined) fillFields(machine, frame, instance, fields, args, site);
  else if (!initializer.complete && args.length > 0 && !machine.modules.isContract(owner.site.path)) {
    return { ...instance, identity: { ...instance.identity, symbolic: true } };
  }
  return instance;
}

/** The fields of a dataclass, those of its bases first; undefined if it is none. */
function fieldsOf(owner: ClassValue): readonly Field[] | undefined {
  const inherited = owner.bases.flatMap((base) => (base.kind === "class" ? (fieldsOf(base) ?? []) : []));
  if (owner.fields === undefined) return inherited.length > 0 ? inherited : undefined;
  const merged = new Map([...inherited, ...owner.fields].map((field) => [field.name, field]));
  return [...merged.values()];
}

function fillFields(
  machine: Machine,
  frame: Frame,
  instance: ObjectValue,
  fields: readonly Field[],
  args: readonly PassedArgument[],
  site: Site,
): void {
  const positional = args.filter((argument) => argument.name === undefined);
  for (const [i, field] of fields.entries()) {
    const argument = positional[i] ?? args.find((candidate) => candidate.name === field.name);
    const passed = argument?.value;
    const origin =
      argument?.site === undefined || passed === undefined
        ? passed?.origin
        : {
            kind: "argument" as const,
            site: argument.site,
            name: field.name,
            inputs: passed.origin === undefined ? [] : [passed.origin],
          };
    const value = passed === undefined ? defaultOf(machine, frame, field, site) : { ...passed, origin };
    machine.store.set(instance.identity, field.name, value);
  }
  const after =
    instance.identity.class === undefined
      ? undefined
      : findMember(machine, instance.identity.class, "__post_init__").value;
  if (after?.kind === "function")
    call(machine, frame, { kind: "bound", function: after, receiver: instance }, [], site);
}

function defaultOf(machine: Machine, frame: Frame, field: Field, site: Site): Value {
  const { default: value } = field;
  if (value === undefined) return unknown("a missing field");
  // `field(default_factory=list)` makes a new object for each instance.
  return value.kind === "partial" ? call(machine, frame, value.function, [], site) : value;
}

/** Runs a class body. */
export function defineClass(machine: Machine, frame: Frame, node: ClassStatement): Value {
  const scope = new LexicalScope(frame.scope.path, "class", frame.scope, classNames(node.body));
  const inner: Frame = { ...frame, scope, returns: [], earlyWrites: [], escapes: 0 };
  const bases = node.bases.flatMap((base) =>
    base.name === undefined && base.stars === 0 ? [evaluate(machine, frame, base.value)] : [],
  );
  runBlock(machine, inner, node.body);
  const members = machine.store.entries(scope);
  const decorators = node.decorators.map((decorator) => evaluate(machine, frame, decorator));
  const created: ClassValue = {
    kind: "class",
    node,
    site: machine.site(frame, node),
    bases,
    members,
    scope: frame.scope,
    fields: isRecord(bases, decorators, node.decorators) ? annotatedFields(node, members) : undefined,
  };
  for (const [name, member] of members) {
    if (member.kind === "function" && member.owner === undefined && member.scope === scope) {
      members.set(name, { ...member, owner: created });
    }
  }
  machine.defined(created);
  return decorate(machine, frame, created, node.decorators, decorators);
}

const recordBases = new Set(["typing.NamedTuple", "pydantic.BaseModel", "pydantic.main.BaseModel"]);

function isRecord(bases: readonly Value[], decorators: readonly Value[], nodes: readonly Expression[]): boolean {
  if (bases.some((base) => base.kind === "external" && recordBases.has(base.name))) return true;
  return decorators.some((decorator, i) => {
    const node = nodes[i];
    return (
      (decorator.kind === "external" && decorator.name.endsWith("dataclass")) ||
      (node?.kind === "call" && decorator.kind === "partial")
    );
  });
}

/** `name: type = default` lines of a class body. */
function annotatedFields(node: ClassStatement, members: ReadonlyMap<string, Value>): Field[] {
  return node.body.flatMap((statement) => {
    if (statement.kind !== "annotated" || statement.target.kind !== "name") return [];
    if (isClassVariable(statement.annotation)) return [];
    return [{ name: statement.target.id, default: members.get(statement.target.id) }];
  });
}

function isClassVariable(annotation: Expression): boolean {
  const type = annotation.kind === "subscript" ? annotation.object : annotation;
  return type.kind === "name" ? type.id === "ClassVar" : type.kind === "attribute" && type.attribute.id === "ClassVar";
}

// ------------------------------------------------------------------------------------------ symbolic instances

/** What `__init__` leaves in every instance, and what held when it ended. */
interface Construction extends Known {
  readonly attributes: ReadonlyMap<string, Value>;
  /** What it depends on. */
  readonly reads: Reads;
}

const constructions = new WeakMap<Machine, Map<ClassStatement, Construction | undefined>>();

/**
 * The value an attribute has in every instance, as `__init__` makes it; undefined if anything else assigns it too,
 * or if `__init__` is not known.
 */
export function attributeOfNewInstance(machine: Machine, owner: ClassValue, name: string): Value | undefined {
  if (attributesAssignedLater(machine, owner).has(name)) return undefined;
  return constructionOf(machine, owner)?.attributes.get(name);
}

/** A method runs on an instance whose `__init__` has returned: what that one guards against is ruled out. */
export function assumeConstructed(machine: Machine, owner: ClassValue): void {
  const construction = constructionOf(machine, owner);
  if (construction === undefined) return;
  machine.known = { ...construction, launch: machine.launch };
}

function constructionOf(machine: Machine, owner: ClassValue): Construction | undefined {
  let known = constructions.get(machine);
  if (known === undefined) constructions.set(machine, (known = new Map<ClassStatement, Construction | undefined>()));
  if (!known.has(owner.node)) {
    // While it is being made, an instance of the same class has no known attributes.
    known.set(owner.node, undefined);
    known.set(owner.node, construct(machine, owner));
  }
  const construction = known.get(owner.node);
  if (construction !== undefined) machine.store.readAgain(construction.reads);
  return construction;
}

/** Runs `__init__` for all callers; what it reports is reported when it is analysed itself. */
function construct(machine: Machine, owner: ClassValue): Construction | undefined {
  const initializer = findMember(machine, owner, "__init__").value;
  if (initializer?.kind !== "function" || initializer.node.kind !== "function" || machine.paths !== undefined)
    return undefined;
  const { body } = initializer.node;
  const instance = newInstance(owner, true);
  let result: Omit<Construction, "reads"> | undefined;
  const { known, undecided, depth } = machine;
  machine.depth = 0;
  let recorded: ReturnType<Machine["store"]["record"]> | undefined;
  machine.silently(() => {
    recorded = machine.store.record(() => {
      const frame = entryFrame(initializer, instance);
      bindSymbolically(machine, frame, initializer, instance);
      runBlock(machine, frame, body);
      const lasting = frame.earlyWrites.length === 0 ? machine.known : known;
      result = { ...lasting, attributes: machine.store.entries(instance.identity) };
    });
  });
  machine.known = known;
  Object.assign(machine, { undecided, depth });
  if (result === undefined || recorded === undefined) return undefined;
  // The lists and dicts that the attributes refer to are new objects; they are kept for everybody.
  machine.store.keepNew(recorded.layer);
  return { ...result, reads: recorded.reads };
}

/** A frame for analysing a function for all of its callers. */
export function entryFrame(callee: FunctionValue, receiver: Value | undefined): Frame {
  const parent = callee.scope instanceof LexicalScope ? callee.scope : undefined;
  return {
    scope: new LexicalScope(callee.scope.path, "function", parent),
    chunk: callee.site.chunk,
    function: callee,
    receiver,
    caller: undefined,
    callSite: undefined,
    returns: [],
    earlyWrites: [],
    escapes: 0,
  };
}

/** Gives each parameter a value that stands for whatever a caller passes. */
export function bindSymbolically(
  machine: Machine,
  frame: Frame,
  callee: FunctionValue,
  receiver: Value | undefined,
): void {
  for (const [i, parameter] of callee.node.parameters.entries()) {
    const name = parameter.name.id;
    if (i === 0 && receiver !== undefined) {
      machine.store.set(frame.scope, name, receiver);
      continue;
    }
    const origin = machine.origin("parameter", frame, parameter, [], name);
    const annotated =
      parameter.annotation === undefined ? undefined : annotatedInstance(machine, frame, parameter.annotation);
    machine.store.set(frame.scope, name, annotated ?? opaque(machine.fresh(`parameter ${name}`), name, origin));
  }
}

/** A parameter annotated with a class whose source is known is an instance of it. */
function annotatedInstance(machine: Machine, frame: Frame, annotation: Expression): Value | undefined {
  if (annotation.kind !== "name" && annotation.kind !== "attribute") return undefined;
  const type = evaluate(machine, frame, annotation);
  return type.kind === "class" ? newInstance(type, true) : undefined;
}

const laterAssignments = new WeakMap<ClassStatement, ReadonlySet<string>>();
const foreignAssignments = new WeakMap<Chunk, readonly string[]>();

/** Attributes that something other than this class's own `__init__` assigns. */
function attributesAssignedLater(machine: Machine, owner: ClassValue): ReadonlySet<string> {
  let own = laterAssignments.get(owner.node);
  if (own === undefined) {
    const methods = owner.node.body.filter((member) => member.kind === "function" && member.name.id !== "__init__");
    laterAssignments.set(owner.node, (own = new Set(assignedAttributes(methods, true))));
  }
  const module = owner.scope instanceof LexicalScope ? owner.scope.module : owner.scope;
  const foreign = machine.store.get(module, foreignCell);
  const names = foreign?.kind === "string" ? foreign.value.split(" ") : [];
  const inherited = owner.bases.flatMap((base) =>
    base.kind === "class" ? [...attributesAssignedLater(machine, base)] : [],
  );
  return new Set([...own, ...names, ...inherited]);
}

/** A cell of each module: the attributes that its code assigns to anything but `self`. */
const foreignCell = " assigned attributes";

/** Makes the assignments to other objects' attributes known, as a cell, so that whatever relies on it notices a change. */
export function noteForeignAssignments(machine: Machine, scope: LexicalScope, chunks: readonly Chunk[]): void {
  const names = new Set<string>();
  for (const chunk of chunks) {
    let own = foreignAssignments.get(chunk);
    if (own === undefined) foreignAssignments.set(chunk, (own = assignedAttributes([chunk.statement], false)));
    for (const name of own) names.add(name);
  }
  machine.store.set(scope, foreignCell, machine.memory.sameText(scope, [...names].sort().join(" ")));
}

/** Forgets the attributes of an instance that its methods assign; what only `__init__` assigns stays. */
export function forgetAssigned(machine: Machine, instance: ObjectValue): void {
  const { class: owner } = instance.identity;
  if (owner === undefined) return;
  const assigned = attributesAssignedLater(machine, owner);
  for (const name of machine.store.entries(instance.identity).keys()) {
    if (assigned.has(name)) machine.store.set(instance.identity, name, unknown("changed by a method"));
  }
}

/** The names in `object.name = …`, for objects that are `self` or for all others. */
function assignedAttributes(statements: readonly Statement[], ofSelf: boolean): string[] {
  const names: string[] = [];
  const pending: Parameters<typeof childrenOf>[0][] = [...statements];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const targets =
      node.kind === "assign"
        ? node.targets
        : node.kind === "augmented" || node.kind === "annotated"
          ? [node.target]
          : [];
    for (const target of targets.flatMap((t) => (t.kind === "tuple" ? t.elements : [t]))) {
      if (target.kind !== "attribute") continue;
      const isSelf = target.object.kind === "name" && target.object.id === "self";
      if (isSelf === ofSelf) names.push(target.attribute.id);
    }
    pending.push(...childrenOf(node));
  }
  return names;
}
