import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Usage } from "./probe.ts";
import type { Command } from "./subjects.ts";

export interface Run {
  readonly status: number;
  /** Milliseconds from the start of the process to its end. */
  readonly time: number;
  readonly usage: Usage;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program for Node to its end and answers what it took. */
export function runProgram(options: {
  readonly command: Command;
  readonly folder: string;
  readonly probe: string;
  readonly scratch: string;
}): Promise<Run> {
  const { command, folder, probe, scratch } = options;
  const file = join(scratch, "usage.json");
  rmSync(file, { force: true });
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, ["--require", probe, ...command], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, SHARDLINT_BENCHMARK_USAGE: file },
    });
    const output: Buffer[] = [];
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => (errors += String(chunk)));
    child.once("error", reject);
    child.once("close", (status) => {
      const time = performance.now() - start;
      try {
        const usage = JSON.parse(readFileSync(file, "utf8")) as Usage;
        resolve({ status: status ?? 128, time, usage, output: Buffer.concat(output).toString(), errors });
      } catch {
        reject(new Error(`${command.join(" ")} did not end by itself: ${errors.slice(-2000)}`));
      }
    });
  });
}
