import type { Expression } from "./ast.ts";
import { lowerBinary } from "./binary.ts";
import { lowerTupleWithoutParentheses } from "./calls.ts";
import type { ExpressionLowerer, Lowering } from "./lowering.ts";
import { lowerIdentifier } from "./names.ts";
import type { RawNode } from "./raw-tree.ts";

/** The grammar has nodes of its own for types; to Python they are ordinary expressions. */
export const annotationLowerers: ReadonlyMap<string, ExpressionLowerer> = new Map<string, ExpressionLowerer>([
  ["type", lowerType],
  ["generic_type", lowerGeneric],
  ["union_type", lowerBinary],
  ["member_type", lowerMember],
  ["splat_type", lowerStarred],
  ["constrained_type", lowerSliceLookalike],
]);

function lowerType(context: Lowering, node: RawNode): Expression {
  return context.requiredExpression(context.raw.namedChildren(node)[0], node);
}

function lowerGeneric(context: Lowering, node: RawNode): Expression {
  const [name, parameters] = context.raw.namedChildren(node);
  const object = lowerIdentifier(context, name);
  if (object === undefined || parameters === undefined || context.hasErrorChild(parameters)) {
    return context.invalid(node);
  }
  const index = lowerTupleWithoutParentheses(context, parameters, context.raw.namedChildren(parameters));
  return { kind: "subscript", start: context.start(node), end: context.end(node), object, index };
}

function lowerMember(context: Lowering, node: RawNode): Expression {
  const [object, name] = context.raw.namedChildren(node);
  const attribute = lowerIdentifier(context, name);
  if (attribute === undefined) {
    return context.invalid(node);
  }
  return {
    kind: "attribute",
    start: context.start(node),
    end: context.end(node),
    object: context.requiredExpression(object, node),
    attribute,
  };
}

function lowerStarred(context: Lowering, node: RawNode): Expression {
  const value = context.requiredExpression(context.raw.namedChildren(node)[0], node);
  return { kind: "starred", start: context.start(node), end: context.end(node), value };
}

/** Inside brackets the grammar takes `a:b` for a bound on a type parameter. */
function lowerSliceLookalike(context: Lowering, node: RawNode): Expression {
  const [lower, upper] = context.raw.namedChildren(node);
  return {
    kind: "slice",
    start: context.start(node),
    end: context.end(node),
    lower: context.optionalExpression(lower),
    upper: context.optionalExpression(upper),
    step: undefined,
  };
}
