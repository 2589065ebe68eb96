/** Statements that are not whole, as they are while somebody types: what they mention may be anything from there on. */
import type { InvalidStatement } from "../syntax/ast.ts";
import { unknown } from "../values/value.ts";
import type { Completion } from "./branches.ts";
import { forget } from "./containers.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignName, readName } from "./names.ts";

const cause = "code that cannot be parsed";

/** Forgets what the statement may bind or change; nothing that follows is certain if it may leave. */
export function runDamaged(machine: Machine, frame: Frame, s: InvalidStatement): Completion {
  machine.giveUp(cause);
  for (const id of s.mentioned)
    forget(machine, readName(machine, frame, { kind: "name", start: s.start, end: s.end, id }));
  for (const name of s.bound) assignName(machine, frame, name, unknown(cause));
  if (frame.yielded !== undefined) frame.yielded.exact = false;
  if (!s.leaves) return "next";
  frame.returns.push({ condition: machine.condition, value: unknown(cause) });
  return "return";
}
