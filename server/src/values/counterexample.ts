/**
 * Numbers for which an expression is below 0 show at once that no proof of the opposite can succeed, which a search for
 * one would take long to find out.
 */
import { type Atom, operandsOf, type SymbolAtom, type SymInt } from "./symbolic.ts";

/** How the numbers of one attempt are chosen. */
interface Attempt {
  /** What a symbol is above its lower bound where it is to be large. */
  readonly size: number;
  /** Which symbols are large: all, none, or those that make the expression smaller. */
  readonly large: "all" | "none" | "subtracted";
  /** Whether a large symbol with an upper bound is just below that. */
  readonly highRanks: boolean;
}

const attempts: readonly Attempt[] = [
  { size: 0, large: "none", highRanks: false },
  { size: 2, large: "subtracted", highRanks: true },
  { size: 3, large: "all", highRanks: false },
  { size: 2, large: "all", highRanks: true },
];

/** What is divided is to be larger than what divides it. */
const dividends = 40;

/** True only if numbers are found that fit the inequalities, which are at least 0, and make the expression negative. */
export function hasCounterexample(value: SymInt, inequalities: readonly SymInt[]): boolean {
  const roles = new Roles(value);
  return attempts.some((attempt) => {
    const numbers = new Numbers(attempt, roles);
    return numbers.of(value) < 0 && inequalities.every((inequality) => numbers.of(inequality) >= 0);
  });
}

/** Which symbols of an expression are subtracted somewhere, and which divide. */
class Roles {
  readonly subtracted = new Set<string>();
  readonly dividing = new Set<string>();

  constructor(value: SymInt) {
    this.note(value, false, false);
  }

  private note(value: SymInt, subtracted: boolean, dividing: boolean): void {
    for (const { coefficient, factors } of value.terms)
      for (const atom of factors) this.noteAtom(atom, subtracted !== coefficient < 0, dividing);
  }

  private noteAtom(atom: Atom, subtracted: boolean, dividing: boolean): void {
    if (atom.kind === "floordiv") {
      this.note(atom.numerator, subtracted, dividing);
      this.note(atom.denominator, !subtracted, true);
    } else if (atom.kind === "symbol") {
      if (subtracted) this.subtracted.add(atom.key);
      if (dividing) this.dividing.add(atom.key);
      if (atom.below !== undefined) this.note(atom.below, subtracted, true);
    } else for (const operand of operandsOf(atom)) this.note(operand, subtracted, dividing);
  }
}

/** A number for each symbol; what cannot be computed is NaN, which is neither below 0 nor at least 0. */
class Numbers {
  private readonly attempt: Attempt;
  private readonly roles: Roles;
  private readonly known = new Map<string, number>();

  constructor(attempt: Attempt, roles: Roles) {
    this.attempt = attempt;
    this.roles = roles;
  }

  of(value: SymInt): number {
    let sum = 0;
    for (const { coefficient, factors } of value.terms)
      sum += factors.reduce((product, atom) => product * this.ofAtom(atom), coefficient);
    return Number.isSafeInteger(sum) ? sum : NaN;
  }

  private ofAtom(atom: Atom): number {
    let number = this.known.get(atom.key);
    if (number === undefined) this.known.set(atom.key, (number = this.compute(atom)));
    return number;
  }

  private compute(atom: Atom): number {
    switch (atom.kind) {
      case "symbol":
        return this.choose(atom);
      case "floordiv":
        return Math.floor(this.of(atom.numerator) / this.of(atom.denominator));
      case "min":
        return Math.min(...atom.operands.map((operand) => this.of(operand)));
      case "max":
        return Math.max(...atom.operands.map((operand) => this.of(operand)));
    }
  }

  private choose({ key, low, below }: SymbolAtom): number {
    const { large, size, highRanks } = this.attempt;
    const { subtracted, dividing } = this.roles;
    const least = low === -Infinity ? -1 : low;
    const isLarge = large === "all" || (large === "subtracted" && subtracted.has(key));
    if (below !== undefined) {
      const most = this.of(below) - 1;
      return least <= most ? (isLarge && highRanks ? most : least) : NaN;
    }
    return isLarge ? least + size * (dividing.has(key) ? 1 : dividends) : least;
  }
}
