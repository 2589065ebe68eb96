/**
 * Variables of modules that are set after the module has run: by functions that declare them `global`, or as attributes,
 * by other modules. Code sees what it sets itself; whoever else may have set them, and when, nobody knows.
 */
import { ownNodesIn, remembered, statementsIn } from "../syntax/index.ts";
import type { Chunk } from "../syntax/ast.ts";
import { type StringValue, unknown, type Value } from "../values/value.ts";
import type { Machine } from "./machine.ts";
import { assignedNames, type LexicalScope } from "./scope.ts";

/** A cell of each module: its variables that its own functions set. */
const stateCell = " set by functions";

const changed = unknown("a variable that is set elsewhere");

/** Makes a module's variables that its functions set known. */
export function noteState(machine: Machine, scope: LexicalScope, chunks: readonly Chunk[]): void {
  const names = new Set(chunks.flatMap(globalsSetIn));
  if (names.size > 0) machine.noteNames(scope, stateCell, names);
}

const globalsSetIn = remembered(({ statement }: Chunk): readonly string[] => {
  const statements = statementsIn(statement);
  if (!statements.some(({ kind }) => kind === "global")) return [];
  return statements.flatMap((node) => {
    if (node.kind !== "function") return [];
    const declared = node.body.flatMap(ownNodesIn).flatMap((one) => (one.kind === "global" ? one.names : []));
    const assigned = declared.length === 0 ? new Set<string>() : assignedNames(node.body);
    return declared.filter((name) => assigned.has(name));
  });
});

/** A variable of a module that is set as its attribute by code that is not followed. */
export interface OutsideWrite {
  readonly path: string;
  readonly name: string;
}

export function noteOutsideWrites(machine: Machine, writes: Iterable<OutsideWrite>): void {
  for (const write of writes) machine.store.set(machine.memory.patches, outsideCell(write), changed);
}

function outsideCell({ path, name }: OutsideWrite): string {
  return ` ${name} of ${path}`;
}

function isSetOutside(machine: Machine, { path }: LexicalScope, name: string): boolean {
  return machine.store.get(machine.memory.patches, outsideCell({ path, name })) !== undefined;
}

function isSetByFunctions(machine: Machine, scope: LexicalScope, name: string): boolean {
  const cell = machine.store.get(scope, stateCell);
  return cell?.kind === "string" && namesIn(cell).has(name);
}

const namesIn = remembered((cell: StringValue): ReadonlySet<string> => new Set(cell.value.split(" ")));

/** What a name of a module stands for here; undefined if the module does not define it. */
export function moduleVariable(machine: Machine, scope: LexicalScope, name: string): Value | undefined {
  const value = machine.store.get(scope, name);
  const { observer } = machine;
  if (value === undefined || observer === undefined || isLasting(machine, scope, value)) return value;
  if (machine.store.isWritten(scope, name, observer.depth)) return value;
  const mayDiffer =
    isSetOutside(machine, scope, name) || (observer.isFunction && isSetByFunctions(machine, scope, name));
  return mayDiffer ? changed : value;
}

/** What `from module import name` bound when it ran. */
export function importedVariable(machine: Machine, scope: LexicalScope, name: string): Value | undefined {
  const value = machine.store.get(scope, name);
  if (value === undefined || isLasting(machine, scope, value)) return value;
  if (isSetOutside(machine, scope, name)) return changed;
  const first = machine.store.atBase(() => machine.store.get(scope, name));
  return first === value || !isSetByFunctions(machine, scope, name) ? value : changed;
}

/** What a program seldom replaces while it runs, and what contracts define. */
function isLasting(machine: Machine, scope: LexicalScope, value: Value): boolean {
  return (
    ["function", "class", "module", "imported", "external", "intrinsic", "unknown"].includes(value.kind) ||
    machine.modules.isContract(scope.path)
  );
}
