import { describe, expect, test } from "vitest";
import { hasCounterexample } from "./counterexample.ts";
import { add, extreme, floorDiv, integer, modulo, multiply, subtract, symbol, type SymInt } from "./symbolic.ts";

const x = symbol("x", "x", 0);
const y = symbol("y", "y", 0);
const open = symbol("open", "open");
const degree = symbol("degree", "degree", 1);
const rank = symbol("rank", "rank", 0, degree);
const share = floorDiv(x, degree);
const start = multiply(rank, share);

const written = (value: SymInt | undefined): SymInt => {
  if (value === undefined) throw new Error("no expression");
  return value;
};

describe("what is never negative has no counterexample", () => {
  test.each([
    ["a length", x],
    ["a product", multiply(x, y)],
    ["a rest", modulo(x, degree)],
    ["what a rest leaves of the divisor", subtract(subtract(degree, modulo(x, degree)), integer(1))],
    ["a degree above a rank", subtract(subtract(degree, rank), integer(1))],
    ["what lies behind a rank's share", subtract(x, add(start, share))],
    ["what is above a minimum", subtract(x, extreme("min", [x, y]))],
    ["a maximum above what it is made of", subtract(extreme("max", [x, y]) ?? x, y)],
  ])("%s", (_, value) => {
    expect(hasCounterexample(written(value), [])).toBe(false);
  });
});

describe("what may be negative has one", () => {
  test.each([
    ["an unbounded number", open],
    ["lengths that have nothing to do with each other", subtract(x, y)],
    ["a length and another rank's share", subtract(y, start)],
    ["a rank above 0", subtract(rank, integer(1))],
    ["an exact division", subtract(multiply(degree, share), x)],
    [
      "two rounded lengths",
      subtract(extreme("min", [y, written(start)]), extreme("min", [y, written(add(start, share))])),
    ],
  ])("%s", (_, value) => {
    expect(hasCounterexample(written(value), [])).toBe(true);
  });
});

test("numbers that do not fit what is known are none", () => {
  const known = [written(subtract(x, y))];
  expect(hasCounterexample(written(subtract(x, y)), known)).toBe(false);
  expect(hasCounterexample(written(subtract(subtract(x, y), integer(1))), known)).toBe(true);
});
