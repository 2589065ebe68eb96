/** Fixes are tried out before they are offered, which takes time, and editors ask for them with every move of the cursor. */
import type { Finding, Fix } from "../finding.ts";
import type { OpenedProject } from "./backend.ts";

/** A finding lives as long as the texts that it was found in. */
const fixesOf = new WeakMap<Finding, readonly Fix[]>();

export function fixesFor(project: OpenedProject, finding: Finding): readonly Fix[] {
  let fixes = fixesOf.get(finding);
  if (fixes === undefined) fixesOf.set(finding, (fixes = project.engine.fixes(finding)));
  return fixes;
}
