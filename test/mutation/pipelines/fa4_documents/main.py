"""Packed pre-training batches: documents attend to themselves only."""

import torch
from flash_attn.cute import flash_attn_func
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from masks import document_ids, document_mask

HEADS, KV_HEADS, HEAD_DIM = 32, 8, 128


def project(hidden, weight):
    q, k, v = torch.split(hidden @ weight, [HEADS * HEAD_DIM, KV_HEADS * HEAD_DIM, KV_HEADS * HEAD_DIM], dim=-1)
    return (
        q.unflatten(-1, (HEADS, HEAD_DIM)),
        k.unflatten(-1, (KV_HEADS, HEAD_DIM)),
        v.unflatten(-1, (KV_HEADS, HEAD_DIM)),
    )


def attention(hidden, weight, lengths, mask_mod):
    ids = document_ids(lengths).cuda()
    mask = document_mask(ids)
    q, k, v = project(hidden, weight)
    tensors = BlockSparseTensorsTorch(
        mask_block_cnt=mask.kv_num_blocks,
        mask_block_idx=mask.kv_indices,
        full_block_cnt=mask.full_kv_num_blocks,
        full_block_idx=mask.full_kv_indices,
        block_size=mask.BLOCK_SIZE,
    )
    out, _ = flash_attn_func(q, k, v, mask_mod=mask_mod, aux_tensors=[ids], block_sparse_tensors=tensors)  #@ sink
    return out
