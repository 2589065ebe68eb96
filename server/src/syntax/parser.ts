/** What the rest of the syntax layer knows of tree-sitter. Its two bindings, wasm and native, both fit behind this. */

/** The part of a tree cursor that both bindings share, name for name. */
export interface TreeCursor {
  readonly nodeType: string;
  readonly nodeTypeId: number;
  readonly nodeIsNamed: boolean;
  readonly nodeIsMissing: boolean;
  /** Costs far more than the other members. */
  readonly currentNode: { readonly hasError: boolean };
  readonly currentFieldId: number | undefined;
  readonly currentFieldName: string | null | undefined;
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}

/** A replacement of `start..oldEnd` by text that now ends at `newEnd`, in UTF-16 offsets. */
export interface TreeEdit {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** A tree-sitter tree. It holds memory that the garbage collector may not see: dispose of it. */
export interface SyntaxTree {
  readonly hasError: boolean;
  /** Calls `visit` with a cursor on the root, which is valid only during the call. */
  walk<Result>(visit: (cursor: TreeCursor) => Result): Result;
  /** Tells the tree that its text changed, before it is given to `parse` as the previous one. */
  edit(edit: TreeEdit): void;
  dispose(): void;
}

export interface Parser {
  /** Node types and field names by their numbers, which differ between grammar versions. */
  readonly symbols: SymbolTable;
  /** A longer text is not parsed, in UTF-16 code units. */
  readonly maximumLength: number;
  /** Reuses what it can of `previous`, which must have been edited to match `text` and stays the caller's to dispose. */
  parse(text: string, previous?: SyntaxTree): ParseOutcome;
  dispose(): void;
}

export type ParseOutcome = { readonly tree: SyntaxTree } | { readonly refused: Refusal };

/** Why a text was not parsed. */
export type Refusal = "too big" | "too slow";

export interface ParseLimits {
  /** In UTF-16 code units. */
  readonly maximumLength: number;
  readonly maximumMilliseconds: number;
}

export const defaultLimits: ParseLimits = { maximumLength: 4_000_000, maximumMilliseconds: 2_000 };

/** The grammar or the runtime that reads it is missing, damaged or of the wrong version. */
export class GrammarError extends Error {
  override readonly name = "GrammarError";
}

/** What a node type means to whoever walks a tree. */
export interface Symbol {
  readonly type: string;
  /** False for a keyword, an operator or punctuation. */
  readonly named: boolean;
  /** True if it has no children, or none worth a step of the cursor. */
  readonly leaf: boolean;
  /** True for a token that says nothing its parent's type does not say. */
  readonly redundant: boolean;
  /** True if some of its children have field names. */
  readonly hasFields: boolean;
}

/** Escape sequences are decoded from the text of the whole string, so string contents count as leaves. */
const namedLeaves: ReadonlySet<string> = new Set([
  ...["identifier", "integer", "float", "true", "false", "none", "ellipsis", "comment"],
  ...["string_start", "string_content", "string_end", "type_conversion"],
]);

/** Not `@`, which multiplies as well as decorates. */
const redundantTokens: ReadonlySet<string> = new Set([
  ...["(", ")", "[", "]", "{", "}", ".", "=", ":=", "->", "def", "class", "lambda", "return", "import", "from"],
  ...["if", "elif", "else", "for", "while", "with", "try", "except", "finally", "as", "pass", "raise", "assert"],
]);

const typesWithoutFields: ReadonlySet<string> = new Set([
  ...["module", "block", "expression_statement", "return_statement", "argument_list", "parameters", "dotted_name"],
  ...["tuple", "list", "set", "dictionary", "expression_list", "pattern_list", "parenthesized_expression"],
  ...["string", "concatenated_string", "comparison_operator", "list_splat", "slice", "type", "conditional_expression"],
]);

/**
 * Learns the meaning of each number when a cursor first stands on it. Numbers differ between grammar versions, but
 * asking the cursor for one costs less than asking for a name.
 */
export class SymbolTable {
  readonly #symbols: (Symbol | undefined)[] = [];
  readonly #fields: (string | undefined)[] = [];

  symbolAt(cursor: TreeCursor): Symbol {
    const id = cursor.nodeTypeId;
    return this.#symbols[id] ?? (this.#symbols[id] = learnSymbol(cursor));
  }

  fieldAt(cursor: TreeCursor): string | undefined {
    const id = cursor.currentFieldId;
    if (id === undefined || id === 0) {
      return undefined;
    }
    return this.#fields[id] ?? (this.#fields[id] = cursor.currentFieldName ?? undefined);
  }
}

function learnSymbol(cursor: TreeCursor): Symbol {
  const type = cursor.nodeType;
  const named = cursor.nodeIsNamed;
  return {
    type,
    named,
    leaf: !named || namedLeaves.has(type),
    redundant: !named && redundantTokens.has(type),
    hasFields: !typesWithoutFields.has(type),
  };
}
