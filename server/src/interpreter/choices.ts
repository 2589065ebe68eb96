/** Values that differ by branch or configuration: how they are joined, narrowed and computed with. */
import {
  allOf,
  allows,
  both,
  compatible,
  type Comparison,
  type Condition,
  type Decision,
  isDecided,
  isInDoubt,
  only,
} from "../values/condition.ts";
import { assume, decide, describeFormula, type Formula, formulaKey, negation } from "../values/logic.ts";
import type { Facts } from "../values/facts.ts";
import { type Atom, atomsOf, integer } from "../values/symbolic.ts";
import { type Alternative, type Value, unknown, valueKey } from "../values/value.ts";
import { absentCell, anyOf, forget, isRemoved } from "./containers.ts";
import type { Machine } from "./machine.ts";
import { Infeasible } from "./paths.ts";
import type { Layer } from "./store.ts";
import { decideOnPath } from "./usual.ts";

/** More alternatives than this are unknown. */
export const maximumAlternatives = 8;

export interface Guarded {
  readonly condition: Condition;
  readonly value: Value;
}

/** One value out of several under conditions. */
export function choose(candidates: readonly Guarded[]): Value {
  const same = candidates[0]?.value;
  if (same !== undefined && candidates.every(({ value }) => value === same)) return same;
  const alternatives: Alternative[] = [];
  for (const { condition, value } of candidates) {
    if (value.kind !== "choice") {
      alternatives.push({ condition, value });
      continue;
    }
    for (const inner of value.alternatives) {
      const joined = both(condition, inner.condition);
      if (joined !== undefined) alternatives.push({ condition: joined, value: inner.value });
    }
  }
  const [first] = alternatives;
  if (first === undefined) return unknown("no alternative");
  const key = valueKey(first.value);
  if (alternatives.length === 1) return first.value;
  if (key !== undefined && alternatives.every((alternative) => valueKey(alternative.value) === key)) return first.value;
  const isUnknown =
    alternatives.every(({ value }) => value.kind === "unknown") &&
    // What is not there is told from what is, though nothing else is known of it.
    (!alternatives.some(({ value }) => isRemoved(value)) || alternatives.every(({ value }) => isRemoved(value)));
  if (!isUnknown && alternatives.length <= maximumAlternatives) return { kind: "choice", alternatives };
  const values = alternatives.map((alternative) => alternative.value);
  return anyOf(values, isUnknown && first.value.kind === "unknown" ? first.value.cause : "too many alternatives");
}

/** Drops the alternatives that cannot be here; on a contract's path, takes one of them. */
export function settle(machine: Machine, value: Value): Value {
  if (value.kind !== "choice") return value;
  const condition = machine.paths?.condition ?? machine.condition;
  const open = value.alternatives.filter(
    (alternative) => compatible(condition, alternative.condition) && isPossible(machine, alternative.condition),
  );
  const [first] = open;
  if (first === undefined) return unknown("no alternative");
  if (open.length === 1) return first.value;
  if (machine.paths === undefined)
    return open.length === value.alternatives.length ? value : { ...value, alternatives: open };
  for (const { decision } of open.flatMap((alternative) => [...alternative.condition.values()])) {
    if (isDecided(machine.paths.condition, decision)) continue;
    const [asked] = decision.implies;
    const hasParts = asked?.kind === "and" || asked?.kind === "or";
    if (hasParts) holdsOnPath(machine, asked);
    if (!hasParts || decideHere(machine, asked) === undefined) decideOnPath(machine, machine.paths, decision);
    return settle(machine, value);
  }
  return unknown("alternatives that nothing tells apart");
}

/** Whether a test holds on this path. It is decided part by part, so that each part holds or fails wherever it comes again. */
export function holdsOnPath(machine: Machine, test: Formula): boolean {
  const truth = decideHere(machine, test);
  if (truth !== undefined) return truth;
  if (test.kind === "not") return !holdsOnPath(machine, test.operand);
  if (test.kind === "and") return test.operands.every((operand) => holdsOnPath(machine, operand));
  if (test.kind === "or") return test.operands.some((operand) => holdsOnPath(machine, operand));
  const question = questionOf(test);
  // What a contract asks of a number that nobody gives tells no runs apart that somebody makes.
  const decision: Decision = isAboutFreeNumber(test) ? { ...question.decision, kind: "unknown" } : question.decision;
  // A test of something unknown is another decision each time the path is run: what counts is the side that it takes.
  const alternative = machine.paths === undefined ? 0 : decideOnPath(machine, machine.paths, decision);
  const holds = allows(question.holds, decision, alternative);
  const facts = assume(holds ? test : negation(test), machine.facts);
  if (facts === undefined) throw new Infeasible();
  machine.facts = facts;
  return holds;
}

interface Answer {
  readonly facts: Facts;
  readonly condition: Condition;
  readonly isPossible: boolean;
}

/** The last answer about each condition: the same alternatives are looked at again and again in one place. */
const answers = new WeakMap<Condition, Answer>();

/** False if what a condition implies contradicts what is known here. */
function isPossible(machine: Machine, condition: Condition): boolean {
  const { facts } = machine;
  const here = machine.paths?.condition ?? machine.condition;
  let answer = answers.get(condition);
  if (answer?.facts !== facts || answer.condition !== here) {
    answer = { facts, condition: here, isPossible: contradictsNothing(machine, here, condition) };
    answers.set(condition, answer);
  }
  return answer.isPossible;
}

function contradictsNothing(machine: Machine, here: Condition, condition: Condition): boolean {
  for (const [key, { decision, allowed }] of condition) {
    const known = here.get(key)?.allowed;
    if (known !== undefined && (known & ~allowed) === 0) continue;
    const isOpen = decision.implies.some((implied, alternative) => {
      if ((allowed & (1 << alternative)) === 0) return false;
      return implied === undefined || !isAboutNumbers(implied) || decideHere(machine, implied) !== false;
    });
    if (!isOpen) return false;
  }
  return true;
}

/** Whether facts may say anything about a formula; of a test that only its text identifies, conditions know all there is. */
function isAboutNumbers(formula: Formula): boolean {
  switch (formula.kind) {
    case "comparison":
      return true;
    case "not":
      return isAboutNumbers(formula.operand);
    case "and":
    case "or":
      return true;
    default:
      return false;
  }
}

/** What is known here and under a condition; undefined if the condition contradicts it. */
function factsUnder(machine: Machine, condition: Condition): Facts | undefined {
  let facts: Facts | undefined = machine.facts;
  for (const { decision, allowed } of condition.values()) {
    const implied = decision.implies[Math.log2(allowed)];
    if (implied !== undefined) facts = facts === undefined ? undefined : assume(implied, facts);
  }
  return facts;
}

/** What one of several ways through the program wrote, and when it is the one that is taken. */
export interface WrittenSide {
  readonly condition: Condition;
  readonly layer: Layer;
}

/** Joins what the sides wrote; where a side did not write a cell, it has what was in it before. */
export function joinLayers(machine: Machine, sides: readonly WrittenSide[]): void {
  for (const [owner, names] of writtenCells(sides.map((side) => side.layer))) {
    for (const name of names) {
      const before = machine.store.get(owner, name);
      const candidates = sides.flatMap(({ condition, layer }) => {
        const value = layer.get(owner)?.get(name) ?? before ?? absentCell(owner, name);
        return value === undefined ? [] : [{ condition, value }];
      });
      machine.store.set(owner, name, choose(candidates));
    }
  }
}

function writtenCells(layers: readonly Layer[]): Map<object, Set<string>> {
  const cells = new Map<object, Set<string>>();
  for (const layer of layers) {
    for (const [owner, values] of layer) {
      const names = cells.get(owner) ?? new Set();
      for (const name of values.keys()) names.add(name);
      cells.set(owner, names);
    }
  }
  return cells;
}

/** Applies `operation` to every consistent combination of alternatives, each under its condition. */
export function distribute(
  machine: Machine,
  values: readonly Value[],
  operation: (values: readonly Value[]) => Value,
): Value {
  if (!values.some((value) => value.kind === "choice")) return operation(values);
  let combinations: { condition: Condition; values: readonly Value[] }[] = [{ condition: new Map(), values: [] }];
  for (const value of values) {
    const alternatives: readonly Guarded[] =
      value.kind === "choice" ? value.alternatives : [{ condition: new Map(), value }];
    combinations = combinations.flatMap((combination) =>
      alternatives.flatMap((alternative) => {
        const condition = both(combination.condition, alternative.condition);
        if (condition === undefined || !compatible(condition, machine.condition)) return [];
        return [{ condition, values: [...combination.values, alternative.value] }];
      }),
    );
    if (combinations.length > maximumAlternatives) return tooMany(machine, values);
  }
  const [only] = combinations;
  if (machine.paths !== undefined || (combinations.length === 1 && only !== undefined))
    return choose(onPath(machine, combinations, operation));
  if (machine.spread * combinations.length > maximumSpread) return tooMany(machine, values);
  machine.spread *= combinations.length;
  try {
    return eachUnderItsCondition(machine, combinations, operation);
  } finally {
    machine.spread /= combinations.length;
  }
}

/** Calls inside calls may each have alternatives: so many ways through all of them are followed. */
const maximumSpread = 32;

/** The operation is not looked at, so whatever it is given may have changed. */
function tooMany(machine: Machine, values: readonly Value[]): Value {
  for (const value of values) {
    const each = value.kind === "choice" ? value.alternatives.map((alternative) => alternative.value) : [value];
    for (const one of each) forget(machine, one);
  }
  return unknown("too many alternatives");
}

function eachUnderItsCondition(
  machine: Machine,
  combinations: readonly { readonly condition: Condition; readonly values: readonly Value[] }[],
  operation: (values: readonly Value[]) => Value,
): Value {
  const { known, undecided } = machine;
  const sides = combinations.flatMap(({ condition, values }) => {
    const facts = factsUnder(machine, condition);
    if (facts === undefined) return [];
    const isUndecided = [...condition.values()].some(isInDoubt);
    machine.known = { ...known, facts, condition: both(known.condition, condition) ?? known.condition };
    machine.undecided = undecided + (isUndecided ? 1 : 0);
    let value: Value = unknown("no result");
    const layer = machine.store.isolate(() => {
      value = operation(values);
    });
    machine.known = known;
    return [{ condition, layer, value }];
  });
  machine.known = known;
  machine.undecided = undecided;
  joinLayers(machine, sides);
  return choose(sides);
}

function onPath(
  machine: Machine,
  combinations: readonly { readonly condition: Condition; readonly values: readonly Value[] }[],
  operation: (values: readonly Value[]) => Value,
): Guarded[] {
  return combinations.flatMap(({ condition, values }): Guarded[] => {
    const { facts } = machine;
    const known = factsUnder(machine, condition);
    if (known === undefined) return [];
    machine.facts = known;
    const value = operation(values);
    machine.facts = facts;
    return [{ condition, value }];
  });
}

/** A truth value as the number it is in arithmetic. */
export function asNumber(machine: Machine, value: Value): Value {
  if (value.kind !== "bool" || value.formula.kind === "constant") return value;
  const truth = decideHere(machine, value.formula);
  const number = (is: boolean): Value => ({ kind: "int", value: integer(is ? 1 : 0), origin: value.origin });
  if (truth !== undefined) return number(truth);
  const { holds, fails } = questionOf(value.formula);
  return choose([
    { condition: holds, value: number(true) },
    { condition: fails, value: number(false) },
  ]);
}

/** A test, the decision it stands for, and where that makes it true and false. */
export interface Question {
  readonly decision: Decision;
  readonly holds: Condition;
  readonly fails: Condition;
}

/** The decision that a test stands for. It is about configurations only if nothing but the world is in it. */
export function questionOf(formula: Formula): Question {
  let question = questions.get(formula);
  if (question === undefined) questions.set(formula, (question = ask(formula)));
  return question;
}

/** The same formula is asked about again wherever a value hangs on it. */
const questions = new WeakMap<Formula, Question>();

function ask(formula: Formula): Question {
  if (formula.kind === "restriction") {
    const { decision, allowed } = formula;
    return { decision, holds: restricted(decision, allowed), fails: restricted(decision, allOf(decision) & ~allowed) };
  }
  const { positive, negated } = canonical(formula);
  const decision: Decision = {
    key: formulaKey(positive),
    kind: isAboutWorld(positive) ? "world" : "unknown",
    // Few of them ever come into a message.
    get alternatives() {
      return [describeFormula(positive), describeFormula(negation(positive))];
    },
    implies: [positive, negation(positive)],
  };
  const sides = [only(decision, 0), only(decision, 1)] as const;
  return { decision, holds: negated ? sides[1] : sides[0], fails: negated ? sides[0] : sides[1] };
}

function restricted(decision: Decision, allowed: number): Condition {
  return new Map([[decision.key, { decision, allowed }]]);
}

/** The same question in one form: `a == b` or `a <= b`, perhaps negated. */
function canonical(formula: Formula): { positive: Formula; negated: boolean } {
  if (formula.kind === "not") return { positive: formula.operand, negated: true };
  if (formula.kind !== "comparison") return { positive: formula, negated: false };
  const { left, relation, right } = formula;
  const said = (negated: boolean): Pick<typeof formula, "words"> =>
    formula.words === undefined ? {} : { words: negated ? [formula.words[1], formula.words[0]] : formula.words };
  switch (relation) {
    case "==":
    case "!=": {
      const [a, b] = left.key <= right.key ? [left, right] : [right, left];
      return {
        positive: { kind: "comparison", left: a, relation: "==", right: b, ...said(relation === "!=") },
        negated: relation === "!=",
      };
    }
    case "<=":
    case ">":
      return {
        positive: { kind: "comparison", left, relation: "<=", right, ...said(relation === ">") },
        negated: relation === ">",
      };
    case ">=":
    case "<":
      return {
        positive: { kind: "comparison", left: right, relation: "<=", right: left, ...said(relation === "<") },
        negated: relation === "<",
      };
  }
}

/** True for what the launch gives: a degree, an argument of the command line, a variable of the environment. */
export function isWorldSymbol(key: string): boolean {
  return /^\$(world|argument|environment)\./.test(key);
}

/** True for a comparison in which there is nothing but what the launch gives. */
export function isAboutWorld(formula: Formula): boolean {
  if (formula.kind !== "comparison") return false;
  return atomsCompared(formula).every((atom) => atom.kind !== "symbol" || isWorldSymbol(atom.key));
}

/** True for a comparison with an argument or a variable of the environment that has no usual value. */
function isAboutFreeNumber(formula: Formula): boolean {
  if (formula.kind !== "comparison") return false;
  return atomsCompared(formula).some(
    (atom) => atom.kind === "symbol" && /^\$(argument|environment)\./.test(atom.key) && atom.usual === undefined,
  );
}

function atomsCompared({ left, right }: Comparison): Atom[] {
  return [...atomsOf(left).values(), ...atomsOf(right).values()];
}

/** Whether a formula holds here, asking conditions taken on the way as well as facts. */
export function decideHere(machine: Machine, formula: Formula): boolean | undefined {
  const truth = decide(formula, machine.facts);
  if (truth !== undefined || formula.kind === "constant") return truth;
  const { holds, fails } = questionOf(formula);
  const condition = machine.paths?.condition ?? machine.condition;
  if (!compatible(condition, holds)) return false;
  if (!compatible(condition, fails)) return true;
  return decideParts(machine, formula);
}

/** Whether a formula holds because of what its parts do. */
function decideParts(machine: Machine, formula: Formula): boolean | undefined {
  if (formula.kind === "not") {
    const inner = decideHere(machine, formula.operand);
    return inner === undefined ? undefined : !inner;
  }
  if (formula.kind !== "and" && formula.kind !== "or") return undefined;
  const decisive = formula.kind === "or";
  const parts = formula.operands.map((operand) => decideHere(machine, operand));
  if (parts.includes(decisive)) return decisive;
  return parts.includes(undefined) ? undefined : !decisive;
}

/** The truth of a value that is a choice, where one decision alone tells its true and false alternatives apart. */
export function restrictionOf(
  alternatives: readonly { readonly condition: Condition; readonly truth: boolean }[],
): Formula | undefined {
  const [first] = alternatives;
  const [restriction] = first?.condition.values() ?? [];
  if (restriction === undefined) return undefined;
  const { decision } = restriction;
  let allowed = 0;
  let covered = 0;
  for (const { condition, truth } of alternatives) {
    const own = condition.get(decision.key)?.allowed;
    if (condition.size !== 1 || own === undefined || (covered & own) !== 0) return undefined;
    covered |= own;
    if (truth) allowed |= own;
  }
  return { kind: "restriction", decision, allowed };
}
