/** `for` and `while`. Short loops are unrolled; of others the first iteration is run, and what they write is unknown. */
import { childrenOf } from "../syntax/index.ts";
import type { ForStatement, Node, Statement, WhileStatement } from "../syntax/ast.ts";
import { both } from "../values/condition.ts";
import { assume } from "../values/logic.ts";
import { unknown, type Value } from "../values/value.ts";
import { branches, type Completion, widen } from "./branches.ts";
import { decideHere, questionOf } from "./choices.ts";
import { evaluate, testOf } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignTarget, iterate } from "./names.ts";
import { notRaising } from "./probe.ts";
import { runBlock } from "./statements.ts";
import { Iterations } from "./steady.ts";
import type { Layer } from "./store.ts";

/** A loop of at most this many iterations is unrolled. */
const maximumUnrolled = 64;

export function runFor(machine: Machine, frame: Frame, s: ForStatement): Completion {
  const { items, complete } = iterate(machine, frame, evaluate(machine, frame, s.iterable), s.iterable);
  const anyTimes = (): Completion =>
    runUnknownTimes(machine, frame, s, () => {
      const [item = unknown("loop element")] = complete ? [machine.result(frame, s.iterable)] : items;
      assignTarget(machine, frame, s.target, item);
    });
  if (!complete || items.length > maximumUnrolled) return anyTimes();
  let next = 0;
  let targets: Layer = new Map();
  const { stepsLeft } = machine;
  const iterations = new Iterations(machine, frame);
  const start = (): boolean | (() => Completion) => {
    // What comes behind the loop needs steps, too.
    if (next > 1 && next < items.length && machine.stepsLeft * 2 < stepsLeft) return anyTimes;
    const item = items[next++];
    if (item === undefined) return false;
    targets = machine.store.isolate(() => {
      assignTarget(machine, frame, s.target, item);
    });
    machine.store.apply(targets);
    return true;
  };
  return unroll(machine, frame, s, start, (iteration, left) => {
    const { completion, isSteady } = iterations.run(targets, left, iteration);
    if (isSteady) next = Math.max(next, items.length - 1);
    return completion;
  });
}

export function runWhile(machine: Machine, frame: Frame, s: WhileStatement): Completion {
  let rounds = 0;
  return unroll(machine, frame, s, () => {
    const first = testOf(machine, frame, s.test);
    const truth = decideHere(machine, first);
    if (truth !== undefined && rounds++ < maximumUnrolled) return truth;
    return () =>
      runUnknownTimes(machine, frame, s, (isFirst) => {
        if (truth === undefined) machine.undecided++;
        // The body runs only where the test is true; what that says ends with the loop.
        const test = isFirst ? first : testOf(machine, frame, s.test);
        machine.facts = assume(test, machine.facts) ?? machine.facts;
        machine.condition = both(machine.condition, questionOf(test).holds) ?? machine.condition;
      });
  });
}

/**
 * Runs the body for as long as `start` says so, which may also hand over to another way of running what is left. If an
 * iteration may have left the loop, what the following ones wrote may not have been written.
 */
function unroll(
  machine: Machine,
  frame: Frame,
  s: ForStatement | WhileStatement,
  start: () => boolean | (() => Completion),
  run: (iteration: () => Completion, left: readonly Layer[]) => Completion = (iteration) => iteration(),
): Completion {
  const outer = frame.escapes;
  const before = machine.known;
  const left: Layer[] = [];
  let completion = "next" as Completion;
  let ended = "next" as Completion;
  let rest: (() => Completion) | undefined;
  const layer = machine.store.isolate(() => {
    for (;;) {
      const going = start();
      if (typeof going === "function") rest = going;
      if (going !== true) break;
      completion = run(() => runIteration(machine, frame, s.body, left), left);
      if (completion !== "next") break;
    }
    frame.escapes = outer;
    ended = rest?.() ?? completion;
  });
  const mayHaveLeft = left.length > 0;
  if (!mayHaveLeft) machine.store.apply(layer);
  else {
    machine.known = before;
    for (const written of [layer, ...left]) widen(machine, written, "a loop that may end early");
    if (frame.yielded !== undefined) frame.yielded.exact = false;
  }
  if (ended === "return" || ended === "raise") return mayHaveLeft ? "next" : ended;
  if (completion === "break" || rest !== undefined) return "next";
  return otherwise(machine, frame, s, mayHaveLeft);
}

/** The `else` of a loop runs unless the loop was left. */
function otherwise(machine: Machine, frame: Frame, s: ForStatement | WhileStatement, mayHaveLeft: boolean): Completion {
  if (!mayHaveLeft || s.otherwise.length === 0) return runBlock(machine, frame, s.otherwise);
  const key = machine.fresh("left loop");
  return branches(
    machine,
    frame,
    { kind: "test", key, name: "the loop ends" },
    () => runBlock(machine, frame, s.otherwise),
    () => "next",
  );
}

/**
 * Runs a body as its first iteration, which is exact if it runs at all; after it, whatever the body wrote is unknown. If it
 * reads any of that, it is run again as any later iteration, which may write more.
 */
function runUnknownTimes(
  machine: Machine,
  frame: Frame,
  s: ForStatement | WhileStatement,
  start: (isFirst: boolean) => void,
): Completion {
  const outer = frame.escapes;
  const before = machine.known;
  const left: Layer[] = [];
  const { undecided } = machine;
  const yielded = frame.yielded?.items.length;
  const run = (isFirst: boolean): boolean => {
    const { layer, reads } = machine.store.record(() => {
      start(isFirst);
      if (machine.probe === undefined) runIteration(machine, frame, s.body, left);
      else followIteration(machine, frame, s.body, left);
    });
    machine.known = before;
    machine.undecided = undecided;
    let isNew = false;
    for (const written of [layer, ...left.splice(0)]) {
      for (const [owner, cells] of written)
        for (const name of cells.keys())
          isNew ||= reads.get(owner)?.has(name) === true && !isWidened(machine.store.get(owner, name));
      widen(machine, written, widenedByLoop);
    }
    return isNew;
  };
  let goesOn = run(true);
  // On a contract's path what is demanded later would be demanded of loops that end before.
  const { length } = frame.returns;
  for (
    let times = 1;
    goesOn && times < maximumReruns && (machine.paths === undefined || machine.probe !== undefined);
    times++
  )
    machine.silently(() => {
      goesOn = run(false);
    });
  frame.returns.length = length;
  frame.escapes = outer;
  if (frame.yielded !== undefined && frame.yielded.items.length !== yielded) frame.yielded.exact = false;
  // A later iteration may return something else than the first.
  if (contains(s.body, "return")) frame.returns.push({ condition: machine.condition, value: unknown(widenedByLoop) });
  return otherwise(machine, frame, s, contains(s.body, "break"));
}

/** True for what an earlier run of the body left. */
function isWidened(value: Value | undefined): boolean {
  return value?.kind === "unknown" && value.cause === widenedByLoop;
}

const widenedByLoop = "written by a loop that was widened";

/** How often a body is run until it writes nothing new; each time it takes more to be in doubt. */
const maximumReruns = 4;

/** In library code that is followed, a body that may end the function, or may not run, leaves nothing that is certain. */
function followIteration(machine: Machine, frame: Frame, body: readonly Statement[], left: Layer[]): void {
  if (contains(body, "return") || contains(body, "raise") || contains(body, "assert"))
    machine.giveUp("a loop that may leave the function");
  notRaising(machine, () => runIteration(machine, frame, body, left));
}

/** Runs the body once; a `continue` that may have happened leaves what was written in doubt, a `break` is added to `left`. */
function runIteration(machine: Machine, frame: Frame, body: readonly Statement[], left: Layer[]): Completion {
  const { condition, facts, undecided } = machine;
  frame.escapes = [];
  let completion = "next" as Completion;
  const layer = machine.store.isolate(() => {
    completion = runBlock(machine, frame, body);
  });
  const skipped = frame.escapes.filter((escape) => escape.kind === "continue");
  if (skipped.length === 0) machine.store.apply(layer);
  else {
    machine.facts = facts;
    for (const written of [layer, ...skipped.map((escape) => escape.layer)])
      widen(machine, written, "an iteration that may end early");
    if (completion === "break") left.push(layer);
    if (completion === "return") frame.earlyWrites.push({ condition: machine.condition, layer });
    completion = "next";
  }
  left.push(...frame.escapes.filter((escape) => escape.kind === "break").map((escape) => escape.layer));
  machine.condition = condition;
  machine.undecided = undecided;
  return completion === "continue" ? "next" : completion;
}

/** True if the statements themselves, not the functions in them, hold such a one; a `break` is that of the loop they stand in. */
function contains(body: readonly Statement[], kind: "return" | "raise" | "assert" | "break"): boolean {
  const pending: Node[] = [...body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === kind) return true;
    const isApart = node.kind === "function" || node.kind === "class" || node.kind === "lambda";
    if (isApart || (kind === "break" && (node.kind === "for" || node.kind === "while"))) continue;
    pending.push(...childrenOf(node));
  }
  return false;
}
