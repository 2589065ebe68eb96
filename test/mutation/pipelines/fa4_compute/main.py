"""The block lists come from a kernel of flash-attn-4, not from FlexAttention."""

import torch
from flash_attn.cute.compute_block_sparsity import compute_block_sparsity
from flash_attn.cute.interface import _flash_attn_fwd

TILE_MN = (128, 128)


class Benchmark:
    def __init__(self, batch, heads, length, head_dim, mask_mod):
        self.batch = batch
        self.heads = heads
        self.length = length
        self.head_dim = head_dim
        self.mask_mod = mask_mod

    def inputs(self):
        shape = self.batch, self.length, self.heads, self.head_dim
        return [torch.randn(*shape, device="cuda", dtype=torch.bfloat16) for _ in range(3)]

    def sparsity(self):
        return compute_block_sparsity(
            2 * TILE_MN[0],
            128,  #@ kvargument
            self.batch,
            self.heads,
            self.length,
            self.length,
            self.mask_mod,
            None,
            "cuda",
        )

    def run(self):
        q, k, v = self.inputs()
        tensors = self.sparsity()
        return _flash_attn_fwd(
            q, k, v, tile_mn=TILE_MN, mask_mod=self.mask_mod, block_sparse_tensors=tensors  #@ sink
        )


def sweep(mask_mod):
    for length in (4096, 8192, 16_384):
        yield Benchmark(1, 16, length, 128, mask_mod).run()
