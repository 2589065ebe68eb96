/** Values that are something else only if somebody says so: parameters with defaults, options, environment variables. */
import { describe, expect, test } from "vitest";
import { check, onlyFinding } from "../testing/fixture.ts";

const attention = `
import torch
from torch.nn.attention.flex_attention import create_block_mask
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch

def tensors(mask, size):
    return BlockSparseTensorsTorch(mask.kv_num_blocks, mask.kv_indices, mask.full_kv_num_blocks, mask.full_kv_indices,
                                   block_size=size)
`;

const attend = (parameters: string, tile: string, before = "pass"): string => `${attention}
def attend(q, k, v, mask_mod, ${parameters}):
    ${before}
    mask = create_block_mask(mask_mod, 1, 1, 4096, 4096, BLOCK_SIZE=(256, 128))
    return _flash_attn_fwd(q, k, v, tile_mn=${tile}, mask_mod=mask_mod, block_sparse_tensors=tensors(mask, (256, 128)))`;

describe("a parameter's default", () => {
  test("is a run that somebody makes, and the message says so", async () => {
    const made = await check(`${attend("tile_n=64", "(128, tile_n)")}  # warning: [kv-block-size]\n`);
    expect(onlyFinding(made).message).toBe(
      "The mask's KV block size is 128, but the kernel needs 64 (tile_mn[1]). Rebuild the mask with that KV block size. This fails when tile_n is 64, its default.",
    );
  });

  test.each([
    ["a tuple", attend("tile=(128, 64)", "tile")],
    ["a tuple that is taken apart", attend("tile=(128, 64)", "(m, n)", "m, n = tile")],
    ["None that stands for a size", attend("tile=None", "tile", "tile = (128, 64) if tile is None else tile")],
    ["None that a test replaces", attend("tile=None", "tile", "if tile is None: tile = (128, 64)")],
    ["a constant of the module", `TILE_N = 64\n${attend("n=TILE_N", "(128, n)")}`],
  ])("%s", async (_, text) => {
    const made = await check(`${text}  # warning: [kv-block-size]\n`);
    expect(onlyFinding(made).message).toContain(", its default.");
  });

  test.each([
    ["one that fits", attend("tile_n=128", "(128, tile_n)")],
    ["no default", attend("tile_n", "(128, tile_n)")],
    ["a guard rules it out", attend("tile_n=64", "(128, tile_n)", "assert tile_n == 128")],
    ["a guard raises on it", attend("tile=None", "tile", "if tile is None: raise ValueError('tile')")],
    [
      "a caller is in sight and passes another",
      `${attend("tile_n=64", "(128, tile_n)")}\n\ndef main(q, k, v, mod):\n    return attend(q, k, v, mod, tile_n=128)\n`,
    ],
  ])("silent: %s", async (_, text) => {
    await check(text);
  });

  test("a caller in sight that leaves it out makes it certain", async () => {
    await check(
      `${attend("tile_n=64", "(128, tile_n)")}  # error: [kv-block-size]\n\ndef main(q, k, v, mod):\n    return attend(q, k, v, mod)\n`,
    );
  });

  test("beside a degree that nobody knows it is no run that anybody makes", async () => {
    await check(`
import torch

def run(model, x, sp=1):
    tags = torch.zeros(x.shape[1] // sp, dtype=torch.long)
    return model(x=x, block_token_tags=tags)
`);
  });
});

describe("degrees that the program hands on", () => {
  const launched = (body: string): string => `
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel

def run(model, ulysses, ring, length):
    initialize_model_parallel(sequence_parallel_degree=ulysses * ring, ulysses_degree=ulysses, ring_degree=ring)
    x = torch.zeros(1, length, 96)
    ${body}
`;

  test("divide as they should", async () => {
    await check(launched("return model(x=x, block_token_tags=torch.zeros(length // (ulysses * ring)))"));
  });

  test("one of them is missing", async () => {
    const made = await check(
      launched("return model(x=x, block_token_tags=torch.zeros(length // ulysses))  # warning: [block-token-tags-length]"),
    );
    expect(onlyFinding(made).message).toContain("This fails whenever the ring degree is above 1.");
  });
});
