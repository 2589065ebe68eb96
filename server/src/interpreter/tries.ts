/** `try` and `with`: what ends an exception, and what follows where one may have been raised. */
import type { Expression, Statement, TryStatement, WithStatement } from "../syntax/ast.ts";
import { unknown } from "../values/value.ts";
import { type Completion, widen, writtenCells } from "./branches.ts";
import { choose } from "./choices.ts";
import { absentCell } from "./containers.ts";
import { mayCatch } from "./exceptions.ts";
import { evaluate } from "./expressions.ts";
import type { Failure, Frame, Machine } from "./machine.ts";
import { assignTarget } from "./names.ts";
import { type Probe, Raised, unfollowable } from "./probe.ts";
import { assignedNames } from "./scope.ts";
import { runBlock } from "./statements.ts";

export function runWith(machine: Machine, frame: Frame, s: WithStatement): Completion {
  let expectsException = false;
  let mayEnd = false;
  for (const item of s.items) {
    const context = evaluate(machine, frame, item.context);
    if (item.target !== undefined)
      assignTarget(machine, frame, item.target, machine.result(frame, item.context, [context.origin]));
    mayEnd ||= !isPlainContext(machine, frame, item.context);
    if (mayEnd) machine.giveUp("a context that may end an exception");
    expectsException ||= item.context.kind === "call" && isExpectation(machine, frame, item.context.callee);
  }
  let completion = "next" as Completion;
  const body = (): void => {
    completion = runBlock(machine, frame, s.body);
  };
  if (expectsException) machine.filtered(body, () => false);
  else if (mayEnd) machine.filtered(body, (failure) => failure.followed !== true);
  else body();
  // Such a body ends where the exception is raised, and what follows goes on.
  return expectsException && completion === "raise" ? "next" : completion;
}

/** Contexts that let every exception through. */
const plainContexts = /^(torch|threading|multiprocessing|warnings|logging|time|builtins|contextlib\.nullcontext)\b/;

/** True if nothing that a body raises ends at the context. */
function isPlainContext(machine: Machine, frame: Frame, e: Expression): boolean {
  const callee = e.kind === "call" ? evaluate(machine, frame, e.callee) : undefined;
  return callee?.kind === "external" && plainContexts.test(callee.name);
}

/** `with pytest.raises(…):`, `with self.assertRaises(…):` and `with contextlib.suppress(…):` want the exception; what a patch changes is not known. */
function isExpectation(machine: Machine, frame: Frame, e: Expression): boolean {
  if (e.kind === "attribute" && e.attribute.id.startsWith("assertRaises")) return true;
  const callee = evaluate(machine, frame, e);
  if (callee.kind !== "external") return false;
  return (
    callee.name === "pytest.raises" ||
    callee.name === "contextlib.suppress" ||
    callee.name.startsWith("unittest.mock.patch")
  );
}

/** The exceptions that handlers deal with, by class name; a handler that only raises again deals with none. */
function handledExceptions(s: TryStatement): (name: string | undefined) => boolean {
  const handling = s.handlers.filter((handler) => handler.body.at(-1)?.kind !== "raise");
  if (handling.some((handler) => handler.type === undefined)) return () => true;
  const names = handling.flatMap(({ type }) =>
    type === undefined ? [] : type.kind === "tuple" ? type.elements : [type],
  );
  const handled = new Set(
    names.map((type) => (type.kind === "attribute" ? type.attribute.id : type.kind === "name" ? type.id : "")),
  );
  return (name) =>
    handled.has("Exception") || handled.has("BaseException") || (name !== undefined && handled.has(name));
}

export function runTry(machine: Machine, frame: Frame, s: TryStatement): Completion {
  if (machine.probe !== undefined) return followTry(machine, frame, s, machine.probe);
  let completion: Completion = "next";
  const facts = machine.facts;
  const handled = handledExceptions(s);
  const isUnhandled = ({ cases }: Failure): boolean =>
    cases.some(({ exception }) => {
      if (exception?.raised !== undefined) return !mayCatch(machine, frame, s, exception.raised.ancestors);
      return exception === undefined || !handled(exception.name);
    });
  const layer = machine.store.isolate(() => {
    machine.filtered(() => {
      completion = runBlock(machine, frame, s.body);
    }, isUnhandled);
    if (completion === "next") completion = runBlock(machine, frame, s.otherwise);
  });
  machine.facts = facts;
  if (isImportFallback(s) || machine.paths !== undefined) machine.store.apply(layer);
  else completion = joinHandlers(machine, frame, s, layer, completion);
  const final = runBlock(machine, frame, s.final);
  return final === "next" ? completion : final;
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
): Completion {
  const written = assignedNames(s.body);
  const { undecided } = machine;
  const sides = [{ layer: body, completion }];
  for (const handler of s.handlers) {
    let ended: Completion = "next";
    const layer = machine.store.isolate(() => {
      widen(machine, body, "an exception");
      for (const name of written) machine.store.set(frame.scope.target(name), name, unknown("an exception"));
      if (handler.name !== undefined) assignTarget(machine, frame, handler.name, machine.result(frame, handler));
      machine.undecided++;
      ended = runBlock(machine, frame, handler.body);
    });
    machine.undecided = undecided;
    sides.push({ layer, completion: ended });
  }
  const going = sides.filter((side) => side.completion === "next");
  if (going.length === 0) return sides[0]?.completion ?? "next";
  const alternatives = going.map((_, i) => `side ${i + 1}`);
  const decision = {
    key: machine.fresh("try"),
    kind: "unknown" as const,
    alternatives,
    implies: alternatives.map(() => undefined),
  };
  for (const [owner, names] of writtenCells(going.map((side) => side.layer))) {
    for (const name of names) {
      const earlier = machine.store.get(owner, name);
      const candidates = going.flatMap((side, i) => {
        const value = side.layer.get(owner)?.get(name) ?? earlier ?? absentCell(name);
        return value === undefined
          ? []
          : [{ condition: new Map([[decision.key, { decision, allowed: 1 << i }]]), value }];
      });
      machine.store.set(owner, name, choose(candidates));
    }
  }
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
  let completion: Completion = "next";
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
