/** How text looks in a terminal: a marker under a line of source must stand under the right letters. */

/** Text from files may hold what a terminal obeys; it is shown as a replacement character instead. */
export function printable(text: string): string {
  return text.replace(obeyed, (character) => (character === "\t" ? character : "\uFFFD"));
}

const obeyed = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029\uFEFF]/gu;

/** White space as wide as a text, with its tabs, so that both reach the same column whatever a tab is set to. */
export function blankOf(text: string): string {
  return lettersOf(text)
    .map((letter) => (letter === "\t" ? letter : " ".repeat(widthOf(letter))))
    .join("");
}

/** The cells that a text takes; a tab counts as one. */
export function width(text: string): number {
  return lettersOf(text).reduce((sum, letter) => sum + (letter === "\t" ? 1 : widthOf(letter)), 0);
}

/** A letter with its accents, or an emoji of several parts, counts as one. */
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

function lettersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const withoutWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** What East Asian typography calls wide, as far as it occurs in source. */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]/u;

function widthOf(letter: string): number {
  if (letter.length === 1 && letter < "\u0300") return 1;
  return wide.test(letter) ? 2 : withoutWidth.test(letter) ? 0 : 1;
}

export interface Excerpt {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const longestLine = 160;
const shownBefore = 60;

/** The part of a long line around what is marked. */
export function excerpt(line: Excerpt): Excerpt {
  if (line.text.length <= longestLine) return line;
  const start = Math.max(0, Math.min(line.from - shownBefore, line.text.length - longestLine));
  const end = start + longestLine;
  const [before, after] = [start > 0 ? "…" : "", end < line.text.length ? "…" : ""];
  const move = (column: number): number => Math.min(column, end) - start + before.length;
  return { text: before + line.text.slice(start, end) + after, from: move(line.from), to: move(line.to) };
}
