import type { Expression, Span, Statement } from "./ast.ts";
import { ERROR, MISSING, type RawNode, type RawTree } from "./raw-tree.ts";
import { isTorn, recoverStatements, wreckage } from "./wreckage.ts";

export type ExpressionLowerer = (context: Lowering, node: RawNode) => Expression;
export type StatementLowerer = (context: Lowering, node: RawNode) => Statement;

/** How to lower each node type of the grammar. */
export interface Grammar {
  readonly expressions: ReadonlyMap<string, ExpressionLowerer>;
  readonly statements: ReadonlyMap<string, StatementLowerer>;
}

/**
 * No tree handed out is deeper than this, so that whoever walks one may recurse. Deeper code becomes `invalid`.
 * Generated code aside, nobody nests a tenth of this.
 */
export const maximumDepth = 500;

/** Turns one raw tree into syntax. Dispatches by node type, counts depth and remembers whether anything was wrong. */
export class Lowering {
  readonly raw: RawTree;
  /** True once something was met that is not Python. */
  broken: boolean;
  /** How many expressions cannot be read. */
  holes = 0;
  readonly #grammar: Grammar;
  readonly #torn: readonly Span[];
  #depth = 0;

  /** At the start of a torn part is a statement in the tree that is none in the text. */
  constructor(raw: RawTree, grammar: Grammar, torn: readonly Span[] = []) {
    this.raw = raw;
    this.broken = raw.damaged || torn.length > 0;
    this.#grammar = grammar;
    this.#torn = torn;
  }

  /** Levels that may still be nested inside the node being lowered. */
  get remainingDepth(): number {
    return maximumDepth - this.#depth;
  }

  expression(node: RawNode): Expression {
    const lower = this.#grammar.expressions.get(this.raw.type(node));
    if (lower === undefined) {
      return this.invalid(node);
    }
    if (this.remainingDepth <= 0) {
      return this.#tooDeep(node);
    }
    if (this.hasErrorChild(node)) {
      return this.invalid(node);
    }
    this.#depth++;
    const expression = lower(this, node);
    this.#depth--;
    return expression;
  }

  expressions(nodes: readonly RawNode[]): Expression[] {
    return nodes.map((node) => this.expression(node));
  }

  optionalExpression(node: RawNode | undefined): Expression | undefined {
    return node === undefined ? undefined : this.expression(node);
  }

  /** An expression the grammar demands but error recovery may have left out; `at` is its parent. */
  requiredExpression(node: RawNode | undefined, at: RawNode): Expression {
    return node === undefined ? this.invalid(at) : this.expression(node);
  }

  isStatement(node: RawNode): boolean {
    return this.#grammar.statements.has(this.raw.type(node));
  }

  statement(node: RawNode): Statement {
    const lower = this.#grammar.statements.get(this.raw.type(node));
    if (lower === undefined) {
      return this.invalidStatement(node, []);
    }
    if (this.remainingDepth <= 0) {
      return wreckage(this.raw, this.start(node), this.end(node), []);
    }
    const torn = this.#torn.find(({ start }) => start === this.start(node));
    if (torn !== undefined && this.raw.type(node) === "expression_statement")
      return wreckage(this.raw, torn.start, torn.end, []);
    if (this.raw.damaged && isTorn(this.raw, node)) {
      return this.invalidStatement(node, recoverStatements(this, node));
    }
    this.#depth++;
    const statement = lower(this, node);
    this.#depth--;
    return statement;
  }

  /** Runs `build` as if inside `levels` more levels of syntax, for nesting that the raw tree keeps flat. */
  deeper<Result>(levels: number, build: () => Result): Result {
    this.#depth += levels;
    const result = build();
    this.#depth -= levels;
    return result;
  }

  start(node: RawNode): number {
    return this.raw.start(node);
  }

  end(node: RawNode): number {
    return this.raw.end(node);
  }

  invalid(node: RawNode): Expression {
    this.broken = true;
    this.holes++;
    return { kind: "invalid", start: this.start(node), end: this.end(node) };
  }

  invalidStatement(node: RawNode, recovered: readonly Statement[]): Statement {
    this.broken = true;
    return wreckage(this.raw, this.start(node), this.end(node), recovered);
  }

  /** True if the parser skipped or made up something directly under this node. */
  hasErrorChild(node: RawNode): boolean {
    if (!this.raw.damaged) {
      return false;
    }
    const end = this.raw.after(node);
    for (let child = node + 1; child < end; child = this.raw.after(child)) {
      const type = this.raw.type(child);
      if (type === ERROR || type === MISSING) {
        return true;
      }
    }
    return false;
  }

  /** Valid Python, so not broken, but beyond what anyone can evaluate. */
  #tooDeep(node: RawNode): Expression {
    return { kind: "invalid", start: this.start(node), end: this.end(node) };
  }
}
