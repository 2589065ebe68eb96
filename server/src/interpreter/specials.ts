/** Methods that Python calls for operators and builtins, such as `__getitem__`. */
import type { Span } from "../syntax/ast.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { call } from "./calls.ts";
import { findMember } from "./classes.ts";
import type { Frame, Machine } from "./machine.ts";

/** The result of an instance's special method; undefined if its class defines none that is known. */
export function callSpecial(
  machine: Machine,
  frame: Frame,
  self: ObjectValue,
  name: string,
  values: readonly Value[],
  span: Span,
): Value | undefined {
  const member = self.identity.class === undefined ? undefined : findMember(machine, self.identity.class, name).value;
  if (member?.kind !== "function") return undefined;
  const args = values.map((value) => ({ name: undefined, value, site: undefined }));
  return call(machine, frame, { kind: "bound", function: member, receiver: self }, args, machine.site(frame, span));
}

/** What `item in container` calls where the container's class says what is in it. */
export function askContainer(
  machine: Machine,
  frame: Frame,
  container: Value,
  item: Value,
  span: Span,
): Value | undefined {
  return container.kind === "object" && container.identity.type === "instance"
    ? callSpecial(machine, frame, container, "__contains__", [item], span)
    : undefined;
}

/** True if the class, or a base that is not known, may define one of the methods. */
export function mayDefine(machine: Machine, self: ObjectValue, names: readonly string[]): boolean {
  const { class: owner } = self.identity;
  if (owner === undefined) return false;
  return names.some((name) => {
    const found = findMember(machine, owner, name);
    return found.value !== undefined || !found.complete;
  });
}
