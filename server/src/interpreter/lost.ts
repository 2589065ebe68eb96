/** What code that cannot be read may have said: names, members and values that would be something else in the whole text. */
import type { Chunk, ModuleSyntax, Node } from "../syntax/ast.ts";
import { childrenOf, nodesIn, ownNodesIn } from "../syntax/index.ts";
import { ancestry, type Origin } from "../values/origin.ts";
import type { ClassValue, UnknownValue, Value } from "../values/value.ts";
import { ancestors } from "./classes.ts";
import type { Frame, Machine } from "./machine.ts";
import { LexicalScope } from "./scope.ts";

const damage: Origin = { kind: "computed", site: undefined, name: undefined, inputs: [] };

/** What comes of code that cannot be read. */
export const lost: UnknownValue = { kind: "unknown", cause: "code that cannot be parsed", origin: damage };

/** True for what is lost, and for what was made of it. */
export function isLost({ origin }: Value): boolean {
  for (const one of ancestry(origin)) if (one === damage) return true;
  return false;
}

/** A cell of each module in which something outside of functions cannot be read: where names of it may be lost. */
export const damageCell = " damaged";

/** Stands for the top level of the module. */
const topLevel = "*";

/** Makes known where names of a module may be lost: at its top level, or in what was cut off. */
export function noteDamage(machine: Machine, scope: LexicalScope, { chunks, broken }: ModuleSyntax): void {
  if (!broken || !chunks.some(({ chunk }) => mayLoseNames(chunk))) return;
  const text = machine.modules.text(scope.path) ?? "";
  const names = chunks.map(({ chunk }) => nameOf(chunk));
  const places = chunks.flatMap(({ chunk, offset }, i) => {
    if (!losesNames(chunk)) return [];
    // With the blank or the line end before it.
    const lines = text.slice(Math.max(0, offset - 1), offset + chunk.length);
    const before = /(?:^|\n)[ \t]+[^\s#]/.test(lines) ? names.slice(0, i).findLast(Boolean) : topLevel;
    const after = lines.includes("@") ? names.slice(i + 1).find(Boolean) : topLevel;
    return [topLevel, before ?? topLevel, after ?? topLevel];
  });
  machine.noteNames(scope, damageCell, new Set(places));
}

/** The name of a function or class; empty for anything else. */
function nameOf({ statement }: Chunk): string {
  return statement.kind === "function" || statement.kind === "class" ? statement.name.id : "";
}

/** True if a function was decorated, or stands at the end of what was cut off and may go on. */
export function isCutOff(machine: Machine, callee: Value): boolean {
  if (callee.kind === "bound") return isCutOff(machine, callee.function);
  if (callee.kind !== "function" || !(callee.scope instanceof LexicalScope)) return false;
  const { chunk } = callee.site;
  const isLast = callee.node.end >= chunk.statement.end;
  return isLast && damagedPlaces(machine, callee.scope)?.includes(nameOf(chunk)) === true;
}

/** True if something cannot be read that is in no function: what it is may be defined for others. */
export function mayLoseNames({ broken, statement }: Chunk): boolean {
  return broken && isTornOutside(statement);
}

function isTornOutside(node: Node): boolean {
  if (node.kind === "function" || node.kind === "lambda") return false;
  return node.kind === "invalid" || [...childrenOf(node)].some(isTornOutside);
}

/** True if a statement may define names that are not in it. */
export function losesNames({ broken, statement }: Chunk): boolean {
  return broken && isDamaged(statement, ownNodesIn);
}

function damagedPlaces(machine: Machine, scope: LexicalScope): readonly string[] | undefined {
  const cell = machine.store.get(scope.module, damageCell);
  return cell?.kind === "string" ? cell.value.split(" ") : undefined;
}

/** True if nobody knows whether a callee of which nothing is known has a definition in the whole text. */
export function isLostCallee(machine: Machine, { scope }: Frame, callee: Value): boolean {
  return (callee.kind === "unknown" && damagedPlaces(machine, scope) !== undefined) || isLost(callee);
}

/** True if a name that the code of a frame does not find may be defined in the whole text. */
export function mayHaveLostName(machine: Machine, { chunk, scope }: Frame): boolean {
  return chunk.broken || hasLostNames(machine, scope);
}

/** True if a module may define more in the whole text. */
export function hasLostNames(machine: Machine, scope: LexicalScope): boolean {
  return damagedPlaces(machine, scope)?.includes(topLevel) === true;
}

/** True if a class may have other members in the whole text. */
export function hasLostMembers(machine: Machine, owner: ClassValue): boolean {
  return ancestors(owner).classes.some(
    (line) =>
      line.bases.some(isLost) ||
      (line.site.chunk.broken && line.node.body.some((member) => isDamaged(member, ownNodesIn))) ||
      (line.scope instanceof LexicalScope && damagedPlaces(machine, line.scope)?.includes(line.node.name.id) === true),
  );
}

/** True if instances of a class may have other attributes in the whole text. */
export function hasLostAttributes(machine: Machine, owner: ClassValue): boolean {
  const isTorn = (chunk: Chunk, node: Node): boolean => chunk.broken && isDamaged(node, nodesIn);
  return hasLostMembers(machine, owner) || ancestors(owner).classes.some(({ node, site }) => isTorn(site.chunk, node));
}

function isDamaged(statement: Node, parts: (root: Node) => readonly Node[]): boolean {
  return parts(statement).some(({ kind }) => kind === "invalid");
}
