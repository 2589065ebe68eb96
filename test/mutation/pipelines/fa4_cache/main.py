"""Masks are expensive, so they are kept by length and device."""

import torch
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import create_block_mask

BLOCK_M, BLOCK_N = 256, 128  #@ kv
TILE = (128, 128)  #@ tile

_masks = {}


def causal(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx


def cached_mask(length, device):
    key = (length, str(device))
    if key not in _masks:
        _masks[key] = create_block_mask(causal, 1, 1, length, length, device=device, BLOCK_SIZE=(BLOCK_M, BLOCK_N))  #@ maskonly
    return _masks[key]


def to_sparse(mask):
    return BlockSparseTensorsTorch(
        mask.kv_num_blocks,
        mask.kv_indices,
        mask.full_kv_num_blocks,
        mask.full_kv_indices,
        block_size=(BLOCK_M, BLOCK_N),
    )


class Attention:
    def __init__(self, mask_mod):
        self.mask_mod = mask_mod
        self.sparse = {}

    def tensors(self, length, device):
        if length not in self.sparse:
            self.sparse[length] = to_sparse(cached_mask(length, device))
        return self.sparse[length]

    def __call__(self, q, k, v):
        length = q.shape[1]
        tensors = to_sparse(cached_mask(length, q.device))
        out, _ = _flash_attn_fwd(
            q, k, v, tile_mn=TILE, mask_mod=self.mask_mod, block_sparse_tensors=tensors  #@ sink
        )
        return out
