import { beforeAll, expect, test } from "vitest";
import { parseModule } from "./module.ts";
import type { Parser } from "./parser.ts";
import { createTestParser, spellModule } from "./test-support.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await createTestParser();
});

/** Each text with the spelling of the one statement it is. */
function expectSpellings(table: readonly (readonly [text: string, spelling: string])[]): void {
  for (const [text, spelling] of table) {
    expect(spellModule(parser, text), text).toEqual([spelling]);
    expect(parseModule(parser, text).syntax.broken, text).toBe(false);
  }
}

function firstStatement(text: string): unknown {
  return parseModule(parser, text).syntax.chunks[0]?.chunk.statement;
}

test("assignments", () => {
  expectSpellings([
    ["x = 1", "assign [x]=int:1"],
    ["a = b = c", "assign [a,b]=c"],
    ["a, *b = c,", "assign [tuple[a,*b]]=tuple[c]"],
    ["(a), [b, c] = d", "assign [tuple[a,list[b,c]]]=d"],
    ["(a,) = b", "assign [tuple[a]]=b"],
    ["x = *a.b(), c", "assign [x]=tuple[*a.b(),c]"],
    ["x = yield y", "assign [x]=(yield y)"],
    ["x += 1,", "augmented x+=tuple[int:1]"],
    ["x //= y", "augmented x//=y"],
    ["x @= y", "augmented x@=y"],
    ["x >>= y", "augmented x>>=y"],
    ["x: int", "annotated x:int=-"],
    ["a.b: list[int] | None = c", "annotated a.b:(list[int] | None)=c"],
    ["x: list[str] | A | B = c", "annotated x:((list[str] | A) | B)=c"],
    ["x: a[b:c]", "annotated x:a[b:c:-]=-"],
    ["x: 'Tensor[1]'", 'annotated x:"Tensor[1]"=-'],
    ["x: list[int].y", "annotated x:list[int].y=-"],
    ["type X[T] = list[T]", "assign [X]=list[T]"],
    ["type(x).y = z", "assign [type(x).y]=z"],
    ["type(a, b).c[d] = e", "assign [type(a,b).c[d]]=e"],
  ]);
});

test("simple statements", () => {
  expectSpellings([
    ["def f(): return", "[]def f()->-[return -]"],
    ["def f(): return a, *b", "[]def f()->-[return tuple[a,*b]]"],
    ["raise", "raise -"],
    ["raise E(x) from y", "raise E(x)"],
    ["assert x", "assert x,-"],
    ["assert x, 'm'", 'assert x,"m"'],
    ["del a, b[0]", "delete [a,b[int:0]]"],
    ["del (a, b)", "delete [tuple[a,b]]"],
    ["global a, b", "global a,b"],
    ["def f():\n  nonlocal a", "[]def f()->-[nonlocal a]"],
    ["pass", "pass"],
    ["while x: break", "while x[break][]"],
    ["while x: continue", "while x[continue][]"],
    ["print(a)", "expression print(a)"],
    ["exec('x')", 'expression exec("x")'],
    ["x = \\\n    1", "assign [x]=int:1"],
    ["x = (\n\n1\n)", "assign [x]=int:1"],
  ]);
});

test("imports", () => {
  expectSpellings([
    ["import a.b as c, d", "import a.b as c,d as -"],
    ["import a . b", "import a.b as -"],
    ["from a.b import c as d, e", "from a.b import c as d,e as -"],
    ["from ...a import (b,\n c,)", "from ...a import b as -,c as -"],
    ["from . import a", "from . import a as -"],
    ["from .. a import *", "from ..a import * as -"],
    ["from __future__ import annotations as a", "from __future__ import annotations as a"],
  ]);
});

test("branches and loops", () => {
  expectSpellings([
    ["if a: x\nelif b: y\nelse: z", "if a[expression x][if b[expression y][expression z]]"],
    ["if a: x\nelif b: y\nelif c: z", "if a[expression x][if b[expression y][if c[expression z][]]]"],
    ["while a:\n  b\nelse:\n  c", "while a[expression b][expression c]"],
    ["for a, *b in c, d:\n  e\nelse:\n  f", "for tuple[a,*b] in tuple[c,d][expression e][expression f]"],
    ["async def f():\n  async for a in b: c", "async []def f()->-[for a in b[expression c][]]"],
    ["if (\n  a  # why\n):\n  # what\n  x", "if a[expression x][]"],
  ]);
});

test("an elif starts at its keyword and ends with the whole statement", () => {
  expect(firstStatement("if a: x\nelif b: y\n")).toMatchObject({
    start: 0,
    end: 17,
    otherwise: [{ kind: "if", start: 8, end: 17, body: [{ start: 16, end: 17 }] }],
  });
});

test("with and try", () => {
  expectSpellings([
    ["with a as b, c: x", "with a as b,c as -[expression x]"],
    ["with (a as b, c as d,): x", "with a as b,c as d[expression x]"],
    ["with (a as b): x", "with a as b[expression x]"],
    ["with (a, b): x", "with a as -,b as -[expression x]"],
    ["with (a, b) as c: x", "with tuple[a,b] as c[expression x]"],
    ["with a() as (b, c): x", "with a() as tuple[b,c][expression x]"],
    ["with (yield): x", "with (yield -) as -[expression x]"],
    ["async def f():\n  async with a as b: c", "async []def f()->-[with a as b[expression c]]"],
    [
      "try: a\nexcept A as e: b\nexcept (B, C): c\nexcept: d\nelse: f\nfinally: g",
      "try[expression a]except A as e[expression b]except tuple[B,C] as -[expression c]except - as -[expression d]" +
        "[expression f][expression g]",
    ],
    ["try: a\nexcept* A as e: b", "try[expression a]except A as e[expression b][][]"],
    ["try: a\nexcept A, B: b", "try[expression a]except tuple[A,B] as -[expression b][][]"],
    ["try: a\nfinally: b", "try[expression a][][expression b]"],
  ]);
});

test("functions", () => {
  expectSpellings([
    [
      "def f(a, b: int, /, c, d=1, *e: str, g, h: int = 2, **i) -> list[int]: pass",
      "[]def f(positional-only a:-=-,positional-only b:int=-,ordinary c:-=-,ordinary d:-=int:1,star e:str=-," +
        "keyword-only g:-=-,keyword-only h:int=int:2,double-star i:-=-)->list[int][pass]",
    ],
    ["def f(*, a): pass", "[]def f(keyword-only a:-=-)->-[pass]"],
    ["def f[T: int, *Ts, **P](a: T): pass", "[]def f(ordinary a:T=-)->-[pass]"],
    ["@a.b(c)\n@d\nasync def f(): pass", "async [a.b(c),d]def f()->-[pass]"],
    ["def f():\n  'doc'\n  def g(): pass\n  return g", '[]def f()->-[expression "doc",[]def g()->-[pass],return g]'],
  ]);
});

test("a decorated definition is one chunk that starts at its first decorator", () => {
  const text = "@a\n# note\n@b\nclass C: pass\n";
  const { chunks } = parseModule(parser, text).syntax;
  expect(chunks).toHaveLength(1);
  expect(chunks[0]).toMatchObject({
    offset: 0,
    chunk: { comments: [{ start: 3, end: 9 }], statement: { kind: "class", start: 0, end: 26, name: { start: 19 } } },
  });
});

test("classes", () => {
  expectSpellings([
    ["class A: pass", "[]class A()[pass]"],
    ["class A(B, *C, metaclass=D, **e): x = 1", "[]class A(B,*C,metaclass=D,**=e)[assign [x]=int:1]"],
    ["class A[T](B[T]): pass", "[]class A(B[T])[pass]"],
  ]);
});

test("match", () => {
  const patterns: readonly (readonly [string, string])[] = [
    ["_", "_"],
    ["x", "capture x"],
    ["(x)", "capture x"],
    ["a.b", "a.b"],
    ["1", "int:1"],
    ["-1.5", "(- float:3ff8000000000000)"],
    ["1+2j", "complex"],
    ["'a' 'b'", '"ab"'],
    ["None", "None"],
    ["1 | -2 | None", "int:1|(- int:2)|None"],
    ["1 | 2 as x", "int:1|int:2 as x"],
    ["[a, *b]", "structure[a,b]"],
    ["(a, b)", "sequence[capture a,capture b]"],
    ["(a,)", "sequence[capture a]"],
    ["a, b", "sequence[capture a,capture b]"],
    ["a,", "sequence[capture a]"],
    ["()", "sequence[]"],
    ["[_, *_]", "structure[]"],
    ["{'k': a, 1: [b], **c}", 'mapping["k":capture a,int:1:sequence[capture b]|c]'],
    ["{A.b: c}", "mapping[A.b:capture c|]"],
    ["{-1: None}", "mapping[(- int:1):None|]"],
    ["A()", "class A()"],
    ["A.B(c, d=e, f=G(h), g=-1)", "class A.B(capture c,d=capture e,f=class G(capture h),g=(- int:1))"],
    ["A(b) as c", "class A(capture b) as c"],
    ["[A() as b, 1 | -2]", "sequence[class A() as b,int:1|(- int:2)]"],
    ["-1, *a", "structure[a]"],
    ["[[a] as b]", "sequence[sequence[capture a] as b]"],
  ];
  for (const [pattern, spelling] of patterns) {
    const text = `match x:\n  case ${pattern}: pass\n`;
    expect(spellModule(parser, text), pattern).toEqual([`match xcase ${spelling} if -[pass]`]);
  }
  expectSpellings([
    [
      "match x, y:\n  case z if z > 1: pass\n  case _: pass",
      "match tuple[x,y]case capture z if (z > int:1)[pass]case _ if -[pass]",
    ],
    ["match *a, b:\n  case _: pass", "match tuple[*a,b]case _ if -[pass]"],
    ["match x,:\n  case _: pass", "match tuple[x]case _ if -[pass]"],
    ["match(x)", "expression match(x)"],
    ["match = case", "assign [match]=case"],
  ]);
});

test("each simple statement of a line is a chunk of its own", () => {
  expect(spellModule(parser, "x = 1; y = 2;\nz = 3 ; f()\n")).toEqual([
    "assign [x]=int:1",
    "assign [y]=int:2",
    "assign [z]=int:3",
    "expression f()",
  ]);
});

test("comments are collected, by chunk and for the whole file in order", () => {
  const text = "# a\nx = [ # b\n1]\n# c\ndef f(): # d\n  # e\n  pass # f\n# g";
  const { syntax } = parseModule(parser, text);
  expect(syntax.comments.map(({ start, end }) => text.slice(start, end)).join("")).toBe("# a# b# c# d# e# f# g");
  const inChunks = syntax.chunks.map(({ chunk, offset }) =>
    chunk.comments.map(({ start, end }) => text.slice(offset + start, offset + end)).join(""),
  );
  expect(inChunks).toEqual(["# b", "# d# e# f"]);
});

test("an empty file has no chunks", () => {
  for (const text of ["", "\n", "   ", "\uFEFF", "\\\n"]) {
    expect(parseModule(parser, text).syntax, JSON.stringify(text)).toEqual({ chunks: [], comments: [], broken: false });
  }
});
