/** How text looks in a terminal: a marker under a line of source must stand under the right letters. */

/** Text from files may hold what a terminal obeys; it is shown as a replacement character instead. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000A-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF\uFFF9-\uFFFB]/g,
    "\uFFFD",
  );
}

/** White space as wide as a text, with its tabs, so that both reach the same column whatever a tab is set to. */
export function blankOf(text: string): string {
  return [...text].map((character) => (character === "\t" ? "\t" : " ".repeat(widthOf(character)))).join("");
}

/** The cells that a text takes; a tab counts as one. */
export function width(text: string): number {
  return [...text].reduce((sum, character) => sum + (character === "\t" ? 1 : widthOf(character)), 0);
}

const withoutWidth = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const wide =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{1FA70}-\u{1FAFF}\u{20000}-\u{3FFFD}]$/u;

function widthOf(character: string): number {
  if (character < "\u007F") return 1;
  return withoutWidth.test(character) ? 0 : wide.test(character) || /^\p{Emoji_Presentation}$/u.test(character) ? 2 : 1;
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
