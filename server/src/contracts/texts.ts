/** What an exception says where it hangs on something unknown which of several texts it has. */
import type { FailureCase } from "../interpreter/machine.ts";

type Raised = FailureCase["exception"];

/** The exception all runs share: a number in which their texts differ is written as "192 or 384". */
export function commonException(raised: readonly Raised[]): Raised {
  const [first, ...others] = raised;
  if (first === undefined || others.length === 0) return first;
  const texts = new Set(raised.map((one) => one?.text ?? ""));
  if (texts.size === 1) return first;
  const pieces = [...texts].map(piecesOf);
  const [pattern = []] = pieces;
  const alike = pieces.every(
    (other) => other.length === pattern.length && other.every((piece, i) => i % 2 === 1 || piece === pattern[i]),
  );
  if (!alike) return first;
  const text = pattern.map((_, i) => [...new Set(pieces.map((other) => other[i]))].join(" or ")).join("");
  return { name: first.name, text };
}

/** Words and numbers in turn. */
function piecesOf(text: string): string[] {
  return text.split(/(-?\d+)/);
}
