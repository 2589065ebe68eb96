"""Strided attention; mask and tile take their sizes from settings.py."""

import settings
import torch
from settings import KV_BLOCK, Q_BLOCK
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import create_block_mask


def strided(stride):
    def mask(b, h, q_idx, kv_idx):
        return (q_idx >= kv_idx) & ((q_idx - kv_idx) % stride < 2)

    return mask


def mask_for(length, stride):
    return create_block_mask(strided(stride), 1, 1, length, length, device="cuda", BLOCK_SIZE=(Q_BLOCK, KV_BLOCK))  #@ pair


def attend(q, k, v, stride, stride_mod):
    mask = mask_for(q.size(1), stride)
    tensors = BlockSparseTensorsTorch(
        mask.kv_num_blocks,
        mask.kv_indices,
        mask.full_kv_num_blocks,
        mask.full_kv_indices,
        block_size=mask.BLOCK_SIZE,
    )
    return _flash_attn_fwd(
        q,
        k,
        v,
        tile_mn=(settings.Q_TILE, settings.KV_TILE),
        mask_mod=stride_mod,
        block_sparse_tensors=tensors,  #@ sink
    )[0]
