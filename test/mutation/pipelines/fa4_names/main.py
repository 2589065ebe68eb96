"""Block sizes by name; the size suits the kernels of SM90 and SM100."""

import torch
from flash_attn.cute import flash_attn_func
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from torch.nn.attention.flex_attention import create_block_mask

Q_BLOCK = 256
KV_BLOCK = 128  #@ kv


def prefix_lm(prefix):
    def mask(b, h, q_idx, kv_idx):
        return (kv_idx < prefix) | (q_idx >= kv_idx)

    return mask


class PrefixAttention(torch.nn.Module):
    def __init__(self, dim, heads, prefix):
        super().__init__()
        self.heads = heads
        self.head_dim = 128  #@ head
        self.prefix = prefix
        self.to_q = torch.nn.Linear(dim, heads * self.head_dim)
        self.to_kv = torch.nn.Linear(dim, 2 * heads * self.head_dim)
        self.out = torch.nn.Linear(heads * self.head_dim, dim)

    def block_mask(self, length):
        return create_block_mask(
            prefix_lm(self.prefix),
            B=None,
            H=None,
            Q_LEN=length,
            KV_LEN=length,
            BLOCK_SIZE=(Q_BLOCK, KV_BLOCK),  #@ pair
        )

    def forward(self, hidden, mask_mod):
        batch, length, _ = hidden.shape
        q = self.to_q(hidden).view(batch, length, self.heads, self.head_dim)
        k, v = self.to_kv(hidden).view(batch, length, 2, self.heads, self.head_dim).unbind(2)
        mask = self.block_mask(length)
        sparse = BlockSparseTensorsTorch(
            mask_block_cnt=mask.kv_num_blocks,
            mask_block_idx=mask.kv_indices,
            full_block_cnt=mask.full_kv_num_blocks,
            full_block_idx=mask.full_kv_indices,
            block_size=mask.BLOCK_SIZE,
        )
        out, _ = flash_attn_func(q, k, v, mask_mod=mask_mod, block_sparse_tensors=sparse)  #@ sink
        return self.out(out.reshape(batch, length, -1))
