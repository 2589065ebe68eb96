/** Lists, dicts and sets: objects of the store whose contents are one immutable cell. */
import type { Origin } from "../values/origin.ts";
import { constantOf, integer, mapAtoms, ofAtom, type SymInt } from "../values/symbolic.ts";
import {
  type Identity,
  type ObjectValue,
  text,
  tuple,
  type UniformValue,
  unknown,
  type Value,
} from "../values/value.ts";
import type { Machine } from "./machine.ts";

/** The element at an index: the elements of a `range` are the only ones that depend on it. */
export function uniformElement(value: UniformValue, index: SymInt): Value {
  const { element } = value;
  if (element.kind !== "int" || value.index === undefined) return element;
  const replaced = mapAtoms(element.value, (atom) => (atom.key === value.index ? index : ofAtom(atom)));
  return { ...element, value: replaced ?? element.value };
}

/** The cell that holds a list's or set's elements as a tuple. */
const elements = "elements";
/** Dict entries are cells of their own, with this prefix, so that a branch that sets one key joins only that key. */
const entry = "entry ";
/** Present if a dict may have further entries that nobody knows. */
const openness = "open";

export function newList(
  machine: Machine,
  items: readonly Value[],
  origin: Origin | undefined,
  type: "list" | "set" = "list",
): ObjectValue {
  const object = newObject(type, origin);
  machine.store.set(object.identity, elements, tuple(items));
  return object;
}

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
  open: boolean,
  origin: Origin | undefined,
): ObjectValue {
  const object = newObject("dict", origin);
  machine.store.set(object.identity, openness, open ? unknown("open dict") : tuple([]));
  for (const [key, value] of entries) setEntry(machine, object, key, value);
  return object;
}

function newObject(type: Identity["type"], origin: Origin | undefined): ObjectValue {
  return { kind: "object", identity: { type, class: undefined, label: type, symbolic: false }, origin };
}

/** A uniform sequence this short is as good as a list. */
const maximumExpanded = 64;

/** The elements of a tuple, list or set; undefined where they are not known. */
export function itemsOf(machine: Machine, value: Value): readonly Value[] | undefined {
  if (value.kind === "tuple") return value.items;
  if (value.kind === "uniform") {
    const length = value.length === undefined ? undefined : constantOf(value.length);
    if (length === undefined || length > maximumExpanded) return undefined;
    return Array.from({ length }, (_, i) => uniformElement(value, integer(i)));
  }
  if (value.kind !== "object" || value.identity.type === "instance") return undefined;
  if (value.identity.type === "dict") {
    const keys = entriesOf(machine, value);
    return keys === undefined ? undefined : [...keys.keys()].map((key) => text(key));
  }
  const held = machine.store.get(value.identity, elements);
  return held?.kind === "tuple" ? held.items : undefined;
}

export function setItems(machine: Machine, object: ObjectValue, items: readonly Value[] | undefined): void {
  machine.store.set(object.identity, elements, items === undefined ? unknown("list contents") : tuple(items));
}

/** The entries with known string keys; undefined if there may be others. */
export function entriesOf(machine: Machine, object: ObjectValue): Map<string, Value> | undefined {
  return isOpen(machine, object) ? undefined : knownEntries(machine, object);
}

/** The entries with known string keys; there may be others if the dict is open. */
export function knownEntries(machine: Machine, object: ObjectValue): Map<string, Value> {
  const result = new Map<string, Value>();
  for (const [name, value] of machine.store.entries(object.identity)) {
    if (name.startsWith(entry) && !isRemoved(value) && !mayBeMissing(value))
      result.set(name.slice(entry.length), value);
  }
  return result;
}

export function isOpen(machine: Machine, object: ObjectValue): boolean {
  for (const [name, value] of machine.store.entries(object.identity))
    if (name.startsWith(entry) && mayBeMissing(value)) return true;
  return machine.store.get(object.identity, openness)?.kind !== "tuple";
}

export function getEntry(machine: Machine, object: ObjectValue, key: string): Value | undefined {
  const value = machine.store.get(object.identity, entry + key);
  return value === undefined || isRemoved(value) || mayBeMissing(value) ? undefined : value;
}

export function setEntry(machine: Machine, object: ObjectValue, key: string, value: Value): void {
  machine.store.set(object.identity, entry + key, value);
}

export function removeEntry(machine: Machine, object: ObjectValue, key: string): void {
  machine.store.set(object.identity, entry + key, unknown(removed));
}

/** A key that nobody knows was set: the dict may hold anything under any key. */
export function openDict(machine: Machine, object: ObjectValue): void {
  for (const key of knownEntries(machine, object).keys())
    setEntry(machine, object, key, unknown("a dict entry set under an unknown key"));
  machine.store.set(object.identity, openness, unknown("open dict"));
}

const removed = "removed entry";

/** What a cell holds that a branch did not write and that did not exist before: a dict entry is then missing. */
export function absentCell(name: string): Value | undefined {
  return name.startsWith(entry) ? unknown(removed) : undefined;
}

/** An entry that some branches set and others did not. */
function mayBeMissing(value: Value): boolean {
  return value.kind === "choice" && value.alternatives.some((alternative) => isRemoved(alternative.value));
}

function isRemoved(value: Value): boolean {
  return value.kind === "unknown" && value.cause === removed;
}

/** Forgets what an object that unknown code may have changed holds. */
export function forget(machine: Machine, value: Value, seen = new Set<object>()): void {
  if (value.kind === "opaque") machine.forgetOpaque(value.key);
  if (value.kind === "tuple")
    value.items.forEach((item) => {
      forget(machine, item, seen);
    });
  if (value.kind !== "object" || seen.has(value.identity)) return;
  seen.add(value.identity);
  // Library objects do not change behind the caller's back in ways that matter here.
  if (value.identity.class !== undefined && machine.modules.isContract(value.identity.class.site.path)) return;
  const cells = machine.store.entries(value.identity);
  for (const [name, held] of cells) {
    forget(machine, held, seen);
    machine.store.set(value.identity, name, unknown("changed by code that is not modelled"));
  }
}
