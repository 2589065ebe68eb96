/** What `$(( … ))` comes to. */
import type { Span } from "../launch.ts";
import { isOverridable, originsOf, textOf, type Pieces } from "./pieces.ts";
import { childOf, type ShellNode } from "./tree.ts";

export interface Computed {
  readonly value: number;
  readonly origins: readonly Span[];
  readonly overridable: boolean;
}

export interface Names {
  variable(name: string): Pieces | undefined;
  expand(node: ShellNode): Pieces;
}

/** The value of an arithmetic expression; undefined where it is not known. */
export function evaluateArithmetic(node: ShellNode, text: string, names: Names): Computed | undefined {
  const evaluate = (inner: ShellNode | undefined): Computed | undefined =>
    inner === undefined ? undefined : evaluateArithmetic(inner, text, names);
  switch (node.type) {
    case "number":
      return numberOf([{ ...literalPiece, text: text.slice(node.start, node.end), origins: [node] }]);
    case "variable_name":
    case "word":
      return numberOf(names.variable(text.slice(node.start, node.end)));
    case "simple_expansion":
    case "expansion":
    case "string":
      return numberOf(names.expand(node));
    case "parenthesized_expression":
    case "arithmetic_expansion": {
      const inner = node.children.filter((child) => child.named);
      return inner.length === 1 ? evaluate(inner[0]) : undefined;
    }
    case "unary_expression": {
      const operand = evaluate(node.children.find((child) => child.field !== "operator" && child.named));
      const negated = text[node.start] === "-";
      return operand !== undefined && negated ? { ...operand, value: -operand.value } : undefined;
    }
    case "binary_expression": {
      const left = evaluate(childOf(node, "left"));
      const right = evaluate(childOf(node, "right"));
      const operator = childOf(node, "operator");
      if (left === undefined || right === undefined || operator === undefined) return undefined;
      const value = apply(text.slice(operator.start, operator.end), left.value, right.value);
      if (value === undefined || !Number.isSafeInteger(value)) return undefined;
      return {
        value,
        origins: [...left.origins, ...right.origins],
        overridable: left.overridable || right.overridable,
      };
    }
    default:
      return undefined;
  }
}

const literalPiece = { at: undefined, overridable: false, whole: true, many: false, given: false };

function numberOf(pieces: Pieces | undefined): Computed | undefined {
  if (pieces === undefined) return undefined;
  const text = textOf(pieces);
  // A leading zero makes a number octal, which nobody means.
  if (text === undefined || !/^-?(0|[1-9]\d{0,14})$/.test(text)) return undefined;
  return { value: Number(text), origins: originsOf(pieces), overridable: isOverridable(pieces) };
}

/** Bash divides towards zero. */
function apply(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0 ? undefined : Math.trunc(left / right);
    case "%":
      return right === 0 ? undefined : left % right;
    case "**":
      return right < 0 ? undefined : left ** right;
    case "<<":
      return left * 2 ** right;
    default:
      return undefined;
  }
}
