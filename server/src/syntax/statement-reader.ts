import type { PlacedChunk, Span } from "./ast.ts";
import { pythonGrammar } from "./grammar.ts";
import { Lowering } from "./lowering.ts";
import type { SymbolTable, SyntaxTree, TreeCursor } from "./parser.ts";
import { ownCopy } from "./pieces.ts";
import { isSeparator, recoverStatements, wreckage } from "./wreckage.ts";
import { commentSpan, ERROR, RawTree, readNode, type KnownNodes } from "./raw-tree.ts";

/** A chunk, and what the next revision may make use of. */
export interface ReadChunk extends PlacedChunk {
  /** The type of its tree-sitter node, or undefined if the parser had to recover from an error in it. */
  readonly intactType: string | undefined;
  /** What it was made from, if that is long enough for another reading to cost time. */
  readonly raw: RawTree | undefined;
}

/** What was read from a part of a text, in order. */
export interface Reading {
  readonly chunks: readonly ReadChunk[];
  readonly comments: readonly Span[];
}

export function movedReading({ chunks, comments }: Reading, by: number): Reading {
  return {
    chunks: chunks.map((read) => ({ ...read, offset: read.offset + by })),
    comments: comments.map(({ start, end }) => ({ start: start + by, end: end + by })),
  };
}

/** What an earlier revision already read. Offsets are those of the text that is being read. */
export interface Earlier {
  /** The chunk made of an intact top-level node with the same type and text. */
  findChunk(type: string, start: number, end: number): ReadChunk | undefined;
  /** The nodes of the chunk at an offset, which an edit changed only in part. */
  findNodes(start: number): KnownNodes | undefined;
}

/** Turns the top-level nodes of a tree into chunks; in the text, each torn part stands for a statement of the tree. */
export function readStatements(
  symbols: SymbolTable,
  tree: SyntaxTree,
  text: string,
  earlier: Earlier,
  torn: readonly Span[] = [],
): Reading {
  const { hasError } = tree;
  return tree.walk((cursor) => {
    const reader = new StatementReader(cursor, symbols, text, hasError, earlier, torn);
    if (cursor.gotoFirstChild()) {
      if (hasError) reader.lookAhead();
      do {
        reader.readTopLevelNode();
      } while (cursor.gotoNextSibling());
    }
    return reader.finish();
  });
}

/** A run of top-level nodes that are no statements of the module. */
interface Wreck {
  readonly tree: RawTree;
  readonly start: number;
  end: number;
}

/** In nodes: about 15 lines. Less is read again in no time. */
const worthKeeping = 100;

/** What may stand between two statements without being one. */
const between: ReadonlySet<string> = new Set([";", "line_continuation"]);

class StatementReader {
  readonly #cursor: TreeCursor;
  readonly #symbols: SymbolTable;
  readonly #text: string;
  readonly #hasError: boolean;
  readonly #earlier: Earlier;
  readonly #torn: readonly Span[];
  readonly #chunks: ReadChunk[] = [];
  readonly #comments: Span[] = [];
  #wreck: Wreck | undefined;
  #isOneWreck = false;

  constructor(
    cursor: TreeCursor,
    symbols: SymbolTable,
    text: string,
    hasError: boolean,
    earlier: Earlier,
    torn: readonly Span[],
  ) {
    this.#cursor = cursor;
    this.#symbols = symbols;
    this.#text = text;
    this.#hasError = hasError;
    this.#earlier = earlier;
    this.#torn = torn;
  }

  /**
   * Looks for more than one node in a text with an error. What a part cut off as one statement is, is then not clear,
   * although some of it may look as if it were whole.
   */
  lookAhead(): void {
    let nodes = 0;
    do {
      const { type } = this.#symbols.symbolAt(this.#cursor);
      const isEmpty = this.#cursor.startIndex === this.#cursor.endIndex;
      if (type !== "comment" && !isEmpty) nodes++;
    } while (this.#cursor.gotoNextSibling());
    this.#isOneWreck = nodes > 1;
    this.#cursor.gotoParent();
    this.#cursor.gotoFirstChild();
  }

  readTopLevelNode(): void {
    const { type } = this.#symbols.symbolAt(this.#cursor);
    const start = this.#cursor.startIndex;
    const end = this.#cursor.endIndex;
    if (start === end) {
      // A token the parser made up.
      return;
    }
    if (type === "comment") {
      this.#comments.push(commentSpan(this.#text, start, end));
    } else if (this.#startsStatement(type, start)) {
      this.#closeWreck();
      if (this.#runsOn(start)) {
        this.#wreckLast();
        this.#addToWreck(start, end);
      } else {
        this.#place(this.#readStatement(type, start, end));
      }
    } else if (!between.has(type) || this.#wreck !== undefined) {
      this.#addToWreck(start, end);
    }
  }

  finish(): Reading {
    this.#closeWreck();
    if (this.#hasError) {
      // Comments around a wreck were met before it was closed.
      this.#comments.sort((one, other) => one.start - other.start);
    }
    return { chunks: this.#chunks, comments: this.#comments };
  }

  /**
   * A statement that is indented, or follows skipped text on the same line, is not one of the module: the parser lost
   * the header it belongs to.
   */
  #startsStatement(type: string, start: number): boolean {
    if (this.#isOneWreck || !pythonGrammar.statements.has(type)) return false;
    const before = this.#text.charAt(start - 1);
    if (before !== " " && before !== "\t") {
      return this.#wreck === undefined || before === "\n" || before === "\r" || start === 0;
    }
    return this.#wreck === undefined && !isIndented(this.#text, start);
  }

  /** True if a statement starts on the line of the one before it without a `;` between them. */
  #runsOn(start: number): boolean {
    const last = this.#chunks.at(-1);
    return last !== undefined && !isSeparator(this.#text.slice(last.offset + last.chunk.length, start));
  }

  #wreckLast(): void {
    const last = this.#chunks.pop();
    if (last === undefined) return;
    const { length, comments } = last.chunk;
    const tree = new RawTree(ownCopy(this.#text.slice(last.offset, last.offset + length)), true);
    const statement = wreckage(tree, 0, length, []);
    this.#chunks.push({
      ...last,
      chunk: { statement, comments, broken: true, length },
      intactType: undefined,
      raw: undefined,
    });
  }

  #readStatement(type: string, offset: number, end: number): ReadChunk {
    const damaged = this.#hasError && this.#cursor.currentNode.hasError;
    const torn = this.#tornIn(offset, end);
    const isIntact = !damaged && torn.length === 0;
    const known = !isIntact ? undefined : this.#earlier.findChunk(type, offset, end);
    if (known !== undefined) {
      return { ...known, offset };
    }
    const tree = new RawTree(ownCopy(this.#text.slice(offset, end)), damaged);
    readNode(tree, this.#cursor, this.#symbols, offset, torn.length > 0 ? undefined : this.#earlier.findNodes(offset));
    const lowering = new Lowering(tree, pythonGrammar, torn);
    const statement = lowering.statement(tree.root);
    const chunk = { statement, comments: tree.comments, broken: lowering.broken, length: end - offset };
    const raw = tree.size < worthKeeping || torn.length > 0 ? undefined : tree;
    return { chunk, offset, intactType: isIntact ? type : undefined, raw };
  }

  /** The torn parts of a statement, relative to it. */
  #tornIn(offset: number, end: number): readonly Span[] {
    const inside = this.#torn.filter((part) => part.start >= offset && part.end <= end);
    return inside.map((part) => ({ start: part.start - offset, end: part.end - offset }));
  }

  #place(read: ReadChunk): void {
    this.#chunks.push(read);
    for (const { start, end } of read.chunk.comments) {
      this.#comments.push({ start: start + read.offset, end: end + read.offset });
    }
  }

  #addToWreck(start: number, end: number): void {
    this.#wreck ??= newWreck(this.#text, start);
    this.#wreck.end = Math.max(this.#wreck.end, end);
    readNode(this.#wreck.tree, this.#cursor, this.#symbols, this.#wreck.start);
  }

  #closeWreck(): void {
    const wreck = this.#wreck;
    if (wreck === undefined) {
      return;
    }
    this.#wreck = undefined;
    const length = wreck.end - wreck.start;
    wreck.tree.close(wreck.tree.root);
    const lowering = new Lowering(wreck.tree, pythonGrammar);
    const statement = wreckage(wreck.tree, 0, length, recoverStatements(lowering, wreck.tree.root));
    const chunk = { statement, comments: wreck.tree.comments, broken: true, length };
    this.#place({ chunk, offset: wreck.start, intactType: undefined, raw: undefined });
  }
}

/** The tree's root is an error node whose end is not known yet. */
function newWreck(text: string, start: number): Wreck {
  const tree = new RawTree(ownCopy(text.slice(start)), true);
  tree.open(ERROR, true, undefined, 0, 0);
  return { tree, start, end: start };
}

/** True if there is nothing but blanks before `offset` on its line. */
function isIndented(text: string, offset: number): boolean {
  let before = offset - 1;
  while (text[before] === " " || text[before] === "\t") {
    before--;
  }
  return before < 0 || text[before] === "\n" || text[before] === "\r";
}
