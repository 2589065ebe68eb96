/** Where modules lie: what a dotted name means in a folder, and what belongs to one package. Nothing is remembered. */
import { directoryOf, type Host, join } from "../host.ts";

export class ModuleSearch {
  private readonly host: Host;
  private readonly roots: readonly string[];
  private readonly environment: readonly string[];
  private readonly isFile: (path: string) => boolean;

  /** `isFile` knows also the documents that only an editor has. */
  constructor(host: Host, roots: readonly string[], environment: readonly string[], isFile: (path: string) => boolean) {
    this.host = host;
    this.roots = roots;
    this.environment = environment;
    this.isFile = isFile;
  }

  /** Looks in the importing file's folder and above, as far as they are not inside a package, then in the roots. */
  find(name: string, folder: string): string | undefined {
    return this.fileIn(this.searchPath(folder), name);
  }

  /** The file of an installed module. */
  findInstalled(name: string): string | undefined {
    return this.fileIn(this.environment, name);
  }

  private fileIn(folders: Iterable<string>, name: string): string | undefined {
    // A relative import beside a script that is in no package leaves the part before the dot empty.
    if (name === "" || name.startsWith(".")) return undefined;
    const relative = name.replaceAll(".", "/");
    for (const base of folders) {
      for (const path of [join(base, `${relative}.py`), join(base, `${relative}/__init__.py`)]) {
        if (this.isFile(path)) return path;
      }
    }
    return undefined;
  }

  private *searchPath(folder: string): Generator<string> {
    const root = this.roots.find((candidate) => folder === candidate || folder.startsWith(`${candidate}/`)) ?? folder;
    for (let current = this.packageRoot(folder); current.length >= root.length; current = directoryOf(current)) {
      yield current;
      if (current === root || current === "") break;
    }
    for (const other of this.roots) {
      yield other;
      yield join(other, "src");
    }
  }

  /** True for a file of an installed package that lies in no workspace folder. */
  isInEnvironment(path: string): boolean {
    return (
      this.environment.some((folder) => path.startsWith(`${folder}/`)) &&
      !this.roots.some((root) => path.startsWith(`${root}/`))
    );
  }

  /**
   * What belongs together with a folder: a top-level package, or the scripts of a folder. A package without `__init__.py` is
   * told by the folder below the workspace's.
   */
  unitOf(folder: string): string {
    const root = [...this.environment, ...this.roots].find((candidate) => folder.startsWith(`${candidate}/`));
    if (root === undefined) {
      const outside = this.packageRoot(folder);
      return outside === folder ? folder : join(outside, folder.slice(outside.length + 1).split("/")[0] ?? "");
    }
    const outermost = this.packageIn(root, folder);
    if (outermost !== undefined) return outermost;
    const [first = "", second] = folder.slice(root.length + 1).split("/");
    return join(root, first === "src" && second !== undefined ? `${first}/${second}` : first);
  }

  /** The outermost package below a root that a folder is part of, directly or below a folder that is no package. */
  private packageIn(root: string, folder: string): string | undefined {
    let found: string | undefined;
    for (let current = folder; current.length > root.length; current = directoryOf(current))
      if (this.host.isFile(join(current, "__init__.py"))) found = current;
    return found;
  }

  /** The folder that a file's top-level package lies in. */
  packageRoot(folder: string): string {
    let current = folder;
    while (current !== "" && this.host.isFile(join(current, "__init__.py"))) current = directoryOf(current);
    return current;
  }

  /** Counts the workspace's Python files up to one more than a number. Hidden folders and virtual environments are not looked into. */
  countUpTo(most: number): number {
    let count = 0;
    const pending = [...this.roots];
    for (let folder = pending.pop(); folder !== undefined && count <= most; folder = pending.pop()) {
      if (this.host.isFile(join(folder, "pyvenv.cfg"))) continue;
      for (const { name, kind } of this.host.list(folder)) {
        if (kind === "file" && name.endsWith(".py")) count++;
        else if (kind === "folder" && !name.startsWith(".") && name !== "node_modules")
          pending.push(join(folder, name));
      }
    }
    return count;
  }
}
