"""Takes a FlexAttention mask apart and puts it together for FA4."""

import torch
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import create_block_mask

MASK_BLOCK = 128


def chunked(size):
    def mask(b, h, q_idx, kv_idx):
        return q_idx // size == kv_idx // size

    return mask


def tensors_of(mask):
    counts, indices, full_counts, full_indices = mask.as_tuple()[2:6]
    return BlockSparseTensorsTorch(
        mask_block_cnt=counts,
        mask_block_idx=indices,
        full_block_cnt=full_counts,
        full_block_idx=full_indices,
        block_size=mask.BLOCK_SIZE,
    )


def attend(q, k, v, size, chunk_mod):
    queries, keys = q.shape[1], k.shape[1]
    mask = create_block_mask(chunked(size), 1, 1, queries, keys, device="cuda", BLOCK_SIZE=(256, 64))  #@ kv mask pair
    return _flash_attn_fwd(
        q,
        k,
        v,
        tile_mn=(128, 64),  #@ tile
        mask_mod=chunk_mod,
        block_sparse_tensors=tensors_of(mask),  #@ sink
    )[0]
