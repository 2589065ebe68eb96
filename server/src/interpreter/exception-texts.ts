/** What Python prints behind the name of an exception. */
import type { Conversion, Expression, Statement } from "../syntax/ast.ts";
import { nodesIn } from "../syntax/index.ts";
import {
  type ClassValue,
  type FunctionValue,
  type ObjectValue,
  type PassedArgument,
  tuple,
  type Value,
} from "../values/value.ts";
import { bindParameters } from "./passing.ts";
import { call } from "./calls.ts";
import { findInherited, findMember, newInstance, ownerOf } from "./classes.ts";
import { evaluate } from "./expressions.ts";
import { entryFrame } from "./instances.ts";
import type { Frame, Machine } from "./machine.ts";
import { printedText, representation, shown } from "./printing.ts";
import { Unfollowable } from "./probe.ts";
import { fieldsOf, fillFields } from "./records.ts";
import { runBlock } from "./statements.ts";

/** What Python prints for an exception with such arguments. */
export function exceptionText(machine: Machine, isKeyError: boolean, said: readonly Value[]): string {
  const [only, ...others] = said;
  if (only === undefined) return "";
  const written = (value: Value): string => representation(machine, value) ?? shown(value, "r");
  if (others.length > 0) return `(${said.map(written).join(", ")})`;
  // The text of a KeyError is its key as it would be written.
  return isKeyError ? written(only) : (printedText(machine, only) ?? shown(only, "s"));
}

/** What is put into a text does not decide anything: where it is not known, its expression stands for it. */
export function valueInText(machine: Machine, frame: Frame, e: Expression): Value {
  const value = orUnknown(machine, () => evaluate(machine, frame, e)) ?? machine.result(frame, e);
  if (value.kind === "string") return value;
  const content = orUnknown(machine, () => joinedText(machine, frame, e));
  return content === undefined ? value : { kind: "string", value: content, exact: false, origin: value.origin };
}

function orUnknown<T>(machine: Machine, evaluation: () => T): T | undefined {
  const { depth } = machine;
  try {
    return evaluation();
  } catch (error) {
    if (!(error instanceof Unfollowable)) throw error;
    machine.depth = depth;
    return undefined;
  }
}

/** The text of `"…" + str(value)`, with the parts that are known put in. */
function joinedText(machine: Machine, frame: Frame, e: Expression): string | undefined {
  if (e.kind === "binary" && e.operator === "+") {
    const [left, right] = [e.left, e.right].map((part) => {
      const value = evaluate(machine, frame, part);
      return value.kind === "string" ? value.value : joinedText(machine, frame, part);
    });
    return left === undefined || right === undefined ? undefined : left + right;
  }
  const [argument, ...others] = e.kind === "call" ? e.arguments : [];
  if (e.kind !== "call" || argument === undefined || others.length > 0) return undefined;
  const callee = evaluate(machine, frame, e.callee);
  const conversion = callee.kind === "external" ? conversions.get(callee.name) : undefined;
  return conversion && shown(evaluate(machine, frame, argument.value), conversion);
}

const conversions: ReadonlyMap<string, Conversion> = new Map([
  ["builtins.str", "s"],
  ["builtins.repr", "r"],
]);

/** The text that a class makes itself in `__str__`; undefined for another class, or where it is not known. */
export function ownText(
  machine: Machine,
  frame: Frame,
  type: ClassValue,
  args: readonly PassedArgument[],
): string | undefined {
  const method = findMember(machine, type, "__str__").value;
  if (method?.kind !== "function" || findMember(machine, type, "__new__").value !== undefined) return undefined;
  const made = newInstance(type, false);
  const site = machine.site(frame, type.node);
  const condition = machine.paths?.condition;
  const text = orUnknown(machine, () => {
    if (!isMade(machine, frame, type, made, args)) return undefined;
    return call(machine, frame, { kind: "bound", function: method, receiver: made }, [], site);
  });
  // Of a text that hangs on a test nobody knows which one it is.
  return text?.kind === "string" && machine.paths?.condition === condition ? text.value : undefined;
}

/** Sets what `__init__` sets, but for what Python's own keeps; false where that is not known. */
function isMade(
  machine: Machine,
  frame: Frame,
  type: ClassValue,
  made: ObjectValue,
  args: readonly PassedArgument[],
): boolean {
  const initializer = findMember(machine, type, "__init__").value;
  const kept = handedOn(machine, frame, type, initializer, args);
  if (kept !== undefined) machine.store.set(made.identity, "args", tuple(kept));
  const fields = initializer === undefined ? fieldsOf(type) : undefined;
  if (fields !== undefined) fillFields(machine, frame, made, fields, args, machine.site(frame, type.node));
  if (initializer === undefined) return true;
  if (initializer.kind !== "function" || initializer.node.kind !== "function") return false;
  const inner: Frame = { ...entryFrame(initializer, made), caller: frame };
  const instance: PassedArgument = { name: undefined, value: made, site: undefined };
  bindParameters(machine, inner, initializer.node.parameters, initializer.defaults, [instance, ...args]);
  return initializer.node.body.every((statement) => {
    if (handedArguments(statement) !== undefined) return isMadeAbove(machine, type, initializer);
    return !mayChangeArguments(statement) && runBlock(machine, inner, [statement]) === "next";
  });
}

/** True if only Python's own `__init__` is called by that of a class. */
function isMadeAbove(machine: Machine, type: ClassValue, initializer: FunctionValue): boolean {
  const owner = ownerOf(initializer);
  return owner !== undefined && findInherited(machine, type, owner, "__init__")?.kind !== "function";
}

/**
 * The arguments that an exception of a class prints: those that its own `__init__` hands on to Python's, or else those that
 * it is made with. Undefined where that is not known, or where the class has a text of its own.
 */
export function argumentsKept(
  machine: Machine,
  frame: Frame,
  type: ClassValue,
  args: readonly PassedArgument[],
): readonly Value[] | undefined {
  if (["__str__", "__new__"].some((name) => findMember(machine, type, name).value !== undefined)) return undefined;
  const initializer = findMember(machine, type, "__init__").value;
  return orUnknown(machine, () => handedOn(machine, frame, type, initializer, args));
}

function handedOn(
  machine: Machine,
  frame: Frame,
  type: ClassValue,
  initializer: Value | undefined,
  args: readonly PassedArgument[],
): readonly Value[] | undefined {
  if (initializer === undefined) return args.map((argument) => argument.value);
  if (initializer.kind !== "function" || initializer.node.kind !== "function") return undefined;
  const owner = ownerOf(initializer);
  const instance: PassedArgument = { name: undefined, value: newInstance(type, false), site: undefined };
  const inner: Frame = { ...entryFrame(initializer, instance.value), caller: frame };
  bindParameters(machine, inner, initializer.node.parameters, initializer.defaults, [instance, ...args]);
  let kept: readonly Value[] | undefined = args.flatMap(({ name, value }) => (name === undefined ? [value] : []));
  for (const statement of initializer.node.body) {
    const handed = handedArguments(statement);
    if (handed === undefined) {
      if (mayChangeArguments(statement)) return undefined;
      // What is set on the instance is not printed.
      if (!setsAttribute(statement) && runBlock(machine, inner, [statement]) !== "next") return undefined;
      continue;
    }
    // What was set on the instance before is not known here.
    if (handed.some((value) => names(value, initializer.node.parameters[0]?.name.id ?? ""))) return undefined;
    const passed = handed.map((value): PassedArgument => {
      return { name: undefined, value: valueInText(machine, inner, value), site: undefined };
    });
    const next = owner === undefined ? undefined : findInherited(machine, type, owner, "__init__");
    kept = handedOn(machine, inner, type, next, passed);
  }
  return kept;
}

/** The arguments of `super().__init__(…)`; undefined for another statement. */
function handedArguments(statement: Statement): readonly Expression[] | undefined {
  const e = statement.kind === "expression" ? statement.value : undefined;
  if (e?.kind !== "call" || e.callee.kind !== "attribute" || e.callee.attribute.id !== "__init__") return undefined;
  const { object } = e.callee;
  const isSuper = object.kind === "call" && object.callee.kind === "name" && object.callee.id === "super";
  const isPlain = e.arguments.every(({ name, stars }) => name === undefined && stars === 0);
  return isSuper && isPlain ? e.arguments.map(({ value }) => value) : undefined;
}

function setsAttribute(statement: Statement): boolean {
  return (
    statement.kind === "assign" &&
    statement.targets.every((target) => target.kind === "attribute" && target.object.kind === "name")
  );
}

/** True for a statement that may call another `__init__`, or set `args`. */
function mayChangeArguments(statement: Statement): boolean {
  return nodesIn(statement).some(
    (node) => node.kind === "attribute" && (node.attribute.id === "__init__" || node.attribute.id === "args"),
  );
}

function names(e: Expression, name: string): boolean {
  return nodesIn(e).some((node) => node.kind === "name" && node.id === name);
}
