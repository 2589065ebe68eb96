/** The reports on files, each with the files that it was made from: it stands as long as those are as they were. */
import type { Evaluation } from "./program.ts";
import type { FileReport } from "./project.ts";

/** A report and what was read for it. */
export interface MadeReport {
  readonly report: FileReport;
  readonly files: ReadonlySet<string>;
  readonly evaluation: Evaluation | undefined;
}

export class Reports {
  private readonly made = new Map<string, MadeReport>();
  /** Those that would still stand if the file itself had not been edited. */
  private readonly edited = new Map<string, MadeReport>();
  /** How many files were read for the last report on each. */
  private readonly read = new Map<string, number>();

  /**
   * The report on a file, made now if there is none that stands; undefined if the file cannot be read. `make` is told
   * the evaluation before the file itself, and nothing else that matters, was edited.
   */
  of(path: string, make: (before: Evaluation | undefined) => MadeReport | undefined): FileReport | undefined {
    let made = this.made.get(path);
    if (made === undefined) {
      made = make(this.edited.get(path)?.evaluation);
      this.edited.delete(path);
      if (made !== undefined) this.made.set(path, made);
      this.read.set(path, made?.files.size ?? 0);
    }
    return made?.report;
  }

  /** How many files the last reports on these were made from, all in all. */
  filesReadFor(paths: readonly string[]): number {
    return paths.reduce((sum, path) => sum + (this.read.get(path) ?? 0), 0);
  }

  /** True if there has been a report on a file, whether or not it still stands. */
  knows(path: string): boolean {
    return this.read.has(path);
  }

  forget(path: string): void {
    this.made.delete(path);
    this.edited.delete(path);
  }

  forgetEdited(): void {
    this.edited.clear();
  }

  forgetReadersOf(changed: ReadonlySet<string>): void {
    if (changed.size === 0) return;
    for (const [path, { files }] of this.edited) {
      if (hasOther(path, files, changed)) this.edited.delete(path);
    }
    for (const [path, made] of this.made) {
      const isOutdated = hasOther(path, made.files, changed);
      if (!isOutdated && !changed.has(path)) continue;
      this.made.delete(path);
      if (!isOutdated) this.edited.set(path, made);
    }
  }
}

/** True if a file was made from another one that changed. */
function hasOther(path: string, files: ReadonlySet<string>, changed: ReadonlySet<string>): boolean {
  for (const file of changed) if (file !== path && files.has(file)) return true;
  return false;
}
