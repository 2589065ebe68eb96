/**
 * Symbolic integers: polynomials with integer coefficients over atoms, in canonical form.
 *
 * Two expressions with the same `key` are equal for every assignment. `a % b` has no atom of its own: it is
 * `a - b * (a // b)`, which makes `(a // b) * b + a % b == a` true by construction.
 *
 * Coefficients are safe integers. An operation whose result leaves that range, or divides by zero, gives undefined,
 * which callers turn into an unknown value.
 */

export interface SymbolAtom {
  readonly kind: "symbol";
  readonly key: string;
  /** What a person would write for it, such as `x.shape[1]`. */
  readonly name: string;
  /** A value it never goes below; -Infinity where nothing is known. */
  readonly low: number;
  /** An exclusive upper bound, such as the SP degree for a rank. */
  readonly below: SymInt | undefined;
  /** The value it has where nobody sets another, such as the default of an option. */
  readonly usual?: Usual | undefined;
  /** What it stands for, of a symbol that took the place of an exact quotient. */
  readonly quotient?: SymInt;
}

/** What something is unless somebody sets another. */
export interface Usual {
  /** Equal for the parts of one thing, which are set together. */
  readonly key: string;
  readonly value: number;
  /** Such as "--ring-degree is 2, its default". */
  readonly words: string;
}

export interface FloorDivAtom {
  readonly kind: "floordiv";
  readonly key: string;
  readonly numerator: SymInt;
  readonly denominator: SymInt;
  /** How many symbols and operations are written in it. */
  readonly size: number;
}

export interface ExtremeAtom {
  readonly kind: "min" | "max";
  readonly key: string;
  readonly operands: readonly SymInt[];
  /** How many symbols and operations are written in it. */
  readonly size: number;
}

export type Atom = SymbolAtom | FloorDivAtom | ExtremeAtom;

/** `coefficient * factors[0] * factors[1] * …`; factors are sorted by key and may repeat. */
export interface Term {
  readonly coefficient: number;
  readonly factors: readonly Atom[];
}

/** A term in its place in an expression, where the terms are sorted by the keys of their factors. */
interface PlacedTerm extends Term {
  readonly monomial: string;
  /** How many symbols and operations are written in it, those nested in its factors included. */
  readonly size: number;
}

export interface SymInt {
  readonly terms: readonly PlacedTerm[];
  readonly key: string;
}

/** Proofs make many expressions that nobody asks for their key. */
class Sum implements SymInt {
  readonly terms: readonly PlacedTerm[];
  #key: string | undefined;

  constructor(terms: readonly PlacedTerm[]) {
    this.terms = terms;
  }

  get key(): string {
    return (this.#key ??= this.terms.map(termKey).join("+"));
  }
}

const zero: SymInt = { terms: [], key: "0" };

/** The constant `value`; undefined if it is not a safe integer. */
export function constant(value: number): SymInt | undefined {
  if (!Number.isSafeInteger(value)) return undefined;
  return value === 0
    ? zero
    : { terms: [{ coefficient: value, factors: [], monomial: "", size: 0 }], key: String(value) };
}

/** The constant `value`, which the caller knows to be a small integer. */
export function integer(value: number): SymInt {
  const result = constant(value);
  if (result === undefined) throw new RangeError(`${value} is not a safe integer`);
  return result;
}

/**
 * What is remembered of a symbol is found by its key, so a rank below 2 and a rank below 8 are two symbols, and so are an option
 * that usually is 2 and one that usually is 8.
 */
export function symbol(key: string, name: string, low = -Infinity, below?: SymInt, usual?: Usual): SymInt {
  const limit = below === undefined ? "" : `<${below.key}`;
  const otherwise = usual === undefined ? "" : `~${usual.value} ${usual.words}`;
  return ofAtom({
    kind: "symbol",
    key: `$${key}${limit}${otherwise}`,
    name,
    low,
    below,
    usual,
  });
}

/** The number a constant expression stands for; undefined for anything symbolic. */
export function constantOf(value: SymInt): number | undefined {
  if (value.terms.length === 0) return 0;
  const [only] = value.terms;
  return value.terms.length === 1 && only?.factors.length === 0 ? only.coefficient : undefined;
}

export function add(a: SymInt | undefined, b: SymInt | undefined): SymInt | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a.terms.length === 0) return b;
  if (b.terms.length === 0) return a;
  return merged(a.terms, b.terms, 1);
}

export function scale(a: SymInt | undefined, factor: number): SymInt | undefined {
  if (a === undefined || factor === 1) return a;
  if (factor === 0) return zero;
  return sumOf(a.terms.map((term) => ({ ...term, coefficient: term.coefficient * factor })));
}

export function subtract(a: SymInt | undefined, b: SymInt | undefined): SymInt | undefined {
  if (a === undefined || b === undefined) return undefined;
  return b.terms.length === 0 ? a : merged(a.terms, b.terms, -1);
}

/** `a + sign * b`: both are sorted, and so is what comes out. */
function merged(a: readonly PlacedTerm[], b: readonly PlacedTerm[], sign: 1 | -1): SymInt | undefined {
  const terms: PlacedTerm[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const left = a[i];
    const right = b[j];
    if (left === undefined && right === undefined) return sumOf(terms);
    const order = left === undefined ? 1 : right === undefined ? -1 : compareKeys(left.monomial, right.monomial);
    if (order <= 0) i++;
    if (order >= 0) j++;
    if (left !== undefined && order < 0) terms.push(left);
    else if (right !== undefined) {
      const coefficient = (order === 0 ? (left?.coefficient ?? 0) : 0) + sign * right.coefficient;
      if (coefficient !== 0) terms.push({ ...right, coefficient });
    }
  }
}

/** The expression of terms that are sorted and differ; undefined if a number or the whole grows too large. */
function sumOf(terms: readonly PlacedTerm[]): SymInt | undefined {
  if (terms.length === 0) return zero;
  if (terms.length > maximumTerms || sizeOf(terms) > maximumSize) return undefined;
  return terms.every(({ coefficient }) => Number.isSafeInteger(coefficient)) ? new Sum(terms) : undefined;
}

/** More terms than this are no formula that anybody reads; such a product is unknown. */
const maximumTerms = 64;

/**
 * The same for what is nested: a quotient of quotients doubles with every step of a loop, and has written itself into every key
 * before anybody looks at it.
 */
const maximumSize = 512;

function sizeOf(parts: readonly { readonly size: number }[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

/** The size of an atom over these operands. */
function sizeOver(operands: readonly SymInt[]): number {
  return operands.reduce((sum, { terms }) => sum + sizeOf(terms), 1);
}

export function multiply(a: SymInt | undefined, b: SymInt | undefined): SymInt | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a.terms.length * b.terms.length > maximumTerms) return undefined;
  if (a.terms.length === 0 || b.terms.length === 0) return zero;
  const [number, other] = constantOf(a) === undefined ? [constantOf(b), a] : [constantOf(a), b];
  if (number !== undefined) return scale(other, number);
  const terms: Term[] = [];
  for (const left of a.terms) {
    for (const right of b.terms) {
      terms.push({
        coefficient: left.coefficient * right.coefficient,
        factors: sortedFactors([...left.factors, ...right.factors]),
      });
    }
  }
  return fromTerms(terms);
}

/** Python's `a // b`, rounding down. */
export function floorDiv(a: SymInt | undefined, b: SymInt | undefined): SymInt | undefined {
  if (a === undefined || b === undefined) return undefined;
  const divisor = constantOf(b);
  if (divisor === 0) return undefined;
  if (a.terms.length === 0) return zero;
  if (divisor !== undefined) {
    const dividend = constantOf(a);
    if (dividend !== undefined) return constant(Math.floor(dividend / divisor));
  }
  if (b.terms.length === 1 && (b.terms[0]?.coefficient ?? 0) < 0) return floorDiv(scale(a, -1), scale(b, -1));
  const [common, reducedA, reducedB] = withoutCommonFactor(a, b);
  if (common) return floorDiv(reducedA, reducedB);
  const { quotient, rest } = divideTerms(a, b);
  if (rest.terms.length === 0) return quotient;
  if (quotient.terms.length > 0) return add(quotient, floorDiv(rest, b));
  if (rest.key === "-1" && isPositiveProduct(b)) return rest;
  if (isRankBelow(rest, b)) return zero;
  if (isNegative(rest) && isPositiveProduct(b)) {
    // Rounding down -x is rounding up x: one form for `-(-x // b)` and `(x + b - 1) // b`.
    const positive = floorDiv(subtract(scale(rest, -1), integer(1)), b);
    return subtract(scale(positive, -1), integer(1));
  }
  return nestedFloorDiv(a, b) ?? floorDivAtom(a, b);
}

/** Python's `a % b`, with the sign of `b`. */
export function modulo(a: SymInt | undefined, b: SymInt | undefined): SymInt | undefined {
  return subtract(a, multiply(b, floorDiv(a, b)));
}

/** `-(-a // b)`, the quotient rounded up. */
export function ceilDiv(a: SymInt | undefined, b: SymInt | undefined): SymInt | undefined {
  return scale(floorDiv(scale(a, -1), b), -1);
}

/** `base ** exponent` for a constant exponent, from 0 to 8 if the base is symbolic; undefined otherwise. */
export function power(base: SymInt | undefined, exponent: SymInt | undefined): SymInt | undefined {
  if (base === undefined || exponent === undefined) return undefined;
  const times = constantOf(exponent);
  if (times === undefined || times < 0) return undefined;
  const number = constantOf(base);
  if (number !== undefined) return times > 1023 ? undefined : constant(Number(BigInt(number) ** BigInt(times)));
  if (times > 8) return undefined;
  let result: SymInt | undefined = integer(1);
  for (let i = 0; i < times; i++) result = multiply(result, base);
  return result;
}

/**
 * The atom for a minimum or maximum of operands that differ. `Facts.minimum` and `Facts.maximum` decide first what can
 * be decided; this only builds what is left.
 */
export function extreme(kind: "min" | "max", operands: readonly SymInt[]): SymInt | undefined {
  const flat = operands.flatMap((operand) => {
    const atom = soleAtom(operand);
    return atom?.kind === kind ? atom.operands : [operand];
  });
  const distinct = [...new Map(flat.map((operand) => [operand.key, operand])).values()];
  const [first] = distinct;
  if (distinct.length === 1) return first;
  if (distinct.length > 8) return undefined;
  distinct.sort((x, y) => compareKeys(x.key, y.key));
  const size = sizeOver(distinct);
  if (size > maximumSize) return undefined;
  return ofAtom({
    kind,
    key: `${kind}(${distinct.map((operand) => operand.key).join(",")})`,
    operands: distinct,
    size,
  });
}

/** The atom an expression consists of, if it is nothing but one atom. */
export function soleAtom(value: SymInt): Atom | undefined {
  const [term] = value.terms;
  if (value.terms.length !== 1 || term?.coefficient !== 1) return undefined;
  return term.factors.length === 1 ? term.factors[0] : undefined;
}

/** All atoms, those nested in divisions and extremes included. */
export function atomsOf(value: SymInt, into = new Map<string, Atom>()): Map<string, Atom> {
  for (const term of value.terms) {
    for (const atom of term.factors) {
      if (into.has(atom.key)) continue;
      into.set(atom.key, atom);
      for (const operand of operandsOf(atom)) atomsOf(operand, into);
    }
  }
  return into;
}

export function operandsOf(atom: Atom): readonly SymInt[] {
  if (atom.kind === "floordiv") return [atom.numerator, atom.denominator];
  return atom.kind === "symbol" ? [] : atom.operands;
}

export function ofAtom(atom: Atom): SymInt {
  return { terms: [{ coefficient: 1, factors: [atom], monomial: atom.key, size: sizeOfAtom(atom) }], key: atom.key };
}

/** Rebuilds an expression bottom-up with `replace` applied to each atom; undefined if any step is. */
export function mapAtoms(value: SymInt, replace: (atom: Atom) => SymInt | undefined): SymInt | undefined {
  const kept: PlacedTerm[] = [];
  const others: SymInt[] = [];
  for (const term of value.terms) {
    const factors = term.factors.map(replace);
    if (factors.every((factor, i) => factor !== undefined && soleAtom(factor)?.key === term.factors[i]?.key)) {
      kept.push(term);
      continue;
    }
    const product = factors.reduce(multiply, constant(term.coefficient));
    if (product === undefined) return undefined;
    others.push(product);
  }
  if (others.length === 0) return value;
  return others.reduce<SymInt | undefined>(add, sumOf(kept));
}

/** Sums terms with equal factors and sorts them: the one place where the canonical form is made. */
export function fromTerms(terms: readonly Term[]): SymInt | undefined {
  const [first] = terms;
  if (first === undefined) return zero;
  if (terms.length === 1) return ofTerm(first);
  const sums = new Map<string, PlacedTerm>();
  for (const term of terms) {
    const placed = placedTerm(term);
    const known = sums.get(placed.monomial);
    if (known === undefined) {
      sums.set(placed.monomial, placed);
      continue;
    }
    const coefficient = known.coefficient + term.coefficient;
    if (!Number.isSafeInteger(coefficient)) return undefined;
    sums.set(placed.monomial, { ...placed, coefficient });
  }
  const entries = [...sums.values()].filter(({ coefficient }) => coefficient !== 0);
  return sumOf(entries.sort((x, y) => compareKeys(x.monomial, y.monomial)));
}

function placedTerm(term: Term): PlacedTerm {
  const { coefficient, factors } = term;
  const size = factors.reduce((sum, atom) => sum + sizeOfAtom(atom), 0);
  return { coefficient, factors, monomial: monomialKey(factors), size };
}

function sizeOfAtom(atom: Atom): number {
  return atom.kind === "symbol" ? 1 : atom.size;
}

function ofTerm(term: Term): SymInt | undefined {
  return term.coefficient === 0 ? zero : sumOf([placedTerm(term)]);
}

export function monomialKey(factors: readonly Atom[]): string {
  const [only] = factors;
  if (only === undefined) return "";
  return factors.length === 1 ? only.key : factors.map((atom) => atom.key).join("*");
}

export function sortedFactors(factors: readonly Atom[]): readonly Atom[] {
  return factors.length < 2 ? factors : [...factors].sort((x, y) => compareKeys(x.key, y.key));
}

/** The factors of `whole` that are left after taking those of `part` once each; undefined if `part` is not in it. */
export function withoutFactors(whole: readonly Atom[], part: readonly Atom[]): readonly Atom[] | undefined {
  const left = [...whole];
  for (const factor of part) {
    const at = left.findIndex((candidate) => candidate.key === factor.key);
    if (at < 0) return undefined;
    left.splice(at, 1);
  }
  return left;
}

function termKey({ monomial, coefficient }: PlacedTerm): string {
  if (monomial === "") return String(coefficient);
  return coefficient === 1 ? monomial : `${coefficient}*${monomial}`;
}

function compareKeys(x: string, y: string): number {
  return x < y ? -1 : x > y ? 1 : 0;
}

function floorDivAtom(numerator: SymInt, denominator: SymInt): SymInt | undefined {
  const size = sizeOver([numerator, denominator]);
  if (size > maximumSize) return undefined;
  return ofAtom({ kind: "floordiv", key: `(${numerator.key})//(${denominator.key})`, numerator, denominator, size });
}

/** `(x // c) // d` is `x // (c * d)` for a positive `d`. */
function nestedFloorDiv(a: SymInt, b: SymInt): SymInt | undefined {
  const atom = soleAtom(a);
  if (atom?.kind !== "floordiv" || !isPositiveProduct(b)) return undefined;
  return floorDiv(atom.numerator, multiply(atom.denominator, b));
}

/** True if the expression is a product of a positive constant and symbols that are at least 1. */
function isPositiveProduct(value: SymInt): boolean {
  const [term] = value.terms;
  if (value.terms.length !== 1 || term === undefined || term.coefficient <= 0) return false;
  return term.factors.every((atom) => atom.kind === "symbol" && atom.low >= 1);
}

/** True if the first is a symbol that lies from 0 to below the second. */
function isRankBelow(a: SymInt, b: SymInt): boolean {
  const atom = soleAtom(a);
  return atom?.kind === "symbol" && atom.low >= 0 && atom.below?.key === b.key;
}

/** True if the first term that is not a constant has a minus. */
function isNegative(value: SymInt): boolean {
  return (value.terms.find((term) => term.factors.length > 0)?.coefficient ?? 0) < 0;
}

/** Splits `a` into `b * quotient + rest`, term by term; exact for every assignment. */
function divideTerms(a: SymInt, b: SymInt): { quotient: SymInt; rest: SymInt } {
  const [divisor] = b.terms;
  if (b.terms.length !== 1 || divisor === undefined) return { quotient: zero, rest: a };
  const quotient: Term[] = [];
  const rest: Term[] = [];
  for (const term of a.terms) {
    const factors = withoutFactors(term.factors, divisor.factors);
    // The rest's coefficients lie in (-b/2, b/2], so that equal quotients get equal forms.
    const times = Math.ceil(term.coefficient / divisor.coefficient - 0.5);
    if (factors === undefined || times === 0 || !Number.isSafeInteger(times * divisor.coefficient)) {
      rest.push(term);
      continue;
    }
    quotient.push({ coefficient: times, factors });
    rest.push({ coefficient: term.coefficient - times * divisor.coefficient, factors: term.factors });
  }
  return { quotient: fromTerms(quotient) ?? zero, rest: fromTerms(rest) ?? a };
}

/** Divides both by what every one of their terms has in common. */
function withoutCommonFactor(a: SymInt, b: SymInt): [boolean, SymInt, SymInt] {
  const terms = [...a.terms, ...b.terms];
  const number = terms.reduce((divisor, term) => greatestCommonDivisor(divisor, term.coefficient), 0);
  let shared: readonly Atom[] = terms[0]?.factors ?? [];
  for (const term of terms)
    shared = shared.filter((atom, i) => countOf(term.factors, atom) >= countOf(shared.slice(0, i + 1), atom));
  if (number === 1 && shared.length === 0) return [false, a, b];
  const reduce = (value: SymInt): SymInt =>
    fromTerms(
      value.terms.map((term) => ({
        coefficient: term.coefficient / number,
        factors: withoutFactors(term.factors, shared) ?? term.factors,
      })),
    ) ?? value;
  return [true, reduce(a), reduce(b)];
}

function countOf(factors: readonly Atom[], atom: Atom): number {
  return factors.filter((candidate) => candidate.key === atom.key).length;
}

export function greatestCommonDivisor(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
