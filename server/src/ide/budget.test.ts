/** Programs whose evaluation could grow without bound end within the budget, with the findings that were reached. */
import { expect, test } from "vitest";
import { projectOver } from "../testing/project.ts";
import type { FileReport } from "./project.ts";

const mistake = `
def wrong(t):
    infer_block_sparse_expected_shapes(t, n_block_size=128, sparse_block_size_kv=64)
`;

async function report(text: string, steps = 15_000): Promise<FileReport> {
  // Time stands still, so that only the number of steps counts.
  const budget = { steps, milliseconds: 1 };
  const project = await projectOver(new Map([["/project/main.py", text]]), { budget, clock: () => 0 });
  const found = project.check("/project/main.py");
  if (found === undefined) throw new Error("The file was not read.");
  return found;
}

function lines(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i)).join("\n");
}

/** The function with the mistake is analysed whatever else the file holds. */
async function stillFinds(text: string): Promise<FileReport> {
  const found = await report(text + mistake);
  expect(found.findings.map((finding) => finding.rule)).toEqual(["kv-block-size"]);
  return found;
}

const model = "model(x=x, block_token_tags=torch.zeros(rows))";

test.each([
  ["quotients", "n, m = n // (m + 1), m // (n + 1)"],
  ["extremes", "n, m = min(n, m + 1) * 2 + 1, max(m, n - 1) * 3 + 1"],
  ["powers", "n = n ** 8"],
])("formulas of %s that double with every line", async (_, line) => {
  const text = `import torch\n\ndef run(model, x, n: int, m: int):\n${lines(40, () => `    ${line}`)}\n    rows = n\n    ${model}\n`;
  await stillFinds(text);
});

test.each([
  ["texts", "s = s + s"],
  ["texts in place", "s += s"],
  ["f-strings", 's = f"{s} {s}"'],
  ["formatted texts", 's = "{} {}".format(s, s)'],
  ["texts filled by percent", 's = "%s %s" % (s, s)'],
  ["joined texts", "s = s.join([s, s, s])"],
  ["replaced letters", 's = s.replace("a", s)'],
  ["representations", "s = repr([s, s])"],
  ["representations of one text", "s = repr(s)"],
  ["texts that are chosen", "s = s + s if flags.a else s + s + s"],
  ["lists", "xs = xs + xs"],
  ["lists in place", "xs += xs"],
  ["extended lists", "xs.extend(xs)"],
  ["unpacked lists", "xs = [*xs, *xs]"],
  ["assigned slices", "xs[:0] = xs"],
  ["repeated lists", "xs = xs * 8"],
  ["comprehensions", "xs = [y for x in xs for y in (x, x)]"],
  ["sorted lists", "xs = sorted(xs + xs)"],
  ["products", "xs = list(itertools.product(xs, xs))"],
  ["chains", "xs = list(itertools.chain(xs, xs))"],
  ["tuples", "ts = ts + ts"],
  ["passed tuples", "ts = (lambda *given: given)(*ts, *ts)"],
  ["nested tuples", "ts = (ts, ts)"],
  ["nested tuples as keys", "ts = (ts, ts); d[ts] = 1"],
  ["nested tuples in texts", 'ts = (ts, ts); s = f"{ts}"'],
  ["nested tuples that are compared", "ts, us = (ts, ts), (us, us); i = 1 if ts == us else 2"],
  ["nested tuples that are copied", "ts = copy.deepcopy((ts, ts))"],
  ["nested tuples that are chosen", "ts = (ts, ts) if flags.a else (ts, 1)"],
  ["nested lists", "xs = [xs, xs]; s = str(xs)"],
  ["nested lists that are copied", "xs = copy.deepcopy([xs, xs])"],
  ["nested lists that are compared", "xs, ys = [xs, xs], [ys, ys]; i = 1 if xs == ys else 2"],
  ["nested lists as tensors", "xs = [xs, xs]; z = torch.tensor(xs)"],
  ["nested dicts", 'd = {"a": d, "b": d}; s = str(d)'],
  ["tensors", "z = torch.cat([z, z], dim=i)"],
  ["tensors of more dimensions", "z = z.unsqueeze(0).expand(2, *z.shape)"],
  ["functions", "g = (lambda h: lambda v: h(h(v)))(g); i = g(1)"],
  ["partial functions", "g = functools.partial(g, *ts, *ts); ts = ts + ts"],
  ["conditions", "b = (b and c) or (c and not b); c = (c or b) and not (b and c); i = 1 if b else 2"],
  ["numbers", "i = i * i + i if flags.a else i + 1"],
  ["numbers that are known", "k = k * k; i = k << k"],
  ["a huge list", "xs = [0] * 10**9; i = len(list(range(10**9)))"],
  ["a huge text", 's = "x" * 10**9; s = f"{k:>1000000000}"; s = "a".ljust(10**9)'],
])("%s that double with every line", async (_, line) => {
  const values = 's = "ab"; xs, ys = [1, 2], [1, 2]; ts, us = (1, 2), (1, 2); d = {}; k = 3; g = abs';
  await stillFinds(
    `import copy, functools, itertools\nimport torch\n\ndef run(model, x, z, flags, i: int, b: bool, c: bool):\n` +
      `    ${values}\n${lines(40, () => `    ${line}`)}\n    rows = i\n    ${model}\n`,
  );
});

test("30 unknown tests in a row", async () => {
  const tests = lines(30, (i) => `    if flags.f${i}:\n        rows = rows + ${2 ** (i % 5)}`);
  const found = await stillFinds(`import torch\n\ndef run(model, x, flags, rows=0):\n${tests}\n    ${model}\n`);
  expect(found.unfinished).toBe(0);
});

test("unknown tests inside each other", async () => {
  const nested = lines(20, (i) => `${"    ".repeat(i + 1)}if flags.f${i}:`);
  const inner = "    ".repeat(21);
  await stillFinds(`import torch\n\ndef run(model, x, flags, rows):\n${nested}\n${inner}${model}\n`);
});

test("a modelled call under 20 unknown flags", async () => {
  const flags = lines(20, (i) => `    kw${i} = 1 if flags.f${i} else 2`);
  const sum = lines(20, (i) => `    rows += kw${i}`);
  await stillFinds(`import torch\n\ndef run(model, x, flags):\n    rows = 0\n${flags}\n${sum}\n    ${model}\n`);
});

test("a deep chain of calls", async () => {
  const chain = lines(200, (i) => `def f${i}(model, x, rows):\n    return f${i + 1}(model, x, rows + 1)\n`);
  await stillFinds(`import torch\n\n${chain}\ndef f200(model, x, rows):\n    return ${model}\n`);
});

test("calls that double at each level", async () => {
  const chain = lines(
    40,
    (i) => `def f${i}(model, x, r):\n    f${i + 1}(model, x, r)\n    return f${i + 1}(model, x, r + 1)\n`,
  );
  const found = await stillFinds(`import torch\n\n${chain}\ndef f40(model, x, rows):\n    return ${model}\n`);
  expect(found.unfinished).toBeGreaterThan(0);
});

test("a call that is given up and was followed for its value alone leaves nothing unchecked", async () => {
  const text = `import torch

def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

value = fib(25)

def run(model, x, rows=value):
    return ${model}
`;
  expect((await stillFinds(text)).unfinished).toBe(0);
});

test("functions that call each other", async () => {
  const text = `import torch

def even(model, x, rows):
    return ${model} if model.done else odd(model, x, rows - 1)

def odd(model, x, rows):
    return ${model} if model.done else even(model, x, rows - 1)
`;
  expect((await stillFinds(text)).unfinished).toBe(0);
});

test("a literal of 10,000 elements", async () => {
  const text = `import torch\n\nSIZES = [${lines(10_000, (i) => `${i},`)}]\n\ndef run(model, x):\n    rows = SIZES[7]\n    ${model}\n`;
  await stillFinds(text);
});

test("a class with 500 methods that call each other", async () => {
  const methods = lines(
    500,
    (i) =>
      `    def m${i}(self, model, x, rows):\n        self.m${(i + 1) % 500}(model, x, rows)\n        return ${model}\n`,
  );
  await stillFinds(`import torch\n\nclass A:\n${methods}\n`);
});

test("a call that takes too long is given up, and what is around it is followed to its end", async () => {
  const long = lines(40, (i) => `    if x.f${i}:\n        rows = rows * 2 + sum([rows, ${i}])`);
  const text = `
${lines(
  40,
  (i) => `def f${i}(x, state):\n    state["n"] = ${i}\n    f${i + 1}(x, state)\n    return f${i + 1}(x, state)\n`,
)}
def f40(x, state):
    rows = 1
${long}
    return infer_block_sparse_expected_shapes(x, n_block_size=rows, sparse_block_size_kv=64)

def run(x, t):
    state = {"n": 64}
    f0(x, state)
    infer_block_sparse_expected_shapes(t, n_block_size=128, sparse_block_size_kv=state["n"])
    infer_block_sparse_expected_shapes(t, n_block_size=128, sparse_block_size_kv=64)
`;
  const found = await report(text);
  // What the call may have changed is not known any more.
  const at = text.lastIndexOf("64");
  expect(found.findings.map(({ rule, location }) => [rule, location.start])).toEqual([["kv-block-size", at]]);
  expect(found.unfinished).toBeGreaterThan(0);
});

test("what stands behind loops that take too long is followed", async () => {
  const text = `
def run(t):
    block = 64
    total = 0
    for step in range(120):
        for layer in range(120):
            total = total + step * layer
    infer_block_sparse_expected_shapes(t, n_block_size=128, sparse_block_size_kv=total)
    infer_block_sparse_expected_shapes(t, n_block_size=128, sparse_block_size_kv=block)
`;
  const found = await report(text, 30_000);
  // How much the loops added up is not known any more.
  expect(found.findings.map(({ rule, location }) => [rule, location.start])).toEqual([
    ["kv-block-size", text.lastIndexOf("block)")],
  ]);
  expect(found.unfinished).toBe(0);
});

test("of a module that takes too long is known what was reached", async () => {
  const doubling = lines(40, (i) => `def f${i}(x):\n    f${i + 1}(x)\n    return f${i + 1}(x)\n`);
  const config = `BLOCK = 64\nOTHER = 64\n${doubling}\ndef f40(x):\n    return x\n\nOTHER = f0(BLOCK)\nf0(1); f0(2); f0(3); f0(4)\n`;
  const main = `
import config

def run(t):
    infer_block_sparse_expected_shapes(t, n_block_size=128, sparse_block_size_kv=config.OTHER)
    infer_block_sparse_expected_shapes(t, n_block_size=128, sparse_block_size_kv=config.BLOCK)
`;
  const files = new Map([
    ["/project/main.py", main],
    ["/project/config.py", config],
  ]);
  const budget = { steps: 2_000, milliseconds: 1 };
  const project = await projectOver(files, { budget, clock: () => 0 });
  const found = project.check("/project/main.py");
  expect(found?.findings.map(({ rule, location }) => [rule, location.start])).toEqual([
    ["kv-block-size", main.indexOf("config.BLOCK")],
  ]);
});

test("a file that is opened may take longer than one that is edited", async () => {
  const text = `
def run(t):
${"    t = t + 1\n".repeat(600)}
    infer_block_sparse_expected_shapes(t, n_block_size=128, sparse_block_size_kv=64)
`;
  let now = 0;
  const project = await projectOver(new Map([["/project/main.py", text]]), {
    budget: { steps: 20_000, milliseconds: 0 },
    openingBudget: { steps: 20_000, milliseconds: 1_000 },
    clock: () => now++,
  });
  expect(project.check("/project/main.py")?.findings.map(({ rule }) => rule)).toEqual(["kv-block-size"]);
  project.openDocument("/project/main.py", text.replace("(t):", "(t, mask):"));
  expect(project.check("/project/main.py")).toMatchObject({ findings: [], unfinished: 1 });
});

test("what many files needed is forgotten, and found again", async () => {
  const texts = Array.from({ length: 600 }, (_, i): [string, string] => [
    `/project/m${i}.py`,
    `import m${(i + 1) % 600}\nBLOCK = 64\n\ndef run(t):\n    infer_block_sparse_expected_shapes(t, n_block_size=128, sparse_block_size_kv=BLOCK)\n`,
  ]);
  const project = await projectOver(new Map(texts), {});
  const found = [...texts, ...texts].map(([path]) => project.check(path)?.findings.length);
  expect(found).toEqual(found.map(() => 1));
  expect(project.sources.parsedCount).toBeLessThan(600);
});
