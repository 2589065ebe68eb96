"""Windowed attention of one layer."""

import torch
from config import AttentionConfig
from sglang.kernels.ops.attention.flash_attn.cute import flash_attn_func
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from torch.nn.attention.flex_attention import create_block_mask


def windowed(size):
    return lambda b, h, q_idx, kv_idx: (q_idx - kv_idx).abs() <= size


def sparse_tensors(config: AttentionConfig, tokens: int) -> BlockSparseTensorsTorch:
    mask = create_block_mask(windowed(config.window), 1, 1, tokens, tokens, BLOCK_SIZE=config.block_size)
    return BlockSparseTensorsTorch(
        mask.kv_num_blocks,
        mask.kv_indices,
        mask.full_kv_num_blocks,
        mask.full_kv_indices,
        block_size=config.block_size,
    )


def attend(config: AttentionConfig, qkv: torch.Tensor, mask_mod):
    batch, tokens, _ = qkv.shape
    q, k, v = qkv.view(batch, tokens, 3, config.heads, config.head_dim).unbind(2)
    tensors = sparse_tensors(config, tokens)
    out, _ = flash_attn_func(q, k, v, mask_mod=mask_mod, block_sparse_tensors=tensors)
    return out.reshape(batch, tokens, config.heads * config.head_dim)
