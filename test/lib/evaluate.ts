/** Symbolic integers, evaluated with numbers. */
import type { Atom, SymInt } from "../../server/src/values/symbolic.ts";

/** What an expression is for the values of its symbols, by key; undefined if one of them is not known. */
export function evaluate(value: SymInt, values: ReadonlyMap<string, number>): number | undefined {
  let sum = 0;
  for (const term of value.terms) {
    let product = term.coefficient;
    for (const atom of term.factors) product *= evaluateAtom(atom, values) ?? NaN;
    sum += product;
  }
  return Number.isNaN(sum) ? undefined : sum;
}

function evaluateAtom(atom: Atom, values: ReadonlyMap<string, number>): number | undefined {
  if (atom.kind === "symbol") return values.get(atom.key);
  if (atom.kind === "floordiv") {
    const [a, b] = [evaluate(atom.numerator, values), evaluate(atom.denominator, values)];
    return a === undefined || b === undefined ? undefined : Math.floor(a / b);
  }
  const operands = atom.operands.map((operand) => evaluate(operand, values) ?? NaN);
  return atom.kind === "min" ? Math.min(...operands) : Math.max(...operands);
}
