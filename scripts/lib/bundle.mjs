import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import esbuild from "esbuild";
import { root } from "./paths.mjs";

/**
 * Bundles TypeScript that is run from the checkout, such as the editor tests. Installed packages are not bundled, so the
 * output must lie somewhere in the checkout.
 *
 * @param {{ entries: string[], folder: string, format: "cjs" | "esm", executable?: boolean }} options
 */
export async function bundle({ entries, folder, format, executable = false }) {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    outExtension: { ".js": format === "cjs" ? ".cjs" : ".mjs" },
    bundle: true,
    packages: "external",
    external: ["vscode"],
    platform: "node",
    format,
    target: "node20",
    sourcemap: "inline",
    logLevel: "warning",
    plugins: [ownPlace],
    ...(executable ? { banner: { js: "#!/usr/bin/env node" } } : {}),
  });
}

/**
 * A module finds its neighbours through import.meta.url, so it keeps the place of its source when it is bundled elsewhere.
 *
 * @type {esbuild.Plugin}
 */
const ownPlace = {
  name: "own-place",
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const place = JSON.stringify(pathToFileURL(path).href);
      return {
        contents: source.replaceAll(/\bimport\.meta\.url\b/g, () => place),
        loader: extname(path) === ".ts" ? "ts" : "js",
      };
    });
  },
};
