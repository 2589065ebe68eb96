/** Runs statements. */
import type { Expression, FunctionStatement, Statement } from "../syntax/ast.ts";
import { assume } from "../values/logic.ts";
import { type FunctionValue, none, type Value, withOrigin } from "../values/value.ts";
import { both } from "../values/condition.ts";
import { annotated, declare } from "./annotations.ts";
import { branches, type Completion, impliedCondition } from "./branches.ts";
import { isRaised } from "./calls.ts";
import { decideHere } from "./choices.ts";
import { defineClass } from "./classes.ts";
import { runWith } from "./contexts.ts";
import { runDamaged } from "./damage.ts";
import { decorate, evaluateDecorators, formOf } from "./decorators.ts";
import { deleteTarget } from "./deletions.ts";
import { runTry } from "./exceptions.ts";
import { evaluate, evaluateUnused, testOf } from "./expressions.ts";
import { runImport, runImportFrom } from "./imports.ts";
import { runFor, runWhile } from "./loops.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignTarget } from "./names.ts";
import { narrow } from "./narrowing.ts";
import { augmented } from "./operators.ts";
import { runMatch } from "./patterns.ts";
import { followFailure, followRaise } from "./raises.ts";
import { isSkip, isSkipException } from "./skips.ts";

/** Runs statements in order; stops where one does not complete. */
export function runBlock(machine: Machine, frame: Frame, body: readonly Statement[]): Completion {
  for (const statement of body) {
    const completion = run(machine, frame, statement);
    if (completion !== "next") return completion;
  }
  return "next";
}

/** Functions after whose call nothing follows. */
const leaving: ReadonlySet<string> = new Set([
  ...["sys.exit", "os._exit", "os.abort", "builtins.exit", "builtins.quit"],
  ...["pytest.skip", "pytest.fail", "pytest.xfail", "pytest.exit"],
]);

function neverReturns(machine: Machine, frame: Frame, e: Expression): boolean {
  if (e.kind !== "call" || (e.callee.kind !== "name" && e.callee.kind !== "attribute")) return false;
  const name = e.callee.kind === "name" ? e.callee.id : e.callee.attribute.id;
  // Most calls are told apart by the name alone; an import may have given it another.
  const isKnown = name === "skipTest" || [...leaving].some((known) => known.endsWith(`.${name}`));
  if (e.callee.kind === "attribute" && !isKnown) return false;
  const callee = evaluate(machine, frame, e.callee);
  const skips = isSkip(e, callee);
  if (skips) machine.skips++;
  return skips || (callee.kind === "external" && leaving.has(callee.name));
}

function run(machine: Machine, frame: Frame, s: Statement): Completion {
  machine.step();
  switch (s.kind) {
    case "expression":
      if (!machine.models.makeDemands(machine, frame, s.value) && isRaised(evaluateUnused(machine, frame, s.value)))
        return "raise";
      if (!neverReturns(machine, frame, s.value)) return "next";
      machine.giveUp("the end of the program");
      return "raise";
    case "assign": {
      const value = evaluate(machine, frame, s.value);
      if (isRaised(value)) return "raise";
      for (const target of s.targets) {
        // An item that later reaches a call through `**` is changed where it is written.
        const item =
          target.kind === "subscript"
            ? withOrigin(value, machine.origin("argument", frame, s.value, [value.origin]))
            : value;
        assignTarget(machine, frame, target, item);
      }
      return "next";
    }
    case "annotated":
      if (s.value === undefined && s.target.kind === "name") declare(machine, frame, s.target.id, s.annotation);
      if (s.value !== undefined) {
        const value = evaluate(machine, frame, s.value);
        if (isRaised(value)) return "raise";
        assignTarget(machine, frame, s.target, annotated(machine, frame, value, s.annotation));
      }
      return "next";
    case "augmented":
      assignTarget(machine, frame, s.target, augmented(machine, frame, s));
      return "next";
    case "return": {
      const value = s.value === undefined ? none : evaluate(machine, frame, s.value);
      if (isRaised(value)) return "raise";
      frame.returns.push({ condition: machine.condition, value });
      return "return";
    }
    case "raise":
      if (isSkipException(s.exception)) machine.skips++;
      if (machine.probe !== undefined) followRaise(machine, frame, s);
      if (s.exception !== undefined) evaluate(machine, frame, s.exception);
      return "raise";
    case "assert":
      return machine.probe === undefined
        ? assertion(machine, frame, s.test)
        : branches(
            machine,
            frame,
            testOf(machine, frame, s.test),
            () => "next",
            () => followFailure(machine, frame, s),
          );
    case "delete":
      s.targets.forEach((target) => {
        deleteTarget(machine, frame, target);
      });
      return "next";
    case "if":
      return branches(
        machine,
        frame,
        testOf(machine, frame, s.test),
        () => runSide(machine, frame, s.test, true, s.body),
        () => runSide(machine, frame, s.test, false, s.otherwise),
      );
    case "for":
      return runFor(machine, frame, s);
    case "while":
      return runWhile(machine, frame, s);
    case "with":
      return runWith(machine, frame, s);
    case "try":
      return runTry(machine, frame, s);
    case "match":
      return runMatch(machine, frame, s);
    case "function":
      defineFunction(machine, frame, s);
      return "next";
    case "class":
      assignTarget(machine, frame, s.name, defineClass(machine, frame, s));
      return "next";
    case "import":
      runImport(machine, frame, s);
      return "next";
    case "import-from":
      runImportFrom(machine, frame, s);
      return "next";
    case "break":
    case "continue":
      return s.kind;
    case "pass":
    case "global":
    case "nonlocal":
      return "next";
    case "invalid":
      return runDamaged(machine, frame, s);
  }
}

/** After an assertion what it says holds; one that fails for certain ends the path. */
function assertion(machine: Machine, frame: Frame, e: Expression): Completion {
  const test = testOf(machine, frame, e);
  const facts = assume(test, machine.facts);
  if (facts === undefined || decideHere(machine, test) === false) return "raise";
  machine.facts = facts;
  machine.condition = both(machine.condition, impliedCondition(test)) ?? machine.condition;
  narrow(machine, frame, e, true);
  return "next";
}

/** Runs the statements on one side of a test. */
function runSide(
  machine: Machine,
  frame: Frame,
  test: Expression,
  truth: boolean,
  body: readonly Statement[],
): Completion {
  narrow(machine, frame, test, truth);
  return runBlock(machine, frame, body);
}

function defineFunction(machine: Machine, frame: Frame, s: FunctionStatement): void {
  const defaults = new Map<string, Value>();
  for (const parameter of s.parameters) {
    if (parameter.default !== undefined) defaults.set(parameter.name.id, evaluate(machine, frame, parameter.default));
  }
  const decorators = evaluateDecorators(machine, frame, s.decorators);
  const plain: FunctionValue = {
    kind: "function",
    node: s,
    site: machine.site(frame, s),
    scope: frame.scope,
    identity: { name: s.name.id },
    form: "function",
    defaults,
  };
  machine.defined({ ...plain, form: formOf(decorators) });
  assignTarget(machine, frame, s.name, decorate(machine, frame, plain, s.decorators, decorators));
}
