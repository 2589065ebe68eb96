/** The real analysis over files in memory. */
import { loadLaunchParser, loadLibrary, loadParser } from "../../testing/project.ts";
import type { FolderEntry } from "../../host.ts";
import type { Backend, OpenedProject, OpenRequest } from "../backend.ts";
import { projectBackend } from "../project-backend.ts";

export class TestBackend implements Backend {
  readonly version = "0.0.0";
  readonly about = { machine: "memory" };
  readonly watched = ["**/*.py", "**/shardlint.toml"];
  /** Text by path. */
  readonly files: Map<string, string>;
  /** Why projects cannot be opened. */
  failure: string | undefined;
  /** What to do with a project before it is used. */
  adapt: (opened: OpenedProject) => OpenedProject = (opened) => opened;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.files = new Map(Object.entries(files));
  }

  async openProject(request: OpenRequest): Promise<OpenedProject> {
    if (this.failure !== undefined) throw new Error(this.failure);
    const library = await loadLibrary();
    const backend = projectBackend({
      version: this.version,
      about: this.about,
      host: {
        read: (path) => this.files.get(path),
        isFile: (path) => this.files.has(path),
        isDirectory: (path) => [...this.files.keys()].some((known) => known.startsWith(`${path}/`)),
        list: (folder) => entriesIn(folder, this.files.keys()),
      },
      loadParser: (language) => (language === "Python" ? loadParser() : loadLaunchParser()),
      ownContracts: () => ({ root: rootOf(library.files), files: library.files, unreadable: [] }),
      pages: () => new Map(),
      contractsIn: () => {
        throw new Error("does not exist");
      },
    });
    return this.adapt(await backend.openProject(request));
  }
}

function entriesIn(folder: string, paths: Iterable<string>): FolderEntry[] {
  const inside = [...paths]
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1));
  const kinds = new Map(
    inside.map((path) => [path.split("/")[0] ?? "", path.includes("/") ? "folder" : "file"] as const),
  );
  return [...kinds].map(([name, kind]) => ({ name, kind }));
}

function rootOf(files: ReadonlyMap<string, string>): string {
  const shim = [...files.keys()].find((path) => path.endsWith("/shardlint/__init__.py"));
  return shim?.slice(0, -"/shardlint/__init__.py".length) ?? "";
}
