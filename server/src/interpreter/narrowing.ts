/** What `isinstance(value, Class)` says of the value on the side on which it holds. */
import type { Expression } from "../syntax/ast.ts";
import type { Value } from "../values/value.ts";
import { declaredAs } from "./annotations.ts";
import { newInstance } from "./classes.ts";
import { evaluate } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";

/** Puts what a test says, if it is true or false as given, into the variables and attributes that it names. */
export function narrow(machine: Machine, frame: Frame, test: Expression, truth: boolean): void {
  if (machine.probe !== undefined || machine.paths !== undefined) return;
  if (test.kind === "unary" && test.operator === "not") narrow(machine, frame, test.operand, !truth);
  else if (test.kind === "logical" && (test.operator === "and") === truth) {
    narrow(machine, frame, test.left, truth);
    narrow(machine, frame, test.right, truth);
  } else if (test.kind === "call" && truth) narrowToClass(machine, frame, test);
}

function narrowToClass(machine: Machine, frame: Frame, test: Expression & { kind: "call" }): void {
  const [tested, type] = test.arguments;
  if (test.callee.kind !== "name" || test.callee.id !== "isinstance") return;
  if (tested === undefined || type === undefined || !isPlace(tested.value) || !isPlace(type.value)) return;
  const value = evaluate(machine, frame, tested.value);
  if (value.kind !== "opaque" && value.kind !== "unknown") return;
  const types = evaluate(machine, frame, type.value);
  const narrowed = instanceOf(machine, value, types);
  if (narrowed !== undefined) put(machine, frame, tested.value, narrowed);
}

function isPlace(e: Expression): boolean {
  if (e.kind === "tuple") return e.elements.every(isPlace);
  return e.kind === "name" || (e.kind === "attribute" && isPlace(e.object));
}

function instanceOf(machine: Machine, value: Value, type: Value): Value | undefined {
  if (type.kind === "tuple") {
    const isKnown = type.items.every(({ kind }) => kind === "class" || kind === "external");
    return value.kind === "opaque" && isKnown ? declaredAs(value, type.items) : undefined;
  }
  if (type.kind === "external" && value.kind === "opaque") return declaredAs(value, [type]);
  if (type.kind !== "class" || type.enumeration) return undefined;
  const instance = newInstance(type, true);
  // What was written to it, it has still.
  const written = value.kind === "opaque" ? machine.store.entries(machine.owner(value.key)) : [];
  for (const [name, held] of written) if (!name.startsWith(" ")) machine.store.set(instance.identity, name, held);
  return { ...instance, origin: value.origin };
}

/** Gives the place the value without calling what an assignment would call. */
function put(machine: Machine, frame: Frame, place: Expression, value: Value): void {
  if (place.kind === "name") {
    if (machine.store.get(frame.scope, place.id) !== undefined) machine.store.set(frame.scope, place.id, value);
    return;
  }
  if (place.kind !== "attribute") return;
  const object = evaluate(machine, frame, place.object);
  const owner =
    object.kind === "opaque"
      ? machine.owner(object.key)
      : object.kind === "object" && object.identity.type === "instance"
        ? object.identity
        : undefined;
  // What an instance does not hold itself may be a property.
  const isHeld = owner !== undefined && machine.store.get(owner, place.attribute.id) !== undefined;
  if (owner !== undefined && (isHeld || object.kind === "opaque")) machine.store.set(owner, place.attribute.id, value);
}
