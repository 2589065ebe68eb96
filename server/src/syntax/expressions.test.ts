import { beforeAll, describe, expect, test } from "vitest";
import type { CallExpression, Expression } from "./ast.ts";
import { parseModule } from "./module.ts";
import type { Parser } from "./parser.ts";
import { createTestParser, spellModule } from "./test-support.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await createTestParser();
});

/** The only expression of a text, as it is. */
function read(text: string): Expression {
  const { syntax } = parseModule(parser, text);
  const [placed] = syntax.chunks;
  if (placed?.chunk.statement.kind !== "expression" || syntax.chunks.length !== 1) {
    throw new Error(`not one expression: ${text}`);
  }
  return placed.chunk.statement.value;
}

function readCall(text: string): CallExpression {
  const expression = read(text);
  if (expression.kind !== "call") {
    throw new Error(`not a call: ${text}`);
  }
  return expression;
}

/** Each text with the spelling of the expression it is. */
function expectSpellings(table: readonly (readonly [text: string, spelling: string])[]): void {
  for (const [text, spelling] of table) {
    expect(spellModule(parser, text), text).toEqual([`expression ${spelling}`]);
    expect(parseModule(parser, text).syntax.broken, text).toBe(false);
  }
}

test("numbers", () => {
  const values: readonly (readonly [string, bigint | number])[] = [
    ["0", 0n],
    ["00", 0n],
    ["1_000_000", 1_000_000n],
    ["0xFF_ff", 0xffffn],
    ["0X1f", 31n],
    ["0o17", 15n],
    ["0b1_01", 5n],
    ["9".repeat(30), 10n ** 30n - 1n],
    ["1.5", 1.5],
    ["1_0.2_5e-1_0", 10.25e-10],
    [".5", 0.5],
    ["5.", 5],
    ["1e3", 1000],
    ["3j", NaN],
    ["1.5J", NaN],
  ];
  for (const [text, value] of values) {
    const kind = typeof value === "bigint" ? "int" : "float";
    expect(read(text), text).toEqual({ kind, start: 0, end: text.length, value });
  }
});

test("numbers that Python 3 refuses are invalid", () => {
  for (const text of ["10L", "0777", "9".repeat(4301)]) {
    const { broken, chunks } = parseModule(parser, text).syntax;
    expect(chunks[0]?.chunk.statement.kind, text).toBe("invalid");
    expect(broken, text).toBe(true);
  }
});

test("plain strings are decoded", () => {
  const values: readonly (readonly [string, string])[] = [
    [String.raw`'a\tb\n'`, "a\tb\n"],
    [String.raw`"\\ \' \" \a\b\f\r\v"`, "\\ ' \" \x07\b\f\r\v"],
    [String.raw`"\0 \101 \x41 \u00e9 \U0001F600"`, "\0 A A é 😀"],
    [String.raw`"\d \N{BULLET} \U00110000"`, "\\d \uFFFD \uFFFD"],
    [String.raw`r"\n\""`, String.raw`\n\"`],
    [String.raw`R'\\'`, String.raw`\\`],
    [String.raw`u"x"`, "x"],
    ['"a\\\nb"', "ab"],
    ['"""a\r\nb\rc"""', "a\nb\nc"],
    [`'''it's "quoted"'''`, `it's "quoted"`],
    [`"a" 'b' r"\\c"`, "ab\\c"],
    [`("a"\n  # comment\n  "b")`, "ab"],
    ['""', ""],
    ['"😀"', "😀"],
  ];
  for (const [text, value] of values) {
    const expression = read(text);
    expect(expression.kind === "string" ? expression.value : expression.kind, text).toBe(value);
  }
});

test("other strings", () => {
  expectSpellings([
    [`b"a" rb'\\x'`, "bytes"],
    [`f"plain"`, `formatted["plain"]`],
    [`f""`, "formatted[]"],
    [`f"a{x}b{{c}}"`, `formatted["a",{x},"b{c}"]`],
    [`f"{x!r}{y:>{w}}{z:.2f}"`, "formatted[{x formatted},{y formatted},{z formatted}]"],
    [`f"{x = }"`, `formatted["x = ",{x formatted}]`],
    [`f"{x:=10}"`, "formatted[{x formatted}]"],
    [`f"{(x:=10)}"`, "formatted[{(x := int:a)}]"],
    [`f"{f'{a}'}{d['k']}"`, `formatted[{formatted[{a}]},{d["k"]}]`],
    [`"a" f"{x}" "b" rf"\\d{y}"`, `formatted["a",{x},"b\\\\d",{y}]`],
    [`f"{a, b}{yield}"`, "formatted[{tuple[a,b]},{(yield -)}]"],
    [`f"""{\n  x\n}"""`, "formatted[{x}]"],
  ]);
  expect(spellModule(parser, `t"{x}"`)).toEqual(["expression INVALID"]);
});

test("strings that Python refuses are invalid", () => {
  for (const text of [`"a" b"b"`, "`x`"]) {
    expect(parseModule(parser, text).syntax.chunks[0]?.chunk.statement.kind, text).toBe("invalid");
  }
});

test("constants and names", () => {
  expectSpellings([
    ["True, False, None, ...", "tuple[True,False,None,Ellipsis]"],
    ["print", "print"],
    ["match", "match"],
    ["type", "type"],
    ["ﬁ", "fi"],
    ["µ", "μ"],
  ]);
});

test("operators bind as Python says", () => {
  expectSpellings([
    ["a + b * c - d", "((a + (b * c)) - d)"],
    ["a & b ^ c | d", "(((a & b) ^ c) | d)"],
    ["a ^ b & c", "(a ^ (b & c))"],
    ["a << b + c", "(a << (b + c))"],
    ["-a ** -b ** c", "(- (a ** (- (b ** c))))"],
    ["a ** b ** c", "(a ** (b ** c))"],
    ["(a ** b) ** c", "((a ** b) ** c)"],
    ["a @ b // c % d", "(((a @ b) // c) % d)"],
    ["~a >> 1", "((~ a) >> int:1)"],
    ["await a ** b", "((await a) ** b)"],
    ["await a.b() + c", "((await a.b()) + c)"],
    ["not a == b", "(not (a == b))"],
    ["a or b and not c or d", "(a or (b and (not c)) or d)"],
    ["a < b <= c != d", "(a < b <= c != d)"],
    ["a not in b is not c in d is e", "(a not in b is not c in d is e)"],
    ["a not   in b", "(a not in b)"],
    ["a if b else c if d else e", "(a if b else (c if d else e))"],
    ["(x := y + 1)", "(x := (y + int:1))"],
    ["(yield)", "(yield -)"],
    ["(yield a, b)", "(yield tuple[a,b])"],
    ["(yield from a)", "(yield from a)"],
    ["(yield\\\n  from a)", "(yield from a)"],
  ]);
});

test("calls, attributes, subscripts", () => {
  expectSpellings([
    ["f()", "f()"],
    ["f(a, *b, k=c, **d, *e)", "f(a,*b,*e,k=c,**=d)"],
    ["f(*a or b, **c if d else e)", "f(*(a or b),**=(c if d else e))"],
    ["f(x for x in y)", "f(generator(-:x for x in y if []))"],
    ["f((x for x in y), 1)", "f(generator(-:x for x in y if []),int:1)"],
    ["a.b.c(d)[e].f", "a.b.c(d)[e].f"],
    ["a[i, j]", "a[tuple[i,j]]"],
    ["a[i,]", "a[tuple[i]]"],
    ["a[(i, j)]", "a[tuple[i,j]]"],
    ["a[1:2, ::3, ...]", "a[tuple[int:1:int:2:-,-:-:int:3,Ellipsis]]"],
    ["a[:]", "a[-:-:-]"],
    ["a[b:]", "a[b:-:-]"],
    ["a[*b]", "a[tuple[*b]]"],
    ["a[*b.c()]", "a[tuple[*b.c()]]"],
    ["a[x:=1]", "a[(x := int:1)]"],
  ]);
});

test("collections and comprehensions", () => {
  expectSpellings([
    ["()", "tuple[]"],
    ["(a,)", "tuple[a]"],
    ["a,", "tuple[a]"],
    ["((a))", "a"],
    ["*a.b, *c + d, *e()", "tuple[*a.b,*(c + d),*e()]"],
    ["[]", "list[]"],
    ["[*a(), *(b)]", "list[*a(),*b]"],
    ["{a, *b}", "set[a,*b]"],
    ["{}", "dict[]"],
    ["{a: b, **c, d: e,}", "dict[a:b,-:c,d:e]"],
    ["[x for x in y if a if b for z in x]", "list(-:x for x in y if [a,b] for z in x if [])"],
    ["{x async for x in y}", "set(-:x for x in y if [])"],
    ["{k: v for k, v in y}", "dict(k:v for tuple[k,v] in y if [])"],
    ["(x for x, in y)", "generator(-:x for tuple[x] in y if [])"],
  ]);
});

test("lambdas", () => {
  expectSpellings([
    ["lambda: 0", "lambda():int:0"],
    [
      "lambda a, /, b=1, *c, d, **e: a",
      "lambda(positional-only a:-=-,ordinary b:-=int:1,star c:-=-,keyword-only d:-=-,double-star e:-=-):a",
    ],
    ["lambda *, a: a", "lambda(keyword-only a:-=-):a"],
    ["lambda: (yield)", "lambda():(yield -)"],
  ]);
});

describe("spans", () => {
  test("leave out parentheses, which the expression around them counts", () => {
    expect(read("((a)) + (b)")).toMatchObject({
      start: 0,
      end: 11,
      left: { start: 2, end: 3 },
      right: { start: 9, end: 10 },
    });
    expect(read("(a).b")).toMatchObject({ start: 0, end: 5, object: { start: 1, end: 2 } });
    expect(read("(a, b)")).toMatchObject({ start: 0, end: 6 });
    expect(read("*a + b,")).toMatchObject({ elements: [{ start: 0, end: 6, value: { start: 1, end: 6 } }] });
  });

  test("of a call say where its arguments are", () => {
    const text = "f.g( a, k = 1 )";
    const call = readCall(text);
    expect(text.slice(call.open, call.close)).toBe(" a, k = 1 ");
    expect(call.arguments).toMatchObject([
      { start: 5, end: 6, name: undefined, stars: 0 },
      { start: 8, end: 13, name: { id: "k", start: 8, end: 9 }, stars: 0, value: { start: 12, end: 13 } },
    ]);
  });

  test("of a generator that is the only argument leave the parentheses to the call", () => {
    const call = readCall("f(x for x in y)");
    expect(call).toMatchObject({
      open: 2,
      close: 14,
      arguments: [{ start: 2, end: 14, value: { start: 2, end: 14 } }],
    });
  });

  test("of a star leave out nothing", () => {
    expect(readCall("f(*a, **b)").arguments).toMatchObject([
      { start: 2, end: 4, stars: 1, value: { start: 3, end: 4 } },
      { start: 6, end: 9, stars: 2, value: { start: 8, end: 9 } },
    ]);
  });

  test("of a hole are those of its braces", () => {
    expect(read('f"a{ x }"')).toMatchObject({ parts: ["a", { start: 3, end: 8, value: { start: 5, end: 6 } }] });
  });
});
