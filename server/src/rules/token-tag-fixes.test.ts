/** What the fixes for token tags write. */
import { describe, expect, test } from "vitest";
import { check, fixed, fixesOf, fixture } from "../testing/fixture.ts";

const module = "sglang.multimodal_gen.runtime.distributed.parallel_state";
const bothRanks = "Slice by ring and Ulysses ranks";

describe("rows cut by the Ulysses rank alone", () => {
  test("a slice gets bounds by both ranks, with the variables that are there", async () => {
    const made = await check(`
import torch
from ${module} import get_ulysses_ctx

def run(model, x):
    ulysses, rank = get_ulysses_ctx()
    n = x.shape[1] // ulysses
    tags = torch.zeros(x.shape[1])
    tags = tags[rank * n : (rank + 1) * n]
    return model(x=x, block_token_tags=tags)  # warning: [block-token-tags-length]
`);
    const fixes = fixesOf(made);
    expect([...fixes.values()].map((fix) => [fix.title, fix.preferred])).toEqual([
      [bothRanks, true],
      ["Assert the rank-local length before the call", false],
    ]);
    expect(fixed(made, fixes.get(bothRanks)).trim()).toBe(`import torch
from ${module} import get_ring_ctx, get_ulysses_ctx

def run(model, x):
    ulysses, rank = get_ulysses_ctx()
    n = x.shape[1] // ulysses
    tags = torch.zeros(x.shape[1])
    ring_ws, ring_rank = get_ring_ctx()
    local_seq_len = tags.shape[0] // (ulysses * ring_ws)
    row_start = (ring_rank * ulysses + rank) * local_seq_len
    row_stop = row_start + local_seq_len
    tags = tags[row_start:row_stop]
    return model(x=x, block_token_tags=tags)  # warning: [block-token-tags-length]`);
  });

  test("degrees that the launch fixes are told apart by where they come from", async () => {
    const made = await check(`
import torch
from ${module} import get_ring_ctx, get_ulysses_ctx, initialize_model_parallel

initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)

def run(model):
    ring, ring_rank = get_ring_ctx()
    ulysses, rank = get_ulysses_ctx()
    n = 4096 // ulysses
    tags = torch.zeros(4096)
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=tags[rank * n : (rank + 1) * n])  # error: [block-token-tags-length]
`);
    expect(fixed(made, fixesOf(made).get(bothRanks))).toContain(`
    tags = torch.zeros(4096)
    local_seq_len = tags.shape[0] // (ulysses * ring)
    row_start = (ring_rank * ulysses + rank) * local_seq_len
    row_stop = row_start + local_seq_len
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=tags[row_start:row_stop])`);
  });

  test("torch.narrow gets a start and a length", async () => {
    const made = await check(`
import torch
from ${module} import get_ulysses_ctx

def run(model, x):
    ulysses, rank = get_ulysses_ctx()
    n = x.shape[1] // ulysses
    tags = torch.zeros(x.shape[1])
    return model(x=x, block_token_tags=torch.narrow(tags, 0, rank * n, n))  # warning: [block-token-tags-length]
`);
    expect(fixed(made, fixesOf(made).get(bothRanks))).toContain(
      "block_token_tags=torch.narrow(tags, 0, row_start, local_seq_len))",
    );
  });

  test.each([
    "tags.chunk(ulysses)[rank]",
    "tags.chunk(ulysses, 0)[rank]",
    "torch.chunk(tags, ulysses, dim=0)[rank]",
    "tags.tensor_split(ulysses)[rank]",
    "torch.split(tags, x.shape[1] // ulysses)[rank]",
  ])("the piece of the Ulysses rank %s is cut out by both ranks", async (piece) => {
    const made = await check(`
import torch
from ${module} import get_ulysses_ctx

def run(model, x):
    ulysses, rank = get_ulysses_ctx()
    tags = torch.zeros(x.shape[1])
    mine = ${piece}
    return model(x=x, block_token_tags=mine)  # warning: [block-token-tags-length]
`);
    expect(fixed(made, fixesOf(made).get(bothRanks))).toContain(`
    local_seq_len = tags.shape[0] // (ulysses * ring_ws)
    row_start = (ring_rank * ulysses + rank) * local_seq_len
    row_stop = row_start + local_seq_len
    mine = tags[row_start:row_stop]
`);
  });

  test("pieces along another dimension stay as they are", async () => {
    const made = await check(`
import torch
from ${module} import get_ulysses_ctx

def run(model, x):
    ulysses, rank = get_ulysses_ctx()
    tags = torch.zeros(1, x.shape[1]).chunk(ulysses, dim=1)[rank][0]
    return model(x=x, block_token_tags=tags)  # warning: [block-token-tags-length]
`);
    expect([...fixesOf(made).keys()]).toEqual(["Assert the rank-local length before the call"]);
  });

  test("in the function that knows the rank", async () => {
    const made = await check(`
import torch
from ${module} import get_ulysses_ctx

def local_tags(length):
    ulysses, rank = get_ulysses_ctx()
    n = length // ulysses
    tags = torch.zeros(length)
    return tags[rank * n : (rank + 1) * n]

def run(model, x):
    return model(x=x, block_token_tags=local_tags(x.shape[1]))  # warning: [block-token-tags-length]
`);
    expect(fixed(made, fixesOf(made).get(bothRanks))).toContain("\n    return tags[row_start:row_stop]\n");
  });

  test("a helper that cuts what it is told stays as it is", async () => {
    const made = await check(`
import torch
from ${module} import get_ulysses_ctx

def cut(tags, rank, n):
    return tags[rank * n : (rank + 1) * n]

def run(model, x):
    ulysses, rank = get_ulysses_ctx()
    tags = torch.zeros(x.shape[1])
    return model(x=x, block_token_tags=cut(tags, rank, x.shape[1] // ulysses))  # warning: [block-token-tags-length]
`);
    expect([...fixesOf(made).keys()]).toEqual([]);
  });

  test.each([
    ["a statement that shares its line", "for _ in range(2): model(x=x, block_token_tags=tags)"],
    ["an expression of a comprehension", "return [model(x=x, block_token_tags=t) for t in [tags]]"],
  ])("lines are not put before %s", async (_, statement) => {
    const made = await check(`
import torch

def run(model, x):
    tags = torch.zeros(x.shape[1])
    ${statement}  # warning: [block-token-tags-length]
`);
    expect([...fixesOf(made).keys()]).toEqual(["Pass the global tags as token_tags"]);
  });
});

test("inserted lines end as the others of the file", async () => {
  const made = await fixture(
    "import torch\r\n\r\ndef run(model, x):\r\n    tags = torch.zeros(x.shape[1])\r\n    return model(x=x, block_token_tags=tags)\r\n",
  );
  const after = fixed(made, fixesOf(made).get("Slice the tags to this rank's rows"));
  expect(after.replaceAll("\r\n", "")).not.toMatch(/[\r\n](?!$)/);
  expect(after).toContain("row_stop = row_start + local_seq_len\r\n    return");
});

describe("messages", () => {
  test.each([
    ["ulysses", "ring"],
    ["ring", "Ulysses"],
  ])("a length divided by the %s degree says what is missing", async (divided, missing) => {
    const made = await check(`
import torch
from ${module} import get_ring_ctx, get_ulysses_ctx, initialize_model_parallel

initialize_model_parallel(sequence_parallel_degree=8, ulysses_degree=4, ring_degree=2)

def run(model):
    n = 4096 // get_${divided}_ctx()[0]
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(n))  # error: [block-token-tags-length]
`);
    const rows = divided === "ulysses" ? 1024 : 2048;
    expect(made.project.check("/project/main.py")?.findings[0]?.message).toBe(
      `block_token_tags has ${rows} rows, but each rank's packed sequence has 512 (4096 // (ulysses 4 * ring 2)). The ${missing} degree is not divided out. Make them cover this rank's rows.`,
    );
  });

  test("where several launches disagree, the degrees stay open", async () => {
    const made = await check(`
import torch
from ${module} import initialize_model_parallel

def eight_gpus():
    initialize_model_parallel(sequence_parallel_degree=8, ulysses_degree=4, ring_degree=2)

def four_gpus():
    initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=4)

def one_gpu():
    initialize_model_parallel(sequence_parallel_degree=1)

def run(model):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))  # warning: [block-token-tags-length]
`);
    expect(made.project.check("/project/main.py")?.findings[0]?.message).toBe(
      "block_token_tags has 4096 rows, the whole packed sequence, but each rank's packed sequence has 4096 // (ulysses * ring). Pass them as token_tags, or slice them to this rank's rows. This fails whenever the SP degree is above 1.",
    );
  });
});
