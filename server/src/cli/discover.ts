/** The Python files under the paths a user names, and the files there that may launch programs. */
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import ignore, { type Ignore } from "ignore";
import { environmentMarks, skippedFolders } from "../folders.ts";
import { directoryOf, join } from "../host.ts";
import { isLaunchFile } from "../ide/launch-files.ts";
import { readProblem } from "../node-host.ts";

export interface Discovered {
  /** Absolute, sorted, each once. */
  readonly files: readonly string[];
  /** Shell scripts, Makefiles and the like; also absolute, sorted, each once. */
  readonly launchFiles: readonly string[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** Beyond these a walk is taken to be a mistake, such as a check of the whole disk. */
const maximumFiles = 200_000;
const maximumDepth = 100;

/** A file named outright is checked whatever the ignore files and patterns say; a folder's contents are not. */
export function discover(paths: readonly string[], isExcluded: (path: string) => boolean): Discovered {
  const walk = new Walk(isExcluded);
  for (const path of paths) walk.start(path);
  return { files: [...walk.files].sort(), launchFiles: [...walk.launchFiles].sort(), problems: walk.problems };
}

/** The lines of one ignore file, and the folder they apply in. */
interface IgnoreRules {
  readonly folder: string;
  readonly rules: Ignore;
}

class Walk {
  readonly files = new Set<string>();
  readonly launchFiles = new Set<string>();
  readonly problems: { path: string; message: string }[] = [];
  private readonly isExcluded: (path: string) => boolean;

  constructor(isExcluded: (path: string) => boolean) {
    this.isExcluded = isExcluded;
  }

  start(path: string): void {
    try {
      const status = statSync(path);
      if (status.isDirectory()) this.enter(path, inheritedRules(path), 0);
      else if (!status.isFile()) this.problem(path, "is neither a file nor a folder");
      else if (path.endsWith(".ipynb"))
        this.problem(path, "is a notebook, which is not supported yet. Check Python files");
      else (isLaunchFile(path) ? this.launchFiles : this.files).add(path);
    } catch (error) {
      this.problem(path, readProblem(error));
    }
  }

  private enter(folder: string, inherited: readonly IgnoreRules[], depth: number): void {
    if (depth > maximumDepth) {
      this.problem(folder, `is more than ${maximumDepth} folders deep and was not entered. Name it to check it`);
      return;
    }
    let entries: readonly Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      this.problem(folder, readProblem(error));
      return;
    }
    if (depth > 0 && entries.some((entry) => environmentMarks.has(entry.name))) return;
    const own = entries.some((entry) => entry.name === ".gitignore") ? rulesIn(folder) : undefined;
    const rules = own === undefined ? inherited : [...inherited, own];
    for (const entry of entries) {
      if (this.files.size >= maximumFiles) break;
      this.visit(join(folder, entry.name), entry, rules, depth);
    }
    if (this.files.size >= maximumFiles && depth === 0) {
      this.problem(
        folder,
        `holds more than ${maximumFiles} Python files, of which the rest were not checked. Name the folders you want`,
      );
    }
  }

  /** Symbolic links are left alone: what they lead to is either found anyway or outside of what was asked for. */
  private visit(path: string, entry: Dirent, rules: readonly IgnoreRules[], depth: number): void {
    if (entry.isDirectory()) {
      if (skippedFolders.has(entry.name) || isIgnored(`${path}/`, rules) || this.isExcluded(`${path}/`)) return;
      this.enter(path, rules, depth + 1);
    } else if (entry.isFile() && (entry.name.endsWith(".py") || isLaunchFile(path))) {
      if (isIgnored(path, rules) || this.isExcluded(path)) return;
      (entry.name.endsWith(".py") ? this.files : this.launchFiles).add(path);
    }
  }

  private problem(path: string, message: string): void {
    this.problems.push({ path, message });
  }
}

/** The ignore files above a folder, up to the root of its repository. */
function inheritedRules(folder: string): readonly IgnoreRules[] {
  const folders: string[] = [];
  let current = folder;
  while (!existsSync(join(current, ".git"))) {
    const parent = directoryOf(current);
    // Outside of a repository, files further up are about something else.
    if (parent === "" || parent === current) return [];
    current = parent;
    folders.unshift(parent);
  }
  const rules = folders.flatMap((one) => rulesIn(one) ?? []);
  // Somebody who names an ignored folder wants it checked.
  return isIgnored(`${folder}/`, rules) ? [] : rules;
}

function rulesIn(folder: string): IgnoreRules | undefined {
  try {
    return { folder, rules: ignore().add(readFileSync(join(folder, ".gitignore"), "utf8")) };
  } catch {
    return undefined;
  }
}

/** The ignore file nearest to a path that says anything about it decides. */
function isIgnored(path: string, all: readonly IgnoreRules[]): boolean {
  for (const { folder, rules } of [...all].reverse()) {
    if (!path.startsWith(`${folder}/`) || path.length === folder.length + 1) continue;
    const { ignored, unignored } = rules.test(path.slice(folder.length + 1));
    if (ignored || unignored) return ignored;
  }
  return false;
}
