"""Causal attention with SGLang's FlashAttention-4 and a literal block size."""

import torch
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import create_block_mask

SEQ_LEN = 8192
HEADS = 16
HEAD_DIM = 128


def causal(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx


def make_inputs(batch=2, device="cuda"):
    shape = (batch, SEQ_LEN, HEADS, HEAD_DIM)
    q = torch.randn(shape, device=device, dtype=torch.bfloat16)
    k = torch.randn(shape, device=device, dtype=torch.bfloat16)
    v = torch.randn(shape, device=device, dtype=torch.bfloat16)
    return q, k, v


def attend(q, k, v, causal_mod):
    mask = create_block_mask(causal, 1, 1, SEQ_LEN, SEQ_LEN, device="cuda", BLOCK_SIZE=(256, 64))  #@ kv pair mask
    tensors = BlockSparseTensorsTorch(
        mask.kv_num_blocks,
        mask.kv_indices,
        mask.full_kv_num_blocks,
        mask.full_kv_indices,
        block_size=mask.BLOCK_SIZE,
    )
    out, _ = _flash_attn_fwd(
        q,
        k,
        v,
        tile_mn=(128, 64),  #@ tile
        mask_mod=causal_mod,
        block_sparse_tensors=tensors,  #@ sink
    )
    return out


def main(causal_mod):
    q, k, v = make_inputs()
    out = attend(q, k, v, causal_mod)
    return out.view(2, SEQ_LEN, HEADS * HEAD_DIM)
