/** Applies the preferred fixes of a project in memory, until there are none left. */
import type { Finding, Fix, TextEdit } from "../finding.ts";
import type { Project } from "../ide/project.ts";

/** What a file was and what the fixes made of it. */
export interface FixedFile {
  readonly before: string;
  readonly after: string;
}

export interface FixedProject {
  readonly files: ReadonlyMap<string, FixedFile>;
  readonly applied: number;
}

/** A fix may bring another finding to light. One that keeps on doing so is left to a person. */
const maximumRounds = 8;

/**
 * The edited files are left open in the project, so that it sees them as they would be. Fixes that reach outside of
 * `paths` are left out: what was not asked to be checked is not to be changed.
 */
export function fixInMemory(project: Project, paths: readonly string[], findingsOf: (path: string) => readonly Finding[]): FixedProject {
  const inside = new Set(paths);
  const original = new Map<string, string>();
  let applied = 0;
  for (let round = 0; round < maximumRounds; round++) {
    const chosen: TextEdit[] = [];
    for (const path of paths) {
      for (const finding of findingsOf(path)) {
        const fix = project.fixes(finding).find((one) => one.preferred);
        if (fix === undefined || !fitsIn(fix, inside, chosen)) continue;
        chosen.push(...fix.edits);
        applied++;
      }
    }
    if (chosen.length === 0) break;
    for (const path of new Set(chosen.map((edit) => edit.location.path))) {
      const before = project.sources.text(path) ?? "";
      if (!original.has(path)) original.set(path, before);
      project.openDocument(path, edited(before, chosen.filter((edit) => edit.location.path === path)));
    }
  }
  const files = [...original].map(([path, before]) => [path, { before, after: project.sources.text(path) ?? before }] as const);
  return { files: new Map(files), applied };
}

/** Edits of one round must not touch each other: each was tried out without the others. */
function fitsIn(fix: Fix, inside: ReadonlySet<string>, chosen: readonly TextEdit[]): boolean {
  return fix.edits.every(
    (edit) => inside.has(edit.location.path) && !chosen.some((other) => touches(edit, other)),
  );
}

function touches({ location: a }: TextEdit, { location: b }: TextEdit): boolean {
  return a.path === b.path && a.start <= b.end && b.start <= a.end;
}

/** All edits refer to the same text; of two at one place the first goes first. */
function edited(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.map((edit, order) => ({ ...edit, order })).sort((a, b) => b.location.start - a.location.start || b.order - a.order);
  return ordered.reduce((result, { location, newText }) => result.slice(0, location.start) + newText + result.slice(location.end), text);
}
