/** Small edits that fixes are made of. */
import type { TextEdit } from "../finding.ts";
import type { Span } from "../syntax/index.ts";
import type { PlacedCall, PlacedNode } from "./rule.ts";

/** Replaces a span of the statement that holds a node. */
export function replaceIn(placed: PlacedNode, span: Span, newText: string): TextEdit {
  return { location: { path: placed.path, start: placed.offset + span.start, end: placed.offset + span.end }, newText };
}

/** Puts lines before the statement that holds a node; undefined where they would not run right before it. */
export function insertBefore(placed: PlacedNode, lines: readonly string[]): TextEdit | undefined {
  if (!placed.precedable) return undefined;
  const at = placed.offset + placed.statement.start;
  const newText = lines.map((line) => `${line}\n${placed.indentation}`).join("");
  return { location: { path: placed.path, start: at, end: at }, newText };
}

/** Adds an argument behind the last one of a call. */
export function addArgument(call: PlacedCall, text: string): TextEdit {
  const last = call.node.arguments.at(-1);
  const at = call.offset + (last?.end ?? call.node.open);
  return { location: { path: call.path, start: at, end: at }, newText: last === undefined ? text : `, ${text}` };
}

/** Removes an argument and the comma that separates it. */
export function removeArgument(call: PlacedCall, index: number): TextEdit | undefined {
  const { arguments: args } = call.node;
  const [before, own, after] = [args[index - 1], args[index], args[index + 1]];
  if (own === undefined) return undefined;
  const start = before === undefined ? own.start : before.end;
  const end = before === undefined ? (after?.start ?? own.end) : own.end;
  return replaceIn(call, { start, end }, "");
}

/** An expression that can be repeated and followed by `[…]` without parentheses: names, attributes, indexing. */
export function isRepeatable(text: string): boolean {
  return /^[A-Za-z_][\w.]*(\[[\w"':.\s+*/-]*\])*$/.test(text);
}
