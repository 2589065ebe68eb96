/** Makes the parts of random calls, so that they mostly fit together. */
import type { Random } from "../lib/random.ts";
import type { Argument, Num, Numbers } from "./arguments.ts";

export const dtypes = ["float32", "float32", "int64", "int64", "float64", "int32", "bool", "uint8"];

export class Maker {
  readonly random: Random;
  readonly numbers: Numbers;

  constructor(random: Random, numbers: Numbers) {
    this.random = random;
    this.numbers = numbers;
  }

  tensor(rank = this.random.whole(0, 4), dtype = this.random.pick(dtypes)): Argument & { t: "tensor" } {
    return { t: "tensor", dtype, sizes: Array.from({ length: rank }, () => this.numbers.again()) };
  }

  like(other: Argument & { t: "tensor" }): Argument & { t: "tensor" } {
    const sizes = other.sizes.map((size) => (this.random.chance(0.15) ? this.numbers.literal(1) : size));
    return { t: "tensor", dtype: this.random.pick(dtypes), sizes: sizes.slice(this.random.chance(0.3) ? 1 : 0) };
  }

  int(low: number, high: number): Num {
    return this.numbers.literal(this.random.whole(low, high));
  }

  dim(self: Argument & { t: "tensor" }): Num {
    const rank = Math.max(1, self.sizes.length);
    return this.int(-rank, rank - 1);
  }

  /** A dimension and its size. */
  dimOf(self: Argument & { t: "tensor" }): [Num, Num] {
    const dim = this.dim(self);
    return [dim, self.sizes.at(dim.v) ?? this.numbers.literal(1)];
  }

  bool(): Argument {
    return { t: "bool", v: this.random.chance(0.5) };
  }

  list(items: readonly Argument[]): Argument {
    return { t: this.random.chance(0.5) ? "list" : "tuple", v: items };
  }

  indices(sizes: readonly Num[], high: number, dtype = "int64"): Argument {
    return { t: "tensor", sizes, dtype, high };
  }

  /** Other sizes with the same product: neighbours joined, one of them replaced by -1. */
  regrouped(self: Argument & { t: "tensor" }): Num[] {
    const sizes: Num[] = [];
    let group: Num[] = [];
    for (const size of self.sizes) {
      group.push(size);
      if (this.random.chance(0.6)) {
        sizes.push(this.numbers.product(group));
        group = [];
      }
    }
    if (group.length > 0) sizes.push(this.numbers.product(group));
    if (this.random.chance(0.2)) sizes.splice(this.random.whole(0, sizes.length), 0, this.numbers.literal(1));
    if (this.random.chance(0.5) && sizes.length > 0)
      sizes[this.random.whole(0, sizes.length - 1)] = this.numbers.literal(-1);
    return sizes;
  }

  bound(size: Num): Argument {
    switch (this.random.whole(0, 5)) {
      case 0:
        return { t: "none" };
      case 1:
        return this.int(-5, 8);
      case 2:
        return size;
      default:
        return this.numbers.again();
    }
  }

  slice(size: Num): Argument {
    const step: Argument = this.random.chance(0.7) ? { t: "none" } : this.int(1, 3);
    return { t: "slice", v: [this.bound(size), this.bound(size), step] };
  }

  index(self: Argument & { t: "tensor" }): Argument {
    const entries: Argument[] = [];
    const shared = this.numbers.again();
    let used = false;
    for (const size of self.sizes) {
      const roll = this.random.next();
      if (roll < 0.08) entries.push({ t: "none" });
      if (roll > 0.96 && !used) {
        entries.push({ t: "ellipsis" });
        used = true;
        continue;
      }
      if (roll < 0.35) entries.push(this.slice(size));
      else if (roll < 0.5) entries.push(this.int(-1, 1));
      else if (roll < 0.62) entries.push(this.indices([shared], size.v));
      else if (roll < 0.66) entries.push(this.indices([this.numbers.literal(2), shared], size.v, "int32"));
      else if (roll < 0.7) entries.push({ t: "list", v: [this.int(0, 1), this.int(0, 1)] });
      else if (roll < 0.74) entries.push({ t: "tensor", sizes: [size], dtype: "bool" });
      else if (roll < 0.85) entries.push({ t: "slice", v: [{ t: "none" }, { t: "none" }, { t: "none" }] });
      else break;
    }
    const [first] = entries;
    return entries.length === 1 && first !== undefined ? first : { t: "tuple", v: entries };
  }
}
