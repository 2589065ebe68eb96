// Writes the settings of the manifest from their one schema: npm run generate. With --check it only says whether they
// differ, for the tests.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { bundle } from "./lib/bundle.mjs";
import { readJson } from "./lib/json.mjs";
import { root, testCache } from "./lib/paths.mjs";

/** @typedef {{ contributes: { configuration: { title: string, properties: Record<string, unknown> } } }} Manifest */

const file = join(root, "package.json");
const manifest = /** @type {Manifest} */ (readJson(file));
const before = JSON.stringify(manifest);
manifest.contributes.configuration.properties = await settings();

if (JSON.stringify(manifest) === before) {
  console.log("The settings in package.json are those of the schema.");
} else if (process.argv.includes("--check")) {
  console.error("The settings in package.json differ from server/src/config/schema.ts. Run: npm run generate");
  process.exitCode = 1;
} else {
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
  console.log("package.json is written.");
}

/** @returns {Promise<Record<string, unknown>>} each setting as VS Code wants it described */
async function settings() {
  const schema = z.toJSONSchema(await loadSchema(), { io: "input" });
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, value]) => [`shardlint.${name}`, value]),
  );
}

/** @returns {Promise<z.ZodType>} */
async function loadSchema() {
  const folder = join(testCache, "programs");
  await bundle({ entries: [join(root, "server/src/config/schema.ts")], folder, format: "esm" });
  /** @type {unknown} */
  const loaded = await import(pathToFileURL(join(folder, "schema.mjs")).href);
  return /** @type {{ settingsSchema: z.ZodType }} */ (loaded).settingsSchema;
}
