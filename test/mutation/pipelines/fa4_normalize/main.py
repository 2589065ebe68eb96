"""Checks masks when they are loaded, long before the first kernel runs."""

import torch
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import (
    BlockSparseTensorsTorch,
    normalize_block_sparse_config,
)

TILE = (128, 112)


def load_lists(path, queries, keys, heads, block):
    stored = torch.load(path)
    rows = -(-queries // block[0])
    columns = -(-keys // block[1])
    counts = stored["counts"].view(1, heads, rows).to(torch.int32).cuda()
    indices = stored["indices"].view(1, heads, rows, columns).to(torch.int32).cuda()
    return BlockSparseTensorsTorch(counts, indices, block_size=block)


class MaskStore:
    def __init__(self, folder, heads):
        self.folder = folder
        self.heads = heads
        self.block = (128, 112)  #@ kv pair

    def load(self, name, queries, keys):
        tensors = load_lists(f"{self.folder}/{name}.pt", queries, keys, self.heads, self.block)
        normalized, _, _ = normalize_block_sparse_config(
            tensors,  #@ sink
            batch_size=1,
            num_head=self.heads,
            seqlen_q=queries,
            seqlen_k=keys,
            block_size=TILE,
            q_stage=1,
        )
        return normalized
