/** Whose rows a length counts: the whole sequence's, or one rank's share by one or both of the degrees. */
import { worldSymbol } from "../contracts/world.ts";
import { Facts } from "../values/facts.ts";
import { formula } from "../values/formula.ts";
import {
  atomsOf,
  constantOf,
  floorDiv,
  integer,
  mapAtoms,
  modulo,
  multiply,
  ofAtom,
  type SymInt,
} from "../values/symbolic.ts";
import { asInt, type Value } from "../values/value.ts";

const ulysses = worldSymbol("ulysses_degree");
const ring = worldSymbol("ring_degree");
const degreeKeys = new Set([ulysses.key, ring.key]);
const both = multiply(ulysses, ring) ?? ulysses;

/** What is known of the two degrees; undefined where nothing is. */
export interface KnownDegrees {
  readonly ulysses: number | undefined;
  readonly ring: number | undefined;
}

/** The lengths that are split by a degree somewhere in what was evaluated: packed sequences. */
export class PackedLengths {
  private readonly lengths = new Map<string, SymInt>();

  /** Takes note of every quotient by a degree in a value. */
  note(value: Value): void {
    for (const size of sizesOf(value)) {
      for (const atom of atomsOf(unfolded(size)).values()) {
        if (atom.kind !== "floordiv" || !isDegree(atom.denominator)) continue;
        const { numerator } = atom;
        // `(S - 1) // degree` is how rounding up looks, and a share of a share belongs to the whole.
        const whole = [...atomsOf(numerator).values()].some((inner) => inner.kind === "floordiv")
          ? undefined
          : numerator;
        if (whole !== undefined) this.lengths.set(whole.key, whole);
      }
    }
  }

  /** Such as "rank-local: `S // (ulysses * ring)` rows"; undefined for what is no length of a packed sequence. */
  describe(value: Value, degrees: KnownDegrees): string | undefined {
    const sizes = sizesOf(value);
    const found = [...this.lengths.values()].flatMap((whole) =>
      sizes.flatMap((size) => shareOf(size, whole, degrees) ?? []),
    );
    return (found.find((share) => share.kind !== "global") ?? found[0])?.text;
  }
}

interface Share {
  readonly kind: "global" | "rank-local" | "Ulysses-local" | "ring chunk";
  readonly text: string;
}

const shares = [
  { kind: "rank-local", divisor: both, words: "rank-local" },
  { kind: "Ulysses-local", divisor: ulysses, words: "Ulysses-local (the ring degree is not divided out)" },
  { kind: "ring chunk", divisor: ring, words: "ring chunk (the Ulysses degree is not divided out)" },
  { kind: "global", divisor: integer(1), words: "global" },
] as const;

/** Libraries demand that the degrees divide the length, so shares are compared as if they did. */
function shareOf(size: SymInt, whole: SymInt, degrees: KnownDegrees): Share | undefined {
  const facts = factsAbout(whole, degrees);
  // Without sequence parallelism the whole and each share of it are the same.
  if (facts === undefined || facts.compare(both, "==", integer(1)) === true) return undefined;
  const unfoldedSize = unfolded(size);
  for (const { kind, divisor, words } of shares) {
    const share = floorDiv(whole, divisor);
    if (share === undefined || facts.compare(unfoldedSize, "==", share) !== true) continue;
    return { kind, text: `${words}: \`${formula(share)}\` rows` };
  }
  return undefined;
}

function factsAbout(whole: SymInt, degrees: KnownDegrees): Facts | undefined {
  const rest = modulo(whole, both);
  let facts = rest === undefined ? undefined : Facts.none.assume(rest, "==", integer(0));
  if (degrees.ulysses !== undefined) facts = facts?.assume(ulysses, "==", integer(degrees.ulysses));
  if (degrees.ring !== undefined) facts = facts?.assume(ring, "==", integer(degrees.ring));
  return facts;
}

function isDegree(value: SymInt): boolean {
  return constantOf(value) === undefined && [...atomsOf(value).keys()].every((key) => degreeKeys.has(key));
}

function sizesOf(value: Value): readonly SymInt[] {
  if (value.kind === "tensor") return value.shape.filter((size) => size !== undefined);
  const size = value.kind === "int" || (value.kind === "opaque" && value.size) ? asInt(value) : undefined;
  return size === undefined ? [] : [size];
}

/** The expression with the quotients that symbols took the place of. */
function unfolded(value: SymInt): SymInt {
  const written = mapAtoms(value, (atom) => {
    if (atom.kind === "floordiv") return floorDiv(unfolded(atom.numerator), unfolded(atom.denominator));
    return atom.kind === "symbol" && atom.quotient !== undefined ? unfolded(atom.quotient) : ofAtom(atom);
  });
  return written ?? value;
}
