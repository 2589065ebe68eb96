import { beforeAll, describe, expect, test } from "vitest";
import type { ModuleSyntax, Node } from "./ast.ts";
import { parseModule } from "./module.ts";
import type { Parser } from "./parser.ts";
import { createTestParser, sampleModule } from "./test-support.ts";
import { absoluteSpan, childrenOf, nodeAt } from "./walk.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await createTestParser();
});

function read(text: string): ModuleSyntax {
  return parseModule(parser, text).syntax;
}

describe("the children of a node", () => {
  /** Every name in a text, in the order in which walking meets them. */
  function namesIn(text: string): string {
    const names: string[] = [];
    const visit = (node: Node): void => {
      if (node.kind === "name") {
        names.push(node.id);
      }
      for (const child of childrenOf(node)) {
        visit(child);
      }
    };
    read(text).chunks.forEach(({ chunk }) => {
      visit(chunk.statement);
    });
    return names.join(" ");
  }

  test("come in source order and leave nothing out", () => {
    // Each text names everything once, in alphabetical order.
    const texts = [
      "a = b[c, d:e:f](g, *h, i=j, **k).l",
      "[a, (b, c), {d, *e}, {f: g, **h}, -i, not j, k + l, m and n, o < p < q]",
      "[a if b else c, (d := e), lambda f, *g, h=i: j]",
      "f'{a}{b!s}' f'{c:9}'",
      "@a\ndef b(c: d, e: f = g, *h, i=j, **k) -> l:\n  return m\n  yield n\n  await o",
      "@a\nclass b(c, d=e):\n  f: g = h\n  i += j",
      "if a: b\nelif c: d\nelse: e",
      "for a in b: c\nelse: d",
      "while a: b\nelse: c",
      "with a as b, c: d",
      "try: a\nexcept b as c: d\nelse: e\nfinally: f",
      "match a:\n  case b if c: d\n  case e.f | 1: g\n  case [h, i] as j: k",
      "raise a\nassert b, c\ndel d, e\nimport x as f\nfrom y import g as h\nfrom z import *",
    ];
    for (const text of texts) {
      const expected = Array.from(text.matchAll(/(?<![\w'!])[a-w](?![\w'])/g), ([name]) => name).join(" ");
      expect(namesIn(text), text).toBe(expected);
    }
    expect(namesIn("[a for b in c if d for e in f]\n{a: b for c in d}")).toBe("a b c d e f a b c d");
  });

  test("are the recovered statements of skipped text", () => {
    expect(namesIn("def f(x:\n    return y\n")).toBe("y");
  });
});

describe("the node at an offset", () => {
  const text = "import os\n\nx = f(alpha, beta + 1)\n";

  function wordAt(offset: number): string | undefined {
    const found = nodeAt(read(text), offset);
    const span = found === undefined ? undefined : absoluteSpan(found.placed, found.expression);
    return span === undefined ? undefined : text.slice(span.start, span.end);
  }

  test("is the innermost expression", () => {
    expect(wordAt(text.indexOf("alpha") + 2)).toBe("alpha");
    expect(wordAt(text.indexOf("+"))).toBe("beta + 1");
    expect(wordAt(text.indexOf("(") + 0)).toBe("f(alpha, beta + 1)");
  });

  test("is the word before the offset where no other starts", () => {
    expect(wordAt(text.indexOf("alpha") + 5)).toBe("f(alpha, beta + 1)");
    expect(nodeAt(read("alpha\n"), 5)?.expression).toMatchObject({ kind: "name", id: "alpha" });
  });

  test("comes with the nodes around it, outermost first", () => {
    const found = nodeAt(read(text), text.indexOf("beta"));
    expect(found?.ancestors.map(({ kind }) => kind)).toEqual(["assign", "call", "binary"]);
    expect(found?.placed.offset).toBe(text.indexOf("x ="));
  });

  test("is nothing on a keyword, in a comment and between statements", () => {
    expect(nodeAt(read(text), 2)).toBeUndefined();
    expect(nodeAt(read(text), 10)).toBeUndefined();
    expect(nodeAt(read("x = 1  # note\n"), 9)).toBeUndefined();
    expect(nodeAt(read(""), 0)).toBeUndefined();
  });

  test("is found everywhere in a large module", () => {
    const syntax = read(sampleModule);
    for (let offset = 0; offset <= sampleModule.length; offset++) {
      const found = nodeAt(syntax, offset);
      if (found !== undefined) {
        const span = absoluteSpan(found.placed, found.expression);
        expect(span.start <= offset && offset <= span.end).toBe(true);
      }
    }
  });
});
