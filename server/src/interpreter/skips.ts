/**
 * Tests that do not run everywhere: marks that skip them, and calls that do. A condition that nobody can answer may be
 * about the GPU or a library's version, so that what fails only in some worlds may be what it leaves out.
 */
import type { CallExpression, Expression } from "../syntax/ast.ts";
import { both } from "../values/condition.ts";
import { assume, type Formula, negation } from "../values/logic.ts";
import type { FunctionValue, PassedArgument, Value } from "../values/value.ts";
import { impliedCondition } from "./branches.ts";
import { decideHere, isAboutWorld, questionOf } from "./choices.ts";
import { ancestors, ownerOf } from "./classes.ts";
import { itemsOf } from "./containers.ts";
import { evaluate, testFormula } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import { LexicalScope } from "./scope.ts";

/** Marks of tests that are not run, or that are expected to fail. */
const notRun = new Set(["pytest.mark.skip", "pytest.mark.xfail", "unittest.skip", "unittest.expectedFailure"]);

/** Marks under which a test runs only where a condition is false, or true. */
const conditional: ReadonlyMap<string, boolean> = new Map([
  ["pytest.mark.skipif", false],
  ["unittest.skipIf", false],
  ["unittest.skipUnless", true],
]);

/** Marks that keep no test from running. */
const harmless =
  /^(pytest\.mark\.(parametrize|usefixtures|filterwarnings|asyncio|anyio|timeout|flaky)|pytest\.fixture|((unittest\.)?mock|builtins|functools|hypothesis|parameterized|torch)\..*)$/;

/** True for what makes a mark: what it was given is kept, until a test is found under it. */
export function makesMark(name: string): boolean {
  return name.startsWith("pytest.mark.") || conditional.has(name) || notRun.has(name);
}

/** True for a call that ends the test. */
export function isSkip(e: CallExpression, callee: Value): boolean {
  if (callee.kind === "external") return callee.name === "pytest.skip";
  return e.callee.kind === "attribute" && e.callee.attribute.id === "skipTest";
}

/** True for the exception that ends a test. */
export function isSkipException(e: Expression | undefined): boolean {
  if (e?.kind === "call") return isSkipException(e.callee);
  return (e?.kind === "name" && e.id === "SkipTest") || (e?.kind === "attribute" && e.attribute.id === "SkipTest");
}

/** True for `pytest.importorskip("x", "2.0")`, which skips for some versions. */
export function mayPickVersion(name: string, args: readonly PassedArgument[]): boolean {
  return name === "pytest.importorskip" && args.some((argument, i) => i > 0 && argument.name !== "reason");
}

/** True for a test that says something about the world which nobody can read off it. */
export function isTelling(machine: Machine, formula: Formula): boolean {
  if (decideHere(machine, formula) !== undefined) return false;
  switch (formula.kind) {
    case "not":
      return isTelling(machine, formula.operand);
    case "and":
    case "or":
      return formula.operands.some((operand) => isTelling(machine, operand));
    case "comparison":
      return !isAboutWorld(formula);
    default: {
      const { decision } = questionOf(formula);
      return decision.kind === "unknown" && decision.expected === undefined;
    }
  }
}

/** Takes what the marks of a function, of its class and of its module say of where it runs; false if it runs nowhere. */
export function assumeNotSkipped(machine: Machine, frame: Frame, callee: FunctionValue): boolean {
  const { node } = callee;
  if (node.kind !== "function") return true;
  const owner = ownerOf(callee);
  const classes = owner === undefined ? [] : ancestors(owner).classes;
  const decorators = [node, ...classes.map((line) => line.node)].flatMap((one) => one.decorators);
  const isTest = node.name.id.startsWith("test");
  const listed = isTest ? [moduleOf(callee), ...classes.map(({ namespace }) => namespace)] : [];
  const marks = [
    ...decorators.map((decorator) => markOfDecorator(machine, frame, decorator)),
    ...listed.flatMap((scope) => listedMarks(machine, scope)).map(markOf),
  ];
  return marks.every((mark) => assumeMark(machine, mark, isTest));
}

function moduleOf(callee: FunctionValue): object {
  return callee.scope instanceof LexicalScope ? callee.scope.module : callee.scope;
}

function listedMarks(machine: Machine, scope: object): readonly Value[] {
  const held = machine.store.get(scope, "pytestmark");
  return held === undefined ? [] : (itemsOf(machine, held) ?? [held]);
}

interface Mark {
  /** Dotted; empty if nobody knows it. */
  readonly name: string;
  readonly given: readonly PassedArgument[];
}

/** False if nothing runs under the mark. */
function assumeMark(machine: Machine, { name, given }: Mark, isTest: boolean): boolean {
  if (notRun.has(name)) return false;
  const runsWhere = conditional.get(name);
  if (runsWhere === undefined) {
    // Others may skip by it: a decorator of somebody's, or what a `conftest.py` does with the tests that it finds.
    if (isTest && !harmless.test(name)) machine.selective = true;
    return true;
  }
  const condition = given.find((argument) => argument.name === undefined || argument.name === "condition")?.value;
  // pytest evaluates a condition that is a text.
  if (condition === undefined || condition.kind === "string") {
    machine.selective = true;
    return true;
  }
  const test = testFormula(machine, condition);
  const runs = runsWhere ? test : negation(test);
  if (decideHere(machine, runs) === false) return false;
  machine.selective ||= isTelling(machine, runs);
  machine.facts = assume(runs, machine.facts) ?? machine.facts;
  machine.condition = both(machine.condition, impliedCondition(runs)) ?? machine.condition;
  return true;
}

/** The mark that a decorator sets. */
function markOfDecorator(machine: Machine, frame: Frame, decorator: Expression): Mark {
  const mark = markOf(evaluate(machine, frame, decorator));
  if (mark.name !== "" || decorator.kind !== "call") return mark;
  const callee = evaluate(machine, frame, decorator.callee);
  return callee.kind === "external" ? { name: callee.name, given: [] } : mark;
}

function markOf(mark: Value): Mark {
  if (mark.kind === "external") return { name: mark.name, given: [] };
  if (mark.kind === "partial" && mark.function.kind === "external")
    return { name: mark.function.name, given: mark.arguments };
  return { name: "", given: [] };
}
