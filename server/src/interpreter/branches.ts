/** Runs both sides of a test that cannot be decided, and joins what they wrote. */
import { allOf, both, type Condition, isInDoubt } from "../values/condition.ts";
import { assume, type Formula, negation } from "../values/logic.ts";
import type { Value } from "../values/value.ts";
import { absentCell, anyOf } from "./containers.ts";
import { choose, decideHere, holdsOnPath, joinLayers, questionOf } from "./choices.ts";
import type { Frame, Machine } from "./machine.ts";
import { isTelling } from "./skips.ts";
import type { Known } from "./memory.ts";
import type { Layer } from "./store.ts";

/** What the truth of a formula says about decisions, beyond what it says about numbers. */
export function impliedCondition(formula: Formula): Condition {
  if (formula.kind === "constant") return new Map();
  const own = questionOf(formula).holds;
  if (formula.kind !== "and") return own;
  return formula.operands.map(impliedCondition).reduce((all, one) => both(all, one) ?? all, own);
}

/** How a run of statements ended. */
export type Completion = "next" | "return" | "raise" | "break" | "continue";

interface LeavingSide {
  readonly condition: Condition;
  readonly layer: Layer;
  readonly completion: Completion;
}

interface Side extends LeavingSide {
  /** What held at its end. */
  readonly known: Known;
  readonly undecided: number;
}

/**
 * Runs the side of the test that is taken, or both. A side that does not complete normally leaves only the other
 * one's effects and facts; its own early writes are kept for the end of the function.
 */
export function branches(
  machine: Machine,
  frame: Frame,
  test: Formula,
  whenTrue: () => unknown,
  whenFalse: () => unknown,
): Completion {
  const truth = decideHere(machine, test);
  if (truth !== undefined) return complete((truth ? whenTrue : whenFalse)());
  if (machine.paths !== undefined) return takePath(machine, test, whenTrue, whenFalse);
  const { holds, fails } = questionOf(test);
  const before = machine.known;
  const { skips } = machine;
  const { undecided } = machine;
  const yielded = frame.yielded?.items.length;
  const sides: Side[] = [];
  for (const [formula, run, own] of [
    [test, whenTrue, holds],
    [negation(test), whenFalse, fails],
  ] as const) {
    const facts = assume(formula, before.facts);
    const narrowed = both(before.condition, own);
    const condition = narrowed === undefined ? undefined : both(narrowed, impliedCondition(formula));
    if (facts === undefined || condition === undefined) continue;
    machine.known = { ...before, facts, condition };
    machine.undecided = undecided + ([...own.values()].some(isInDoubt) ? 1 : 0);
    let completion: Completion = "next";
    const layer = machine.store.isolate(() => {
      completion = complete(run());
    });
    sides.push({ condition: own, layer, completion, known: machine.known, undecided: machine.undecided });
  }
  machine.known = before;
  const isPicked = machine.skips > skips && sides.length > 1 && isTelling(machine, test);
  machine.selective ||= isPicked || sides.some((side) => side.known.selective);
  machine.undecided = undecided;
  if (frame.yielded !== undefined && frame.yielded.items.length !== yielded && sides.length > 1)
    frame.yielded.exact = false;
  return joinSides(machine, frame, sides);
}

/**
 * Keeps what was written on the sides that leave the function or the loop for where they lead to. Returns how the
 * statement ends if no side goes on: whatever may come next is run.
 */
export function leave(frame: Frame, sides: readonly LeavingSide[]): Completion {
  for (const side of sides) {
    if (side.completion === "return") frame.earlyWrites.push({ condition: side.condition, layer: side.layer });
    if (side.completion !== "next" && side.completion !== "raise" && frame.yielded !== undefined)
      frame.yielded.exact &&= sides.length === 1;
    if (side.completion === "break" || side.completion === "continue")
      frame.escapes.push({ kind: side.completion, layer: side.layer });
  }
  const ways: readonly Completion[] = ["continue", "break", "return"];
  return ways.find((way) => sides.some(({ completion }) => completion === way)) ?? "raise";
}

function joinSides(machine: Machine, frame: Frame, sides: readonly Side[]): Completion {
  const going = sides.filter((side) => side.completion === "next");
  const left = leave(frame, sides);
  const [only] = going;
  if (only === undefined) return left;
  if (going.length === 1) {
    machine.store.apply(only.layer);
    machine.facts = only.known.facts;
    machine.launch = only.known.launch;
    if (sides.length > 1) {
      machine.condition = both(machine.condition, only.condition) ?? machine.condition;
      // What follows a guard that raises is what the author expects to run; what follows an early return is one case.
      if (sides.some((side) => side.completion !== "next" && side.completion !== "raise"))
        machine.undecided = only.undecided;
    }
    return "next";
  }
  if (going.some((side) => side.known.launch !== only.known.launch)) machine.launch = undefined;
  else machine.launch = only.known.launch;
  joinLayers(machine, going);
  return "next";
}

/** On a contract's path exactly one side runs. */
function takePath(machine: Machine, test: Formula, whenTrue: () => unknown, whenFalse: () => unknown): Completion {
  return complete((holdsOnPath(machine, test) ? whenTrue : whenFalse)());
}

/** Makes every cell of a layer, which was not applied yet, unknown. */
export function widen(machine: Machine, layer: Layer, cause: string): void {
  for (const [owner, values] of layer) {
    for (const [name, value] of values) {
      const before = machine.store.get(owner, name) ?? absentCell(owner, name);
      machine.store.set(owner, name, anyOf(before === undefined ? [value] : [before, value], cause));
    }
  }
}

function complete(result: unknown): Completion {
  return result === "return" || result === "raise" || result === "break" || result === "continue" ? result : "next";
}

/** The writes that early returns made, seen from after the function: they happened under their conditions. */
export function applyEarlyWrites(machine: Machine, frame: Frame): void {
  for (const { condition, layer } of frame.earlyWrites) {
    for (const [owner, values] of layer) {
      if (owner === frame.scope) continue;
      for (const [name, value] of values) {
        const current = machine.store.get(owner, name) ?? absentCell(owner, name);
        machine.store.set(owner, name, current === undefined ? value : joinEarly(condition, value, current));
      }
    }
  }
}

function joinEarly(condition: Condition, early: Value, late: Value): Value {
  const rest = new Map(condition);
  for (const [key, restriction] of rest) {
    const all = allOf(restriction.decision);
    rest.set(key, { decision: restriction.decision, allowed: all & ~restriction.allowed });
  }
  return choose([
    { condition, value: early },
    { condition: rest, value: late },
  ]);
}
