/** What is reported while a statement is typed: nothing that it may change, and all the rest. */
import { describe, expect, test } from "vitest";
import { parseModule } from "../syntax/index.ts";
import { fixture } from "../testing/fixture.ts";
import { loadParser } from "../testing/project.ts";

const start = `
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel
initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)
`;

const wrongStep = `
def wrong(model):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))
`;

/** A step that is wrong but for the lines before the call. */
function step(lines: string): string {
  const body = lines
    .split("\n")
    .map((line) => `    ${line}\n`)
    .join("");
  return `
def step(model, ok):
    tags = torch.zeros(4096)
${body}    return model(x=torch.zeros(1, 4096, 96), block_token_tags=tags)
`;
}

async function findings(text: string): Promise<number> {
  const { project, files } = await fixture(text);
  return Object.keys(files).flatMap((name) => project.check(`/project/${name}`)?.findings ?? []).length;
}

describe.each([
  ["an assignment without a value", "tags ="],
  ["an attribute without a name", "tags = tags."],
  ["an unclosed subscript", "tags = tags["],
  ["a missing operator", "tags tags[:1024]"],
  ["an unclosed call", "tags = pad(tags,"],
  ["an unfinished operation", "tags = tags + ("],
  ["a deletion", "del tags."],
  ["an import", "from library import (tags"],
  ["a return", "return tags."],
  ["a raise", "raise ValueError(tags"],
  ["an assertion", "assert tags ok"],
  ["a test without a colon", "if ok\n    tags = tags[:1024]"],
  ["a test that is half typed", "if ok.\n    tags = tags[:1024]"],
  ["an else that is half typed", "if ok:\n    pass\nels\n    tags = tags[:1024]"],
  ["an elif that is half typed", "if ok:\n    pass\nelif\n    tags = tags[:1024]"],
  ["a position behind a keyword", "tags = pad(n=1, tags)"],
  ["a keyword that comes twice", "tags = pad(tags=tags, n=1, n=2)"],
  ["a test with a keyword that comes twice", "if pad(n=1, n=2):\n    tags = tags[:1024]"],
  ["a line that is indented deeper than its block", "i\n    return"],
  ["a class that is half typed above a return", "class X\nreturn"],
  ["a function that is half typed above a guard", "def f(\ncheck(tags)"],
  ["a for that is half typed", "for i in ra\n    tags = tags[:1024]"],
  ["a while that is half typed", "while ok.\n    tags = tags[:1024]"],
  ["a with that is half typed", "with ok.\n    tags = tags[:1024]"],
  ["a try that nothing follows", "try:\n    tags = tags[:1024]"],
  ["an except that is half typed", "try:\n    pass\nexc\n    tags = tags[:1024]"],
  ["a match that is half typed", "match ok\n    case 1:\n        tags = tags[:1024]"],
  ["a case that is half typed", "match ok:\n    case 1\n        tags = tags[:1024]"],
  ["a definition without parameters", "def tags(\n    return 1"],
  ["a class that is half typed", "class tags(\n    pass"],
  ["a statement in a branch", "if ok:\n    tags = tags."],
  ["a decorator", "@ok.\ndef tags():\n    pass"],
])("%s", (_, lines) => {
  test("leaves nothing certain of what it mentions", async () => {
    expect(await findings(start + step(lines))).toBe(0);
  });

  test("hides no mistake in another function", async () => {
    expect(await findings(start + wrongStep + step(lines) + wrongStep.replace("wrong", "wrong2"))).toBe(2);
  });
});

test("what a damaged statement does not mention stays known", async () => {
  expect(await findings(start + step("other ok"))).toBe(1);
});

test("a mistake in a try is not reported while its handler is typed", async () => {
  const body = wrongStep.replace("    return", "    try:\n        return");
  for (const handler of ["exc", "except", "except ValueErr", ""])
    expect(await findings(`${start}${body}    ${handler}\n`), handler).toBe(0);
});

test.each(["tags = pad(tags,", "if ok\n    tags = tags[:1024]", "tags = tags["])(
  "what %j mentions is not certain at the top level either",
  async (line) => {
    const before = `${start}from library import load, ok\nmodel = load()\ntags = torch.zeros(4096)\n`;
    const call = "model(x=torch.zeros(1, 4096, 96), block_token_tags=tags)\n";
    expect(await findings(before + call)).toBe(1);
    expect(await findings(`${before}${line}\n${call}`)).toBe(0);
  },
);

const defined = `
import dataclasses

@dataclasses.dataclass(frozen=True)
class Settings:
    rows: int = 4096
    ring: int = 1

class Shard:
    def __init__(self, rows):
        self.rows = rows
    def by_ring(self, ring):
        self.ring = ring

def check(rows):
    ranks = 4
    if rows % ranks:
        raise ValueError(rows)

shards = [Shard(4096)]
done = [shard.by_ring(2) for shard in shards]
mixed = dataclasses.replace(Settings(), ring=4)

def of_settings(model, settings: Settings):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(settings.rows // settings.ring))

def of_shard(model):
    rows = shards[0].rows // (getattr(shards[0], "ring", 1) * 2)
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(rows))

def of_guard(model, rows=4097):
    check(rows)
    return model(x=torch.zeros(1, rows, 96), block_token_tags=torch.zeros(-(-rows // 4)))

def run(model):
    return of_settings(model, mixed)
`;

test.each(["class X", "@dat", "x", "foo(", "def f(", "if x", '"""', "try:"])(
  "no mistake is seen where there is none while %s is typed above a line",
  async (typed) => {
    const parser = await loadParser();
    const { project } = await fixture(start + defined);
    const lines = defined.split("\n");
    for (const [i, line] of lines.entries()) {
      for (const indentation of new Set(["", /^ */.exec(line)?.[0] ?? ""])) {
        const damaged = start + lines.toSpliced(i, 0, indentation + typed).join("\n");
        project.openDocument("/project/main.py", damaged);
        if (!parseModule(parser, damaged).syntax.broken) continue;
        expect(project.check("/project/main.py")?.findings, damaged).toEqual([]);
      }
    }
  },
);

test.each([
  "@dataclasses.dataclass(",
  "@dataclasses.",
  "@",
  "@dataclass(frozen=True",
  "@dataclasses.dataclass(frozen=True)\nx",
])("%s makes another class", async (decorator) => {
  const damaged = defined.replace("@dataclasses.dataclass(frozen=True)", decorator);
  expect(await findings(start + damaged)).toBe(0);
});
