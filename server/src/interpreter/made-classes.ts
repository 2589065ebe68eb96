/** Classes that a call makes rather than a `class` statement. */
import type { ClassStatement, Expression } from "../syntax/ast.ts";
import type { Site } from "../values/origin.ts";
import { type ClassValue, type Field, type Value } from "../values/value.ts";
import { newInstance } from "./classes.ts";
import { namespaceOf, openDict } from "./containers.ts";
import type { Frame, Machine } from "./machine.ts";
import { LexicalScope } from "./scope.ts";

const nowhere = { start: 0, end: 0 };
const anything: Expression = { kind: "name", id: "Any", ...nowhere };

function statement(name: string): ClassStatement {
  return {
    kind: "class",
    name: { kind: "name", id: name, ...nowhere },
    bases: [],
    decorators: [],
    body: [],
    ...nowhere,
  };
}

function classLike(
  node: ClassStatement,
  scope: LexicalScope,
  site: Site,
  fields: readonly Field[] | undefined,
): ClassValue {
  return {
    kind: "class",
    node,
    site,
    bases: [],
    members: new Map(),
    namespace: new LexicalScope(scope.path, "class", scope),
    scope,
    fields,
    record: fields === undefined ? undefined : "tuple",
    enumeration: false,
  };
}

/** What `namedtuple(name, names)` returns; the defaults are those of the last names. */
export function newTupleClass(
  frame: Frame,
  site: Site,
  name: string,
  names: readonly string[],
  defaults: readonly Value[],
): ClassValue {
  const fields = names.map((field, i): Field => ({
    name: field,
    default: defaults[i - names.length + defaults.length],
    factory: undefined,
    keywordOnly: false,
    initialised: true,
    kept: true,
    annotation: anything,
  }));
  return classLike(statement(name), frame.scope, site, fields);
}

const namespaceStatement = statement("SimpleNamespace");
const namespaceScope = new LexicalScope("", "module");
const namespaceClass = classLike(
  namespaceStatement,
  namespaceScope,
  { path: "", chunk: { statement: namespaceStatement, comments: [], broken: false, length: 0 }, ...nowhere },
  undefined,
);

/** `SimpleNamespace(…)`: an object that has these attributes. */
export function newNamespace(machine: Machine, attributes: ReadonlyMap<string, Value>, open: boolean): Value {
  const made = newInstance(namespaceClass, false);
  for (const [name, value] of attributes) machine.store.set(made.identity, name, value);
  if (open) openDict(machine, namespaceOf(made.identity));
  return made;
}
