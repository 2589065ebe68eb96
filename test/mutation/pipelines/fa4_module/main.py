"""Attention as a module that keeps its block size on self."""

import torch
from sglang.kernels.ops.attention.flash_attn.cute import flash_attn_func
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from torch import nn
from torch.nn.attention.flex_attention import BlockMask, create_block_mask


class SparseSelfAttention(nn.Module):
    def __init__(self, dim=2048, heads=16, window=512, block_size=(256, 128)):  #@ kvparameter pair
        super().__init__()
        self.heads = heads
        self.head_dim = dim // heads
        self.window = window
        self.block_size = block_size
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.proj = nn.Linear(dim, dim, bias=False)

    def mask(self, length: int) -> BlockMask:
        def local(b, h, q_idx, kv_idx):
            return (q_idx - kv_idx).abs() < self.window

        return create_block_mask(local, None, None, length, length, device="cuda", BLOCK_SIZE=self.block_size)

    def sparse(self, length: int) -> BlockSparseTensorsTorch:
        mask = self.mask(length)
        return BlockSparseTensorsTorch(
            mask_block_cnt=mask.kv_num_blocks,
            mask_block_idx=mask.kv_indices,
            full_block_cnt=mask.full_kv_num_blocks,
            full_block_idx=mask.full_kv_indices,
            block_size=self.block_size,
        )

    def forward(self, hidden, mask_mod):
        b, n, _ = hidden.shape
        q, k, v = self.qkv(hidden).view(b, n, 3, self.heads, self.head_dim).unbind(dim=2)
        out, _ = flash_attn_func(q, k, v, mask_mod=mask_mod, block_sparse_tensors=self.sparse(n))  #@ sink
        return self.proj(out.flatten(2))


def build(layers=4):
    return nn.ModuleList(SparseSelfAttention() for _ in range(layers))
