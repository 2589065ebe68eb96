/** What a loop, a handler or a context manager leaves in doubt, however often it runs. */
import { test } from "vitest";
import { check } from "../testing/fixture.ts";

test.each([
  [
    "a flag that the first iteration sets",
    `
def run(blocks):
    size, first = 128, True
    for block in blocks:
        if not first:
            size = 64
        first = False
    reveal(size)  # revealed: ?
`,
  ],
  [
    "what the last iteration saw",
    `
def run(count):
    size, last = 128, None
    for i in range(count):
        if last is not None:
            size = 64
        last = i
    reveal(size)  # revealed: ?
`,
  ],
  [
    "a number that grows",
    `
def run(n):
    size = 128
    k = 0
    while k < n:
        if k > 3:
            size = 32
        k += 1
    reveal(size)  # revealed: ?
`,
  ],
  [
    "a chain of flags",
    `
def run(blocks):
    a = b = False
    size = 128
    for block in blocks:
        if b:
            size = 1
        if a:
            b = True
        a = True
    reveal(size)  # revealed: ?
`,
  ],
  [
    "what is in an object",
    `
def run(blocks):
    box, sizes = [0], {"s": 1}
    for block in blocks:
        if box[0] == 2:
            sizes["s"] = 7
        box[0] += 1
    reveal(sizes["s"])  # revealed: ?
`,
  ],
  [
    "nothing that it reads",
    `
def run(blocks):
    size = 128
    for block in blocks:
        rows = size // 2
    reveal(size)  # revealed: 128
`,
  ],
])("a loop that runs any number of times sees %s", async (_, program) => {
  await check(program);
});

test("a loop whose iteration ends or goes on ends nobody knows where", async () => {
  await check(`
def run(go):
    for i in range(4):
        if go(i):
            continue
        break
    reveal(i)  # revealed: ?
def find(go):
    for i in range(4):
        if go(i):
            continue
        return i
    return 9
reveal(find(whatever))  # revealed: 0 or 1 or 2 or 3 or 9
`);
});

test("what a body rules out by raising is ruled out behind it only if no handler goes on", async () => {
  await check(`
def goes_on(flag):
    size = 128
    try:
        if flag:
            raise KeyError(1)
    except KeyError:
        pass
    if flag:
        size = 64
    reveal(size)  # revealed: 64 or 128
def raises(flag):
    size = 128
    try:
        if flag:
            raise KeyError(1)
    except KeyError:
        raise SystemExit(1)
    if flag:
        size = 64
    reveal(size)  # revealed: 128
`);
});

test.each([
  ["may swallow it", "error is ZeroDivisionError", "?"],
  ["lets it go on", "False", "4"],
])("a body of a context manager that %s", async (_, answer, revealed) => {
  await check(`
class Guard:
    def __enter__(self):
        return self
    def __exit__(self, error, value, trace):
        return ${answer}
def run(a, b):
    size = 128
    with Guard():
        c = a // b
        size = 4
    reveal(size)  # revealed: ${revealed}
`);
});
