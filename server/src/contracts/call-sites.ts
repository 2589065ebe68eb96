/** The calls that are active. */
import type { Frame } from "../interpreter/machine.ts";
import type { Site } from "../values/origin.ts";

/** The calls that are active, outermost first. */
export function callSites(frame: Frame): Site[] {
  const sites: Site[] = [];
  for (let current: Frame | undefined = frame; current !== undefined; current = current.caller) {
    if (current.callSite !== undefined) sites.unshift(current.callSite);
  }
  return sites;
}

/** The activation of the code under analysis. */
export function outermost(frame: Frame): Frame {
  let current = frame;
  while (current.caller !== undefined) current = current.caller;
  return current;
}
