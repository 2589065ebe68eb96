import type { Argument, Expression } from "./ast.ts";
import type { ExpressionLowerer, Lowering } from "./lowering.ts";
import { lowerIdentifier } from "./names.ts";
import { lowerParameters } from "./parameters.ts";
import type { RawNode } from "./raw-tree.ts";

/** Everything that follows a primary expression, and what else may stand where one stands. */
export const callLowerers: ReadonlyMap<string, ExpressionLowerer> = new Map<string, ExpressionLowerer>([
  ["call", lowerCall],
  ["attribute", lowerAttribute],
  ["subscript", lowerSubscript],
  ["slice", lowerSlice],
  ["lambda", lowerLambda],
  ["yield", lowerYield],
]);

function lowerCall(context: Lowering, node: RawNode): Expression {
  const { raw } = context;
  const list = raw.child(node, "arguments");
  if (list === undefined || context.hasErrorChild(list)) {
    return context.invalid(node);
  }
  const open = raw.start(list) + 1;
  const close = raw.end(list) - 1;
  const callArguments =
    raw.type(list) === "generator_expression"
      ? [generatorArgument(context, list, open, close)]
      : lowerArguments(context, list);
  if (!isOrdered(callArguments)) return context.invalid(node);
  return onPrimary(context, node, raw.child(node, "function"), (callee, start) => ({
    kind: "call",
    start,
    end: raw.end(node),
    callee,
    arguments: callArguments,
    open,
    close,
  }));
}

/** The grammar lets a position follow a keyword, as one does while the `=` of another keyword is not typed, and a keyword come twice. */
function isOrdered(callArguments: readonly Argument[]): boolean {
  const keywords = callArguments.flatMap(({ name }) => name?.id ?? []);
  const last = callArguments.findLastIndex(({ name, stars }) => name === undefined && stars === 0);
  const isBehind = callArguments.every(({ name, stars }, i) => i > last || (name === undefined && stars < 2));
  return isBehind && new Set(keywords).size === keywords.length;
}

/** In `f(x for x in y)` one pair of parentheses serves the call and the generator; it is counted as the call's. */
function generatorArgument(context: Lowering, node: RawNode, start: number, end: number): Argument {
  return { start, end, name: undefined, stars: 0, value: { ...context.expression(node), start, end } };
}

export function lowerArguments(context: Lowering, list: RawNode): Argument[] {
  return context.raw.namedChildren(list).map((child) => lowerArgument(context, child));
}

function lowerArgument(context: Lowering, node: RawNode): Argument {
  const { raw } = context;
  const start = context.start(node);
  const end = context.end(node);
  switch (raw.type(node)) {
    case "keyword_argument": {
      const name = lowerIdentifier(context, raw.child(node, "name"));
      return { start, end, name, stars: 0, value: context.requiredExpression(raw.child(node, "value"), node) };
    }
    case "dictionary_splat":
      return { start, end, name: undefined, stars: 2, value: starredValue(context, node) };
    case "list_splat":
      return { start, end, name: undefined, stars: 1, value: starredValue(context, node) };
    default: {
      const value = context.expression(node);
      return value.kind === "starred"
        ? { start, end, name: undefined, stars: 1, value: value.value }
        : { start, end, name: undefined, stars: 0, value };
    }
  }
}

function starredValue(context: Lowering, node: RawNode): Expression {
  return context.requiredExpression(context.raw.namedChildren(node)[0], node);
}

/**
 * Builds a call, attribute or subscript on its primary expression. The grammar reads `*a.b` as `(*a).b`, so a star on
 * the primary is moved outwards.
 */
function onPrimary(
  context: Lowering,
  node: RawNode,
  primary: RawNode | undefined,
  build: (primary: Expression, start: number) => Expression,
): Expression {
  const lowered = context.requiredExpression(primary, node);
  if (lowered.kind !== "starred") {
    return build(lowered, context.start(node));
  }
  return {
    start: context.start(node),
    end: context.end(node),
    kind: "starred",
    value: build(lowered.value, context.start(node) + 1),
  };
}

function lowerAttribute(context: Lowering, node: RawNode): Expression {
  const { raw } = context;
  const attribute = lowerIdentifier(context, raw.child(node, "attribute"));
  if (attribute === undefined) {
    return context.invalid(node);
  }
  return onPrimary(context, node, raw.child(node, "object"), (object, start) => ({
    kind: "attribute",
    start,
    end: raw.end(node),
    object,
    attribute,
  }));
}

function lowerSubscript(context: Lowering, node: RawNode): Expression {
  const { raw } = context;
  const items = raw.children(node).filter((child) => raw.named(child) && raw.field(child) === "subscript");
  const index = lowerTupleWithoutParentheses(context, node, items);
  return onPrimary(context, node, raw.child(node, "value"), (object, start) => ({
    kind: "subscript",
    start,
    end: raw.end(node),
    object,
    index,
  }));
}

/** Items that stand directly under `node`, such as an index: a tuple as soon as there is a comma or a star. */
export function lowerTupleWithoutParentheses(context: Lowering, node: RawNode, items: readonly RawNode[]): Expression {
  const elements = context.expressions(items);
  const [first] = items;
  const [only] = elements;
  if (first === undefined || only === undefined) {
    return context.invalid(node);
  }
  const comma = context.raw.lastChildOfType(node, ",");
  if (comma === undefined && only.kind !== "starred") {
    return only;
  }
  const end = Math.max(context.end(items.at(-1) ?? first), comma === undefined ? 0 : context.end(comma));
  return { kind: "tuple", start: context.start(first), end, elements };
}

export function lowerSlice(context: Lowering, node: RawNode): Expression {
  const bounds: [Expression | undefined, Expression | undefined, Expression | undefined] = [
    undefined,
    undefined,
    undefined,
  ];
  let position = 0;
  for (const child of context.raw.children(node)) {
    if (context.raw.type(child) === ":") {
      position++;
    } else {
      bounds[position] = context.expression(child);
    }
  }
  const [lower, upper, step] = bounds;
  return { kind: "slice", start: context.start(node), end: context.end(node), lower, upper, step };
}

function lowerLambda(context: Lowering, node: RawNode): Expression {
  const { raw } = context;
  const parameters = raw.child(node, "parameters");
  return {
    kind: "lambda",
    start: context.start(node),
    end: context.end(node),
    parameters: parameters === undefined ? [] : lowerParameters(context, parameters),
    body: context.requiredExpression(raw.child(node, "body"), node),
  };
}

function lowerYield(context: Lowering, node: RawNode): Expression {
  const value = context.optionalExpression(context.raw.namedChildren(node)[0]);
  // The tree has no node for the keyword.
  const from = /^yield(?:\s|\\\n)+from\b/.test(context.raw.text(node));
  return { kind: "yield", start: context.start(node), end: context.end(node), value, from };
}
