/** Texts as they are while somebody types: a statement of a program typed in part, or with a token left out. */
import { nodesIn, parseModule, type Parser, type Statement, isExpression } from "../../server/src/syntax/index.ts";

export interface Damage {
  readonly text: string;
  /** What the statement has become. */
  readonly left: string;
  /** Offset of the statement. */
  readonly start: number;
}

/** One in `stride` damages to the statements of a text, if it then has a syntax error, in source order. */
export function* damagesOf(parser: Parser, text: string, stride = 1): Generator<Damage> {
  let tried = 0;
  for (const [start, end] of headsOf(parser, text)) {
    const head = text.slice(start, end);
    for (const left of new Set([...prefixesOf(head), ...withoutOneToken(head)])) {
      if (tried++ % stride !== 0) continue;
      const damaged = text.slice(0, start) + left + text.slice(end);
      if (parseModule(parser, damaged).syntax.broken) yield { text: damaged, left, start };
    }
  }
}

/** From where to where each statement is written, without its blocks; clauses such as `else:` are heads of their own. */
function headsOf(parser: Parser, text: string): [number, number][] {
  const heads: [number, number][] = [];
  for (const { chunk, offset } of parseModule(parser, text).syntax.chunks) {
    for (const node of nodesIn(chunk.statement)) {
      if (isExpression(node)) continue;
      const start = node.start + offset;
      heads.push([start, hasBlock(node) ? endOfLine(text, start) : node.end + offset]);
    }
  }
  for (const { index, 0: clause } of text.matchAll(/^ *(?:else|elif|except|finally|case|@).*$/gm)) {
    heads.push([index + clause.search(/\S/), index + clause.length]);
  }
  return heads.sort(([a], [b]) => a - b);
}

function hasBlock(node: Statement): boolean {
  return "body" in node || "cases" in node;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

function prefixesOf(head: string): string[] {
  return Array.from({ length: head.length }, (_, length) => head.slice(0, length));
}

function withoutOneToken(head: string): string[] {
  return [...head.matchAll(/\w+|"[^"]*"|'[^']*'|[^\w\s]/g)].map(
    ({ index, 0: token }) => head.slice(0, index) + head.slice(index + token.length),
  );
}
