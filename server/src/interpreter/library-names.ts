/**
 * The names of a library's modules, for code that is followed. A module is not run; the one statement that binds a name
 * is evaluated when the name is asked for. So only what a name is known to be for good counts: functions, classes,
 * imports and constants that nothing binds a second time.
 */
import type { Chunk, ModuleSyntax, PlacedChunk, Statement } from "../syntax/ast.ts";
import { unknown, type Value } from "../values/value.ts";
import type { Machine } from "./machine.ts";
import { moduleFrame } from "./modules.ts";
import { followPaths } from "./probe.ts";
import { assignedNames, LexicalScope } from "./scope.ts";
import { runBlock } from "./statements.ts";

/** What a name of a library file stands for: unknown if that may change, undefined if the file does not bind it. */
export function libraryName(machine: Machine, path: string, name: string): Value | undefined {
  const module = libraryModule(machine, path);
  if (module === undefined) return undefined;
  const { scope, syntax } = module;
  const known = machine.store.atBase(() => machine.store.get(scope, name));
  if (known === undefined) {
    const value = bound(machine, scope, syntax, name) ?? missing;
    machine.store.atBase(() => {
      machine.store.set(scope, name, value);
    });
  }
  // Read once more, so that what is computed from it is known to depend on it.
  const value = machine.store.get(scope, name);
  if (value !== missing && machine.isPatched(name)) return unknown("a name that is set from outside");
  return value === missing ? undefined : value;
}

const missing = unknown("a name that a module does not bind");

function libraryModule(machine: Machine, path: string) {
  const { libraries } = machine.memory;
  const known = libraries.get(path);
  if (known !== undefined) return known;
  const syntax = machine.modules.syntax(path);
  if (syntax === undefined) return undefined;
  const module = { syntax, scope: new LexicalScope(path, "module") };
  libraries.set(path, module);
  return module;
}

/** What a module's text says about its names. */
interface Names {
  /** The statement that binds a name for good. */
  readonly binders: ReadonlyMap<string, PlacedChunk>;
  /** Names that are bound in branches, more than once, or by functions. */
  readonly uncertain: ReadonlySet<string>;
  /** `from … import *`, last first. */
  readonly stars: readonly Star[];
}

interface Star {
  /** The module with the dots before it. */
  readonly module: string;
  readonly offset: number;
  /** True if it stands in a branch. */
  readonly hidden: boolean;
}

const tables = new WeakMap<ModuleSyntax, Names>();

function namesOf(machine: Machine, path: string, syntax: ModuleSyntax): Names {
  let names = tables.get(syntax);
  if (names === undefined) tables.set(syntax, (names = readNames(syntax, machine.modules.text(path) ?? "")));
  return names;
}

function readNames(syntax: ModuleSyntax, text: string): Names {
  const binders = new Map<string, PlacedChunk>();
  const declared = [...text.matchAll(/^[ \t]+global[ \t]+([\w, \t]+)/gm)].flatMap(
    (match) => match[1]?.match(/\w+/g) ?? [],
  );
  const uncertain = new Set<string>(declared);
  const stars = [...text.matchAll(/^([ \t]*)from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+\*/gm)].map((match): Star => ({
    module: match[2] ?? "",
    offset: match.index,
    hidden: match[1] !== "",
  }));
  for (const placed of syntax.chunks) {
    const { statement } = placed.chunk;
    const isSimple = simple.has(statement.kind);
    for (const name of namesBoundBy(statement)) {
      const earlier = binders.get(name);
      // A function that takes the place of another one is there for good; `import a.b` adds to `import a`.
      const replaces = earlier === undefined || replaceable.get(earlier.chunk.statement.kind) === statement.kind;
      if (!isSimple || !replaces) uncertain.add(name);
      binders.set(name, placed);
    }
  }
  return { binders, uncertain, stars: stars.reverse() };
}

const simple = new Set<Statement["kind"]>([
  "function",
  "class",
  "assign",
  "annotated",
  "import",
  "import-from",
  "expression",
]);

const replaceable: ReadonlyMap<Statement["kind"], Statement["kind"]> = new Map([
  ["function", "function"],
  ["import", "import"],
]);

function namesBoundBy(statement: Statement): Iterable<string> {
  if (statement.kind === "delete")
    return statement.targets.flatMap((target) => (target.kind === "name" ? [target.id] : []));
  return assignedNames([statement]);
}

function bound(machine: Machine, scope: LexicalScope, syntax: ModuleSyntax, name: string): Value | undefined {
  const { path } = scope;
  const { binders, uncertain, stars } = namesOf(machine, path, syntax);
  if (uncertain.has(name)) return unknown("a name that is bound in more than one way");
  const binder = binders.get(name);
  if (binder === undefined) return fromStars(machine, path, stars, name);
  const value = valueFrom(machine, scope, binder, name);
  // A package's own module of that name is there whatever a star import brings.
  if (value.kind === "imported" && value.module.path === path && value.name === name) return value;
  if (stars.some((star) => (star.hidden || star.offset > binder.offset) && mayBind(machine, path, star, name)))
    return unknown("a star import");
  return isData(value) && !isFixed(machine, path, name, value) ? unknown("a variable of a module") : value;
}

/** True unless the module is known not to have the name. */
function mayBind(machine: Machine, path: string, star: Star, name: string): boolean {
  const target = targetOf(machine, path, star);
  return !name.startsWith("_") && (target === undefined || libraryName(machine, target, name) !== undefined);
}

function targetOf(machine: Machine, path: string, { module }: Star): string | undefined {
  const [, dots = "", name = ""] = /^(\.*)(.*)$/.exec(module) ?? [];
  return machine.modules.resolveForLibrary(machine.modules.absoluteName(dots.length, name, path), path);
}

function fromStars(machine: Machine, path: string, stars: Names["stars"], name: string): Value | undefined {
  if (name.startsWith("_")) return undefined;
  for (const star of stars) {
    const target = targetOf(machine, path, star);
    const value = target === undefined || target === path ? undefined : libraryName(machine, target, name);
    if (value !== undefined) return star.hidden ? unknown("a star import") : value;
  }
  return undefined;
}

const evaluating = new WeakMap<Machine, Set<Chunk>>();

/** What the statement leaves in a name, if it does so in one way only. */
function valueFrom(machine: Machine, scope: LexicalScope, placed: PlacedChunk, name: string): Value {
  const { chunk } = placed;
  let active = evaluating.get(machine);
  if (active === undefined) evaluating.set(machine, (active = new Set()));
  if (active.has(chunk)) return unknown("an import cycle");
  active.add(chunk);
  try {
    let value: Value | undefined;
    machine.silently(() => {
      machine.store.atBase(() => {
        const frame = moduleFrame(scope, chunk);
        const paths = machine.naming(placed, () =>
          followPaths(machine, () => void runBlock(machine, frame, [chunk.statement]), true),
        );
        const [path, ...others] = paths ?? [];
        if (path === undefined || others.length > 0 || path.result.outcome !== "returned") return;
        value = path.result.layer.get(scope)?.get(name);
        path.result.layer.delete(scope);
        machine.store.keepNew(path.result.layer);
      });
    });
    return value ?? unknown("a statement that is not known to bind the name");
  } finally {
    active.delete(chunk);
  }
}

/** True for what a program may replace or change while it runs. */
function isData(value: Value): boolean {
  return !["function", "class", "module", "imported", "external", "intrinsic", "unknown"].includes(value.kind);
}

/** A constant that nothing in its file, or in the code under analysis, assigns to as an attribute. Lists, dicts and instances may be changed anywhere. */
export function isFixed(machine: Machine, path: string, name: string, value: Value): boolean {
  const text = machine.modules.text(path) ?? "";
  return isImmutable(value) && !machine.isPatched(name) && !new RegExp(`\\.${name}[ \\t]*=[^=]`).test(text);
}

function isImmutable(value: Value): boolean {
  switch (value.kind) {
    case "none":
    case "bool":
    case "int":
    case "float":
    case "string":
    case "ellipsis":
    case "function":
    case "class":
    case "external":
      return true;
    case "tuple":
      return value.items.every(isImmutable);
    default:
      return false;
  }
}
