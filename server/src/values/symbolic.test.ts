import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Facts } from "./facts.ts";
import { formula } from "./formula.ts";
import {
  add,
  type Atom,
  ceilDiv,
  constantOf,
  floorDiv,
  integer,
  modulo,
  multiply,
  subtract,
  symbol,
  type SymInt,
} from "./symbolic.ts";

const S = symbol("S", "S", 1);
const u = symbol("world.ulysses_degree", "ulysses", 1);
const r = symbol("world.ring_degree", "ring", 1);
const t = symbol("t", "t", 0);
const sp = known(multiply(u, r));
const rank = symbol("rank", "rank", 0, sp);

function known(value: SymInt | undefined): SymInt {
  if (value === undefined) throw new Error("expected a value");
  return value;
}

function assumed(facts: Facts | undefined): Facts {
  if (facts === undefined) throw new Error("expected consistent facts");
  return facts;
}

const above1 = assumed(Facts.none.assume(sp, ">=", integer(2)));
const ring2 = assumed(Facts.none.assume(r, ">=", integer(2)));
const divisible = assumed(Facts.none.assume(known(modulo(S, sp)), "==", integer(0)));

describe("canonical form", () => {
  test.each<[string, SymInt | undefined, SymInt | undefined]>([
    ["(r+1)*n - r*n = n", subtract(multiply(add(r, integer(1)), S), multiply(r, S)), S],
    ["ceil(t/128)*128 % 128 = 0", modulo(multiply(ceilDiv(t, integer(128)), integer(128)), integer(128)), integer(0)],
    ["(t+127)//128 = -(-t//128)", floorDiv(add(t, integer(127)), integer(128)), ceilDiv(t, integer(128))],
    ["(S//u)//r = S//(u*r)", floorDiv(floorDiv(S, u), r), floorDiv(S, sp)],
    ["(u*S)//(u*r) = S//r", floorDiv(multiply(u, S), sp), floorDiv(S, r)],
    ["(130*t)//128 = t + t//64", floorDiv(multiply(t, integer(130)), integer(128)), add(t, floorDiv(t, integer(64)))],
    ["-7//2 = -4", floorDiv(integer(-7), integer(2)), integer(-4)],
    ["7 % -3 = -2", modulo(integer(7), integer(-3)), integer(-2)],
  ])("%s", (_, a, b) => {
    expect(known(a).key).toBe(known(b).key);
  });

  test("division by zero and overflow are unknown", () => {
    expect(floorDiv(S, integer(0))).toBeUndefined();
    expect(multiply(integer(2 ** 40), integer(2 ** 40))).toBeUndefined();
  });
});

describe("comparison", () => {
  const local = known(floorDiv(S, sp));
  test.each<[string, Facts, SymInt | undefined, "==" | "<=" | "<", SymInt | undefined, boolean | undefined]>([
    ["S = S//(u*r) unknown without facts", Facts.none, S, "==", local, undefined],
    ["S = S//(u*r) false above SP degree 1", above1, S, "==", local, false],
    ["S = S//(u*r) false when ring is above 1", ring2, S, "==", local, false],
    ["S//u = S//(u*r) unknown without divisibility", ring2, floorDiv(S, u), "==", local, undefined],
    [
      "S//u = S//(u*r) false with both facts",
      assumed(divisible.assume(r, ">=", integer(2))),
      floorDiv(S, u),
      "==",
      local,
      false,
    ],
    [
      "S//u = S//(u*r) true when ring is 1",
      assumed(divisible.assume(r, "==", integer(1))),
      floorDiv(S, u),
      "==",
      local,
      true,
    ],
    ["rank slice stays inside", Facts.none, multiply(add(rank, integer(1)), local), "<=", S, true],
    ["rank start before stop", Facts.none, multiply(rank, local), "<=", S, true],
    ["literal 4096 = 4096//(u*r) false above 1", above1, integer(4096), "==", floorDiv(integer(4096), sp), false],
    [
      "2*t+1 = 4*S never",
      Facts.none,
      known(add(multiply(t, integer(2)), integer(1))),
      "==",
      multiply(S, integer(4)),
      false,
    ],
    ["rank < sp", Facts.none, rank, "<", sp, true],
    ["min is at most its operand", Facts.none, Facts.none.minimum([S, t]), "<=", S, true],
  ])("%s", (_, facts, a, relation, b, expected) => {
    expect(facts.compare(known(a), relation, known(b))).toBe(expected);
  });

  test("1000 rows are never 4096 // degree where the degree divides 4096", () => {
    const whole = integer(4096);
    const facts = assumed(Facts.none.assume(known(modulo(whole, sp)), "==", integer(0)));
    const local4096 = known(floorDiv(whole, sp));
    expect(facts.compare(integer(1000), "==", local4096)).toBe(false);
    expect(facts.compare(integer(1024), "==", local4096)).toBeUndefined();
  });

  test("a whole of at least 1 row has parts of at least 1 row", () => {
    const n = symbol("n", "n");
    const some = assumed(Facts.none.assume(n, ">=", integer(1)));
    const halves = assumed(some.assume(known(modulo(n, integer(2))), "==", integer(0)));
    expect(halves.compare(known(floorDiv(n, integer(2))), ">=", integer(1))).toBe(true);
    const parts = assumed(assumed(some.assume(known(modulo(n, sp)), "==", integer(0))).assume(u, ">=", integer(2)));
    expect(parts.compare(n, "==", known(floorDiv(n, sp)))).toBe(false);
  });

  test("a sum of lengths is more than its share", () => {
    const sum = known(add(symbol("text", "text"), symbol("video", "video")));
    const some = assumed(Facts.none.assume(sum, ">=", integer(1)));
    for (const [degree, facts] of [
      [integer(2), some],
      [sp, assumed(some.assume(u, ">=", integer(2)))],
    ] as const) {
      const shared = assumed(facts.assume(known(modulo(sum, degree)), "==", integer(0)));
      expect(shared.compare(sum, "==", known(floorDiv(sum, degree)))).toBe(false);
    }
  });

  test("what is known of a quotient outlives a divisor that becomes known", () => {
    const whole = assumed(Facts.none.assume(S, "==", known(floorDiv(S, sp))));
    const alone = assumed(whole.assume(u, "==", integer(1)));
    expect(alone.compare(S, "==", known(floorDiv(S, r)))).toBe(true);
    expect(assumed(whole.assume(r, ">=", integer(2))).assume(u, "==", integer(1))).toBeUndefined();
  });

  test("a rank below 2 is not taken for one below 8", () => {
    const below = (degree: number): SymInt => symbol("some_rank", "rank", 0, integer(degree));
    expect(Facts.none.compare(below(8), "<=", integer(1))).toBeUndefined();
    expect(Facts.none.compare(below(2), "<=", integer(1))).toBe(true);
    expect(Facts.none.compare(below(8), "<=", integer(1))).toBeUndefined();
  });

  test("a contradiction is reported", () => {
    expect(above1.assume(sp, "==", integer(1))).toBeUndefined();
    const both = assumed(assumed(Facts.none.assume(u, "==", integer(1))).assume(r, "==", integer(1)));
    expect(both.assume(sp, ">", integer(1))).toBeUndefined();
  });
});

describe("formula", () => {
  test.each<[SymInt | undefined, string]>([
    [floorDiv(S, sp), "S // (ulysses * ring)"],
    [multiply(rank, floorDiv(S, sp)), "rank * (S // (ulysses * ring))"],
    [subtract(multiply(t, integer(2)), integer(3)), "2 * t - 3"],
    [subtract(integer(3), t), "3 - t"],
  ])("%#", (value, text) => {
    expect(formula(known(value))).toBe(text);
  });
});

// ------------------------------------------------------------------------------- held to exact evaluation

type Expression =
  | { kind: "symbol"; index: number }
  | { kind: "number"; value: number }
  | { kind: "+" | "-" | "*" | "//" | "%" | "min" | "max"; left: Expression; right: Expression };

const symbols = [S, u, r, t, symbol("z", "z")] as const;
const lows = [1, 1, 1, 0, -20];

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({ kind: fc.constant("symbol" as const), index: fc.nat(symbols.length - 1) }),
    fc.record({ kind: fc.constant("number" as const), value: fc.integer({ min: -9, max: 130 }) }),
    fc.record({
      kind: fc.constantFrom(
        "+" as const,
        "-" as const,
        "*" as const,
        "//" as const,
        "%" as const,
        "min" as const,
        "max" as const,
      ),
      left: tie("expression"),
      right: tie("expression"),
    }),
  ),
}));

function symbolic(e: Expression): SymInt | undefined {
  if (e.kind === "symbol") return symbols[e.index];
  if (e.kind === "number") return integer(e.value);
  const [a, b] = [symbolic(e.left), symbolic(e.right)];
  if (a === undefined || b === undefined) return undefined;
  if (e.kind === "+") return add(a, b);
  if (e.kind === "-") return subtract(a, b);
  if (e.kind === "*") return multiply(a, b);
  if (e.kind === "//") return floorDiv(a, b);
  if (e.kind === "%") return modulo(a, b);
  return e.kind === "min" ? Facts.none.minimum([a, b]) : Facts.none.maximum([a, b]);
}

/** Exact Python semantics on bigint; undefined where Python raises. */
function exact(e: Expression, values: readonly bigint[]): bigint | undefined {
  if (e.kind === "symbol") return values[e.index];
  if (e.kind === "number") return BigInt(e.value);
  const [a, b] = [exact(e.left, values), exact(e.right, values)];
  if (a === undefined || b === undefined) return undefined;
  if (e.kind === "+") return a + b;
  if (e.kind === "-") return a - b;
  if (e.kind === "*") return a * b;
  if (e.kind === "min") return a < b ? a : b;
  if (e.kind === "max") return a > b ? a : b;
  if (b === 0n) return undefined;
  const remainder = ((a % b) + b) % b;
  return e.kind === "%" ? remainder : (a - remainder) / b;
}

function evaluate(value: SymInt, values: readonly bigint[]): bigint | undefined {
  let sum = 0n;
  for (const term of value.terms) {
    let product = BigInt(term.coefficient);
    for (const atom of term.factors) {
      const factor = evaluateAtom(atom, values);
      if (factor === undefined) return undefined;
      product *= factor;
    }
    sum += product;
  }
  return sum;
}

function evaluateAtom(atom: Atom, values: readonly bigint[]): bigint | undefined {
  if (atom.kind === "symbol") return values[symbols.findIndex((s) => s.key === atom.key)];
  if (atom.kind === "floordiv") {
    const [a, b] = [evaluate(atom.numerator, values), evaluate(atom.denominator, values)];
    if (a === undefined || b === undefined || b === 0n) return undefined;
    return (a - (((a % b) + b) % b)) / b;
  }
  const operands = atom.operands.map((operand) => evaluate(operand, values));
  return operands.reduce((x, y) =>
    x === undefined || y === undefined ? undefined : x < y === (atom.kind === "min") ? x : y,
  );
}

const assignment = fc.tuple(...lows.map((low) => fc.bigInt({ min: BigInt(low), max: 40n })));
/** Generous: how fast it is has no say in whether it is right. */
const propertyTimeout = 600_000;
const runs = Number(process.env["SHARDLINT_PROPERTY_RUNS"] ?? 100_000);

describe("held to exact integers", () => {
  test(
    "the canonical form evaluates as Python does",
    () => {
      fc.assert(
        fc.property(expression, assignment, (e, values) => {
          const expected = exact(e, values);
          const form = symbolic(e);
          if (expected === undefined || form === undefined) return;
          expect(evaluate(form, values)).toBe(expected);
        }),
        { numRuns: runs },
      );
    },
    propertyTimeout,
  );

  test(
    "a comparison that is decided is right for every assignment",
    () => {
      const relation = fc.constantFrom(
        "==" as const,
        "!=" as const,
        "<" as const,
        "<=" as const,
        ">" as const,
        ">=" as const,
      );
      fc.assert(
        fc.property(expression, expression, relation, assignment, (left, right, rel, values) => {
          const [a, b] = [symbolic(left), symbolic(right)];
          const [x, y] = [exact(left, values), exact(right, values)];
          if (a === undefined || b === undefined || x === undefined || y === undefined) return;
          const truth = Facts.none.compare(a, rel, b);
          if (truth === undefined) return;
          expect(truth).toBe(holds(x, rel, y));
        }),
        { numRuns: runs },
      );
    },
    propertyTimeout,
  );

  test(
    "what follows from an assumption holds wherever the assumption does",
    () => {
      const relation = fc.constantFrom("==" as const, "<=" as const, ">" as const);
      fc.assert(
        fc.property(
          expression,
          expression,
          relation,
          expression,
          expression,
          assignment,
          (p, q, rel, left, right, values) => {
            const [a, b, c, d] = [symbolic(p), symbolic(q), symbolic(left), symbolic(right)];
            const [w, x, y, z] = [exact(p, values), exact(q, values), exact(left, values), exact(right, values)];
            if (a === undefined || b === undefined || c === undefined || d === undefined) return;
            if (w === undefined || x === undefined || y === undefined || z === undefined || !holds(w, rel, x)) return;
            const facts = Facts.none.assume(a, rel, b);
            expect(facts).toBeDefined();
            const truth = facts?.compare(c, "<=", d);
            if (truth !== undefined) expect(truth).toBe(y <= z);
          },
        ),
        { numRuns: runs },
      );
    },
    propertyTimeout,
  );
});

function holds(x: bigint, relation: string, y: bigint): boolean {
  return { "==": x === y, "!=": x !== y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y }[relation] ?? false;
}

test("constantOf reads constants only", () => {
  expect(constantOf(integer(0))).toBe(0);
  expect(constantOf(S)).toBeUndefined();
});
