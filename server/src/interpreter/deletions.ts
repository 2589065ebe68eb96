/** `del` */
import type { Expression } from "../syntax/ast.ts";
import { unknown, type Value } from "../values/value.ts";
import { forget, itemsOf, openDict, removeAttribute, removeEntry, setItems } from "./containers.ts";
import { evaluate } from "./expressions.ts";
import { dictKey } from "./keys.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignTarget } from "./names.ts";
import { positionsOf } from "./subscripts.ts";

export function deleteTarget(machine: Machine, frame: Frame, target: Expression): void {
  switch (target.kind) {
    case "name":
      assignTarget(machine, frame, target, unknown("a deleted name"));
      return;
    case "tuple":
    case "list":
      for (const one of target.elements) deleteTarget(machine, frame, one);
      return;
    case "attribute": {
      const object = evaluate(machine, frame, target.object);
      if (object.kind === "unknown" || object.kind === "choice") forget(machine, object);
      if (object.kind === "object" && object.identity.type === "instance")
        removeAttribute(machine, object.identity, target.attribute.id);
      return;
    }
    case "subscript":
      deleteItem(machine, evaluate(machine, frame, target.object), evaluate(machine, frame, target.index));
      return;
    default:
  }
}

function deleteItem(machine: Machine, object: Value, index: Value): void {
  if (object.kind === "choice") {
    for (const { value } of object.alternatives)
      deleteItem(machine, value, unknown("an item of one of several objects"));
  }
  if (object.kind === "opaque") machine.forgetOpaque(object.key);
  if (object.kind === "unknown") forget(machine, object);
  if (object.kind !== "object") return;
  if (object.identity.type === "dict") {
    const key = dictKey(index);
    if (key === undefined) openDict(machine, object);
    else removeEntry(machine, object, key);
    return;
  }
  const items = itemsOf(machine, object);
  const taken = items === undefined ? undefined : positionsOf(items.length, index);
  setItems(machine, object, taken === undefined ? undefined : items?.filter((_, i) => !taken.includes(i)));
}
