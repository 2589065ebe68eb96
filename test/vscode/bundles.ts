import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../scripts/lib/bundle.mjs";
import { root, testCache } from "../../scripts/lib/paths.mjs";

const suiteSources = join(root, "test/vscode/suite");

/** Bundles the suites for the extension host and answers the module that runs them. */
export async function bundleSuites(): Promise<string> {
  const folder = join(testCache, "suite");
  // A suite that was renamed must not stay behind and run.
  rmSync(folder, { recursive: true, force: true });
  const suites = readdirSync(suiteSources).filter((name) => name.endsWith(".test.ts"));
  const entries = ["index.ts", ...suites].map((name) => join(suiteSources, name));
  await bundle({ entries, folder, format: "cjs" });
  return join(folder, "index.cjs");
}

/** Bundles the launcher and answers the program. */
export async function bundleLauncher(): Promise<string> {
  const folder = join(testCache, "launcher");
  await bundle({ entries: [join(root, "test/vscode/launcher/main.ts")], folder, format: "esm", executable: true });
  const program = join(folder, "main.mjs");
  chmodSync(program, 0o755);
  return program;
}
