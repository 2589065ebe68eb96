/** What may or may not have been written is not known, and what was surely written is, whatever way led there. */
import { expect, test } from "vitest";
import { check, fixture } from "../testing/fixture.ts";

test.each([
  ["a loop", "for _ in f():\n        d.pop(1, None)", "(len(d), 1 in d)", "(1, False)"],
  ["a loop that adds", "for _ in f():\n        d['x'] = 1", "('x' in d, d.get('x', 2))", "(a truth value, ?)"],
  ["a loop that removes", "for _ in f():\n        d.pop(0)", "(0 in d)", "a truth value"],
  [
    "a loop that is left",
    "for _ in range(3):\n        if f(): break\n        d['x'] = 1",
    "('x' in d)",
    "a truth value",
  ],
  ["iterations", "for _ in range(3):\n        if f(): continue\n        d['x'] = 1", "('x' in d)", "a truth value"],
  ["a context", "with suppress(Exception):\n        d.pop(1, None)", "(len(d), 1 in d)", "(1, False)"],
  ["unknown values", "if f(): d['x'] = u", "('x' in d)", "a truth value"],
  ["unknown values in the other branch", "if f(): pass\n    else: d['x'] = u", "('x' in d)", "a truth value"],
  ["many branches", `k = f()\n${branches(12)}`, "('x' in d)", "a truth value"],
  ["a function that returns early", "fill(d, f())", "('x' in d)", "a truth value"],
  [
    "the same steps",
    "for _ in range(30):\n        if 'x' in d: d.pop('x')\n        else: d['x'] = u",
    "('x' in d)",
    "False",
  ],
  ["a key that nobody knows", "d.pop(5, None)\n    d[f()] = 1", "(5 in d, 0 in d)", "(a truth value, a truth value)"],
  ["a key that nobody knows is removed", "d.pop(f(), None)", "(0 in d)", "a truth value"],
])("an entry after %s", async (_, statements, shown, value) => {
  await check(`
from contextlib import suppress

def fill(d, early):
    if early:
        d["x"] = 1
        return
    print(early)

def run(f):
    u = 0
    for _ in f():
        u = 7
    d = {0: 1}
    ${statements}
    reveal(${shown})  # revealed: ${value}
`);
});

function branches(count: number): string {
  return Array.from({ length: count }, (_, i) => `    if k == ${i}: d["x"] = ${i}`)
    .join("\n    el")
    .replaceAll("el    ", "el");
}

test.each([
  ["leaves the loop", "f(); break", "k = 64", "?"],
  ["goes on with the loop", "f(); k = 2; continue", "k = 64", "?"],
  ["is left for the next attempt", "f(); break", "k = 64; continue", "?"],
  ["raises again", "k = f(); k = 2", "raise", "2"],
  ["raises again, and the body leaves", "k = f(); k = 2; break", "raise", "2"],
])("in a loop, a try that %s", async (_, body, handler, value) => {
  await check(`
def run(f):
    k = 128
    for attempt in range(3):
        try:
            ${body}
        except ValueError:
            ${handler}
    reveal(k)  # revealed: ${value}
`);
});

test("a loop that one branch leaves and the other goes on with", async () => {
  await check(`
def run(f):
    k = 128
    for i in range(3):
        if i == 1:
            k = 64
        if f():
            break
        else:
            continue
    reveal(k)  # revealed: ?
`);
});

test("what a try that returns wrote", async () => {
  await check(`
class Job:
    size = 1
    def set(self, f):
        try:
            f()
            self.size = 128
            return 5
        except ValueError:
            raise

def run(f):
    job = Job()
    job.set(f)
    reveal(job.size)  # revealed: 128
`);
});

test("a smaller size that is only tried after an error", async () => {
  const made = await fixture(`
def run(f):
    k = 128
    for attempt in range(3):
        try:
            f(k)
            break
        except RuntimeError:
            k = 64
    infer_block_sparse_expected_shapes(None, n_block_size=128, sparse_block_size_kv=k)
`);
  expect(made.project.check("/project/main.py")?.findings).toEqual([]);
});

test.each([
  ["n = 128", "(n, 0)", "(128, 0)"],
  ["n += 1", "(n, pick(), n)", "(65, None, 66)"],
])("a nested function that sets %s of the function around it", async (statement, shown, value) => {
  await check(`
def run(f):
    n = 64
    def pick():
        nonlocal n
        ${statement}
    pick()
    reveal(${shown})  # revealed: ${value}
`);
});

test("a global that a function sets before it calls others", async () => {
  await check(`
size = 64

def read():
    return size

def run(f):
    global size
    size = 128
    reveal(read())  # revealed: 128
`);
});

test.each([
  ["behind and", "flag and o(4)", "0 or 4"],
  ["behind or", "flag or o(4)", "0 or 4"],
  ["behind a test of several values", "(1 if flag else 0) and o(4)", "0 or 4"],
  ["behind numbers that are not known", "len(flag) - 3 and o(4)", "0 or 4"],
  ["beside a test", "flag and o(4) > 3", "0 or 4"],
  ["at the end of a chain", "0 < flag <= o(4)", "0 or 4"],
  ["at the end of a chain that fails before", "2 < 1 <= o(4)", "0"],
  ["at the end of a chain that holds so far", "0 < 1 <= o(4)", "4"],
  ["for elements that nobody knows", "[o(4) for _ in flag]", "?"],
  ["under a test of elements", "[o(4) for _ in range(2) if flag]", "?"],
  ["for each element", "[o(i) for i in range(5)]", "4"],
  ["by a generator that may end early", "any(o(i) for i in range(5))", "?"],
  ["by a generator that nobody asks", "(o(i) for i in range(5))", "?"],
])("what is written %s", async (_, expression, value) => {
  await check(`
class Box:
    def __init__(self):
        self.n = 0

    def __call__(self, n):
        self.n = n
        return n

def run(flag):
    o = Box()
    ${expression}
    reveal(o.n)  # revealed: ${value}
`);
});

test("a name that a test binds has its value where the test holds", async () => {
  await check(`
def run(x, flag):
    n = 1
    if flag and (n := x.shape[0]) > 4:
        reveal(n)  # revealed: x.shape[0]
    reveal(n)  # revealed: 1 or x.shape[0]
    found = [last for i in x if (last := i + 1)]
    reveal(last)  # revealed: ?
`);
});

test.each([
  ["an expression", "(base + i for i in range(3))"],
  ["a function", "numbers()"],
])("a generator from %s reads what is there when it is asked", async (_, made) => {
  await check(`
def run():
    base = 3

    def numbers():
        yield base
        yield base + 1

    same = ${made}
    reveal(next(same))  # revealed: 3
    reveal(next(same))  # revealed: 4
    other = ${made}
    base = 10
    reveal(next(other))  # revealed: next(other)
`);
});
