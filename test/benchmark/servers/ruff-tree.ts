/** Checks every Python file under a folder with ruff's WebAssembly build: node ruff-tree.cjs FOLDER */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: ruff-tree.cjs FOLDER");

const workspace = new Workspace(Workspace.defaultSettings(), PositionEncoding.Utf16);
let findings = 0;
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!name.endsWith(".py")) continue;
  findings += (workspace.check(readFileSync(join(folder, name), "utf8")) as unknown[]).length;
}
console.log(findings);
