import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the checkout, whatever folder a script was started from. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** Everything that is downloaded or made for the tests; safe to delete. */
export const testCache = join(root, ".vscode-test");

/** One small JSON file per test run that says how many tests passed; `npm test` adds them up. */
export const results = join(testCache, "results");

export const dist = join(root, "dist");

export const packageFile = join(root, "shardlint.vsix");
