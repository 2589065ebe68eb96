"""A tile tuned by hand and a mask made to measure."""

import torch
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import create_block_mask

WINDOW = 1024
TILE_M = 128
TILE_N = 64  #@ tile
STAGES = 2


def window(b, h, q_idx, kv_idx):
    return (q_idx - kv_idx).abs() <= WINDOW


def build(seq_len, kv_block=64, device="cuda"):  #@ kvparameter
    mask = create_block_mask(window, 1, 1, seq_len, seq_len, device=device, BLOCK_SIZE=(STAGES * TILE_M, kv_block))
    return BlockSparseTensorsTorch(
        mask.kv_num_blocks,
        mask.kv_indices,
        mask.full_kv_num_blocks,
        mask.full_kv_indices,
        block_size=(STAGES * TILE_M, kv_block),
    )


def attend(q, k, v, mask_mod):
    tensors = build(q.shape[1])
    out, lse = _flash_attn_fwd(
        q,
        k,
        v,
        softmax_scale=q.shape[-1] ** -0.5,
        tile_mn=(TILE_M, TILE_N),
        mask_mod=mask_mod,
        block_sparse_tensors=tensors,  #@ sink
        return_lse=True,
    )
    return out, lse
