import fc from "fast-check";
import { expect, test } from "vitest";
import { WordSearch } from "./word-search.ts";

function finds(words: readonly string[], text: string): boolean {
  return new WordSearch(words).isIn(Buffer.from(text));
}

test.each([
  ["ServerArgs", true],
  ["x = ServerArgs(1)", true],
  ["x.ServerArgs", true],
  ["MyServerArgs", false],
  ["ServerArgs2", false],
  ["_ServerArgs", false],
  ["éServerArgs", false],
  ["ServerArg", false],
  ["", false],
])("%j", (text, found) => {
  expect(finds(["ServerArgs", "block_token_tags"], text)).toBe(found);
});

test("only as many bytes as are asked for count", () => {
  const search = new WordSearch(["tags"]);
  expect(search.isIn(Buffer.from("tags"), 3)).toBe(false);
  expect(search.isIn(Buffer.from("tagsx"), 4)).toBe(true);
});

test("no words are in nothing", () => {
  expect(finds([], "x")).toBe(false);
});

test("it agrees with a search for each word on its own", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "_"), minLength: 2, maxLength: 6 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "_", " ", "."), maxLength: 60 });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 6 }), text, (words, content) => {
      expect(finds(words, content)).toBe(
        words.some((word) => (content.match(/\w+/g) ?? []).some((own) => own === word)),
      );
    }),
    { numRuns: 2000 },
  );
});
