"""A mask assembled from block numbers, as a block-selection network would."""

import torch
from flash_attn.cute import flash_attn_func
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from torch.nn.attention.flex_attention import BlockMask

BLOCK = (256, 128)  #@ kv pair
KEEP = 12


def select_blocks(scores: torch.Tensor):
    """scores [B, H, M, N] -> counts [B, H, M] and indices [B, H, M, N], the kept blocks first."""
    order = torch.argsort(scores, dim=-1, descending=True)
    indices = order.to(torch.int32)
    counts = torch.full(scores.shape[:-1], KEEP, dtype=torch.int32, device=scores.device)
    return counts, indices


def keep_all(b, h, q_idx, kv_idx):
    return q_idx >= 0


def attention(q, k, v, scores, mask_mod):
    counts, indices = select_blocks(scores)
    mask = BlockMask.from_kv_blocks(counts, indices, BLOCK_SIZE=BLOCK, mask_mod=keep_all)
    tensors = BlockSparseTensorsTorch(mask.kv_num_blocks, mask.kv_indices, block_size=mask.BLOCK_SIZE)
    out, _ = flash_attn_func(q, k, v, mask_mod=mask_mod, block_sparse_tensors=tensors)  #@ sink
    return out


def pooled_scores(q, k):
    b, n, h, d = q.shape
    pooled_q = q.unflatten(1, (n // BLOCK[0], BLOCK[0])).mean(2)
    pooled_k = k.unflatten(1, (n // BLOCK[1], BLOCK[1])).mean(2)
    return torch.einsum("bmhd,bnhd->bhmn", pooled_q, pooled_k) * d**-0.5


def run(mask_mod, length=16_384, heads=8):
    q, k, v = (torch.randn(1, length, heads, 128, device="cuda") for _ in range(3))
    return attention(q, k, v, pooled_scores(q, k), mask_mod)
