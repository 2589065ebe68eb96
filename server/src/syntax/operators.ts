import type { CompareOperator, Expression } from "./ast.ts";
import { lowerBinary, lowerAwait } from "./binary.ts";
import type { ExpressionLowerer, Lowering } from "./lowering.ts";
import type { RawNode } from "./raw-tree.ts";

export const operatorLowerers: ReadonlyMap<string, ExpressionLowerer> = new Map<string, ExpressionLowerer>([
  ["binary_operator", lowerBinary],
  ["await", lowerAwait],
  ["unary_operator", lowerUnary],
  ["not_operator", lowerNot],
  ["boolean_operator", lowerLogical],
  ["comparison_operator", lowerComparison],
  ["conditional_expression", lowerConditional],
  ["named_expression", lowerNamed],
]);

function lowerUnary(context: Lowering, node: RawNode): Expression {
  const { raw } = context;
  const token = raw.child(node, "operator");
  const operator = token === undefined ? "" : raw.type(token);
  if (operator !== "-" && operator !== "+" && operator !== "~") {
    return context.invalid(node);
  }
  const operand = context.requiredExpression(raw.child(node, "argument"), node);
  return { kind: "unary", start: context.start(node), end: context.end(node), operator, operand };
}

function lowerNot(context: Lowering, node: RawNode): Expression {
  const operand = context.requiredExpression(context.raw.child(node, "argument"), node);
  return { kind: "unary", start: context.start(node), end: context.end(node), operator: "not", operand };
}

function lowerLogical(context: Lowering, node: RawNode): Expression {
  const { raw } = context;
  const operator = raw.childOfType(node, "and") === undefined ? "or" : "and";
  const left = context.requiredExpression(raw.child(node, "left"), node);
  const right = context.requiredExpression(raw.child(node, "right"), node);
  return { kind: "logical", start: context.start(node), end: context.end(node), operator, left, right };
}

const compareOperators: ReadonlySet<string> = new Set<CompareOperator>([
  ...(["==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"] as const),
]);

function isCompareOperator(text: string): text is CompareOperator {
  return compareOperators.has(text);
}

function lowerComparison(context: Lowering, node: RawNode): Expression {
  const { raw } = context;
  const operators: CompareOperator[] = [];
  const operands: Expression[] = [];
  for (const child of raw.children(node)) {
    const type = raw.type(child);
    if (raw.named(child)) {
      operands.push(context.expression(child));
    } else if (isCompareOperator(type)) {
      operators.push(type);
    } else {
      // Python 2 wrote `<>`.
      return context.invalid(node);
    }
  }
  const [left, ...comparators] = operands;
  if (left === undefined || comparators.length !== operators.length) {
    return context.invalid(node);
  }
  return { kind: "compare", start: context.start(node), end: context.end(node), left, operators, comparators };
}

function lowerConditional(context: Lowering, node: RawNode): Expression {
  const [body, test, otherwise] = context.raw.namedChildren(node);
  return {
    kind: "conditional",
    start: context.start(node),
    end: context.end(node),
    test: context.requiredExpression(test, node),
    body: context.requiredExpression(body, node),
    otherwise: context.requiredExpression(otherwise, node),
  };
}

function lowerNamed(context: Lowering, node: RawNode): Expression {
  const { raw } = context;
  const target = context.requiredExpression(raw.child(node, "name"), node);
  const value = context.requiredExpression(raw.child(node, "value"), node);
  return target.kind === "name"
    ? { kind: "named", start: context.start(node), end: context.end(node), target, value }
    : context.invalid(node);
}
