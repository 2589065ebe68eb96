import type { EarlierReading } from "./earlier-reading.ts";
import { from, type ModuleReading } from "./module.ts";
import type { Parser } from "./parser.ts";
import { movedReading, readStatements } from "./statement-reader.ts";
import { parseableText } from "./text.ts";
import type { TouchedRange } from "./touched-range.ts";

/**
 * In UTF-16 code units: a few hundred lines. A longer statement is left to the parser's own reuse of its earlier tree,
 * which does not always work: where a block begins it often gives up all that follows.
 */
const maximumStretch = 16_000;

/** Stands for the statement that follows: whatever it is, it starts a line of its own. */
const placeholder = "pass\n";

/**
 * Reads again only the stretch from the statement that an edit starts in to the one after its end, and takes the rest from the
 * reading before. Undefined if the edit may reach further; "error" if the stretch has one.
 *
 * Without an error before and after, that is what reading the whole text gives: a statement at the start of a line owes
 * nothing to those before it, and of what follows only where its line starts matters.
 */
export function readAroundEdit(
  parser: Parser,
  before: ModuleReading,
  previousText: string,
  text: string,
  touched: TouchedRange,
  earlier: EarlierReading,
): ModuleReading | "error" | undefined {
  if (before.segments !== undefined || text.length > parser.maximumLength) return undefined;
  const first = Math.max(
    0,
    before.chunks.findLastIndex((read) => read.offset < touched.start),
  );
  // The end of the line before the next statement must not be touched either.
  const following = before.chunks.findIndex((read) => read.offset > touched.oldEnd);
  const [kept, behind] = [before.chunks.slice(0, first), following < 0 ? [] : before.chunks.slice(following)];
  const start = first === 0 ? 0 : (before.chunks[first]?.offset ?? 0);
  const next = behind[0]?.offset;
  const oldEnd = next ?? previousText.length;
  if (oldEnd - start > maximumStretch || !startsLine(previousText, start)) return undefined;
  if (next !== undefined && !startsLine(previousText, next)) return undefined;

  const shift = text.length - previousText.length;
  const end = oldEnd + shift;
  const stretch = text.slice(start, end) + (next === undefined ? "" : placeholder);
  const outcome = parser.parse(parseableText(stretch));
  if ("refused" in outcome) return undefined;
  try {
    if (outcome.tree.hasError) return "error";
    const reading = readStatements(parser.symbols, outcome.tree, stretch, from(earlier, start));
    const chunks = [...reading.chunks];
    if (next !== undefined && chunks.pop()?.offset !== end - start) return undefined;
    const own = movedReading({ chunks, comments: reading.comments }, start);
    const after = movedReading(
      {
        chunks: behind,
        comments: before.comments.filter((comment) => comment.start >= oldEnd),
      },
      shift,
    );
    const all = [...kept, ...own.chunks, ...after.chunks];
    return {
      chunks: all,
      comments: [...before.comments.filter((comment) => comment.start < start), ...own.comments, ...after.comments],
      broken: all.some(({ chunk }) => chunk.broken),
      segments: undefined,
    };
  } finally {
    outcome.tree.dispose();
  }
}

function startsLine(text: string, offset: number): boolean {
  const before = text[offset - 1];
  return before === undefined || before === "\n" || before === "\r";
}
