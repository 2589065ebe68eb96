import { Edit, Language, Parser as WebParser, type Tree } from "web-tree-sitter";
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

export interface WasmParserOptions {
  /** The bytes of web-tree-sitter.wasm. */
  readonly runtimeWasm: Uint8Array;
  /** The bytes of the grammar, such as tree-sitter-python.wasm. */
  readonly grammarWasm: Uint8Array;
  /** What the grammar reads; Python if not said. */
  readonly language?: GrammarLanguage;
  readonly limits?: ParseLimits;
}

export type GrammarLanguage = "Python" | "Bash";

/** The runtime is one for the whole process, and two that start it at the same time would each get their own. */
let starting: Promise<unknown> = Promise.resolve();

export function createWasmParser(options: WasmParserOptions): Promise<Parser> {
  const parser = starting.then(() => create(options));
  starting = parser.catch(() => undefined);
  return parser;
}

async function create(options: WasmParserOptions): Promise<Parser> {
  try {
    await WebParser.init({ wasmBinary: exactBuffer(options.runtimeWasm) });
  } catch (cause) {
    throw new GrammarError("The tree-sitter runtime (web-tree-sitter.wasm) is missing or damaged.", { cause });
  }
  try {
    const parser = new WebParser();
    parser.setLanguage(await Language.load(options.grammarWasm));
    return new WasmParser(parser, options.limits ?? defaultLimits);
  } catch (cause) {
    const language = options.language ?? "Python";
    const file = `tree-sitter-${language.toLowerCase()}.wasm`;
    throw new GrammarError(`The ${language} grammar (${file}) is missing, damaged or of the wrong version.`, { cause });
  }
}

/** The runtime takes a whole buffer, but file contents are often a window onto a larger one. */
function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

class WasmParser implements Parser {
  readonly symbols = new SymbolTable();
  readonly #parser: WebParser;
  readonly #limits: ParseLimits;

  constructor(parser: WebParser, limits: ParseLimits) {
    this.#parser = parser;
    this.#limits = limits;
  }

  get maximumLength(): number {
    return this.#limits.maximumLength;
  }

  parse(text: string, previous?: SyntaxTree): ParseOutcome {
    if (text.length > this.maximumLength) {
      return { refused: "too big" };
    }
    const deadline = performance.now() + this.#limits.maximumMilliseconds;
    const tree = this.#parser.parse(text, previous instanceof WasmTree ? previous.tree : null, {
      progressCallback: () => performance.now() > deadline,
    });
    if (tree === null) {
      // Without this, the next parse would continue this one with another text.
      this.#parser.reset();
      return { refused: "too slow" };
    }
    return { tree: new WasmTree(tree) };
  }

  dispose(): void {
    this.#parser.delete();
  }
}

class WasmTree implements SyntaxTree {
  readonly tree: Tree;

  constructor(tree: Tree) {
    this.tree = tree;
  }

  get hasError(): boolean {
    return this.tree.rootNode.hasError;
  }

  walk<Result>(visit: (cursor: TreeCursor) => Result): Result {
    const cursor = this.tree.walk();
    try {
      return visit(cursor);
    } finally {
      cursor.delete();
    }
  }

  edit(edit: TreeEdit): void {
    this.tree.edit(
      new Edit({
        startIndex: edit.start,
        oldEndIndex: edit.oldEnd,
        newEndIndex: edit.newEnd,
        startPosition: nowhere,
        oldEndPosition: nowhere,
        newEndPosition: nowhere,
      }),
    );
  }

  dispose(): void {
    this.tree.delete();
  }
}

/** Rows and columns of the tree are never read, and parsing does not depend on them. */
const nowhere = { row: 0, column: 0 };
