/**
 * Simple statements whose bracket or string is not closed, as it is while its contents are typed. How the parser recovers from
 * one may cost the function around it; a text in which something harmless stands for each shows what else there is.
 */
import type { Span } from "./ast.ts";
import { endOfString, token } from "./tokens.ts";

/** The simple statements inside of others that leave a bracket or a string open, each up to where the next statement seems to start. */
export function openStatementsOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  let brackets = 0;
  let isOpen = false;
  const close = (end: number): void => {
    const span = trimmed(text, start, end);
    if (isOpen || brackets > 0) spans.push(span);
    start = end;
    brackets = 0;
    isOpen = false;
  };
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    const after = token.lastIndex;
    if ("([{".includes(found)) brackets++;
    else if (")]}".includes(found)) brackets = Math.max(0, brackets - 1);
    else if (found.startsWith('"') || found.startsWith("'")) {
      token.lastIndex = endOfString(text, after, found);
      isOpen ||= !text.slice(after, token.lastIndex).endsWith(found);
    } else if (/^[\r\n]/.test(found) && (brackets === 0 || startsStatement(text, start, after))) close(after);
  }
  close(text.length);
  return spans.filter((span) => isInner(text, span) && !compound.test(text.slice(span.start, span.end)));
}

/** The text with an expression as long as each of the spans in its place, and everything else where it was. */
export function withoutStatements(text: string, spans: readonly Span[]): string {
  let result = text;
  for (const { start, end } of spans)
    result = result.slice(0, start) + emptyExpression(text.slice(start, end)) + result.slice(end);
  return result;
}

/** Parentheses around the line ends of a text. */
function emptyExpression(text: string): string {
  return text.length < 2 ? "_" : `(${text.slice(1, -1).replace(/[^\r\n]/g, " ")})`;
}

/** What has a block of its own, which then is nobody's. */
const compound =
  /^(?:@|(?:async|def|class|if|elif|else|for|while|with|try|except|finally)\b|(?:match|case)\b(?![ \t]*[=.([]))/;

/** What a line in brackets starts with that is most likely meant to be a statement. */
const word = /[^\W\d]|@/y;

/** True if a line in brackets starts a statement: no deeper than the one they stand in, with a word. */
function startsStatement(text: string, statement: number, line: number): boolean {
  const depth = indentation(text, line);
  word.lastIndex = line + depth;
  return word.test(text) && depth <= indentation(text, statement);
}

function indentation(text: string, line: number): number {
  const blanks = /[ \t]*/y;
  blanks.lastIndex = line;
  return blanks.exec(text)?.[0].length ?? 0;
}

/** Without the blanks and the line ends around it. */
function trimmed(text: string, start: number, end: number): Span {
  const inner = text.slice(start, end);
  const from = start + inner.length - inner.trimStart().length;
  return { start: Math.min(from, end), end: Math.max(from, start + inner.trimEnd().length) };
}

/** True if something stands around a statement. */
function isInner(text: string, { start }: Span): boolean {
  return /[ \t]/.test(text.charAt(start - 1));
}
