/** Evaluates expressions. Whatever is not modelled is a value of which only the identity is known. */
import type {
  BinaryOperator,
  CompareExpression,
  ComprehensionExpression,
  DictExpression,
  Expression,
  FormattedExpression,
  LogicalExpression,
} from "../syntax/ast.ts";
import { assume, conjunction, disjunction, type Formula, negation } from "../values/logic.ts";
import type { Origin } from "../values/origin.ts";
import { scale } from "../values/symbolic.ts";
import {
  asInt,
  bool,
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
import { choose, decideHere, distribute, questionOf, restrictionOf, settle } from "./choices.ts";
import { isOpen, itemsOf, knownEntries, newDict, newList } from "./containers.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignTarget, readName } from "./names.ts";
import { binaryOperation } from "./operators.ts";
import { notRaising } from "./probe.ts";
import { LexicalScope } from "./scope.ts";
import { subscript } from "./subscripts.ts";
import { branches } from "./branches.ts";
import { compareValues, truthOf } from "./truth.ts";

export function evaluate(machine: Machine, frame: Frame, e: Expression): Value {
  machine.step();
  const value = settle(machine, evaluateNode(machine, frame, e));
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
      return machine.result(frame, e);
    case "constant":
      return e.value === null ? none : e.value === "ellipsis" ? ellipsis : bool(e.value);
    case "tuple":
    case "list":
    case "set": {
      const items = evaluateItems(machine, frame, e.elements);
      const origin = machine.origin("literal", frame, e, originsOf(items ?? []));
      if (e.kind === "tuple") return items === undefined ? machine.result(frame, e) : tuple(items, origin);
      const list = newList(machine, items ?? [], origin, e.kind);
      return items === undefined ? machine.result(frame, e) : list;
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
      if (e.value !== undefined) evaluate(machine, frame, e.value);
      return machine.result(frame, e);
    case "comprehension":
      return comprehension(machine, frame, e);
    case "invalid":
      return unknown("code that cannot be parsed");
  }
}

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

/** A number or formula in a message is exact only if it is a number. */
function formatted(machine: Machine, frame: Frame, e: FormattedExpression): Value {
  let content = "";
  let exact = true;
  const origins: (Origin | undefined)[] = [];
  for (const part of e.parts) {
    if (typeof part === "string") {
      content += part;
      continue;
    }
    const value = evaluate(machine, frame, part.value);
    origins.push(value.origin);
    const printed = value.kind === "string" && value.exact ? value.value : describe(value);
    const constant = value.kind === "int" && value.value.terms.every((term) => term.factors.length === 0);
    if (part.formatted || !(constant || (value.kind === "string" && value.exact))) exact = false;
    content += printed;
  }
  return { kind: "string", value: content, exact, origin: machine.origin("computed", frame, e, origins) };
}

function dict(machine: Machine, frame: Frame, e: DictExpression): Value {
  const entries = new Map<string, Value>();
  let open = false;
  for (const item of e.entries) {
    const value = evaluate(machine, frame, item.value);
    if (item.key === undefined) {
      if (value.kind === "object" && value.identity.type === "dict") {
        for (const [key, held] of knownEntries(machine, value)) entries.set(key, held);
        open ||= isOpen(machine, value);
      } else open = true;
      continue;
    }
    const key = evaluate(machine, frame, item.key);
    const name = dictKey(key);
    // The entry's expression is where an editor would change the value that later reaches a call through `**`.
    const origin = machine.origin("argument", frame, item.value, [value.origin], name);
    if (name === undefined) open = true;
    else entries.set(name, withOrigin(value, origin));
  }
  return newDict(machine, entries, open, machine.origin("literal", frame, e, []));
}

/** Dicts are modelled for string and integer keys. */
export function dictKey(key: Value): string | undefined {
  if (key.kind === "string") return key.exact ? key.value : undefined;
  if (key.kind === "int" && key.value.terms.every((term) => term.factors.length === 0)) return `#${key.value.key}`;
  return undefined;
}

function unary(machine: Machine, frame: Frame, operator: string, operandNode: Expression, e: Expression): Value {
  const operand = evaluate(machine, frame, operandNode);
  return distribute(machine, [operand], ([value = none]) => {
    const origin = machine.origin("computed", frame, e, [value.origin]);
    if (operator === "not") return bool(negation(truthOf(machine, value)), origin);
    if (value.kind === "tensor") return withOrigin({ ...value, marks: undefined, name: undefined }, origin);
    const whole = asInt(value);
    if (operator === "-" && value.kind === "float")
      return { kind: "float", value: value.value === undefined ? undefined : -value.value, origin };
    if (operator === "-" && whole !== undefined) return int(scale(whole, -1), origin);
    return operator === "+" && whole !== undefined ? value : machine.result(frame, e, [value.origin]);
  });
}

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
    value = distribute(machine, [value, other], ([a = none, b = none]) =>
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
    perhaps(machine, () => evaluate(machine, frame, e.right));
    return machine.result(frame, e);
  }
  const skipsRight = e.operator === "and" ? negation(test.formula) : test.formula;
  const truth = decideHere(machine, skipsRight);
  if (truth === true) return left;
  if (truth === false) return evaluate(machine, frame, e.right);
  if (machine.probe === undefined && (left.kind === "bool" || isTest(e.right))) {
    // Both sides are tests: keep them as one formula, so that guards can use its parts.
    const facts = machine.facts;
    machine.facts = assume(negation(skipsRight), facts) ?? facts;
    const right = perhaps(machine, () => evaluate(machine, frame, e.right));
    machine.facts = facts;
    const formula = testFormula(machine, frame, right, e.right);
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

/** Evaluates what runs only if a test says so that could not be decided. */
function perhaps<T>(machine: Machine, evaluation: () => T): T {
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
    const right = evaluate(machine, frame, node);
    links.push(
      distribute(machine, [left, right], ([a = none, b = none]) => {
        if ((a.kind === "tensor" || b.kind === "tensor") && operator !== "is" && operator !== "is not") {
          return binaryOperation(machine, frame, operator, a, b, e);
        }
        return bool(compareValues(machine, a, operator, b), machine.origin("computed", frame, e, originsOf([a, b])));
      }),
    );
    left = right;
  }
  const [first] = links;
  if (links.length === 1 && first !== undefined) return first;
  const formulas = links.flatMap((link) => (link.kind === "bool" ? [link.formula] : []));
  return formulas.length === links.length ? bool(conjunction(formulas)) : machine.result(frame, e);
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
    testFormula(machine, frame, test, testNode),
    () => evaluate(machine, frame, body),
    () => evaluate(machine, frame, otherwise),
  );
}

/** The formula of a test, whatever its alternatives. */
export function testFormula(machine: Machine, frame: Frame, test: Value, e: Expression): Formula {
  if (test.kind !== "choice") return truthOf(machine, test);
  const formulas = test.alternatives.map((alternative) => truthOf(machine, alternative.value));
  const [first] = formulas;
  if (first?.kind === "constant" && formulas.every((f) => f.kind === "constant" && f.value === first.value))
    return first;
  const truths = formulas.flatMap((f, i) => {
    const condition = test.alternatives[i]?.condition;
    return f.kind === "constant" && condition !== undefined ? [{ condition, truth: f.value }] : [];
  });
  const restriction = truths.length === formulas.length ? restrictionOf(truths) : undefined;
  if (restriction !== undefined) return restriction;
  return { kind: "test", key: machine.fresh("test"), name: machine.source(frame, e) };
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
    owner: undefined,
    form: "function",
    defaults,
  };
}

/** A comprehension over a short known sequence is unrolled; any other gives a value of unknown contents. */
const maximumUnrolled = 32;

function comprehension(machine: Machine, frame: Frame, e: ComprehensionExpression): Value {
  const [clause] = e.clauses;
  const inner: Frame = { ...frame, scope: new LexicalScope(frame.scope.path, "function", frame.scope) };
  if (clause === undefined) return machine.result(frame, e);
  const iterable = evaluate(machine, frame, clause.iterable);
  const items = itemsOf(machine, iterable);
  const simple =
    e.clauses.length === 1 && clause.conditions.length === 0 && (e.result === "list" || e.result === "generator");
  if (!simple || items === undefined || items.length > maximumUnrolled) {
    for (const each of e.clauses) assignTarget(machine, inner, each.target, machine.result(frame, each.iterable));
    const element = (): void => {
      evaluate(machine, inner, e.element);
      if (e.key !== undefined) evaluate(machine, inner, e.key);
    };
    if (machine.probe !== undefined || e.clauses.some((each) => each.conditions.length > 0)) perhaps(machine, element);
    else element();
    return machine.result(frame, e);
  }
  const results = items.map((item) => {
    assignTarget(machine, inner, clause.target, item);
    return evaluate(machine, inner, e.element);
  });
  return newList(machine, results, machine.origin("computed", frame, e, originsOf(results)));
}
