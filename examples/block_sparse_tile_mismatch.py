"""A sliding window with FlashAttention-4 as SGLang ships it, with a tile that was tuned by hand.

The kernel works on 64 keys at a time, the mask was built for blocks of 128 keys.
"""

import torch
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import create_block_mask

WINDOW = 1024
SPARSE_BLOCK = 128
TILE_MN = (128, 64)


def sliding_window(b, h, q_idx, kv_idx):
    return (q_idx - kv_idx).abs() <= WINDOW


def build_sparse_tensors(seq_len: int, device: str = "cuda") -> BlockSparseTensorsTorch:
    block_mask = create_block_mask(
        sliding_window, B=1, H=1, Q_LEN=seq_len, KV_LEN=seq_len, device=device, BLOCK_SIZE=SPARSE_BLOCK
    )
    return BlockSparseTensorsTorch(
        mask_block_cnt=block_mask.kv_num_blocks,
        mask_block_idx=block_mask.kv_indices,
        full_block_cnt=block_mask.full_kv_num_blocks,
        full_block_idx=block_mask.full_kv_indices,
        block_size=(SPARSE_BLOCK, SPARSE_BLOCK),
    )


def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, window_mask_mod) -> torch.Tensor:
    sparse = build_sparse_tensors(q.shape[1])
    out, _ = _flash_attn_fwd(
        q, k, v, softmax_scale=q.shape[-1] ** -0.5, tile_mn=TILE_MN, mask_mod=window_mask_mod, block_sparse_tensors=sparse
    )
    return out
