/** Where sites stand in the current revision of their files. */
import type { Location } from "../finding.ts";
import type { Site } from "../values/origin.ts";
import type { Sources } from "./sources.ts";

/** Undefined if the site's statement is no longer in its file, or if it is in a contract. */
export function locationOf(sources: Sources, site: Site): Location | undefined {
  if (sources.isContract(site.path)) return undefined;
  const placed = sources.syntax(site.path)?.chunks.find((candidate) => candidate.chunk === site.chunk);
  if (placed === undefined) return undefined;
  return { path: site.path, start: placed.offset + site.start, end: placed.offset + site.end };
}

export function textAt(sources: Sources, location: Location): string {
  return sources.text(location.path)?.slice(location.start, location.end) ?? "";
}
