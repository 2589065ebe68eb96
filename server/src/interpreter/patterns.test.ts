/** Patterns of classes and mappings. */
import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

const classes = `
from dataclasses import dataclass, field
from typing import NamedTuple

@dataclass
class Flat:
    ulysses: int
    ring: int = 1
    note: str = field(default="", init=False)

@dataclass
class Nested:
    layout: Flat
    rows: int

class Own:
    __match_args__ = ("b", "a")
    def __init__(self, a, b):
        self.a = a
        self.b = b

class Plain:
    def __init__(self, a):
        self.a = a

class Pair(NamedTuple):
    first: int
    second: int
`;

describe("a pattern", () => {
  test.each([
    ["items of a dataclass", "Flat(4, 2)", "Flat(u, r)", "u * r", "8"],
    ["a default", "Flat(4)", "Flat(u, r)", "r", "1"],
    ["attributes", "Flat(4, 2)", "Flat(ring=r, ulysses=u)", "u - r", "2"],
    ["an attribute of another value", "Flat(4, 2)", "Flat(ring=3)", "1", '"other"'],
    ["an attribute of this value", "Flat(4, 2)", "Flat(u, ring=2)", "u", "4"],
    ["a class inside another", "Nested(Flat(4, 2), 6)", "Nested(layout=Flat(ulysses=u), rows=n)", "u + n", "10"],
    ["another class inside", "Nested(Own(1, 2), 6)", "Nested(layout=Flat())", "1", '"other"'],
    ["the order that a class tells", "Own(1, 2)", "Own(x, y)", "x", "2"],
    ["a class without items", "Own(1, 2)", "Own() as own", "own.a", "1"],
    ["another class", "Own(1, 2)", "Flat()", "1", '"other"'],
    ["an attribute of a plain class", "Plain(3)", "Plain(a=a)", "a", "3"],
    ["a named tuple", "Pair(3, 4)", "Pair(a, b)", "b", "4"],
    ["a number", "5", "int(n)", "n", "5"],
    ["a number that is none", '"5"', "int(n)", "n", '"other"'],
    ["a text", '"5"', "str()", "1", "1"],
    ["one of two classes", "Plain(3)", "Flat() | Plain()", "1", "1"],
    ["a dict", '{"u": 8, "r": 2}', '{"u": u}', "u", "8"],
    ["a dict with a number", "{2: 8}", "{2: n}", "n", "8"],
    ["a dict without the key", '{"r": 2}', '{"u": u}', "u", '"other"'],
    ["a dict with another value", '{"r": 2}', '{"r": 3}', "1", '"other"'],
    ["the rest of a dict", '{"u": 8, "r": 2}', '{"u": _, **rest}', "len(rest)", "1"],
    ["no dict", "[1]", '{"u": u}', "u", '"other"'],
  ])("%s", async (_, subject, pattern, result, revealed) => {
    await check(`${classes}
def matched(value):
    match value:
        case ${pattern}:
            return ${result}
        case _:
            return "other"

reveal(matched(${subject}))  # revealed: ${revealed}
`);
  });

  test.each([
    ["something unknown", "value", "Flat(u, r)"],
    ["a dict that may hold more", "dict(value)", '{"u": u}'],
    ["a class that nobody knows", "Flat(1)", "value.Kind(u)"],
    ["more items than are told of", "Plain(3)", "Plain(u)"],
    ["an attribute that may not be there", "Plain(3)", "Plain(u=u)"],
  ])("%s may match or not", async (_, subject, pattern) => {
    await check(`${classes}
def matched(value):
    match ${subject}:
        case ${pattern}:
            found = 1
        case _:
            found = 2
    reveal(found)  # revealed: 1 or 2
`);
  });
});
