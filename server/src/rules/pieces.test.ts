/** Pieces by the degree, where the degree is an option and nobody knows whether it divides the length. */
import { expect, test } from "vitest";
import { check, onlyFinding } from "../testing/fixture.ts";

const start = `import argparse
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx, initialize_model_parallel

parser = argparse.ArgumentParser()
parser.add_argument("--ulysses", type=int, default=2)
parser.add_argument("--ring", type=int, default=2)
args = parser.parse_args()
u, sp = args.ulysses, args.ulysses * args.ring
initialize_model_parallel(sequence_parallel_degree=sp, ulysses_degree=u, ring_degree=args.ring)
u_rank = get_ulysses_ctx()[1]
rank = get_ring_ctx()[1] * u + u_rank
tags = torch.zeros(4096)
`;

async function messageOf(mine: string): Promise<string> {
  const made = await check(`${start}
def run(model):
    mine = ${mine}
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=mine)  # warning: [block-token-tags-length]
`);
  return onlyFinding(made).message;
}

test.each([
  "tags[u_rank * (4096 // u) : (u_rank + 1) * (4096 // u)]",
  "tags.split(4096 // u)[u_rank]",
  "torch.split(tags, 4096 // u, dim=0)[u_rank]",
])("%s leaves the ring out", async (mine) => {
  expect(await messageOf(mine)).toBe(
    "block_token_tags has 4096 // ulysses rows, but each rank's packed sequence has 4096 // (ulysses * ring). " +
      "The ring degree is not divided out. Make them cover this rank's rows. This fails whenever the ring degree is above 1 " +
      "and the Ulysses degree is 1, or when --ring is 2, its default and when --ulysses is 2, its default.",
  );
});

test.each([
  "tags.view(u, -1)[u_rank]",
  "tags.unflatten(0, (u, -1))[u_rank]",
  "tags.narrow(0, u_rank * (4096 // u), 4096 // u)",
])("%s leaves the ring out under another name", async (mine) => {
  expect(await messageOf(mine)).toBe(
    "block_token_tags has 4096 // args.ulysses rows, but each rank's packed sequence has 4096 // (ulysses * ring). " +
      "The ring degree is not divided out. Make them cover this rank's rows. This fails whenever the ring degree is above 1 " +
      "and the Ulysses degree is 1, or when --ring is 2, its default and when --ulysses is 2, its default.",
  );
});

test.each([
  ["tags.chunk(u)[u_rank]", "4095 // ulysses + 1"],
  ["torch.chunk(tags, u, dim=0)[u_rank]", "4095 // ulysses + 1"],
  ["tags.tensor_split(u)[u_rank]", "4095 // args.ulysses + 1"],
])("%s rounds up and leaves the ring out", async (mine, rows) => {
  expect(await messageOf(mine)).toBe(
    `block_token_tags has ${rows} rows, but each rank's packed sequence has 4096 // (ulysses * ring). ` +
      "Make them cover this rank's rows. This fails whenever the ring degree is above 1.",
  );
});

test.each([
  "tags.chunk(sp)[rank]",
  "tags.split(4096 // sp)[rank]",
  "tags.tensor_split(sp)[rank]",
  "tags.chunk(sp)[-1]",
])("%s is right", async (mine) => {
  await check(`${start}
def run(model):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=${mine})
`);
});

test("of a piece in a loop nobody knows the length", async () => {
  await check(`${start}
def run(model):
    for piece in tags.tensor_split(u):
        for other in tags.tensor_split(u):
            if piece.shape[0] == other.shape[0]:
                return model(x=torch.zeros(1, 4096, 96), block_token_tags=piece)
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.cat(tags.tensor_split(u))[rank * 1024 : rank * 1024 + 4096 // sp])
`);
});

test.each(["torch.zeros(x.shape[1]).chunk(u)[u_rank]", "pieces(torch.zeros(x.shape[1]))"])(
  "the piece %s of a length and a degree that are not known is told as the first rank has it",
  async (mine) => {
    const made = await check(`
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ulysses_ctx

u, u_rank = get_ulysses_ctx()

def pieces(tags):
    return torch.chunk(tags, u)[u_rank]

def run(model, x):
    return model(x=x, block_token_tags=${mine})  # warning: [block-token-tags-length]
`);
    expect(onlyFinding(made).message).toBe(
      "block_token_tags has (x.shape[1] - 1) // ulysses + 1 rows, but each rank's packed sequence has " +
        "x.shape[1] // (ulysses * ring). The ring degree is not divided out. Make them cover this rank's rows. This fails whenever the ring degree is above 1.",
    );
  },
);
