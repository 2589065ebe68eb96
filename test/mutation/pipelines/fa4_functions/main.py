"""Sizes come from functions of another file, tensors from a wrapper that hides FA4 from the model."""

import torch
from blocks import block_size
from sglang.kernels.ops.attention.flash_attn.cute import flash_attn_func
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from torch.nn.attention.flex_attention import create_block_mask


def causal(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx


def sparse_attention(q, k, v, *, mask, mask_mod, **options):
    """[B, S, H, D] in, [B, S, H, D] out; every other keyword goes to the kernel."""
    tensors = BlockSparseTensorsTorch(
        mask_block_cnt=mask.kv_num_blocks,
        mask_block_idx=mask.kv_indices,
        full_block_cnt=mask.full_kv_num_blocks,
        full_block_idx=mask.full_kv_indices,
        block_size=mask.BLOCK_SIZE,
    )
    out, _ = flash_attn_func(q, k, v, mask_mod=mask_mod, block_sparse_tensors=tensors, **options)
    return out


class Head(torch.nn.Module):
    def __init__(self, heads=8, head_dim=64):
        super().__init__()
        self.heads, self.head_dim = heads, head_dim

    def forward(self, hidden, mask_mod):
        b, n, _ = hidden.shape
        q, k, v = hidden.view(b, n, 3, self.heads, 64).unbind(2)
        mask = create_block_mask(causal, 1, 1, n, n, BLOCK_SIZE=block_size(64))  #@ sink
        return sparse_attention(q, k, v, mask=mask, mask_mod=mask_mod, softcap=30.0)
