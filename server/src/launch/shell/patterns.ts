/** Which branch of a `case` a text takes. */
import type { Answer } from "./conditions.ts";
import { Expander } from "./expansion.ts";
import type { ShellSource } from "./tools.ts";
import { isGiven, isOverridable, textOf, type Pieces } from "./pieces.ts";
import type { ShellState } from "./state.ts";
import { textAt, type ShellNode } from "./tree.ts";

/** Whether one of the patterns of a branch fits the subject; undefined where that is not known. */
export function patternsHold(
  subject: Pieces,
  patterns: readonly ShellNode[],
  source: ShellSource,
  state: ShellState,
): Answer | undefined {
  if (patterns.some((pattern) => textAt(pattern, source.text) === "*")) return { holds: true, byDefault: false };
  // What the caller may give is empty unless they do.
  const text = isGiven(subject) ? "" : textOf(subject);
  if (text === undefined) return undefined;
  const byDefault = isGiven(subject) || isOverridable(subject);
  const fits = patterns.map((pattern) => matcherOf(pattern, source, state)?.test(text));
  if (fits.includes(true)) return { holds: true, byDefault };
  return fits.includes(undefined) ? undefined : { holds: false, byDefault };
}

/** `*` and `?` are the only wildcards that are looked at. */
function matcherOf(pattern: ShellNode, source: ShellSource, state: ShellState): RegExp | undefined {
  const written = textAt(pattern, source.text);
  const isPlain = /^[\w.*?:/=,%+-]*$/.test(written);
  const text = isPlain ? written : literalText(pattern, source, state);
  if (text === undefined) return undefined;
  const escaped = text.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(
    `^${isPlain ? escaped.replaceAll("*", "[^]*").replaceAll("?", "[^]") : escaped.replace(/[*?]/g, "\\$&")}$`,
  );
}

/** In quotes, or put together, without any wildcards. */
function literalText(pattern: ShellNode, source: ShellSource, state: ShellState): string | undefined {
  const pieces = new Expander(source, state).text(pattern);
  const text = textOf(pieces);
  const isQuoted = pattern.type === "string" || pattern.type === "raw_string";
  return text === undefined || isOverridable(pieces) || (!isQuoted && /[*?[\\@!+(|]/.test(text)) ? undefined : text;
}
