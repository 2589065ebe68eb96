import { environmentMarks, skippedFolders } from "../folders.ts";
import { join, type FolderLister } from "../host.ts";
import { mayBeLaunchFile } from "./read.ts";

export interface FoundFiles {
  /** Absolute, those nearest to their root first. */
  readonly files: readonly string[];
  /** True if a bound was reached, so that there may be more. */
  readonly incomplete: boolean;
}

const maximumFiles = 5_000;
const maximumFolders = 20_000;
const maximumDepth = 16;

/** Files below the roots that may hold launches, by their names. Links are not followed, other people's code is left out. */
export function findLaunchFiles(host: FolderLister, roots: readonly string[]): FoundFiles {
  const files = new Set<string>();
  const seen = new Set(roots);
  let incomplete = false;
  let level: readonly string[] = roots;
  for (let depth = 0; level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = host.list(folder);
      if (depth > 0 && entries.some((entry) => environmentMarks.has(entry.name))) continue;
      for (const { name, kind } of entries) {
        const path = join(folder, name);
        if (kind === "file" && mayBeLaunchFile(path)) files.add(path);
        if (kind === "folder" && !skippedFolders.has(name) && !seen.has(path)) {
          seen.add(path);
          next.push(path);
        }
      }
      if (files.size >= maximumFiles || seen.size >= maximumFolders) {
        return { files: [...files].slice(0, maximumFiles), incomplete: true };
      }
    }
    if (depth === maximumDepth) {
      incomplete ||= next.length > 0;
      break;
    }
    level = next;
  }
  return { files: [...files], incomplete };
}
