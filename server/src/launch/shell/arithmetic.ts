/** Arithmetic of the shell: `$(( … ))` and `(( … ))`, with the assignments in it. */
import type { Span } from "../launch.ts";
import { isOverridable, originsOf, textOf, type Pieces } from "./pieces.ts";
import { childOf, textAt, type ShellNode } from "./tree.ts";

export interface Computed {
  readonly value: number;
  readonly origins: readonly Span[];
  readonly overridable: boolean;
}

export interface Names {
  variable(name: string): Pieces | undefined;
  expand(node: ShellNode): Pieces;
  /** Undefined: to something that is not known. */
  assign(name: string, value: Computed | undefined): void;
}

/** The value of an arithmetic expression, whose assignments are made; undefined where it is not known. */
export function evaluateArithmetic(node: ShellNode, text: string, names: Names): Computed | undefined {
  const evaluate = (inner: ShellNode | undefined): Computed | undefined =>
    inner === undefined ? undefined : evaluateArithmetic(inner, text, names);
  if (node.broken) return forgetTargets(node, text, names);
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
    case "unary_expression":
    case "postfix_expression": {
      const operand = node.children.find((child) => child.field !== "operator" && child.named);
      const sign = operatorOf(node, text);
      if (sign === "++" || sign === "--") {
        if (!isName(operand)) return forgetTargets(node, text, names);
        const before = evaluate(operand);
        const after = before && combine(sign[0] ?? "", before, one);
        names.assign(textAt(operand, text), after);
        return node.type === "postfix_expression" ? before : after;
      }
      const value = evaluate(operand);
      if (sign === "+") return value;
      return sign === "-" && value !== undefined ? { ...value, value: -value.value } : undefined;
    }
    case "binary_expression": {
      const [target, sign] = [childOf(node, "left"), operatorOf(node, text)];
      if (isShortCut(sign)) return shortCut(sign, evaluate(target), childOf(node, "right"), evaluate, text, names);
      const assigning = assignment.exec(sign)?.[1];
      // The grammar reads `a = b = 4` from the left, and `a=~4` as a match.
      if (sign === "=~" || (assigning !== undefined && !isName(target))) return forgetTargets(node, text, names);
      const left = assigning === "" ? undefined : evaluate(target);
      const right = evaluate(childOf(node, "right"));
      if (assigning === undefined) return left && right && combine(sign, left, right);
      const value = assigning === "" ? right : left && right && combine(assigning, left, right);
      if (isName(target)) names.assign(textAt(target, text), value);
      return value;
    }
    case "ternary_expression": {
      const test = evaluate(childOf(node, "condition"));
      if (test === undefined) return forgetTargets(node, text, names);
      const result = evaluate(childOf(node, test.value === 0 ? "alternative" : "consequence"));
      return result && derived([test, result], result.value);
    }
    default:
      return forgetTargets(node, text, names);
  }
}

/** `a && b`, `a || b`: what is assigned on the right depends on the left. */
function shortCut(
  sign: string,
  left: Computed | undefined,
  right: ShellNode | undefined,
  evaluate: (node: ShellNode | undefined) => Computed | undefined,
  text: string,
  names: Names,
): Computed | undefined {
  if (left === undefined) return forgetTargets(right, text, names);
  if ((left.value === 0) === (sign === "&&")) return derived([left], Number(left.value !== 0));
  const other = evaluate(right);
  return other && derived([left, other], Number(other.value !== 0));
}

/** A number that follows from others. */
function derived(parts: readonly Computed[], value: number): Computed {
  const [origins, overridable] = [parts.flatMap((part) => part.origins), parts.some((part) => part.overridable)];
  return { value, origins, overridable };
}

const assignment = /^((?:[-+*/%&|^]|<<|>>)?)=$/;

/** Names that an arithmetic text may assign, however it is put together. */
export function targetsIn(text: string): string[] {
  const pattern =
    /(?:\+\+|--)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)(?:\s*\[[^\]]*\])?\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/g;
  return [...text.matchAll(pattern)].flatMap(([, before, after]) => before ?? after ?? []);
}

/** What may be assigned in a part that is not followed is not known from there on, and neither is its value. */
function forgetTargets(node: ShellNode | undefined, text: string, names: Names): Computed | undefined {
  if (node === undefined) return undefined;
  for (const name of targetsIn(textAt(node, text))) names.assign(name, undefined);
  return undefined;
}

/** Whether the right side is looked at depends on the left one. */
function isShortCut(sign: string): boolean {
  return sign === "&&" || sign === "||";
}

function isName(node: ShellNode | undefined): node is ShellNode {
  return node?.type === "variable_name" || node?.type === "word";
}

function operatorOf(node: ShellNode, text: string): string {
  const operator = childOf(node, "operator");
  return operator === undefined ? "" : textAt(operator, text);
}

const one: Computed = { value: 1, origins: [], overridable: false };

function combine(sign: string, left: Computed, right: Computed): Computed | undefined {
  const value = apply(sign, left.value, right.value);
  if (value === undefined || !Number.isSafeInteger(value)) return undefined;
  return derived([left, right], value);
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
    case "==":
      return Number(left === right);
    case "!=":
      return Number(left !== right);
    case "<":
      return Number(left < right);
    case "<=":
      return Number(left <= right);
    case ">":
      return Number(left > right);
    case ">=":
      return Number(left >= right);
    default:
      return undefined;
  }
}
