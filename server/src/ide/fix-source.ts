/** Answers what fixes ask about the program under analysis. */
import type { Location } from "../finding.ts";
import type { FixSource, PlacedCall, PlacedNode } from "../rules/rule.ts";
import { type Argument, childrenOf, type Node, type PlacedChunk, type Span, type Statement } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import { valueKey } from "../values/value.ts";
import { blamedSite } from "./blame.ts";
import type { Diagnosed } from "./diagnose.ts";
import { importEdits } from "./import-edits.ts";
import { locationOf, textAt } from "./places.ts";
import { evaluateFile } from "./program.ts";
import type { Project } from "./project.ts";

export function fixSource(project: Project, diagnosed: Diagnosed): FixSource {
  const { sources } = project;
  const { failure } = diagnosed;
  const placed = (site: Site): PlacedNode | undefined => findNode(sources, site, (node) => node.start === site.start && node.end === site.end);
  const call = placedCall(findNode(sources, failure.call, (node) => node.kind === "call" && sameSpan(node, failure.call)));
  let names: ReadonlyMap<string, string> | undefined;
  return {
    call,
    blamed: blamedSite(failure, sources),
    location: (site) => locationOf(sources, site),
    text: (site) => textOfLocation(sources, locationOf(sources, site)),
    textIn: (node, span) => textAt(sources, { path: node.path, start: node.offset + span.start, end: node.offset + span.end }),
    placed,
    callAround: (site) => placedCall(findNode(sources, site, (node) => node.kind === "call" && node.arguments.some((argument) => sameSpan(argument.value, site)))),
    entryKey: (site) => entryKey(project, site),
    nameFor: (key) => (names ??= namesAround(project, failure.call)).get(key),
    isUsed: (path, name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(sources.text(path) ?? ""),
    importing: (path, module, wanted) => importEdits(sources, path, module, wanted),
  };
}

function sameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

function placedCall(found: PlacedNode | undefined): PlacedCall | undefined {
  return found?.node.kind === "call" ? { ...found, node: found.node } : undefined;
}

function textOfLocation(sources: Project["sources"], location: Location | undefined): string {
  return location === undefined ? "" : textAt(sources, location);
}

/** The innermost node that fits and contains the site. */
function findNode(sources: Project["sources"], site: Site, fits: (node: Node) => boolean): PlacedNode | undefined {
  const chunk = sources.isContract(site.path) ? undefined : sources.syntax(site.path)?.chunks.find((one) => one.chunk === site.chunk);
  if (chunk === undefined) return undefined;
  let found: Node | undefined;
  let statement: Statement = chunk.chunk.statement;
  let foundStatement: Statement = statement;
  for (let node: Node | undefined = chunk.chunk.statement; node !== undefined; ) {
    if (isStatement(node)) statement = node;
    if (fits(node)) [found, foundStatement] = [node, statement];
    node = [...childrenOf(node)].find((child) => child.start <= site.start && child.end >= site.end);
  }
  return found === undefined ? undefined : place(sources, site.path, chunk, found, foundStatement);
}

function place(sources: Project["sources"], path: string, chunk: PlacedChunk, node: Node, statement: Statement): PlacedNode {
  const text = sources.text(path) ?? "";
  const start = chunk.offset + statement.start;
  const lineStart = Math.max(text.lastIndexOf("\n", start - 1), text.lastIndexOf("\r", start - 1)) + 1;
  const indentation = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? "";
  return { path, offset: chunk.offset, node, statement, indentation };
}

const statementKinds = new Set<string>([
  "expression", "assign", "annotated", "augmented", "return", "raise", "assert", "delete", "global", "nonlocal", "if", "for",
  "while", "with", "try", "match", "function", "class", "import", "import-from", "pass", "break", "continue",
]);

function isStatement(node: Node): node is Statement {
  return statementKinds.has(node.kind);
}

function entryKey(project: Project, site: Site): Location | undefined {
  const { sources } = project;
  const dict = findNode(sources, site, (node) => node.kind === "dict" || node.kind === "call");
  if (dict === undefined) return undefined;
  const key =
    dict.node.kind === "dict"
      ? dict.node.entries.find((entry) => sameSpan(entry.value, site))?.key
      : dict.node.kind === "call"
        ? dict.node.arguments.find((argument: Argument) => sameSpan(argument.value, site))?.name
        : undefined;
  if (key === undefined || key.kind !== "string") return undefined;
  return { path: dict.path, start: dict.offset + key.start, end: dict.offset + key.end };
}

/** The variables of the function around a site, by the key of the value they hold. */
function namesAround(project: Project, site: Site): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const { sources, options, budget } = project;
  evaluateFile({
    path: site.path,
    sources,
    library: options.library,
    world: options.world,
    budget,
    memories: project.memories,
    clock: options.clock,
    observe: (frame, span, value) => {
      const { function: owner } = frame;
      if (frame.chunk !== site.chunk || frame.caller !== undefined || !("id" in span)) return;
      if (owner !== undefined && (owner.node.start > site.start || owner.node.end < site.end)) return;
      const key = valueKey(value);
      if (key !== undefined && span.start < site.start) names.set(key, String(span.id));
    },
  });
  return names;
}

