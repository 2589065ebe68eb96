/** `Enum` classes: their members are the only instances. An `IntEnum` member is taken for its number. */
import { add, integer } from "../values/symbolic.ts";
import { asInt, type ClassValue, int, text, tuple, unknown, type Value, valueKey } from "../values/value.ts";
import { newInstance } from "./classes.ts";
import { dictKey } from "./keys.ts";
import type { Machine } from "./machine.ts";

const numberBases = new Set(["enum.IntEnum", "enum.IntFlag"]);
const bases = new Set([...numberBases, "enum.Enum", "enum.StrEnum", "enum.Flag"]);

/** The cell of the class that holds its members in their order. */
const membersCell = " members";

export function isEnumeration(classBases: readonly Value[]): boolean {
  return classBases.some((base) =>
    base.kind === "external" ? bases.has(base.name) : base.kind === "class" && base.enumeration,
  );
}

/** True if members are equal to the values they stand for. */
export function isMixedIn(owner: ClassValue): boolean {
  return owner.bases.some((base) =>
    base.kind === "class" ? isMixedIn(base) : base.kind !== "external" || base.name !== "enum.Enum",
  );
}

/** Turns the assignments of the class body into members. */
export function makeMembers(machine: Machine, owner: ClassValue): void {
  const ownWay = ["__new__", "__init__", "_generate_next_value_"].some((name) => owner.members.has(name));
  const isNumber = owner.bases.some((base) => base.kind === "external" && numberBases.has(base.name));
  const members: Value[] = [];
  let last: Value = int(integer(0));
  for (const [name, given] of owner.members) {
    const isMember = !name.startsWith("_") && given.kind !== "function" && given.kind !== "class";
    if (!isMember) continue;
    const value: Value = given.kind === "external" && given.name === "enum.auto()" ? following(last) : given;
    last = value;
    const earlier = members.find((member) => valueKey(valueOf(machine, member)) === valueKey(value));
    const member = ownWay
      ? unknown("a member made in its own way")
      : (earlier ?? (isNumber ? value : newMember(machine, owner, name, value)));
    if (earlier === undefined) members.push(member);
    machine.store.set(owner.namespace, name, member);
  }
  machine.store.set(owner.namespace, membersCell, ownWay ? unknown("members made in their own way") : tuple(members));
}

function following(last: Value): Value {
  const whole = asInt(last);
  return whole === undefined ? unknown("enum.auto()") : int(add(whole, integer(1)));
}

function newMember(machine: Machine, owner: ClassValue, name: string, value: Value): Value {
  const member = newInstance(owner, false);
  machine.store.set(member.identity, "value", value);
  machine.store.set(member.identity, "name", text(name));
  return member;
}

/** What a member stands for. */
export function valueOf(machine: Machine, member: Value): Value {
  if (member.kind !== "object") return member;
  return machine.store.get(member.identity, "value") ?? unknown("a member without a value");
}

export function membersOfEnumeration(machine: Machine, owner: ClassValue): readonly Value[] | undefined {
  const held = machine.store.get(owner.namespace, membersCell);
  return held?.kind === "tuple" ? held.items : undefined;
}

/** `Enumeration(value)`; undefined if it is not known which member that is. */
export function memberByValue(machine: Machine, owner: ClassValue, value: Value | undefined): Value | undefined {
  const key = value === undefined ? undefined : dictKey(value);
  if (key === undefined) return undefined;
  return membersOfEnumeration(machine, owner)?.find(
    (member) => dictKey(member) === key || dictKey(valueOf(machine, member)) === key,
  );
}
