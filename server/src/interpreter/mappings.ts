/** What a mapping, or pairs of keys and values, adds to a dict. */
import { both } from "../values/condition.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { choose, settle } from "./choices.ts";
import {
  absent,
  anything,
  type Entries,
  heldEntries,
  isRemoved,
  itemsOf,
  mayBeMissing,
  openDict,
  setEntry,
} from "./containers.ts";
import { dictKey } from "./keys.ts";
import type { Machine } from "./machine.ts";

/** The entries that it has; of one of several mappings each has those of its own where it is the one. */
export function mergedEntries(machine: Machine, value: Value): Entries {
  const settled = settle(machine, value);
  if (settled.kind !== "choice") return entriesOfOne(machine, settled);
  const outer = machine.condition;
  const all = settled.alternatives.map(({ condition, value: one }) => {
    machine.condition = both(outer, condition) ?? outer;
    return { condition, ...entriesOfOne(machine, one) };
  });
  machine.condition = outer;
  const merged = new Map<string, Value>();
  let isInDoubt = false;
  for (const name of new Set(all.flatMap(({ entries }) => [...entries.keys()]))) {
    const held = choose(
      all.map((one) => ({
        condition: one.condition,
        value: one.entries.get(name) ?? one.others,
      })),
    );
    if (held.kind === "choice" || !mayBeMissing(held)) merged.set(name, held);
    else isInDoubt = true;
  }
  const others = choose(all.map((one) => ({ condition: one.condition, value: one.others })));
  return { entries: merged, others: isInDoubt ? anything : others };
}

function entriesOfOne(machine: Machine, value: Value): Entries {
  if (value.kind === "object" && value.identity.type === "dict") return heldEntries(machine, value);
  const entries = new Map<string, Value>();
  for (const pair of itemsOf(machine, value) ?? [undefined]) {
    const [key, item] = pair === undefined ? [] : (itemsOf(machine, pair) ?? []);
    const name = key === undefined ? undefined : dictKey(key);
    if (name === undefined || item === undefined) return { entries: new Map(), others: anything };
    entries.set(name, item);
  }
  return { entries, others: absent };
}

/** `target.update(more)` */
export function updateWith(machine: Machine, target: ObjectValue, more: Value): void {
  const { entries, others } = mergedEntries(machine, more);
  if (!isRemoved(others)) openDict(machine, target);
  for (const [key, value] of entries) setEntry(machine, target, key, value);
}
