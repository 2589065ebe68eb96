import { expect, test } from "vitest";
import { Facts } from "./facts.ts";
import { hangsOnFreeNumber } from "./freedom.ts";
import { extreme, floorDiv, integer, modulo, multiply, scale, subtract, symbol, type SymInt } from "./symbolic.ts";

const n = symbol("n", "n", 1);
const m = symbol("m", "m", 1);
const ring = symbol("world.ring_degree", "ring", 1);
const rank = symbol("world.ring_rank", "rank", 0, ring);

function given(value: SymInt | undefined): SymInt {
  if (value === undefined) throw new Error("an expression without a value");
  return value;
}

const nothing = Facts.none;
const whole = nothing.assume(given(modulo(n, ring)), "==", integer(0)) ?? nothing;
const bounded = nothing.assume(n, "<", integer(4096)) ?? nothing;
const rows = given(extreme("min", [rank, integer(4096)]));

test.each<[name: string, left: SymInt, right: SymInt, facts: Facts, free: boolean]>([
  ["a number of which nothing is known", n, integer(4096), nothing, true],
  ["what a rank has, and such a number", rows, n, nothing, true],
  ["its quotient", given(floorDiv(n, ring)), rows, nothing, true],
  ["its quotient where it comes out", given(floorDiv(n, ring)), rows, whole, true],
  ["a multiple of it", given(scale(n, 4)), rows, nothing, false],
  ["a product of two", given(multiply(n, m)), rows, nothing, false],
  ["one that is on both sides", given(floorDiv(n, ring)), given(floorDiv(n, given(scale(ring, 2)))), nothing, false],
  ["one that divides", given(floorDiv(integer(4096), n)), rows, nothing, false],
  ["the smaller of it and another", given(extreme("min", [n, rank])), integer(4096), nothing, false],
  ["one that something is known of", n, rows, bounded, false],
  ["one whose difference from another is asked for", given(subtract(n, m)), rows, nothing, true],
  ["a degree", ring, integer(4), nothing, false],
  ["a rank", rank, integer(4), nothing, false],
])("%s", (_, left, right, facts, free) => {
  expect(hangsOnFreeNumber({ kind: "comparison", left, relation: "==", right }, facts)).toBe(free);
});

test("only an equation hangs on it", () => {
  expect(hangsOnFreeNumber({ kind: "comparison", left: n, relation: "<", right: rows }, Facts.none)).toBe(false);
});
