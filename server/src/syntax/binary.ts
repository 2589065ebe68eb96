import type { BinaryOperator, Expression } from "./ast.ts";
import type { Lowering } from "./lowering.ts";
import type { RawNode } from "./raw-tree.ts";

/** How tightly each operator binds. */
const precedences: Readonly<Record<BinaryOperator, number>> = {
  "|": 1,
  "^": 2,
  "&": 3,
  "<<": 4,
  ">>": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "//": 6,
  "%": 6,
  "@": 6,
  "**": 7,
};

export function isBinaryOperator(text: string): text is BinaryOperator {
  return Object.hasOwn(precedences, text);
}

/**
 * The grammar binds `&` looser than `^`, which Python does not, so operators written without parentheses are grouped
 * anew. Long chains lean to the left, one level an operator: they are unrolled here without recursion.
 */
export function lowerBinary(context: Lowering, node: RawNode): Expression {
  return lowerOperation(context, node, (operand) => operand);
}

/** The grammar reads `await a ** b` as `await (a ** b)`. */
export function lowerAwait(context: Lowering, node: RawNode): Expression {
  const [operand] = context.raw.namedChildren(node);
  const start = context.start(node);
  if (operand !== undefined && context.raw.type(operand) === "binary_operator") {
    return lowerOperation(context, operand, (first) => ({
      start,
      end: first.end,
      expression: { kind: "await", start, end: first.end, value: first.expression },
    }));
  }
  return {
    kind: "await",
    start: context.start(node),
    end: context.end(node),
    value: context.requiredExpression(operand, node),
  };
}

/** An operand with the extent of its text, which counts parentheses that the expression's own span leaves out. */
interface Operand {
  readonly expression: Expression;
  readonly start: number;
  readonly end: number;
}

function lowerOperation(context: Lowering, node: RawNode, adaptFirst: (first: Operand) => Operand): Expression {
  const { operands, operators } = flatten(context, node);
  if (operators.length > context.remainingDepth) {
    return { kind: "invalid", start: context.start(node), end: context.end(node) };
  }
  const lowered = context.deeper(operators.length, () => operands.map((operand) => lowerOperand(context, operand)));
  const [first, ...rest] = lowered;
  if (first === undefined || rest.length !== operators.length) {
    return context.invalid(node);
  }
  if (first.expression.kind === "starred") {
    // The grammar reads `*a + b` as `(*a) + b`.
    const value = group({ ...first, expression: first.expression.value, start: first.start + 1 }, rest, operators);
    return { kind: "starred", start: first.start, end: value.end, value };
  }
  return group(adaptFirst(first), rest, operators);
}

function lowerOperand(context: Lowering, node: RawNode): Operand {
  return { expression: context.expression(node), start: context.start(node), end: context.end(node) };
}

/** In annotations, the grammar has a node of its own for some uses of `|`, which leans to the right. */
const transparent: ReadonlySet<string> = new Set(["binary_operator", "union_type", "type"]);

/** Operands and operators from left to right. */
function flatten(context: Lowering, node: RawNode): { operands: RawNode[]; operators: BinaryOperator[] } {
  const { raw } = context;
  const operands: RawNode[] = [];
  const operators: BinaryOperator[] = [];
  const pending: RawNode[] = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const type = raw.type(next);
    if (transparent.has(type) && !context.hasErrorChild(next)) {
      pending.push(...raw.children(next).reverse());
    } else if (isBinaryOperator(type)) {
      operators.push(type);
    } else {
      operands.push(next);
    }
  }
  return { operands, operators };
}

/** Operator precedence parsing with two stacks. */
function group(first: Operand, rest: readonly Operand[], operators: readonly BinaryOperator[]): Expression {
  const waiting: { left: Operand; operator: BinaryOperator }[] = [];
  let current = first;
  const close = (precedence: number): void => {
    for (let top = waiting.at(-1); top !== undefined && precedences[top.operator] >= precedence; top = waiting.at(-1)) {
      current = combine(top.left, top.operator, current);
      waiting.pop();
    }
  };
  operators.forEach((operator, index) => {
    const right = rest[index];
    if (right !== undefined) {
      // `**` alone groups to the right, so it does not close an equal operator before it.
      close(operator === "**" ? precedences[operator] + 1 : precedences[operator]);
      waiting.push({ left: current, operator });
      current = right;
    }
  });
  close(0);
  return current.expression;
}

function combine(left: Operand, operator: BinaryOperator, right: Operand): Operand {
  const { start } = left;
  const { end } = right;
  const expression: Expression = {
    kind: "binary",
    start,
    end,
    operator,
    left: left.expression,
    right: right.expression,
  };
  return { expression, start, end };
}
