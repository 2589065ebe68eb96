/** Imports: workspace files, contracts, and libraries of which only the name is known. */
import type { ImportFromStatement, ImportStatement } from "../syntax/ast.ts";
import { type ModuleValue, unknown, type Value } from "../values/value.ts";
import { itemsOf } from "./containers.ts";
import { assignName } from "./names.ts";
import type { Frame, Machine } from "./machine.ts";
import { libraryName } from "./library-names.ts";
import { hasLostNames, lost } from "./lost.ts";
import { importedVariable, moduleVariable } from "./module-state.ts";
import { runModule } from "./modules.ts";
import type { LexicalScope } from "./scope.ts";
import { isModelledByName } from "./tensors/index.ts";

export function runImport(machine: Machine, frame: Frame, statement: ImportStatement): void {
  for (const item of statement.names) {
    const [first = item.module] = item.module.split(".");
    if (item.alias !== undefined) {
      assignName(machine, frame, item.alias.id, moduleOf(machine, frame, item.module));
    } else {
      assignName(machine, frame, first, moduleOf(machine, frame, first));
    }
  }
}

export function runImportFrom(machine: Machine, frame: Frame, statement: ImportFromStatement): void {
  const name = machine.modules.absoluteName(statement.level, statement.module, frame.scope.path);
  const module = moduleOf(machine, frame, name);
  if (statement.names === "*") {
    starImport(machine, frame, module);
    return;
  }
  for (const item of statement.names) {
    const value = member(machine, frame, module, item.name.id);
    assignName(machine, frame, (item.alias ?? item.name).id, value);
  }
}

function starImport(machine: Machine, frame: Frame, module: Value): void {
  if (module.kind !== "module") return;
  const scope = runModule(machine, module.path);
  if (scope === undefined) return;
  const exported = exportedNames(machine, scope);
  for (const [name, value] of machine.store.entries(scope)) {
    const isExported = exported === undefined ? !name.startsWith("_") : exported.includes(name);
    if (isExported && !name.startsWith(" ")) assignName(machine, frame, name, value);
  }
}

/** The names in `__all__`; undefined if it is not there or not known. */
function exportedNames(machine: Machine, scope: LexicalScope): readonly string[] | undefined {
  const all = machine.store.get(scope, "__all__");
  const names = all === undefined ? undefined : itemsOf(machine, all);
  const known = names?.flatMap((name) => (name.kind === "string" && name.exact ? [name.value] : []));
  return known?.length === names?.length ? known : undefined;
}

function moduleOf(machine: Machine, frame: Frame, name: string): Value {
  // `from . import a` beside a script that is in no package: the names are modules of their own.
  if (name === "") return { kind: "external", name };
  const path = fileOf(machine, name, frame.scope.path);
  return path === undefined ? { kind: "external", name } : { kind: "module", name, path };
}

function fileOf(machine: Machine, name: string, from: string): string | undefined {
  const { modules } = machine;
  return machine.probe === undefined ? modules.resolve(name, from) : modules.resolveForLibrary(name, from);
}

function member(machine: Machine, frame: Frame, module: Value, name: string): Value {
  if (module.kind === "module") return { kind: "imported", module, name };
  return module.kind === "external"
    ? submodule(machine, frame, module.name === "" ? name : `${module.name}.${name}`)
    : module;
}

/** The value behind an imported name. */
export function resolveImported(machine: Machine, frame: Frame, value: Value): Value {
  let current = value;
  // A name may be re-exported through several modules; a cycle of re-exports ends nowhere.
  for (let hops = 0; current.kind === "imported"; hops++) {
    if (hops > 16) return unknown("an import cycle");
    current = moduleAttribute(machine, frame, current.module, current.name, importedVariable);
  }
  return current;
}

/** What a name of a module that has run stands for; undefined if it is not defined there. */
export function resolveName(machine: Machine, module: LexicalScope, name: string): Value | undefined {
  let value = machine.store.get(module, name);
  for (let hops = 0; value?.kind === "imported" && hops < 16; hops++) {
    const scope = runModule(machine, value.module.path);
    value = scope === undefined ? undefined : machine.store.get(scope, value.name);
  }
  return value;
}

/** A name of a module: what it defines, a module inside it, or the workspace's own definition behind a contract. */
export function moduleAttribute(
  machine: Machine,
  frame: Frame,
  module: ModuleValue,
  name: string,
  read = moduleVariable,
): Value {
  if (machine.probe !== undefined && !machine.modules.isContract(module.path))
    return libraryAttribute(machine, module, name);
  const scope = runModule(machine, module.path);
  const own = scope === undefined ? undefined : read(machine, scope, name);
  if (own !== undefined) return own;
  const inner = fileOf(machine, `${module.name}.${name}`, frame.scope.path);
  if (inner !== undefined) return { kind: "module", name: `${module.name}.${name}`, path: inner };
  const source = machine.modules.isContract(module.path)
    ? machine.modules.resolveSource(module.name, frame.scope.path)
    : undefined;
  const behind = source === undefined ? undefined : nameOfSource(machine, source, name);
  if (behind !== undefined) return behind;
  return scope !== undefined && hasLostNames(machine, scope)
    ? lost
    : { kind: "external", name: `${module.name}.${name}` };
}

function nameOfSource(machine: Machine, path: string, name: string): Value | undefined {
  if (machine.probe !== undefined) return libraryName(machine, path, name);
  const scope = runModule(machine, path);
  return scope === undefined ? undefined : machine.store.get(scope, name);
}

/** A name of a module of a library that is followed. What is modelled is not looked up in source. */
export function libraryAttribute(machine: Machine, module: ModuleValue, name: string): Value {
  const full = `${module.name}.${name}`;
  const own = isModelledByName(full) ? undefined : libraryName(machine, module.path, name);
  // `from . import part` in a package names the module that lies in it.
  const isInner = own?.kind === "imported" && own.module.path === module.path && own.name === name;
  if (own !== undefined && !isInner) return own;
  const { modules } = machine;
  const inner = modules.resolveForLibrary(full, module.path);
  return inner === undefined ? { kind: "external", name: full } : { kind: "module", name: full, path: inner };
}

/** A dotted name below a library: a contract's module if there is one. */
export function submodule(machine: Machine, frame: Frame, name: string): Value {
  const own = machine.models.intrinsic(machine, name) ?? constants.get(name);
  if (own !== undefined) return own;
  const path = fileOf(machine, name, frame.scope.path);
  if (path !== undefined) return { kind: "module", name, path };
  return { kind: "external", name };
}

const constants: ReadonlyMap<string, Value> = new Map(
  Object.entries({ "math.pi": Math.PI, "math.e": Math.E, "math.inf": Infinity, "math.tau": 2 * Math.PI }).map(
    ([name, value]): [string, Value] => [name, { kind: "float", value }],
  ),
);
