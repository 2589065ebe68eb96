/** The files of this machine as they were when first looked at: a run is short, and asks about the same folders often. */
import { readdirSync } from "node:fs";
import type { Host, FolderEntry } from "../host.ts";
import { directoryOf } from "../host.ts";
import { NodeHost } from "../node-host.ts";

export class TreeHost implements Host {
  private readonly files = new NodeHost();
  private readonly folders = new Map<string, ReadonlyMap<string, "file" | "folder" | "link">>();

  read(path: string): string | undefined {
    return this.files.read(path);
  }

  isFile(path: string): boolean {
    const kind = this.kindOf(path);
    return kind === "link" ? this.files.isFile(path) : kind === "file";
  }

  isDirectory(path: string): boolean {
    const kind = this.kindOf(path);
    return kind === "link" ? this.files.isDirectory(path) : kind === "folder" || directoryOf(path) === "";
  }

  list(folder: string): readonly FolderEntry[] {
    return [...this.entriesOf(folder)].flatMap(([name, kind]) => (kind === "link" ? [] : [{ name, kind }]));
  }

  private kindOf(path: string): "file" | "folder" | "link" | undefined {
    const folder = directoryOf(path);
    return this.entriesOf(folder).get(path.slice(folder.length + 1));
  }

  private entriesOf(folder: string): ReadonlyMap<string, "file" | "folder" | "link"> {
    let entries = this.folders.get(folder);
    if (entries === undefined) this.folders.set(folder, (entries = entriesOf(folder === "" ? "/" : folder)));
    return entries;
  }
}

function entriesOf(folder: string): ReadonlyMap<string, "file" | "folder" | "link"> {
  const entries = new Map<string, "file" | "folder" | "link">();
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) entries.set(entry.name, "link");
      else if (entry.isFile()) entries.set(entry.name, "file");
      else if (entry.isDirectory()) entries.set(entry.name, "folder");
    }
  } catch {
    // A folder that is missing or may not be read has no files for us.
  }
  return entries;
}
