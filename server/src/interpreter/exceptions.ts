/** `try` statements. */
import { unknownOf } from "../values/aliases.ts";
import type { Expression, Statement, TryStatement } from "../syntax/ast.ts";
import { type Condition, only as onlyOf } from "../values/condition.ts";
import { type Completion, leave, widen } from "./branches.ts";
import { joinLayers } from "./choices.ts";
import { mayCatch, outsideOf } from "./handlers.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignTarget, readName } from "./names.ts";
import { type Probe, Raised, unfollowable } from "./probe.ts";
import { assignedNames } from "./scope.ts";
import { runBlock } from "./statements.ts";

export function runTry(machine: Machine, frame: Frame, s: TryStatement): Completion {
  if (machine.probe !== undefined) return followTry(machine, frame, s, machine.probe);
  let completion: Completion = "next";
  const { facts, condition } = machine;
  const isCalm = s.body.every((statement) => cannotRaise(machine, frame, statement));
  const layer = machine.store.isolate(() => {
    machine.filtered(
      () => {
        completion = runBlock(machine, frame, s.body);
      },
      (failure) => outsideOf(machine, frame, s, failure),
    );
    if (completion === "next") completion = runBlock(machine, frame, s.otherwise);
  });
  machine.facts = facts;
  if (isCalm || isImportFallback(s) || machine.paths !== undefined) machine.store.apply(layer);
  else {
    const ended = machine.condition;
    // Where a handler goes on, so does what the body ruled out by raising.
    machine.condition = condition;
    completion = joinHandlers(machine, frame, s, layer, completion, ended);
  }
  const final = runBlock(machine, frame, s.final);
  return final === "next" ? completion : final;
}

/** Whether no handler can be reached from a statement: it gives names to what other names and literals say. */
function cannotRaise(machine: Machine, frame: Frame, s: Statement): boolean {
  if (s.kind === "pass") return true;
  if (s.kind !== "assign" || !s.targets.every((target) => target.kind === "name")) return false;
  const isCalm = (e: Expression): boolean => {
    if (e.kind === "name") {
      const { kind } = readName(machine, frame, e);
      return kind !== "unknown" && kind !== "choice" && kind !== "external";
    }
    if (e.kind === "tuple" || e.kind === "list") return e.elements.every(isCalm);
    return ["constant", "int", "float", "string", "lambda"].includes(e.kind);
  };
  return isCalm(s.value);
}

/** `try: import fast / except ImportError: …`: the library is taken to be there. */
function isImportFallback(s: TryStatement): boolean {
  return (
    s.body.length > 0 &&
    s.body.every((statement) => statement.kind === "import" || statement.kind === "import-from" || isFlag(statement))
  );
}

function isFlag(statement: Statement): boolean {
  return statement.kind === "assign" && statement.value.kind === "constant";
}

function joinHandlers(
  machine: Machine,
  frame: Frame,
  s: TryStatement,
  body: ReturnType<Machine["store"]["isolate"]>,
  completion: Completion,
  ended: Condition,
): Completion {
  const written = assignedNames(s.body);
  const { undecided, condition } = machine;
  const sides = [{ layer: body, completion }];
  for (const handler of s.handlers) {
    let leaving: Completion = "next";
    const layer = machine.store.isolate(() => {
      widen(machine, body, "an exception");
      for (const name of written) {
        const scope = frame.scope.target(name);
        const held = machine.store.get(scope, name);
        machine.store.set(scope, name, unknownOf("an exception", held === undefined ? [] : [held]));
      }
      if (handler.name !== undefined) assignTarget(machine, frame, handler.name, machine.result(frame, handler));
      machine.undecided++;
      leaving = runBlock(machine, frame, handler.body);
    });
    machine.undecided = undecided;
    machine.condition = condition;
    sides.push({ layer, completion: leaving });
  }
  const staying = sides.filter((side) => side.completion !== "raise");
  const [only] = staying;
  if (only !== undefined && staying.length === 1) {
    machine.store.apply(only.layer);
    if (only.layer === body) machine.condition = ended;
    return only.completion;
  }
  const alternatives = staying.map((_, i) => `side ${i + 1}`);
  const decision = {
    key: machine.fresh("try"),
    kind: "unknown" as const,
    alternatives,
    implies: alternatives.map(() => undefined),
  };
  const decided = staying.map((side, i) => ({ ...side, condition: onlyOf(decision, i) }));
  const left = leave(frame, decided);
  const going = decided.filter((side) => side.completion === "next");
  if (going.length === 0) return left;
  // What follows is about one case.
  if (going.length < staying.length) machine.undecided++;
  joinLayers(machine, going);
  return "next";
}

/**
 * In library code that is followed, a path on which the body runs through, and one on which it is left for a handler:
 * something in it may raise that nobody sees. An exception that is seen goes on if no handler can be one for it.
 */
function followTry(machine: Machine, frame: Frame, s: TryStatement, probe: Probe): Completion {
  const { test } = probe;
  const finish = (completion: Completion): Completion => {
    const final = runBlock(machine, frame, s.final);
    return final === "next" ? completion : final;
  };
  if (s.handlers.length > 0) {
    const decision = {
      key: machine.fresh("try"),
      kind: "unknown",
      alternatives: ["it runs through", "it is left"],
      implies: [undefined, undefined],
    } as const;
    if (machine.paths?.decide(decision) === 1) throw unfollowable("an exception that may be caught");
  }
  let completion: Completion;
  try {
    completion = runBlock(machine, frame, s.body);
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    if (mayCatch(machine, frame, s, error.exception.ancestors)) throw unfollowable("an exception that may be caught");
    probe.test = test;
    finish("raise");
    throw error;
  }
  if (completion === "next") completion = runBlock(machine, frame, s.otherwise);
  return finish(completion);
}
