/** The parts of compound statements. */
import { childOf, childrenOf, type ShellNode } from "./tree.ts";

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

/** Any of the items may match; `*` matches always. */
export function caseBranches(node: ShellNode, text: string): Branch[] {
  return node.children
    .filter((child) => child.type === "case_item")
    .map((item) => ({
      condition: item.children.filter((child) => child.field === "value" && text.slice(child.start, child.end) !== "*"),
      body: item.children.filter((child) => child.named && child.field !== "value"),
    }));
}

export function isTest(node: ShellNode): boolean {
  return node.type === "test_command" || (node.type === "list" && node.children.some(isTest));
}

/** Names that something in a node may assign. */
export function assignedIn(node: ShellNode, text: string, names = new Set<string>()): Set<string> {
  const name = childOf(node, node.type === "for_statement" ? "variable" : "name");
  if (node.type === "variable_assignment" || node.type === "for_statement") {
    const base = name?.type === "subscript" ? childOf(name, "name") : name;
    if (base !== undefined) names.add(text.slice(base.start, base.end));
  }
  if (
    node.type === "command" &&
    /^(read|mapfile|readarray|getopts|let|printf)\b/.test(text.slice(node.start, node.end))
  ) {
    for (const word of node.children) names.add(text.slice(word.start, word.end));
  }
  if (node.type === "postfix_expression" || node.type === "unary_expression") {
    for (const word of node.children) names.add(text.slice(word.start, word.end));
  }
  for (const child of node.children) assignedIn(child, text, names);
  return names;
}

export function readsArguments(node: ShellNode, text: string): boolean {
  const body = childOf(node, "body");
  return /\$(#|@|\*|\{[#@]|1\b|\{1\b)|\bgetopts\b/.test(text.slice(node.start, body?.start ?? node.end));
}

/** The innermost place of the first error in a node. */
export function firstBroken(node: ShellNode): ShellNode {
  const inner = node.children.find((child) => child.broken);
  return inner === undefined ? node : firstBroken(inner);
}
