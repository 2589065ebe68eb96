/** Numbers of which nothing is known, by which an equation may hold or not whatever everything else in it is. */
import { type Facts, isAnyNumber } from "./facts.ts";
import type { Formula } from "./logic.ts";
import { type Atom, operandsOf, soleAtom, subtract, type SymbolAtom, type SymInt, type Term } from "./symbolic.ts";

/**
 * True for `n == e`, and for `n // d == e`, where `n` is free: nothing is known of it, and it is mentioned once. What is said
 * of degrees and ranks alone does not decide that.
 */
export function hangsOnFreeNumber(formula: Formula, facts: Facts): boolean {
  if (formula.kind !== "comparison" || (formula.relation !== "==" && formula.relation !== "!=")) return false;
  const difference = subtract(facts.simplify(formula.left), facts.simplify(formula.right));
  return difference?.terms.some((term) => isFreeIn(term, difference, facts)) === true;
}

function isFreeIn({ coefficient, factors }: Term, whole: SymInt, facts: Facts): boolean {
  const [atom] = factors;
  if (factors.length !== 1 || atom === undefined || Math.abs(coefficient) !== 1) return false;
  const number = freeNumber(atom, facts);
  return number !== undefined && timesMentioned(number, whole) === 1;
}

/** The number that `n` or `n // d` are made of. */
function freeNumber(atom: Atom, facts: Facts): SymbolAtom | undefined {
  const number = atom.kind === "floordiv" ? soleAtom(atom.numerator) : atom;
  return number !== undefined && isAnyNumber(number) && !facts.limits(number) ? number : undefined;
}

function timesMentioned(number: Atom, value: SymInt): number {
  return value.terms
    .flatMap(({ factors }) => factors)
    .reduce(
      (sum, atom) =>
        sum +
        operandsOf(atom).reduce((inner, one) => inner + timesMentioned(number, one), atom.key === number.key ? 1 : 0),
      0,
    );
}
