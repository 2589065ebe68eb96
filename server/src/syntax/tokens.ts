/** What hides line ends and brackets in a text that does not parse. */

/** Whatever can hide a line end or a bracket, and line ends themselves. Set `lastIndex` before the first match. */
export const token = /"""|'''|"|'|#[^\r\n]*|\\(?:\r\n|[^])|[()[\]{}]|\r\n?|\n/g;

/** The offset after the closing quotes. A string in single quotes ends with its line at the latest. */
export function endOfString(text: string, start: number, quotes: string): number {
  for (let offset = start; offset < text.length; offset++) {
    const character = text.charAt(offset);
    if (character === "\\") {
      offset += text.startsWith("\r\n", offset + 1) ? 2 : 1;
    } else if (text.startsWith(quotes, offset)) {
      return offset + quotes.length;
    } else if (quotes.length === 1 && (character === "\r" || character === "\n")) {
      return offset;
    }
  }
  return text.length;
}
