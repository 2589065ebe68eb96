/** Prints symbolic integers the way a person would write them in Python. */
import { type Atom, constantOf, type SymInt, type Term } from "./symbolic.ts";

export function formula(value: SymInt): string {
  const number = constantOf(value);
  if (number !== undefined) return String(number);
  // Positive terms first, so that a formula does not start with a minus where it need not.
  const terms = [...value.terms].sort((a, b) => rank(a) - rank(b));
  return terms.map((term, i) => printTerm(term, i === 0)).join("");
}

function rank(term: Term): number {
  return (term.coefficient < 0 ? 2 : 0) + (term.factors.length === 0 ? 1 : 0);
}

function printTerm(term: Term, first: boolean): string {
  const sign = term.coefficient < 0 ? (first ? "-" : " - ") : first ? "" : " + ";
  const size = Math.abs(term.coefficient);
  const several = term.factors.length + (size === 1 ? 0 : 1) > 1 || term.coefficient < 0;
  const factors = printingOrder(term.factors).map((atom) => (several ? tight(atom) : printAtom(atom)));
  if (size !== 1 || factors.length === 0) factors.unshift(String(size));
  return sign + factors.join(" * ");
}

/** Ulysses is outermost in speech ("ulysses * ring"), so world symbols keep that order; others keep their key's. */
function printingOrder(factors: readonly Atom[]): readonly Atom[] {
  return [...factors].sort((a, b) => order(a) - order(b));
}

function order(atom: Atom): number {
  return atom.key === "$world.ulysses_degree" ? 0 : atom.key === "$world.ring_degree" ? 1 : -1;
}

function printAtom(atom: Atom): string {
  if (atom.kind === "symbol") return atom.name;
  if (atom.kind === "floordiv") return `${group(atom.numerator)} // ${group(atom.denominator)}`;
  return `${atom.kind}(${atom.operands.map(formula).join(", ")})`;
}

function tight(atom: Atom): string {
  const text = printAtom(atom);
  // A quotient that has become a symbol of its own keeps the quotient's name.
  return atom.kind === "floordiv" || (atom.kind === "symbol" && text.includes(" ")) ? `(${text})` : text;
}

/** In parentheses where Python would need them beside another operator. */
export function group(value: SymInt): string {
  const text = formula(value);
  return /^[\w.[\]"'()-]+$/.test(text) && !text.startsWith("-") ? text : `(${text})`;
}
