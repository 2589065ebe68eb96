/**
 * Which rules a contract's function can report, read off its source. A statement that calls a function none of whose
 * demands anybody asked for is not run, so later demands cannot build on what it would have established.
 */
import { resolveName } from "../interpreter/imports.ts";
import type { Machine } from "../interpreter/machine.ts";
import type { LexicalScope } from "../interpreter/scope.ts";
import { type Expression, type FunctionStatement, type Node, nodesIn } from "../syntax/index.ts";

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
  const nodes = nodesIn(node);
  if (nodes.some(isWrite)) rules.add(anything);
  for (const call of nodes) {
    if (call.kind !== "call" || call.callee.kind !== "name") continue;
    const rule = call.arguments[1]?.value;
    if (call.callee.id === "require" && rule?.kind === "string") rules.add(rule.value);
    else if (call.callee.id === "launch" || scope === undefined) rules.add(anything);
    else for (const inner of innerDemands(machine, scope, call.callee.id)) rules.add(inner);
  }
  return rules;
}

/** True for a statement that changes what others can see: an object, or a name from outside. */
function isWrite(node: Node): boolean {
  switch (node.kind) {
    case "expression":
      return node.value.kind === "call" && node.value.callee.kind === "attribute";
    case "assign":
    case "delete":
      return node.targets.some(isPlace);
    case "augmented":
      return isPlace(node.target);
    case "nonlocal":
    case "global":
      return true;
    default:
      return false;
  }
}

function isPlace(target: Expression): boolean {
  return nodesIn(target).some(({ kind }) => kind === "attribute" || kind === "subscript");
}

/** Names that are no functions of contracts, such as `len` or an exception, make no demands. */
function innerDemands(machine: Machine, scope: LexicalScope, name: string): ReadonlySet<string> {
  return resolveName(machine, scope, name)?.kind === "function" ? demandsOf(machine, scope, name) : new Set();
}

