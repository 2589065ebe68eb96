"""Allocates the block lists of a mask that a custom kernel fills."""

import torch
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import (
    BlockSparseTensorsTorch,
    infer_block_sparse_expected_shapes,
)

N_BLOCK = 128


def ceil_div(a, b):
    return (a + b - 1) // b


def empty_lists(batch, heads, seqlen_q, seqlen_k, block):
    rows, columns = ceil_div(seqlen_q, block[0]), ceil_div(seqlen_k, block[1])
    counts = torch.zeros(batch, heads, rows, dtype=torch.int32, device="cuda")
    indices = torch.zeros(batch, heads, rows, columns, dtype=torch.int32, device="cuda")
    return BlockSparseTensorsTorch(counts, indices, block_size=block)


def shapes_of(batch, heads, seqlen):
    tensors = empty_lists(batch, heads, seqlen, seqlen, (128, N_BLOCK))
    count_shape, index_shape, factor = infer_block_sparse_expected_shapes(
        tensors,
        batch_size=batch,
        num_head=heads,
        seqlen_q=seqlen,
        seqlen_k=seqlen,
        m_block_size=128,
        n_block_size=N_BLOCK,  #@ nblock
        q_stage=1,
        context="",
        sparse_block_size_q=128,
        sparse_block_size_kv=N_BLOCK,  #@ sparsekv sink
    )
    return count_shape, index_shape, factor


def main():
    print(shapes_of(2, 8, 4096))
