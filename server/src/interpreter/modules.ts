/** Runs the top level of a module, statement by statement; one whose text and inputs are the same is not run again. */
import type { Chunk, ModuleSyntax } from "../syntax/ast.ts";
import { runWithin } from "./allowance.ts";
import type { Completion } from "./branches.ts";
import { noteForeignAssignments } from "./instances.ts";
import { noteDamage } from "./lost.ts";
import { notePreparations } from "./mocks.ts";
import type { Frame, Machine } from "./machine.ts";
import { nothingKnown, sameKnown, type StatementRecord } from "./memory.ts";
import { noteState } from "./module-state.ts";
import { LexicalScope } from "./scope.ts";
import { runBlock } from "./statements.ts";

/** The scope of a module's names, after running it if need be; undefined if there is no such file. */
export function runModule(machine: Machine, path: string): LexicalScope | undefined {
  machine.running.at(-1)?.add(path);
  const known = machine.runningScopes.get(path) ?? machine.memory.modules.get(path)?.scope;
  if (known !== undefined) return known;
  const syntax = machine.modules.syntax(path);
  if (syntax === undefined) return undefined;
  const scope = scopeOf(machine, path);
  const dependencies = new Set<string>();
  const leave = enterModule(machine, path, scope, dependencies);
  try {
    machine.memory.modules.set(path, { syntax, scope, dependencies });
    machine.store.atBase(() => {
      // What it puts in the place of other code, it does for those that it is written for.
      machine.mocking(() => {
        runWithin(
          machine,
          scope,
          prepared(machine, scope, syntax),
          (chunk) => runChunk(machine, scope, chunk) === "next",
        );
      });
    });
  } catch (error) {
    // Half a module would be taken for a whole one by whoever comes next.
    machine.memory.modules.delete(path);
    machine.store.drop(scope);
    throw error;
  } finally {
    leave();
  }
  return scope;
}

/**
 * Runs the file under analysis on top of the present layer, which the caller drops afterwards: what its top level
 * changes in other modules is seen by its own functions, and by nobody else.
 */
export function runMainModule(machine: Machine, path: string): void {
  const syntax = machine.modules.syntax(path);
  if (syntax === undefined) return;
  const scope = scopeOf(machine, path);
  machine.runningScopes.set(path, scope);
  for (const chunk of prepared(machine, scope, syntax)) {
    // `raise SystemExit` and the like end the module; what follows is not run.
    if (runChunk(machine, scope, chunk) !== "next") break;
  }
}

function scopeOf(machine: Machine, path: string): LexicalScope {
  const { scopes } = machine.memory;
  let scope = scopes.get(path);
  if (scope === undefined) scopes.set(path, (scope = new LexicalScope(path, "module")));
  return scope;
}

/** Sets the state in which a module starts; the returned function restores the one before. */
function enterModule(machine: Machine, path: string, scope: LexicalScope, dependencies: Set<string>): () => void {
  const { undecided, depth, paths, observer, probe } = machine;
  machine.observer = undefined;
  // The facts of a contract's path belong to the path: it is left before anything is read or set.
  machine.paths = undefined;
  // A module is the same whether a program or library code that is followed comes to it first.
  machine.probe = undefined;
  const { known } = machine;
  machine.known = nothingKnown;
  Object.assign(machine, { undecided: 0, depth: 0 });
  // Registered before it runs: modules that import each other see what has been defined so far.
  machine.runningScopes.set(path, scope);
  machine.running.push(dependencies);
  return () => {
    machine.running.pop();
    machine.known = known;
    machine.paths = paths;
    machine.probe = probe;
    Object.assign(machine, { undecided, depth, observer });
  };
}

/** The statements of a module that is about to run. */
function prepared(machine: Machine, scope: LexicalScope, syntax: ModuleSyntax): readonly Chunk[] {
  const chunks = syntax.chunks.map((placed) => placed.chunk);
  noteForeignAssignments(machine, scope, chunks);
  notePreparations(machine, scope, chunks);
  noteState(machine, scope, chunks);
  noteDamage(machine, scope, syntax);
  return chunks;
}

function runChunk(machine: Machine, scope: LexicalScope, chunk: Chunk): Completion {
  const { statements } = machine.memory;
  const before = machine.known;
  const known = machine.observe === undefined ? statements.get(chunk) : undefined;
  if (known !== undefined && sameKnown(known.before, before) && machine.store.unchanged(known.reads)) {
    machine.store.apply(known.layer);
    machine.repeat(known);
    machine.known = known.after;
    return known.completion;
  }
  machine.observeRuns?.({ path: scope.path, chunk }, chunk.statement, "run");
  let completion: Completion = "next";
  let recorded: Pick<StatementRecord, "layer" | "reads"> | undefined;
  const effects = machine.collect(() => {
    recorded = machine.store.record(() => {
      completion = machine.naming(chunk, () => runBlock(machine, moduleFrame(scope, chunk), [chunk.statement]));
    });
  });
  if (recorded === undefined) return completion;
  machine.store.apply(recorded.layer);
  statements.set(chunk, { ...recorded, ...effects, before, completion, after: machine.known });
  return completion;
}

export function moduleFrame(scope: LexicalScope, chunk: Frame["chunk"]): Frame {
  return {
    scope,
    chunk,
    function: undefined,
    receiver: undefined,
    caller: undefined,
    callSite: undefined,
    undecided: 0,
    returns: [],
    earlyWrites: [],
    escapes: [],
  };
}
