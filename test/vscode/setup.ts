// Puts each VS Code that the tests run in into .vscode-test/, from a package registry alone: npm run setup:vscode
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { editors, folderOf, installedVersion, serverRootOf, type Editor } from "./versions.ts";

const ripgrep = `@vscode/ripgrep-linux-${process.arch}@1.18.0`;

/** Parts of VS Code that no extension test loads. Some are large, and some want to fetch or compile things. */
const unneeded = [
  "@devcontainers/cli",
  "@github/copilot-sdk",
  "@microsoft/mxc-sdk",
  "@vscode/copilot-api",
  "@vscode/sandbox-runtime",
  "@vscode/sqlite3",
  "@vscode/windows-process-tree",
  "@vscode/windows-registry",
  "kerberos",
  "ssh2",
];

if (process.platform !== "linux") {
  throw new Error(
    "This VS Code runs on Linux. Elsewhere set SHARDLINT_DESKTOP_VSCODE=1 to test in the desktop program.",
  );
}
for (const editor of editors) setUp(editor);

function setUp(editor: Editor): void {
  const recipe = JSON.stringify({ editor, ripgrep, unneeded });
  // Written last, so that an installation that was interrupted is made anew.
  const stamp = join(folderOf(editor), "installed.json");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== recipe) {
    install(editor);
    writeFileSync(stamp, recipe);
  }
  console.log(`VS Code ${installedVersion(serverRootOf(editor)).version}: ${folderOf(editor)}`);
}

function install(editor: Editor): void {
  const folder = folderOf(editor);
  const vscode = serverRootOf(editor);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `{ "private": true }\n`);
  const node = editor.node === undefined ? [] : [`node-linux-${process.arch}@${editor.node}`];
  npmInstall(folder, [`code-server@${editor.codeServer}`, ripgrep, ...node]);

  dropUnneeded(join(vscode, "package.json"));
  npmInstall(vscode, ["--omit=dev"]);
  // VS Code looks for its modules in an archive first, which this build does not have.
  symlinkSync("node_modules", join(vscode, "node_modules.asar"));
  linkRipgrep(folder, vscode);
  dropSourceMaps(join(vscode, "out"));
}

/** Scripts of packages are not run: they would fetch binaries. VS Code falls back where a native module is missing. */
function npmInstall(folder: string, parameters: readonly string[]): void {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", "--ignore-scripts", ...quiet, ...parameters], { cwd: folder, stdio: "inherit" });
}

function dropUnneeded(file: string): void {
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { dependencies: Record<string, string> };
  const kept = Object.entries(manifest.dependencies).filter(([name]) => !unneeded.includes(name));
  // The overrides name some of what was dropped; JSON leaves out what is undefined.
  const slim = { ...manifest, dependencies: Object.fromEntries(kept), overrides: undefined };
  writeFileSync(file, JSON.stringify(slim, null, 2));
}

/** `workspace.findFiles` and `workspaceContains:` fail without ripgrep, whose own package would fetch it. */
function linkRipgrep(folder: string, vscode: string): void {
  const owner = join(vscode, "node_modules/@vscode/ripgrep");
  if (!existsSync(owner)) return;
  mkdirSync(join(owner, "bin"), { recursive: true });
  const program = join(owner, "bin/rg");
  rmSync(program, { force: true });
  symlinkSync(join(folder, `node_modules/@vscode/ripgrep-linux-${process.arch}/bin/rg`), program);
}

function dropSourceMaps(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".map")) rmSync(join(folder, name));
  }
}
