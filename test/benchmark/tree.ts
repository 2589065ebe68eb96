/** A large tree of real Python files: copies from the libraries of this machine, with some pipelines among them. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { countLines, sharedModules, writePipeline } from "./workload.ts";

export interface Tree {
  readonly folder: string;
  readonly files: number;
  readonly lines: number;
  readonly pipelines: number;
  /** How many of the pipelines have the mistake. */
  readonly flawed: number;
}

/** In trees that were looked at, a twentieth of the files name something that a contract describes. */
const pipelineShare = 1 / 20;
const pipelineLines = 300;

/** Copies `wanted` files, or as many as there are, evenly chosen from all. */
export function makeTree(folder: string, wanted: number): Tree {
  const libraries = pythonLibraries();
  const all = libraries.flatMap((library, number) =>
    pythonFiles(library).map((path) => ({ path, name: join(`library_${number}`, relative(library, path)) })),
  );
  const pipelines = Math.round(wanted * pipelineShare);
  const chosen = evenly(all, wanted - pipelines);
  let lines = 0;
  for (const { path, name } of chosen) {
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(path, target);
    lines += countLines(readFileSync(path, "latin1"));
  }
  mkdirSync(join(folder, "pipelines"), { recursive: true });
  for (const [name, text] of Object.entries(sharedModules)) writeFileSync(join(folder, "pipelines", name), text);
  let flawed = 0;
  for (let number = 0; number < pipelines; number++) {
    const isFlawed = number % 10 === 0;
    if (isFlawed) flawed++;
    const text = writePipeline({ seed: number, lines: pipelineLines, flawed: isFlawed });
    writeFileSync(join(folder, "pipelines", `pipeline_${number}.py`), text);
    lines += countLines(text);
  }
  return { folder, files: chosen.length + pipelines, lines, pipelines, flawed };
}

/** The folders of Python libraries on this machine: the system's, and the one of the Python on the path. */
function pythonLibraries(): string[] {
  const python = spawnSync("python3", ["-c", "import sysconfig; print(sysconfig.get_paths()['stdlib'])"]);
  const own = python.status === 0 ? [String(python.stdout).trim()] : [];
  const system = "/usr/lib";
  const others = namesIn(system).flatMap((name) => (/^python3(\.\d+)?$/.test(name) ? [join(system, name)] : []));
  return [...new Set([...own, ...others])];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // There is no such folder on this system.
    return [];
  }
}

/** Real files only: what a link leads to would be counted twice. */
function pythonFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".py"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function evenly<Item>(items: readonly Item[], wanted: number): Item[] {
  if (items.length <= wanted) return [...items];
  return items.filter(
    (_, index) => Math.floor((index * wanted) / items.length) !== Math.floor(((index + 1) * wanted) / items.length),
  );
}
