import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "./json.mjs";
import { results } from "./paths.mjs";

/** @typedef {{ passed: number, failed: number }} Counts */

export function clearResults() {
  rmSync(results, { recursive: true, force: true });
}

/**
 * @param {string} name
 * @param {Counts} counts
 */
export function writeResult(name, counts) {
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify(counts)}\n`);
}

/** @returns {Map<string, Counts>} the counts of each test run, by its name */
export function readResults() {
  mkdirSync(results, { recursive: true });
  const files = readdirSync(results).filter((file) => file.endsWith(".json"));
  return new Map(
    files.sort().map((file) => [file.slice(0, -".json".length), /** @type {Counts} */ (readJson(join(results, file)))]),
  );
}
