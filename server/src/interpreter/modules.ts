/** Runs the top level of a module once. */
import type { Frame, Machine } from "./machine.ts";
import { LexicalScope } from "./scope.ts";
import { runBlock } from "./statements.ts";
import { always } from "../values/condition.ts";
import { Facts } from "../values/facts.ts";

/** The scope of a module's names, after running it if need be; undefined if there is no such file. */
export function runModule(machine: Machine, path: string): LexicalScope | undefined {
  const known = machine.moduleScopes.get(path);
  if (known !== undefined) return known;
  const syntax = machine.modules.syntax(path);
  if (syntax === undefined) return undefined;
  const scope = new LexicalScope(path, "module");
  // Registered before it runs: modules that import each other see what has been defined so far.
  machine.moduleScopes.set(path, scope);
  const { condition, undecided, depth, paths } = machine;
  const facts = machine.facts;
  machine.paths = undefined;
  Object.assign(machine, { condition: always, undecided: 0, depth: 0 });
  machine.facts = Facts.none;
  machine.store.atBase(() => {
    for (const { chunk } of syntax.chunks) {
      const frame = moduleFrame(scope, chunk);
      // `raise SystemExit` and the like end the module; what follows is not run.
      if (runBlock(machine, frame, [chunk.statement]) !== "next") break;
    }
  });
  machine.paths = paths;
  Object.assign(machine, { condition, undecided, depth });
  machine.facts = facts;
  return scope;
}

export function moduleFrame(scope: LexicalScope, chunk: Frame["chunk"]): Frame {
  return {
    scope,
    chunk,
    function: undefined,
    receiver: undefined,
    caller: undefined,
    callSite: undefined,
    returns: [],
    earlyWrites: [],
    escaped: false,
  };
}
