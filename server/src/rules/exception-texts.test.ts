/** The text behind an exception that library source raises is the one that Python prints. */
import { describe, expect, test } from "vitest";
import { fixture, onlyFinding } from "../testing/fixture.ts";

const classes = `
class Sized(ValueError):
    def __init__(self, got):
        super().__init__(f"size {got!r} is wrong")
        self.got = got
class Below(Sized):
    pass
class Deep(Sized):
    def __init__(self, a, b):
        message = f"{a}/{b}"
        super().__init__(message)
class Coded(ValueError):
    def __init__(self, message, code=3):
        self.code = code
        super().__init__(message)
class Silent(ValueError):
    def __init__(self, n):
        self.n = n
class Noted(ValueError):
    def __init__(self, n):
        self.n = n
        super().__init__(f"bad {self.n}")
class Twice(ValueError):
    def __init__(self, n):
        if n > 2:
            super().__init__("big")
        else:
            super().__init__("small")
class Own(ValueError):
    def __str__(self):
        return "own"
class Shaped(ValueError):
    unit = "rows"
    def __init__(self, got, wanted=4):
        super().__init__(got)
        self.got, self.wanted = got, wanted
    def __str__(self):
        return f"{self.got} {self.unit}, not {self.wanted}"
class ShapedBelow(Shaped):
    unit = "columns"
@dataclass
class Recorded(Exception):
    got: int
    def __str__(self):
        return f"recorded {self.got}"
class ByArguments(ValueError):
    def __str__(self):
        return f"got {self.args[0]}"
class Chosen(Shaped):
    def __str__(self):
        return "small" if self.got < 3 else "large"
class Missing(KeyError):
    pass
`;

async function textOf(raised: string, passed = "3"): Promise<string | undefined> {
  const made = await fixture(`
import lib
def start(n):
    lib.guard(0, ${passed})
#- lib/__init__.py
from dataclasses import dataclass
${classes}
def guard(zero, n):
    if zero == 0:
        raise ${raised}
`);
  return onlyFinding(made).runtime?.text;
}

describe("an exception's text", () => {
  test.each<[raised: string, passed: string, text: string]>([
    ['ValueError(f"{n!r:>4}|{n:5}|{n:.2f}|{n:,}")', "3", "   3|    3|3.00|3"],
    ['ValueError(f"{n!r} {n!s} {n}")', '"it\'s"', `"it's" it's it's`],
    ['ValueError(f"{n} {n!r}")', '(1, "a")', "(1, 'a') (1, 'a')"],
    ['ValueError(f"{n} {n!r}")', '[1, "a"]', "[1, 'a'] [1, 'a']"],
    ['ValueError(f"{n=}")', "3", "n=3"],
    ['ValueError("{!r:>4} {:>3} {0:,}".replace("0", "").format(n, "a", 12345))', "3", "   3   a 12,345"],
    ['ValueError("{0:,} {x:.2f} {{}}".format(n, x=2.5))', "12345", "12,345 2.50 {}"],
    ['ValueError("%d %s %r %05d %.2f %%" % (n, "a", "a", n, 2.5))', "3", "3 a 'a' 00003 2.50 %"],
    ['ValueError("%(a)s" % {"a": n})', "3", "3"],
    ['ValueError("a" + str(n) + repr("b"))', "3", "a3'b'"],
    ['ValueError("got", n)', '"a"', "('got', 'a')"],
    ["ValueError(n, n)", "2.5", "(2.5, 2.5)"],
    ["KeyError(f\"got '{n}'\")", "3", `"got '3'"`],
    ["KeyError('x', n)", "3", "('x', 3)"],
    ["Missing(n)", '"a"', "'a'"],
    ["ValueError", "3", ""],
    ["Sized(n)", '"a"', "size 'a' is wrong"],
    ["Below(n)", "3", "size 3 is wrong"],
    ["Deep(n, 4)", "3", "size '3/4' is wrong"],
    ['Coded(f"no {n}")', "3", "no 3"],
    ['Coded(f"no {n}", 7)', "3", "no 3"],
    ['Coded(f"no {n}", code=7)', "3", "no 3"],
    ["Silent(n)", "3", "3"],
    ["Twice(n)", "3", ""],
    ["Noted(n)", "3", ""],
    ["Own(n)", "3", "own"],
    ["Shaped(n)", "3", "3 rows, not 4"],
    ["Shaped(n, wanted=5)", "3", "3 rows, not 5"],
    ["ShapedBelow(n)", "3", "3 columns, not 4"],
    ["Recorded(n)", "3", "recorded 3"],
    ["Chosen(n)", "3", "large"],
    ["ByArguments(n)", "3", "got 3"],
  ])("%s of %s", async (raised, passed, text) => {
    expect(await textOf(raised, passed)).toBe(text);
  });

  test.each<[raised: string, text: string]>([
    ['ValueError(f"{n} {n!r} {n!s}")', "n n n"],
    ['ValueError("{} {}".format(n, 4))', "n 4"],
    ['ValueError("%s %d" % (n, n))', "n n"],
    ['ValueError("n is " + str(n))', "n is n"],
    ["ValueError(f\"{n + 1} {(n, 'a')}\")", "n + 1 (n, 'a')"],
    ["Sized(n)", "size n is wrong"],
    ["Shaped(n)", "n rows, not 4"],
    ["Chosen(n)", ""],
  ])("%s of a number that is not known is its formula", async (raised, text) => {
    expect(await textOf(raised, "n")).toBe(text);
  });
});
