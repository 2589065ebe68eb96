import type { Statement } from "./ast.ts";
import type { Lowering } from "./lowering.ts";
import { ERROR, type RawNode, type RawTree } from "./raw-tree.ts";
import { isSeparator, recoverStatements, wreckage } from "./wreckage.ts";

/** The statements of a block. `owner` is the statement or the clause that the block belongs to. */
export function lowerBlock(context: Lowering, owner: RawNode, block: RawNode | undefined): Statement[] {
  const { raw } = context;
  const skipped = raw.damaged ? raw.childrenOfType(owner, ERROR) : [];
  const nodes = block === undefined ? skipped : [...skipped, ...raw.namedChildren(block)];
  if (nodes.length > 0) return lowerStatements(context, nodes);
  // The grammar accepts an empty block, as one has while typing. What will stand there may be anything.
  context.broken = true;
  return [{ ...wreckage(raw, raw.start(owner), raw.end(owner), []), leaves: true }];
}

/** Lowers statements in a row; what is not one becomes `invalid`, with all that seems to belong to it. */
function lowerStatements(context: Lowering, nodes: readonly RawNode[]): Statement[] {
  const statements = nodes.map((node) =>
    context.isStatement(node) ? context.statement(node) : lowerError(context, node),
  );
  const { raw } = context;
  const separated = statements.every((after, i) => isSeparate(raw, statements[i - 1] ?? after, after));
  context.broken ||= !separated;
  return raw.damaged || !separated ? joinWrecks(raw, statements) : statements;
}

/** Text the parser skipped, with the complete statements found in it. */
function lowerError(context: Lowering, node: RawNode): Statement {
  return context.invalidStatement(node, recoverStatements(context, node));
}

/** The grammar does without line ends, and takes a line that is indented deeper for one of the block. */
function isSeparate(raw: RawTree, before: Statement, after: Statement): boolean {
  const between = raw.slice(before.end, after.start);
  return before === after || (isSeparator(between) && (between.includes(";") || !isDeeper(raw, before, after)));
}

function isDeeper(raw: RawTree, before: Statement, after: Statement): boolean {
  return raw.indentation(after.start) > raw.indentation(before.start);
}

/** Takes together with a wreck what stands on its lines, what is indented below it, and what it decorates. */
function joinWrecks(raw: RawTree, statements: readonly Statement[]): Statement[] {
  const joined: Statement[] = [];
  for (const statement of statements) {
    const last = joined.at(-1);
    if (last === undefined || !belongTogether(raw, last, statement)) {
      joined.push(statement);
      continue;
    }
    const recovered = [last, statement].flatMap((one) => (one.kind === "invalid" ? one.recovered : one));
    joined[joined.length - 1] = wreckage(raw, last.start, Math.max(last.end, statement.end), recovered);
  }
  return joined;
}

function belongTogether(raw: RawTree, before: Statement, after: Statement): boolean {
  if (isDeeper(raw, before, after)) return true;
  const between = raw.slice(before.end, after.start);
  if (!isSeparator(between)) return true;
  if ((before.kind === "invalid" || after.kind === "invalid") && !/[\r\n]/.test(between)) return true;
  return before.kind === "invalid" && /(?:^|[\r\n])[ \t]*@.*$/.test(raw.slice(before.start, before.end));
}
