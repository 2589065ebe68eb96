/** A statement of a contract that only makes demands is followed by itself; what else it does stays. */
import { expect, test } from "vitest";
import { parseModule } from "../syntax/index.ts";
import { check } from "../testing/fixture.ts";
import { loadLibrary, loadParser } from "../testing/project.ts";
import type { ContractLibrary } from "./library.ts";
import { openContracts } from "./open.ts";

async function libraryOf(contract: string): Promise<ContractLibrary> {
  const [parser, shipped] = await Promise.all([loadParser(), loadLibrary()]);
  const { library, problems } = openContracts({
    own: { root: "/shipped", files: shipped.files, unreadable: [] },
    further: [{ root: "/own", files: new Map([["/own/tiny/model.py", contract]]), unreadable: [] }],
    parse: (text) => parseModule(parser, text).syntax,
    rules: ["kv-block-size"],
  });
  expect(problems).toEqual([]);
  return library;
}

const demands = `
from shardlint import require

def _even(n, at):
    require(n % 2 == 0, "kv-block-size", ValueError("odd"), at=at)

def _either(n, flag, at):
    if flag:
        require(n > 10, "kv-block-size", ValueError("small"), at=at)
    else:
        require(n > 20, "kv-block-size", ValueError("smaller"), at=at)
`;

test("a demand after one that nobody can decide is asked", async () => {
  const library = await libraryOf(`${demands}
def f(n, m):
    _even(n, n)
    _even(m, m)
    return n + m
`);
  await check(
    `
from tiny.model import f
def run(n: int):
    f(n, 4)
    f(n, 5)  # error: [kv-block-size]
    f(3, n)  # error: [kv-block-size]
    f(3, 5)  # error: [kv-block-size]
`,
    {},
    library,
  );
});

test("what is asked on some sides only of a test that nobody can decide is not told, what is asked on all is", async () => {
  const library = await libraryOf(`${demands}
def f(n, flag):
    _either(n, flag, n)
    _even(n, n)
`);
  await check(
    `
from tiny.model import f
def run(flag):
    f(16, flag)
    f(8, flag)  # error: [kv-block-size]
    f(8, True)  # error: [kv-block-size]
    f(16, False)  # error: [kv-block-size]
    f(22, flag)
    f(23, flag)  # error: [kv-block-size]
`,
    {},
    library,
  );
});

test("what a side of a test says of a number is no fact after the demand that was asked there", async () => {
  const library = await libraryOf(`${demands}
def _apart(n, allowed, at):
    if n != 12:
        require(allowed, "kv-block-size", ValueError("apart"), at=at)

def f(n, allowed):
    _apart(n, allowed, n)
    require(n % 8 == 0, "kv-block-size", ValueError("no multiple"), at=n)
`);
  await check(
    `
from tiny.model import f
def run(n: int):
    f(n, True)
    f(12, False)  # error: [kv-block-size]
    f(16, False)  # error: [kv-block-size]
    f(16, True)
`,
    {},
    library,
  );
});

test.each([
  ["an attribute", "box.n = n"],
  ["an item", "box.items[0] = n"],
  ["a method call", "box.put(n)"],
  ["an augmented attribute", "box.n += n"],
  ["one of several targets", "rest, box.n = 0, n"],
])("a helper that writes by %s does so, though it makes no demand", async (_, write) => {
  const library = await libraryOf(`
from shardlint import require

class Box:
    def __init__(self):
        self.n = 0
        self.items = [0]
    def put(self, n):
        self.n = n

def _put(box, n):
    ${write}

def f(n):
    box = Box()
    _put(box, n)
    require(box.n + box.items[0] == 4, "kv-block-size", ValueError("no"), at=n)
`);
  await check(
    `
from tiny.model import f
f(4)
f(5)  # error: [kv-block-size]
`,
    {},
    library,
  );
});
