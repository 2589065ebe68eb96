"""Partial application: kernel and block size are fixed once, in different functions."""

from functools import lru_cache, partial

import torch
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import create_block_mask


def causal(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx


@lru_cache(maxsize=8)
def sparse_tensors(length, q_block, kv_block):
    mask = create_block_mask(causal, 1, 1, length, length, device="cuda", BLOCK_SIZE=(q_block, kv_block))
    return BlockSparseTensorsTorch(
        mask.kv_num_blocks,
        mask.kv_indices,
        mask.full_kv_num_blocks,
        mask.full_kv_indices,
        block_size=(q_block, kv_block),
    )


build_mask = partial(sparse_tensors, q_block=256, kv_block=80)  #@ kv
kernel = partial(_flash_attn_fwd, tile_mn=(128, 80))  #@ tile


def attend(q, k, v, causal_mod):
    tensors = build_mask(q.shape[1])
    return kernel(q, k, v, mask_mod=causal_mod, block_sparse_tensors=tensors)  #@ sink


def forward(qkv, causal_mod):
    q, k, v = qkv.unbind(2)
    out, _ = attend(q, k, v, causal_mod)
    return out
