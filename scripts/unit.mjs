// Runs every test that needs no editor, and records how many passed. Parameters go to vitest: `npm run unit -- symbolic`.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "./lib/json.mjs";
import { testCache } from "./lib/paths.mjs";
import { writeResult } from "./lib/results.mjs";
import { run } from "./lib/run.mjs";

/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} Report */

const report = join(testCache, "vitest.json");
mkdirSync(testCache, { recursive: true });
rmSync(report, { force: true });

const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const parameters = process.argv.slice(2);
const status = await run("npx", ["--no-install", "vitest", "run", ...reporters, ...parameters]);
process.exitCode = existsSync(report) ? judge() || status : status || 1;

/** A test that was skipped proves nothing, so it counts as failed, unless somebody asked for some tests only. */
function judge() {
  const counts = /** @type {Report} */ (readJson(report));
  const skipped = parameters.length === 0 ? counts.numPendingTests + counts.numTodoTests : 0;
  writeResult("unit", { passed: counts.numPassedTests, failed: counts.numFailedTests + skipped });
  if (skipped > 0) console.error(`${skipped} tests were skipped, which counts as failed.`);
  return skipped > 0 ? 1 : 0;
}
