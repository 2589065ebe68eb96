import type { Span } from "./ast.ts";
import { endOfString, token } from "./tokens.ts";

/**
 * Cuts a text that does not parse where its top-level statements seem to start. Parsed one by one, the segments keep
 * an error from reaching the statements after it, and what becomes of each depends on its own text alone, which the
 * parser's recovery does not promise. The segments cover the text without a gap.
 */
export function segmentsOf(text: string): Span[] {
  const segments: Span[] = [];
  let start = 0;
  for (const next of statementStarts(text)) {
    if (next > start && !isOnlyDecorators(text.slice(start, next))) {
      segments.push({ start, end: next });
      start = next;
    }
  }
  segments.push({ start, end: text.length });
  return segments;
}

/** Offsets of lines that start a top-level statement. */
function* statementStarts(text: string): Iterable<number> {
  let brackets = 0;
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    switch (found.charAt(0)) {
      case '"':
      case "'":
        token.lastIndex = endOfString(text, token.lastIndex, found);
        break;
      case "(":
      case "[":
      case "{":
        brackets++;
        break;
      case ")":
      case "]":
      case "}":
        brackets = Math.max(0, brackets - 1);
        break;
      case "\r":
      case "\n":
        if (startsStatement(text, token.lastIndex, brackets > 0)) {
          brackets = 0;
          yield token.lastIndex;
        }
    }
  }
}

/** True if a bracket of a statement is not closed before its end, and no string hides that. */
export function leavesBracketOpen(statement: string): boolean {
  let brackets = 0;
  // What is decorated may be a segment of its own.
  if (statement.trimStart().startsWith("@")) return false;
  token.lastIndex = 0;
  for (let match = token.exec(statement); match !== null; match = token.exec(statement)) {
    const [found] = match;
    if ("([{".includes(found)) brackets++;
    else if (")]}".includes(found)) brackets = Math.max(0, brackets - 1);
    else if (/^["']/.test(found)) {
      token.lastIndex = endOfString(statement, token.lastIndex, found);
      if (!statement.slice(0, token.lastIndex).endsWith(found)) return false;
    }
  }
  return brackets > 0;
}

/** A line that is not indented and does not continue what is before it. */
const ordinaryStart = /(?!(?:else|elif|except|finally)\b)[^\s#)\]}]/y;

/** Inside brackets, what can hardly be meant to be inside: most likely one before it was not closed. */
const unmistakableStart = /(?:def|class|import|from|async\s+def|@\s*[^\W\d]\w*)\b|[^\W\d][\w.]* = /y;

function startsStatement(text: string, offset: number, insideBrackets: boolean): boolean {
  const start = insideBrackets ? unmistakableStart : ordinaryStart;
  start.lastIndex = offset;
  return start.test(text);
}

/** Decorators belong to the definition that follows them. */
function isOnlyDecorators(segment: string): boolean {
  return /^@[^\r\n]*(?:\r\n?|\n)(?:(?:@|[ \t]*#)[^\r\n]*(?:\r\n?|\n)|[ \t]*(?:\r\n?|\n))*$/.test(segment);
}
