import { beforeAll, expect, test } from "vitest";
import { SourceDocument, type Parser } from "../syntax/index.ts";
import { loadParser } from "../testing/project.ts";
import { FileIndexes } from "./file-indexes.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await loadParser();
});

const path = "/project/main.py";
const statements = ["import a", "x = a.b", "def f(a):\n    return a", "class C:\n    y = f(x)", "f(x)", "z = [", "# x"];

/** What an index says of each word. */
function contents(indexes: FileIndexes, document: SourceDocument): unknown {
  const order = document.syntax.chunks.map(({ chunk }) => chunk);
  const places = (chunks: Iterable<(typeof order)[number]>): number[] =>
    [...chunks].map((chunk) => order.indexOf(chunk)).sort((one, other) => one - other);
  return ["a", "b", "x", "f", "C", "y", "z", "none"].map((word) => [
    word,
    places(indexes.mentionsIn(path, document).chunksWith(word)),
    places(indexes.definitionsIn(path, document).chunksWith(word)),
  ]);
}

test("an index that is kept up with edits says what a new one says", () => {
  const document = new SourceDocument(parser, statements.join("\n"));
  const indexes = new FileIndexes();
  let state = 1;
  const random = (count: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };
  for (let edit = 0; edit < 300; edit++) {
    const lines = document.text.split("\n");
    const start = lines.slice(0, random(lines.length)).reduce((sum, line) => sum + line.length + 1, 0);
    const end = Math.min(document.text.length, start + random(25));
    document.edit([{ start, end, newText: `${statements[random(statements.length)] ?? ""}\n`.repeat(random(3)) }]);
    // Several edits may go by between two questions.
    if (random(3) > 0) expect(contents(indexes, document)).toEqual(contents(new FileIndexes(), document));
  }
  document.dispose();
});

test("what is forgotten is read again", () => {
  const document = new SourceDocument(parser, "x = a");
  const indexes = new FileIndexes();
  const before = contents(indexes, document);
  indexes.keepOnly([]);
  expect(contents(indexes, document)).toEqual(before);
  document.dispose();
});
