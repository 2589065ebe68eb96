/** The parts of compound statements. */
import { targetsIn } from "./arithmetic.ts";
import { childOf, childrenOf, textAt, type ShellNode } from "./tree.ts";

export interface Branch {
  readonly condition: readonly ShellNode[];
  readonly body: readonly ShellNode[];
}

export function ifBranches(node: ShellNode): Branch[] {
  const own: Branch = { condition: conditionOf(node), body: bodyAfterThen(node) };
  const others = node.children
    .filter((child) => child.type === "elif_clause" || child.type === "else_clause")
    .map((child): Branch => {
      if (child.type === "else_clause") return { condition: [], body: child.children.filter((part) => part.named) };
      return { condition: beforeThen(child), body: bodyAfterThen(child) };
    });
  return [own, ...others];
}

function conditionOf(node: ShellNode): ShellNode[] {
  return childrenOf(node, "condition").filter((child) => child.named);
}

function beforeThen(node: ShellNode): ShellNode[] {
  const then = node.children.findIndex((child) => child.type === "then");
  return node.children.slice(0, then).filter((child) => child.named);
}

function bodyAfterThen(node: ShellNode): ShellNode[] {
  const then = node.children.findIndex((child) => child.type === "then");
  return node.children
    .slice(then + 1)
    .filter((child) => child.named && child.type !== "elif_clause" && child.type !== "else_clause");
}

/** The items, with the patterns of each for a condition. What ends with `;&` goes on in the next one. */
export function caseBranches(node: ShellNode): Branch[] {
  return node.children
    .filter((child) => child.type === "case_item")
    .reduceRight<Branch[]>((following, item) => {
      const own = item.children.filter((child) => child.named && child.field !== "value");
      const next = endsWith(item, ";&") ? (following[0]?.body ?? []) : [];
      return [{ condition: childrenOf(item, "value"), body: [...own, ...next] }, ...following];
    }, []);
}

/** True if several branches may run, as after `;;&`, which goes on with the tests. */
export function mayTakeSeveral(node: ShellNode): boolean {
  return node.children.some((item) => endsWith(item, ";;&"));
}

function endsWith(item: ShellNode, sign: string): boolean {
  return item.children.some((child) => child.field === "fallthrough" && child.type === sign);
}

/** True for a command whose failing is one of its answers. */
export function isTest(node: ShellNode, text: string): boolean {
  const isInner = (child: ShellNode | undefined): boolean => child !== undefined && isTest(child, text);
  switch (node.type) {
    case "test_command":
    case "negated_command":
      return true;
    case "compound_statement":
      return isArithmetic(node);
    case "command":
      return askingCommands.test(textAt(node, text));
    case "list":
      return node.children.some(isInner);
    case "redirected_statement":
      return isInner(childOf(node, "body"));
    case "pipeline":
      return isInner(node.children.at(-1));
    default:
      return false;
  }
}

const askingCommands = /^(test|command|type|which|hash|e?grep|pgrep|false|diff|cmp)\b/;

/** True for `(( … ))`, which the grammar takes for a kind of braces. */
export function isArithmetic(node: ShellNode): boolean {
  return node.children[0]?.type === "((";
}

/** Names that something in a node may assign. */
export function assignedIn(node: ShellNode, text: string, names = new Set<string>()): Set<string> {
  const name = childOf(node, node.type === "for_statement" ? "variable" : "name");
  if (node.type === "variable_assignment" || node.type === "for_statement") {
    const base = name?.type === "subscript" ? childOf(name, "name") : name;
    if (base !== undefined) names.add(text.slice(base.start, base.end));
  }
  if (node.type === "command" && /^(read|mapfile|readarray|getopts|printf)$/.test(commandName(node, text))) {
    for (const word of node.children) names.add(textAt(word, text).replaceAll(/["']/g, ""));
  }
  for (const target of targetsIn(arithmeticText(node, text))) names.add(target);
  for (const child of node.children) assignedIn(child, text, names);
  return names;
}

/** The part of a node, its children aside, that is arithmetic. */
function arithmeticText(node: ShellNode, text: string): string {
  switch (node.type) {
    case "arithmetic_expansion":
      return textAt(node, text);
    case "compound_statement":
      return isArithmetic(node) ? textAt(node, text) : "";
    case "c_style_for_statement":
      return text.slice(node.start, childOf(node, "body")?.start ?? node.end);
    case "command":
      return commandName(node, text) === "let" ? textAt(node, text) : "";
    default:
      return "";
  }
}

/** As it is written, without the assignments in front of it. */
function commandName(node: ShellNode, text: string): string {
  const name = childOf(node, "name");
  return name === undefined ? "" : textAt(name, text);
}

export function readsArguments(node: ShellNode, text: string): boolean {
  const body = childOf(node, "body");
  return /\$([#@*]|1\b|\{([#@*]|#[@*]|1:?-?)?\}|\{@:)|\bgetopts\b/.test(
    text.slice(node.start, body?.start ?? node.end),
  );
}
