import type { ExceptHandler, Expression, IfStatement, Statement, WithStatement } from "./ast.ts";
import { lowerBlock } from "./blocks.ts";
import type { Lowering, StatementLowerer } from "./lowering.ts";
import { lowerIdentifier } from "./names.ts";
import type { RawNode } from "./raw-tree.ts";
import { recoverStatements, wreckage } from "./wreckage.ts";

export const compoundStatementLowerers: ReadonlyMap<string, StatementLowerer> = new Map<string, StatementLowerer>([
  ["if_statement", lowerIf],
  ["for_statement", lowerFor],
  ["while_statement", lowerWhile],
  ["with_statement", lowerWith],
  ["try_statement", lowerTry],
]);

/**
 * An expression of a statement's header. Where the parser skipped text in the header, what is left of it may mean
 * something else.
 */
function header(context: Lowering, owner: RawNode, node: RawNode | undefined): Expression {
  return context.hasErrorChild(owner) ? context.invalid(node ?? owner) : context.requiredExpression(node, owner);
}

function lowerIf(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  const alternatives = raw.childrenInField(node, "alternative");
  const elifs = alternatives.filter((clause) => raw.type(clause) === "elif_clause");
  const otherwise = alternatives.find((clause) => raw.type(clause) === "else_clause");
  return lowerBranches(context, node, [node, ...elifs], otherwise);
}

/** An `elif` nests one level deeper than the branch before it, although the grammar lists them side by side. */
function lowerBranches(
  context: Lowering,
  node: RawNode,
  branches: readonly RawNode[],
  otherwise: RawNode | undefined,
): Statement {
  const { raw } = context;
  const kept = branches.slice(0, Math.max(1, context.remainingDepth));
  const firstLost = branches[kept.length];
  const end = raw.end(node);
  let rest: readonly Statement[];
  if (firstLost === undefined) {
    rest = context.deeper(kept.length, () => lowerElse(context, otherwise));
  } else {
    rest = [wreckage(raw, raw.start(firstLost), end, [])];
  }
  for (let level = kept.length - 1; level > 0; level--) {
    const branch = kept[level] ?? node;
    const inner = rest;
    rest = [context.deeper(level, () => lowerBranch(context, branch, end, inner))];
  }
  return lowerBranch(context, node, end, rest);
}

function lowerBranch(context: Lowering, branch: RawNode, end: number, otherwise: readonly Statement[]): IfStatement {
  const { raw } = context;
  return {
    kind: "if",
    start: raw.start(branch),
    end,
    test: header(context, branch, raw.child(branch, "condition")),
    body: lowerBlock(context, branch, raw.child(branch, "consequence")),
    otherwise,
  };
}

function lowerElse(context: Lowering, clause: RawNode | undefined): Statement[] {
  return clause === undefined ? [] : lowerBlock(context, clause, context.raw.child(clause, "body"));
}

function lowerFor(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  return {
    kind: "for",
    start: context.start(node),
    end: context.end(node),
    target: header(context, node, raw.child(node, "left")),
    iterable: header(context, node, raw.child(node, "right")),
    body: lowerBlock(context, node, raw.child(node, "body")),
    otherwise: lowerElse(context, raw.child(node, "alternative")),
  };
}

function lowerWhile(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  return {
    kind: "while",
    start: context.start(node),
    end: context.end(node),
    test: header(context, node, raw.child(node, "condition")),
    body: lowerBlock(context, node, raw.child(node, "body")),
    otherwise: lowerElse(context, raw.child(node, "alternative")),
  };
}

type WithItem = WithStatement["items"][number];

function lowerWith(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  const clause = raw.childOfType(node, "with_clause");
  const damaged = clause === undefined || context.hasErrorChild(node) || context.hasErrorChild(clause);
  const items = damaged
    ? [{ context: context.invalid(clause ?? node), target: undefined }]
    : raw.namedChildren(clause).flatMap((item) => lowerWithItem(context, item, raw.child(item, "value")));
  return {
    kind: "with",
    start: context.start(node),
    end: context.end(node),
    items,
    body: lowerBlock(context, node, raw.child(node, "body")),
  };
}

function lowerWithItem(context: Lowering, item: RawNode, value: RawNode | undefined): WithItem[] {
  const { raw } = context;
  if (value === undefined || context.hasErrorChild(item)) {
    return [{ context: context.invalid(item), target: undefined }];
  }
  if (raw.type(value) === "as_pattern") {
    const { subject, alias } = readAs(context, value);
    return [{ context: context.requiredExpression(subject, value), target: context.requiredExpression(alias, value) }];
  }
  const inner = raw.namedChildren(value);
  const isItemList = isBracketed(raw.type(value)) && inner.some((child) => raw.type(child) === "as_pattern");
  if (isItemList) {
    return inner.flatMap((child) => lowerWithItem(context, value, child));
  }
  return [{ context: context.expression(value), target: undefined }];
}

/** `with (a as b):` and `with (a as b, c):` reach us as an expression in parentheses and as a tuple. */
function isBracketed(type: string): boolean {
  return type === "parenthesized_expression" || type === "tuple";
}

/** The two sides of `subject as alias`. */
function readAs(context: Lowering, node: RawNode): { subject: RawNode | undefined; alias: RawNode | undefined } {
  const { raw } = context;
  const target = raw.child(node, "alias");
  return {
    subject: raw.namedChildren(node).find((child) => child !== target),
    alias: target === undefined ? undefined : raw.namedChildren(target)[0],
  };
}

function lowerTry(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  const otherwise = raw.childOfType(node, "else_clause");
  const final = raw.childOfType(node, "finally_clause");
  const handlers = raw.childrenOfType(node, "except_clause");
  if (handlers.length === 0 && final === undefined) {
    // The grammar accepts a `try` alone, as one has while typing. What will follow it may catch anything.
    return context.invalidStatement(node, recoverStatements(context, node));
  }
  return {
    kind: "try",
    start: context.start(node),
    end: context.end(node),
    body: lowerBlock(context, node, raw.child(node, "body")),
    handlers: handlers.map((handler) => lowerHandler(context, handler)),
    otherwise: otherwise === undefined ? [] : lowerElse(context, otherwise),
    final: final === undefined ? [] : lowerBlock(context, final, raw.childOfType(final, "block")),
  };
}

function lowerHandler(context: Lowering, node: RawNode): ExceptHandler {
  const { raw } = context;
  const values = raw.childrenInField(node, "value").filter((value) => raw.named(value));
  const [value] = values;
  const named = value !== undefined && raw.type(value) === "as_pattern" ? readAs(context, value) : undefined;
  return {
    start: context.start(node),
    end: context.end(node),
    type: values.length > 1 ? lowerTypeList(context, values) : lowerType(context, node, named?.subject ?? value),
    name: lowerIdentifier(context, named?.alias ?? raw.child(node, "alias")),
    body: lowerBlock(context, node, raw.childOfType(node, "block")),
  };
}

function lowerType(context: Lowering, handler: RawNode, type: RawNode | undefined): Expression | undefined {
  return type === undefined ? undefined : header(context, handler, type);
}

/** `except A, B:` without parentheses, as Python 3.14 allows. */
function lowerTypeList(context: Lowering, types: readonly RawNode[]): Expression {
  const elements = context.expressions(types);
  return { kind: "tuple", start: elements[0]?.start ?? 0, end: elements.at(-1)?.end ?? 0, elements };
}
