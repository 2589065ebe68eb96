/**
 * Shows that expressions are at least 0, given others that are. Sound and incomplete: it says true only for what holds
 * under every assignment.
 *
 * Every symbol with a known lower bound is first rewritten as that bound plus a symbol that is at least 0 (written with
 * a prime), so that a product of two symbols that are at least 2 shows its size in its coefficients. What is left
 * negative is then removed with facts, one term after another, in the manner of Fourier and Motzkin.
 */
import { hasCounterexample } from "./counterexample.ts";
import {
  add,
  type Atom,
  atomsOf,
  fromTerms,
  greatestCommonDivisor,
  integer,
  mapAtoms,
  monomialKey,
  multiply,
  ofAtom,
  scale,
  subtract,
  type SymInt,
  type Term,
  withoutFactors,
} from "./symbolic.ts";

/** How many steps one question may take, and how many facts one proof may use. */
const maximumSteps = 80;
const maximumFacts = 4;
const maximumRemembered = 4096;

/** A fact, shifted, with the terms that can cancel negative ones. */
interface Fact {
  readonly value: SymInt;
  readonly terms: readonly Term[];
  readonly constant: number;
}

export class Prover {
  private readonly inequalities: readonly SymInt[];
  private readonly lows = new Map<string, number>();
  private readonly definitions = new Map<string, readonly Fact[]>();
  private readonly answers = new Map<string, boolean>();
  private assumptions: { readonly facts: readonly Fact[]; readonly atoms: readonly Atom[] } | undefined;
  private steps = 0;
  /** Of the question at hand: whether some fact has what a doubtful term could be cancelled with. */
  private readonly removable = new Map<string, boolean>();

  /** `inequalities` are expressions that are at least 0. */
  constructor(inequalities: readonly SymInt[]) {
    this.inequalities = inequalities.flatMap((inequality) => [tightened(inequality), ...otherFactor(inequality)]);
  }

  /** True only if the expression is at least 0 for every assignment that fits the inequalities. */
  proves(value: SymInt): boolean {
    let answer = this.answers.get(value.key);
    if (answer === undefined) {
      if (this.answers.size >= maximumRemembered) this.forget();
      this.answers.set(value.key, (answer = this.search(value)));
    }
    return answer;
  }

  private forget(): void {
    this.answers.clear();
    this.lows.clear();
    this.definitions.clear();
  }

  private search(value: SymInt): boolean {
    const shifted = this.shift(value);
    if (shifted === undefined) return false;
    this.steps = maximumSteps;
    this.removable.clear();
    const facts = this.factsAbout(value);
    const open = this.openTerms(shifted);
    if (open.length === 0) return true;
    if (!open.every((term) => this.isRemovable(term, facts)) || hasCounterexample(value, this.inequalities))
      return false;
    return this.prove(shifted, facts, maximumFacts);
  }

  private prove(value: SymInt, facts: readonly Fact[], depth: number): boolean {
    if (this.steps-- <= 0) return false;
    const open = this.openTerms(value);
    // A quotient is cancelled with what defines it, which brings in the numerator; so it goes before the numerator's parts,
    // quotients among them.
    const doubtful = open.reduce<Term | undefined>(
      (first, term) => (first === undefined || depthOf(term) > depthOf(first) ? term : first),
      undefined,
    );
    if (doubtful === undefined) return true;
    if (depth === 0 || !open.every((term) => this.isRemovable(term, facts))) return false;
    if (doubtful.factors.length === 0) {
      // A negative constant: only facts with a negative constant can make up for it.
      return facts.some((fact) => {
        const moved = fact.constant < 0 ? subtract(value, fact.value) : undefined;
        return moved !== undefined && this.prove(moved, facts, depth - 1);
      });
    }
    return facts.some((fact) => fact.terms.some((term) => this.cancels(value, doubtful, fact, term, facts, depth)));
  }

  /** The terms that may be negative. */
  private openTerms(value: SymInt): readonly Term[] {
    return value.terms.filter(
      (term) => term.coefficient < 0 || !term.factors.every((atom) => this.isNonNegative(atom)),
    );
  }

  /** False only if no multiple of a fact has the term: then it stays, whatever else is cancelled. */
  private isRemovable({ coefficient, factors }: Term, facts: readonly Fact[]): boolean {
    if (factors.length === 0) return true;
    const key = `${coefficient < 0 ? "-" : "+"}${monomialKey(factors)}`;
    let answer = this.removable.get(key);
    if (answer === undefined) {
      answer = facts.some(({ terms }) =>
        terms.some(
          (term) => coefficient < 0 === term.coefficient < 0 && withoutFactors(factors, term.factors) !== undefined,
        ),
      );
      this.removable.set(key, answer);
    }
    return answer;
  }

  /** `value * f - fact * m` has the doubtful term cancelled; if it is at least 0, so is the value. */
  private cancels(
    value: SymInt,
    doubtful: Term,
    fact: Fact,
    term: Term,
    facts: readonly Fact[],
    depth: number,
  ): boolean {
    const own = this.multiplierFor(doubtful, term);
    if (own === undefined) return false;
    const factor = Math.abs(term.coefficient);
    // All terms with the same symbol, such as a rank, are cancelled at once; only then the doubtful one alone.
    const others = isLoneSymbol(term)
      ? value.terms.flatMap((one) => (one === doubtful ? [] : (this.multiplierFor(one, term) ?? [])))
      : [];
    return (others.length === 0 ? [[own]] : [[own, ...others]]).some((multipliers) => {
      // The value is an integer: showing that k times it is above -k is enough.
      const product = multiply(fact.value, fromTerms(multipliers));
      const moved = add(subtract(scale(value, factor), product), integer(factor - 1));
      return moved !== undefined && this.prove(moved, facts, depth - 1);
    });
  }

  /** What a fact is multiplied with so that `term` of it cancels `doubtful`; undefined if that is not at least 0. */
  private multiplierFor(doubtful: Term, term: Term): Term | undefined {
    if (doubtful.coefficient < 0 !== term.coefficient < 0) return undefined;
    const factors = withoutFactors(doubtful.factors, term.factors);
    if (!factors?.every((atom) => this.isNonNegative(atom))) return undefined;
    return { coefficient: Math.abs(doubtful.coefficient), factors };
  }

  private isNonNegative(atom: Atom): boolean {
    return atom.key.endsWith("'") || this.lowOf(atom) >= 0;
  }

  /** The assumptions, and what the atoms in sight say about themselves. */
  private factsAbout(value: SymInt): readonly Fact[] {
    this.assumptions ??= this.prepare();
    const atoms = atomsOf(value);
    for (const atom of this.assumptions.atoms) atoms.set(atom.key, atom);
    for (const atom of [...atoms.values()])
      if (atom.kind === "symbol" && atom.below !== undefined) atomsOf(atom.below, atoms);
    // What bounds a rank is tried before what defines a quotient, which leads further.
    const symbols = [...atoms.values()].filter((atom) => atom.kind === "symbol");
    const others = [...atoms.values()].filter((atom) => atom.kind !== "symbol");
    return [...this.assumptions.facts, ...[...symbols, ...others].flatMap((atom) => this.definitionOf(atom))];
  }

  private prepare(): { readonly facts: readonly Fact[]; readonly atoms: readonly Atom[] } {
    const atoms = new Map<string, Atom>();
    for (const inequality of this.inequalities) atomsOf(inequality, atoms);
    return { facts: this.facts(this.inequalities), atoms: [...atoms.values()] };
  }

  private facts(values: readonly (SymInt | undefined)[]): Fact[] {
    return values.flatMap((value) => {
      const shifted = value === undefined ? undefined : this.shift(value);
      if (shifted === undefined) return [];
      const terms = shifted.terms.filter((term) => term.factors.length > 0);
      const constant = shifted.terms.find((term) => term.factors.length === 0)?.coefficient ?? 0;
      return [{ value: shifted, terms, constant }];
    });
  }

  private definitionOf(atom: Atom): readonly Fact[] {
    let known = this.definitions.get(atom.key);
    if (known === undefined) this.definitions.set(atom.key, (known = this.facts(this.define(atom))));
    return known;
  }

  /** What a division, an extreme or a bounded symbol is at least or at most. */
  private define(atom: Atom): readonly (SymInt | undefined)[] {
    const self = ofAtom(atom);
    const low = this.lowOf(atom);
    const above = low === -Infinity || atom.kind === "symbol" ? [] : [subtract(self, integer(low))];
    switch (atom.kind) {
      case "symbol":
        return atom.below === undefined ? [] : [subtract(atom.below, add(self, integer(1)))];
      case "floordiv": {
        const divisor = this.lowest(atom.denominator);
        if (divisor < 1 || !Number.isFinite(divisor)) return above;
        const product = multiply(atom.denominator, self);
        const least = subtract(atom.numerator, product);
        const most = subtract(subtract(add(product, atom.denominator), integer(1)), atom.numerator);
        // A quotient of something at least 0 is at most that over the smallest divisor.
        const smaller = this.lowest(atom.numerator) >= 0 ? subtract(atom.numerator, scale(self, divisor)) : undefined;
        return [...above, least, most, smaller];
      }
      case "min":
        return [...above, ...atom.operands.map((operand) => subtract(operand, self))];
      case "max":
        return [...above, ...atom.operands.map((operand) => subtract(self, operand))];
    }
  }

  /** The best constant lower bound of an atom; -Infinity if there is none. */
  private lowOf(atom: Atom): number {
    const known = this.lows.get(atom.key);
    if (known !== undefined) return known;
    // What the facts say of an atom may lead back to it.
    this.lows.set(atom.key, atom.kind === "symbol" ? atom.low : -Infinity);
    const low = Math.max(this.ownLow(atom), this.lowestByFacts(ofAtom(atom)));
    this.lows.set(atom.key, low);
    return low;
  }

  private ownLow(atom: Atom): number {
    switch (atom.kind) {
      case "symbol":
        return atom.low;
      case "floordiv":
        return this.lowest(atom.numerator) >= 0 && this.lowest(atom.denominator) >= 1 ? 0 : -Infinity;
      case "min":
        return Math.min(...atom.operands.map((operand) => this.lowest(operand)));
      case "max":
        return Math.max(...atom.operands.map((operand) => this.lowest(operand)));
    }
  }

  /** The best constant lower bound of an expression; -Infinity if there is none. */
  private lowest(value: SymInt): number {
    return Math.max(this.lowestByAtoms(value), this.lowestByFacts(value));
  }

  private lowestByAtoms(value: SymInt): number {
    if (value.terms.some((term) => term.coefficient < 0 && term.factors.length > 0)) return -Infinity;
    let sum = 0;
    for (const term of value.terms) {
      const lows = term.factors.map((atom) => this.lowOf(atom));
      if (lows.length > 1 && lows.some((low) => low < 0)) return -Infinity;
      sum += lows.reduce((product, low) => product * low, term.coefficient);
    }
    return Number.isSafeInteger(sum) ? sum : -Infinity;
  }

  /** A fact `value - rest >= 0` says that the value is at least what the rest is. */
  private lowestByFacts(value: SymInt): number {
    // Facts have lost what their coefficients had in common.
    const divisor = commonCoefficient(value);
    const whole = value.terms.find((term) => term.factors.length === 0)?.coefficient ?? 0;
    const reduced = divisor < 2 ? value : dividedBy(subtract(value, integer(whole)) ?? value, divisor);
    let best = -Infinity;
    for (const fact of this.inequalities) {
      if (fact.terms.length > value.terms.length + 2) continue;
      const rest = subtract(reduced, fact);
      if (rest === undefined) continue;
      const low = this.lowestByAtoms(rest);
      best = Math.max(best, divisor < 2 ? low : low * divisor + whole);
    }
    return best;
  }

  private shift(value: SymInt): SymInt | undefined {
    return mapAtoms(value, (atom) => {
      if (atom.kind !== "symbol") return ofAtom(atom);
      const low = this.lowOf(atom);
      if (low === -Infinity || low === 0) return ofAtom(atom);
      return add(
        ofAtom({ kind: "symbol", key: `${atom.key}'`, name: atom.name, low: 0, below: undefined }),
        integer(low),
      );
    });
  }
}

function isLoneSymbol(term: Term): boolean {
  return term.factors.length === 1 && term.factors[0]?.kind === "symbol";
}

/** Greater for a term with an atom that has the atoms of another term inside. */
function depthOf(term: Term): number {
  return Math.max(0, ...term.factors.map((atom) => (atom.kind === "symbol" ? 0 : atom.key.length)));
}

/** Integers fill no gaps: `2q - 1 >= 0` says `q - 1 >= 0`. */
function tightened(inequality: SymInt): SymInt {
  const divisor = commonCoefficient(inequality);
  return divisor < 2 ? inequality : dividedBy(inequality, divisor);
}

/** What divides the coefficients of all terms but the constant. */
function commonCoefficient(value: SymInt): number {
  let divisor = 0;
  for (const term of value.terms)
    if (term.factors.length > 0) divisor = greatestCommonDivisor(divisor, term.coefficient);
  return divisor;
}

/** Every coefficient divided, and rounded down. */
function dividedBy(value: SymInt, divisor: number): SymInt {
  return (
    fromTerms(value.terms.map((term) => ({ ...term, coefficient: Math.floor(term.coefficient / divisor) }))) ?? value
  );
}

/** A positive product of something positive with `p` has a positive `p`: `u * q + u - 1 >= 0` says `q + 1 - 1 >= 0`. */
function otherFactor(inequality: SymInt): SymInt[] {
  const open = inequality.terms.filter((term) => term.factors.length > 0);
  const constant = inequality.terms.find((term) => term.factors.length === 0)?.coefficient ?? 0;
  const [first, ...others] = open;
  if (first === undefined || constant >= 0) return [];
  let shared = first.factors.filter((atom) => atom.kind === "symbol" && atom.low >= 0);
  for (const { factors } of others) {
    const left = [...factors];
    shared = shared.filter((atom) => {
      const at = left.findIndex((candidate) => candidate.key === atom.key);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }
  if (shared.length === 0) return [];
  const factor = fromTerms(
    open.map((term) => ({ ...term, factors: withoutFactors(term.factors, shared) ?? term.factors })),
  );
  const positive = subtract(factor, integer(1));
  return positive === undefined ? [] : [tightened(positive)];
}
