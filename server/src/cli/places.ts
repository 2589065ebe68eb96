/** Offsets and absolute paths, as people and other tools write them. */
import type { Location } from "../finding.ts";
import { LineIndex } from "../syntax/index.ts";

/** One-based; columns count UTF-16 code units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export class Places {
  readonly workingFolder: string;
  private readonly textOf: (path: string) => string | undefined;
  private readonly indexes = new Map<string, LineIndex>();

  constructor(workingFolder: string, textOf: (path: string) => string | undefined) {
    this.workingFolder = workingFolder;
    this.textOf = textOf;
  }

  /** Relative to the working folder where the file is inside it. */
  path(path: string): string {
    const base = this.workingFolder.endsWith("/") ? this.workingFolder : `${this.workingFolder}/`;
    return path.startsWith(base) ? path.slice(base.length) : path;
  }

  start({ path, start }: Location): Place {
    return this.place(path, start);
  }

  /** Exclusive. */
  end({ path, end }: Location): Place {
    return this.place(path, end);
  }

  /** The line that a location starts on, without its line ending, and the part of it that the location covers. */
  sourceLine({ path, start, end }: Location): { readonly text: string; readonly from: number; readonly to: number } {
    const text = this.textOf(path) ?? "";
    const index = this.index(path);
    const { line, character } = index.positionAt(start);
    const lineStart = start - character;
    const lineEnd = index.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
    return {
      text: text.slice(lineStart, lineEnd),
      from: character,
      to: Math.max(character, Math.min(end, lineEnd) - lineStart),
    };
  }

  private place(path: string, offset: number): Place {
    const { line, character } = this.index(path).positionAt(offset);
    return { line: line + 1, column: character + 1 };
  }

  private index(path: string): LineIndex {
    let index = this.indexes.get(path);
    if (index === undefined) this.indexes.set(path, (index = new LineIndex(this.textOf(path) ?? "")));
    return index;
  }
}
