/** Which expression a failed requirement is blamed on, and which places made the numbers. */
import type { Failure } from "../interpreter/surroundings.ts";
import { identityNumber } from "../values/identity.ts";
import { ancestry, isInside, type Origin, type Site } from "../values/origin.ts";
import { findNode } from "./places.ts";
import type { Sources } from "./sources.ts";

type Placed = Origin & { readonly site: Site };

/**
 * The argument at the modelled call if the requirement fails whatever callers pass; else the argument of the call in
 * the function under analysis through which the wrong value came. A value that came through `**` is blamed on the dict
 * entry that holds it, or else on the `**` argument.
 */
export function blamedSite(failure: Failure, sources: Sources): Site {
  const { call, stack } = failure;
  const isOurs = (origin: Origin): origin is Placed =>
    origin.site !== undefined && !sources.isContract(origin.site.path);
  const passed = [...ancestry(failure.at.origin)].filter(isOurs).filter((origin) => origin.kind === "argument");
  const entries = handedOn(failure.at.origin).filter(isOurs);
  const [entry] = stack;
  if (stack.length > 1 && entry !== undefined) {
    const isHere = (origin: Placed): boolean => origin.site.chunk === entry.chunk;
    const inEntry =
      passed.find((origin) => isInside(origin.site, entry))?.site ??
      entries.find(isHere)?.site ??
      spreadArgument(entry, sources) ??
      passed.find(isHere)?.site;
    if (inEntry !== undefined) return inEntry;
  }
  // A place in another file would be shown nowhere: that file does not make the call.
  const isNear = (origin: Placed): boolean => origin.site.path === call.path;
  return (
    passed.find((origin) => isInside(origin.site, call))?.site ??
    entries.find(isNear)?.site ??
    spreadArgument(call, sources) ??
    passed.find(isNear)?.site ??
    call
  );
}

/** The arguments and entries that a value itself went through, nearest first; not those of the calls that made it. */
function handedOn(origin: Origin | undefined): Origin[] {
  const found: Origin[] = [];
  for (let current = origin; current?.kind === "argument"; [current] = current.inputs) found.push(current);
  return found;
}

/** The `**arguments` of a call that has one of them. */
function spreadArgument(call: Site, sources: Sources): Site | undefined {
  const node = findNode(
    sources,
    call,
    (one) => one.kind === "call" && one.start === call.start && one.end === call.end,
  )?.node;
  if (node?.kind !== "call") return undefined;
  const [spread, ...others] = node.arguments.filter((argument) => argument.stars === 2);
  return spread === undefined || others.length > 0 ? undefined : { ...call, start: spread.start, end: spread.end };
}

/** A failure that a function has for all of its callers is not repeated for each of them. */
export function withoutRepeats(failures: readonly Failure[]): Failure[] {
  const keys = new Set(failures.map((failure) => stackKey(failure, 0)));
  const kept = new Map<string, Failure>();
  for (const failure of failures) {
    const repeated = failure.stack.some((_, i) => i > 0 && keys.has(stackKey(failure, i)));
    const key = stackKey(failure, 0);
    if (!repeated && !kept.has(key)) kept.set(key, failure);
  }
  return [...kept.values()];
}

function stackKey(failure: Failure, from: number): string {
  const sites = failure.stack
    .slice(from)
    .map((site) => `${site.path}:${identityNumber(site.chunk)}:${site.start}:${site.end}`);
  return `${failure.rule} ${sites.join(" ")}`;
}
