/**
 * Methods that a class inherits and that do something else on its instances: what they use is defined anew below. Written for
 * any instance, they are analysed for these too.
 */
import { nodesIn } from "../syntax/index.ts";
import type { ClassValue, FunctionValue } from "../values/value.ts";
import { ancestors, ownerOf } from "./classes.ts";

/** A method, and the class on whose instances it runs. */
export interface InheritedMethod {
  readonly method: FunctionValue;
  readonly owner: ClassValue;
}

/** The inherited methods of the classes in `definitions` that are defined there as well and run on something new. */
export function inheritedMethods(definitions: readonly (FunctionValue | ClassValue)[]): InheritedMethod[] {
  const methods = new Map<ClassValue["namespace"] | undefined, FunctionValue[]>();
  for (const method of definitions) {
    if (method.kind !== "function") continue;
    const namespace = ownerOf(method)?.namespace;
    methods.set(namespace, [...(methods.get(namespace) ?? []), method]);
  }
  return definitions.flatMap((owner) => {
    if (owner.kind !== "class") return [];
    const { classes } = ancestors(owner);
    if (classes.length === 1) return [];
    const members = classes.map(({ namespace }) => methods.get(namespace) ?? []);
    return members.flatMap((inherited, at) => {
      const anew = new Set(classes.slice(0, at).flatMap(namesOf));
      return inherited
        .filter((method) => !anew.has(nameOf(method)) && usesAny(method, anew, members.flat()))
        .map((method) => ({ method, owner }));
    });
  });
}

function namesOf({ members, fields }: ClassValue): string[] {
  return [...members.keys(), ...(fields ?? []).map(({ name }) => name)];
}

function nameOf({ node }: FunctionValue): string {
  return node.kind === "function" ? node.name.id : "";
}

/** True if a method, or one that it uses on the same instance, uses one of the names, or what another `__init__` makes. */
function usesAny(method: FunctionValue, names: ReadonlySet<string>, methods: readonly FunctionValue[]): boolean {
  if (names.size === 0) return false;
  const used = new Set(ownAttributes(method));
  for (const name of used) {
    if (names.has(name) || names.has("__init__")) return true;
    for (const other of methods)
      if (nameOf(other) === name) for (const further of ownAttributes(other)) used.add(further);
  }
  return false;
}

const known = new WeakMap<object, readonly string[]>();

/** The attributes that a method asks its instance for. */
function ownAttributes({ node }: FunctionValue): readonly string[] {
  let names = known.get(node);
  if (names === undefined) {
    const self = node.parameters[0]?.name.id;
    names = nodesIn(node).flatMap((part) =>
      part.kind === "attribute" && part.object.kind === "name" && part.object.id === self ? [part.attribute.id] : [],
    );
    known.set(node, names);
  }
  return names;
}
