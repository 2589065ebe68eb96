import type { ComprehensionClause, DictExpression, Expression } from "./ast.ts";
import type { ExpressionLowerer, Lowering } from "./lowering.ts";
import type { RawNode } from "./raw-tree.ts";

export const collectionLowerers: ReadonlyMap<string, ExpressionLowerer> = new Map<string, ExpressionLowerer>([
  ["tuple", sequence("tuple")],
  ["expression_list", sequence("tuple")],
  ["tuple_pattern", lowerTuplePattern],
  ["pattern_list", sequence("tuple")],
  ["list", sequence("list")],
  ["list_pattern", sequence("list")],
  ["set", sequence("set")],
  ["dictionary", lowerDictionary],
  ["list_comprehension", comprehension("list")],
  ["set_comprehension", comprehension("set")],
  ["dictionary_comprehension", comprehension("dict")],
  ["generator_expression", comprehension("generator")],
  ["list_splat", lowerStarred],
  ["list_splat_pattern", lowerStarred],
  ["parenthesized_expression", lowerParenthesized],
]);

function sequence(kind: "tuple" | "list" | "set"): ExpressionLowerer {
  return (context, node) => ({
    kind,
    start: context.start(node),
    end: context.end(node),
    elements: context.expressions(context.raw.namedChildren(node)),
  });
}

/** As a target, `(a)` is a tuple pattern to the grammar; only a comma makes it one to Python. */
function lowerTuplePattern(context: Lowering, node: RawNode): Expression {
  const elements = context.raw.namedChildren(node);
  const [only] = elements;
  if (only !== undefined && elements.length === 1 && context.raw.childOfType(node, ",") === undefined) {
    return context.expression(only);
  }
  return { kind: "tuple", start: context.start(node), end: context.end(node), elements: context.expressions(elements) };
}

function lowerDictionary(context: Lowering, node: RawNode): Expression {
  const entries = context.raw.namedChildren(node).map((child) => lowerEntry(context, child));
  return { kind: "dict", start: context.start(node), end: context.end(node), entries };
}

function lowerEntry(context: Lowering, node: RawNode): DictExpression["entries"][number] {
  const { raw } = context;
  if (raw.type(node) === "dictionary_splat") {
    return { key: undefined, value: context.requiredExpression(raw.namedChildren(node)[0], node) };
  }
  if (context.hasErrorChild(node)) {
    return { key: context.invalid(node), value: context.invalid(node) };
  }
  return {
    key: context.requiredExpression(raw.child(node, "key"), node),
    value: context.requiredExpression(raw.child(node, "value"), node),
  };
}

function comprehension(result: "list" | "set" | "dict" | "generator"): ExpressionLowerer {
  return (context, node) => {
    const { raw } = context;
    const body = raw.child(node, "body");
    const pair = body !== undefined && raw.type(body) === "pair" ? lowerEntry(context, body) : undefined;
    return {
      kind: "comprehension",
      start: context.start(node),
      end: context.end(node),
      result,
      key: pair?.key,
      element: pair?.value ?? context.requiredExpression(body, node),
      clauses: lowerClauses(context, node),
    };
  };
}

function lowerClauses(context: Lowering, node: RawNode): ComprehensionClause[] {
  const { raw } = context;
  const clauses: (ComprehensionClause & { readonly conditions: Expression[] })[] = [];
  for (const child of raw.namedChildren(node)) {
    if (raw.type(child) === "for_in_clause") {
      clauses.push({ ...lowerForClause(context, child), conditions: [] });
    } else if (raw.type(child) === "if_clause") {
      clauses.at(-1)?.conditions.push(context.requiredExpression(raw.namedChildren(child)[0], child));
    }
  }
  return clauses;
}

function lowerForClause(context: Lowering, node: RawNode): { target: Expression; iterable: Expression } {
  const { raw } = context;
  const [iterable, ...more] = raw.childrenInField(node, "right");
  // Python 2 allowed `[x for x in 1, 2]`.
  if (more.length > 0 || context.hasErrorChild(node)) {
    return { target: context.invalid(node), iterable: context.invalid(node) };
  }
  return {
    target: context.requiredExpression(raw.child(node, "left"), node),
    iterable: context.requiredExpression(iterable, node),
  };
}

function lowerStarred(context: Lowering, node: RawNode): Expression {
  const value = context.requiredExpression(context.raw.namedChildren(node)[0], node);
  return { kind: "starred", start: context.start(node), end: context.end(node), value };
}

function lowerParenthesized(context: Lowering, node: RawNode): Expression {
  const [inner] = context.raw.namedChildren(node);
  if (inner === undefined || context.raw.type(inner) === "list_splat") {
    return context.invalid(node);
  }
  return context.expression(inner);
}
