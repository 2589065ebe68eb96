/** Instances of which only the class is known: what `__init__` leaves in each of them. */
import type { Chunk, ClassStatement, Statement } from "../syntax/ast.ts";
import { remembered, statementsIn } from "../syntax/index.ts";
import {
  type ClassValue,
  describe,
  type FunctionValue,
  type ObjectValue,
  opaque,
  unknown,
  type UsualValue,
  type Value,
} from "../values/value.ts";
import { declaredAs, onlyClassIn, typesIn } from "./annotations.ts";
import { ancestors, findMember, isTransparent, newInstance } from "./classes.ts";
import { hasLostMembers } from "./lost.ts";
import type { Frame, Machine } from "./machine.ts";
import type { Known } from "./memory.ts";
import { fieldsOf } from "./records.ts";
import { boundNames, LexicalScope } from "./scope.ts";
import { runBlock } from "./statements.ts";
import type { Reads } from "./store.ts";
import { withUsual } from "./usual.ts";

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

/** Whether instances have an attribute of their own in place of the class's: a field, or one that is assigned. */
export function setsPerInstance(machine: Machine, owner: ClassValue, name: string): boolean {
  return (
    fieldsOf(owner)?.some((field) => field.name === name) === true ||
    attributesAssignedLater(machine, owner).has(name) ||
    constructionOf(machine, owner)?.attributes.has(name) === true ||
    mayBeField(owner, name) ||
    hasLostMembers(machine, owner)
  );
}

/** True for `name: type = default` in a class of which a base or a decorator that nobody knows may make a record. */
function mayBeField(owner: ClassValue, name: string): boolean {
  const isDeclaredIn = ({ node }: ClassValue): boolean =>
    node.body.some((s) => s.kind === "annotated" && s.target.kind === "name" && s.target.id === name);
  return !isTransparent(owner) && ancestors(owner).classes.some(isDeclaredIn);
}

/** A method runs on an instance whose `__init__` has returned: what that one guards against is ruled out. */
export function assumeConstructed(machine: Machine, owner: ClassValue): void {
  const construction = constructionOf(machine, owner);
  // A guard may be what is lost.
  machine.selective ||= construction?.selective === true || hasLostMembers(machine, owner);
  if (construction === undefined) return;
  machine.known = { ...construction, launch: machine.launch, selective: machine.selective };
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
      bindSymbolically(machine, frame, initializer, instance, false);
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
    scope: new LexicalScope(callee.scope.path, "function", parent, boundNames(callee.node)),
    chunk: callee.site.chunk,
    function: callee,
    receiver,
    caller: undefined,
    callSite: undefined,
    undecided: 0,
    returns: [],
    earlyWrites: [],
    escapes: [],
  };
}

/**
 * Gives each parameter a value that stands for whatever a caller passes. Where no caller is in sight, that none passes it
 * and the default holds is a case of its own.
 */
export function bindSymbolically(
  machine: Machine,
  frame: Frame,
  callee: FunctionValue,
  receiver: Value | undefined,
  withDefaults: boolean,
): void {
  for (const [i, parameter] of callee.node.parameters.entries()) {
    const name = parameter.name.id;
    if (i === 0 && receiver !== undefined) {
      machine.store.set(frame.scope, name, receiver);
      continue;
    }
    const origin = machine.origin("parameter", frame, parameter, [], name);
    const { annotation } = parameter;
    const type = annotation === undefined ? undefined : onlyClassIn(machine, frame, annotation);
    const types = annotation === undefined ? undefined : typesIn(machine, frame, annotation);
    const value = opaque(machine.fresh(`parameter ${name}`), name, origin);
    const usual = withDefaults ? usualDefault(callee, name, value.key) : undefined;
    const declared = declaredAs(value, types ?? typeOfDefault(callee.defaults.get(name)));
    machine.store.set(frame.scope, name, type === undefined ? withUsual(declared, usual) : newInstance(type, true));
  }
}

function usualDefault(callee: FunctionValue, name: string, key: string): UsualValue | undefined {
  const value = callee.defaults.get(name);
  if (value === undefined || value.kind === "unknown" || value.kind === "choice") return undefined;
  return { key, value, words: `${name} is ${describe(value)}, its default` };
}

/** What is called unless a caller passes something else: others will be like it. */
function typeOfDefault(value: Value | undefined): readonly Value[] | undefined {
  if (value?.kind === "function" || value?.kind === "bound") return [value];
  const type = value?.kind === "object" ? value.identity.class : undefined;
  return type === undefined ? undefined : [type];
}

const laterAssignments = new WeakMap<ClassStatement, ReadonlySet<string>>();

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

const foreignAssignmentsIn = remembered(({ statement }: Chunk) => assignedAttributes([statement], false));

/** A cell of each module: the attributes that its code assigns to anything but `self`. */
const foreignCell = " assigned attributes";

/** Makes the assignments to other objects' attributes known, as a cell, so that whatever relies on it notices a change. */
export function noteForeignAssignments(machine: Machine, scope: LexicalScope, chunks: readonly Chunk[]): void {
  const names = new Set<string>();
  for (const chunk of chunks) for (const name of foreignAssignmentsIn(chunk)) names.add(name);
  if (!machine.modules.isContract(scope.path)) for (const name of names) machine.patched(name);
  machine.noteNames(scope, foreignCell, names);
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
export function assignedAttributes(statements: readonly Statement[], ofSelf: boolean): string[] {
  const names: string[] = [];
  for (const node of statements.flatMap(statementsIn)) {
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
  }
  return names;
}
