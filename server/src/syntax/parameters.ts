import type { NameExpression, Parameter } from "./ast.ts";
import type { Lowering } from "./lowering.ts";
import { lowerIdentifier } from "./names.ts";
import type { RawNode } from "./raw-tree.ts";

/** Lowers the parameters of a function or lambda. Those that cannot be read are left out. */
export function lowerParameters(context: Lowering, list: RawNode): Parameter[] {
  const { raw } = context;
  const parameters: Parameter[] = [];
  let afterStar = false;
  for (const child of raw.namedChildren(list)) {
    const type = raw.type(child);
    if (type === "positional_separator") {
      markPositionalOnly(parameters);
    } else if (type === "keyword_separator") {
      afterStar = true;
    } else {
      const parameter = lowerParameter(context, child, afterStar);
      if (parameter === undefined) {
        context.broken = true;
      } else {
        parameters.push(parameter);
        afterStar ||= parameter.form === "star";
      }
    }
  }
  return parameters;
}

/** A `/` makes every parameter before it positional-only. */
function markPositionalOnly(parameters: Parameter[]): void {
  parameters.forEach((parameter, index) => {
    parameters[index] = { ...parameter, form: "positional-only" };
  });
}

function lowerParameter(context: Lowering, node: RawNode, afterStar: boolean): Parameter | undefined {
  const { raw } = context;
  const named = readName(context, nameNode(context, node));
  if (named === undefined) {
    return undefined;
  }
  return {
    start: context.start(node),
    end: context.end(node),
    name: named.name,
    form: named.form ?? (afterStar ? "keyword-only" : "ordinary"),
    annotation: context.optionalExpression(raw.child(node, "type")),
    default: context.optionalExpression(raw.child(node, "value")),
  };
}

function nameNode(context: Lowering, node: RawNode): RawNode | undefined {
  switch (context.raw.type(node)) {
    case "default_parameter":
    case "typed_default_parameter":
      return context.raw.child(node, "name");
    case "typed_parameter":
      return context.raw.namedChildren(node)[0];
    default:
      return node;
  }
}

function readName(
  context: Lowering,
  node: RawNode | undefined,
): { name: NameExpression; form: "star" | "double-star" | undefined } | undefined {
  if (node === undefined) {
    return undefined;
  }
  const type = context.raw.type(node);
  const isStarred = type === "list_splat_pattern" || type === "dictionary_splat_pattern";
  const name = lowerIdentifier(context, isStarred ? context.raw.namedChildren(node)[0] : node);
  if (name === undefined) {
    return undefined;
  }
  return { name, form: isStarred ? (type === "list_splat_pattern" ? "star" : "double-star") : undefined };
}
