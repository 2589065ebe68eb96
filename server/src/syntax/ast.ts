/**
 * Shardlint's own Python syntax tree: small, immutable, and free of parser types.
 *
 * Offsets are UTF-16 code units. They are relative to the start of the chunk (top-level statement) a node belongs
 * to, so that a chunk whose text did not change is the same object after an edit elsewhere in the file.
 */

export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** One top-level statement of a module, or a run of text that could not be parsed. */
export interface Chunk {
  readonly statement: Statement;
  /** Comments inside the chunk, relative to it; a comment between two statements belongs to the module. */
  readonly comments: readonly Span[];
  /** True if the parser had to recover from an error anywhere inside this chunk. */
  readonly broken: boolean;
  readonly length: number;
}

/** A chunk at its place in one revision of a file. */
export interface PlacedChunk {
  readonly chunk: Chunk;
  /** Offset of the chunk's first character in the file. */
  readonly offset: number;
}

/** One parsed revision of a file. */
export interface ModuleSyntax {
  readonly chunks: readonly PlacedChunk[];
  /** All comments of the file, absolute, in order. */
  readonly comments: readonly Span[];
  readonly broken: boolean;
}

// ---------------------------------------------------------------------------------------------- expressions

export type Expression =
  | NameExpression
  | IntExpression
  | FloatExpression
  | StringExpression
  | FormattedExpression
  | BytesExpression
  | ConstantExpression
  | SequenceExpression
  | DictExpression
  | UnaryExpression
  | BinaryExpression
  | LogicalExpression
  | CompareExpression
  | ConditionalExpression
  | NamedExpression
  | LambdaExpression
  | CallExpression
  | AttributeExpression
  | SubscriptExpression
  | SliceExpression
  | StarredExpression
  | AwaitExpression
  | YieldExpression
  | ComprehensionExpression
  | InvalidExpression;

export interface NameExpression extends Span {
  readonly kind: "name";
  readonly id: string;
}

export interface IntExpression extends Span {
  readonly kind: "int";
  readonly value: bigint;
}

export interface FloatExpression extends Span {
  readonly kind: "float";
  /** NaN for an imaginary literal. */
  readonly value: number;
}

/** A string literal, implicit concatenation included. Escapes are decoded. */
export interface StringExpression extends Span {
  readonly kind: "string";
  readonly value: string;
}

/** An f-string, or an implicit concatenation that holds one. */
export interface FormattedExpression extends Span {
  readonly kind: "formatted";
  readonly parts: readonly (string | FormattedHole)[];
}

export type Conversion = "r" | "s" | "a";

export interface FormattedHole extends Span {
  readonly kind: "hole";
  readonly value: Expression;
  /** `!r` and the like; `{x = }` has one without writing it. */
  readonly conversion: Conversion | undefined;
  /** What stands behind the colon, which may have holes of its own. */
  readonly spec: readonly (string | FormattedHole)[] | undefined;
}

export interface BytesExpression extends Span {
  readonly kind: "bytes";
}

export interface ConstantExpression extends Span {
  readonly kind: "constant";
  readonly value: true | false | null | "ellipsis";
}

export interface SequenceExpression extends Span {
  readonly kind: "tuple" | "list" | "set";
  readonly elements: readonly Expression[];
}

export interface DictExpression extends Span {
  readonly kind: "dict";
  /** `key` is undefined for a `**splat`. */
  readonly entries: readonly { readonly key: Expression | undefined; readonly value: Expression }[];
}

export interface UnaryExpression extends Span {
  readonly kind: "unary";
  readonly operator: "-" | "+" | "~" | "not";
  readonly operand: Expression;
}

export type BinaryOperator = "+" | "-" | "*" | "/" | "//" | "%" | "**" | "@" | "&" | "|" | "^" | "<<" | ">>";

export interface BinaryExpression extends Span {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface LogicalExpression extends Span {
  readonly kind: "logical";
  readonly operator: "and" | "or";
  readonly left: Expression;
  readonly right: Expression;
}

export type CompareOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in" | "is" | "is not";

/** A chain: `a < b <= c` has two operators and two comparators. */
export interface CompareExpression extends Span {
  readonly kind: "compare";
  readonly left: Expression;
  readonly operators: readonly CompareOperator[];
  readonly comparators: readonly Expression[];
}

export interface ConditionalExpression extends Span {
  readonly kind: "conditional";
  readonly test: Expression;
  readonly body: Expression;
  readonly otherwise: Expression;
}

/** `target := value` */
export interface NamedExpression extends Span {
  readonly kind: "named";
  readonly target: NameExpression;
  readonly value: Expression;
}

export interface LambdaExpression extends Span {
  readonly kind: "lambda";
  readonly parameters: readonly Parameter[];
  readonly body: Expression;
}

export interface CallExpression extends Span {
  readonly kind: "call";
  readonly callee: Expression;
  readonly arguments: readonly Argument[];
  /** Offset just after the opening parenthesis, and offset of the closing one. */
  readonly open: number;
  readonly close: number;
}

export interface Argument extends Span {
  /** Present for `name=value`. */
  readonly name: NameExpression | undefined;
  /** 1 for `*value`, 2 for `**value`. */
  readonly stars: 0 | 1 | 2;
  readonly value: Expression;
}

export interface AttributeExpression extends Span {
  readonly kind: "attribute";
  readonly object: Expression;
  readonly attribute: NameExpression;
}

export interface SubscriptExpression extends Span {
  readonly kind: "subscript";
  readonly object: Expression;
  /** `a[i, j]` has a tuple here. */
  readonly index: Expression;
}

export interface SliceExpression extends Span {
  readonly kind: "slice";
  readonly lower: Expression | undefined;
  readonly upper: Expression | undefined;
  readonly step: Expression | undefined;
}

export interface StarredExpression extends Span {
  readonly kind: "starred";
  readonly value: Expression;
}

export interface AwaitExpression extends Span {
  readonly kind: "await";
  readonly value: Expression;
}

export interface YieldExpression extends Span {
  readonly kind: "yield";
  readonly value: Expression | undefined;
  /** True for `yield from value`. */
  readonly from: boolean;
}

export interface ComprehensionExpression extends Span {
  readonly kind: "comprehension";
  readonly result: "list" | "set" | "dict" | "generator";
  /** Key of a dict comprehension. */
  readonly key: Expression | undefined;
  readonly element: Expression;
  readonly clauses: readonly ComprehensionClause[];
}

export interface ComprehensionClause {
  readonly target: Expression;
  readonly iterable: Expression;
  readonly conditions: readonly Expression[];
}

/** Text the parser could not read; evaluates to unknown. */
export interface InvalidExpression extends Span {
  readonly kind: "invalid";
}

// ----------------------------------------------------------------------------------------------- statements

export type Statement =
  | ExpressionStatement
  | AssignStatement
  | AnnotatedStatement
  | AugmentedStatement
  | ReturnStatement
  | RaiseStatement
  | AssertStatement
  | DeleteStatement
  | ScopeStatement
  | IfStatement
  | ForStatement
  | WhileStatement
  | WithStatement
  | TryStatement
  | MatchStatement
  | FunctionStatement
  | ClassStatement
  | ImportStatement
  | ImportFromStatement
  | SimpleStatement
  | InvalidStatement;

export interface ExpressionStatement extends Span {
  readonly kind: "expression";
  readonly value: Expression;
}

/** `a = b = value` has two targets. */
export interface AssignStatement extends Span {
  readonly kind: "assign";
  readonly targets: readonly Expression[];
  readonly value: Expression;
}

/** `target: annotation [= value]` */
export interface AnnotatedStatement extends Span {
  readonly kind: "annotated";
  readonly target: Expression;
  readonly annotation: Expression;
  readonly value: Expression | undefined;
}

export interface AugmentedStatement extends Span {
  readonly kind: "augmented";
  readonly target: Expression;
  readonly operator: BinaryOperator;
  readonly value: Expression;
}

export interface ReturnStatement extends Span {
  readonly kind: "return";
  readonly value: Expression | undefined;
}

export interface RaiseStatement extends Span {
  readonly kind: "raise";
  readonly exception: Expression | undefined;
}

export interface AssertStatement extends Span {
  readonly kind: "assert";
  readonly test: Expression;
  readonly message: Expression | undefined;
}

export interface DeleteStatement extends Span {
  readonly kind: "delete";
  readonly targets: readonly Expression[];
}

/** `global a, b` or `nonlocal a, b` */
export interface ScopeStatement extends Span {
  readonly kind: "global" | "nonlocal";
  readonly names: readonly string[];
}

/** `elif` is an `if` alone in `otherwise`. */
export interface IfStatement extends Span {
  readonly kind: "if";
  readonly test: Expression;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
}

export interface ForStatement extends Span {
  readonly kind: "for";
  readonly target: Expression;
  readonly iterable: Expression;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
}

export interface WhileStatement extends Span {
  readonly kind: "while";
  readonly test: Expression;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
}

export interface WithStatement extends Span {
  readonly kind: "with";
  readonly items: readonly { readonly context: Expression; readonly target: Expression | undefined }[];
  readonly body: readonly Statement[];
}

export interface TryStatement extends Span {
  readonly kind: "try";
  readonly body: readonly Statement[];
  readonly handlers: readonly ExceptHandler[];
  readonly otherwise: readonly Statement[];
  readonly final: readonly Statement[];
}

export interface ExceptHandler extends Span {
  readonly type: Expression | undefined;
  readonly name: NameExpression | undefined;
  readonly body: readonly Statement[];
}

export interface MatchStatement extends Span {
  readonly kind: "match";
  readonly subject: Expression;
  readonly cases: readonly MatchCase[];
}

export interface MatchCase extends Span {
  readonly pattern: Pattern;
  readonly guard: Expression | undefined;
  readonly body: readonly Statement[];
}

export type Pattern =
  | { readonly kind: "wildcard" }
  | { readonly kind: "capture"; readonly name: NameExpression }
  | { readonly kind: "value"; readonly value: Expression }
  | { readonly kind: "alternatives"; readonly patterns: readonly Pattern[] }
  | { readonly kind: "as"; readonly pattern: Pattern; readonly name: NameExpression }
  /** A sequence of just these items. */
  | { readonly kind: "sequence"; readonly items: readonly Pattern[] }
  | ClassPattern
  | MappingPattern
  /** Any other pattern: its captures become unknown. */
  | { readonly kind: "structure"; readonly captures: readonly NameExpression[] };

/** `Point(x, y=0)` */
export interface ClassPattern {
  readonly kind: "class";
  readonly type: Expression;
  readonly items: readonly Pattern[];
  readonly attributes: readonly { readonly name: NameExpression; readonly pattern: Pattern }[];
}

/** `{"a": x, **rest}` */
export interface MappingPattern {
  readonly kind: "mapping";
  readonly entries: readonly { readonly key: Expression; readonly pattern: Pattern }[];
  readonly rest: NameExpression | undefined;
}

export interface FunctionStatement extends Span {
  readonly kind: "function";
  readonly name: NameExpression;
  readonly parameters: readonly Parameter[];
  readonly returns: Expression | undefined;
  readonly decorators: readonly Expression[];
  readonly body: readonly Statement[];
  readonly async: boolean;
}

export interface Parameter extends Span {
  readonly name: NameExpression;
  readonly form: "positional-only" | "ordinary" | "star" | "keyword-only" | "double-star";
  readonly annotation: Expression | undefined;
  readonly default: Expression | undefined;
}

export interface ClassStatement extends Span {
  readonly kind: "class";
  readonly name: NameExpression;
  readonly bases: readonly Argument[];
  readonly decorators: readonly Expression[];
  readonly body: readonly Statement[];
}

/** `import a.b as c` */
export interface ImportStatement extends Span {
  readonly kind: "import";
  readonly names: readonly ImportedModule[];
}

export interface ImportedModule extends Span {
  readonly module: string;
  readonly alias: NameExpression | undefined;
}

/** `from ..a.b import c as d`; `names` is "*" for a star import. */
export interface ImportFromStatement extends Span {
  readonly kind: "import-from";
  /** Number of leading dots. */
  readonly level: number;
  readonly module: string;
  readonly names: "*" | readonly ImportedName[];
}

export interface ImportedName extends Span {
  readonly name: NameExpression;
  readonly alias: NameExpression | undefined;
}

export interface SimpleStatement extends Span {
  readonly kind: "pass" | "break" | "continue";
}

/**
 * A statement the parser could not read. Nobody knows what it does, so that whatever its text mentions may be changed by it:
 * what is typed is only half there. `recovered` are complete statements found inside it.
 */
export interface InvalidStatement extends Span {
  readonly kind: "invalid";
  readonly recovered: readonly Statement[];
  /** Every name in its text. */
  readonly mentioned: readonly string[];
  /** Those of them that it may bind. */
  readonly bound: readonly string[];
  /** True if what follows it may not run. */
  readonly leaves: boolean;
  /** True if it defines or imports something, and does nothing else. */
  readonly defines: boolean;
}

export type Node = Expression | Statement;
