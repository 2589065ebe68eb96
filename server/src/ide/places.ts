/** Where sites stand in the current revision of their files, and which nodes they are. */
import type { Location } from "../finding.ts";
import type { PlacedNode } from "../rules/rule.ts";
import { childrenOf, type Node, type PlacedChunk, type Statement } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import type { Sources } from "./sources.ts";

/** Undefined if the site's statement is no longer in its file, or if it is in a contract. */
export function locationOf(sources: Sources, site: Site): Location | undefined {
  const placed = chunkOf(sources, site);
  return placed === undefined
    ? undefined
    : { path: site.path, start: placed.offset + site.start, end: placed.offset + site.end };
}

export function textAt(sources: Sources, location: Location): string {
  return sources.text(location.path)?.slice(location.start, location.end) ?? "";
}

/** The node that stands exactly at a site. */
export function nodeAtSite(sources: Sources, site: Site): PlacedNode | undefined {
  return findNode(sources, site, (node) => node.start === site.start && node.end === site.end);
}

/** The innermost node that fits and contains the site. */
export function findNode(sources: Sources, site: Site, fits: (node: Node) => boolean): PlacedNode | undefined {
  const placed = chunkOf(sources, site);
  if (placed === undefined) return undefined;
  let statement: Statement = placed.chunk.statement;
  let [found, owner]: [Node | undefined, Statement] = [undefined, statement];
  let [deferred, foundDeferred] = [false, false];
  for (let node: Node | undefined = placed.chunk.statement; node !== undefined;) {
    if (isStatement(node)) [statement, deferred] = [node, false];
    else if (node.kind === "lambda" || node.kind === "comprehension") deferred = true;
    if (fits(node)) [found, owner, foundDeferred] = [node, statement, deferred];
    node = childAround(node, site);
  }
  return found === undefined ? undefined : place(sources, site.path, placed, found, owner, foundDeferred);
}

function childAround(node: Node, site: Site): Node | undefined {
  for (const child of childrenOf(node)) if (child.start <= site.start && child.end >= site.end) return child;
  return undefined;
}

function chunkOf(sources: Sources, site: Site): PlacedChunk | undefined {
  if (sources.isContract(site.path)) return undefined;
  return sources.syntax(site.path)?.chunks.find((candidate) => candidate.chunk === site.chunk);
}

function place(
  sources: Sources,
  path: string,
  chunk: PlacedChunk,
  node: Node,
  statement: Statement,
  deferred: boolean,
): PlacedNode {
  const text = sources.text(path) ?? "";
  const start = chunk.offset + statement.start;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const before = /[^\r]*$/.exec(text.slice(lineStart, start))?.[0] ?? "";
  const indentation = /^[ \t]*/.exec(before)?.[0] ?? "";
  return { path, offset: chunk.offset, node, statement, indentation, precedable: indentation === before && !deferred };
}

const statementKinds = new Set<string>([
  ...[
    "expression",
    "assign",
    "annotated",
    "augmented",
    "return",
    "raise",
    "assert",
    "delete",
    "global",
    "nonlocal",
    "if",
    "for",
  ],
  ...["while", "with", "try", "match", "function", "class", "import", "import-from", "pass", "break", "continue"],
]);

function isStatement(node: Node): node is Statement {
  return statementKinds.has(node.kind);
}

/** A text on one line, cut where it is longer than a message can hold. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= 60 ? line : `${line.slice(0, 57)}...`;
}
