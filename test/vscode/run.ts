// Runs the editor suites in real VS Codes: the working tree and the packaged extension, in every version.
//
//   npm run editor                                  all of them
//   npm run editor -- --vscode=1.100.3 --tree       one version, the working tree
//   npm run editor -- --vsix --grep=hover           the package, the tests whose names match
//
// SHARDLINT_DESKTOP_VSCODE=1 takes the desktop program, which @vscode/test-electron downloads, in place of the launcher.
// SHARDLINT_EDITOR_VERBOSE=1 prints what VS Code's server prints.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dist, packageFile, results } from "../../scripts/lib/paths.mjs";
import { writeResult } from "../../scripts/lib/results.mjs";
import { bundleLauncher, bundleSuites } from "./bundles.ts";
import { desktopProgram, launcherProgram, runSession, type Subject } from "./session.ts";
import { editorNamed, editors } from "./versions.ts";

const { values } = parseArgs({
  options: {
    vscode: { type: "string", multiple: true },
    tree: { type: "boolean", default: false },
    vsix: { type: "boolean", default: false },
    grep: { type: "string" },
  },
});

const made: Record<Subject, { file: string; command: string }> = {
  tree: { file: join(dist, "client.js"), command: "npm run build" },
  vsix: { file: packageFile, command: "npm run package" },
};
const chosen = (["tree", "vsix"] as const).filter((subject) => values[subject]);
const subjects: readonly Subject[] = chosen.length > 0 ? chosen : ["tree", "vsix"];
for (const { file, command } of subjects.map((subject) => made[subject])) {
  if (!existsSync(file)) throw new Error(`There is no ${file}. Run: ${command}`);
}

const desktop = process.env["SHARDLINT_DESKTOP_VSCODE"] === "1";
const suite = await bundleSuites();
const launcher = await bundleLauncher();
mkdirSync(results, { recursive: true });

let failures = 0;
for (const editor of values.vscode?.map(editorNamed) ?? editors) {
  const program = desktop ? await desktopProgram(editor) : launcherProgram(editor, launcher);
  for (const subject of subjects) {
    const name = `editor-${editor.vscode}-${subject}`;
    console.log(`\n--- VS Code ${editor.vscode}, ${subject === "tree" ? "working tree" : "package"}`);
    const start = performance.now();
    const result = join(results, `${name}.json`);
    rmSync(result, { force: true });
    try {
      await runSession({ program, subject, suite, results: result, grep: values.grep });
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      failures += 1;
      // A suite that did not live to count its tests has failed all the same.
      if (!existsSync(result)) writeResult(name, { passed: 0, failed: 1 });
    }
    console.log(`--- ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
}
process.exitCode = failures === 0 ? 0 : 1;
