/** Answers what fixes ask about the program under analysis. */
import type { Location } from "../finding.ts";
import type { FixSource, PlacedCall, PlacedNode } from "../rules/rule.ts";
import type { Argument, Node, Span } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import { type Value, valueKey } from "../values/value.ts";
import { blamedSite } from "./blame.ts";
import type { Diagnosed } from "./diagnose.ts";
import { importNames } from "./import-edits.ts";
import { findNode, locationOf, nodeAtSite, textAt } from "./places.ts";
import { evaluateFile } from "./program.ts";
import type { Project } from "./project.ts";

export function fixSource(project: Project, diagnosed: Diagnosed): FixSource {
  const { sources } = project;
  const { failure } = diagnosed;
  const call = placedCall(findNode(sources, failure.call, (node) => node.kind === "call" && sameSpan(node, failure.call)));
  const observed = new Map<string, readonly Observed[]>();
  const observedIn = (path: string): readonly Observed[] => {
    let known = observed.get(path);
    if (known === undefined) observed.set(path, (known = observeEntries(project, path)));
    return known;
  };
  return {
    call,
    blamed: blamedSite(failure, sources),
    location: (site) => locationOf(sources, site),
    text: (site) => textOfLocation(sources, locationOf(sources, site)),
    textIn: (node, span) => textAt(sources, { path: node.path, start: node.offset + span.start, end: node.offset + span.end }),
    placed: (site) => nodeAtSite(sources, site),
    callAround: (site) => placedCall(findNode(sources, site, (node) => node.kind === "call" && node.arguments.some((argument) => sameSpan(argument.value, site)))),
    functionAround: ({ path, offset, node }) => functionAround(sources, path, offset, node),
    entryKey: (site) => entryKey(project, site),
    nameFor: (key, site) => nameFor(observedIn(site.path), key, site),
    valueFor: (site) => observedIn(site.path).findLast(({ chunk, span }) => chunk === site.chunk && sameSpan(span, site))?.value,
    isUsed: (path, name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(sources.text(path) ?? ""),
    importing: (path, module, wanted) => importNames(sources, path, module, wanted),
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

function functionAround(sources: Project["sources"], path: string, offset: number, node: Span): (Span & { readonly offset: number }) | undefined {
  const chunk = sources.syntax(path)?.chunks.find((placed) => placed.offset === offset)?.chunk;
  const isAround = (one: Node): boolean => one.kind === "function" && !(one.start === node.start && one.end === node.end);
  const found = chunk === undefined ? undefined : findNode(sources, { path, chunk, start: node.start, end: node.end }, isAround)?.node;
  return found === undefined ? undefined : { start: found.start, end: found.end, offset };
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

/** An expression and its value, in a function that is analysed for all of its callers. */
interface Observed {
  readonly chunk: Site["chunk"];
  /** The function; undefined at the top level. */
  readonly owner: Span | undefined;
  readonly span: Span;
  readonly value: Value;
}

function observeEntries({ sources, options, budget, memories }: Project, path: string): readonly Observed[] {
  const observed: Observed[] = [];
  const { library, world, clock } = options;
  evaluateFile({
    path,
    sources,
    library,
    world,
    budget,
    memories,
    clock,
    observe: ({ chunk, scope, caller, function: owner }, span, value) => {
      if (scope.path === path && caller === undefined) observed.push({ chunk, owner: owner?.node, span, value });
    },
  });
  return observed;
}

/** The variable whose last value before a site, in the function around it, has this key. */
function nameFor(observed: readonly Observed[], key: string, site: Site): string | undefined {
  const last = new Map<string, Value>();
  for (const { chunk, owner, span, value } of observed) {
    if (chunk !== site.chunk || !("id" in span) || span.start >= site.start) continue;
    if (owner !== undefined && (owner.start > site.start || owner.end < site.end)) continue;
    last.set(String(span.id), value);
  }
  return [...last].findLast(([, value]) => valueKey(value) === key)?.[0];
}
