/** What is written through a name that nobody can follow is written to the object that it may be. */
import { test } from "vitest";
import { check } from "../testing/fixture.ts";

const objects = `
class Box:
    def __init__(self, n=1):
        self.n = n
        self.items = [n]
        self.table = {"n": n}
    def grow(self):
        self.n += 1
def counter():
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    def now():
        return n
    return inc, now
`;

/** After a loop that runs nobody knows how often, `one` is one of two objects. */
const aliased = (use: string, kept: string): string => `${objects}
def run(count):
    box, other = Box(), Box(2)
    xs, ys = [2], [1, 4]
    one, many = other, ys
    for _ in range(count):
        one, many = box, xs
    ${use}
    reveal(${kept})  # revealed: `;

test.each([
  ["an attribute", "one.n = 5", "box.n", "?"],
  ["an attribute that is deleted", "del one.n", "box.n", "?"],
  ["an attribute that grows", "one.n += 1", "box.n", "?"],
  ["a method", "one.grow()", "box.n", "?"],
  ["an item of an attribute", "one.items[0] = 5", "box.items[0]", "?"],
  ["an entry of an attribute", 'one.table["n"] = 5', 'box.table["n"]', "?"],
  ["an item", "many[0] = 5", "xs[0]", "?"],
  ["an item that is deleted", "del many[0]", "len(xs)", "len(xs)"],
  ["more items", "many += [1]", "len(xs)", "len(xs)"],
  ["a list's method", "many.append(3)", "len(xs)", "len(xs)"],
  ["unknown code", "whatever(one)", "box.n", "?"],
  ["an element of a list", "[one][0].n = 5", "box.n", "?"],
  ["nothing", "three = one.n", "box.n", "1"],
  ["another object", "Box(3).n = 4", "box.n", "1"],
])("by %s", async (_, use, kept, revealed) => {
  await check(`${aliased(use, kept)}${revealed}\n`);
});

test("a call of one of several closures may set what they capture", async () => {
  await check(`${objects}
def run(count):
    inc, now = counter()
    call = len
    for _ in range(count):
        call = inc
    reveal(now())  # revealed: 0
    call()
    reveal(now())  # revealed: ?
`);
});

test("a name that an exception leaves in doubt", async () => {
  await check(`${objects}
def run():
    box, one = Box(), Box(2)
    try:
        one = box
        raise ValueError("no")
    except ValueError:
        pass
    one.n = 7
    reveal(box.n)  # revealed: ?
`);
});

test.each([
  ["iter", "iter(xs)"],
  ["reversed", "reversed(xs)"],
  ["map", "map(abs, xs)"],
  ["enumerate", "enumerate(xs)"],
  ["zip", "zip(xs, ys)"],
])("%s gives what is there when it is asked", async (_, made) => {
  await check(`
def run():
    xs, ys = [2, 3], [1, 4]
    it = ${made}
    first = next(it)
    xs[0] = xs[1] = 9
    ys[0] = ys[1] = 9
    second = next(it)
    reveal(first == second)  # revealed: a truth value
`);
});
