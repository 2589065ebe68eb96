import type {
  Argument,
  ComprehensionClause,
  Expression,
  FormattedHole,
  MatchCase,
  ModuleSyntax,
  Node,
  Parameter,
  Pattern,
  PlacedChunk,
  Span,
  Statement,
} from "./ast.ts";

/** A node and everything in it, in no particular order. */
export function nodesIn(root: Node): Node[] {
  const found = [root];
  for (const node of found) found.push(...childrenOf(node));
  return found;
}

/** As `nodesIn`, without what is in the functions and classes that are defined in it: that runs at another time. */
export function ownNodesIn(root: Node): Node[] {
  const found = [root];
  for (const node of found) if (!isDefinition(node)) found.push(...childrenOf(node));
  return found;
}

/** A statement and all statements in it; expressions, of which there are far more, are not looked into. */
export function statementsIn(root: Statement): Statement[] {
  const found = [root];
  for (const statement of found) {
    if (!compoundKinds.has(statement.kind)) continue;
    for (const child of childrenOf(statement)) if (!isExpression(child)) found.push(child);
  }
  return found;
}

const compoundKinds: ReadonlySet<Node["kind"]> = new Set<Statement["kind"]>([
  ...(["if", "for", "while", "with", "try", "match", "function", "class", "invalid"] as const),
]);

function isDefinition({ kind }: Node): boolean {
  return kind === "function" || kind === "class" || kind === "lambda";
}

/** The expressions and statements directly inside a node, in source order. */
export function* childrenOf(node: Node): Iterable<Node> {
  switch (node.kind) {
    case "name":
    case "int":
    case "float":
    case "string":
    case "bytes":
    case "constant":
    case "global":
    case "nonlocal":
    case "pass":
    case "break":
    case "continue":
      return;
    case "invalid":
      if ("recovered" in node) {
        yield* node.recovered;
      }
      return;
    case "formatted":
      yield* valuesIn(node.parts);
      return;
    case "tuple":
    case "list":
    case "set":
      yield* node.elements;
      return;
    case "dict":
      for (const { key, value } of node.entries) {
        yield* present(key, value);
      }
      return;
    case "unary":
      yield node.operand;
      return;
    case "binary":
    case "logical":
      yield node.left;
      yield node.right;
      return;
    case "compare":
      yield node.left;
      yield* node.comparators;
      return;
    case "conditional":
      yield node.body;
      yield node.test;
      yield node.otherwise;
      return;
    case "named":
      yield node.target;
      yield node.value;
      return;
    case "lambda":
      yield* childrenOfParameters(node.parameters);
      yield node.body;
      return;
    case "call":
      yield node.callee;
      yield* childrenOfArguments(node.arguments);
      return;
    case "attribute":
      yield node.object;
      yield node.attribute;
      return;
    case "subscript":
      yield node.object;
      yield node.index;
      return;
    case "slice":
      yield* present(node.lower, node.upper, node.step);
      return;
    case "starred":
    case "await":
      yield node.value;
      return;
    case "yield":
    case "return":
      yield* present(node.value);
      return;
    case "comprehension":
      yield* present(node.key, node.element);
      yield* childrenOfClauses(node.clauses);
      return;
    case "expression":
      yield node.value;
      return;
    case "assign":
      yield* node.targets;
      yield node.value;
      return;
    case "annotated":
      yield* present(node.target, node.annotation, node.value);
      return;
    case "augmented":
      yield node.target;
      yield node.value;
      return;
    case "raise":
      yield* present(node.exception);
      return;
    case "assert":
      yield* present(node.test, node.message);
      return;
    case "delete":
      yield* node.targets;
      return;
    case "if":
    case "while":
      yield node.test;
      yield* node.body;
      yield* node.otherwise;
      return;
    case "for":
      yield node.target;
      yield node.iterable;
      yield* node.body;
      yield* node.otherwise;
      return;
    case "with":
      for (const item of node.items) {
        yield* present(item.context, item.target);
      }
      yield* node.body;
      return;
    case "try":
      yield* node.body;
      for (const handler of node.handlers) {
        yield* present(handler.type, handler.name);
        yield* handler.body;
      }
      yield* node.otherwise;
      yield* node.final;
      return;
    case "match":
      yield node.subject;
      yield* childrenOfCases(node.cases);
      return;
    case "function":
      yield* node.decorators;
      yield node.name;
      yield* childrenOfParameters(node.parameters);
      yield* present(node.returns);
      yield* node.body;
      return;
    case "class":
      yield* node.decorators;
      yield node.name;
      yield* childrenOfArguments(node.bases);
      yield* node.body;
      return;
    case "import":
      for (const { alias } of node.names) {
        yield* present(alias);
      }
      return;
    case "import-from":
      if (node.names !== "*") {
        for (const { name, alias } of node.names) {
          yield* present(name, alias);
        }
      }
      return;
  }
}

function* present(...nodes: readonly (Expression | undefined)[]): Iterable<Expression> {
  for (const node of nodes) {
    if (node !== undefined) {
      yield node;
    }
  }
}

function* childrenOfArguments(list: readonly Argument[]): Iterable<Expression> {
  for (const { name, value } of list) {
    yield* present(name, value);
  }
}

function* childrenOfParameters(list: readonly Parameter[]): Iterable<Expression> {
  for (const parameter of list) {
    yield* present(parameter.name, parameter.annotation, parameter.default);
  }
}

function* childrenOfClauses(clauses: readonly ComprehensionClause[]): Iterable<Expression> {
  for (const { target, iterable, conditions } of clauses) {
    yield target;
    yield iterable;
    yield* conditions;
  }
}

function* childrenOfCases(cases: readonly MatchCase[]): Iterable<Node> {
  for (const { pattern, guard, body } of cases) {
    yield* childrenOfPattern(pattern);
    yield* present(guard);
    yield* body;
  }
}

function* childrenOfPattern(pattern: Pattern): Iterable<Expression> {
  switch (pattern.kind) {
    case "wildcard":
      return;
    case "capture":
      yield pattern.name;
      return;
    case "value":
      yield pattern.value;
      return;
    case "alternatives":
      for (const alternative of pattern.patterns) {
        yield* childrenOfPattern(alternative);
      }
      return;
    case "as":
      yield* childrenOfPattern(pattern.pattern);
      yield pattern.name;
      return;
    case "sequence":
      for (const item of pattern.items) {
        yield* childrenOfPattern(item);
      }
      return;
    case "class":
      yield pattern.type;
      for (const item of [...pattern.items, ...pattern.attributes.map((attribute) => attribute.pattern)]) {
        yield* childrenOfPattern(item);
      }
      return;
    case "mapping":
      for (const entry of pattern.entries) {
        yield entry.key;
        yield* childrenOfPattern(entry.pattern);
      }
      if (pattern.rest !== undefined) {
        yield pattern.rest;
      }
      return;
    case "structure":
      yield* pattern.captures;
      return;
  }
}

export function absoluteSpan(placed: PlacedChunk, span: Span): Span {
  return { start: placed.offset + span.start, end: placed.offset + span.end };
}

export interface NodeAt {
  readonly expression: Expression;
  /** From the chunk's statement down to the parent of `expression`. */
  readonly ancestors: readonly Node[];
  readonly placed: PlacedChunk;
}

/**
 * The innermost expression at an offset in the file. An offset just after a word belongs to the word, as a caret there
 * does, unless something else starts there.
 */
export function nodeAt(syntax: ModuleSyntax, offset: number): NodeAt | undefined {
  return innermost(syntax, offset, contains) ?? innermost(syntax, offset, touches);
}

type Covers = (span: Span, offset: number) => boolean;

const contains: Covers = (span, offset) => span.start <= offset && offset < span.end;
const touches: Covers = (span, offset) => span.start <= offset && offset <= span.end;

function innermost(syntax: ModuleSyntax, offset: number, covers: Covers): NodeAt | undefined {
  const placed = syntax.chunks.find(({ chunk, offset: start }) => covers({ start, end: start + chunk.length }, offset));
  if (placed === undefined) {
    return undefined;
  }
  const ancestors: Node[] = [];
  let node: Node = placed.chunk.statement;
  for (;;) {
    const inner = childAt(node, offset - placed.offset, covers);
    if (inner === undefined) {
      break;
    }
    ancestors.push(node);
    node = inner;
  }
  return isExpression(node) ? { expression: node, ancestors, placed } : undefined;
}

function childAt(node: Node, offset: number, covers: Covers): Node | undefined {
  for (const child of childrenOf(node)) {
    if (covers(child, offset)) {
      return child;
    }
  }
  return undefined;
}

const statementKinds: ReadonlySet<Statement["kind"]> = new Set([
  ...(["expression", "assign", "annotated", "augmented", "return", "raise", "assert", "delete"] as const),
  ...(["global", "nonlocal", "if", "for", "while", "with", "try", "match", "function", "class"] as const),
  ...(["import", "import-from", "pass", "break", "continue"] as const),
]);

export function isExpression(node: Node): node is Expression {
  return node.kind === "invalid" ? !("recovered" in node) : !isStatementKind(node.kind);
}

function isStatementKind(kind: Node["kind"]): kind is Exclude<Statement["kind"], "invalid"> {
  return (statementKinds as ReadonlySet<string>).has(kind);
}

/** The values that are put into a string, and those in what says how. */
function* valuesIn(parts: readonly (string | FormattedHole)[]): Generator<Expression> {
  for (const part of parts) {
    if (typeof part === "string") continue;
    yield part.value;
    yield* valuesIn(part.spec ?? []);
  }
}
