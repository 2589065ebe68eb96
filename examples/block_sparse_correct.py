"""Block sizes that fit: (256, 128) suits the tiles of SM90 and SM100, in flash-attn-4 and in SGLang's copy of it."""

import torch
from flash_attn.cute import flash_attn_func
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import BlockMask, create_block_mask

PORTABLE_BLOCK = (256, 128)
TILE_MN = (128, 64)


def causal(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx


def sparse_tensors(mask: BlockMask) -> BlockSparseTensorsTorch:
    return BlockSparseTensorsTorch(
        mask.kv_num_blocks,
        mask.kv_indices,
        mask.full_kv_num_blocks,
        mask.full_kv_indices,
        block_size=mask.BLOCK_SIZE,
    )


def portable(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, causal_mod):
    mask = create_block_mask(causal, 1, 1, q.shape[1], k.shape[1], BLOCK_SIZE=PORTABLE_BLOCK)
    return flash_attn_func(q, k, v, mask_mod=causal_mod, block_sparse_tensors=sparse_tensors(mask))


def with_a_tile_of_its_own(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, causal_mod):
    block_size = (2 * TILE_MN[0], TILE_MN[1])
    mask = create_block_mask(causal, 1, 1, q.shape[1], k.shape[1], BLOCK_SIZE=block_size)
    return _flash_attn_fwd(q, k, v, tile_mn=TILE_MN, mask_mod=causal_mod, block_sparse_tensors=sparse_tensors(mask))
