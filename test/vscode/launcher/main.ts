// A stand-in for the desktop program `code`, for the `vscodeExecutablePath` of @vscode/test-electron. It takes desktop
// arguments, starts VS Code's server, opens its workbench in Chromium and exits with the test run's exit code.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installedVersion } from "../versions.ts";
import { workbenchAddress } from "./address.ts";
import { parseArguments, type Arguments } from "./arguments.ts";
import { openWindow, type Window } from "./browser.ts";
import { isNoise } from "./noise.ts";
import { installExtensions, startServer, type Installation, type Server } from "./server.ts";
import { writeUserSettings } from "./settings.ts";
import { passed, wrapSuite } from "./verdict.ts";

const exit = { interrupted: 130, timeout: 124, noVerdict: 70, crashed: 71, broken: 98 };

/** A suite has deadlines of its own; this one is for a workbench that never gets as far. */
const limit = 600_000;

const verbose = process.env["SHARDLINT_EDITOR_VERBOSE"] === "1";

/** Heard from the start on, so that a server which is just starting is stopped too. */
const interrupted = new Promise<number>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      resolve(exit.interrupted);
    });
  }
});

await main(parseArguments(process.argv.slice(2)));

async function main(words: Arguments): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "shardlint-editor-"));
  let status = exit.broken;
  try {
    status = await launch(words, {
      root: variable("SHARDLINT_EDITOR_ROOT"),
      node: variable("SHARDLINT_EDITOR_NODE"),
      scratch,
      userData: words.userData ?? join(scratch, "user"),
      extensions: words.extensions ?? join(scratch, "extensions"),
    });
  } catch (error) {
    console.error(error);
  }
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.exit(status);
}

async function launch(words: Arguments, installation: Installation): Promise<number> {
  if (words.version) {
    const { version, commit } = installedVersion(installation.root);
    console.log(`${version}\n${commit}\n${process.arch}`);
    return 0;
  }
  if (words.installExtensions.length > 0) return installExtensions(installation, words.installExtensions);

  writeUserSettings(installation.userData);
  const server = await startServer(installation);
  try {
    const window = await openWindow({ width: 1280, height: 800 });
    try {
      return await runSuite(words, installation.scratch, server, window);
    } finally {
      await window.close();
    }
  } finally {
    await server.stop();
  }
}

/** Opens the workbench and waits until the suite ends, or anything that makes its end unlikely. */
async function runSuite(words: Arguments, scratch: string, server: Server, { page }: Window): Promise<number> {
  const verdict = words.testsPath === undefined ? undefined : wrapSuite(words.testsPath, scratch);
  let finish: (status: number) => void = () => undefined;
  const finished = new Promise<number>((resolve) => (finish = resolve));
  const fail = (status: number, message: string): void => {
    console.error(`${message}\n${server.log().slice(-3_000)}`);
    finish(status);
  };

  void interrupted.then(finish);
  const timer = setTimeout(() => {
    fail(exit.timeout, `The workbench did not finish within ${limit / 1000} s.`);
  }, limit);
  server.onOutput((text) => {
    if (verbose) process.stderr.write(text);
    if (!text.includes("Extension Host Process exited with code")) return;
    // In a regular end the result is on its way; this is for the other ends.
    setTimeout(() => {
      fail(exit.noVerdict, "The extension host ended without a result.");
    }, 8_000).unref();
  });
  page.on("crash", () => {
    fail(exit.crashed, "The page crashed.");
  });
  await page.exposeFunction("codeAutomationLog", (kind: string, values: readonly unknown[]) => {
    if (!verbose && isNoise(String(values[0]))) return;
    (kind === "error" ? console.error : console.log)(...values);
  });
  await page.exposeFunction("codeAutomationExit", (status: number) => {
    const said = verdict?.read() ?? passed;
    if (status === 0 && said !== passed) fail(exit.noVerdict, `The workbench reports success, but the suite: ${said}`);
    else finish(status);
  });

  await page.goto(workbenchAddress(server.authority, { ...words, testsPath: verdict?.testsPath }));
  const status = await finished;
  clearTimeout(timer);
  return status;
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}
