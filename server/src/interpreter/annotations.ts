/** What annotations say of a value: the classes that it may be an instance of. */
import type { Expression, Statement } from "../syntax/ast.ts";
import { type ClassValue, opaque, type OpaqueValue, tuple, type Value } from "../values/value.ts";
import { getAttribute } from "./attributes.ts";
import { ancestors, isDescendant } from "./classes.ts";
import { hasLostAttributes, isLost, lost } from "./lost.ts";
import type { Frame, Machine } from "./machine.ts";
import { moduleFrame } from "./modules.ts";
import { readName } from "./names.ts";
import { LexicalScope } from "./scope.ts";

/** Words of annotations that say nothing by themselves. */
const wrappers = new Set(["Optional", "Union", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "None"]);

/**
 * The classes an annotation names, in quotes or not, alone or as alternatives. A class that nobody knows is an external
 * value of its name. Undefined if nothing is said.
 */
export function typesIn(machine: Machine, frame: Frame, annotation: Expression): readonly Value[] | undefined {
  const names = namesIn(annotation)?.filter((name) => !wrappers.has(lastPart(name)));
  if (names === undefined || names.length === 0) return undefined;
  return [...new Set(names)].map((name) => valueOfName(machine, frame, name, annotation));
}

/** The only class that an annotation names, if its source is known and nothing else is allowed. */
export function onlyClassIn(machine: Machine, frame: Frame, annotation: Expression): ClassValue | undefined {
  const isOne =
    annotation.kind === "name" ||
    annotation.kind === "attribute" ||
    (annotation.kind === "string" && /^\s*[\w.]+\s*$/.test(annotation.value));
  const [type] = isOne ? (typesIn(machine, frame, annotation) ?? []) : [];
  return type?.kind === "class" ? type : undefined;
}

function namesIn(e: Expression): readonly string[] | undefined {
  switch (e.kind) {
    case "name":
      return [e.id];
    case "attribute": {
      const [object, ...others] = namesIn(e.object) ?? [];
      return object === undefined || others.length > 0 ? undefined : [`${object}.${e.attribute.id}`];
    }
    case "string":
      return e.value.match(/[A-Za-z_][\w.]*/g) ?? [];
    case "constant":
      return [];
    case "tuple":
      return together(e.elements);
    case "binary":
      return e.operator === "|" ? together([e.left, e.right]) : undefined;
    case "subscript": {
      const [outer = ""] = namesIn(e.object) ?? [];
      if (!wrappers.has(lastPart(outer))) return [outer];
      // Behind the type, `Annotated` holds whatever somebody wants to say about it.
      if (lastPart(outer) === "Annotated" && e.index.kind === "tuple") return together(e.index.elements.slice(0, 1));
      return together([e.index]);
    }
    default:
      return undefined;
  }
}

function together(parts: readonly Expression[]): readonly string[] | undefined {
  const names = parts.map(namesIn);
  return names.includes(undefined) ? undefined : names.flatMap((some) => some ?? []);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function valueOfName(machine: Machine, frame: Frame, name: string, at: Expression): Value {
  const [first = "", ...rest] = name.split(".");
  const { start, end } = at;
  let value = readName(machine, frame, { kind: "name", id: first, start, end });
  for (const part of rest) value = getAttribute(machine, frame, value, part, at);
  return value.kind === "unknown" && !isLost(value) ? { kind: "external", name } : value;
}

/** A value about which nothing else is known, as what an annotation says it is. */
export function declaredAs(value: OpaqueValue, types: readonly Value[] | undefined): OpaqueValue {
  return types === undefined ? value : { ...value, declared: types };
}

/** A value of an expression that is not known, as what an annotation says it is. */
export function annotated(machine: Machine, frame: Frame, value: Value, annotation: Expression): Value {
  if (machine.probe !== undefined || (value.kind !== "opaque" && value.kind !== "unknown")) return value;
  const types = typesIn(machine, frame, annotation);
  if (types === undefined) return value;
  if (value.kind === "opaque") return declaredAs(value, types);
  // Of numbers and tensors nothing is known, not even that there is one.
  const isObject = types.every((type) => type.kind === "class" || !/^(builtins|torch)\./.test(nameOf(type)));
  return isObject ? declaredAs(opaque(machine.fresh("declared"), "a value"), types) : value;
}

function nameOf(type: Value): string {
  return type.kind === "external" ? type.name : "builtins.object";
}

/** Notes what a line without a value says of a variable. */
export function declare(machine: Machine, frame: Frame, name: string, annotation: Expression): void {
  const types = machine.probe === undefined ? typesIn(machine, frame, annotation) : undefined;
  if (types !== undefined) machine.store.set(frame.scope, declarationOf(name), tuple(types));
}

/** What is said of a callee: by the value, or by a line that declares the variable it is in. */
export function typesOfCallee(
  machine: Machine,
  frame: Frame,
  e: Expression,
  callee: Value,
): readonly Value[] | undefined {
  if (callee.kind === "opaque" && callee.declared !== undefined) return callee.declared;
  const declared = e.kind === "name" ? machine.store.get(frame.scope, declarationOf(e.id)) : undefined;
  return declared?.kind === "tuple" ? declared.items : undefined;
}

function declarationOf(name: string): string {
  return ` declared ${name}`;
}

/** What the lines of a class say of an attribute of its instances. */
export function typesOfAttribute(machine: Machine, owner: ClassValue, name: string): readonly Value[] | undefined {
  if (machine.probe !== undefined) return undefined;
  for (const { node, scope, site } of ancestors(owner).classes) {
    const annotation = node.body.flatMap((line) => annotationOf(line, name)).at(-1);
    if (annotation === undefined || !(scope instanceof LexicalScope)) continue;
    return typesIn(machine, moduleFrame(scope, site.chunk), annotation);
  }
  return undefined;
}

function annotationOf(line: Statement, name: string): readonly Expression[] {
  return line.kind === "annotated" && line.target.kind === "name" && line.target.id === name ? [line.annotation] : [];
}

/** Of an attribute of a value that is said to be of some classes; a method of theirs is what it is. */
export function typesThrough(machine: Machine, types: readonly Value[], name: string): readonly Value[] | undefined {
  const found = types.map((type) => {
    if (isLost(type)) return [type];
    if (type.kind !== "class") return undefined;
    const member = machine.store.get(type.namespace, name);
    if (member === undefined ? hasLostAttributes(machine, type) : isLost(member)) return [lost];
    return typesOfAttribute(machine, type, name) ?? (member?.kind === "function" ? [member] : undefined);
  });
  return found.includes(undefined) ? undefined : found.flatMap((some) => some ?? []);
}

/** Classes that say no more than that something can be called, or is a module of a network. */
const general =
  /^(builtins\.(object|type|callable)|(typing|typing_extensions|collections\.abc)\..*|torch\.nn\.(Module|modules\..*|parallel\..*)|torch\.(distributed|jit|fx)\..*)$/;

/** True if a value that is said to be of these classes may be an instance of the class. */
export function mayBeInstance(types: readonly Value[], owner: ClassValue): boolean {
  return types.some((type) => {
    if (type.kind === "class") return isDescendant(type, owner) === true || isDescendant(owner, type) === true;
    if (type.kind === "external") return general.test(type.name) || lastPart(type.name) === owner.node.name.id;
    return type.kind === "opaque" || type.kind === "unknown" || type.kind === "choice" || type.kind === "partial";
  });
}

/** The last part of the name of a type, without what is in its brackets. */
export function typeName(annotation: Expression): string {
  const type = annotation.kind === "subscript" ? annotation.object : annotation;
  if (type.kind === "string") return type.value.replace(/\[.*$/, "").replace(/^.*\./, "");
  return type.kind === "name" ? type.id : type.kind === "attribute" ? type.attribute.id : "";
}
