/** What a mapping, or pairs of keys and values, adds to a dict. */
import type { ObjectValue, Value } from "../values/value.ts";
import { isOpen, itemsOf, knownEntries, openDict, setEntry } from "./containers.ts";
import { dictKey } from "./keys.ts";
import type { Machine } from "./machine.ts";

/** The entries that are known; undefined if any may be there. */
export function mergedEntries(machine: Machine, value: Value): Map<string, Value> | undefined {
  if (value.kind === "object" && value.identity.type === "dict") return knownEntries(machine, value);
  const entries = new Map<string, Value>();
  for (const pair of itemsOf(machine, value) ?? [undefined]) {
    const [key, item] = pair === undefined ? [] : (itemsOf(machine, pair) ?? []);
    const name = key === undefined ? undefined : dictKey(key);
    if (name === undefined || item === undefined) return undefined;
    entries.set(name, item);
  }
  return entries;
}

export function isOpenDict(machine: Machine, value: Value): boolean {
  return value.kind === "object" && value.identity.type === "dict" && isOpen(machine, value);
}

/** `target.update(more)` */
export function updateWith(machine: Machine, target: ObjectValue, more: Value): void {
  const entries = mergedEntries(machine, more);
  if (entries === undefined || isOpenDict(machine, more)) openDict(machine, target);
  for (const [key, value] of entries ?? []) setEntry(machine, target, key, value);
}
