import type { Statement } from "./ast.ts";
import type { Lowering } from "./lowering.ts";
import { ERROR, type RawNode } from "./raw-tree.ts";

/** The statements of a block. `owner` is the statement the block belongs to. */
export function lowerBlock(context: Lowering, block: RawNode | undefined): Statement[] {
  const statements = block === undefined ? [] : lowerStatements(context, context.raw.namedChildren(block));
  if (statements.length === 0) {
    // The grammar accepts an empty block, as one has while typing.
    context.broken = true;
  }
  return statements;
}

/** Lowers statements in a row; what is not one becomes `invalid`. */
export function lowerStatements(context: Lowering, nodes: readonly RawNode[]): Statement[] {
  const statements: Statement[] = [];
  for (const node of nodes) {
    statements.push(context.isStatement(node) ? context.statement(node) : lowerError(context, node));
  }
  return statements;
}

/** Text the parser skipped, with the complete statements found in it. */
export function lowerError(context: Lowering, node: RawNode): Statement {
  return context.invalidStatement(node, recoverStatements(context, node));
}

function recoverStatements(context: Lowering, node: RawNode): Statement[] {
  const { raw } = context;
  const recovered: Statement[] = [];
  const end = raw.after(node);
  for (let inner = node + 1; inner < end;) {
    if (context.isStatement(inner)) {
      recovered.push(context.statement(inner));
      inner = raw.after(inner);
    } else {
      inner = transparent.has(raw.type(inner)) ? inner + 1 : raw.after(inner);
    }
  }
  return recovered;
}

/** Nodes whose statements would have run in the scope of the skipped text. */
const transparent: ReadonlySet<string> = new Set([ERROR, "block", "module"]);
