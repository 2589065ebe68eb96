/** Folders of generated pipelines, as a user would open them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countLines, sharedModules, writePipeline } from "./workload.ts";

export interface Workspace {
  readonly folder: string;
  /** The file that is opened and edited; it has the mistake. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

const fileLines = 2200;

/** A workspace of `pipelines` files of the same length, of which the first is edited. */
export function makeWorkspace(folder: string, pipelines: number): Workspace {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(sharedModules)) writeFileSync(join(folder, name), text);
  const text = writePipeline({ seed: 1, lines: fileLines, flawed: true });
  const path = join(folder, "pipeline.py");
  writeFileSync(path, text);
  for (let number = 2; number <= pipelines; number++) {
    const other = writePipeline({ seed: number, lines: fileLines, flawed: false });
    writeFileSync(join(folder, `pipeline_${number}.py`), other);
  }
  return { folder, path, text, lines: countLines(text) };
}
