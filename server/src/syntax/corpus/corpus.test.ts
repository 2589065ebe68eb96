import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { parseModule } from "../module.ts";
import type { Parser } from "../parser.ts";
import { createTestParser } from "../test-support.ts";
import { LineIndex } from "../text.ts";
import { spell } from "./canonical.ts";

/** Enough files to meet every construct, few enough to take half a minute. */
const sampleSize = 1_100;
const largestFile = 120_000;

/** What CPython reads and we do not, or not to the end. */
const knownLimits: ReadonlyMap<string, string> = new Map([
  ["test/test_compile.py", "tree-sitter ends a block at a line inside parentheses that is indented less"],
  ["test/test_print.py", "`print >>file, x`, which Python 3 reads but cannot run, counts as Python 2"],
  ["test/test_future_stmt/badsyntax_future8.py", "`from __future__ import *`, which Python reads but cannot run"],
  ["sympy/polys/numberfields/resolvent_lookup.py", "sums of more than 500 terms"],
  ["sympy/polys/polyquinticconst.py", "sums of more than 500 terms"],
]);

interface Described {
  readonly statements?: readonly (readonly [line: number, digest: string])[];
  readonly skipped?: string;
}

describe("Python's own library", () => {
  let parser: Parser;
  let files: readonly string[];

  beforeAll(async () => {
    parser = await createTestParser();
    files = sample(pythonFiles(libraryFolder()).filter((file) => !isKnownLimit(file)));
  });

  test("is understood as CPython understands it", () => {
    const described = describeWithCPython(files);
    const wrong: string[] = [];
    let compared = 0;
    files.forEach((file, index) => {
      const theirs = described[index]?.statements;
      if (theirs !== undefined) {
        compared++;
        wrong.push(...differences(parser, file, theirs));
      }
    });
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(compared, "files that CPython reads").toBeGreaterThanOrEqual(1_000);
  });
});

function differences(parser: Parser, file: string, theirs: readonly (readonly [number, string])[]): string[] {
  const text = readFileSync(file, "utf8");
  const { syntax, refused } = parseModule(parser, text);
  if (refused !== undefined) {
    return [`${file}: refused as ${refused}`];
  }
  const lines = new LineIndex(text);
  const hasNamedEscapes = text.includes("\\N{");
  const found = syntax.broken ? [`${file}: broken`] : [];
  if (syntax.chunks.length !== theirs.length) {
    found.push(`${file}: ${syntax.chunks.length} statements instead of ${theirs.length}`);
  }
  syntax.chunks.forEach(({ chunk, offset }, index) => {
    const digest = createHash("sha1")
      .update(spell(chunk.statement, offset, hasNamedEscapes))
      .digest("hex");
    const expected = theirs[index];
    if (found.length === 0 && expected !== undefined && digest !== expected[1]) {
      found.push(`${file}:${lines.positionAt(offset).line + 1}: understood differently`);
    }
  });
  return found;
}

function describeWithCPython(files: readonly string[]): Described[] {
  const script = fileURLToPath(new URL("canonical.py", import.meta.url));
  const output = execFileSync("python3", [script], {
    input: files.join("\n"),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Described);
}

function isKnownLimit(file: string): boolean {
  const path = file.replaceAll("\\", "/");
  return [...knownLimits.keys()].some((name) => path.endsWith(name));
}

function libraryFolder(): string {
  try {
    const question = "import sysconfig; print(sysconfig.get_path('stdlib'))";
    return execFileSync("python3", ["-c", question], { encoding: "utf8" }).trim();
  } catch (cause) {
    throw new Error("This test compares with CPython and needs a python3 with its library on the PATH.", { cause });
  }
}

function pythonFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        return pythonFiles(path);
      }
      return entry.name.endsWith(".py") && statSync(path).size <= largestFile ? [path] : [];
    })
    .sort();
}

/** Every n-th file, so that each run and each folder has its share. */
function sample(files: readonly string[]): string[] {
  const step = Math.max(1, files.length / sampleSize);
  const sampled: string[] = [];
  for (let index = 0; index < files.length; index += step) {
    const file = files[Math.floor(index)];
    if (file !== undefined) {
      sampled.push(file);
    }
  }
  return sampled;
}
