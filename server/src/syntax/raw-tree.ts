import type { Span } from "./ast.ts";
import type { Symbol, SymbolTable, TreeCursor } from "./parser.ts";

/** A node of a `RawTree`: its number in reading order. */
export type RawNode = number;

/** The type given to a token that the parser made up to get past an error. */
export const MISSING = "MISSING";
export const ERROR = "ERROR";

/**
 * One top-level node of a tree-sitter tree, copied out of the parser in one walk. Lowering needs children out of order,
 * and every question to the parser crosses into wasm or native code, which costs more than the rest of the lowering.
 * Offsets are relative to the start of the chunk. Comments and line continuations are left out of the nodes.
 */
export class RawTree {
  readonly comments: Span[] = [];
  readonly root: RawNode = 0;
  /** True if the parser had to recover from an error somewhere in here. Only then are made-up tokens looked for. */
  readonly damaged: boolean;
  readonly #text: string;
  readonly #types: string[] = [];
  readonly #named: boolean[] = [];
  readonly #fields: (string | undefined)[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** For each node, the first node after its last descendant. */
  readonly #nexts: RawNode[] = [];

  /** `text` starts where the chunk starts. */
  constructor(text: string, damaged: boolean) {
    this.#text = text;
    this.damaged = damaged;
  }

  get size(): number {
    return this.#types.length;
  }

  /** Adds a node; its descendants follow, then `close`. */
  open(type: string, named: boolean, field: string | undefined, start: number, end: number): RawNode {
    this.#types.push(type);
    this.#named.push(named);
    this.#fields.push(field);
    this.#starts.push(start);
    this.#ends.push(end);
    return this.#nexts.push(this.#types.length) - 1;
  }

  close(node: RawNode): void {
    this.#nexts[node] = this.#types.length;
  }

  /** Adds a node of another tree with all it contains, moved by `shift`. */
  copy(from: RawTree, node: RawNode, shift: number): void {
    const end = from.after(node);
    const moved = this.size - node;
    for (let copied = node; copied < end; copied++) {
      this.open(
        from.type(copied),
        from.named(copied),
        from.field(copied),
        from.start(copied) + shift,
        from.end(copied) + shift,
      );
      this.#nexts[copied + moved] = from.after(copied) + moved;
    }
    for (const comment of from.comments) {
      if (comment.start >= from.start(node) && comment.end <= from.end(node)) {
        this.comments.push({ start: comment.start + shift, end: comment.end + shift });
      }
    }
  }

  addComment(start: number, end: number): void {
    this.comments.push(commentSpan(this.#text, start, end));
  }

  /** True if the parser did not have to recover from an error in a node. */
  isIntact(node: RawNode): boolean {
    if (this.damaged) {
      const end = this.after(node);
      for (let inner = node; inner < end; inner++) {
        if (this.#types[inner] === ERROR || this.#types[inner] === MISSING) {
          return false;
        }
      }
    }
    return true;
  }

  type(node: RawNode): string {
    return this.#types[node] ?? MISSING;
  }

  named(node: RawNode): boolean {
    return this.#named[node] ?? false;
  }

  field(node: RawNode): string | undefined {
    return this.#fields[node];
  }

  start(node: RawNode): number {
    return this.#starts[node] ?? 0;
  }

  end(node: RawNode): number {
    return this.#ends[node] ?? 0;
  }

  text(node: RawNode): string {
    return this.slice(this.start(node), this.end(node));
  }

  slice(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  /** How many blanks the line of an offset starts with. */
  indentation(offset: number): number {
    let start = offset;
    while (start > 0 && !isLineEnd(this.#text.charAt(start - 1))) start--;
    let end = start;
    while (this.#text[end] === " " || this.#text[end] === "\t") end++;
    return end - start;
  }

  /** The node after this one and all it contains. The first child of a node, if it has one, is the node plus one. */
  after(node: RawNode): RawNode {
    return this.#nexts[node] ?? node + 1;
  }

  /** All children, tokens included. */
  children(node: RawNode): RawNode[] {
    const children: RawNode[] = [];
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child)) {
      children.push(child);
    }
    return children;
  }

  /** Children that are not keywords, operators or punctuation. */
  namedChildren(node: RawNode): RawNode[] {
    const children: RawNode[] = [];
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child)) {
      if (this.named(child)) {
        children.push(child);
      }
    }
    return children;
  }

  childrenInField(node: RawNode, field: string): RawNode[] {
    return this.children(node).filter((child) => this.field(child) === field);
  }

  child(node: RawNode, field: string): RawNode | undefined {
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child)) {
      if (this.#fields[child] === field) {
        return child;
      }
    }
    return undefined;
  }

  childOfType(node: RawNode, type: string): RawNode | undefined {
    return this.childrenOfType(node, type)[0];
  }

  lastChildOfType(node: RawNode, type: string): RawNode | undefined {
    return this.childrenOfType(node, type).at(-1);
  }

  childrenOfType(node: RawNode, type: string): RawNode[] {
    const children: RawNode[] = [];
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child)) {
      if (this.#types[child] === type) {
        children.push(child);
      }
    }
    return children;
  }
}

function isLineEnd(character: string): boolean {
  return character === "\n" || character === "\r";
}

/** To tree-sitter, the \\r of a \\r\\n belongs to the comment before it. */
export function commentSpan(text: string, start: number, end: number): Span {
  return { start, end: text[end - 1] === "\r" ? end - 1 : end };
}

/** What of a tree was already read before an edit. */
export interface KnownNodes {
  /** Copies to `tree` the node at a place in it, and says whether it was there to copy. */
  copyTo(tree: RawTree, type: string, start: number, end: number): boolean;
}

/**
 * Copies the node under the cursor and all it contains to the end of `tree`, and leaves the cursor where it was.
 * `base` is the offset in the file of the start of the chunk.
 */
export function readNode(
  tree: RawTree,
  cursor: TreeCursor,
  symbols: SymbolTable,
  base: number,
  known?: KnownNodes,
): void {
  const parents: { readonly node: RawNode; readonly symbol: Symbol }[] = [];
  for (;;) {
    const symbol = symbols.symbolAt(cursor);
    const parent = parents.at(-1)?.symbol;
    const mayBeKnown = known !== undefined && parent?.type === "block" && symbol.named && isIntact(cursor, tree);
    if (symbol.type === "comment") {
      tree.addComment(cursor.startIndex - base, cursor.endIndex - base);
    } else if (mayBeKnown && known.copyTo(tree, symbol.type, cursor.startIndex - base, cursor.endIndex - base)) {
      // Nothing of it is left to read.
    } else if (!isSkipped(symbol, tree)) {
      const field = parent?.hasFields === false ? undefined : symbols.fieldAt(cursor);
      const node = copyNode(tree, cursor, symbol, field, base);
      if (!symbol.leaf && cursor.gotoFirstChild()) {
        parents.push({ node, symbol });
        continue;
      }
    }
    while (parents.length > 0 && !cursor.gotoNextSibling()) {
      cursor.gotoParent();
      tree.close(parents.pop()?.node ?? tree.root);
    }
    if (parents.length === 0) {
      return;
    }
  }
}

function isIntact(cursor: TreeCursor, tree: RawTree): boolean {
  return !tree.damaged || !cursor.currentNode.hasError;
}

/** Half of all nodes are redundant tokens. They are only of interest if the parser may have made them up. */
function isSkipped(symbol: Symbol, tree: RawTree): boolean {
  return symbol.type === "line_continuation" || (symbol.redundant && !tree.damaged);
}

function copyNode(tree: RawTree, cursor: TreeCursor, symbol: Symbol, field: string | undefined, base: number): RawNode {
  const start = cursor.startIndex - base;
  const end = cursor.endIndex - base;
  const missing = tree.damaged && start === end && cursor.nodeIsMissing;
  return tree.open(missing ? MISSING : symbol.type, symbol.named, field, start, end);
}
