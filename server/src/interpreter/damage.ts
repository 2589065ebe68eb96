/** Statements that are not whole, as they are while somebody types: what they mention may be anything from there on. */
import type { InvalidStatement } from "../syntax/ast.ts";
import type { Completion } from "./branches.ts";
import { forget } from "./containers.ts";
import { lost } from "./lost.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignName, readName } from "./names.ts";

/**
 * Forgets what the statement may bind or change. It may be about the world, as a guard is, and nothing that follows is certain
 * if it may leave.
 */
export function runDamaged(machine: Machine, frame: Frame, s: InvalidStatement): Completion {
  machine.giveUp(lost.cause);
  machine.selective ||= !s.defines;
  for (const id of s.mentioned)
    forget(machine, readName(machine, frame, { kind: "name", start: s.start, end: s.end, id }));
  for (const name of s.bound) assignName(machine, frame, name, lost);
  if (frame.yielded !== undefined) frame.yielded.exact = false;
  if (!s.leaves) return "next";
  frame.returns.push({ condition: machine.condition, value: lost });
  return "return";
}
