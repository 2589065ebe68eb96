/** The files of this machine, as the analysis may see them. */
import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { FolderEntry, Host } from "./host.ts";

/** A file's text without its byte order mark, or why there is none: words that follow the file's name. */
export type ReadOutcome = { readonly text: string; readonly byteOrderMark: boolean } | { readonly problem: string };

/** No text within the parser's limit of 4,000,000 code units has more bytes than this in UTF-8. */
const maximumBytes = 12_000_000;

/** Editors keep the byte order mark out of a document, so positions agree with theirs only without it. */
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

export class NodeHost implements Host {
  read(path: string): string | undefined {
    const outcome = readText(path);
    return "text" in outcome ? outcome.text : undefined;
  }

  isFile(path: string): boolean {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  }

  isDirectory(path: string): boolean {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  list(folder: string): FolderEntry[] {
    try {
      return readdirSync(folder, { withFileTypes: true }).flatMap((entry): FolderEntry[] => {
        if (entry.isFile()) return [{ name: entry.name, kind: "file" }];
        return entry.isDirectory() ? [{ name: entry.name, kind: "folder" }] : [];
      });
    } catch {
      // A folder that is missing or may not be read has no files for us.
      return [];
    }
  }
}

/** An absolute path with forward slashes, which is how the analysis names files on every system. */
export function absolutePath(path: string, from: string = process.cwd()): string {
  const absolute = resolve(from, path);
  return sep === "/" ? absolute : absolute.replaceAll(sep, "/");
}

export function readText(path: string): ReadOutcome {
  let bytes: Buffer;
  try {
    const status = statSync(path);
    if (!status.isFile())
      return { problem: status.isDirectory() ? "is a folder, not a file" : "is not a regular file" };
    if (status.size > maximumBytes) return { problem: tooLarge };
    bytes = readFileSync(path);
  } catch (error) {
    return { problem: readProblem(error) };
  }
  return decode(bytes);
}

const tooLarge = "is too large: files up to 4,000,000 characters are read. Exclude it, or split it";

/** Python reads source as UTF-8 unless told otherwise, and a wrong guess would put every finding in the wrong place. */
function decode(bytes: Buffer): ReadOutcome {
  if (isUtf8(bytes)) {
    const marked = bytes.subarray(0, 3).equals(byteOrderMark);
    return { text: bytes.toString("utf8", marked ? 3 : 0), byteOrderMark: marked };
  }
  const start = bytes.subarray(0, 2).toString("hex");
  if (start === "fffe" || start === "feff") return { problem: "is UTF-16, not UTF-8. Save it as UTF-8" };
  return { problem: `is not UTF-8 (line ${firstBadLine(bytes)}). Save it as UTF-8` };
}

/** A line feed is never part of a longer character, so lines can be judged one by one. */
function firstBadLine(bytes: Buffer): number {
  let line = 1;
  let start = 0;
  for (;;) {
    const feed = bytes.indexOf("\n", start);
    const end = feed < 0 ? bytes.length : feed;
    if (feed < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = feed + 1;
    line++;
  }
}

/** What went wrong with a file or folder, in words that follow its name. */
export function readProblem(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return "does not exist. Check the spelling";
    case "EACCES":
    case "EPERM":
      return "may not be read. Change its permissions, or exclude it";
    case "ELOOP":
      return "is a symbolic link that leads back to itself. Remove it, or exclude it";
    case "EISDIR":
      return "is a folder, not a file";
    default:
      return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
