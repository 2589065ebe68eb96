import { describe, expect, test } from "vitest";
import { check, fixed, fixesOf, onlyFinding } from "../testing/fixture.ts";

const preamble = `
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_ring_ctx,
    get_sp_parallel_rank,
    get_sp_world_size,
    get_ulysses_ctx,
    initialize_model_parallel,
)
`;

const launched = `${preamble}
initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)
`;

describe("found", () => {
  test.each<[string, string]>([
    [
      "literal lengths with the degrees known from the file",
      `${launched}
def run(model):
    x = torch.zeros(1, 4096, 96)
    tags = torch.zeros(4096, dtype=torch.long)
    return model(x=x, block_token_tags=tags)  # error: [block-token-tags-length]
`,
    ],
    [
      "global tags with the degrees unknown",
      `${preamble}
def run(model, x):
    tags = torch.zeros(x.shape[1], dtype=torch.long)
    return model(x=x, block_token_tags=tags)  # warning: [block-token-tags-length]
`,
    ],
    [
      "a length that no degree gives",
      `${preamble}
def run(model):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(1000))  # error: [block-token-tags-length]
`,
    ],
    [
      "divided by the Ulysses degree only",
      `${preamble}
class Pipeline:
    def step(self, x, token_tags):
        ulysses_ws, ulysses_rank = get_ulysses_ctx()
        seq_len = x.shape[1]
        local = seq_len // ulysses_ws
        tags = torch.zeros(seq_len)[ulysses_rank * local : (ulysses_rank + 1) * local]
        return self.transformer(x=x, block_token_tags=tags)  # warning: [block-token-tags-length]
`,
    ],
    [
      "through a helper: the caller's argument is wrong",
      `${launched}
def call(model, x, tags):
    return model(x=x, block_token_tags=tags)

def run(model):
    x = torch.zeros(1, 4096, 96)
    return call(model, x, torch.zeros(4096))  # error: [block-token-tags-length]
`,
    ],
    [
      "through a class",
      `${launched}
class Step:
    def __init__(self, model, seq_len):
        self.model = model
        self.tags = torch.zeros(seq_len, dtype=torch.long)

    def run(self, x):
        return self.model(x=x, block_token_tags=self.tags)

Step(load(), 4096).run(torch.zeros(1, 4096, 96))  # error: [block-token-tags-length]
`,
    ],
    [
      "through another file",
      `${launched}
from helpers import local_tags

def run(model):
    x = torch.zeros(1, 4096, 96)
    return model(x=x, block_token_tags=local_tags(4096, 2))  # error: [block-token-tags-length]
#- helpers.py
import torch

def local_tags(seq_len, ulysses):
    return torch.zeros(seq_len // ulysses, dtype=torch.long)
`,
    ],
    [
      "through a dict of keyword arguments",
      `${launched}
def run(model):
    x = torch.zeros(1, 4096, 96)
    inputs = {
        "x": x,
        "block_token_tags": torch.zeros(4096),  # error: [block-token-tags-length]
    }
    inputs.update(update_mask=None)
    return model(**inputs)
`,
    ],
    [
      "the model by its class",
      `${launched}
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel

model = MiniMaxH3DiTModel(config)
model.forward(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(2048))  # error: [block-token-tags-length]
model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(1024))
`,
    ],
    [
      "an annotated parameter",
      `${launched}
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel

def run(model: MiniMaxH3DiTModel):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(512))  # error: [block-token-tags-length]
`,
    ],
    [
      "a sequence of parts",
      `${preamble}
def run(model, text_len, audio_len, video_len):
    tags = torch.cat([torch.full((text_len,), 1), torch.full((audio_len,), 2), torch.full((video_len,), 0)])
    x = torch.zeros(1, text_len + audio_len + video_len, 96)
    return model(x=x, block_token_tags=tags)  # warning: [block-token-tags-length]
`,
    ],
    [
      "a launch that two calls declare together",
      `${preamble}
from sglang.multimodal_gen.runtime.distributed.parallel_state import init_distributed_environment

def setup(rank):
    init_distributed_environment(world_size=4, rank=rank)
    initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)

def run(model):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))  # error: [block-token-tags-length]
`,
    ],
    [
      "a function that still parses in a broken file",
      `${launched}
def run(model):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))  # error: [block-token-tags-length]

def later(:
    x = (
`,
    ],
    [
      "an exception that is only logged",
      `${launched}
def run(model, log):
    try:
        return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))  # error: [block-token-tags-length]
    except ValueError:
        log("failed")
        raise
`,
    ],
    [
      "lengths by a parameter that is only known to be a size",
      `${launched}
def run(model, rows):
    x = torch.zeros(1, rows, 96)
    return model(x=x, block_token_tags=torch.zeros(rows))  # error: [block-token-tags-length]
`,
    ],
    [
      "inside a loop and a with block",
      `${launched}
def run(model, steps):
    tags = torch.zeros(4096)
    with torch.no_grad():
        for i in range(steps):
            model(x=torch.zeros(1, 4096, 96), block_token_tags=tags)  # error: [block-token-tags-length]
`,
    ],
    [
      "the packed sequence of the library",
      `${launched}
from sglang.multimodal_gen.runtime.pipelines_core.stages.model_specific_stages.minimax_h3.packed_sequence import minimax_h3_packed_sequence

def run(model, x, text_len):
    packed = minimax_h3_packed_sequence(text_len=text_len, latent_t=32, latent_h=48, latent_w=84, audio_t=100, include_keyframe_cond=False)
    x = torch.zeros(1, packed["seq_len"], 96)
    model(x=x, block_token_tags=packed["token_tags"])  # error: [block-token-tags-length]
`,
    ],
  ])("%s", async (_, text) => {
    await check(text);
  });
});

describe("silent", () => {
  const correct: [string, string][] = [
    ["opaque tags", `def run(model, x, tags):\n    return model(x=x, block_token_tags=tags)\n`],
    [
      "opaque tags beside a literal sequence",
      `def run(model, tags):\n    return model(x=torch.zeros(1, 64, 96), block_token_tags=tags)\n`,
    ],
    [
      "a slice by both degrees",
      `def run(model, x, token_tags):
    seq_len = x.shape[1]
    ulysses_ws, ulysses_rank = get_ulysses_ctx()
    ring_ws, ring_rank = get_ring_ctx()
    n = seq_len // (ulysses_ws * ring_ws)
    start = (ring_rank * ulysses_ws + ulysses_rank) * n
    tags = torch.zeros(seq_len)[start : start + n].clamp(min=0)
    return model(x=x, block_token_tags=tags)
`,
    ],
    [
      "chunk by the SP world size",
      `def run(model, x):
    sp = get_sp_world_size()
    assert x.shape[1] % sp == 0
    tags = torch.zeros(x.shape[1]).chunk(sp)[get_sp_parallel_rank()]
    return model(x=x, block_token_tags=tags)
`,
    ],
    [
      "guarded by the degree",
      `def run(model, x):
    tags = torch.zeros(x.shape[1])
    if get_sp_world_size() > 1:
        return None
    return model(x=x, block_token_tags=tags)
`,
    ],
    ...["import sys", "from sys import exit as leave", ""].map((imported, i): [string, string] => [
      `left with ${["sys.exit", "its alias", "exit"][i] ?? ""}`,
      `${imported}

def run(model, x):
    if get_sp_world_size() > 1:
        ${["sys.exit", "leave", "exit"][i] ?? ""}("one GPU only")
    return model(x=x, block_token_tags=torch.zeros(x.shape[1]))
`,
    ]),
    [
      "sliced only when needed",
      `def run(model, x):
    tags = torch.zeros(x.shape[1])
    sp = get_sp_world_size()
    if sp > 1:
        n = x.shape[1] // sp
        tags = tags[get_sp_parallel_rank() * n : (get_sp_parallel_rank() + 1) * n]
    return model(x=x, block_token_tags=tags)
`,
    ],
    [
      "a flag decides",
      `def run(model, x, sp_size, rank):
    tags = torch.zeros(x.shape[1])
    if sp_size > 1:
        n = x.shape[1] // sp_size
        tags = tags[rank * n : (rank + 1) * n]
    return model(x=x, block_token_tags=tags)
`,
    ],
    [
      "called under a flag",
      `def run(model, x, use_sp, local):
    tags = torch.zeros(x.shape[1])
    if use_sp:
        return model(x=x, block_token_tags=local)
    return model(x=x, block_token_tags=tags)
`,
    ],
    [
      "a literal that fits some degree",
      `def run(model):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(1024))
`,
    ],
    [
      "guarded in a helper",
      `def only_ulysses():
    if get_ring_ctx()[0] > 1:
        raise NotImplementedError("ring")

def run(model, x):
    only_ulysses()
    n = x.shape[1] // get_ulysses_ctx()[0]
    model(x=x, block_token_tags=torch.zeros(n))
`,
    ],
    [
      "guarded in __init__",
      `class Pipeline:
    def __init__(self, model):
        if get_ring_ctx()[0] != 1:
            raise ValueError("ring")
        self.model = model

    def run(self, x):
        n = x.shape[1] // get_ulysses_ctx()[0]
        self.model(x=x, block_token_tags=torch.zeros(n))
`,
    ],
    [
      "guarded at the top of the module",
      `assert get_ring_ctx()[0] == 1

def run(model, x):
    n = x.shape[1] // get_ulysses_ctx()[0]
    model(x=x, block_token_tags=torch.zeros(n))
`,
    ],
    [
      "the ring degree is 1 whatever the number of GPUs",
      `from sglang.multimodal_gen import DiffGenerator

def start(n):
    return DiffGenerator.from_pretrained(model_path="local/model", num_gpus=n, ulysses_degree=n)

def run(model, x):
    n = x.shape[1] // get_ulysses_ctx()[0]
    model(x=x, block_token_tags=torch.zeros(n))
`,
    ],
    [
      "an exception that is expected",
      `import pytest

def test_it(model, x):
    with pytest.raises(ValueError):
        model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(1000))
    try:
        model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(1000))
    except (ValueError, RuntimeError):
        print("as expected")
`,
    ],
    ["None", `def run(model, x):\n    return model(x=x, token_tags=torch.zeros(x.shape[1]), block_token_tags=None)\n`],
    [
      "another function that happens to take the keyword",
      `def run(f, x):\n    return f(x=x, block_token_tags=torch.zeros(x.shape[1]), something_else=1)\n`,
    ],
    ["code in a string", `text = "model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(1000))"\n`],
    [
      "a length from a loop",
      `def run(model, x):
    n = 0
    for part in x:
        n += part.shape[0]
    return model(x=x, block_token_tags=torch.zeros(n))
`,
    ],
    [
      "a name that is reassigned by unknown code",
      `def run(model, x, other):
    tags = {"t": torch.zeros(x.shape[1])}
    other(tags)
    return model(x=x, block_token_tags=tags["t"])
`,
    ],
  ];
  test.each(correct)("%s", async (_, text) => {
    await check(preamble + text);
  });

  test("each function that launches is judged by its own launch", async () => {
    const tags = (degrees: string): string => `torch.zeros(x.shape[1] // ${degrees})`;
    await check(`${preamble}
def test_both(model, x):
    initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)
    model(x=x, block_token_tags=${tags("(get_ulysses_ctx()[0] * get_ring_ctx()[0])")})
    model(x=x, block_token_tags=${tags("get_ulysses_ctx()[0]")})  # error: [block-token-tags-length]

def test_ulysses(model, x):
    initialize_model_parallel(sequence_parallel_degree=2, ulysses_degree=2, ring_degree=1)
    model(x=x, block_token_tags=${tags("get_ulysses_ctx()[0]")})
`);
  });

  test("the SP degree is 1", async () => {
    await check(`${preamble}
initialize_model_parallel(sequence_parallel_degree=1, ulysses_degree=1, ring_degree=1)
def run(model, x):
    return model(x=x, block_token_tags=torch.zeros(x.shape[1]))
`);
  });
});

describe("the finding", () => {
  test("says what is wrong, predicts the run time and names its assumptions", async () => {
    const made = await check(`${launched}
def run(model):
    x = torch.zeros(1, 4096, 96)
    tags = torch.zeros(4096, dtype=torch.long)
    return model(x=x, block_token_tags=tags)  # error: [block-token-tags-length]
`);
    const finding = onlyFinding(made);
    expect(finding.message).toBe(
      "block_token_tags has 4096 rows, the whole packed sequence, but each rank's packed sequence has 1024 (4096 // (ulysses 2 * ring 2)). Pass them as token_tags, or slice them to this rank's rows.",
    );
    expect(finding.runtime).toEqual({
      exception: "ValueError",
      text: "block_token_tags must cover the rank-local packed sequence (1024), got 4096.",
    });
    expect(finding.assumptions).toEqual(["ring_degree=2", "ulysses_degree=2"]);
    const text = made.files["main.py"] ?? "";
    expect(text.slice(finding.location.start, finding.location.end)).toBe("tags");
    expect(
      finding.related.map((related) => [text.slice(related.location.start, related.location.end), related.message]),
    ).toEqual([
      ["torch.zeros(4096, dtype=torch.long)", "torch.zeros(4096, dtype=torch.long) is written here"],
      [
        "initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)",
        "ulysses_degree=2 and ring_degree=2 are set here",
      ],
      ["torch.zeros(1, 4096, 96)", "torch.zeros(1, 4096, 96) is written here"],
    ]);
  });

  test("says each of the texts that may be seen, where a test that nobody can answer decides", async () => {
    const { runtime, message } = onlyFinding(
      await check(`${launched}
def run(model, given, x: torch.Tensor):
    tags = torch.zeros(7 if given is None else 9)
    return model(x=torch.zeros(1, 64, 96), block_token_tags=tags)  # error: [block-token-tags-length]
`),
    );
    expect(runtime?.text).toBe(
      "block_token_tags must cover the rank-local packed sequence (16), got 7. or " +
        "block_token_tags must cover the rank-local packed sequence (16), got 9.",
    );
    expect(message).toContain("7 or 9");
  });

  test("names the condition where the degree is unknown", async () => {
    const made = await check(`${preamble}
def run(model, x):
    ulysses_ws, rank = get_ulysses_ctx()
    n = x.shape[1] // ulysses_ws
    return model(x=x, block_token_tags=torch.zeros(n))  # warning: [block-token-tags-length]
`);
    expect(onlyFinding(made).message).toBe(
      "block_token_tags has x.shape[1] // ulysses rows, but each rank's packed sequence has x.shape[1] // (ulysses * ring). The ring degree is not divided out. Make them cover this rank's rows. This fails whenever the ring degree is above 1.",
    );
  });
});

describe("fixes", () => {
  const text = `${launched}
def run(model):
    x = torch.zeros(1, 4096, 96)
    tags = torch.zeros(4096, dtype=torch.long)
    return model(x=x, block_token_tags=tags)  # error: [block-token-tags-length]
`;

  test("global tags: all but the divisor's, the first preferred", async () => {
    const made = await check(text);
    const fixes = fixesOf(made);
    expect([...fixes.values()].map((fix) => [fix.title, fix.preferred])).toEqual([
      ["Pass the global tags as token_tags", true],
      ["Slice the tags to this rank's rows", false],
      ["Assert the rank-local length before the call", false],
    ]);
    expect(fixed(made, fixes.get("Pass the global tags as token_tags"))).toContain(
      "return model(x=x, token_tags=tags)",
    );
    expect(fixed(made, fixes.get("Slice the tags to this rank's rows"))).toContain(`
    tags = torch.zeros(4096, dtype=torch.long)
    ulysses_ws, ulysses_rank = get_ulysses_ctx()
    ring_ws, ring_rank = get_ring_ctx()
    local_seq_len = tags.shape[0] // (ulysses_ws * ring_ws)
    row_start = (ring_rank * ulysses_ws + ulysses_rank) * local_seq_len
    row_stop = row_start + local_seq_len
    return model(x=x, block_token_tags=tags[row_start:row_stop].clamp(min=0))`);
    expect(fixed(made, fixes.get("Assert the rank-local length before the call"))).toContain(`
    assert tags.shape[0] == x.shape[1] // (get_ulysses_ctx()[0] * get_ring_ctx()[0]), (
        "block_token_tags must cover this rank's rows of the packed sequence"
    )
    return model(`);
  });

  test("a missing import is added behind the others", async () => {
    const made = await check(`"""A pipeline."""
import torch

def run(model, x):
    tags = torch.zeros(x.shape[1])
    model(x=x, block_token_tags=tags)  # warning: [block-token-tags-length]
`);
    expect(fixed(made, fixesOf(made).get("Slice the tags to this rank's rows"))).toContain(`"""A pipeline."""
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx

def run`);
  });

  test("the divisor is repaired with the variable that is there", async () => {
    const made = await check(`${preamble}
def run(model, x):
    ulysses_ws, _ = get_ulysses_ctx()
    ring_ws, _ = get_ring_ctx()
    n = x.shape[1] // ulysses_ws
    return model(x=x, block_token_tags=torch.zeros(n))  # warning: [block-token-tags-length]
`);
    const fixes = fixesOf(made);
    expect([...fixes.keys()]).toEqual(["Divide by ulysses_ws * ring_ws"]);
    expect(fixed(made, fixes.get("Divide by ulysses_ws * ring_ws"))).toContain(
      "n = x.shape[1] // (ulysses_ws * ring_ws)",
    );
  });

  test("the divisor of a slice is not: the rows would start at the wrong place", async () => {
    const made = await check(`${preamble}
def run(model, x):
    ulysses_ws, rank = get_ulysses_ctx()
    n = x.shape[1] // ulysses_ws
    tags = torch.zeros(x.shape[1])
    tags = tags[rank * n : (rank + 1) * n]
    return model(x=x, block_token_tags=tags)  # warning: [block-token-tags-length]
`);
    expect([...fixesOf(made).keys()]).toEqual([
      "Slice by ring and Ulysses ranks",
      "Assert the rank-local length before the call",
    ]);
    expect(onlyFinding(made).related.map((related) => related.message)).toEqual([
      "tags[rank * n : (rank + 1) * n] is cut here",
      "torch.zeros(x.shape[1]) is written here",
      "x.shape[1] // ulysses_ws is computed here",
    ]);
  });

  test("the divisor is repaired in the file where it is written", async () => {
    const made = await check(`${launched}
from helpers import local_tags

def run(model):
    x = torch.zeros(1, 4096, 96)
    tags = local_tags(4096)
    return model(x=x, block_token_tags=tags)  # error: [block-token-tags-length]
#- helpers.py
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ulysses_ctx

def local_tags(seq_len):
    return torch.zeros(seq_len // get_ulysses_ctx()[0], dtype=torch.long)
`);
    const fix = fixesOf(made).get("Divide by get_ulysses_ctx()[0] * get_ring_ctx()[0]");
    expect(fixed(made, fix, "helpers.py")).toBe(`import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx

def local_tags(seq_len):
    return torch.zeros(seq_len // (get_ulysses_ctx()[0] * get_ring_ctx()[0]), dtype=torch.long)

`);
  });

  test("the key of a dict is renamed", async () => {
    const made = await check(`${launched}
def run(model):
    tags = torch.zeros(4096)
    inputs = {"x": torch.zeros(1, 4096, 96), "block_token_tags": tags}  # error: [block-token-tags-length]
    return model(**inputs)
`);
    expect(fixed(made, fixesOf(made).get("Pass the global tags as token_tags"))).toContain(`"token_tags": tags}`);
  });

  test("names that are taken are not used again", async () => {
    const made = await check(text.replace("tags = torch.zeros", "row_start = 3\n    tags = torch.zeros"));
    expect(fixed(made, fixesOf(made).get("Slice the tags to this rank's rows"))).toContain(
      "tags[row_start_2:row_stop]",
    );
  });
});

describe("silent where the call is not the model's", () => {
  test.each<[string, string]>([
    [
      "keyword arguments that are only collected",
      `import types
def run(model, batch):
    kw = dict(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))
    types.SimpleNamespace(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))
    batch.update(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))
    kw["block_token_tags"] = kw["block_token_tags"][:1024]
    model(**kw)
`,
    ],
    [
      "a mock",
      `from unittest.mock import MagicMock
m = MagicMock()
m(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))
m.assert_called_once_with(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))
`,
    ],
    [
      "a module of the project's own",
      `class Wrapper(torch.nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x, block_token_tags):
        return x

def run(inner):
    Wrapper(inner)(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))
    torch.compile(Wrapper(inner))(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))
`,
    ],
    [
      "an exception that a test case expects",
      `import unittest
class Case(unittest.TestCase):
    def test_it(self):
        with self.assertRaises(ValueError):
            self.transformer(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))

    @unittest.expectedFailure
    def test_other(self):
        self.transformer(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))
`,
    ],
  ])("%s", async (_, text) => {
    await check(launched + text);
  });

  test("a dict entry that one branch sets", async () => {
    await check(`${preamble}
def run(transformer, x):
    tags = torch.zeros(x.shape[1])
    kw = {"x": x}
    if get_sp_world_size() == 1:
        kw["block_token_tags"] = tags
    else:
        kw["token_tags"] = tags
    return transformer(**kw)
`);
  });

  test("a guard behind an unknown test", async () => {
    await check(`${preamble}
def run(transformer, x, flag):
    assert flag and get_sp_world_size() == 1
    return transformer(x=x, block_token_tags=torch.zeros(x.shape[1]))
`);
  });

  test("a private function that is called under a guard", async () => {
    await check(`${preamble}
def _one(model, x):
    return model(x=x, block_token_tags=torch.zeros(x.shape[1]))

def run(model, x):
    if get_sp_world_size() == 1:
        return _one(model, x)

class Pipeline:
    def _step(self, x, tags):
        return self.model(x=x, block_token_tags=tags)

    def run(self, x):
        return self._step(x, torch.zeros(x.shape[1]))  # warning: [block-token-tags-length]
`);
  });

  test("a loop that runs while the degree is 1, and a patched degree", async () => {
    await check(`${preamble}
from unittest import mock

def run(model, x):
    while get_sp_world_size() == 1:
        model(x=x, block_token_tags=torch.zeros(x.shape[1]))

def test_patched(model):
    with mock.patch("sglang.multimodal_gen.runtime.distributed.parallel_state.get_ulysses_ctx", return_value=(4, 0)):
        model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(1000))
`);
  });

  test("launches made one after another", async () => {
    await check(`${preamble}
def run(model, u, r):
    initialize_model_parallel(sequence_parallel_degree=u * r, ulysses_degree=u, ring_degree=r)

for u, r in [(1, 1), (2, 2), (4, 1)]:
    run(None, u, r)

def other(model):
    model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096 // (get_ulysses_ctx()[0] * get_ring_ctx()[0])))
`);
  });
});

test("an aliased import", async () => {
  await check(`
from flash_attn.cute.block_sparsity import infer_block_sparse_expected_shapes as shapes

def run(t):
    return shapes(t, batch_size=1, num_head=8, seqlen_q=4096, seqlen_k=4096, m_block_size=128, n_block_size=128, q_stage=1, context="", sparse_block_size_kv=64)  # error: [kv-block-size]
`);
});
