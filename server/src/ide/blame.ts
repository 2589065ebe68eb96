/** Which expression a failed requirement is blamed on, and which places made the numbers. */
import type { Failure } from "../interpreter/machine.ts";
import { ancestry, type Origin, sameSite, type Site } from "../values/origin.ts";
import type { Sources } from "./sources.ts";

/**
 * The argument at the modelled call if the requirement fails whatever callers pass; else the argument of the call in
 * the function under analysis through which the wrong value came.
 */
export function blamedSite(failure: Failure, sources: Sources): Site {
  const written = [...ancestry(failure.at.origin)].filter(
    (origin): origin is Origin & { site: Site } => origin.site !== undefined && !sources.isContract(origin.site.path),
  );
  const passed = written.filter((origin) => origin.kind === "argument");
  const [entry] = failure.stack;
  if (failure.stack.length > 1 && entry !== undefined) {
    const inEntry = passed.find((origin) => isInside(origin.site, entry)) ?? passed.find((origin) => origin.site.chunk === entry.chunk);
    if (inEntry !== undefined) return inEntry.site;
  }
  return passed.find((origin) => isInside(origin.site, failure.call))?.site ?? passed[0]?.site ?? failure.call;
}

export function isInside(inner: Site, outer: Site): boolean {
  return inner.chunk === outer.chunk && inner.start >= outer.start && inner.end <= outer.end;
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

const chunkNumbers = new WeakMap<object, number>();
let nextChunk = 0;

function stackKey(failure: Failure, from: number): string {
  const sites = failure.stack.slice(from).map((site) => `${site.path}:${numberOf(site.chunk)}:${site.start}:${site.end}`);
  return `${failure.rule} ${sites.join(" ")}`;
}

function numberOf(chunk: object): number {
  let known = chunkNumbers.get(chunk);
  if (known === undefined) chunkNumbers.set(chunk, (known = nextChunk++));
  return known;
}

/** The literals and calls that made the numbers of a failure, nearest first. */
export function makers(failure: Failure, sources: Sources): Origin[] {
  const found: Origin[] = [];
  const blamed = blamedSite(failure, sources);
  for (const value of [failure.at, ...(failure.cases[0]?.facts.values() ?? [])]) {
    for (const origin of ancestry(value.origin)) {
      const { site } = origin;
      if (site === undefined || sources.isContract(site.path) || !makingKinds.has(origin.kind)) continue;
      // A literal inside a call that is shown already says nothing more: `1` in `torch.zeros(1, 4096, 96)`.
      const shown = found.some((other) => other.site !== undefined && isInside(site, other.site));
      if (!shown && !sameSite(site, blamed)) found.push(origin);
    }
  }
  return found;
}

const makingKinds = new Set<Origin["kind"]>(["literal", "world", "computed"]);
