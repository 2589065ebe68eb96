import type { ModuleSyntax, Span } from "./ast.ts";
import { openStatementsOf, withoutStatements } from "./open-statements.ts";
import type { Parser, Refusal, SyntaxTree } from "./parser.ts";
import { leavesBracketOpen, segmentsOf } from "./segments.ts";
import { movedReading, readStatements, type Earlier, type Reading } from "./statement-reader.ts";
import { parseableText } from "./text.ts";

/** What the revision before an edit read, by places in the text after it. */
export interface EarlierModule extends Earlier {
  /** The reading of a range, if the text there is the same and stood on its own. */
  findRange(start: number, end: number): RangeReading | undefined;
}

/** The reading of a part of a text on its own, and whether there is an error in it. */
export interface RangeReading extends Reading {
  readonly hasError: boolean;
}

export interface Segment extends Span {
  readonly hasError: boolean;
}

export const nothingEarlier: EarlierModule = {
  findChunk: () => undefined,
  findNodes: () => undefined,
  findRange: () => undefined,
};

export interface ModuleReading extends Reading {
  readonly broken: boolean;
  /** The segments that were read one by one, or undefined if the text was read in one piece. */
  readonly segments: readonly Segment[] | undefined;
}

/** A text read, or why it was not. */
export type ModuleOutcome = ModuleReading | { readonly refused: Refusal };

export interface ParsedModule {
  readonly syntax: ModuleSyntax;
  /** Why the text was not parsed, in which case there are no chunks. */
  readonly refused: Refusal | undefined;
}

/** What is known of a text that was not parsed. */
export const unparsedModule: ModuleSyntax = { chunks: [], comments: [], broken: true };

/** Parses a text once. Use a `SourceDocument` for a text that changes. */
export function parseModule(parser: Parser, text: string): ParsedModule {
  const outcome = parser.parse(parseableText(text));
  if ("refused" in outcome) {
    return { syntax: unparsedModule, refused: outcome.refused };
  }
  try {
    return parsedModule(readModule(parser, outcome.tree, text, nothingEarlier));
  } finally {
    outcome.tree.dispose();
  }
}

export function parsedModule(reading: ModuleOutcome): ParsedModule {
  return "refused" in reading
    ? { syntax: unparsedModule, refused: reading.refused }
    : { syntax: syntaxOf(reading), refused: undefined };
}

/** Without what only the next revision needs, which would keep a second copy of every tree alive. */
function syntaxOf({ chunks, comments, broken }: ModuleReading): ModuleSyntax {
  return { chunks: chunks.map(({ chunk, offset }) => ({ chunk, offset })), comments, broken };
}

/**
 * Turns the tree of a text into chunks. If the tree has an error it is not used, because how the parser recovers depends
 * on the edits that led to the text, and often swallows what follows: the text is then read segment by segment.
 */
export function readModule(
  parser: Parser,
  tree: SyntaxTree,
  text: string,
  earlier: EarlierModule,
  segmented?: ModuleOutcome,
): ModuleOutcome {
  if (tree.hasError) {
    return segmented ?? readSegments(parser, text, earlier);
  }
  const reading = readStatements(parser.symbols, tree, text, earlier);
  return { ...reading, broken: reading.chunks.some(({ chunk }) => chunk.broken), segments: undefined };
}

/**
 * The reading of a text whose segments alone say whether there is an error in it: not if there is none in any of them,
 * and certainly if just one has an error and leaves a bracket open, which nothing after it closes. Undefined otherwise.
 */
export function settledBySegments(reading: ModuleOutcome, text: string): ModuleReading | undefined {
  if ("refused" in reading || reading.segments === undefined) return undefined;
  const [wrong, ...others] = reading.segments.filter(({ hasError }) => hasError);
  if (wrong === undefined) {
    return { ...reading, broken: reading.chunks.some(({ chunk }) => chunk.broken), segments: undefined };
  }
  return others.length === 0 && leavesBracketOpen(text.slice(wrong.start, wrong.end)) ? reading : undefined;
}

export function readSegments(parser: Parser, text: string, earlier: EarlierModule): ModuleOutcome {
  const segments: Segment[] = [];
  const parseable = parseableText(text);
  const readings: Reading[] = [];
  for (const { start, end } of segmentsOf(text)) {
    const known = earlier.findRange(start, end);
    if (known !== undefined) {
      readings.push(known);
      segments.push({ start, end, hasError: known.hasError });
      continue;
    }
    const reading = readSegment(parser, text.slice(start, end), parseable.slice(start, end), from(earlier, start));
    if ("refused" in reading) return reading;
    readings.push(movedReading(reading, start));
    segments.push({ start, end, hasError: reading.hasError });
  }
  return {
    chunks: readings.flatMap(({ chunks }) => chunks),
    comments: readings.flatMap(({ comments }) => comments),
    broken: true,
    segments,
  };
}

function readSegment(
  parser: Parser,
  text: string,
  parseable: string,
  earlier: Earlier,
): RangeReading | { readonly refused: Refusal } {
  const outcome = parser.parse(parseable);
  if ("refused" in outcome) return outcome;
  try {
    const { hasError } = outcome.tree;
    const rest = hasError ? readAroundOpenStatements(parser, text, parseable, earlier) : undefined;
    return { ...(rest ?? readStatements(parser.symbols, outcome.tree, text, earlier)), hasError };
  } finally {
    outcome.tree.dispose();
  }
}

/** What a text is apart from statements that leave a bracket or a string open; undefined if something else is wrong with it. */
function readAroundOpenStatements(
  parser: Parser,
  text: string,
  parseable: string,
  earlier: Earlier,
): Reading | undefined {
  const open = openStatementsOf(text);
  const outcome = open.length === 0 ? undefined : parser.parse(withoutStatements(parseable, open));
  if (outcome === undefined || "refused" in outcome) return undefined;
  try {
    return outcome.tree.hasError ? undefined : readStatements(parser.symbols, outcome.tree, text, earlier, open);
  } finally {
    outcome.tree.dispose();
  }
}

/** Earlier readings by places in the part of the text that starts at `base`. */
export function from(earlier: Earlier, base: number): Earlier {
  return {
    findChunk: (type, start, end) => earlier.findChunk(type, base + start, base + end),
    findNodes: (start) => earlier.findNodes(base + start),
  };
}
