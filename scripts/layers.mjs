// Holds client/src and server/src to their layers (see lib/layers.mjs). Prints what breaks them by file and line.
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { findViolations } from "./lib/layers.mjs";
import { root } from "./lib/paths.mjs";

const files = ["client/src", "server/src"].flatMap((folder) => sourcesUnder(folder));
const violations = files.flatMap((file) => findViolations(file, readFileSync(join(root, file), "utf8")));
for (const { file, line, message } of violations) console.error(`${file}:${line}: ${message}`);
console.log(`Layers: ${files.length} files, ${violations.length} violations.`);
process.exitCode = violations.length === 0 ? 0 : 1;

/**
 * @param {string} folder from the root of the checkout
 * @returns {string[]}
 */
function sourcesUnder(folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => `${folder}/${name.split(sep).join("/")}`);
}
