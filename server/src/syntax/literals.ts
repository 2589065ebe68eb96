import type { Expression } from "./ast.ts";
import type { ExpressionLowerer, Lowering } from "./lowering.ts";
import { lowerName } from "./names.ts";
import type { RawNode } from "./raw-tree.ts";

export const literalLowerers: ReadonlyMap<string, ExpressionLowerer> = new Map<string, ExpressionLowerer>([
  ["identifier", lowerName],
  ["integer", lowerInteger],
  ["float", lowerFloat],
  ["true", (context, node) => ({ kind: "constant", start: context.start(node), end: context.end(node), value: true })],
  [
    "false",
    (context, node) => ({ kind: "constant", start: context.start(node), end: context.end(node), value: false }),
  ],
  ["none", (context, node) => ({ kind: "constant", start: context.start(node), end: context.end(node), value: null })],
  [
    "ellipsis",
    (context, node) => ({ kind: "constant", start: context.start(node), end: context.end(node), value: "ellipsis" }),
  ],
]);

/** CPython refuses decimal literals with more digits, because reading them takes quadratic time. */
const maximumDecimalDigits = 4300;

function lowerInteger(context: Lowering, node: RawNode): Expression {
  const digits = context.raw.text(node).replaceAll("_", "");
  if (/[jJ]$/.test(digits)) {
    return { kind: "float", start: context.start(node), end: context.end(node), value: NaN };
  }
  const isDecimal = /^(?:[1-9]\d*|0+)$/.test(digits);
  const isPrefixed = /^0[xX][\da-fA-F]+$|^0[oO][0-7]+$|^0[bB][01]+$/.test(digits);
  if (isPrefixed || (isDecimal && digits.length <= maximumDecimalDigits)) {
    return { kind: "int", start: context.start(node), end: context.end(node), value: BigInt(digits) };
  }
  // Python 2 wrote `10L` and `0777`.
  return context.invalid(node);
}

function lowerFloat(context: Lowering, node: RawNode): Expression {
  const digits = context.raw.text(node).replaceAll("_", "");
  const value = /[jJ]$/.test(digits) ? NaN : Number(digits);
  return { kind: "float", start: context.start(node), end: context.end(node), value };
}
