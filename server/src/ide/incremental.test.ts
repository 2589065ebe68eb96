/** After any edits the findings are those of a project that never saw another text. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Project } from "./project.ts";
import { projectOf } from "../testing/project.ts";

const main = `import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx, initialize_model_parallel
from helpers import LENGTH, local_tags

SIZE = 4096
initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)


class Settings:
    def __init__(self):
        self.rows = SIZE


settings = Settings()


class Pipeline:
    def __init__(self, rows=4096):
        self.rows = rows
        self.block = 64
        self.size = SIZE

    def tags(self):
        return torch.zeros(self.rows // get_ulysses_ctx()[0])

    def run(self, x):
        self.model(x=torch.zeros(1, SIZE, 96), block_token_tags=self.tags())
        return self.model(x=torch.zeros(1, settings.rows, 96), block_token_tags=torch.zeros(self.size))


def attend(t):
    infer_block_sparse_expected_shapes(t, n_block_size=128, sparse_block_size_kv=64)


def outer(model):
    rows = LENGTH

    def inner():
        return model(x=torch.zeros(1, rows, 96), block_token_tags=local_tags(rows))

    return inner()


Pipeline(SIZE).run(None)
`;

const helpers = `import torch

LENGTH = 2048
UNIT = 2


def local_tags(rows):
    return torch.zeros(rows // UNIT)
`;

const texts: Readonly<Record<string, string>> = { "main.py": main, "helpers.py": helpers };

/** Replaces a number or a word that both texts have, or cuts or repeats a line. */
const edit = fc.record({
  file: fc.constantFrom("main.py", "helpers.py"),
  line: fc.nat(60),
  change: fc.oneof(
    fc.record({
      kind: fc.constant("number" as const),
      value: fc.constantFrom("1024", "4096", "2048", "64", "128", "2", "4"),
    }),
    fc.record({ kind: fc.constant("cut" as const) }),
    fc.record({ kind: fc.constant("repeat" as const) }),
    fc.record({ kind: fc.constant("comment" as const) }),
    fc.record({
      kind: fc.constant("insert" as const),
      text: fc.constantFrom("settings.rows = 2048", "pipe.block = 3", "SIZE = 2048", "x = (", "import os", "UNIT = 4"),
    }),
  ),
});

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function changed(text: string, { line, change }: Edit): string {
  const lines = text.split("\n");
  const at = line % lines.length;
  const own = lines[at] ?? "";
  if (change.kind === "number") lines[at] = own.replace(/\d+/, change.value);
  else if (change.kind === "cut") lines.splice(at, 1);
  else if (change.kind === "repeat") lines.splice(at, 0, own);
  else if (change.kind === "comment") lines[at] = `# ${own}`;
  else lines.splice(at, 0, change.text);
  return lines.join("\n");
}

/** The smallest single edit that turns one text into the other. */
function difference(before: string, after: string): { start: number; end: number; newText: string } {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < before.length - start && tail < after.length - start && before.at(-1 - tail) === after.at(-1 - tail))
    tail++;
  return { start, end: before.length - tail, newText: after.slice(start, after.length - tail) };
}

function findings(project: Project): unknown {
  return Object.keys(texts).map((name) => project.check(`/project/${name}`)?.findings);
}

test("edited project = fresh project", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
      const current: Record<string, string> = { ...texts };
      const project = await projectOf(texts);
      for (const [name, text] of Object.entries(texts)) project.openDocument(`/project/${name}`, text);
      findings(project);
      for (const one of edits) {
        const before = current[one.file] ?? "";
        const after = changed(before, one);
        project.editDocument(`/project/${one.file}`, [difference(before, after)]);
        current[one.file] = after;
        expect(findings(project)).toEqual(findings(await projectOf(current)));
      }
    }),
    { numRuns: Number(process.env["SHARDLINT_INCREMENTAL_RUNS"] ?? 60) },
  );
}, 120_000);

test("the starting point has findings of every kind", async () => {
  const project = await projectOf(texts);
  expect(project.check("/project/main.py")?.findings.map((finding) => finding.rule)).toEqual([
    "block-token-tags-length",
    "kv-block-size",
    "block-token-tags-length",
    "block-token-tags-length",
  ]);
});
