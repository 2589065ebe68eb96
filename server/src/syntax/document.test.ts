import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { SourceDocument } from "./document.ts";
import { parseModule } from "./module.ts";
import type { Parser } from "./parser.ts";
import { createTestParser, sampleModule } from "./test-support.ts";
import { applyChange, type TextChange } from "./text.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await createTestParser();
});

function open(text: string): SourceDocument {
  return new SourceDocument(parser, text);
}

function statements(document: SourceDocument): readonly object[] {
  return document.syntax.chunks.map(({ chunk }) => chunk);
}

/** The change that replaces the first occurrence of `old`. */
function replacing(text: string, old: string, newText: string): TextChange {
  const start = text.indexOf(old);
  return { start, end: start + old.length, newText };
}

describe("an edit", () => {
  const text = "import os\n\ndef f(a):\n    return a\n\nx = f(1)\n";

  test("keeps the chunks it does not touch, wherever they are moved", () => {
    const document = open(text);
    const [first, , last] = statements(document);
    document.edit([replacing(text, "return a", "b = a  # copy\n    return b")]);
    const after = statements(document);
    expect(after[0]).toBe(first);
    expect(after[2]).toBe(last);
    expect(document.syntax.chunks[2]?.offset).toBe(document.text.indexOf("x = f"));
  });

  test("makes a new chunk of the statement it changes", () => {
    const document = open(text);
    const [, changed] = statements(document);
    document.edit([replacing(text, "return a", "return b")]);
    expect(statements(document)[1]).not.toBe(changed);
  });

  test("inside the space between statements keeps all of them", () => {
    const document = open(text);
    const before = statements(document);
    document.edit([replacing(text, "\n\ndef", "\n# why\n\ndef")]);
    expect(statements(document)).toEqual(before);
    statements(document).forEach((chunk, index) => {
      expect(chunk).toBe(before[index]);
    });
    expect(document.syntax.comments).toEqual([{ start: 10, end: 15 }]);
  });

  test("of everything keeps the statements whose text is still there", () => {
    const document = open(text);
    const [, definition, use] = statements(document);
    document.edit([{ start: 0, end: text.length, newText: "x = f(1)\ny = 2\ndef f(a):\n    return a\n" }]);
    const after = statements(document);
    expect(after[0]).toBe(use);
    expect(after[2]).toBe(definition);
  });

  test("leaves equal statements distinct chunks", () => {
    const document = open("f()\nf()\n");
    const [first, second] = statements(document);
    expect(first).not.toBe(second);
    document.edit([{ start: 0, end: 8, newText: "g()\nf()\nf()\nf()\n" }]);
    const after = statements(document);
    expect(after.slice(1, 3)).toEqual([first, second]);
    expect(after[1]).toBe(first);
    expect(after[2]).toBe(second);
    expect(new Set(after).size).toBe(4);
  });

  test("elsewhere keeps the chunk of a broken statement too", () => {
    const document = open("x = (1\n\ny = 2\n");
    const [broken, other] = statements(document);
    document.edit([replacing(document.text, "2", "3")]);
    expect(statements(document)[0]).toBe(broken);
    expect(statements(document)[1]).not.toBe(other);
    expect(document.syntax.broken).toBe(true);
  });

  test("may be made of several changes, each on top of the one before", () => {
    const document = open("a = 1\nb = 2\nc = 3\n");
    document.edit([
      { start: 6, end: 7, newText: "bb" },
      { start: 0, end: 1, newText: "aa" },
      { start: 15, end: 15, newText: "c" },
    ]);
    expect(document.text).toBe("aa = 1\nbb = 2\ncc = 3\n");
    expect(document.syntax).toEqual(parseModule(parser, document.text).syntax);
  });

  test("that joins or splits a pair of code units reads the text around it anew", () => {
    for (const [before, change] of [
      ["x = 1\r\ny = 2", { start: 6, end: 7, newText: "" }],
      ["x = 1\ry = 2", { start: 6, end: 6, newText: "\n" }],
      ["x = '\ud83d'", { start: 6, end: 6, newText: "\ude00" }],
      ["x = '😀'", { start: 6, end: 7, newText: "" }],
    ] as const) {
      const document = open(before);
      document.edit([change]);
      expect(document.syntax, JSON.stringify(before)).toEqual(parseModule(parser, applyChange(before, change)).syntax);
    }
  });
});

describe("text that an earlier revision did not read as code", () => {
  test("is read when a comment before it is cut short", () => {
    const document = open("x = 1  # more\n");
    document.edit([{ start: 5, end: 9, newText: " def g(): pass\n" }]);
    expect(document.syntax).toEqual(parseModule(parser, document.text).syntax);
    expect(document.syntax.broken).toBe(true);
  });

  test("is read when a string that hid it is closed", () => {
    const document = open('x = (\ny = """\nz = 1\n');
    document.edit([replacing(document.text, '"""', '""""""')]);
    expect(document.syntax).toEqual(parseModule(parser, document.text).syntax);
    expect(document.syntax.chunks.at(-1)?.chunk.statement.kind).toBe("assign");
  });
});

describe("an edit inside one statement", () => {
  test.each([
    ["joins it to the one before", "if a:\n    b\nelse_x: int\nc\n", "_x", ""],
    ["opens a string that hides what follows", 'x = 1\ny = """z"""\n', "1", '"""'],
    ["opens a bracket", "x = 1\ny = (2)\n", "1", "("],
    ["ends it with a backslash", "x = 1 \n\ny = 2\n", " \n\n", " \\\n\n"],
    ["takes a comment into its block", "def f():\n    a\n# c\n\nb\n", "# c", "    # c"],
    ["takes the next line into its block", "if a:\n    b\n\nc\nd\n", "\n\nc", "\n    c"],
    ["splits it", "x = 1\ny = 2\n", "= 1", "= 1; z = 2"],
    ["leaves nothing of it but a comment", "x = 1\nxy = 1\ny = 2\n", "y = 1", "# = 1"],
    ["appends to the last line", "x = 1\ndef f(): pass", "pass", "pass\n  # c"],
    ["changes a statement behind a byte order mark", "\uFEFFx = 1\ny = 2\n", "1", "3"],
    ["changes the second statement of a line", "x = 1; y = 2\nz = 3\n", "2", "4"],
  ])("%s", (_name, text, old, newText) => {
    const document = open(text);
    document.edit([replacing(text, old, newText)]);
    expect(document.syntax).toEqual(parseModule(parser, document.text).syntax);
  });

  test("has only that statement parsed", () => {
    const parsed: number[] = [];
    const text = `${"a = 1\n".repeat(100)}def f():\n    return 1\n\n${"b = 1\n".repeat(100)}`;
    const document = new SourceDocument(counting(parsed), text);
    document.edit([replacing(text, "return", "x = 2\n    return")]);
    expect(document.syntax).toEqual(parseModule(parser, document.text).syntax);
    expect(parsed).toEqual([text.length, expect.toSatisfy((length: number) => length < 60)]);
  });

  test("and opens or closes a bracket has no more parsed than that", () => {
    const parsed: number[] = [];
    const text = `${"a = 1\n".repeat(100)}def f():\n    return 1\n\n${"b = 1\n".repeat(100)}`;
    const document = new SourceDocument(counting(parsed), text);
    document.edit([replacing(text, "return 1", "return max(1")]);
    expect(document.syntax).toEqual(parseModule(parser, document.text).syntax);
    expect(document.syntax.broken).toBe(true);
    document.edit([replacing(document.text, "max(1", "max(1, 2)")]);
    expect(document.syntax).toEqual(parseModule(parser, document.text).syntax);
    expect(document.syntax.broken).toBe(false);
    expect(parsed[0]).toBe(text.length);
    expect(Math.max(...parsed.slice(1))).toBeLessThan(60);
  });
});

describe("a document", () => {
  test("that became too big has no syntax until it is smaller again", async () => {
    const strict = await createTestParser({ maximumLength: 20, maximumMilliseconds: 1_000 });
    const document = new SourceDocument(strict, "x = 1\n");
    document.edit([{ start: 0, end: 0, newText: "# a long comment\n" }]);
    expect(document.refused).toBe("too big");
    expect(document.syntax).toEqual({ chunks: [], comments: [], broken: true });
    document.edit([{ start: 0, end: 17, newText: "" }]);
    expect(document.refused).toBeUndefined();
    expect(document.syntax).toEqual(parseModule(strict, "x = 1\n").syntax);
  });

  test("keeps its syntax after it is disposed of", () => {
    const document = open("x = 1\n");
    const { syntax } = document;
    document.dispose();
    document.dispose();
    expect(syntax.chunks).toHaveLength(1);
  });
});

function counting(parsed: number[]): Parser {
  return {
    symbols: parser.symbols,
    maximumLength: parser.maximumLength,
    parse: (text, previous) => {
      parsed.push(text.length);
      return parser.parse(text, previous);
    },
    dispose: () => undefined,
  };
}

const snippets = [
  ...["(", ")", "[", "]", "{", "}", '"', "'", '"""', "f'{", "#", "\\", ":", ",", "=", ".", ";", "*", "@", "x", " "],
  ...["\n", "\r\n", "\r", "\t", "\n    ", "\n        ", "😀", "\ud83d", "\0", "\uFEFF", "é"],
  ...["def g(a, *, b=1):\n    return a\n", "x = 1\n", "if x:\n", "else:\n", "class A:\n    y = 2\n", "    pass\n"],
  ...["return ", "lambda: ", "await ", "async ", "try:\n", "except E:\n", "import a", "# note\n"],
];

const edits = fc.array(
  fc.record({
    at: fc.nat(),
    length: fc.oneof(fc.constant(0), fc.nat(12), fc.nat(300)),
    newText: fc.constantFrom("", ...snippets),
  }),
  { minLength: 1, maxLength: 12 },
);

function changeAt(text: string, edit: { at: number; length: number; newText: string }): TextChange {
  const start = edit.at % (text.length + 1);
  return { start, end: Math.min(text.length, start + edit.length), newText: edit.newText };
}

test("any sequence of edits gives what parsing the result from scratch gives", () => {
  fc.assert(
    fc.property(fc.constantFrom(sampleModule, sampleModule.replaceAll("\n", "\r\n")), edits, (start, sequence) => {
      const document = new SourceDocument(parser, start);
      for (const edit of sequence) {
        document.edit([changeAt(document.text, edit)]);
        const expected = parseModule(parser, document.text).syntax;
        if (!isDeepStrictEqual(document.syntax, expected)) {
          // The slower comparison says what differs.
          expect(document.syntax).toEqual(expected);
        }
      }
      document.dispose();
    }),
    { numRuns: 150, seed: 20_260_101 },
  );
});

test("one small edit of a valid text at a time", () => {
  const small = fc.record({ at: fc.nat(), length: fc.nat(3), newText: fc.constantFrom("", "1", "a_b", ...snippets) });
  fc.assert(
    fc.property(fc.array(small, { minLength: 10, maxLength: 20 }), (sequence) => {
      let document = open(sampleModule);
      for (const edit of sequence) {
        const valid = document.text;
        document.edit([changeAt(valid, edit)]);
        expect(isDeepStrictEqual(document.syntax, parseModule(parser, document.text).syntax), document.text).toBe(true);
        if (document.syntax.broken) document = open(valid);
      }
    }),
    { numRuns: 15, seed: 20_260_102 },
  );
});
