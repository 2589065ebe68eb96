/** Puts into expressions what products of atoms are known to be. */
import {
  add,
  type Atom,
  type ExtremeAtom,
  floorDiv,
  fromTerms,
  integer,
  mapAtoms,
  multiply,
  ofAtom,
  type SymInt,
  type Term,
  withoutFactors,
} from "./symbolic.ts";

/** Replace a product of atoms by an expression: `S -> degree * q`, or `ulysses * ring -> 4`. */
export interface Rewrite {
  readonly factors: readonly Atom[];
  readonly to: SymInt;
}

/** What is left of operands of which some are known never to be the smallest or largest. */
export type Extreme = (kind: ExtremeAtom["kind"], operands: readonly SymInt[]) => SymInt | undefined;

/** Each round applies every rewrite once; facts are few, so a handful of rounds reaches the fixed point. */
const maximumRounds = 8;

/** The expression with all rewrites applied, as often as they apply. What is put in may decide an `extreme`. */
export function rewritten(value: SymInt, rewrites: readonly Rewrite[], extreme: Extreme): SymInt {
  let current = value;
  for (let round = 0; round < maximumRounds; round++) {
    const next = rewriteOnce(current, rewrites, extreme);
    if (next === undefined || next.key === current.key) return current;
    current = next;
  }
  return current;
}

function rewriteOnce(value: SymInt, rewrites: readonly Rewrite[], extreme: Extreme): SymInt | undefined {
  if (value.terms.every((term) => term.factors.length === 0)) return value;
  const inside = mapAtoms(value, (atom) => rewriteInside(atom, rewrites, extreme));
  if (inside === undefined) return undefined;
  let sum: SymInt | undefined = integer(0);
  for (const term of inside.terms) sum = add(sum, rewriteTerm(term, rewrites));
  return sum;
}

function rewriteInside(atom: Atom, rewrites: readonly Rewrite[], extreme: Extreme): SymInt | undefined {
  if (atom.kind === "symbol") return ofAtom(atom);
  const once = (value: SymInt): SymInt | undefined => rewriteOnce(value, rewrites, extreme);
  if (atom.kind === "floordiv") return floorDiv(once(atom.numerator), once(atom.denominator));
  const operands: SymInt[] = [];
  for (const operand of atom.operands) {
    const one = once(operand);
    if (one === undefined) return undefined;
    operands.push(one);
  }
  const changed = operands.some((operand, i) => operand.key !== atom.operands[i]?.key);
  return changed ? extreme(atom.kind, operands) : ofAtom(atom);
}

function rewriteTerm(term: Term, rewrites: readonly Rewrite[]): SymInt | undefined {
  for (const { factors, to } of rewrites) {
    const left = withoutFactors(term.factors, factors);
    if (left !== undefined) return multiply(fromTerms([{ coefficient: term.coefficient, factors: left }]), to);
  }
  return fromTerms([term]);
}
