/** Evaluates expressions. Whatever is not modelled is a value of which only the identity is known. */
import type {
  BinaryOperator,
  CompareOperator,
  CompareExpression,
  DictExpression,
  Expression,
  LogicalExpression,
  Span,
} from "../syntax/ast.ts";
import { both, compatible, type Condition } from "../values/condition.ts";
import { isTooLong } from "../values/extent.ts";
import { assume, conjunction, decide, disjunction, type Formula, negation } from "../values/logic.ts";
import type { Origin } from "../values/origin.ts";
import { integer, scale, subtract } from "../values/symbolic.ts";
import {
  asInt,
  bool,
  type ChoiceValue,
  describe,
  ellipsis,
  type FunctionValue,
  int,
  none,
  number,
  text,
  tuple,
  unknown,
  type Value,
  withOrigin,
} from "../values/value.ts";
import { getAttribute } from "./attributes.ts";
import { evaluateCall } from "./calls.ts";
import { asNumber, choose, decideHere, distribute, questionOf, restrictionOf, settle } from "./choices.ts";
import { comprehension } from "./comprehensions.ts";
import { absent, anything, type Entries, itemsOf, newDict, newList, overlay } from "./containers.ts";
import { yielded } from "./generators.ts";
import { dictKey } from "./keys.ts";
import { lost } from "./lost.ts";
import type { Frame, Machine } from "./machine.ts";
import { mergedEntries } from "./mappings.ts";
import { assignTarget, readName } from "./names.ts";
import { narrow } from "./narrowing.ts";
import { binaryOperation } from "./operators.ts";
import { notRaising } from "./probe.ts";
import { askContainer } from "./specials.ts";
import { subscript } from "./subscripts.ts";
import { formatted } from "./templates.ts";
import { branches } from "./branches.ts";
import { compareValues, truthOf } from "./truth.ts";

export function evaluate(machine: Machine, frame: Frame, e: Expression): Value {
  const value = evaluateUnused(machine, frame, e);
  // What a contract does not know counts where the contract is called.
  if (machine.unknowns !== undefined && !machine.modules.isContract(frame.scope.path))
    machine.unknowns.note(machine.site(frame, e), value);
  return value;
}

/** Evaluates an expression whose value is of no account: that it is not known is no loss. */
export function evaluateUnused(machine: Machine, frame: Frame, e: Expression): Value {
  // What is only read or written down costs next to nothing.
  if (e.kind !== "name" && e.kind !== "string" && e.kind !== "int" && e.kind !== "constant") machine.step();
  const whole = settle(machine, evaluateNode(machine, frame, e));
  const value = isTooLong(whole) ? unknown("a value too long to be written out") : whole;
  machine.observe?.(frame, e, simplified(machine, value));
  return value;
}

/** The value as a person should see it: with what is known here put in. */
function simplified(machine: Machine, value: Value): Value {
  const whole = value.kind === "opaque" || value.kind === "int" ? asInt(value) : undefined;
  if (whole !== undefined) {
    const simple = machine.facts.simplify(whole);
    return simple.key === whole.key ? value : int(simple, value.origin);
  }
  if (value.kind !== "tensor") return value;
  return {
    ...value,
    shape: value.shape.map((size) => (size === undefined ? undefined : machine.facts.simplify(size))),
  };
}

function evaluateNode(machine: Machine, frame: Frame, e: Expression): Value {
  switch (e.kind) {
    case "name":
      return readName(machine, frame, e);
    case "int":
      return number(Number(e.value), machine.origin("literal", frame, e, []));
    case "float":
      return {
        kind: "float",
        value: Number.isNaN(e.value) ? undefined : e.value,
        origin: machine.origin("literal", frame, e, []),
      };
    case "string":
      return text(e.value, machine.origin("literal", frame, e, []));
    case "formatted":
      return formatted(machine, frame, e);
    case "bytes":
      return machine.result(frame, e, [], "a bytes literal");
    case "constant":
      return e.value === null ? none : e.value === "ellipsis" ? ellipsis : bool(e.value);
    case "tuple":
    case "list":
    case "set": {
      const items = evaluateItems(machine, frame, e.elements);
      const origin = machine.origin("literal", frame, e, originsOf(items ?? []));
      if (e.kind === "tuple")
        return items === undefined ? machine.result(frame, e, [], openDisplay) : tuple(items, origin);
      const list = newList(machine, items ?? [], origin, e.kind);
      return items === undefined ? machine.result(frame, e, [], openDisplay) : list;
    }
    case "dict":
      return dict(machine, frame, e);
    case "unary":
      return unary(machine, frame, e.operator, e.operand, e);
    case "binary":
      return binary(machine, frame, e);
    case "logical":
      return logical(machine, frame, e);
    case "compare":
      return compare(machine, frame, e);
    case "conditional":
      return conditional(machine, frame, e.test, e.body, e.otherwise);
    case "named": {
      const value = evaluate(machine, frame, e.value);
      assignTarget(machine, frame, e.target, value);
      return value;
    }
    case "lambda":
      return lambda(machine, frame, e);
    case "call":
      return evaluateCall(machine, frame, e);
    case "attribute":
      return getAttribute(machine, frame, evaluate(machine, frame, e.object), e.attribute.id, e);
    case "subscript": {
      const object = evaluate(machine, frame, e.object);
      return subscript(machine, frame, object, evaluate(machine, frame, e.index), e);
    }
    case "slice": {
      const part = (bound: Expression | undefined): Value =>
        bound === undefined ? none : evaluate(machine, frame, bound);
      const [lower, upper, step] = [part(e.lower), part(e.upper), part(e.step)];
      return {
        kind: "slice",
        lower,
        upper,
        step,
        origin: machine.origin("computed", frame, e, [lower.origin, upper.origin]),
      };
    }
    case "starred":
      return evaluate(machine, frame, e.value);
    case "await":
      machine.giveUp("code that runs later");
      return evaluate(machine, frame, e.value);
    case "yield":
      return yielded(machine, frame, e);
    case "comprehension":
      return comprehension(machine, frame, e);
    case "invalid":
      return lost;
  }
}

const openDisplay = "a display with an unknown splat";

export function originsOf(values: readonly Value[]): readonly (Origin | undefined)[] {
  return values.map((value) => value.origin);
}

/** Elements of a display with its `*splats` spliced in; undefined if one of those is not known. */
function evaluateItems(machine: Machine, frame: Frame, elements: readonly Expression[]): readonly Value[] | undefined {
  const result: Value[] = [];
  let complete = true;
  for (const element of elements) {
    const value = evaluate(machine, frame, element);
    if (element.kind !== "starred") {
      result.push(value);
      continue;
    }
    const items = itemsOf(machine, value);
    if (items === undefined) complete = false;
    else result.push(...items);
  }
  return complete ? result : undefined;
}

function dict(machine: Machine, frame: Frame, e: DictExpression): Value {
  const entries = new Map<string, Value>();
  let others = absent;
  const lay = (over: Entries): void => {
    const made = overlay({ entries, others }, over);
    for (const [name, value] of made.entries) entries.set(name, value);
    others = made.others;
  };
  for (const item of e.entries) {
    const value = evaluate(machine, frame, item.value);
    if (item.key === undefined) {
      lay(mergedEntries(machine, value));
      continue;
    }
    const key = evaluate(machine, frame, item.key);
    const name = dictKey(key);
    // The entry's expression is where an editor would change the value that later reaches a call through `**`.
    const origin = machine.origin("argument", frame, item.value, [value.origin], name);
    if (name === undefined) lay({ entries: new Map(), others: anything });
    else entries.set(name, withOrigin(value, origin));
  }
  return newDict(machine, entries, others, machine.origin("literal", frame, e, []));
}

function unary(machine: Machine, frame: Frame, operator: string, operandNode: Expression, e: Expression): Value {
  const operand = evaluate(machine, frame, operandNode);
  return distribute(machine, [operand], ([value = none]) => {
    const origin = machine.origin("computed", frame, e, [value.origin]);
    if (operator === "not") return bool(negation(truthOf(machine, value)), origin);
    if (operator === "~" && value.kind === "int") return int(subtract(scale(value.value, -1), integer(1)), origin);
    if (value.kind === "tensor") return withOrigin({ ...value, marks: undefined, name: undefined }, origin);
    const whole = asInt(value);
    if (operator === "-" && value.kind === "float")
      return { kind: "float", value: value.value === undefined ? undefined : -value.value, origin };
    if (operator === "-" && whole !== undefined) return int(scale(whole, -1), origin);
    if (operator === "~" && whole !== undefined) return int(subtract(integer(-1), whole), origin);
    return operator === "+" && whole !== undefined
      ? value
      : machine.result(frame, e, [value.origin], `operator ${operator}`);
  });
}

/** Operators that take a truth value for a number. */
const arithmetic: ReadonlySet<BinaryOperator> = new Set(["+", "-", "*", "//", "%", "**"]);

function binary(machine: Machine, frame: Frame, e: Expression & { kind: "binary" }): Value {
  // Long chains lean to the left; walking them keeps the stack flat.
  const chain: { readonly operator: BinaryOperator; readonly right: Expression; readonly span: Expression }[] = [];
  let leftmost: Expression = e;
  while (leftmost.kind === "binary") {
    chain.push({ operator: leftmost.operator, right: leftmost.right, span: leftmost });
    leftmost = leftmost.left;
  }
  let value = evaluate(machine, frame, leftmost);
  for (const { operator, right, span } of chain.reverse()) {
    const other = evaluate(machine, frame, right);
    const operands = arithmetic.has(operator) ? [asNumber(machine, value), asNumber(machine, other)] : [value, other];
    value = distribute(machine, operands, ([a = none, b = none]) =>
      binaryOperation(machine, frame, operator, a, b, span),
    );
  }
  return value;
}

/** `a and b`, `a or b`: the value of one side, decided by the truth of the left one. */
function logical(machine: Machine, frame: Frame, e: LogicalExpression): Value {
  const left = evaluate(machine, frame, e.left);
  const test = distribute(machine, [left], ([value = none]) => bool(truthOf(machine, value)));
  if (test.kind !== "bool") {
    const isTrue = testFormula(machine, left);
    unless(machine, frame, e.operator === "and" ? negation(isTrue) : isTrue, e.right);
    return machine.result(frame, e, [], `operator ${e.operator}`);
  }
  const skipsRight = e.operator === "and" ? negation(test.formula) : test.formula;
  const truth = decideHere(machine, skipsRight);
  if (truth === true) return left;
  if (truth === false) return evaluate(machine, frame, e.right);
  if (machine.probe === undefined && (left.kind === "bool" || isTest(e.right))) {
    // Both sides are tests: keep them as one formula, so that guards can use its parts.
    const formula = testFormula(machine, unless(machine, frame, skipsRight, e.right));
    return bool((e.operator === "and" ? conjunction : disjunction)([test.formula, formula]));
  }
  return conditionalValue(
    machine,
    frame,
    skipsRight,
    () => left,
    () => evaluate(machine, frame, e.right),
  );
}

/** Evaluates what does not run if a test holds that may not be decided. What it writes is then in doubt. */
function unless(machine: Machine, frame: Frame, test: Formula, e: Expression): Value {
  const { facts } = machine;
  let value: Value = none;
  const run = (): void => {
    value = evaluate(machine, frame, e);
  };
  if (machine.paths === undefined && machine.probe === undefined) branches(machine, frame, test, () => "next", run);
  else {
    machine.facts = assume(negation(test), facts) ?? facts;
    perhaps(machine, decideHere(machine, test) === undefined, run);
    machine.facts = facts;
  }
  return value;
}

/** Evaluates what runs only, where that is in doubt, if a test says so that could not be decided. */
export function perhaps<T>(machine: Machine, inDoubt: boolean, evaluation: () => T): T {
  if (!inDoubt) return evaluation();
  const { undecided } = machine;
  machine.undecided++;
  const result = notRaising(machine, evaluation);
  machine.undecided = undecided;
  return result;
}

/** True for an expression that is written to be true or false. */
function isTest(e: Expression): boolean {
  return (
    e.kind === "compare" || (e.kind === "unary" && e.operator === "not") || (e.kind === "logical" && isTest(e.right))
  );
}

function compare(machine: Machine, frame: Frame, e: CompareExpression): Value {
  let left = evaluate(machine, frame, e.left);
  const links: Value[] = [];
  for (const [i, operator] of e.operators.entries()) {
    const node = e.comparators[i];
    if (node === undefined) break;
    const holds = links.map((link) => testFormula(machine, link));
    const right =
      links.length === 0 ? evaluate(machine, frame, node) : unless(machine, frame, negation(conjunction(holds)), node);
    // What is known of an alternative is forgotten behind the comparison, so it is used here.
    const isChoice = left.kind === "choice" || right.kind === "choice";
    links.push(
      distribute(machine, [left, right], ([a = none, b = none]) => {
        if ((a.kind === "tensor" || b.kind === "tensor") && operator !== "is" && operator !== "is not") {
          return binaryOperation(machine, frame, operator, a, b, e);
        }
        const formula = testOfPair(machine, frame, a, operator, b, e);
        const truth = isChoice ? decide(formula, machine.facts) : undefined;
        return bool(truth ?? formula, machine.origin("computed", frame, e, originsOf([a, b])));
      }),
    );
    left = right;
  }
  const [first] = links;
  if (links.length === 1 && first !== undefined) return first;
  const formulas = links.flatMap((link) => (link.kind === "bool" ? [link.formula] : []));
  return formulas.length === links.length
    ? bool(conjunction(formulas))
    : machine.result(frame, e, [], "a comparison of one of several values");
}

function testOfPair(
  machine: Machine,
  frame: Frame,
  a: Value,
  operator: CompareOperator,
  b: Value,
  span: Span,
): Formula {
  const isMembership = operator === "in" || operator === "not in";
  const answer = isMembership ? askContainer(machine, frame, b, a, span) : undefined;
  if (answer === undefined) return compareValues(machine, a, operator, b);
  const truth = truthOf(machine, answer);
  return operator === "in" ? truth : negation(truth);
}

function conditional(
  machine: Machine,
  frame: Frame,
  testNode: Expression,
  body: Expression,
  otherwise: Expression,
): Value {
  const test = evaluate(machine, frame, testNode);
  return conditionalValue(
    machine,
    frame,
    testFormula(machine, test),
    () => evaluateSide(machine, frame, testNode, true, body),
    () => evaluateSide(machine, frame, testNode, false, otherwise),
  );
}

function evaluateSide(machine: Machine, frame: Frame, test: Expression, truth: boolean, e: Expression): Value {
  narrow(machine, frame, test, truth);
  return evaluate(machine, frame, e);
}

/** The formula of an expression that is a test. */
export function testOf(machine: Machine, frame: Frame, e: Expression): Formula {
  const value = evaluate(machine, frame, e);
  if (machine.probe !== undefined) machine.probe.test = value;
  return testFormula(machine, value);
}

/** The formula of a test, whatever its alternatives. */
export function testFormula(machine: Machine, test: Value): Formula {
  if (test.kind !== "choice") return truthOf(machine, test);
  const formulas = test.alternatives.map((alternative) => truthOf(machine, alternative.value));
  const [first] = formulas;
  if (first?.kind === "constant" && formulas.every((f) => f.kind === "constant" && f.value === first.value))
    return first;
  if (isAmbiguous(test, formulas)) return { kind: "test", key: machine.fresh("ambiguous"), name: describe(test) };
  const truths = formulas.flatMap((f, i) => {
    const condition = test.alternatives[i]?.condition;
    return f.kind === "constant" && condition !== undefined ? [{ condition, truth: f.value }] : [];
  });
  const restriction = truths.length === formulas.length ? restrictionOf(truths) : undefined;
  if (restriction !== undefined) return restriction;
  return disjunction(
    test.alternatives.map(({ condition }, i) =>
      conjunction([...formulasOf(condition), truthUnder(machine, condition, formulas[i])]),
    ),
  );
}

/** True if alternatives that nothing tells apart, such as the returns of a `try` and of its handler, are not all true or all false. */
function isAmbiguous({ alternatives }: ChoiceValue, formulas: readonly Formula[]): boolean {
  return alternatives.some(({ condition }, i) =>
    alternatives.some(
      (other, j) =>
        j > i &&
        formulas[i] !== formulas[j] &&
        !sameTruth(formulas[i], formulas[j]) &&
        compatible(condition, other.condition),
    ),
  );
}

function sameTruth(a: Formula | undefined, b: Formula | undefined): boolean {
  return a?.kind === "constant" && b?.kind === "constant" && a.value === b.value;
}

/** A truth where a condition holds, which may decide it. */
function truthUnder(machine: Machine, condition: Condition, formula: Formula = falsehood): Formula {
  const outer = machine.condition;
  machine.condition = both(outer, condition) ?? outer;
  const truth = decideHere(machine, formula);
  machine.condition = outer;
  return truth === undefined ? formula : { kind: "constant", value: truth };
}

const falsehood: Formula = { kind: "constant", value: false };

/** What a condition says, restriction by restriction. */
function formulasOf(condition: Condition): Formula[] {
  return [...condition.values()].map(
    ({ decision, allowed }) => decision.implies[Math.log2(allowed)] ?? { kind: "restriction", decision, allowed },
  );
}

function conditionalValue(
  machine: Machine,
  frame: Frame,
  test: Formula,
  whenTrue: () => Value,
  whenFalse: () => Value,
): Value {
  const truth = decideHere(machine, test);
  if (truth !== undefined) return truth ? whenTrue() : whenFalse();
  const results: { side: 0 | 1; value: Value }[] = [];
  branches(
    machine,
    frame,
    test,
    () => void results.push({ side: 0, value: whenTrue() }),
    () => void results.push({ side: 1, value: whenFalse() }),
  );
  const { holds, fails } = questionOf(test);
  return choose(results.map(({ side, value }) => ({ condition: side === 0 ? holds : fails, value })));
}

function lambda(machine: Machine, frame: Frame, e: Expression & { kind: "lambda" }): FunctionValue {
  const defaults = new Map<string, Value>();
  for (const parameter of e.parameters) {
    if (parameter.default !== undefined) defaults.set(parameter.name.id, evaluate(machine, frame, parameter.default));
  }
  return {
    kind: "function",
    node: e,
    site: machine.site(frame, e),
    scope: frame.scope,
    identity: { name: "lambda" },
    form: "function",
    defaults,
  };
}
