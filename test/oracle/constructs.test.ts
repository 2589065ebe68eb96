/**
 * Small Python programs, construct by construct: what the analysis reveals is what CPython computes.
 *
 * Each `reveal(value)` must show CPython's value, or, where a program asks `undecided.flag()`, exactly the values of both of its
 * runs. Behind `# unclear` less may be known, but nothing that is wrong.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { reveals, splitFiles } from "../../server/src/testing/fixture.ts";
import { projectOf } from "../../server/src/testing/project.ts";

type Files = Readonly<Record<string, string>>;

/** What the lines of `main.py` reveal. */
type Shown = Readonly<Record<string, string>>;

const folder = join(import.meta.dirname, "constructs");
const programs = new Map<string, Files>();
for (const name of readdirSync(folder)) {
  const files = splitFiles(readFileSync(join(folder, name), "utf8"));
  programs.set(basename(name, ".py"), files);
  const whole = files["main.py"] ?? "";
  // Inside a function, names are found in other ways than at the top of a module.
  if (!/^from \S+ import \*|^\s*global /m.test(whole)) {
    const body = whole.replace(/^(?=.)/gm, "    ");
    programs.set(`${basename(name, ".py")}, in a function`, { ...files, "main.py": `def main():\n${body}\nmain()\n` });
  }
}

const truth = new Map<string, readonly Shown[]>();

beforeAll(() => {
  const result = spawnSync(
    "python3",
    ["-I", "-S", "-B", "-W", "ignore", join(import.meta.dirname, "run_constructs.py")],
    {
      input: JSON.stringify(Object.fromEntries(programs)),
      encoding: "utf8",
    },
  );
  if (result.error) throw new Error("This test needs python3 (3.10 or newer) on the PATH.", { cause: result.error });
  expect(result.stderr).toBe("");
  const shown = JSON.parse(result.stdout) as Record<string, readonly Shown[]>;
  for (const [name, runs] of Object.entries(shown)) truth.set(name, runs);
});

describe("what a program reveals", () => {
  it.each([...programs.keys()])("%s", async (name) => {
    const files = programs.get(name) ?? {};
    const main = files["main.py"] ?? "";
    const project = await projectOf(files);
    const lines = main.split("\n");
    const runs = truth.get(name) ?? [];
    const wrong: string[] = [];
    for (const [offset, text] of reveals(project, "/project/main.py")) {
      const line = main.slice(0, offset).split("\n").length;
      const expected = new Set(runs.flatMap((run) => run[String(line)] ?? []));
      const isUnclear = lines[line - 1]?.includes("# unclear") === true;
      if (!(isUnclear ? isPossible : isExact)(text, expected))
        wrong.push(`${line}: ${lines[line - 1]?.trim() ?? ""}  -> ${text}, not ${[...expected].join(" or ")}`);
    }
    expect(wrong).toEqual([]);
    expect(project.check("/project/main.py")?.findings).toEqual([]);
  });
});

function isExact(shown: string, expected: ReadonlySet<string>): boolean {
  const alternatives = new Set(shown.split(" or "));
  return alternatives.size === expected.size && [...expected].every((value) => alternatives.has(value));
}

/** Whatever is shown as constants must cover what happened. */
function isPossible(shown: string, expected: ReadonlySet<string>): boolean {
  const alternatives = shown.split(" or ");
  return !alternatives.every(isConstant) || [...expected].every((value) => alternatives.includes(value));
}

function isConstant(text: string): boolean {
  return /^(None|True|False|[\d\s,().+e-])*$/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, ""));
}
