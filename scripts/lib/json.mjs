import { readFileSync } from "node:fs";

/**
 * @param {string | URL} file
 * @returns {unknown}
 */
export function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
