/** What a mapping, or pairs of keys and values, adds to a dict. */
import type { ObjectValue, Value } from "../values/value.ts";
import { type Entries, heldEntries, itemsOf, openDict, setEntry } from "./containers.ts";
import { dictKey } from "./keys.ts";
import type { Machine } from "./machine.ts";

/** The entries that it has; undefined if any may be there. */
export function mergedEntries(machine: Machine, value: Value): Entries | undefined {
  if (value.kind === "object" && value.identity.type === "dict") return heldEntries(machine, value);
  const entries = new Map<string, Value>();
  for (const pair of itemsOf(machine, value) ?? [undefined]) {
    const [key, item] = pair === undefined ? [] : (itemsOf(machine, pair) ?? []);
    const name = key === undefined ? undefined : dictKey(key);
    if (name === undefined || item === undefined) return undefined;
    entries.set(name, item);
  }
  return { entries, isOpen: false };
}

/** `target.update(more)` */
export function updateWith(machine: Machine, target: ObjectValue, more: Value): void {
  const further = mergedEntries(machine, more);
  if (further?.isOpen !== false) openDict(machine, target);
  for (const [key, value] of further?.entries ?? []) setEntry(machine, target, key, value);
}
