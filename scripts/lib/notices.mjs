import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "./json.mjs";
import { root } from "./paths.mjs";

/**
 * The licences of the packages that went into the bundles, as those licences ask for.
 *
 * @param {Iterable<string>} inputs the files that were bundled, from the root of the checkout
 * @returns {string}
 */
export function noticesFor(inputs) {
  const folders = new Set([...inputs].map(packageFolderOf).filter((folder) => folder !== undefined));
  const notices = [...folders].sort().map(noticeOf);
  return ["Shardlint contains the following software.", ...notices].join(`\n\n${"-".repeat(80)}\n\n`) + "\n";
}

/**
 * @param {string} input
 * @returns {string | undefined} undefined for our own files
 */
function packageFolderOf(input) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}

/** @param {string} folder */
function noticeOf(folder) {
  const path = join(root, folder);
  const { name, version, license } = /** @type {{ name: string, version: string, license?: string }} */ (
    readJson(join(path, "package.json"))
  );
  const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) return `${name} ${version}, licence ${license ?? "unknown"}`;
  return `${name} ${version}\n\n${readFileSync(join(path, file), "utf8").trim()}`;
}
