/** Which file a launch starts. */
import { directoryOf, fileNameOf, join } from "../host.ts";
import type { LaunchCommand } from "./launch.ts";
import { normalPath } from "./shell/printed-paths.ts";

export interface Workspace {
  /** Absolute paths of the folders that are open. */
  readonly roots: readonly string[];
  isFile(path: string): boolean;
  /** The newest text of a file. */
  read(path: string): string | undefined;
}

/**
 * The Python file that a command starts; undefined if there is none in the workspace. A relative path counts from where the command is
 * given, which no file says: that is looked for from the launch file's folder upwards, to the root.
 */
export function resolveTarget(command: LaunchCommand, launchFile: string, workspace: Workspace): string | undefined {
  const { target, directory } = command;
  if (target.kind === "tool") return undefined;
  const names = target.kind === "script" ? [target.path] : moduleFiles(target.name);
  return resolveFile(names, directory, launchFile, workspace);
}

/** The first of some files that a command names, from where it is given. */
export function resolveFile(
  names: readonly string[],
  directory: LaunchCommand["directory"],
  launchFile: string,
  workspace: Workspace,
): string | undefined {
  // An unknown directory may be anywhere, also where a file of the same name is.
  if (directory !== undefined && directory.text === undefined) return undefined;
  const folders = startFolders(launchFile, workspace.roots).map((folder) => resolve(folder, directory?.text ?? ""));
  for (const folder of folders) {
    for (const name of names) {
      const path = resolve(folder, name);
      if (isInside(path, workspace.roots) && workspace.isFile(path)) return path;
    }
  }
  return undefined;
}

/** The last part of the files that a command may start, by which launches can be found before they are resolved. */
export function fileNamesOf({ target }: LaunchCommand): readonly string[] {
  if (target.kind === "tool") return [];
  const paths = target.kind === "script" ? [target.path] : moduleFiles(target.name);
  return paths.map(fileNameOf);
}

function moduleFiles(name: string): string[] {
  const path = name.replaceAll(".", "/");
  return [`${path}.py`, `${path}/__main__.py`];
}

/** The launch file's folder, those around it up to its root, then the other roots. */
function startFolders(launchFile: string, roots: readonly string[]): string[] {
  const folders: string[] = [];
  let folder = directoryOf(launchFile);
  while (isInside(folder, roots)) {
    folders.push(folder);
    const parent = directoryOf(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return [...folders, ...roots.filter((root) => !folders.includes(root))];
}

function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(join(root, "")));
}

function resolve(folder: string, path: string): string {
  const isAbsolute = path.startsWith("/") || /^[A-Za-z]:\//.test(path);
  return normalPath(isAbsolute ? path : join(folder, path));
}
