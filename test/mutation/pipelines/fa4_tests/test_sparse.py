"""Tests in the manner of a kernel repository: parametrized lengths, a reference, and one expected rejection."""

import pytest
import torch
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import create_block_mask

TILE_M, TILE_N = 128, 128  #@ tile


def causal(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx


def inputs(batch, length, heads, head_dim):
    torch.manual_seed(0)
    return [torch.randn(batch, length, heads, head_dim, device="cuda", dtype=torch.bfloat16) for _ in range(3)]


def sparse(length, block):
    mask = create_block_mask(causal, 1, 1, length, length, device="cuda", BLOCK_SIZE=block)
    return BlockSparseTensorsTorch(
        mask.kv_num_blocks, mask.kv_indices, mask.full_kv_num_blocks, mask.full_kv_indices, block_size=block
    )


@pytest.mark.parametrize("length", [1024, 4096])
@pytest.mark.parametrize("heads", [4, 8])
def test_causal_matches_dense(length, heads, causal_mod):
    q, k, v = inputs(2, length, heads, 128)
    tensors = sparse(length, (2 * TILE_M, 128))  #@ kv
    out, _ = _flash_attn_fwd(
        q,
        k,
        v,
        tile_mn=(TILE_M, TILE_N),
        mask_mod=causal_mod,
        block_sparse_tensors=tensors,  #@ sink
    )
    dense, _ = _flash_attn_fwd(q, k, v, causal=True)
    torch.testing.assert_close(out, dense, atol=1e-2, rtol=1e-2)


def test_wrong_block_is_rejected(causal_mod):
    q, k, v = inputs(1, 1024, 4, 128)
    with pytest.raises(ValueError, match="to match tile_n"):
        _flash_attn_fwd(
            q, k, v, tile_mn=(128, 64), mask_mod=causal_mod, block_sparse_tensors=sparse(1024, (256, 128))
        )
