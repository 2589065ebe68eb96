/** Loops whose iterations come to do the same: what is left of them is known without running them, and nothing else is. */
import { expect, test } from "vitest";
import { check } from "../testing/fixture.ts";
import { projectOver } from "../testing/project.ts";

test.each([
  ["adds up", "n = 0", "n += 128", "n", "3840"],
  ["reaches a bound", "n = 0", "n = min(n + 1, 20)", "n", "20"],
  ["turns in a circle", "n = 0", "n = (n + 1) % 4", "n", "2"],
  ["hands on what was there", "a, b, c = 1, 2, 3", "c = b; b = a; a = 5", "(a, b, c)", "(5, 5, 5)"],
  ["swaps two values", "a, b = 1, 2", "a, b = b, a; c = a", "(a, b, c)", "(1, 2, 1)"],
  ["turns three values", "a, b, c = p, q, r", "a, b, c = b, c, a", "(a - p, b - q, c - r)", "(0, 0, 0)"],
  ["makes a list longer", "xs = []", "xs.append(7)", "len(xs)", "30"],
  ["makes a list of new things longer", "xs = []", "xs.append(f())", "len(xs)", "30"],
  ["takes from a list", "xs = list(range(40))", "n = xs.pop()", "n", "10"],
  ["counts in a dict", 'd = {"n": 0}', 'd["n"] += 1', 'd["n"]', "30"],
  ["counts in an attribute", "c = Counter()", "c.step(f())", "c.n", "30"],
  ["runs through an iterator", "it = iter(range(50))", "n = next(it)", "n", "29"],
  ["reads its target", "n = 0", "n = 5 if i == 20 else n", "n", "5"],
  ["reads its target in a function", "g = lambda: i", "n = g()", "n", "29"],
  ["keeps the first", "a = None", "a = n if a is None else a; n = 3", "(a, n)", "(1, 3)"],
  ["keeps what was before", "a = 0", "x = a; a = 64", "(x, a)", "(64, 64)"],
  ["learns that it goes down", "x = p", "y = f()\n        assert y == x - 1\n        x = y", "p - x", "30"],
  ["writes nothing", "n = 2", "f(n)", "(n, i)", "(2, 29)"],
])("a loop that %s", async (_, before, body, shown, value) => {
  await check(`
class Counter:
    n = 0
    def step(self, by):
        self.n += 1

def run(f, p: int, q: int, r: int, n=1):
    n = 1
    ${before}
    for i in range(30):
        ${body}
    reveal(${shown})  # revealed: ${value}
`);
});

test("a loop that is left or yields at an iteration that nobody knows", async () => {
  await check(`
def run(f):
    n = 1
    for _ in range(30):
        if f():
            break
        n = 2
    reveal(n)  # revealed: ?

def rows(f):
    for _ in range(30):
        yield f()

reveal(len(list(rows(print))))  # revealed: 30
`);
});

test("after the steps of a loop that does the same again and again, its last results are known", async () => {
  const text = `
import torch

def run(model, f, x):
    for _ in range(60):
${"        x = f(f(f(f(x))))\n".repeat(20)}
    infer_block_sparse_expected_shapes(x, n_block_size=x.size, sparse_block_size_kv=x.size + 1)
`;
  // Time stands still, so that only the number of steps counts.
  const budget = { steps: 20_000, milliseconds: 1 };
  const project = await projectOver(new Map([["/project/main.py", text]]), { budget, clock: () => 0 });
  const report = project.check("/project/main.py");
  expect(report?.findings.map(({ rule, location }) => [rule, location.start])).toEqual([
    ["kv-block-size", text.lastIndexOf("x.size + 1")],
  ]);
  expect(report?.unfinished).toBe(0);
});
