/** The reports on files, each with the files that it was made from: it stands as long as those are as they were. */
import type { FileReport } from "./project.ts";

/** A report and what was read for it. */
export interface MadeReport {
  readonly report: FileReport;
  readonly files: ReadonlySet<string>;
}

export class Reports {
  private readonly made = new Map<string, MadeReport>();
  /** How many files were read for the last report on each. */
  private readonly read = new Map<string, number>();

  /** The report on a file, made now if there is none that stands; undefined if the file cannot be read. */
  of(path: string, make: () => MadeReport | undefined): FileReport | undefined {
    let made = this.made.get(path);
    if (made === undefined) {
      made = make();
      if (made !== undefined) this.made.set(path, made);
      this.read.set(path, made?.files.size ?? 0);
    }
    return made?.report;
  }

  /** How many files the last reports on these were made from, all in all. */
  filesReadFor(paths: readonly string[]): number {
    return paths.reduce((sum, path) => sum + (this.read.get(path) ?? 0), 0);
  }

  forget(path: string): void {
    this.made.delete(path);
  }

  forgetReadersOf(changed: ReadonlySet<string>): void {
    if (changed.size === 0) return;
    for (const [path, { files }] of this.made) {
      for (const file of changed) {
        if (!files.has(file)) continue;
        this.made.delete(path);
        break;
      }
    }
  }
}
