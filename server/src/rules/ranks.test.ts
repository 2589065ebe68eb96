/** Every rank runs the program: a requirement that fails on the first or the last one fails in the run. */
import { expect, test } from "vitest";
import { check, onlyFinding } from "../testing/fixture.ts";

const preamble = `
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx

def cut(tags, degree):
    ulysses, ulysses_rank = get_ulysses_ctx()
    ring, ring_rank = get_ring_ctx()
    n = tags.shape[0] // degree
    start = (ring_rank * ulysses + ulysses_rank) * n
    return start, n
`;

test("on the first rank, with its numbers in the texts", async () => {
  const made = await check(`${preamble}
def run(model, x):
    tags = torch.zeros(x.shape[1])
    start, n = cut(tags, get_ulysses_ctx()[0])
    return model(x=x, block_token_tags=tags[start : start + n])  # warning: [block-token-tags-length]
`);
  expect(onlyFinding(made)).toMatchObject({
    message:
      "block_token_tags has x.shape[1] // ulysses rows, but each rank's packed sequence has x.shape[1] // (ulysses * ring). " +
      "The ring degree is not divided out. Make them cover this rank's rows. This fails whenever the ring degree is above 1.",
    runtime: {
      text: "block_token_tags must cover the rank-local packed sequence (x.shape[1] // (ulysses * ring)), got x.shape[1] // ulysses.",
    },
  });
});

test("on the last rank only", async () => {
  await check(`${preamble}
def run(model, x):
    tags = torch.zeros(x.shape[1])
    start, n = cut(tags, get_ulysses_ctx()[0] * get_ring_ctx()[0])
    return model(x=x, block_token_tags=tags[: start + n])  # warning: [block-token-tags-length]
`);
});

test("not where the rank that would fail goes another way", async () => {
  await check(`${preamble}
def run(model, x):
    tags = torch.zeros(x.shape[1])
    start, n = cut(tags, get_ulysses_ctx()[0] * get_ring_ctx()[0])
    if get_ulysses_ctx()[1] == 0 and get_ring_ctx()[1] == 0:
        return model(x=x, block_token_tags=tags[:n])
    if get_ulysses_ctx()[1] > 0:
        return None
    return model(x=x, block_token_tags=tags[start : start + n])
`);
});
