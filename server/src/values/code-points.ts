/** The characters of a text as Python counts them: code points, where JavaScript counts UTF-16 units. */
export function codePoints(text: string): string[] {
  return Array.from(text);
}
