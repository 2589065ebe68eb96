/** Runs statements. */
import type {
  Expression,
  ForStatement,
  FunctionStatement,
  MatchStatement,
  Pattern,
  Statement,
  WhileStatement,
} from "../syntax/ast.ts";
import { childrenOf, type Node } from "../syntax/index.ts";
import { assume, conjunction, disjunction, type Formula } from "../values/logic.ts";
import { none, unknown, type Value, withOrigin } from "../values/value.ts";
import { both } from "../values/condition.ts";
import { branches, type Completion, impliedCondition, widen } from "./branches.ts";
import { decideHere, questionOf } from "./choices.ts";
import { defineClass } from "./classes.ts";
import { removeEntry } from "./containers.ts";
import { followFailure, followRaise } from "./exceptions.ts";
import { decorate } from "./decorators.ts";
import { dictKey, evaluate, testFormula } from "./expressions.ts";
import { runImport, runImportFrom } from "./imports.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignTarget, iterate } from "./names.ts";
import { binaryOperation } from "./operators.ts";
import { assignedNames } from "./scope.ts";
import { notRaising } from "./probe.ts";
import { runTry, runWith } from "./tries.ts";
import { compareValues } from "./truth.ts";

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
  if (e.callee.kind === "attribute" && ![...leaving].some((known) => known.endsWith(`.${name}`))) return false;
  const callee = evaluate(machine, frame, e.callee);
  return callee.kind === "external" && leaving.has(callee.name);
}

function run(machine: Machine, frame: Frame, s: Statement): Completion {
  machine.step();
  switch (s.kind) {
    case "expression":
      if (!machine.models.isIdle(machine, frame, s.value)) evaluate(machine, frame, s.value);
      if (!neverReturns(machine, frame, s.value)) return "next";
      machine.giveUp("the end of the program");
      return "raise";
    case "assign": {
      const value = evaluate(machine, frame, s.value);
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
      if (s.value !== undefined) assignTarget(machine, frame, s.target, evaluate(machine, frame, s.value));
      return "next";
    case "augmented": {
      const before = evaluate(machine, frame, s.target);
      const operand = evaluate(machine, frame, s.value);
      const value =
        before.kind === "choice" || operand.kind === "choice"
          ? machine.result(frame, s)
          : binaryOperation(machine, frame, s.operator, before, operand, s);
      assignTarget(machine, frame, s.target, value);
      return "next";
    }
    case "return":
      frame.returns.push({
        condition: machine.condition,
        value: s.value === undefined ? none : evaluate(machine, frame, s.value),
      });
      return "return";
    case "raise":
      if (machine.probe !== undefined) followRaise(machine, frame, s);
      if (s.exception !== undefined) evaluate(machine, frame, s.exception);
      return "raise";
    case "assert":
      return machine.probe === undefined
        ? assertion(machine, testOf(machine, frame, s.test))
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
        () => runBlock(machine, frame, s.body),
        () => runBlock(machine, frame, s.otherwise),
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
      return runBlock(machine, frame, s.recovered);
  }
}

function testOf(machine: Machine, frame: Frame, e: Expression): Formula {
  const value = evaluate(machine, frame, e);
  if (machine.probe !== undefined) machine.probe.test = value;
  return testFormula(machine, frame, value, e);
}

/** After an assertion what it says holds; one that fails for certain ends the path. */
function assertion(machine: Machine, test: Formula): Completion {
  const facts = assume(test, machine.facts);
  if (facts === undefined || decideHere(machine, test) === false) return "raise";
  machine.facts = facts;
  machine.condition = both(machine.condition, impliedCondition(test)) ?? machine.condition;
  return "next";
}

function defineFunction(machine: Machine, frame: Frame, s: FunctionStatement): void {
  const defaults = new Map<string, Value>();
  for (const parameter of s.parameters) {
    if (parameter.default !== undefined) defaults.set(parameter.name.id, evaluate(machine, frame, parameter.default));
  }
  const decorators = s.decorators.map((decorator) => evaluate(machine, frame, decorator));
  const plain: Value = {
    kind: "function",
    node: s,
    site: machine.site(frame, s),
    scope: frame.scope,
    owner: undefined,
    form: "function",
    defaults,
  };
  if (frame.scope.kind !== "class") machine.defined(plain);
  assignTarget(machine, frame, s.name, decorate(machine, frame, plain, s.decorators, decorators));
}

function deleteTarget(machine: Machine, frame: Frame, target: Expression): void {
  if (target.kind === "name") assignTarget(machine, frame, target, unknown("a deleted name"));
  if (target.kind !== "subscript") return;
  const object = evaluate(machine, frame, target.object);
  const key = dictKey(evaluate(machine, frame, target.index));
  if (object.kind === "object" && object.identity.type === "dict" && key !== undefined)
    removeEntry(machine, object, key);
}

// ------------------------------------------------------------------------------------------------------- loops

/** A loop over at most this many known elements is unrolled. */
const maximumUnrolled = 16;

function runFor(machine: Machine, frame: Frame, s: ForStatement): Completion {
  const { items, complete } = iterate(machine, frame, evaluate(machine, frame, s.iterable), s.iterable);
  if (!complete || items.length > maximumUnrolled) {
    return runUnknownTimes(machine, frame, s, () => {
      const [item = unknown("loop element")] = complete ? [machine.result(frame, s.iterable)] : items;
      assignTarget(machine, frame, s.target, item);
    });
  }
  const outer = frame.escapes;
  for (const item of items) {
    assignTarget(machine, frame, s.target, item);
    const completion = runIteration(machine, frame, s.body);
    if (completion === "return" || completion === "raise") return completion;
    if (completion === "break") break;
  }
  if (frame.escapes > outer) forgetAssigned(machine, frame, s.body);
  frame.escapes = outer;
  return runBlock(machine, frame, s.otherwise);
}

function runWhile(machine: Machine, frame: Frame, s: WhileStatement): Completion {
  const test = testOf(machine, frame, s.test);
  if (decideHere(machine, test) === false) return runBlock(machine, frame, s.otherwise);
  return runUnknownTimes(machine, frame, s, () => {
    if (decideHere(machine, test) === undefined) machine.undecided++;
    // The body runs only where the test is true; what that says ends with the loop.
    machine.facts = assume(test, machine.facts) ?? machine.facts;
    machine.condition = both(machine.condition, questionOf(test).holds) ?? machine.condition;
  });
}

/**
 * Runs a body as its first iteration, which is exact if it runs at all; after it, whatever the body wrote is unknown
 * unless a second iteration would write the same.
 */
function runUnknownTimes(
  machine: Machine,
  frame: Frame,
  s: ForStatement | WhileStatement,
  start: () => void,
): Completion {
  const outer = frame.escapes;
  const before = machine.known;
  const { undecided } = machine;
  const layer = machine.store.isolate(() => {
    start();
    if (machine.probe === undefined) runIteration(machine, frame, s.body);
    else followIteration(machine, frame, s.body);
  });
  machine.known = before;
  machine.undecided = undecided;
  widen(machine, layer, "a loop");
  frame.escapes = outer;
  return runBlock(machine, frame, s.otherwise);
}

/** A body that may end the function, or may not run, leaves nothing behind it that is certain. */
function followIteration(machine: Machine, frame: Frame, body: readonly Statement[]): void {
  if (body.some(mayLeave)) machine.giveUp("a loop that may leave the function");
  notRaising(machine, () => {
    runIteration(machine, frame, body);
  });
}

function mayLeave(statement: Statement): boolean {
  const pending: Node[] = [statement];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === "return" || node.kind === "raise" || node.kind === "assert") return true;
    if (node.kind !== "function" && node.kind !== "lambda" && node.kind !== "class") pending.push(...childrenOf(node));
  }
  return false;
}

function runIteration(machine: Machine, frame: Frame, body: readonly Statement[]): Completion {
  const { condition, undecided } = machine;
  const completion = runBlock(machine, frame, body);
  machine.condition = condition;
  machine.undecided = undecided;
  return completion === "continue" ? "next" : completion;
}

function forgetAssigned(machine: Machine, frame: Frame, body: readonly Statement[]): void {
  for (const name of assignedNames(body))
    machine.store.set(frame.scope.target(name), name, unknown("a loop that may end early"));
}

// ------------------------------------------------------------------------------------------------------- match

function runMatch(machine: Machine, frame: Frame, s: MatchStatement): Completion {
  const subject = evaluate(machine, frame, s.subject);
  const from = (i: number): Completion => {
    const branch = s.cases[i];
    if (branch === undefined) return "next";
    const matched = patternFormula(machine, frame, branch.pattern, subject);
    const test: Formula =
      branch.guard === undefined ? matched : conjunction([matched, testOf(machine, frame, branch.guard)]);
    return branches(
      machine,
      frame,
      test,
      () => runBlock(machine, frame, branch.body),
      () => from(i + 1),
    );
  };
  return from(0);
}

/** When a pattern matches; its captures are bound on the way. */
function patternFormula(machine: Machine, frame: Frame, pattern: Pattern, subject: Value): Formula {
  switch (pattern.kind) {
    case "wildcard":
      return { kind: "constant", value: true };
    case "capture":
      assignTarget(machine, frame, pattern.name, subject);
      return { kind: "constant", value: true };
    case "value":
      if (subject.kind === "choice") return { kind: "test", key: machine.fresh("match"), name: "a match" };
      return compareValues(machine, subject, "==", evaluate(machine, frame, pattern.value));
    case "alternatives":
      return disjunction(pattern.patterns.map((one) => patternFormula(machine, frame, one, subject)));
    case "as":
      assignTarget(machine, frame, pattern.name, subject);
      return patternFormula(machine, frame, pattern.pattern, subject);
    case "structure":
      for (const name of pattern.captures) assignTarget(machine, frame, name, machine.result(frame, name));
      return { kind: "test", key: machine.fresh("match"), name: "a match" };
  }
}
