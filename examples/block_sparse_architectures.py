"""Document masking with flash-attn-4 from PyPI.

From 4.0.0b22 on, the kernels of SM100 divide a coarse KV block into tiles. Those of SM90 and all older versions do not.
"""

import torch
from flash_attn.cute import flash_attn_func
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from torch.nn.attention.flex_attention import create_block_mask

Q_BLOCK, KV_BLOCK = 256, 256


def document_mask(document_ids: torch.Tensor):
    def same_document(b, h, q_idx, kv_idx):
        return document_ids[q_idx] == document_ids[kv_idx]

    return same_document


class DocumentAttention(torch.nn.Module):
    def __init__(self, num_heads: int = 16, head_dim: int = 128):
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = head_dim
        self.qkv = torch.nn.Linear(num_heads * head_dim, 3 * num_heads * head_dim, bias=False)

    def sparse_tensors(self, document_ids):
        length = document_ids.shape[0]
        mask = create_block_mask(
            document_mask(document_ids), None, None, length, length, BLOCK_SIZE=(Q_BLOCK, KV_BLOCK)
        )
        return BlockSparseTensorsTorch(
            mask.kv_num_blocks,
            mask.kv_indices,
            mask.full_kv_num_blocks,
            mask.full_kv_indices,
            block_size=mask.BLOCK_SIZE,
        )

    def forward(self, hidden: torch.Tensor, document_ids: torch.Tensor, document_mask_mod) -> torch.Tensor:
        batch, length, _ = hidden.shape
        qkv = self.qkv(hidden).view(batch, length, 3, self.num_heads, self.head_dim)
        q, k, v = qkv.unbind(2)
        out, _ = flash_attn_func(
            q,
            k,
            v,
            mask_mod=document_mask_mod,
            aux_tensors=[document_ids],
            block_sparse_tensors=self.sparse_tensors(document_ids),
        )
        return out.reshape(batch, length, -1)
