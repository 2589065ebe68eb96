/** Comments that keep a finding from being shown: `# shardlint: ignore[rule]` and `# shardlint: ignore-file[rule]`. */
import type { Finding, Location, TextEdit } from "../finding.ts";
import { childrenOf, type ModuleSyntax, type Node, type Span } from "../syntax/index.ts";

export interface SuppressionResult {
  readonly kept: readonly Finding[];
  readonly unused: readonly UnusedSuppression[];
}

/** A comment, or one rule in it, that suppresses nothing. */
export interface UnusedSuppression extends Span {
  /** Undefined for a comment that names no rule. */
  readonly rule: string | undefined;
}

/** One comment of ours, in offsets of the file. */
interface Suppression extends Span {
  readonly wholeFile: boolean;
  /** Undefined if the comment names no rules and so means all of them. */
  readonly rules: readonly NamedRule[] | undefined;
}

interface NamedRule extends Span {
  readonly id: string;
}

const form = /#\s*shardlint:\s*ignore(-file)?(?![\w-])(?:\s*\[([^\]]*)\])?/g;

/**
 * Takes out the findings of one file that a comment suppresses. A comment stands on any line of the finding, or, if the
 * file's syntax is given, of the statement that the finding is in.
 */
export function applySuppressions(
  findings: readonly Finding[],
  text: string,
  comments: readonly Span[],
  syntax?: ModuleSyntax,
): SuppressionResult {
  const suppressions = comments.flatMap((comment) => suppressionsIn(text, comment));
  if (suppressions.length === 0) return { kept: findings, unused: [] };

  const used = new Set<Suppression | NamedRule>();
  const kept = findings.filter((finding) => {
    const lines = wholeLines(text, statementAround(syntax, finding.location));
    const matching = suppressions.flatMap((suppression): readonly (Suppression | NamedRule)[] => {
      if (!suppression.wholeFile && !overlaps(suppression, lines)) return [];
      if (suppression.rules === undefined) return [suppression];
      return suppression.rules.filter((rule) => rule.id === finding.rule);
    });
    for (const match of matching) used.add(match);
    return matching.length === 0;
  });
  return { kept, unused: suppressions.flatMap((suppression) => unusedIn(suppression, used)) };
}

function unusedIn(suppression: Suppression, used: ReadonlySet<Suppression | NamedRule>): UnusedSuppression[] {
  const { start, end, rules } = suppression;
  if (rules === undefined || rules.length === 0) return used.has(suppression) ? [] : [{ start, end, rule: undefined }];
  const idle = rules.filter((rule) => !used.has(rule));
  if (idle.length < rules.length) return idle.map((rule) => ({ start: rule.start, end: rule.end, rule: rule.id }));
  // All of it is of no use, so all of it can go.
  return idle.map((rule) => ({ start, end, rule: rule.id }));
}

/** A comment may say several things: `# type: ignore  # shardlint: ignore[kv-block-size]`. */
function suppressionsIn(text: string, comment: Span): Suppression[] {
  const found: Suppression[] = [];
  for (const match of text.slice(comment.start, comment.end).matchAll(form)) {
    const start = comment.start + match.index;
    const wholeFile = match[1] !== undefined;
    // A comment beside code is about that code.
    if (wholeFile && !standsAlone(text, comment.start)) continue;
    const list = match[2];
    const end = start + match[0].length;
    const rules = list === undefined ? undefined : namedRules(list, end - 1 - list.length);
    found.push({ start, end, wholeFile, rules });
  }
  return found;
}

function namedRules(list: string, offset: number): NamedRule[] {
  return [...list.matchAll(/[^\s,]+/g)].map((match) => {
    const start = offset + match.index;
    return { id: match[0], start, end: start + match[0].length };
  });
}

function standsAlone(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === "";
}

/**
 * The innermost statement around a place, as far as it holds no other statements: a comment in the body of a function is
 * not about what is wrong in its header.
 */
function statementAround(syntax: ModuleSyntax | undefined, place: Span): Span {
  const placed = syntax?.chunks.find(
    ({ chunk, offset }) => offset <= place.start && place.start < offset + chunk.length,
  );
  if (placed === undefined) return place;
  const { offset, chunk } = placed;
  const inside = place.start - offset;
  let node: Node = chunk.statement;
  let innermost: Span = place;
  for (;;) {
    if (simpleStatements.has(node.kind)) innermost = { start: offset + node.start, end: offset + node.end };
    const inner: Node | undefined = [...childrenOf(node)].find((child) => child.start <= inside && inside < child.end);
    if (inner === undefined) return innermost;
    node = inner;
  }
}

const simpleStatements: ReadonlySet<Node["kind"]> = new Set([
  ...(["expression", "assign", "annotated", "augmented", "return", "raise", "assert", "delete"] as const),
  ...(["import", "import-from"] as const),
]);

function wholeLines(text: string, span: Span): Span {
  return { start: lineStart(text, span.start), end: lineEnd(text, Math.max(span.start, span.end - 1)) };
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineEnd(text[start - 1])) start--;
  return start;
}

function lineEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && !isLineEnd(text[end])) end++;
  return end;
}

function isLineEnd(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}

/**
 * The edit that suppresses a rule at a place: it adds a comment to the line, or the rule to the comment that is there.
 * Undefined if a comment there suppresses the rule already, or if no line of the statement can hold a comment.
 */
export function suppressionEdit(
  location: Location,
  rule: string,
  text: string,
  syntax: ModuleSyntax,
): TextEdit | undefined {
  const { path } = location;
  const lines = wholeLines(text, statementAround(syntax, location));
  const existing = syntax.comments
    .flatMap((comment) => suppressionsIn(text, comment))
    .filter((one) => !one.wholeFile && overlaps(one, lines));
  if (existing.some((one) => one.rules === undefined || one.rules.some(({ id }) => id === rule))) return undefined;

  const merged = existing.find((one) => one.rules !== undefined);
  if (merged !== undefined) {
    const last = merged.rules?.at(-1);
    const at = last?.end ?? merged.end - 1;
    return { location: { path, start: at, end: at }, newText: last === undefined ? rule : `, ${rule}` };
  }
  const at = placeForComment(text, location.start, lines.end, syntax);
  return at === undefined
    ? undefined
    : { location: { path, start: at, end: at }, newText: `  # shardlint: ignore[${rule}]` };
}

/** The end of the first line, from the finding's on, that a comment may follow. */
function placeForComment(text: string, from: number, last: number, syntax: ModuleSyntax): number | undefined {
  for (let end = lineEnd(text, from); end <= last; end = lineEnd(text, end + 1)) {
    const continued = text[end - 1] === "\\" && !syntax.comments.some((comment) => comment.end === end);
    if (!continued && !isInsideString(syntax, end)) return trimmedEnd(text, end);
    if (end >= text.length) break;
  }
  return undefined;
}

function trimmedEnd(text: string, end: number): number {
  let trimmed = end;
  while (trimmed > 0 && (text[trimmed - 1] === " " || text[trimmed - 1] === "\t")) trimmed--;
  return trimmed;
}

function isInsideString(syntax: ModuleSyntax, offset: number): boolean {
  const placed = syntax.chunks.find((one) => one.offset < offset && offset < one.offset + one.chunk.length);
  if (placed === undefined) return false;
  const inside = offset - placed.offset;
  let node: Node = placed.chunk.statement;
  for (;;) {
    const inner: Node | undefined = [...childrenOf(node)].find((child) => child.start < inside && inside < child.end);
    // A string may hold expressions, but between them it is a string; concatenated ones are rare enough to be left alone.
    if (node.kind === "string" || node.kind === "bytes" || node.kind === "formatted") return true;
    if (inner === undefined) return false;
    node = inner;
  }
}
