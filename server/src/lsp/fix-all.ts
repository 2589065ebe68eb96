/** The preferred fixes of a file in one edit. */
import type { Finding, TextEdit } from "../finding.ts";
import type { OpenedProject } from "./backend.ts";
import { fixesFor } from "./fix-cache.ts";

/** Fixes that touch what an earlier one touches are left for the next time. */
export function preferredEdits(project: OpenedProject, findings: readonly Finding[]): readonly TextEdit[] {
  const taken: TextEdit[] = [];
  for (const finding of findings) {
    const preferred = fixesFor(project, finding).find((fix) => fix.preferred);
    if (preferred === undefined) continue;
    // Two fixes may add the same import.
    const added = preferred.edits.filter((edit) => !taken.some((other) => isSame(edit, other)));
    if (added.some((edit) => taken.some((other) => meets(edit, other)))) continue;
    taken.push(...added);
  }
  return taken;
}

function isSame(a: TextEdit, b: TextEdit): boolean {
  return a.newText === b.newText && isSamePlace(a, b);
}

function isSamePlace({ location: a }: TextEdit, { location: b }: TextEdit): boolean {
  return a.path === b.path && a.start === b.start && a.end === b.end;
}

function meets(one: TextEdit, other: TextEdit): boolean {
  const { location: a } = one;
  const { location: b } = other;
  return isSamePlace(one, other) || (a.path === b.path && a.start < b.end && b.start < a.end);
}
