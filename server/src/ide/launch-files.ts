/** Where in a workspace launches may be written: its files whose names say so, without the folders of other people's code. */
import { type Host, join } from "../host.ts";
import { mayBeLaunchFile } from "../launch/index.ts";

/** Beyond these a workspace is no place where launches are looked for by name. */
const maximumFolders = 4_000;
const maximumFiles = 5_000;
const maximumDepth = 10;

/** Other people's code, caches and what builds leave behind. */
const skipped: ReadonlySet<string> = new Set([
  ...["node_modules", "site-packages", "dist-packages", "__pycache__", "build", "dist", "third_party", "vendor"],
]);

/** Paths, nearest to the roots first. A folder that starts with a dot is skipped, but for `.vscode`. */
export function launchFilesIn(host: Host, roots: readonly string[]): readonly string[] {
  const files: string[] = [];
  let folders = roots.map((path) => ({ path, depth: 0 }));
  for (let seen = 0; folders.length > 0 && seen < maximumFolders; seen += folders.length) {
    const next: typeof folders = [];
    for (const { path, depth } of folders) {
      for (const { name, isFolder } of host.list(path)) {
        const isSkipped = skipped.has(name) || (name.startsWith(".") && name !== ".vscode");
        if (isFolder && !isSkipped && depth < maximumDepth) next.push({ path: join(path, name), depth: depth + 1 });
        else if (!isFolder && !isPython(name) && mayBeLaunchFile(join(path, name))) files.push(join(path, name));
      }
      if (files.length >= maximumFiles) return files;
    }
    folders = next;
  }
  return files;
}

/** For those who watch files: what changes here may change how programs are started. */
export const launchFilePatterns: readonly string[] = [
  ...["**/*.sh", "**/*.bash", "**/*.slurm", "**/*.sbatch", "**/{M,m}akefile", "**/*.mk", "**/Dockerfile"],
  ...["**/*.{md,yaml,yml}", "**/.vscode/launch.json"],
];

/** True for a file that its name says is read for commands and not as Python. A name without an extension may be either. */
export function isLaunchFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const saysWhat = name.includes(".") || /^(make|docker|container)file$/i.test(name);
  return saysWhat && !isPython(name) && mayBeLaunchFile(path);
}

function isPython(name: string): boolean {
  return /\.pyi?$/.test(name);
}
