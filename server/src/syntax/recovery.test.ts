import { beforeAll, expect, test } from "vitest";
import type { Chunk, Statement } from "./ast.ts";
import { parseModule } from "./module.ts";
import type { Parser } from "./parser.ts";
import { createTestParser, sampleModule, spellModule } from "./test-support.ts";
import { childrenOf, nodesIn } from "./walk.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await createTestParser();
});

function chunksOf(text: string): Chunk[] {
  return parseModule(parser, text).syntax.chunks.map(({ chunk }) => chunk);
}

/** Spellings of the statements found in skipped text, at any depth. */
function recoveredIn(statement: Statement | undefined): string[] {
  return statement?.kind === "invalid" ? statement.recovered.map(({ kind }) => kind) : [];
}

test("what is left of Python 2 is invalid", () => {
  for (const text of [
    "print x",
    "print 'a' % b,",
    "exec code",
    "raise E, 'm'",
    "x = a <> b",
    "f(`x`)",
    "x = 0777",
    "x = 10L",
  ]) {
    expect(parseModule(parser, text).syntax.broken, text).toBe(true);
  }
  expect(spellModule(parser, "print x\nprint(y)\n")).toEqual(["INVALID", "expression print(y)"]);
});

test("an unclosed bracket in the last function leaves the chunks before it alone", () => {
  const text = `${sampleModule}\ndef last(x):\n    y = f(1,\n        [x`;
  const whole = chunksOf(sampleModule);
  const chunks = chunksOf(text);
  expect(chunks.slice(0, whole.length)).toEqual(whole);
  expect(chunks.slice(whole.length).every(({ broken }) => broken)).toBe(true);
});

test("an unclosed bracket in the middle of a file leaves the statements after it alone", () => {
  const text = `a = [1,\n\ndef f(x):\n    y = (x\n    return y\n\n@d\n\ndef g(): pass\n\nb = 2\nb += 1\n`;
  const chunks = chunksOf(text);
  expect(spellModule(parser, text).slice(-3)).toEqual([
    "[d]def g()->-[pass]",
    "assign [b]=int:2",
    "augmented b+=int:1",
  ]);
  expect(chunks.slice(-3).some(({ broken }) => broken)).toBe(false);
});

test("a broken statement leaves the rest of its function alone", () => {
  for (const broken of ["y = g(x,", "y = ", "y = (1 +", "foo.", "x y z", "return return", "y = 'abc", "@", "if x"]) {
    const text = `def f(x):\n    a = 1\n    ${broken}\n    b = 2\n    return b\n\nz = 3\n`;
    const chunks = chunksOf(text);
    const [definition] = chunks;
    expect(definition?.broken, broken).toBe(true);
    expect(definition?.statement, broken).toMatchObject({ kind: "function", name: { id: "f" } });
    expect(spellModule(parser, text)[0], broken).toContain("assign [a]=int:1");
    expect(spellModule(parser, text).at(-1), broken).toBe("assign [z]=int:3");
    expect(chunks.at(-1)?.broken, broken).toBe(false);
  }
});

const around = (open: string): string => `def f(x):
    a = 1
    if x:
        ${open}
        b = 2
    return b
`;

test.each([
  "y = g(x,",
  "y = g(x, [1, {2",
  "y = g(\n            x,\n            1",
  "g(x,  # (",
  "y = 'abc",
  "return g(x",
  "y = g(')', (",
  "del x[",
  "y = {",
  "match = g(",
])("of a function with %j only that statement is lost", (open) => {
  const [only, ...others] = chunksOf(around(open));
  expect(others).toEqual([]);
  expect(only?.broken).toBe(true);
  const text = spellModule(parser, around(open))[0] ?? "";
  expect(text).toBe((spellModule(parser, around("pass"))[0] ?? "").replace("pass", "INVALID"));
});

test("each of several open brackets costs one statement", () => {
  const text = around("y = g(x,").replace("a = 1", "a = [1,");
  expect(spellModule(parser, text)[0]).toBe(
    (spellModule(parser, around("pass"))[0] ?? "").replace("assign [a]=int:1", "INVALID").replace("pass", "INVALID"),
  );
});

test("the lost statement is where its text is, and says what it mentions", () => {
  const text = around("y = g(x,");
  const found = chunksOf(text)
    .flatMap(({ statement }) => nodesIn(statement))
    .find(({ kind }) => kind === "invalid");
  expect(text.slice(found?.start, found?.end)).toBe("y = g(x,");
  expect(found).toMatchObject({ mentioned: ["y", "g", "x"], leaves: false });
});

test("a statement with a broken header is invalid together with its body", () => {
  const text = "class A(:\n    x = 1\ny = 2\n";
  expect(spellModule(parser, text)).toEqual(["INVALID", "assign [y]=int:2"]);
  expect(recoveredIn(chunksOf(text)[0]?.statement)).toEqual(["assign"]);
  expect(spellModule(parser, "if x y:\n    z = 1\n")[0]).toContain("INVALID");
});

test("statements whose header was lost are not statements of the module", () => {
  const [, skipped, last] = chunksOf("a = 1\ndef f(x:\n    return x\nc = 2\n");
  expect(skipped?.broken).toBe(true);
  expect(recoveredIn(skipped?.statement)).toEqual(["return"]);
  expect(last?.statement.kind).toBe("assign");
});

test("a statement does not go on in the next line", () => {
  // tree-sitter reads each of these as one assignment or expression without any error.
  for (const text of ["x =\n    y = 2", "foo.\n    bar = 1", "a +\nb", "x = a.\r\n  b", "x = a.\r  b"]) {
    const chunks = chunksOf(text);
    expect(chunks[0]?.broken, text).toBe(true);
    expect(chunks[0]?.statement.kind, text).toBe("invalid");
  }
  const whole = 'x = (a.\n  b) + """\n""" + f"{\n1}" + [ # (\n] + \\\n c # \\\n';
  expect(parseModule(parser, whole).syntax.broken).toBe(false);
});

test("arguments that Python does not take are no call", () => {
  for (const text of ["f(a=1, b)", "f(**a, b)", "f(a=1, a=2)", "x = y + f(a=1, b)", "return_ = [f(a=1, a=2)]"]) {
    expect(chunksOf(text)[0]?.statement.kind, text).toBe("invalid");
  }
  for (const text of ["f(a=1, *b)", "f(**a, **b)", "f(**a, b=1)", "f(*a, b, *c, d=1, *e, **g, h=2)"]) {
    expect(parseModule(parser, text).syntax.broken, text).toBe(false);
  }
});

test("a line that is indented deeper than its block is no statement of it", () => {
  const text = "def f():\n    i\n        return 1\n    return 2\n";
  expect(chunksOf(text)[0]?.broken).toBe(true);
  const whole = "def f():\n    i = 1; \\\n        j = 2\n    # x\n        # y\n    return 2\n";
  expect(parseModule(parser, whole).syntax.broken).toBe(false);
});

test("a decorator is not in the bracket that was left open above it", () => {
  expect(spellModule(parser, "foo(\n@deco\ndef g(): pass\n").at(-1)).toBe("[deco]def g()->-[pass]");
});

test("blocks and clauses that Python demands are missed", () => {
  for (const text of [
    "def f():\n",
    "if x:\n\ny = 1\n",
    "try:\n  x\n",
    "match x:\n",
    "for x in y:\n  # nothing\n",
    "  x = 1",
  ]) {
    expect(parseModule(parser, text).syntax.broken, text).toBe(true);
  }
});

test("a call with skipped text among its arguments is invalid", () => {
  for (const text of ["f(a b)", "f(a, =1)", "f(a,, b)", "f(*)"]) {
    const [chunk] = chunksOf(text);
    expect(JSON.stringify(chunk?.statement), text).toContain('"invalid"');
  }
});

test("every cut of a module is read without a crash, and each span lies inside its parent's", () => {
  for (let end = 0; end <= sampleModule.length; end += 3) {
    for (const { statement, length } of chunksOf(sampleModule.slice(0, end))) {
      expectNested(statement, 0, length);
    }
  }
}, 30_000);

function expectNested(node: Parameters<typeof childrenOf>[0], start: number, end: number): void {
  if (node.start < start || node.end > end || node.start > node.end) {
    throw new Error(`${node.kind} at ${node.start}..${node.end} is outside ${start}..${end}`);
  }
  for (const child of childrenOf(node)) {
    expectNested(child, node.start, node.end);
  }
}
