/** Arguments of random calls, each both concrete (for torch) and symbolic (for the model). */
import { add, constant, floorDiv, integer, multiply, symbol, type SymInt } from "../../server/src/values/symbolic.ts";
import type { Random } from "../lib/random.ts";

export type Argument =
  | { readonly t: "int"; readonly v: number; readonly symbolic: SymInt }
  | { readonly t: "float"; readonly v: number }
  | { readonly t: "bool"; readonly v: boolean }
  | { readonly t: "str" | "dtype"; readonly v: string }
  | { readonly t: "none" | "ellipsis" }
  | { readonly t: "list" | "tuple" | "slice"; readonly v: readonly Argument[] }
  | { readonly t: "tensor"; readonly sizes: readonly Num[]; readonly dtype: string; readonly high?: number };

export type Num = Argument & { readonly t: "int" };

export interface Case {
  readonly kind: "function" | "method" | "index" | "operator" | "attribute";
  readonly name: string;
  readonly args: readonly Argument[];
  readonly kwargs: Readonly<Record<string, Argument>>;
}

/** The symbols of one case and what they stand for. */
export class Numbers {
  readonly values = new Map<string, number>();
  readonly made: Num[] = [];
  private readonly random: Random;
  private readonly variables: readonly Num[];

  constructor(random: Random) {
    this.random = random;
    const names = ["S", "sp", "n", "B", "D"];
    this.variables = names.map((name, i) => {
      const low = i === 2 ? 0 : 1;
      const value = random.whole(low, i === 0 ? 12 : 4);
      this.values.set(`$${name}`, value);
      return { t: "int", v: value, symbolic: symbol(name, name, low) };
    });
  }

  /** A size: a variable or an expression of several. */
  size(): Num {
    const chosen = this.expression();
    this.made.push(chosen);
    return chosen;
  }

  literal(value: number): Num {
    return { t: "int", v: value, symbolic: integer(value) };
  }

  product(items: readonly Num[]): Num {
    const v = items.reduce((all, item) => all * item.v, 1);
    return {
      t: "int",
      v,
      symbolic: sure(items.reduce<SymInt | undefined>((all, item) => multiply(all, item.symbolic), constant(1))),
    };
  }

  /** Some size that has been made already, so that calls fit together. */
  again(): Num {
    return this.made.length > 0 && this.random.chance(0.7) ? this.random.pick(this.made) : this.size();
  }

  private expression(): Num {
    const [a, b] = [this.random.pick(this.variables), this.random.pick(this.variables)];
    switch (this.random.whole(0, 7)) {
      case 0:
        return this.literal(this.random.whole(0, 5));
      case 1:
        return a.v * b.v <= 24 ? this.product([a, b]) : a;
      case 2:
        return { t: "int", v: a.v + b.v, symbolic: sure(add(a.symbolic, b.symbolic)) };
      case 3:
        return b.v > 0 ? { t: "int", v: Math.floor(a.v / b.v), symbolic: sure(floorDiv(a.symbolic, b.symbolic)) } : a;
      case 4:
        return this.literal(1);
      default:
        return a;
    }
  }
}

export function sure<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("no value");
  return value;
}

/** What the Python side reads. */
export function serialised(argument: Argument): unknown {
  if (argument.t === "int") return { t: "int", v: argument.v };
  if (argument.t === "list" || argument.t === "tuple" || argument.t === "slice") {
    return { t: argument.t, v: argument.v.map(serialised) };
  }
  if (argument.t !== "tensor") return argument;
  const { t, dtype, high } = argument;
  return { t, dtype, shape: argument.sizes.map((size) => size.v), ...(high === undefined ? {} : { high }) };
}
