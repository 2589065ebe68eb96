import { spawn } from "node:child_process";
import { isAbsolute } from "node:path";
import { root } from "./paths.mjs";

/** How many milliseconds a program has to end by itself. */
const grace = 10_000;

/**
 * Runs a program in the checkout with this terminal and answers its exit status. A program that outlives `limit`
 * seconds is ended with all that it started, and counts as failed.
 *
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {{ limit?: number }} [options]
 * @returns {Promise<number>}
 */
export function run(program, parameters, { limit } = {}) {
  return new Promise((resolve) => {
    const windows = process.platform === "win32";
    // npm is a shell script on Windows.
    const shell = windows && !isAbsolute(program);
    // An own process group lets us end all that the program started.
    const detached = limit !== undefined && !windows;
    const child = spawn(program, parameters, { cwd: root, stdio: "inherit", shell, detached });

    /** @param {NodeJS.Signals} signal */
    const end = (signal) => {
      if (child.pid === undefined) return;
      try {
        if (detached) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // It has just ended by itself.
      }
    };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    if (limit !== undefined) {
      timer = setTimeout(() => {
        console.error(`${program} ${parameters.join(" ")} did not finish within ${limit} seconds.`);
        // Programs get a moment to stop what they started outside their process group.
        end("SIGTERM");
        timer = setTimeout(end, grace, "SIGKILL");
      }, limit * 1000);
    }
    // A detached child does not hear Ctrl+C in the terminal by itself.
    const interrupted = () => {
      end("SIGTERM");
      process.exit(130);
    };
    if (detached) for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, interrupted);

    /** @param {number} status */
    const finish = (status) => {
      clearTimeout(timer);
      for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, interrupted);
      resolve(status);
    };
    child.once("error", (error) => {
      console.error(`${program} cannot be started: ${error.message}`);
      finish(127);
    });
    child.once("exit", (status) => {
      finish(status ?? 1);
    });
  });
}
