"""One attention for two backends: FlexAttention where FA4 is missing, FA4 with the same mask where it is there."""

import torch
from torch.nn.attention.flex_attention import BlockMask, create_block_mask, flex_attention

try:
    from flash_attn.cute import flash_attn_func
    from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch

    HAS_FA4 = True
except ImportError:
    HAS_FA4 = False

compiled_flex = torch.compile(flex_attention)


def bidirectional_documents(document_ids):
    def mask(b, h, q_idx, kv_idx):
        return document_ids[q_idx] == document_ids[kv_idx]

    return mask


def make_mask(document_ids: torch.Tensor) -> BlockMask:
    n = document_ids.numel()
    return create_block_mask(
        bidirectional_documents(document_ids),
        1,
        1,
        n,
        n,
        device="cuda",
        BLOCK_SIZE=(256, 128),  #@ kv pair
    )


def as_sparse(mask: BlockMask):
    return BlockSparseTensorsTorch(
        mask_block_cnt=mask.kv_num_blocks,
        mask_block_idx=mask.kv_indices,
        full_block_cnt=mask.full_kv_num_blocks,
        full_block_idx=mask.full_kv_indices,
        block_size=mask.BLOCK_SIZE,
    )


def attention(q, k, v, document_ids, document_mod):
    """q, k, v are [B, S, H, 128]."""
    mask = make_mask(document_ids)
    if not HAS_FA4:
        out = compiled_flex(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), block_mask=mask)
        return out.transpose(1, 2)
    out, _ = flash_attn_func(
        q,
        k,
        v,
        mask_mod=document_mod,
        aux_tensors=[document_ids],
        block_sparse_tensors=as_sparse(mask),  #@ sink
    )
    return out


def layer(hidden, qkv, document_ids, document_mod):
    q, k, v = qkv(hidden).view(1, document_ids.numel(), 3, 8, 128).unbind(2)
    return attention(q, k, v, document_ids, document_mod).flatten(-2)
