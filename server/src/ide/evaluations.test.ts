/** What is evaluated again after a change: what depends on it, and nothing else. */
import { describe, expect, test } from "vitest";
import { openWorld, type World } from "../contracts/world.ts";
import { projectOver } from "../testing/project.ts";
import type { Project } from "./project.ts";

const files: Readonly<Record<string, string>> = {
  "sizes.py": `UNIT = 2
ROWS = 4096


def local(rows):
    return rows // UNIT
`,
  "tags.py": `import torch
from sizes import local

try:
    from extras import scale
except ImportError:
    scale = 1


def tags(rows):
    return torch.zeros(local(rows))
`,
  "main.py": `import torch
from tags import tags


def describe(request):
    return f"{request.rows} rows"


def unused(model, x):
    return model(x=x, block_token_tags=torch.zeros(x.shape[1]))


def run(model):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=tags(4096))
`,
  "other.py": `import torch


def run(model):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))
`,
  "plain.py": `def add(a, b):
    return a + b
`,
};

/** A checked project, whose runs since the last question can be asked for. */
class Observed {
  readonly texts = new Map(Object.entries(files).map(([name, text]) => [`/project/${name}`, text]));
  project!: Project;
  #runs = new Set<string>();

  static async start(): Promise<Observed> {
    const observed = new Observed();
    await observed.open();
    return observed;
  }

  /** Opens the project in a world, and answers what is evaluated for it. */
  async open(world: Partial<World> = {}): Promise<string[]> {
    this.project = await projectOver(this.texts, {
      world: { ...openWorld, ...world },
      observeRuns: ({ path }, code, how) => {
        const name = code.kind === "function" ? `${code.name.id}${how === "entered" ? "()" : ""}` : code.kind;
        if (path.startsWith("/project/")) this.#runs.add(`${path.slice("/project/".length)}: ${name}`);
      },
    });
    return this.check();
  }

  check(): string[] {
    for (const path of this.texts.keys()) this.project.check(path);
    const runs = [...this.#runs];
    this.#runs = new Set();
    return runs;
  }

  /** Has an open editor replace a text, and answers what is evaluated then. */
  edit(name: string, old: string, newText: string): string[] {
    const path = `/project/${name}`;
    const text = this.project.sources.text(path) ?? "";
    if (!this.project.sources.isOpen(path)) this.project.openDocument(path, text);
    this.check();
    const start = text.indexOf(old);
    expect(start).toBeGreaterThanOrEqual(0);
    this.project.editDocument(path, [{ start, end: start + old.length, newText }]);
    return this.check();
  }

  /** Changes, adds or removes a file on disk, and answers what is evaluated then. */
  write(name: string, text: string | undefined): string[] {
    const path = `/project/${name}`;
    if (text === undefined) this.texts.delete(path);
    else this.texts.set(path, text);
    this.project.fileChanged(path);
    return this.check();
  }
}

test("nothing, if nothing changed", async () => {
  const observed = await Observed.start();
  expect(observed.check()).toEqual([]);
});

test("nothing in a file without modelled calls", async () => {
  const observed = await Observed.start();
  expect(observed.edit("plain.py", "return", "# sums\n    return")).toEqual([]);
});

test("nothing for a comment between statements", async () => {
  const observed = await Observed.start();
  expect(observed.edit("main.py", "\n\ndef run", "\n# the pipeline\n\ndef run")).toEqual([]);
});

test("nothing in a function that nobody looked at, and its definition once something else changes", async () => {
  const observed = await Observed.start();
  expect(observed.edit("main.py", 'rows"', 'tokens"')).toEqual([]);
  expect(observed.edit("main.py", "request.rows", "request.tokens")).toEqual([]);
  expect(observed.edit("main.py", "x.shape[1]", "x.shape[1] // 2")).toEqual([
    "main.py: describe",
    "main.py: unused",
    "main.py: unused()",
  ]);
});

test("nothing for what is added and used by nobody yet, whole or not", async () => {
  const observed = await Observed.start();
  const edits = [
    ["import torch\n", "import torch\nimport math\nfrom dataclasses import dataclass\n"],
    ["\n\ndef unused", "\n\n@dataclass\nclass Plan:\n    rows: int = 3\n\n\ndef unused"],
    ["\n\ndef unused", "\n\ndef area(width, height=2):\n    return width * height\n\n\ndef unused"],
    ["    return width", "    return max(width"],
    ["max(", "("],
  ] as const;
  for (const [old, changed] of edits) expect(observed.edit("main.py", old, changed)).toEqual([]);
});

test("a function that nobody calls, and no other", async () => {
  const observed = await Observed.start();
  expect(observed.edit("main.py", "x.shape[1]", "x.shape[1] // 2")).toEqual(["main.py: unused", "main.py: unused()"]);
});

test("nothing after fixes were tried out, in a file that is open or not", async () => {
  const observed = await Observed.start();
  for (const path of ["/project/other.py", "/project/main.py"]) {
    const { project } = observed;
    const before = project.sources.source(path);
    const fixes = project.check(path)?.findings.flatMap((finding) => project.fixes(finding)) ?? [];
    expect(fixes.length).toBeGreaterThan(0);
    expect(project.sources.source(path)).toBe(before);
    observed.check();
    expect(observed.check()).toEqual([]);
    const old = "torch.zeros(1, 4096, 96)";
    expect(observed.edit(path.slice("/project/".length), old, `${old}.half()`)).not.toEqual([]);
    expect(observed.edit(path.slice("/project/".length), `${old}.half()`, old)).not.toEqual([]);
  }
});

test("whatever reads what an imported module defines", async () => {
  const observed = await Observed.start();
  expect(observed.edit("sizes.py", "UNIT = 2", "UNIT = 4")).toEqual(["sizes.py: assign", "main.py: run()"]);
});

test("of an imported module only the statement that changed, if nobody reads what it defines", async () => {
  const observed = await Observed.start();
  expect(observed.edit("sizes.py", "ROWS = 4096", "ROWS = 8192").filter((run) => run.includes("()"))).toEqual([]);
});

test("nothing for a file that is written again as it was", async () => {
  const observed = await Observed.start();
  expect(observed.write("sizes.py", files["sizes.py"])).toEqual([]);
});

test("what imports a file that appears, and again when it disappears", async () => {
  const observed = await Observed.start();
  const appeared = observed.write("extras.py", "scale = 2\n");
  expect(appeared).toContain("tags.py: try");
  expect(appeared).toContain("main.py: run()");
  expect(appeared.filter((run) => run.startsWith("other.py") || run.startsWith("plain.py"))).toEqual([]);
  const disappeared = observed.write("extras.py", undefined);
  expect(disappeared).toContain("tags.py: try");
  expect(disappeared.filter((run) => run.startsWith("other.py"))).toEqual([]);
});

test("nothing for a file that appears and that nobody asked for", async () => {
  const observed = await Observed.start();
  expect(observed.write("unrelated.py", "x = 1\n")).toEqual([]);
});

test("everything in another world", async () => {
  const observed = await Observed.start();
  expect(await observed.open({ architectures: [90] })).toEqual(await observed.open({ architectures: [100] }));
  expect(await observed.open({ architectures: [90] })).toContain("other.py: run()");
});

describe("a function without parameters that the top level calls", () => {
  async function entered(call: string): Promise<boolean> {
    let isEntered = false;
    const text = `import sys

def main():
    infer_block_sparse_expected_shapes(None, n_block_size=128, sparse_block_size_kv=64)

${call}
`;
    const project = await projectOver(new Map([["/project/job.py", text]]), {
      observeRuns: (_, code, how) => {
        isEntered ||= how === "entered" && code.kind === "function";
      },
    });
    const found = project.check("/project/job.py")?.findings ?? [];
    expect(found.map(({ rule, location }) => [rule, location.start])).toEqual([["kv-block-size", text.indexOf("64")]]);
    return isEntered;
  }

  test.each([
    "main()",
    "code = main()",
    "if __name__ == '__main__':\n    sys.exit(main())",
    "raise SystemExit(main())",
  ])("is not evaluated once more for %s", async (call) => {
    expect(await entered(call)).toBe(false);
  });

  test.each([
    "try:\n    main()\nexcept Exception:\n    pass",
    "if len(sys.argv) > 2:\n    main()",
    "start = lambda: main()",
    "def start():\n    main()",
    "with unknown():\n    main()",
    "for _ in sys.argv:\n    main()",
  ])("is evaluated for whoever else calls it for %s", async (call) => {
    expect(await entered(call)).toBe(true);
  });
});
