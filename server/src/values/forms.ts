/** Questions about the form of symbolic integers, and forms that say the same; nothing is known of the symbols. */
import {
  type Atom,
  atomsOf,
  extreme,
  type ExtremeAtom,
  floorDiv,
  fromTerms,
  greatestCommonDivisor,
  mapAtoms,
  ofAtom,
  operandsOf,
  scale,
  type SymInt,
  type Term,
} from "./symbolic.ts";

export function negate(value: SymInt | undefined): SymInt | undefined {
  return scale(value, -1);
}

export function isQuotient(term: Term): boolean {
  return term.factors.length === 1 && term.factors[0]?.kind === "floordiv";
}

export function isExtreme(atom: Atom): atom is ExtremeAtom {
  return atom.kind === "min" || atom.kind === "max";
}

/** The expression with one atom replaced wherever it stands; undefined if that cannot be written. */
export function replaceAtom(value: SymInt, wanted: Atom, by: SymInt): SymInt | undefined {
  return mapAtoms(value, (atom) => {
    if (atom.key === wanted.key) return by;
    if (atom.kind === "symbol") return ofAtom(atom);
    const operands = operandsOf(atom).map((operand) => replaceAtom(operand, wanted, by));
    if (atom.kind === "floordiv") return floorDiv(operands[0], operands[1]);
    const known = operands.filter((operand) => operand !== undefined);
    return known.length === operands.length ? extreme(atom.kind, known) : undefined;
  });
}

/** Divides every coefficient by what they have in common. */
export function withoutCommonDivisor(value: SymInt): SymInt {
  const divisor = value.terms.reduce((common, term) => greatestCommonDivisor(common, term.coefficient), 0);
  if (divisor < 2) return value;
  return fromTerms(value.terms.map((term) => ({ ...term, coefficient: term.coefficient / divisor }))) ?? value;
}

/** True if the coefficients' common divisor does not divide the constant: such a sum is never 0. */
export function indivisible(value: SymInt): boolean {
  let divisor = 0;
  let rest = 0;
  for (const term of value.terms) {
    if (term.factors.length === 0) rest = term.coefficient;
    else divisor = greatestCommonDivisor(divisor, term.coefficient);
  }
  return divisor > 1 && rest % divisor !== 0;
}

export function mentions(value: SymInt, factors: readonly Atom[]): boolean {
  const atoms = atomsOf(value);
  return factors.some((factor) => atoms.has(factor.key));
}

/** Lone symbols first: they make the most useful rewrites. Then products, then divisions. */
export function preferredFirst(terms: readonly Term[]): readonly Term[] {
  const rank = (term: Term): number => (term.factors.length === 1 ? (term.factors[0]?.kind === "symbol" ? 0 : 2) : 1);
  return [...terms].sort((a, b) => rank(a) - rank(b));
}
