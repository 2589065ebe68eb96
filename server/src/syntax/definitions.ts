import type { Expression, Statement } from "./ast.ts";
import { lowerBlock } from "./blocks.ts";
import { lowerArguments } from "./calls.ts";
import type { Lowering, StatementLowerer } from "./lowering.ts";
import { lowerParameters } from "./parameters.ts";
import { lowerIdentifier } from "./names.ts";
import type { RawNode } from "./raw-tree.ts";

export const definitionLowerers: ReadonlyMap<string, StatementLowerer> = new Map<string, StatementLowerer>([
  ["function_definition", (context, node) => lowerFunction(context, node, node, [])],
  ["class_definition", (context, node) => lowerClass(context, node, node, [])],
  ["decorated_definition", lowerDecorated],
]);

/** A decorated definition starts at its first decorator, so that it contains all its parts. */
function lowerDecorated(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  const definition = raw.child(node, "definition");
  const decorators = raw
    .childrenOfType(node, "decorator")
    .map((child) => context.requiredExpression(raw.namedChildren(child)[0], child));
  switch (definition === undefined ? undefined : raw.type(definition)) {
    case "function_definition":
      return lowerFunction(context, node, definition ?? node, decorators);
    case "class_definition":
      return lowerClass(context, node, definition ?? node, decorators);
    default:
      return context.invalidStatement(node, []);
  }
}

function lowerFunction(context: Lowering, whole: RawNode, node: RawNode, decorators: readonly Expression[]): Statement {
  const { raw } = context;
  const name = lowerIdentifier(context, raw.child(node, "name"));
  const parameters = raw.child(node, "parameters");
  const body = lowerBlock(context, node, raw.child(node, "body"));
  if (name === undefined) {
    return context.invalidStatement(whole, body);
  }
  return {
    kind: "function",
    start: context.start(whole),
    end: context.end(whole),
    name,
    parameters: parameters === undefined ? [] : lowerParameters(context, parameters),
    returns: context.optionalExpression(raw.child(node, "return_type")),
    decorators,
    body,
    async: raw.childOfType(node, "async") !== undefined,
  };
}

function lowerClass(context: Lowering, whole: RawNode, node: RawNode, decorators: readonly Expression[]): Statement {
  const { raw } = context;
  const name = lowerIdentifier(context, raw.child(node, "name"));
  const bases = raw.child(node, "superclasses");
  const body = lowerBlock(context, node, raw.child(node, "body"));
  if (name === undefined) {
    return context.invalidStatement(whole, body);
  }
  return {
    kind: "class",
    start: context.start(whole),
    end: context.end(whole),
    name,
    bases: bases === undefined ? [] : lowerArguments(context, bases),
    decorators,
    body,
  };
}
