/** Runs the contracts under CPython: their oracle tests, the language they may use, and the rules they may name. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

const folder = import.meta.dirname;
const tests = readdirSync(folder).filter((name) => /^test_.*\.py$/.test(name));

/** Isolated and without site packages, so that the contract `torch` is never an installed torch. */
function python(...commandLine: string[]) {
  const result = spawnSync("python3", ["-I", "-S", "-B", ...commandLine], { cwd: folder, encoding: "utf8" });
  if (result.error) {
    throw new Error("The contract tests need python3 (3.9 or newer) on the PATH.", { cause: result.error });
  }
  return result;
}

/** Thousands of cases in another process: long enough for a busy machine. */
beforeAll(() => {
  const result = python("-c", "import sys; sys.exit(sys.version_info < (3, 9))");
  if (result.status !== 0) throw new Error("The contract tests need python3 3.9 or newer.");
});

describe("contracts under CPython", () => {
  it.each(tests)("%s", (name) => {
    const result = python("-m", "unittest", "discover", "-s", folder, "-p", name);
    expect(result.status, result.stderr).toBe(0);
    expect(result.stderr).toMatch(/Ran [1-9]\d* tests/);
  });
});

describe("the language of contracts", () => {
  interface Reading {
    rules: [file: string, line: number, rule: string][];
    violations: [file: string, line: number, what: string][];
  }

  function reading(): Reading {
    const result = python(join(folder, "contract_language.py"));
    expect(result.status, result.stderr).toBe(0);
    return JSON.parse(result.stdout) as Reading;
  }

  it("is kept", () => {
    expect(reading().violations).toEqual([]);
  });

  it("names only rules of the catalogue", () => {
    const catalogue = new Set(JSON.parse(readFileSync(join(folder, "rule-ids.json"), "utf8")) as string[]);
    const { rules } = reading();
    expect(rules.length).toBeGreaterThan(50);
    expect(rules.filter(([, , rule]) => !catalogue.has(rule))).toEqual([]);
  });
});
