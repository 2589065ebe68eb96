import { describe, expect, test } from "vitest";
import type { Location } from "../finding.ts";
import { check, type Fixture, onlyFinding } from "../testing/fixture.ts";

const state = "sglang.multimodal_gen.runtime.distributed.parallel_state";

function textAt(made: Fixture, location: Location | undefined): string {
  return location === undefined
    ? ""
    : (made.project.sources.text(location.path)?.slice(location.start, location.end) ?? "");
}

describe("an attention call", () => {
  const text = `
from torch.nn.attention.flex_attention import create_block_mask
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch

B = 128

def attend(q, k, v, causal):
    bm = create_block_mask(causal, 1, 1, 4096, 4096, BLOCK_SIZE=B)
    bst = BlockSparseTensorsTorch(bm.kv_num_blocks, bm.kv_indices, block_size=(B, B))
    return _flash_attn_fwd(q, k, v, tile_mn=(128, 64), block_sparse_tensors=bst)  # error: [kv-block-size]
`;

  test("is related to the two numbers and the tensors, and to nothing else", async () => {
    const { related } = onlyFinding(await check(text));
    expect(related.map(({ message }) => message)).toEqual([
      "128 is written here",
      "BlockSparseTensorsTorch(bm.kv_num_blocks, bm.kv_indices, ... is written here",
      "64 is written here",
    ]);
  });

  test("is derived from the literals", async () => {
    const { derivation } = onlyFinding(await check(text));
    expect(derivation.map((step) => step.text)).toEqual([
      "B = 128",
      "tile_mn=(128, 64)",
      "BlockSparseTensorsTorch(bm.kv_num_blocks, bm.kv_indices, ...",
      "128 is not 64",
    ]);
  });
});

describe("a length from several files", () => {
  const text = `
import torch
from config import Config
from helpers import rows_of_rank
from ${state} import get_ulysses_parallel_rank, initialize_model_parallel

def start():
    initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)

def step(model):
    config = Config()
    tags = torch.zeros(config.seq_len, dtype=torch.long)
    rows = rows_of_rank(tags, get_ulysses_parallel_rank(), config.rows)
    return model(x=torch.randn(1, config.seq_len, 96), block_token_tags=rows)  # error: [block-token-tags-length]
#- config.py
from dataclasses import dataclass

@dataclass
class Config:
    seq_len: int = 32_704
    ulysses_degree: int = 2

    @property
    def rows(self):
        return self.seq_len // self.ulysses_degree
#- helpers.py
def rows_of_rank(tensor, rank, rows):
    return tensor[rank * rows : (rank + 1) * rows]
`;

  test("is related to the cut, the division and what is divided", async () => {
    const made = await check(text);
    const { related } = onlyFinding(made);
    expect(related.map(({ location, message }) => [location.path.replace("/project/", ""), message])).toEqual([
      ["helpers.py", "tensor[rank * rows : (rank + 1) * rows] is cut here"],
      ["main.py", "torch.zeros(config.seq_len, dtype=torch.long) is written here"],
      ["config.py", "32_704 is written here"],
      ["config.py", "self.seq_len // self.ulysses_degree = 16352 is computed here"],
      ["main.py", "ulysses_degree=2 and ring_degree=2 are set here"],
      ["main.py", "torch.randn(1, config.seq_len, 96) is written here"],
    ]);
    for (const { location, message } of related) {
      if (message.endsWith("written here")) expect(message).toBe(`${textAt(made, location)} is written here`);
    }
  });

  test("is derived step by step", async () => {
    const { derivation } = onlyFinding(await check(text));
    expect(derivation.map((step) => step.text)).toEqual([
      "ulysses_degree=2",
      "ring_degree=2",
      "seq_len = 32_704",
      "ulysses_degree = 2",
      "torch.zeros(config.seq_len, dtype=torch.long)",
      "self.seq_len // self.ulysses_degree = 16352",
      "tensor[rank * rows : (rank + 1) * rows]",
      "torch.randn(1, config.seq_len, 96)",
      "rows = Tensor[16352] int64",
      "16352 is not 8176",
    ]);
  });
});

test("a multiple is called a multiple", async () => {
  const made = await check(
    `
from flash_attn.cute.block_sparsity import infer_block_sparse_expected_shapes

infer_block_sparse_expected_shapes(
    t, batch_size=1, num_head=8, seqlen_q=4096, seqlen_k=4096, m_block_size=128, n_block_size=128, q_stage=1, context="",
    sparse_block_size_kv=64,  # error: [kv-block-size]
)
`,
    { libraries: new Map([["flash-attn-4", "4.0.0b27"]]) },
  );
  expect(onlyFinding(made).derivation.map((step) => step.text)).toEqual([
    "sparse_block_size_kv=64",
    "n_block_size=128",
    "64 is not a multiple of 128",
  ]);
});

test("a number that went through thousands of statements", async () => {
  const made = await check(`
import torch
from ${state} import initialize_model_parallel

initialize_model_parallel(sequence_parallel_degree=2, ulysses_degree=2)

def run(model):
    n = 0
${"    n = n + 1\n".repeat(3000)}
    return model(x=torch.zeros(1, n, 96), block_token_tags=torch.zeros(n))  # error: [block-token-tags-length]
`);
  expect(onlyFinding(made).derivation.map((step) => step.text)).toEqual([
    "ulysses_degree=2",
    "ring_degree=1",
    "torch.zeros(1, n, 96)",
    "torch.zeros(n) = Tensor[3000] float32",
    "3000 is not 1500",
  ]);
});
