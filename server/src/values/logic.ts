/** Three-valued truth about symbolic integers and about tests that cannot be decided. */
import { allOf, type Comparison, type Decision } from "./condition.ts";
import { formula as print } from "./formula.ts";
import type { Facts, Relation, Truth } from "./facts.ts";

export type Formula =
  | { readonly kind: "constant"; readonly value: boolean }
  | ({ readonly kind: "comparison" } & Comparison)
  /** True in some alternatives of a decision, false in the others. */
  | { readonly kind: "restriction"; readonly decision: Decision; readonly allowed: number }
  /** A test about which only its identity is known; `name` is its text. */
  | { readonly kind: "test"; readonly key: string; readonly name: string }
  | { readonly kind: "not"; readonly operand: Formula }
  | { readonly kind: "and" | "or"; readonly operands: readonly Formula[] };

const opposite: Record<Relation, Relation> = { "==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<" };

export function negation(formula: Formula): Formula {
  switch (formula.kind) {
    case "constant":
      return { kind: "constant", value: !formula.value };
    case "comparison":
      return {
        ...formula,
        relation: opposite[formula.relation],
        ...(formula.words === undefined ? {} : { words: [formula.words[1], formula.words[0]] }),
      };
    case "not":
      return formula.operand;
    case "restriction":
      return { ...formula, allowed: allOf(formula.decision) & ~formula.allowed };
    case "test":
      return { kind: "not", operand: formula };
    case "and":
    case "or":
      return { kind: formula.kind === "and" ? "or" : "and", operands: formula.operands.map(negation) };
  }
}

/** `a and b and …`, without the parts that are known anyway. */
export function conjunction(operands: readonly Formula[]): Formula {
  return join("and", operands);
}

/** `a or b or …`, without the parts that are known anyway. */
export function disjunction(operands: readonly Formula[]): Formula {
  return join("or", operands);
}

function join(kind: "and" | "or", operands: readonly Formula[]): Formula {
  const decisive = kind === "or";
  const open = operands.filter((operand) => operand.kind !== "constant");
  if (operands.some((operand) => operand.kind === "constant" && operand.value === decisive))
    return { kind: "constant", value: decisive };
  const [only] = open;
  if (only === undefined) return { kind: "constant", value: !decisive };
  return open.length === 1 ? only : { kind, operands: open };
}

/** The truth of a formula under facts. */
export function decide(formula: Formula, facts: Facts): Truth {
  switch (formula.kind) {
    case "constant":
      return formula.value;
    case "comparison":
      return facts.compare(formula.left, formula.relation, formula.right);
    case "restriction":
    case "test":
      return undefined;
    case "not": {
      const inner = decide(formula.operand, facts);
      return inner === undefined ? undefined : !inner;
    }
    case "and":
    case "or": {
      const decisive = formula.kind === "or";
      let open = false;
      for (const operand of formula.operands) {
        const truth = decide(operand, facts);
        if (truth === decisive) return decisive;
        if (truth === undefined) open = true;
      }
      return open ? undefined : !decisive;
    }
  }
}

/** Facts that also hold where the formula is true; undefined if it cannot be. */
export function assume(formula: Formula, facts: Facts): Facts | undefined {
  switch (formula.kind) {
    case "constant":
      return formula.value ? facts : undefined;
    case "comparison":
      return facts.assume(formula.left, formula.relation, formula.right);
    case "and": {
      let result: Facts | undefined = facts;
      for (const operand of formula.operands) result = result === undefined ? undefined : assume(operand, result);
      return result;
    }
    case "or": {
      const open = formula.operands.filter((operand) => decide(operand, facts) !== false);
      const [only] = open;
      if (only === undefined) return undefined;
      return open.length === 1 ? assume(only, facts) : facts;
    }
    case "not":
    case "restriction":
    case "test":
      return decide(formula, facts) === false ? undefined : facts;
  }
}

/** Equal for formulas that ask the same question. */
export function formulaKey(formula: Formula): string {
  let key = keys.get(formula);
  if (key === undefined) keys.set(formula, (key = makeKey(formula)));
  return key;
}

const keys = new WeakMap<Formula, string>();

function makeKey(formula: Formula): string {
  switch (formula.kind) {
    case "constant":
      return String(formula.value);
    case "comparison":
      return `${formula.left.key} ${formula.relation} ${formula.right.key}`;
    case "restriction":
      return `${formula.decision.key} in ${formula.allowed}`;
    case "test":
      return formula.key;
    case "not":
      return `not ${formulaKey(formula.operand)}`;
    case "and":
    case "or":
      return `(${formula.operands.map(formulaKey).join(` ${formula.kind} `)})`;
  }
}

/** The formula as a person would write it. */
export function describeFormula(formula: Formula): string {
  switch (formula.kind) {
    case "constant":
      return formula.value ? "True" : "False";
    case "comparison":
      return formula.words?.[0] ?? `${print(formula.left)} ${formula.relation} ${print(formula.right)}`;
    case "restriction":
      return formula.decision.alternatives.filter((_, i) => (formula.allowed & (1 << i)) !== 0).join(" or ");
    case "test":
      return formula.name;
    case "not":
      return `not ${describeFormula(formula.operand)}`;
    case "and":
    case "or":
      return formula.operands.map(describeFormula).join(` ${formula.kind} `);
  }
}
