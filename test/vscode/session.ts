import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath, runTests } from "@vscode/test-electron";
import { packageFile, root } from "../../scripts/lib/paths.mjs";
import { nodeProgramOf, serverRootOf, type Editor } from "./versions.ts";

/** What is tested: the working tree loaded as an extension in development, or the installed package. */
export type Subject = "tree" | "vsix";

/** A program that speaks the desktop command line, and one that installs extensions for it. */
export interface Program {
  readonly executable: string;
  readonly installer: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Session {
  readonly program: Program;
  readonly subject: Subject;
  readonly suite: string;
  /** Where the suite writes how many tests passed. */
  readonly results: string;
  readonly grep: string | undefined;
}

/** The desktop VS Code, where a machine can download it. */
export async function desktopProgram(editor: Editor): Promise<Program> {
  const executable = await downloadAndUnzipVSCode(editor.vscode);
  return { executable, installer: resolveCliPathFromVSCodeExecutablePath(executable), environment: {} };
}

/** VS Code's server and workbench behind a launcher, which installs wherever a package registry is reached. */
export function launcherProgram(editor: Editor, launcher: string): Program {
  return {
    executable: launcher,
    installer: launcher,
    environment: { SHARDLINT_EDITOR_ROOT: serverRootOf(editor), SHARDLINT_EDITOR_NODE: nodeProgramOf(editor) },
  };
}

/** Runs the suites once, on a copy of the workspace and with a user who has no settings. Throws when a test fails. */
export async function runSession({ program, subject, suite, results, grep }: Session): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "shardlint-session-"));
  try {
    const workspace = join(scratch, "workspace");
    cpSync(join(root, "test/vscode/workspace"), workspace, { recursive: true });
    const profile = [`--user-data-dir=${join(scratch, "user")}`, `--extensions-dir=${join(scratch, "extensions")}`];
    await runTests({
      vscodeExecutablePath: program.executable,
      extensionDevelopmentPath: subject === "tree" ? root : installPackage(program, profile, scratch),
      extensionTestsPath: suite,
      launchArgs: [workspace, ...profile],
      extensionTestsEnv: {
        ...program.environment,
        SHARDLINT_TEST_RESULTS: results,
        ...(grep === undefined ? {} : { SHARDLINT_TEST_GREP: grep }),
      },
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/**
 * Installs the package for the session's user. The suites still need some extension in development to run from, so an
 * empty one is made; its path is the answer.
 */
function installPackage(program: Program, profile: readonly string[], scratch: string): string {
  execFileSync(program.installer, [...profile, "--install-extension", packageFile], {
    stdio: "inherit",
    env: { ...process.env, ...program.environment },
  });
  const host = join(scratch, "host");
  mkdirSync(host);
  const manifest = { name: "suite-host", publisher: "shardlint-tests", version: "0.0.0", engines: { vscode: "*" } };
  writeFileSync(join(host, "package.json"), JSON.stringify(manifest));
  return host;
}
