/** Reading names, and assigning to targets of every form. */
import type { Expression, NameExpression, Span } from "../syntax/ast.ts";
import { subtract, integer } from "../values/symbolic.ts";
import { asInt, int, unknown, type Value } from "../values/value.ts";
import { setAttribute } from "./attributes.ts";
import { isBuiltin } from "./builtins.ts";
import { choose } from "./choices.ts";
import { itemsOf, newList, repeatedIn } from "./containers.ts";
import { evaluate } from "./expressions.ts";
import { resolveImported } from "./imports.ts";
import { libraryName } from "./library-names.ts";
import { lost, mayHaveLostName } from "./lost.ts";
import type { Frame, Machine } from "./machine.ts";
import { moduleVariable } from "./module-state.ts";
import type { LexicalScope } from "./scope.ts";
import { callSpecial } from "./specials.ts";
import { assignSubscript, element, lengthOfValue } from "./subscripts.ts";
import { lengthOfShape } from "./tensors/index.ts";

export function readName(machine: Machine, frame: Frame, e: NameExpression): Value {
  for (const scope of frame.scope.lookup(e.id)) {
    const value = valueIn(machine, scope, e.id);
    if (value !== undefined) return resolveImported(machine, frame, value);
    if (scope.own?.has(e.id) === true && scope.kind === "function")
      return mayHaveLostName(machine, frame) ? lost : unknown("a name read before it is assigned");
  }
  if (e.id === "__name__" && machine.probe !== undefined) return unknown("the name of a module");
  if (e.id === "__name__") return { kind: "string", value: "__main__", exact: true };
  if (isBuiltin(e.id)) return { kind: "external", name: `builtins.${e.id}` };
  return mayHaveLostName(machine, frame) ? lost : unknown("a name that nothing known defines");
}

/** Of a module whose code is followed, only what is there for good is read. */
function valueIn(machine: Machine, scope: LexicalScope, name: string): Value | undefined {
  const isFollowed = machine.probe !== undefined && scope.kind === "module" && !machine.modules.isContract(scope.path);
  if (isFollowed) return libraryName(machine, scope.path, name);
  return scope.kind === "module" ? moduleVariable(machine, scope, name) : machine.store.get(scope, name);
}

export function assignName(machine: Machine, frame: Frame, name: string, value: Value): void {
  machine.store.set(frame.scope.target(name), name, value);
}

/** `target = value` */
export function assignTarget(machine: Machine, frame: Frame, target: Expression, value: Value): void {
  switch (target.kind) {
    case "name":
      assignName(machine, frame, target.id, value);
      machine.observe?.(frame, target, value);
      return;
    case "tuple":
    case "list":
      unpack(machine, frame, target.elements, value, target);
      return;
    case "starred":
      assignTarget(machine, frame, target.value, value);
      return;
    case "attribute":
      setAttribute(machine, frame, evaluate(machine, frame, target.object), target.attribute.id, value, target);
      machine.observe?.(frame, target, value);
      return;
    case "subscript":
      assignSubscript(
        machine,
        frame,
        evaluate(machine, frame, target.object),
        evaluate(machine, frame, target.index),
        value,
        target,
      );
      return;
    default:
  }
}

function unpack(machine: Machine, frame: Frame, targets: readonly Expression[], value: Value, at: Expression): void {
  const rank = targets.some(({ kind }) => kind === "starred") ? undefined : lengthOfShape(value);
  // What cannot be unpacked does not go on.
  if (rank) machine.facts = machine.facts.assume(rank, "==", integer(targets.length)) ?? machine.facts;
  const parts = unpackedParts(machine, frame, targets, value, at);
  for (const [i, target] of targets.entries()) assignTarget(machine, frame, target, parts[i] ?? unknown("unpacking"));
}

function unpackedParts(
  machine: Machine,
  frame: Frame,
  targets: readonly Expression[],
  value: Value,
  at: Expression,
): readonly Value[] {
  if (value.kind === "choice") {
    const each = value.alternatives.map((alternative) => ({
      condition: alternative.condition,
      parts: unpackedParts(machine, frame, targets, alternative.value, at),
    }));
    return targets.map((_, i) =>
      choose(each.map(({ condition, parts }) => ({ condition, value: parts[i] ?? unknown("unpacking") }))),
    );
  }
  const star = targets.findIndex((target) => target.kind === "starred");
  const items = itemsOf(machine, value);
  if (items !== undefined) {
    if (star < 0) return items.length === targets.length ? items : targets.map(() => unknown("unpacking"));
    const after = targets.length - star - 1;
    if (items.length < targets.length - 1) return targets.map(() => unknown("unpacking"));
    const middle = newList(machine, items.slice(star, items.length - after), value.origin);
    return [...items.slice(0, star), middle, ...items.slice(items.length - after)];
  }
  const origin = machine.origin("computed", frame, at, [value.origin]);
  return targets.map((target, i) => {
    if (target.kind === "starred")
      return machine.result(frame, target, [value.origin], "unpacking of an unknown length");
    const index = star >= 0 && i > star ? i - targets.length : i;
    return element(machine, frame, value, int(integer(index), origin), target);
  });
}

const elementOf = "an element of what is not known";

/** What an instance with `__iter__` gives. */
export function iteratedItems(machine: Machine, frame: Frame, value: Value, at: Span): readonly Value[] | undefined {
  if (value.kind !== "object" || value.identity.type !== "instance") return undefined;
  const iterator = callSpecial(machine, frame, value, "__iter__", [], at);
  return iterator === undefined ? undefined : itemsOf(machine, iterator);
}

/** The elements a loop over the value runs through: known ones, or one that stands for each. */
export function iterate(
  machine: Machine,
  frame: Frame,
  iterable: Value,
  at: Expression,
): { items: readonly Value[]; complete: boolean } {
  const items = itemsOf(machine, iterable) ?? iteratedItems(machine, frame, iterable, at);
  if (items !== undefined) return { items, complete: true };
  const repeated = iterable.kind === "uniform" ? iterable : repeatedIn(machine, iterable);
  if (repeated !== undefined) return { items: [repeated.element], complete: false };
  if (iterable.kind === "choice" || iterable.kind === "unknown")
    return { items: [unknown(elementOf)], complete: false };
  if (iterable.kind === "tensor") {
    const length = lengthOfValue(machine, iterable);
    if (length !== undefined) {
      const last = asInt(length);
      const index = int(last === undefined ? undefined : subtract(last, integer(1)));
      return { items: [element(machine, frame, iterable, index, at)], complete: false };
    }
  }
  return { items: [machine.result(frame, at, [iterable.origin], elementOf)], complete: false };
}
