import type { Node } from "jsonc-parser";
import type { Word } from "./launch.ts";
import { computed, literal, wordOf } from "./shell/pieces.ts";

/** The strings and numbers of a JSON array as words; nothing if it is no array of them. `offset` is where its text starts. */
export function jsonWords(node: Node | undefined, text: string, offset = 0): Word[] {
  if (node?.type !== "array") return [];
  return (node.children ?? []).map((child) => jsonWord(child, text, offset));
}

/** Undefined text for anything but a string, a number or a truth value. */
export function jsonWord(node: Node, text: string, offset = 0): Word {
  const isString = node.type === "string";
  const start = node.offset + (isString ? 1 : 0);
  const end = node.offset + node.length - (isString ? 1 : 0);
  const span = { start: start + offset, end: end + offset };
  const value: unknown = node.value;
  const known = isString || node.type === "number" || node.type === "boolean" ? String(value) : undefined;
  const isWritten = known !== undefined && text.slice(start, end) === known;
  return wordOf([isWritten ? literal(known, span.start) : computed(known, [span], false)], span);
}
