import {
  defaultLimits,
  GrammarError,
  SymbolTable,
  type ParseLimits,
  type ParseOutcome,
  type Parser,
  type SyntaxTree,
  type TreeCursor,
  type TreeEdit,
} from "./parser.ts";

/**
 * The native binding, as far as it is used here. Its own types are not imported, because the package is optional.
 * Like the wasm binding it counts UTF-16 code units.
 */
export type NativeTreeSitter = new () => NativeParserObject;

interface NativeParserObject {
  setLanguage(language: unknown): void;
  parse(text: string, previous: NativeTreeObject | null, options: { bufferSize: number }): NativeTreeObject | null;
  setTimeoutMicros(timeout: number): void;
  reset(): void;
}

interface NativeTreeObject {
  readonly rootNode: { readonly hasError: boolean };
  walk(): TreeCursor;
  edit(edit: {
    startIndex: number;
    oldEndIndex: number;
    newEndIndex: number;
    startPosition: { row: number; column: number };
    oldEndPosition: { row: number; column: number };
    newEndPosition: { row: number; column: number };
  }): void;
}

export interface NativeParserOptions {
  /** The module `tree-sitter`. */
  readonly treeSitter: NativeTreeSitter;
  /** The module of the grammar, such as `tree-sitter-python`. */
  readonly grammar: unknown;
  readonly limits?: ParseLimits;
}

export function createNativeParser(options: NativeParserOptions): Parser {
  try {
    const parser = new options.treeSitter();
    parser.setLanguage(options.grammar);
    return new NativeParser(parser, options.limits ?? defaultLimits);
  } catch (cause) {
    throw new GrammarError("The native tree-sitter module or its grammar does not load.", { cause });
  }
}

class NativeParser implements Parser {
  readonly symbols = new SymbolTable();
  readonly #parser: NativeParserObject;
  readonly #limits: ParseLimits;

  constructor(parser: NativeParserObject, limits: ParseLimits) {
    this.#parser = parser;
    this.#limits = limits;
    parser.setTimeoutMicros(limits.maximumMilliseconds * 1000);
  }

  get maximumLength(): number {
    return this.#limits.maximumLength;
  }

  parse(text: string, previous?: SyntaxTree): ParseOutcome {
    if (text.length > this.maximumLength) {
      return { refused: "too big" };
    }
    const tree = this.#parser.parse(text, previous instanceof NativeTree ? previous.tree : null, { bufferSize });
    if (tree === null) {
      // Without this, the next parse would continue this one with another text.
      this.#parser.reset();
      return { refused: "too slow" };
    }
    return { tree: new NativeTree(tree) };
  }

  dispose(): void {
    // The garbage collector frees native objects.
  }
}

class NativeTree implements SyntaxTree {
  readonly tree: NativeTreeObject;

  constructor(tree: NativeTreeObject) {
    this.tree = tree;
  }

  get hasError(): boolean {
    return this.tree.rootNode.hasError;
  }

  walk<Result>(visit: (cursor: TreeCursor) => Result): Result {
    return visit(this.tree.walk());
  }

  edit(edit: TreeEdit): void {
    this.tree.edit({
      startIndex: edit.start,
      oldEndIndex: edit.oldEnd,
      newEndIndex: edit.newEnd,
      startPosition: nowhere,
      oldEndPosition: nowhere,
      newEndPosition: nowhere,
    });
  }

  dispose(): void {
    // The garbage collector frees native objects.
  }
}

/** Rows and columns of the tree are never read, and parsing does not depend on them. */
const nowhere = { row: 0, column: 0 };

/** Code units the binding copies at a time. */
const bufferSize = 32 * 1024;
