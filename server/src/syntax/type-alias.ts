import type { Expression, NameExpression, Statement } from "./ast.ts";
import { lowerArguments } from "./calls.ts";
import type { Lowering } from "./lowering.ts";
import type { RawNode } from "./raw-tree.ts";

/**
 * `type Name[T] = value` binds a name; that its value is computed later makes no difference to us. To the grammar
 * `type(x).attribute = value` is such a statement too.
 */
export function lowerTypeAlias(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  const left = raw.child(node, "left");
  const target = left === undefined ? undefined : lowerTarget(context, node, left);
  if (target === undefined) {
    return context.invalidStatement(node, []);
  }
  const value = context.requiredExpression(raw.child(node, "right"), node);
  return { kind: "assign", start: context.start(node), end: context.end(node), targets: [target], value };
}

function lowerTarget(context: Lowering, statement: RawNode, left: RawNode): Expression | undefined {
  const [named] = context.raw.namedChildren(left);
  switch (named === undefined ? undefined : context.raw.type(named)) {
    case "identifier":
      return context.expression(left);
    case "generic_type": {
      const generic = context.expression(left);
      return generic.kind === "subscript" ? generic.object : undefined;
    }
    default:
      return named === undefined ? undefined : lowerOnTypeCall(context, statement, named);
  }
}

/** Rebuilds the attributes and subscripts that follow `type(...)`, whose parentheses the grammar took for an operand. */
function lowerOnTypeCall(context: Lowering, statement: RawNode, node: RawNode): Expression | undefined {
  const { raw } = context;
  const type = raw.type(node);
  if (type === "parenthesized_expression" || type === "tuple") {
    return typeCall(context, statement, node);
  }
  const inner = raw.child(node, type === "attribute" ? "object" : "value");
  const object = inner === undefined ? undefined : lowerOnTypeCall(context, statement, inner);
  const lowered = context.expression(node);
  if (object === undefined || (lowered.kind !== "attribute" && lowered.kind !== "subscript")) {
    return undefined;
  }
  return { ...lowered, start: object.start, object };
}

function typeCall(context: Lowering, statement: RawNode, parentheses: RawNode): Expression {
  const start = context.start(statement);
  const open = context.start(parentheses) + 1;
  const end = context.end(parentheses);
  const callee: NameExpression = { kind: "name", start, end: start + "type".length, id: "type" };
  const callArguments = lowerArguments(context, parentheses);
  return { kind: "call", start, end, callee, arguments: callArguments, open, close: end - 1 };
}
