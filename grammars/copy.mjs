// Puts the parser's binaries beside the bundle. They come from the packages pinned in server/package.json and are never
// kept in the repository; grammars.json says which ones were reviewed, and anything else stops the build.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readJson } from "../scripts/lib/json.mjs";

/** @typedef {{ package: string, version: string, file: string, sha256: string }} Grammar */

/** @returns {Grammar[]} */
export function readGrammars() {
  return /** @type {Grammar[]} */ (readJson(new URL("grammars.json", import.meta.url)));
}

/**
 * Copies each binary into a folder.
 *
 * @param {readonly Grammar[]} grammars
 * @param {string} folder
 * @param {string} from a file of the package that depends on the grammars; they are looked up as Node would from there
 */
export function copyGrammars(grammars, folder, from) {
  mkdirSync(folder, { recursive: true });
  for (const grammar of grammars) copyFileSync(verify(grammar, from), join(folder, grammar.file));
}

/**
 * @param {Grammar} grammar
 * @param {string} from
 * @returns {string} the path of a binary that is the one recorded
 */
function verify(grammar, from) {
  const folder = findPackage(grammar.package, from);
  if (folder === undefined) throw new Error(`${grammar.package} is not installed. Run "npm ci".`);

  const { version } = /** @type {{ version: string }} */ (readJson(join(folder, "package.json")));
  if (version !== grammar.version) {
    throw new Error(
      `${grammar.package} is installed in version ${version}, but grammars/grammars.json records ${grammar.version}. ` +
        `Run "npm ci", or record the new version and checksum after a review.`,
    );
  }
  const file = join(folder, grammar.file);
  if (!existsSync(file)) throw new Error(`${grammar.package} ${version} holds no file ${grammar.file}.`);

  const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
  if (sha256 !== grammar.sha256) {
    throw new Error(
      `${file} differs from what grammars/grammars.json records.\n` +
        `  recorded: ${grammar.sha256}\n  found:    ${sha256}`,
    );
  }
  return file;
}

/**
 * The folder of an installed package. Not every package lets its package.json be resolved, so the folders are searched.
 *
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function findPackage(name, from) {
  const folders = createRequire(pathToFileURL(from)).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, "package.json")));
}
