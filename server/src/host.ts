/**
 * What the analysis may ask of the outside world. Implemented once for Node and once for the browser, and by an
 * in-memory table in tests. Paths are absolute, separated by "/"; on Windows they start with a drive letter.
 */
export interface Host extends FolderLister {
  /** The text of a file, an open editor's version first; undefined if it is missing or cannot be decoded. */
  read(path: string): string | undefined;
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
}

/** Asked by what looks for files, such as launch files, rather than for one that it can name. */
export interface FolderLister {
  /** What a folder holds, without links, which may lead out of the workspace; nothing if it is missing or may not be read. */
  list(folder: string): readonly FolderEntry[];
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder";
}

/** The folder part of a path; "" for a bare file name. */
export function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The last part of a path. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function join(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
