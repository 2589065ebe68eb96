/** Folders and terminals for the tests of the command line. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Finding, Severity } from "../finding.ts";
import { Places } from "./places.ts";
import { run } from "./run.ts";
import type { ExitStatus } from "./status.ts";

/** Writes files into a new folder, which is gone after the test. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "shardlint-")));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

export interface Outcome {
  readonly status: ExitStatus;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in a folder. */
export async function shardlint(folder: string, words: readonly string[], input?: string): Promise<Outcome> {
  let [out, err] = ["", ""];
  const status = await run(words, {
    workingFolder: folder,
    colored: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    readInput: () => input,
  });
  return { status, out, err };
}

/** A finding about the first place in `text` where `marked` stands. */
export function findingAt(path: string, text: string, marked: string, changes: Partial<Finding> = {}): Finding {
  const start = text.indexOf(marked);
  const severity: Severity = "error";
  return {
    rule: "kv-block-size",
    severity,
    message: "The KV block size is wrong.",
    location: { path, start, end: start + marked.length },
    runtime: null,
    assumptions: [],
    related: [],
    derivation: [],
    ...changes,
  };
}

/** Places in files whose texts are given by absolute path; the working folder is `/home`. */
export function placesIn(texts: Readonly<Record<string, string>>): Places {
  return new Places("/home", (path) => texts[path]);
}
