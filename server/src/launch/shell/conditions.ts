/** Whether a test such as `[ "$X" = 4 ]` holds. */
import { targetsIn } from "./arithmetic.ts";
import { isGiven, isOverridable, textOf, type Piece, type Pieces } from "./pieces.ts";
import type { Expander } from "./expansion.ts";
import { isArithmetic } from "./structure.ts";
import { childOf, textAt, type ShellNode } from "./tree.ts";

export interface Answer {
  readonly holds: boolean;
  /** True if it is so only until the caller gives another value. */
  readonly byDefault: boolean;
}

/** Undefined where it is not known, as for the exit status of a program. */
export function testHolds(node: ShellNode, text: string, expander: Expander): Answer | undefined {
  const inner = (child: ShellNode | undefined): Answer | undefined =>
    child === undefined ? undefined : testHolds(child, text, expander);
  switch (node.type) {
    case "test_command": {
      const parts = node.children.filter((child) => child.named);
      return parts.length === 1 && text[node.start] === "[" ? inner(parts[0]) : undefined;
    }
    case "parenthesized_expression": {
      const parts = node.children.filter((child) => child.named);
      return parts.length === 1 ? inner(parts[0]) : undefined;
    }
    case "negated_command":
      return not(inner(node.children.find((child) => child.named)));
    case "unary_expression": {
      const [operator, operand] = [childOf(node, "operator"), node.children.at(-1)];
      if (operator === undefined || operand === undefined) return undefined;
      const sign = text.slice(operator.start, operator.end);
      if (sign === "!") return not(inner(operand));
      if (sign === "-z") return isEmpty(expander.text(operand));
      return sign === "-n" ? not(isEmpty(expander.text(operand))) : undefined;
    }
    case "list":
    case "binary_expression": {
      const [left, operator, right] = node.children.filter((child) => child.type !== "\n");
      if (left === undefined || operator === undefined || right === undefined) return undefined;
      const sign = text.slice(operator.start, operator.end);
      if (sign === "&&") return both(inner(left), inner(right));
      if (sign === "||") return not(both(not(inner(left)), not(inner(right))));
      // `[ a = b -o c = d ]`, in which the grammar sees `a = (b -o c)`.
      if (![left, right].every(isOperand)) return undefined;
      return compare(sign, expander.text(left), expander.text(right));
    }
    case "compound_statement": {
      const parts = node.children.filter((child) => child.named);
      const [only] = parts;
      // What is assigned in it was assigned when it was run.
      if (!isArithmetic(node) || node.broken || only === undefined || parts.length > 1) return undefined;
      return targetsIn(textAt(only, text)).length > 0 ? undefined : isNotZero(expander.arithmetic(only));
    }
    case "command": {
      const word = text.slice(node.start, node.end);
      return word === "true" || word === "false" ? { holds: word === "true", byDefault: false } : undefined;
    }
    default:
      return undefined;
  }
}

function isOperand({ type }: ShellNode): boolean {
  return !/_expression$|^list$/.test(type);
}

function isNotZero(number: Piece): Answer | undefined {
  return number.text === undefined ? undefined : { holds: number.text !== "0", byDefault: number.overridable };
}

function not(answer: Answer | undefined): Answer | undefined {
  return answer === undefined ? undefined : { ...answer, holds: !answer.holds };
}

/** One side that fails decides whatever the other is. */
function both(a: Answer | undefined, b: Answer | undefined): Answer | undefined {
  const failing = [a, b].filter((one) => one?.holds === false);
  if (failing.length > 0) return failing.find((one) => one?.byDefault === false) ?? failing[0];
  return a === undefined || b === undefined ? undefined : { holds: true, byDefault: a.byDefault || b.byDefault };
}

function isEmpty(pieces: Pieces): Answer | undefined {
  if (isGiven(pieces)) return { holds: true, byDefault: true };
  const text = textOf(pieces);
  // A part that is not empty is enough.
  if (text === undefined)
    return pieces.some((piece) => (piece.text ?? "") !== "") ? { holds: false, byDefault: false } : undefined;
  return { holds: text === "", byDefault: isOverridable(pieces) };
}

function compare(sign: string, left: Pieces, right: Pieces): Answer | undefined {
  const [a, b] = [defaultText(left), defaultText(right)];
  if (a === undefined || b === undefined) return undefined;
  const holds = compareTexts(sign, a, b);
  return holds === undefined
    ? undefined
    : { holds, byDefault: [left, right].some((side) => isGiven(side) || isOverridable(side)) };
}

/** What the caller may give is empty unless they do. */
function defaultText(pieces: Pieces): string | undefined {
  return isGiven(pieces) ? "" : textOf(pieces);
}

function compareTexts(sign: string, a: string, b: string): boolean | undefined {
  const isPattern = /[*?[\\]/.test(b);
  switch (sign) {
    case "=":
    case "==":
      return isPattern ? undefined : a === b;
    case "!=":
      return isPattern ? undefined : a !== b;
  }
  if (!/^-?\d+$/.test(a) || !/^-?\d+$/.test(b)) return undefined;
  const difference = Number(a) - Number(b);
  switch (sign) {
    case "-eq":
      return difference === 0;
    case "-ne":
      return difference !== 0;
    case "-gt":
      return difference > 0;
    case "-ge":
      return difference >= 0;
    case "-lt":
      return difference < 0;
    case "-le":
      return difference <= 0;
    default:
      return undefined;
  }
}
