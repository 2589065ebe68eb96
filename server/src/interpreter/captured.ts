/** What a call of something unknown changes if it is one of the functions that it may be. */
import { nodesIn, remembered } from "../syntax/index.ts";
import { unknownOf } from "../values/aliases.ts";
import type { FunctionValue, UnknownValue } from "../values/value.ts";
import { forget } from "./containers.ts";
import type { Machine } from "./machine.ts";
import { asLexical, boundNames } from "./scope.ts";

/** Forgets what a call of an unknown value may change. */
export function forgetCalled(machine: Machine, { mayBe }: UnknownValue): void {
  for (const one of mayBe ?? []) {
    forget(machine, one);
    if (one.kind === "function") forgetCaptured(machine, one);
  }
}

/** Forgets the variables around a function that it sets, and what is in those that it reads. */
function forgetCaptured(machine: Machine, callee: FunctionValue): void {
  const { own } = boundNames(callee.node);
  for (const name of namesIn(callee.node)) {
    if (own.has(name)) continue;
    const scope = [...(asLexical(callee)?.lookup(name) ?? [])].find(
      (one) => machine.store.get(one, name) !== undefined,
    );
    const value = scope && machine.store.get(scope, name);
    if (scope === undefined || value === undefined) continue;
    if (value.kind === "object") forget(machine, value);
    if (setNames(callee.node).has(name)) machine.store.set(scope, name, unknownOf("set by a call", [value]));
  }
}

const namesIn = remembered(
  (node: FunctionValue["node"]): ReadonlySet<string> =>
    new Set(nodesIn(node).flatMap((one) => (one.kind === "name" ? [one.id] : []))),
);

const setNames = remembered(
  (node: FunctionValue["node"]): ReadonlySet<string> =>
    new Set(nodesIn(node).flatMap((one) => (one.kind === "nonlocal" || one.kind === "global" ? one.names : []))),
);
