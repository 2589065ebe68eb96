/** What the symbols of an analysis are in one run of the program, and what that makes of its expressions and tests. */
import type { Relation } from "../../server/src/values/facts.ts";
import type { Formula } from "../../server/src/values/logic.ts";
import type { Restriction } from "../../server/src/values/condition.ts";
import { type Atom, type SymbolAtom, type SymInt } from "../../server/src/values/symbolic.ts";
import type { RunRequest, RunResult } from "./python.ts";

const holds: Readonly<Record<Relation, (a: number, b: number) => boolean>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

export class Assignment {
  private readonly run: RunRequest;
  private readonly launch: Readonly<Record<string, number>>;

  constructor(run: RunRequest, { launches }: RunResult) {
    this.run = run;
    const { ulysses_degree, ring_degree, ulysses_rank, ring_rank } = run.world;
    // What a program fixes itself holds for all of it.
    this.launch = Object.assign(
      { ulysses_degree, ring_degree, ulysses_rank, ring_rank },
      ...launches,
    ) as typeof this.launch;
  }

  /** The number that an expression is in this run; undefined if it hangs on what the run does not fix. */
  number(value: SymInt): number | undefined {
    let sum = 0;
    for (const { coefficient, factors } of value.terms) {
      let product = coefficient;
      for (const factor of factors) {
        const number = this.atom(factor);
        if (number === undefined) return undefined;
        product *= number;
      }
      sum += product;
    }
    return Number.isSafeInteger(sum) ? sum : undefined;
  }

  /** Whether a test holds in this run. */
  truth(formula: Formula): boolean | undefined {
    switch (formula.kind) {
      case "constant":
        return formula.value;
      case "comparison": {
        const [left, right] = [this.number(formula.left), this.number(formula.right)];
        return left === undefined || right === undefined ? undefined : holds[formula.relation](left, right);
      }
      case "not": {
        const truth = this.truth(formula.operand);
        return truth === undefined ? undefined : !truth;
      }
      case "and":
      case "or": {
        const decisive = formula.kind === "or";
        const parts = formula.operands.map((operand) => this.truth(operand));
        return parts.includes(decisive) ? decisive : parts.includes(undefined) ? undefined : !decisive;
      }
      case "restriction":
        return this.allows(formula);
      case "test":
        return undefined;
    }
  }

  /** Whether this run takes one of the alternatives that are allowed. */
  allows({ decision, allowed }: Restriction): boolean | undefined {
    const implied = decision.implies.map((formula) => (formula === undefined ? undefined : this.truth(formula)));
    const taken = implied.indexOf(true);
    if (taken >= 0) return (allowed & (1 << taken)) !== 0;
    const possible = implied.reduce((bits, truth, i) => (truth === false ? bits : bits | (1 << i)), 0);
    return (possible & allowed) === 0 ? false : (possible & ~allowed) === 0 ? true : undefined;
  }

  private atom(atom: Atom): number | undefined {
    if (atom.kind === "symbol") return this.symbol(atom);
    if (atom.kind === "floordiv") {
      const [top, bottom] = [this.number(atom.numerator), this.number(atom.denominator)];
      return top === undefined || bottom === undefined || bottom === 0 ? undefined : Math.floor(top / bottom);
    }
    const operands = atom.operands.map((operand) => this.number(operand));
    const known = operands.filter((operand) => operand !== undefined);
    return known.length < operands.length ? undefined : Math[atom.kind](...known);
  }

  private symbol({ key, usual }: SymbolAtom): number | undefined {
    const [, source, name = ""] = /^\$(world|environment|argument|parameter)[. ](\w+)/.exec(key) ?? [];
    switch (source) {
      case "world":
        return this.launch[name];
      case "environment":
        return key.endsWith(`.${name}.int`) ? numberIn(this.run.environment[name], usual?.value) : undefined;
      case "argument": {
        const at = this.run.arguments.findIndex((word) => word.replaceAll("-", "_") === `__${name}`);
        return numberIn(at < 0 ? undefined : this.run.arguments[at + 1], usual?.value);
      }
      case "parameter": {
        const [part] = key.split(".").slice(2);
        const value = this.run.entries.find((entry) => entry.parameters?.includes(name));
        const given = value?.arguments[value.parameters?.indexOf(name) ?? -1];
        return part === undefined && typeof given === "number" ? given : undefined;
      }
      default:
        return undefined;
    }
  }
}

function numberIn(text: string | undefined, otherwise: number | undefined): number | undefined {
  return text === undefined ? otherwise : /^-?\d+$/.test(text) ? Number(text) : undefined;
}
