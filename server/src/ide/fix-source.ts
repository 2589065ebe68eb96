/** Answers what fixes ask about the program under analysis. */
import type { Location } from "../finding.ts";
import { openWorld } from "../contracts/world.ts";
import type { FixSource, PlacedCall, PlacedNode } from "../rules/rule.ts";
import type { Chunk, Node, Span } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import { type Value, valueKey } from "../values/value.ts";
import { blamedSite } from "./blame.ts";
import type { Diagnosed } from "./diagnose.ts";
import { importNames } from "./import-edits.ts";
import { findNode, locationOf, nodeAtSite, textAt } from "./places.ts";
import type { Project } from "./project.ts";

export function fixSource(project: Project, diagnosed: Diagnosed): FixSource {
  const { sources } = project;
  const { failure } = diagnosed;
  const call = placedCall(
    findNode(sources, failure.call, (node) => node.kind === "call" && sameSpan(node, failure.call)),
  );
  const observed = new Map<Chunk, readonly Observed[]>();
  const observedAround = (site: Site): readonly Observed[] => {
    let known = observed.get(site.chunk);
    if (known === undefined) observed.set(site.chunk, (known = observeEntries(project, site)));
    return known;
  };
  return {
    call,
    blamed: blamedSite(failure, sources),
    location: (site) => locationOf(sources, site),
    text: (site) => textOfLocation(sources, locationOf(sources, site)),
    textIn: (node, span) =>
      textAt(sources, { path: node.path, start: node.offset + span.start, end: node.offset + span.end }),
    placed: (site) => nodeAtSite(sources, site),
    callAround: (site) =>
      placedCall(
        findNode(
          sources,
          site,
          (node) => node.kind === "call" && node.arguments.some((argument) => sameSpan(argument.value, site)),
        ),
      ),
    functionAround: ({ path, offset, node }) => functionAround(sources, path, offset, node),
    entryKey: (site) => entryKey(project, site),
    nameFor: (fits, site) => nameFor(observedAround(site), fits, site),
    valueFor: (site) => observedAround(site).findLast(({ span }) => sameSpan(span, site))?.value,
    occurrences: (site, name) => {
      const whole = locationOf(sources, { ...site, start: 0, end: site.chunk.length });
      return whole === undefined
        ? 0
        : [...textAt(sources, whole).matchAll(new RegExp(`(?<!\\w)${name}(?!\\w)`, "g"))].length;
    },
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

function functionAround(
  sources: Project["sources"],
  path: string,
  offset: number,
  node: Span,
): (Span & { readonly offset: number }) | undefined {
  const chunk = sources.syntax(path)?.chunks.find((placed) => placed.offset === offset)?.chunk;
  const isAround = (one: Node): boolean =>
    one.kind === "function" && !(one.start === node.start && one.end === node.end);
  const found =
    chunk === undefined
      ? undefined
      : findNode(sources, { path, chunk, start: node.start, end: node.end }, isAround)?.node;
  return found === undefined ? undefined : { start: found.start, end: found.end, offset };
}

function entryKey({ sources }: Project, site: Site): Location | undefined {
  const isHolder = ({ kind }: Node): boolean => kind === "dict" || kind === "call" || kind === "assign";
  const holder = findNode(sources, site, isHolder);
  const key = holder === undefined ? undefined : keyIn(holder.node, site);
  if (holder === undefined || key?.kind !== "string") return undefined;
  return { path: holder.path, start: holder.offset + key.start, end: holder.offset + key.end };
}

/** The key of `{key: value}` or `entries[key] = value`. */
function keyIn(holder: Node, value: Span): Node | undefined {
  if (holder.kind === "dict") return holder.entries.find((entry) => sameSpan(entry.value, value))?.key;
  if (holder.kind !== "assign" || !sameSpan(holder.value, value) || holder.targets.length > 1) return undefined;
  const [target] = holder.targets;
  return target?.kind === "subscript" ? target.index : undefined;
}

/** An expression and its value, in a function that is analysed for all of its callers. */
interface Observed {
  /** The function; undefined at the top level. */
  readonly owner: Span | undefined;
  readonly span: Span;
  readonly value: Value;
}

/**
 * What is evaluated in the top-level statement around a site. Degrees stay symbols, so that a Ulysses degree of 2 is not taken for
 * a ring degree of 2.
 */
function observeEntries(project: Project, { path, chunk }: Site): readonly Observed[] {
  const observed: Observed[] = [];
  project.evaluate(path, {
    world: { ...project.worldOf(path), launches: openWorld.launches },
    symbolicDegrees: true,
    only: (one) => one === chunk,
    observe: (frame, span, value) => {
      if (frame.chunk === chunk && frame.caller === undefined)
        observed.push({ owner: frame.function?.node, span, value });
    },
  });
  return observed;
}

/** The variable whose last value before a site, in the function around it, has a key that fits. */
function nameFor(observed: readonly Observed[], fits: (key: string) => boolean, site: Site): string | undefined {
  const last = new Map<string, Value>();
  for (const { owner, span, value } of observed) {
    if (!("id" in span) || span.start >= site.start) continue;
    if (owner !== undefined && (owner.start > site.start || owner.end < site.end)) continue;
    last.set(String(span.id), value);
  }
  return [...last].findLast(([, value]) => fits(valueKey(value) ?? ""))?.[0];
}
