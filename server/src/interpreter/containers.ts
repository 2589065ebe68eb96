/** Lists, dicts, sets and iterators: objects whose contents are cells of the store. */
import { unknownOf } from "../values/aliases.ts";
import { codePoints } from "../values/code-points.ts";
import { longestWritten } from "../values/extent.ts";
import type { Origin } from "../values/origin.ts";
import { constantOf, integer, mapAtoms, ofAtom, type SymInt } from "../values/symbolic.ts";
import {
  type Identity,
  type ObjectValue,
  tuple,
  type UniformValue,
  unknown,
  type Value,
  valueKey,
} from "../values/value.ts";
import { choose, settle } from "./choices.ts";
import { membersOfEnumeration } from "./enumerations.ts";
import { forgetAssigned } from "./instances.ts";
import { dictKey, keyValue } from "./keys.ts";
import type { Machine } from "./machine.ts";
import type { Reads } from "./store.ts";
import { resized } from "./tensors/shape.ts";

/** The element at an index: the elements of a `range` and pieces of a tensor depend on it. */
export function uniformElement(value: UniformValue, index: SymInt): Value {
  const { element, piece } = value;
  if (element.kind === "tensor" && piece !== undefined) return resized(element, piece.axis, piece.sizeAt(index));
  if (element.kind !== "int" || value.index === undefined) return element;
  const replaced = mapAtoms(element.value, (atom) => (atom.key === value.index ? index : ofAtom(atom)));
  return { ...element, value: replaced ?? element.value };
}

/** The cell that holds a list's or set's elements as a tuple. No attribute can have such a name. */
const elements = " elements";
/** Dict entries are cells of their own, with this prefix, so that a branch that sets one key joins only that key. */
const entry = "entry ";
/** What a dict has under any key that has no cell of its own, and what an instance holds if it may have further attributes. */
const openness = " open";
/** What a dict holds if the order of its keys is not that of its cells. */
const disorder = " disorder";
/** What a `defaultdict` calls for a key that is not there. */
export const factoryCell = " factory";

export function newList(
  machine: Machine,
  items: readonly Value[],
  origin: Origin | undefined,
  type: "list" | "set" | "iterator" = "list",
): ObjectValue {
  const object = newObject(type, origin);
  setItems(machine, object, items);
  return object;
}

/** What runs when somebody asks for its values gives these as long as what it read stays what it was. */
export function newIterator(
  machine: Machine,
  items: readonly Value[],
  reads: Reads,
  origin: Origin | undefined,
): ObjectValue {
  const object = newList(machine, items, origin, "iterator");
  premises.set(object.identity, reads);
  return object;
}

/** Makes an iterator over what may change before somebody asks for its values. */
export function readLater(machine: Machine, make: () => Value | undefined): Value | undefined {
  let made: Value | undefined;
  const { layer, reads } = machine.store.record(() => {
    made = make();
  });
  machine.store.apply(layer);
  const others = new Map([...reads].filter(([owner]) => !layer.has(owner)));
  if (made?.kind === "object" && made.identity.type === "iterator") premises.set(made.identity, others);
  return made;
}

const premises = new WeakMap<Identity, Reads>();

/** A list of one element, repeated as often as a symbol says. */
export function newRepeated(machine: Machine, repeated: UniformValue, origin: Origin | undefined): ObjectValue {
  const object = newObject("list", origin);
  machine.store.set(object.identity, elements, repeated);
  return object;
}

/** What a list repeats, if it is one of those; undefined once it was changed in any way. */
export function repeatedIn(machine: Machine, value: Value): UniformValue | undefined {
  if (value.kind !== "object" || value.identity.type !== "list") return undefined;
  const held = machine.store.get(value.identity, elements);
  return held?.kind === "uniform" ? held : undefined;
}

export function newDict(
  machine: Machine,
  entries: ReadonlyMap<string, Value>,
  others: Value,
  origin: Origin | undefined,
): ObjectValue {
  const object = newObject("dict", origin);
  machine.store.set(object.identity, openness, others);
  for (const [key, value] of entries) setEntry(machine, object, key, value);
  return object;
}

function newObject(type: Identity["type"], origin: Origin | undefined): ObjectValue {
  return { kind: "object", identity: { type, class: undefined, label: type, symbolic: false }, origin };
}

/** A new object without contents, of the same type and class. */
export function newObjectLike(object: ObjectValue): ObjectValue {
  return { kind: "object", identity: { ...object.identity }, origin: object.origin };
}

function distinct(items: readonly Value[]): readonly Value[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = dictKey(item) ?? valueKey(item);
    if (key === undefined) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** A uniform sequence this short is as good as a list. */
const maximumExpanded = 64;

/** The elements in their order; undefined where they or their order are not known. Running through an iterator uses it up. */
export function itemsOf(machine: Machine, value: Value): readonly Value[] | undefined {
  if (value.kind === "string")
    return value.exact ? codePoints(value.value).map((letter) => stringOf(letter, value)) : undefined;
  const items = membersOf(machine, value);
  // The order of a set is nobody's business.
  const unordered = value.kind === "object" && value.identity.type === "set" && (items?.length ?? 0) > 1;
  return unordered ? undefined : items;
}

function stringOf(letter: string, whole: Value): Value {
  return { kind: "string", value: letter, exact: true, origin: whole.origin };
}

/** The elements in any order. */
export function membersOf(machine: Machine, value: Value): readonly Value[] | undefined {
  if (value.kind === "tuple") return value.items;
  if (value.kind === "uniform") {
    const length = value.length === undefined ? undefined : constantOf(value.length);
    if (length === undefined || length > maximumExpanded) return undefined;
    return Array.from({ length }, (_, i) => uniformElement(value, integer(i)));
  }
  if (value.kind === "class" && value.enumeration) return membersOfEnumeration(machine, value);
  if (value.kind !== "object") return undefined;
  if (value.identity.type === "dict") return keysOf(machine, value);
  const items = peek(machine, value);
  if (items !== undefined && value.identity.type === "iterator")
    machine.store.set(value.identity, elements, unknown("an iterator used before"));
  return items;
}

/** How many elements there are; undefined where two of a set may be the same. */
export function countOf(machine: Machine, value: Value): number | undefined {
  const items = membersOf(machine, value);
  const maybeSame = value.kind === "object" && value.identity.type === "set" && (items?.length ?? 0) > 1;
  return maybeSame && items?.some((item) => dictKey(item) === undefined) === true ? undefined : items?.length;
}

/** The contents of a list as a tuple or, where branches left different ones, as one of several. */
export function contentsOf(machine: Machine, object: ObjectValue): Value | undefined {
  if (object.identity.type !== "list") return undefined;
  const held = machine.store.get(object.identity, elements);
  return held === undefined ? undefined : settle(machine, held);
}

/** The elements of a list or iterator without using them up. */
export function peek(machine: Machine, object: ObjectValue): readonly Value[] | undefined {
  const cell = machine.store.get(object.identity, elements);
  const held = cell === undefined ? undefined : settle(machine, cell);
  const reads = premises.get(object.identity);
  const holds = reads === undefined || machine.store.unchanged(reads);
  return holds && held?.kind === "tuple" ? held.items : undefined;
}

export function setItems(machine: Machine, object: ObjectValue, items: readonly Value[] | undefined): void {
  if (items === undefined || items.length > longestWritten) {
    machine.store.set(object.identity, elements, unknown("list contents"));
    return;
  }
  machine.store.set(object.identity, elements, tuple(object.identity.type === "set" ? distinct(items) : items));
}

// ------------------------------------------------------------------------------------------------- dict entries

/** The dict that `instance.__dict__` is. */
export function namespaceOf(instance: Identity): ObjectValue {
  let identity = namespaces.get(instance);
  if (identity === undefined) {
    identity = { type: "dict", class: undefined, label: "dict", symbolic: instance.symbolic, attributesOf: instance };
    namespaces.set(instance, identity);
  }
  return { kind: "object", identity };
}

const namespaces = new WeakMap<Identity, Identity>();

/** The object whose cells hold the entries, and how the cell of a key is called. */
function cellsOf(object: ObjectValue): { readonly owner: Identity; readonly prefix: string } {
  const { attributesOf } = object.identity;
  return attributesOf === undefined ? { owner: object.identity, prefix: entry } : { owner: attributesOf, prefix: "" };
}

function keysOf(machine: Machine, object: ObjectValue): readonly Value[] | undefined {
  return orderedEntries(machine, object)?.map(([key]) => key);
}

/** Keys and values in the order of insertion; undefined where one of them or the order is not known. */
export function orderedEntries(machine: Machine, object: ObjectValue): [Value, Value][] | undefined {
  const entries = entriesOf(machine, object);
  const { owner } = cellsOf(object);
  if (entries === undefined || machine.store.get(owner, disorder) !== undefined) return undefined;
  const result: [Value, Value][] = [];
  for (const [key, value] of entries) {
    const original = keyValue(key);
    if (original === undefined) return undefined;
    result.push([original, value]);
  }
  return result;
}

/** All entries, by the texts of their keys; undefined if there may be others. */
export function entriesOf(machine: Machine, object: ObjectValue): Map<string, Value> | undefined {
  return isOpen(machine, object) ? undefined : knownEntries(machine, object);
}

/** The entries that are known to be there; there may be others if the dict is open. */
export function knownEntries(machine: Machine, object: ObjectValue): Map<string, Value> {
  return new Map([...heldEntries(machine, object).entries].filter(([, value]) => !mayBeMissing(value)));
}

/** Entries by the texts of their keys. */
export interface Entries {
  /** One that is there under conditions has gaps: alternatives that are `absent`. */
  readonly entries: ReadonlyMap<string, Value>;
  /** What is there under any other key: `absent`, `anything`, or the one or the other. */
  readonly others: Value;
}

/** All that a dict holds, be it under conditions. */
export function heldEntries(machine: Machine, object: ObjectValue): Entries {
  const { owner, prefix } = cellsOf(object);
  const entries = new Map<string, Value>();
  let isInDoubt = false;
  for (const [name, cell] of machine.store.entries(owner)) {
    if (!name.startsWith(prefix) || name.startsWith(" ")) continue;
    const value = settle(machine, cell);
    const isOne =
      value.kind !== "choice" || value.alternatives.every((one) => isRemoved(one.value) || !mayBeMissing(one.value));
    if (!isOne || (value.kind !== "choice" && mayBeMissing(value))) isInDoubt = true;
    else if (!isRemoved(value)) entries.set(name.slice(prefix.length), value);
  }
  return { entries, others: isInDoubt ? anything : othersOf(machine, owner) };
}

/** Entries over those that are there before: where there are none, or may be none, what is below shines through. */
export function overlay(under: Entries, over: Entries): Entries {
  const entries = new Map<string, Value>();
  for (const key of new Set([...under.entries.keys(), ...over.entries.keys()]))
    entries.set(key, withoutGaps(over.entries.get(key) ?? over.others, under.entries.get(key) ?? under.others));
  return { entries, others: withoutGaps(over.others, under.others) };
}

export function isOpen(machine: Machine, object: ObjectValue): boolean {
  const { owner, prefix } = cellsOf(object);
  for (const [name, value] of machine.store.entries(owner))
    if (name.startsWith(prefix) && mayBeMissing(settle(machine, value))) return true;
  return !isRemoved(othersOf(machine, owner));
}

/** What is there under a key that has no cell. */
function othersOf(machine: Machine, owner: Identity): Value {
  const held = machine.store.get(owner, openness);
  if (owner.type === "instance") return owner.symbolic || held !== undefined ? anything : absent;
  return held === undefined ? anything : settle(machine, held);
}

/** What is under a key; undefined if it is not there or may be missing. */
export function getEntry(machine: Machine, object: ObjectValue, key: string): Value | undefined {
  const { owner, prefix } = cellsOf(object);
  const cell = machine.store.get(owner, prefix + key);
  const value = cell === undefined ? undefined : settle(machine, cell);
  return value === undefined || isRemoved(value) || mayBeMissing(value) ? undefined : value;
}

/** What is under a key, something else where nothing is; undefined where that is not known. */
export function getEntryOr(machine: Machine, object: ObjectValue, key: string, otherwise: Value): Value | undefined {
  const { owner, prefix } = cellsOf(object);
  const cell = machine.store.get(owner, prefix + key);
  if (cell === undefined && isOpen(machine, object) && othersOf(machine, owner).kind !== "choice") return undefined;
  const value = cell === undefined ? absent : settle(machine, cell);
  // A branch that does not set it leaves what a dict that may hold anything has there.
  const isHidden = value.kind === "choice" || cell === undefined;
  return withoutGaps(value, isHidden ? withoutGaps(othersOf(machine, owner), otherwise) : otherwise);
}

/** A cell's value with another value in place of the alternatives in which it does not exist. */
export function withoutGaps(value: Value, otherwise: Value): Value {
  if (isRemoved(value)) return otherwise;
  if (value.kind !== "choice") return mayBeMissing(value) ? anything : value;
  return choose(
    value.alternatives.map(({ condition, value: one }) => ({ condition, value: isRemoved(one) ? otherwise : one })),
  );
}

export function setEntry(machine: Machine, object: ObjectValue, key: string, value: Value): void {
  const { owner, prefix } = cellsOf(object);
  const before = machine.store.get(owner, prefix + key);
  // A key that comes back is the last one, while its cell keeps its place.
  if (before !== undefined && (isRemoved(before) || mayBeMissing(before)))
    machine.store.set(owner, disorder, tuple([]));
  machine.store.set(owner, prefix + key, withoutGaps(value, before ?? absent));
}

export function removeEntry(machine: Machine, object: ObjectValue, key: string): void {
  const { owner, prefix } = cellsOf(object);
  machine.store.set(owner, prefix + key, absent);
}

/** A key that nobody knows was set or removed: the dict may hold anything under any key. */
export function openDict(machine: Machine, object: ObjectValue): void {
  const { owner, prefix } = cellsOf(object);
  for (const name of machine.store.entries(owner).keys())
    if (name.startsWith(prefix) && !name.startsWith(" ")) machine.store.set(owner, name, unknown(inDoubt));
  machine.store.set(owner, openness, anything);
}

const removed = "removed entry";
const inDoubt = "entry in doubt";

/** What is under a key that is not there. */
export const absent: Value = unknown(removed);

/** What is under a key of which nobody knows whether it is there. */
export const anything: Value = unknown("an entry that may be there");

/** What a cell holds that a branch did not write and that did not exist before: that entry or attribute is then missing. */
export function absentCell(owner: object, name: string): Value | undefined {
  const isInstance = "type" in owner && owner.type === "instance" && !name.startsWith(" ");
  return name.startsWith(entry) || isInstance ? absent : undefined;
}

/** An entry that some branches set and others did not. */
export function mayBeMissing(value: Value): boolean {
  return value.kind === "choice"
    ? value.alternatives.some((alternative) => isRemoved(alternative.value) || mayBeMissing(alternative.value))
    : value.kind === "unknown" && value.cause === inDoubt;
}

/** What a cell may hold after several values of which no one is known: an entry may be missing then, or surely is. */
export function anyOf(values: readonly Value[], cause: string): Value {
  if (values.length > 0 && values.every(isRemoved)) return absent;
  return unknownOf(values.some((value) => isRemoved(value) || mayBeMissing(value)) ? inDoubt : cause, values);
}

export function isRemoved(value: Value): boolean {
  return value.kind === "unknown" && value.cause === removed;
}

export function removeAttribute(machine: Machine, instance: Identity, name: string): void {
  machine.store.set(instance, name, absent);
}

/** What holds a list or dict of a library object that code has which is not modelled. */
const shared = " shared";

/** True if code that is not modelled may put more into a library object's list. */
export function isShared(machine: Machine, value: Value | undefined): boolean {
  return value?.kind !== "object" || machine.store.get(value.identity, shared) !== undefined;
}

/** Forgets what an object that unknown code may have changed holds. */
export function forget(machine: Machine, value: Value, seen = new Set<object>()): void {
  if (value.kind === "opaque") machine.forgetOpaque(value.key);
  if (value.kind === "unknown")
    value.mayBe?.forEach((one) => {
      forget(machine, one, seen);
    });
  if (value.kind === "tuple")
    value.items.forEach((item) => {
      forget(machine, item, seen);
    });
  if (value.kind === "choice")
    value.alternatives.forEach((alternative) => {
      forget(machine, alternative.value, seen);
    });
  // Whoever has a method can call it.
  if (value.kind === "bound" && value.receiver.kind === "object") forgetAssigned(machine, value.receiver);
  if (value.kind !== "object") return;
  const { owner } = cellsOf(value);
  if (seen.has(owner)) return;
  seen.add(owner);
  // Library objects do not change behind the caller's back in ways that matter here, but more may be put into them.
  if (owner.class !== undefined && machine.modules.isContract(owner.class.site.path)) {
    for (const held of machine.store.entries(owner).values())
      if (held.kind === "object") machine.store.set(held.identity, shared, held);
    return;
  }
  const isFixed = owner.class?.enumeration === true || owner.class?.record === "tuple";
  for (const [name, held] of machine.store.entries(owner)) {
    forget(machine, held, seen);
    if (!isFixed) machine.store.set(owner, name, unknown("changed by code that is not modelled"));
  }
  if (owner.type === "dict" || (owner.type === "instance" && !isFixed)) machine.store.set(owner, openness, anything);
}
