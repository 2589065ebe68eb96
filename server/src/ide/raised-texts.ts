/** Whether source that nobody can follow may raise what a contract says: its text is then written in it. */
import { perPiece, type TextPieces } from "../syntax/index.ts";

const wordsOf = (text: string): string => ` ${text.replace(/[^A-Za-z_]+/g, " ")} `;

/** Without what stands for a value, and the quotes of a text that is written in parts. */
const wordsIn = perPiece((text) => wordsOf(text.replace(/\{[^{}]*\}|%[ds]|["']\s+[fF]?["']/g, " ")));
const raises = perPiece((text) => /(?:^|[:;])[ \t]*(?:raise|assert)\b/m.test(text));
const asserts = perPiece((text) => /(?:^|[:;])[ \t]*assert\b/m.test(text));

/** So many words in a row are no accident. */
const inRow = 3;

/** True if something is raised in the text, and most of what is said is written there: values stand between the words. */
export function mayRaise(pieces: TextPieces, said: string): boolean {
  if (said === "") return pieces.some(asserts);
  if (!pieces.some(raises)) return false;
  const rows = rowsOf(wordsOf(said).trim().split(" "));
  const found = rows.filter((row) => pieces.some((piece) => wordsIn(piece).includes(` ${row} `)));
  return found.length * 2 >= rows.length;
}

function rowsOf(words: readonly string[]): readonly string[] {
  const count = Math.max(1, words.length - inRow + 1);
  return Array.from({ length: count }, (_, i) => words.slice(i, i + inRow).join(" "));
}
