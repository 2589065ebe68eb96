import type { Expression, Statement } from "./ast.ts";
import { isBinaryOperator } from "./binary.ts";
import type { Lowering, StatementLowerer } from "./lowering.ts";
import { leavesItsLine } from "./logical-line.ts";
import type { RawNode } from "./raw-tree.ts";
import { lowerTypeAlias } from "./type-alias.ts";

/** Statements without a block, imports apart. */
export const simpleStatementLowerers: ReadonlyMap<string, StatementLowerer> = new Map<string, StatementLowerer>([
  ["expression_statement", onOneLine(lowerExpressionStatement)],
  ["return_statement", onOneLine(lowerReturn)],
  ["raise_statement", onOneLine(lowerRaise)],
  ["assert_statement", onOneLine(lowerAssert)],
  ["delete_statement", onOneLine(lowerDelete)],
  ["type_alias_statement", onOneLine(lowerTypeAlias)],
  ["global_statement", scope("global")],
  ["nonlocal_statement", scope("nonlocal")],
  ["pass_statement", (context, node) => ({ kind: "pass", start: context.start(node), end: context.end(node) })],
  ["break_statement", (context, node) => ({ kind: "break", start: context.start(node), end: context.end(node) })],
  ["continue_statement", (context, node) => ({ kind: "continue", start: context.start(node), end: context.end(node) })],
  // Python 2. `print(x)` and `exec(x)` are calls, and not these nodes.
  ["print_statement", (context, node) => context.invalidStatement(node, [])],
  ["exec_statement", (context, node) => context.invalidStatement(node, [])],
]);

/** To the grammar a line end is mere space wherever it expects more, so `x = ` would take the next line as its value. */
export function onOneLine(lower: StatementLowerer): StatementLowerer {
  return (context, node) => {
    const { holes } = context;
    const isTorn = context.hasErrorChild(node) || leavesItsLine(context.raw, node);
    const statement = isTorn ? undefined : lower(context, node);
    return statement === undefined || context.holes > holes ? context.invalidStatement(node, []) : statement;
  };
}

function lowerExpressionStatement(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  const children = raw.namedChildren(node);
  const [only] = children;
  if (only !== undefined && children.length === 1 && raw.childOfType(node, ",") === undefined) {
    return lowerSingle(context, node, only);
  }
  const value: Expression = {
    kind: "tuple",
    start: context.start(node),
    end: context.end(node),
    elements: context.expressions(children),
  };
  return { kind: "expression", start: context.start(node), end: context.end(node), value };
}

function lowerSingle(context: Lowering, node: RawNode, child: RawNode): Statement {
  switch (context.raw.type(child)) {
    case "assignment":
      return context.raw.child(child, "type") === undefined
        ? lowerAssignment(context, child)
        : lowerAnnotated(context, child);
    case "augmented_assignment":
      return lowerAugmented(context, child);
    default:
      return {
        kind: "expression",
        start: context.start(node),
        end: context.end(node),
        value: context.expression(child),
      };
  }
}

/** `a = b = c` is nested to the right in the grammar. */
function lowerAssignment(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  const targets: Expression[] = [];
  let value: RawNode | undefined = node;
  while (value !== undefined && raw.type(value) === "assignment" && !context.hasErrorChild(value)) {
    targets.push(context.requiredExpression(raw.child(value, "left"), value));
    if (raw.child(value, "type") !== undefined) {
      return context.invalidStatement(node, []);
    }
    value = raw.child(value, "right");
  }
  return {
    kind: "assign",
    start: context.start(node),
    end: context.end(node),
    targets,
    value: context.requiredExpression(value, node),
  };
}

function lowerAnnotated(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  if (context.hasErrorChild(node)) {
    return context.invalidStatement(node, []);
  }
  return {
    kind: "annotated",
    start: context.start(node),
    end: context.end(node),
    target: context.requiredExpression(raw.child(node, "left"), node),
    annotation: context.requiredExpression(raw.child(node, "type"), node),
    value: context.optionalExpression(raw.child(node, "right")),
  };
}

function lowerAugmented(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  const token = raw.child(node, "operator");
  const operator = token === undefined ? "" : raw.type(token).slice(0, -1);
  if (!isBinaryOperator(operator) || context.hasErrorChild(node)) {
    return context.invalidStatement(node, []);
  }
  const target = context.requiredExpression(raw.child(node, "left"), node);
  const value = context.requiredExpression(raw.child(node, "right"), node);
  return { kind: "augmented", start: context.start(node), end: context.end(node), target, operator, value };
}

function lowerReturn(context: Lowering, node: RawNode): Statement {
  const value = context.optionalExpression(context.raw.namedChildren(node)[0]);
  return { kind: "return", start: context.start(node), end: context.end(node), value };
}

function lowerRaise(context: Lowering, node: RawNode): Statement {
  const exception = context.raw.namedChildren(node).find((child) => context.raw.field(child) !== "cause");
  if (exception !== undefined && context.raw.type(exception) === "expression_list") {
    // Python 2 wrote `raise Error, "message"`.
    return context.invalidStatement(node, []);
  }
  return {
    kind: "raise",
    start: context.start(node),
    end: context.end(node),
    exception: context.optionalExpression(exception),
  };
}

function lowerAssert(context: Lowering, node: RawNode): Statement {
  const [test, message] = context.raw.namedChildren(node);
  return {
    kind: "assert",
    start: context.start(node),
    end: context.end(node),
    test: context.requiredExpression(test, node),
    message: context.optionalExpression(message),
  };
}

function lowerDelete(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  const [deleted] = raw.namedChildren(node);
  const isList = deleted !== undefined && raw.type(deleted) === "expression_list";
  const targets = context.expressions(isList ? raw.namedChildren(deleted) : raw.namedChildren(node));
  return { kind: "delete", start: context.start(node), end: context.end(node), targets };
}

function scope(kind: "global" | "nonlocal"): StatementLowerer {
  return (context, node) => ({
    kind,
    start: context.start(node),
    end: context.end(node),
    names: context.raw.namedChildren(node).map((name) => context.raw.text(name)),
  });
}
