/** Applies the preferred fixes of a project in memory, until there are none left. */
import type { Finding, Fix, TextEdit } from "../finding.ts";

/** What a file was and what the fixes made of it. */
export interface FixedFile {
  readonly before: string;
  readonly after: string;
}

export interface FixedProject {
  readonly files: ReadonlyMap<string, FixedFile>;
  readonly applied: number;
}

/** A project whose files can be edited without touching the disk. */
export interface Editable {
  findingsIn(path: string): readonly Finding[];
  fixesFor(finding: Finding): readonly Fix[];
  textOf(path: string): string | undefined;
  /** From now on the project sees the file with this text. */
  replace(path: string, text: string): void;
}

/** A fix may bring another finding to light. One that keeps on doing so is left to a person. */
const maximumRounds = 8;

/** Fixes that reach outside of `paths` are left out: what was not asked to be checked is not to be changed. */
export function fixInMemory(project: Editable, paths: readonly string[]): FixedProject {
  const inside = new Set(paths);
  const original = new Map<string, string>();
  let applied = 0;
  for (let round = 0; round < maximumRounds; round++) {
    const chosen: TextEdit[] = [];
    for (const path of paths) {
      for (const finding of project.findingsIn(path)) {
        const fix = project.fixesFor(finding).find((one) => one.preferred);
        if (fix === undefined || !fitsIn(fix, inside, chosen)) continue;
        chosen.push(...fix.edits);
        applied++;
      }
    }
    if (chosen.length === 0) break;
    for (const path of new Set(chosen.map((edit) => edit.location.path))) {
      const before = project.textOf(path) ?? "";
      if (!original.has(path)) original.set(path, before);
      project.replace(
        path,
        edited(
          before,
          chosen.filter((edit) => edit.location.path === path),
        ),
      );
    }
  }
  const files = [...original].map(
    ([path, before]) => [path, { before, after: project.textOf(path) ?? before }] as const,
  );
  return { files: new Map(files), applied };
}

/** Edits of one round must not touch each other: each fix was tried out without the others. */
function fitsIn(fix: Fix, inside: ReadonlySet<string>, chosen: readonly TextEdit[]): boolean {
  return fix.edits.every((edit) => inside.has(edit.location.path) && !chosen.some((other) => touches(edit, other)));
}

function touches({ location: a }: TextEdit, { location: b }: TextEdit): boolean {
  return a.path === b.path && a.start <= b.end && b.start <= a.end;
}

/** All edits refer to the same text; of two at one place the first goes first. */
function edited(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.map((edit, order) => ({ ...edit, order }));
  ordered.sort((a, b) => b.location.start - a.location.start || b.order - a.order);
  return ordered.reduce(
    (result, { location, newText }) => result.slice(0, location.start) + newText + result.slice(location.end),
    text,
  );
}
