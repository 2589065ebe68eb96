import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** @returns {string | undefined} the path of a Chromium on this machine; CHROMIUM_PATH goes first */
export function findChromium() {
  const named = process.env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") return named;

  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
