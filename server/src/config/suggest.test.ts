import { expect, test } from "vitest";
import { closest, didYouMean } from "./suggest.ts";

test.each([
  ["kv-block-sise", "kv-block-size"],
  ["kvblocksize", "kv-block-size"],
  ["block-token-tag-length", "block-token-tags-length"],
  ["KV-BLOCK-SIZE", "kv-block-size"],
])("%s is taken for %s", (word, meant) => {
  expect(closest(word, ["kv-block-size", "block-token-tags-length"])).toBe(meant);
});

test("two letters the wrong way round are one mistake", () => {
  expect(closest("rnu", ["run", "off"])).toBe("run");
});

test("a word like nothing known has no suggestion", () => {
  expect(didYouMean("sequence", ["kv-block-size"])).toBe("");
  expect(didYouMean("luanch", ["launch"])).toBe(' Did you mean "launch"?');
});
