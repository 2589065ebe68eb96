import { expect, test } from "vitest";
import { commonException } from "./texts.ts";

const raised = (text: string) => ({ name: "ValueError", text });

test.each([
  ["one text", ["a multiple of 192"], "a multiple of 192"],
  ["the same text twice", ["a multiple of 192", "a multiple of 192"], "a multiple of 192"],
  ["texts that differ in a number", ["128 is no multiple of 192.", "128 is no multiple of 384."], "128 is no multiple of 192 or 384."],
  ["texts that differ in words", ["too few", "too many"], "too few"],
])("%s", (_, texts, expected) => {
  expect(commonException(texts.map(raised))).toEqual(raised(expected));
});
