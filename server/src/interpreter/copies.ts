/** `copy.copy` and `copy.deepcopy`. */
import { type ChoiceValue, type ObjectValue, tuple, type Value } from "../values/value.ts";
import { choose, type Guarded } from "./choices.ts";
import { newObjectLike } from "./containers.ts";
import { findMember } from "./classes.ts";
import type { Machine } from "./machine.ts";

/** A copy of an object, and of everything in it if `deep`; undefined where a copy is not just that. */
export function copyOf(
  machine: Machine,
  value: Value,
  deep: boolean,
  made = new Map<object, ObjectValue>(),
): Value | undefined {
  if (value.kind === "tuple") {
    if (!deep) return value;
    const items = value.items.map((item) => copyOf(machine, item, deep, made));
    return items.includes(undefined)
      ? undefined
      : tuple(
          items.filter((item) => item !== undefined),
          value.origin,
        );
  }
  if (value.kind === "choice") return deep ? copyOfChoice(machine, value, made) : value;
  if (value.kind === "uniform")
    return deep && copyOf(machine, value.element, deep, made) !== value.element ? undefined : value;
  if (value.kind !== "object") return value;
  const { identity } = value;
  const known = made.get(identity);
  if (known !== undefined) return known;
  if (identity.type === "iterator" || identity.attributesOf !== undefined || identity.symbolic) return undefined;
  if (identity.class !== undefined) {
    const { class: owner } = identity;
    if (owner.enumeration || machine.modules.isContract(owner.site.path)) return value;
    const hooks = ["__copy__", "__deepcopy__", "__reduce__", "__getstate__", "__new__"];
    if (hooks.some((name) => findMember(machine, owner, name).value !== undefined)) return undefined;
  }
  const copy = newObjectLike(value);
  made.set(identity, copy);
  for (const [name, held] of machine.store.entries(identity)) {
    const inside = deep ? copyOf(machine, held, deep, made) : held;
    if (inside === undefined) return undefined;
    machine.store.set(copy.identity, name, inside);
  }
  return copy;
}

function copyOfChoice(machine: Machine, value: ChoiceValue, made: Map<object, ObjectValue>): Value | undefined {
  const copies = value.alternatives.flatMap(({ condition, value: one }): Guarded[] => {
    const copy = copyOf(machine, one, true, made);
    return copy === undefined ? [] : [{ condition, value: copy }];
  });
  return copies.length < value.alternatives.length ? undefined : choose(copies);
}
