import { statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

/**
 * Installs the pinned dependencies when there are none, or when the lock file is newer than they are.
 *
 * @param {{ limit?: number }} [options] after how many seconds to give up
 * @returns {Promise<number>} the exit status of npm, or 0 if nothing was to be done
 */
export async function installDependencies(options) {
  // npm writes this file last, so an installation that was interrupted counts as none.
  const installed = modified("node_modules/.package-lock.json");
  if (installed !== undefined && installed >= (modified("package-lock.json") ?? 0)) {
    console.log("The dependencies are up to date.");
    return 0;
  }
  return run("npm", ["ci", "--no-audit", "--no-fund"], options);
}

/**
 * @param {string} file
 * @returns {number | undefined} when the file was written last; undefined if there is none
 */
function modified(file) {
  return statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs;
}
