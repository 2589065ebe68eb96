/** Which files are read for the commands in them and not as Python. */
import { fileNameOf } from "../host.ts";
import { mayBeLaunchFile } from "../launch/index.ts";

/** For those who watch files: what changes here may change how programs are started. */
export const launchFilePatterns: readonly string[] = [
  ...["**/*.sh", "**/*.bash", "**/*.slurm", "**/*.sbatch", "**/{M,m}akefile", "**/*.mk", "**/Dockerfile"],
  ...["**/*.{md,yaml,yml}", "**/.vscode/launch.json"],
];

/** True for a file that its name says is read for commands and not as Python. A name without an extension may be either. */
export function isLaunchFile(path: string): boolean {
  const name = fileNameOf(path);
  const saysWhat = name.includes(".") || /^(make|docker|container)file$/i.test(name);
  return saysWhat && !isPython(name) && mayBeLaunchFile(path);
}

function isPython(name: string): boolean {
  return /\.pyi?$/.test(name);
}
