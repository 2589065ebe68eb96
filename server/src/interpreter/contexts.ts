/** `with` statements. */
import type { CallExpression, Expression, WithStatement } from "../syntax/ast.ts";
import { statementsIn } from "../syntax/index.ts";
import { only } from "../values/condition.ts";
import { none, type PassedArgument, type Value } from "../values/value.ts";
import { type Completion, leave, widen } from "./branches.ts";
import { call, runContext } from "./calls.ts";
import { findMember } from "./classes.ts";
import { evaluate } from "./expressions.ts";
import { isExpectation, isToldOfException, mayEnd } from "./handlers.ts";
import type { Frame, Machine } from "./machine.ts";
import { isPatchContext } from "./mocks.ts";
import { assignTarget } from "./names.ts";
import { runBlock } from "./statements.ts";

export function runWith(machine: Machine, frame: Frame, s: WithStatement): Completion {
  let completion = "next" as Completion;
  const run = (): void => {
    completion = enter(machine, frame, s, 0);
  };
  if (s.items.some(({ context }) => isPatchContext(context))) machine.mocking(run);
  else run();
  return completion;
}

/** Enters the item at a position, and within it the following ones; the body is inside the last. */
function enter(machine: Machine, frame: Frame, s: WithStatement, at: number): Completion {
  const item = s.items[at];
  if (item === undefined) return runBlock(machine, frame, s.body);
  if (item.context.kind === "call" && expects(machine, frame, item.context)) {
    evaluate(machine, frame, item.context);
    if (item.target !== undefined) assignTarget(machine, frame, item.target, machine.result(frame, item.context));
    return runExpecting(machine, frame, () => enter(machine, frame, s, at + 1));
  }
  const isPlain = isPlainContext(machine, frame, item.context);
  if (!isPlain) machine.giveUp("a context that may end an exception");
  const context = evaluate(machine, frame, item.context);
  if (isPlain) return enterOne(machine, frame, s, at, context);
  if (mayEnd(machine, context) || isHandedToTest(frame, item.context, context))
    return runExpecting(machine, frame, () => enterOne(machine, frame, s, at, context));
  let completion = "next" as Completion;
  machine.filtered(
    () => {
      completion = enterOne(machine, frame, s, at, context);
    },
    (failure) => (failure.followed === true ? undefined : failure),
  );
  return completion;
}

/** True for `with expectation:` in a test that is told by its parameters which exception to expect. */
function isHandedToTest({ function: callee }: Frame, e: Expression, context: Value): boolean {
  const isTest = callee?.node.kind === "function" && callee.node.name.id.startsWith("test");
  return isTest && e.kind !== "call" && (context.kind === "opaque" || context.kind === "unknown");
}

/** Contexts that let every exception through. */
const plainContexts =
  /^(torch|threading|multiprocessing|warnings|logging|time|builtins|concurrent|contextlib\.nullcontext)\b/;

/** True if nothing that a body raises ends at the context. */
function isPlainContext(machine: Machine, frame: Frame, e: Expression): boolean {
  const callee = e.kind === "call" ? evaluate(machine, frame, e.callee) : undefined;
  return callee?.kind === "external" && plainContexts.test(callee.name);
}

function enterOne(machine: Machine, frame: Frame, s: WithStatement, at: number, context: Value): Completion {
  const item = s.items[at];
  if (item === undefined) return runBlock(machine, frame, s.body);
  const site = machine.site(frame, item.context);
  let completion = "next" as Completion;
  const body = (entered: Value): void => {
    if (item.target !== undefined) assignTarget(machine, frame, item.target, entered);
    completion = enter(machine, frame, s, at + 1);
  };
  if (context.kind === "partial" && context.role === "context") {
    if (runContext(machine, frame, context, site, body)) return completion;
    return runExpecting(machine, frame, () => {
      body(machine.result(frame, item.context));
      return completion;
    });
  }
  const [entering, leaving] = [
    specialMethod(machine, context, "__enter__"),
    specialMethod(machine, context, "__exit__"),
  ];
  if (entering === undefined) {
    body(context.kind === "external" ? context : machine.result(frame, item.context, [context.origin]));
    return completion;
  }
  const entered = call(machine, frame, entering, [], site);
  if (maySwallow(leaving))
    completion = runExpecting(machine, frame, () => {
      body(entered);
      return completion;
    });
  else body(entered);
  const nothing: PassedArgument = { name: undefined, value: none, site: undefined };
  if (leaving !== undefined) call(machine, frame, leaving, [nothing, nothing, nothing], site);
  return completion;
}

function specialMethod(machine: Machine, context: Value, name: string): Value | undefined {
  if (context.kind !== "object" || context.identity.class === undefined) return undefined;
  const member = findMember(machine, context.identity.class, name).value;
  return member?.kind === "function" ? { kind: "bound", function: member, receiver: context } : undefined;
}

/** True if a context manager tells that an exception is not to go on. */
function maySwallow(leaving: Value | undefined): boolean {
  const node = leaving?.kind === "bound" && leaving.function.kind === "function" ? leaving.function.node : undefined;
  return (
    node?.kind === "function" &&
    statementsIn(node).some(
      (one) =>
        one.kind === "return" &&
        one.value !== undefined &&
        !(one.value.kind === "constant" && one.value.value !== true),
    )
  );
}

/** Such a body ends where the exception is raised, and what follows goes on: what it wrote may not have been written. */
function runExpecting(machine: Machine, frame: Frame, body: () => Completion): Completion {
  const { known } = machine;
  let completion = "next" as Completion;
  const layer = machine.store.isolate(() => {
    machine.filtered(
      () => {
        completion = body();
      },
      (failure) => (failure.cases.some(({ exception }) => exception === undefined) ? failure : undefined),
    );
  });
  machine.known = known;
  widen(machine, layer, "a body that an exception may end");
  if (completion !== "next" && completion !== "raise") {
    const decision = {
      key: machine.fresh("exception"),
      kind: "unknown" as const,
      alternatives: ["it is not raised", "it is raised"],
      implies: [undefined, undefined],
    };
    leave(frame, [{ layer, completion, condition: only(decision, 0) }]);
  }
  return "next";
}

/** `with pytest.raises(…):`, `with self.assertRaises(…):` and whatever else nobody knows that is told of an exception. */
function expects(machine: Machine, frame: Frame, e: CallExpression): boolean {
  if (e.callee.kind === "attribute" && e.callee.attribute.id.startsWith("assertRaises")) return true;
  const callee = evaluate(machine, frame, e.callee);
  if (callee.kind === "external" && isExpectation(callee.name)) return true;
  const isKnown = callee.kind === "function" || callee.kind === "class" || callee.kind === "bound";
  return !isKnown && isToldOfException(machine, frame, e.arguments);
}
