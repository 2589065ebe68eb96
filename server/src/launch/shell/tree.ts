/** tree-sitter-bash's tree, copied out of the parser once, because its nodes are visited many times and in any order. */
import type { Parser } from "../../syntax/index.ts";
import type { Span } from "../launch.ts";

export interface ShellNode extends Span {
  readonly type: string;
  /** False for a keyword, an operator or punctuation. */
  readonly named: boolean;
  readonly field: string | undefined;
  readonly children: readonly ShellNode[];
  /** True if the parser had to recover from an error in it. */
  readonly broken: boolean;
}

interface OpenNode extends ShellNode {
  readonly children: OpenNode[];
  broken: boolean;
}

export type ShellTree = { readonly root: ShellNode } | { readonly refused: string };

/** The evaluation recurses over the tree. */
const maximumDepth = 250;
const maximumNodes = 300_000;

/** The text as the grammar takes it, every character in its place: lines end in a line feed alone, the last one in no backslash. */
export function readableText(text: string): string {
  return text
    .replace(/\\\r\n/g, " \\\n")
    .replace(/\r\n/g, " \n")
    .replace(/\\\s*$/, (ending) => ` ${ending.slice(1)}`);
}

export function parseShell(parser: Parser, text: string): ShellTree {
  const outcome = parser.parse(text);
  if ("refused" in outcome) return { refused: `The script is ${outcome.refused} to be read.` };
  const { tree } = outcome;
  try {
    const { hasError } = tree;
    return tree.walk((cursor): ShellTree => {
      const parents: OpenNode[] = [];
      let count = 0;
      for (;;) {
        const { type, named } = parser.symbols.symbolAt(cursor);
        const broken =
          hasError && (type === "ERROR" || (cursor.startIndex === cursor.endIndex && cursor.nodeIsMissing));
        const node: OpenNode = {
          type,
          named,
          field: parser.symbols.fieldAt(cursor),
          start: startOf(type, cursor.startIndex, text),
          end: cursor.endIndex,
          children: [],
          broken,
        };
        parents.at(-1)?.children.push(node);
        if (broken) for (const parent of parents) parent.broken = true;
        if (++count > maximumNodes) return { refused: "The script is too big to be read." };
        if (parents.length > maximumDepth) return { refused: "The script is nested too deeply to be read." };
        if (cursor.gotoFirstChild()) {
          parents.push(node);
          continue;
        }
        while (!cursor.gotoNextSibling()) {
          const [root] = parents;
          const parent = parents.pop();
          if (parent === undefined || parents.length === 0) return { root: root ?? node };
          cursor.gotoParent();
        }
      }
    });
  } finally {
    tree.dispose();
  }
}

/** The expressions of a text that is arithmetic, as they stand in `((text))` after `offset` blanks; none if it cannot be read. */
export function parseArithmetic(
  parser: Parser,
  text: string,
  offset: number,
): { readonly text: string; readonly parts: readonly ShellNode[] } {
  const whole = `${" ".repeat(offset)}((${text}))`;
  const tree = parseShell(parser, whole);
  const [only, ...more] = "refused" in tree || tree.root.broken ? [] : tree.root.children;
  const isWhole = only?.children[0]?.type === "((" && only.end === whole.length && more.length === 0;
  return { text: whole, parts: isWhole ? only.children.filter((child) => child.named) : [] };
}

/** In a string, blanks in front of an expansion are text. */
function startOf(type: string, start: number, text: string): number {
  return type.endsWith("expansion") || type.endsWith("substitution") ? start + text.slice(start).search(/\S/) : start;
}

export function childOf(node: ShellNode, field: string): ShellNode | undefined {
  return node.children.find((child) => child.field === field);
}

export function childrenOf(node: ShellNode, field: string): ShellNode[] {
  return node.children.filter((child) => child.field === field);
}

/** What a node is written as. */
export function textAt({ start, end }: ShellNode, text: string): string {
  return text.slice(start, end);
}
