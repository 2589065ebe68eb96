"""Block lists that arrive without a size get one before the call."""

import torch
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import BlockMask, create_block_mask

QUERIES_PER_BLOCK = 256
KEYS_PER_BLOCK = 96


def lists(mask: BlockMask) -> BlockSparseTensorsTorch:
    return BlockSparseTensorsTorch(
        mask.kv_num_blocks, mask.kv_indices, mask.full_kv_num_blocks, mask.full_kv_indices
    )


def sized(tensors: BlockSparseTensorsTorch) -> BlockSparseTensorsTorch:
    if tensors.block_size is not None:
        return tensors
    return tensors._replace(block_size=(QUERIES_PER_BLOCK, KEYS_PER_BLOCK))  #@ replace


def global_tokens(count):
    def mask(b, h, q_idx, kv_idx):
        return (q_idx < count) | (kv_idx < count) | ((q_idx - kv_idx).abs() < 256)

    return mask


def attend(q, k, v, count, mask_mod):
    mask = create_block_mask(
        global_tokens(count), 1, 1, q.shape[1], k.shape[1], device="cuda", BLOCK_SIZE=(QUERIES_PER_BLOCK, KEYS_PER_BLOCK)
    )
    tensors = sized(lists(mask))
    out, _ = _flash_attn_fwd(
        q,
        k,
        v,
        tile_mn=(128, 96),  #@ tile
        mask_mod=mask_mod,
        block_sparse_tensors=tensors,  #@ sink
    )
    return out
