/**
 * What is known about symbolic integers on one path, and what follows from it.
 *
 * Facts are immutable; assuming something gives new facts, or undefined if it contradicts what is known. The prover
 * is sound and incomplete: "unknown" is always a possible answer.
 */
import {
  indivisible,
  isExtreme,
  isQuotient,
  mentions,
  negate,
  preferredFirst,
  replaceAtom,
  withoutCommonDivisor,
} from "./forms.ts";
import { group } from "./formula.ts";
import { Prover } from "./prover.ts";
import { type Rewrite, rewritten } from "./rewrites.ts";
import {
  add,
  type Atom,
  atomsOf,
  constantOf,
  extreme,
  type ExtremeAtom,
  fromTerms,
  integer,
  mapAtoms,
  modulo,
  multiply,
  ofAtom,
  scale,
  soleAtom,
  subtract,
  type SymbolAtom,
  type SymInt,
  type Term,
  withoutFactors,
} from "./symbolic.ts";

export type Truth = boolean | undefined;
export type Relation = "==" | "!=" | "<" | "<=" | ">" | ">=";

/**
 * What was assumed on top of facts is remembered with them, and so on upwards: all of it hangs on the empty facts, which
 * live for good. So it is counted as a whole, and forgotten as a whole.
 */
const maximumRemembered = 2_048;
let remembered = 0;
let generation = 0;

function remember(): void {
  if (++remembered < maximumRemembered) return;
  remembered = 0;
  generation++;
}

/** A comparison with more minima and maxima in it is not looked at case by case. */
const maximumExtremes = 2;

/** Of more rewrites than these the older ones stay as they are. */
const maximumReread = 24;

/** Further tests that something is not something else are not remembered. */
const maximumNonZero = 16;

export class Facts {
  static readonly none = new Facts([], [], []);

  private readonly rewrites: readonly Rewrite[];
  /** Expressions known to be at least 0. */
  private readonly inequalities: readonly SymInt[];
  /** Expressions known not to be 0, of which it is not known on which side they are. */
  private readonly nonZero: readonly SymInt[];
  private prover: Prover | undefined;
  /** What was assumed on top of these facts: the same paths are run again and again. */
  private assumed = new Map<string, Facts | undefined>();
  private simplified = new Map<string, SymInt>();
  private compared = new Map<string, Truth>();
  private limited: Map<string, Atom> | undefined;
  private generation = generation;

  private constructor(rewrites: readonly Rewrite[], inequalities: readonly SymInt[], nonZero: readonly SymInt[]) {
    this.rewrites = rewrites;
    this.inequalities = inequalities;
    this.nonZero = nonZero;
  }

  /** Which of two is larger, as far as it is known, and nothing of what they are. */
  get orders(): Facts {
    return new Facts([], this.inequalities, []);
  }

  /** A key that is equal for equal facts. */
  get key(): string {
    return this.statements.join(";");
  }

  /** A key for each thing that is known. */
  get statements(): string[] {
    const rewrites = this.rewrites.map((r) => `${r.factors.map((f) => f.key).join("*")}=${r.to.key}`);
    const nonZero = this.nonZero.map((one) => `not ${one.key}`);
    return [...rewrites, ...this.inequalities.map((i) => i.key), ...nonZero];
  }

  equals(other: Facts): boolean {
    return this === other || this.key === other.key;
  }

  /** True if a symbol is in an order, or equal to what only a number is; two equal symbols may both be no number. */
  knowsNumber(key: string): boolean {
    const isAlone = ({ factors }: Term): boolean => factors.length === 1 && factors[0]?.key === key;
    return (
      this.inequalities.some((inequality) => inequality.terms.some(isAlone)) ||
      this.rewrites.some(
        ({ factors, to }) =>
          soleAtom(to)?.kind !== "symbol" && (isAlone({ coefficient: 1, factors }) || to.terms.some(isAlone)),
      )
    );
  }

  /** True if anything is known of the numbers that an atom may be; that another one is made of it says nothing of it. */
  limits({ key }: Atom): boolean {
    if (this.limited === undefined) {
      this.limited = new Map<string, Atom>();
      const rewritten = this.rewrites.flatMap(({ factors, to }) =>
        factors.length === 1 && factors.every(isAnyNumber) ? [] : [...factors.map(ofAtom), to],
      );
      for (const value of [...rewritten, ...this.inequalities, ...this.nonZero])
        atomsOf(this.simplify(value), this.limited);
    }
    return this.limited.has(key);
  }

  /** The symbols in whose place this one stands. */
  namesOf({ key }: Atom): readonly SymbolAtom[] {
    return this.rewrites.flatMap(({ factors }) => {
      const [name] = factors;
      if (factors.length !== 1 || name?.kind !== "symbol") return [];
      return soleAtom(this.simplify(ofAtom(name)))?.key === key ? [name] : [];
    });
  }

  /** The expression with everything known put in. */
  simplify(value: SymInt): SymInt {
    if (this.rewrites.length === 0 || constantOf(value) !== undefined) return value;
    if (this.generation !== generation) this.forget();
    const known = this.simplified.get(value.key);
    if (known !== undefined) return known;
    const simple = rewritten(value, this.rewrites, (kind, operands) => this.extreme(kind, operands));
    this.simplified.set(value.key, simple);
    remember();
    return simple;
  }

  /** Whether `a relation b` holds for all assignments (true), for none (false), or cannot be told. */
  compare(a: SymInt, relation: Relation, b: SymInt): Truth {
    if (this.generation !== generation) this.forget();
    const key = `${a.key} ${relation} ${b.key}`;
    if (this.compared.has(key)) return this.compared.get(key);
    const truth = this.compareAnew(a, relation, b);
    this.compared.set(key, truth);
    remember();
    return truth;
  }

  private compareAnew(a: SymInt, relation: Relation, b: SymInt): Truth {
    const difference = subtract(this.simplify(a), this.simplify(b));
    if (difference === undefined) return undefined;
    const truth = this.compareWithZero(difference, relation);
    if (truth !== undefined) return truth;
    const settled = this.withoutSmallQuotients(difference) ?? difference;
    if (settled.key !== difference.key) return this.compare(settled, relation, integer(0));
    return this.compareByQuotients(difference, relation) ?? this.compareByCases(difference, relation);
  }

  /** The same without looking at cases, which takes time that many questions are not worth. */
  private compareAtOnce(a: SymInt, relation: Relation, b: SymInt): Truth {
    const difference = subtract(this.simplify(a), this.simplify(b));
    return difference === undefined ? undefined : this.compareWithZero(difference, relation);
  }

  private compareWithZero(difference: SymInt, relation: Relation): Truth {
    switch (relation) {
      case "==":
        return this.isZero(difference);
      case "!=":
        return not(this.isZero(difference));
      case ">=":
        return this.isNonNegative(difference);
      case "<":
        return not(this.isNonNegative(difference));
      case "<=":
        return this.isNonNegative(negate(difference));
      case ">":
        return not(this.isNonNegative(negate(difference)));
    }
  }

  /** Replaces `n // d` by 0 where `n` lies from 0 to below `d`. */
  private withoutSmallQuotients(value: SymInt): SymInt | undefined {
    if (!value.terms.some((term) => term.factors.some((atom) => atom.kind === "floordiv"))) return value;
    return mapAtoms(value, (atom) => {
      if (atom.kind !== "floordiv") return ofAtom(atom);
      const { numerator, denominator } = atom;
      const isSmall = this.proves(numerator) && this.proves(subtract(subtract(denominator, numerator), integer(1)));
      return isSmall ? integer(0) : ofAtom(atom);
    });
  }

  /** Asks what a question about a quotient means for what is divided. */
  private compareByQuotients(difference: SymInt, relation: Relation): Truth {
    if (!difference.terms.some(isQuotient)) return undefined;
    const atLeast = (value: SymInt | undefined): Truth => (value === undefined ? undefined : this.byQuotients(value));
    switch (relation) {
      case ">=":
        return atLeast(difference);
      case "<":
        return not(atLeast(difference));
      case "<=":
        return atLeast(negate(difference));
      case ">":
        return not(atLeast(negate(difference)));
      case "==":
      case "!=": {
        const sides = [atLeast(difference), atLeast(negate(difference))];
        const equal = sides.includes(false) ? false : sides.includes(undefined) ? undefined : true;
        return relation === "==" ? equal : not(equal);
      }
    }
  }

  /** `n // d >= e` is `n >= d * e`, and `n // d <= e` is `n < d * e + d`, for a `d` that is at least 1. */
  private byQuotients(whole: SymInt): Truth {
    const value = withoutCommonDivisor(whole);
    for (const term of value.terms) {
      const [atom] = term.factors;
      if (!isQuotient(term) || atom?.kind !== "floordiv" || Math.abs(term.coefficient) !== 1) continue;
      const rest = subtract(value, fromTerms([term]));
      const { numerator, denominator } = atom;
      if (rest === undefined || mentions(rest, [atom])) continue;
      if (!this.proves(subtract(denominator, integer(1)))) continue;
      const scaled = multiply(denominator, rest);
      const moved =
        term.coefficient > 0
          ? add(numerator, scaled)
          : subtract(add(scaled, subtract(denominator, integer(1))), numerator);
      const truth = moved === undefined ? undefined : this.isNonNegative(this.simplify(moved));
      if (truth !== undefined) return truth;
    }
    return undefined;
  }

  /** Looks at each operand of a minimum or maximum being the one: what holds in every case holds. */
  private compareByCases(difference: SymInt, relation: Relation): Truth {
    const extremes = [...atomsOf(difference).values()].filter(isExtreme);
    const [first] = extremes;
    if (first === undefined || extremes.length > maximumExtremes) return undefined;
    let common: Truth;
    for (const operand of first.operands) {
      const facts = this.whereExtreme(first, operand);
      if (facts === undefined) continue;
      const chosen = replaceAtom(difference, first, operand);
      const truth = chosen === undefined ? undefined : facts.compare(chosen, relation, integer(0));
      if (truth === undefined || (common !== undefined && truth !== common)) return undefined;
      common = truth;
    }
    return common;
  }

  /** These facts where an operand is the smallest or largest; undefined if it cannot be. */
  private whereExtreme(atom: ExtremeAtom, chosen: SymInt): Facts | undefined {
    const others = atom.operands.filter((other) => other !== chosen);
    return this.assumeAll(others.map((other) => [chosen, atom.kind === "min" ? "<=" : ">=", other] as const));
  }

  /** These facts and `a relation b`; undefined if that is impossible. */
  assume(a: SymInt, relation: Relation, b: SymInt): Facts | undefined {
    if (this.generation !== generation) this.forget();
    const key = `${a.key} ${relation} ${b.key}`;
    if (this.assumed.has(key)) return this.assumed.get(key);
    const facts = this.assumeAnew(a, relation, b);
    this.assumed.set(key, facts);
    remember();
    return facts;
  }

  private forget(): void {
    this.generation = generation;
    this.assumed = new Map();
    this.simplified = new Map();
    this.compared = new Map();
    this.prover = undefined;
  }

  private assumeAnew(a: SymInt, relation: Relation, b: SymInt): Facts | undefined {
    const known = this.compareAtOnce(a, relation, b);
    if (known === true) return this;
    if (known === false) return undefined;
    const difference = subtract(this.simplify(a), this.simplify(b));
    if (difference === undefined) return this;
    switch (relation) {
      case "==":
        return this.assumeZero(difference);
      case "!=":
        return this.assumeNonZero(difference);
      case ">=":
        return this.assumeNonNegative(difference);
      case ">":
        return this.assumeNonNegative(subtract(difference, integer(1)));
      case "<=":
        return this.assumeNonNegative(negate(difference));
      case "<":
        return this.assumeNonNegative(subtract(negate(difference), integer(1)));
    }
  }

  /** What is at least 0 and known to be at most 0 is 0. */
  private assumeNonNegative(value: SymInt | undefined): Facts | undefined {
    const opposite = negate(value);
    if (value !== undefined && this.proves(opposite)) return this.assumeZero(value);
    return this.withInequality(value);
  }

  minimum(operands: readonly SymInt[]): SymInt | undefined {
    return this.extreme("min", operands);
  }

  maximum(operands: readonly SymInt[]): SymInt | undefined {
    return this.extreme("max", operands);
  }

  private extreme(kind: "min" | "max", operands: readonly SymInt[]): SymInt | undefined {
    const kept: SymInt[] = [];
    for (const operand of operands.map((o) => this.simplify(o))) {
      const beats = (x: SymInt, y: SymInt): boolean => this.proves(kind === "min" ? subtract(y, x) : subtract(x, y));
      if (kept.some((other) => beats(other, operand))) continue;
      for (let i = kept.length - 1; i >= 0; i--) {
        const other = kept[i];
        if (other !== undefined && beats(operand, other)) kept.splice(i, 1);
      }
      kept.push(operand);
    }
    return extreme(kind, kept);
  }

  private isZero(difference: SymInt): Truth {
    const number = constantOf(difference);
    if (number !== undefined) return number === 0;
    if (indivisible(difference) || this.isNonZero(difference) || this.isImpossibleQuotient(difference)) return false;
    const positive = subtract(difference, integer(1));
    const negative = subtract(negate(difference), integer(1));
    return this.proves(positive) || this.proves(negative) ? false : undefined;
  }

  private isNonZero(difference: SymInt): boolean {
    if (this.nonZero.length === 0) return false;
    const keys = [difference.key, negate(difference)?.key];
    return this.nonZero.some((known) => keys.includes(this.simplify(known).key));
  }

  /**
   * True if `rest + c * (n // d) == 0` cannot hold because `n` is known to be a multiple of `d`: then it means
   * `rest * d + c * n == 0`, which may be indivisible.
   */
  private isImpossibleQuotient(difference: SymInt): boolean {
    for (const term of difference.terms) {
      const [atom] = term.factors;
      if (atom?.kind !== "floordiv" || term.factors.length !== 1) continue;
      const scaled = multiply(difference, atom.denominator);
      if (scaled === undefined) continue;
      const simplified = this.simplify(scaled);
      if (atomsOf(simplified).has(atom.key)) continue;
      if (indivisible(simplified)) return true;
      const number = constantOf(simplified);
      if (number !== undefined && number !== 0) return true;
    }
    return false;
  }

  private isNonNegative(difference: SymInt | undefined): Truth {
    if (difference === undefined) return undefined;
    const number = constantOf(difference);
    if (number !== undefined) return number >= 0;
    if (this.proves(difference)) return true;
    return this.proves(subtract(negate(difference), integer(1))) ? false : undefined;
  }

  /** True only if the expression is at least 0 for every assignment that fits the facts. */
  private proves(value: SymInt | undefined): boolean {
    if (value === undefined) return false;
    const number = constantOf(value);
    if (number !== undefined) return number >= 0;
    if (this.prover === undefined) {
      // Which operand a minimum in an inequality is may be asked while the inequalities are put together.
      this.prover = new Prover([]);
      this.prover = new Prover(this.inequalities.map((inequality) => this.simplify(inequality)));
    }
    return this.prover.proves(value);
  }

  private withInequality(value: SymInt | undefined): Facts {
    if (value === undefined || this.inequalities.some((known) => known.key === value.key)) return this;
    return new Facts(this.rewrites, [...this.inequalities, value], this.nonZero);
  }

  /** Undefined if that contradicts an older rewrite, which is read anew where what it replaces has changed its form. */
  private withRewrite(factors: readonly Atom[], to: SymInt): Facts | undefined {
    const facts = new Facts([...this.rewrites, { factors, to }], this.inequalities, this.nonZero);
    // What is read anew may change another's form in turn, and that one this one's.
    if (this.rewrites.length >= maximumReread) return facts;
    return this.rewrites.reduce<Facts | undefined>((known, rule) => {
      if (!rule.factors.some((atom) => mentions(ofAtom(atom), factors))) return known;
      const from = fromTerms([{ coefficient: 1, factors: rule.factors }]);
      return from === undefined ? known : known?.assume(from, "==", rule.to);
    }, facts);
  }

  private assumeZero(product: SymInt): Facts | undefined {
    const whole = this.withoutCommonFactors(product);
    const divisible = this.assumeDivisible(whole);
    if (divisible !== undefined) return divisible;
    const difference = withoutCommonDivisor(whole);
    const ones = this.factorsThatAreOne(difference);
    if (ones.length > 1) return this.assumeAll(ones.map((atom) => [ofAtom(atom), "==", integer(1)] as const));
    for (const term of preferredFirst(difference.terms)) {
      if (Math.abs(term.coefficient) !== 1 || term.factors.length === 0) continue;
      const rest = subtract(difference, fromTerms([term]));
      if (rest === undefined || mentions(rest, term.factors)) continue;
      const to = scale(rest, -term.coefficient);
      if (to !== undefined) return this.boundsOf(term, to).withRewrite(term.factors, to);
    }
    return this.withInequality(difference).withInequality(negate(difference));
  }

  /** `a * b - a * c == 0` says that `b - c == 0`, of an `a` that is at least 1. */
  private withoutCommonFactors(value: SymInt): SymInt {
    const [first] = value.terms;
    let rest = value;
    for (const atom of first?.factors ?? []) {
      const terms = rest.terms.map((term) => ({ ...term, factors: withoutFactors(term.factors, [atom]) }));
      if (terms.some(({ factors }) => factors === undefined) || !this.proves(subtract(ofAtom(atom), integer(1))))
        continue;
      rest = fromTerms(terms.map((term) => ({ coefficient: term.coefficient, factors: term.factors ?? [] }))) ?? rest;
    }
    return rest;
  }

  /** `a * b == 1` of numbers that are at least 1. */
  private factorsThatAreOne(difference: SymInt): readonly Atom[] {
    const [product, one] = [...difference.terms].sort((a, b) => b.factors.length - a.factors.length);
    const isProduct = difference.terms.length === 2 && one?.factors.length === 0 && Math.abs(one.coefficient) === 1;
    if (product === undefined || !isProduct || product.coefficient !== -one.coefficient) return [];
    const atLeastOne = (atom: Atom): boolean => this.proves(subtract(ofAtom(atom), integer(1)));
    return product.factors.every(atLeastOne) ? product.factors : [];
  }

  private assumeAll(comparisons: readonly (readonly [SymInt, Relation, SymInt])[]): Facts | undefined {
    return comparisons.reduce<Facts | undefined>((facts, [a, relation, b]) => facts?.assume(a, relation, b), this);
  }

  /** Keeps what a replaced symbol's own bounds said. */
  private boundsOf(term: Term, to: SymInt): Facts {
    const [atom] = term.factors;
    if (term.factors.length !== 1 || atom?.kind !== "symbol" || atom.low === -Infinity) return this;
    const above = subtract(to, integer(atom.low));
    return constantOf(to) === undefined && !this.proves(above) ? this.withInequality(above) : this;
  }

  /** `n - d * (n // d) == 0`: writes a lone symbol `n` as `d * q`, so that every quotient of it comes out exact. */
  private assumeDivisible(difference: SymInt): Facts | undefined {
    const quotient = [...atomsOf(difference).values()].find((atom) => {
      if (atom.kind !== "floordiv") return false;
      const remainder = modulo(atom.numerator, atom.denominator);
      return remainder !== undefined && (remainder.key === difference.key || negate(remainder)?.key === difference.key);
    });
    if (quotient?.kind !== "floordiv") return undefined;
    const whole = soleAtom(quotient.numerator);
    // `n % (n + b) == 0` says nothing that replacing n would not say of itself again.
    if (whole?.kind !== "symbol" || mentions(quotient.denominator, [whole])) return undefined;
    const low = this.lowOfQuotient(quotient.numerator, quotient.denominator);
    const part: Atom = {
      kind: "symbol",
      key: `$${whole.key}/${quotient.denominator.key}`,
      name: `${whole.name} // ${group(quotient.denominator)}`,
      low,
      below: undefined,
      quotient: ofAtom(quotient),
    };
    const product = multiply(quotient.denominator, ofAtom(part));
    return product === undefined ? undefined : this.withRewrite([whole], product);
  }

  private lowOfQuotient(numerator: SymInt, denominator: SymInt): number {
    const atLeast = (value: SymInt, low: number): boolean => this.proves(subtract(value, integer(low)));
    if (!atLeast(denominator, 1)) return -Infinity;
    return atLeast(numerator, 1) ? 1 : atLeast(numerator, 0) ? 0 : -Infinity;
  }

  private assumeNonZero(difference: SymInt): Facts {
    if (this.proves(difference)) return this.withInequality(subtract(difference, integer(1)));
    const negative = negate(difference);
    if (this.proves(negative)) return this.withInequality(subtract(negative, integer(1)));
    if (this.nonZero.length >= maximumNonZero) return this;
    return new Facts(this.rewrites, this.inequalities, [...this.nonZero, difference]);
  }
}

/** True for a symbol that has no upper bound of its own, and is nothing that all code shares. */
export function isAnyNumber(atom: Atom): atom is SymbolAtom {
  return (
    atom.kind === "symbol" && atom.below === undefined && atom.usual === undefined && !atom.key.startsWith("$world.")
  );
}

function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}
