/**
 * Which rules a contract's function can report, read off its source. A statement that calls a function none of whose
 * demands anybody asked for is not run, so later demands cannot build on what it would have established.
 */
import { resolveName } from "../interpreter/imports.ts";
import type { Machine } from "../interpreter/machine.ts";
import type { LexicalScope } from "../interpreter/scope.ts";
import { type FunctionStatement, nodesIn } from "../syntax/index.ts";

/** What is said of a function that may do more than make demands, such as declare a launch. */
export const anything = "*";

const known = new WeakMap<FunctionStatement, ReadonlySet<string>>();

/** The rules that a call of this name can report; "*" if it is not a function of a contract, or has other effects. */
export function demandsOf(machine: Machine, module: LexicalScope, name: string): ReadonlySet<string> {
  const callee = resolveName(machine, module, name);
  if (callee?.kind !== "function" || callee.node.kind !== "function") return new Set([anything]);
  const { node } = callee;
  const cached = known.get(node);
  if (cached !== undefined) return cached;
  const rules = new Set<string>();
  // While a function is being read, calling itself adds nothing.
  known.set(node, rules);
  const scope = machine.memory.scopes.get(callee.site.path);
  for (const call of nodesIn(node)) {
    if (call.kind !== "call" || call.callee.kind !== "name") continue;
    const rule = call.arguments[1]?.value;
    if (call.callee.id === "require" && rule?.kind === "string") rules.add(rule.value);
    else if (call.callee.id === "launch" || scope === undefined) rules.add(anything);
    else for (const inner of innerDemands(machine, scope, call.callee.id)) rules.add(inner);
  }
  return rules;
}

/** Names that are no functions of contracts, such as `len` or an exception, make no demands. */
function innerDemands(machine: Machine, scope: LexicalScope, name: string): ReadonlySet<string> {
  return resolveName(machine, scope, name)?.kind === "function" ? demandsOf(machine, scope, name) : new Set();
}

