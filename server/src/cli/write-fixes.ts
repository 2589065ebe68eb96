/** Writes fixed files back, or shows what would be written. */
import { writeFileSync } from "node:fs";
import { readText } from "../node-host.ts";
import type { FixedFile } from "./apply-fixes.ts";
import type { Places } from "./places.ts";
import { unifiedDiff } from "./unified-diff.ts";

export function diffOf(files: ReadonlyMap<string, FixedFile>, places: Places): string {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([path, { before, after }]) => unifiedDiff(places.path(path), before, after)).join("");
}

/** Undefined if the file was written, else why not. A byte order mark stays. */
export function writeFixed(path: string, { before, after }: FixedFile): string | undefined {
  const current = readText(path);
  if ("problem" in current) return `The fixes were not written: the file ${current.problem}.`;
  if (current.text !== before)
    return "The fixes were not written: the file changed in the meantime. Run the command again.";
  try {
    writeFileSync(path, (current.byteOrderMark ? "\uFEFF" : "") + after);
    return undefined;
  } catch (error) {
    return `The fixes were not written: ${error instanceof Error ? error.message : String(error)}`;
  }
}
