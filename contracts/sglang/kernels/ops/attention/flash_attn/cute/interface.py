"""sglang.kernels.ops.attention.flash_attn.cute.interface of SGLang 0.5.x: its own, older copy of FlashAttention-4.

q is [B, S, Hq, D]; k and v are [B, S, Hkv, D]; the varlen call packs [total, H, D]. Only `_flash_attn_fwd` takes a tile.
The mask's KV block must equal the KV tile. There is no backward: gradients of block-sparse calls do not exist here.
"""

from shardlint import checked_with, unknown

from _fa4.forward import forward, log_sum_exp, require_no_removed_tile


@checked_with("block_sparse_tensors")
def flash_attn_func(
    q, k, v, qv=None, gather_kv_indices=None, softmax_scale=None, causal=False, window_size=(None, None), learnable_sink=None,
    softcap=0.0, num_splits=1, pack_gqa=None, deterministic=False, score_mod=None, score_mod_bwd=None, mask_mod=None,
    aux_tensors=None, aux_scalars=None, block_sparse_tensors=None, block_sparse_tensors_bwd=None, return_lse=False,
):
    """Returns (out [B, S, Hq, Dv], lse or None). The kernel chooses the tile."""
    out = forward(
        q, k, v, vendored=True, causal=causal, window_size=window_size, num_splits=num_splits, pack_gqa=pack_gqa,
        mask_mod=mask_mod, block_sparse_tensors=block_sparse_tensors,
    )
    return out, log_sum_exp(return_lse)


@checked_with("block_sparse_tensors")
def flash_attn_varlen_func(
    q, k, v, qv=None, cu_seqlens_q=None, cu_seqlens_k=None, max_seqlen_q=None, max_seqlen_k=None, min_seqlen_k=None,
    seqused_q=None, seqused_k=None, gather_kv_indices=None, page_table=None, softmax_scale=None, causal=False,
    window_size=(None, None), learnable_sink=None, softcap=0.0, num_splits=1, pack_gqa=None, deterministic=False,
    score_mod=None, score_mod_bwd=None, mask_mod=None, block_sparse_tensors=None, aux_tensors=None, aux_scalars=None, *,
    return_lse=False,
):
    """Returns (out [total, Hq, Dv], lse or None) for packed sequences. The kernel chooses the tile."""
    out = forward(
        q, k, v, vendored=True, cu_seqlens_q=cu_seqlens_q, cu_seqlens_k=cu_seqlens_k, max_seqlen_q=max_seqlen_q,
        max_seqlen_k=max_seqlen_k, seqused_q=seqused_q, seqused_k=seqused_k, page_table=page_table, causal=causal,
        window_size=window_size, num_splits=num_splits, pack_gqa=pack_gqa, mask_mod=mask_mod,
        block_sparse_tensors=block_sparse_tensors,
    )
    return out, log_sum_exp(return_lse)


@checked_with("block_sparse_tensors", "m_block_size", "n_block_size")
def _flash_attn_fwd(
    q, k, v, *, qv=None, gather_kv_indices=None, cu_seqlens_q=None, cu_seqlens_k=None, seqused_q=None, seqused_k=None,
    max_seqlen_q=None, max_seqlen_k=None, min_seqlen_k=None, page_table=None, softmax_scale=None, causal=False, softcap=None,
    window_size_left=None, window_size_right=None, learnable_sink=None, tile_mn=None, mma_pv_is_rs=None,
    intra_wg_overlap=None, num_threads=384, num_splits=1, pack_gqa=None, _arch=None, score_mod=None, mask_mod=None,
    block_sparse_tensors=None, return_lse=False, out=None, lse=None, aux_tensors=None, aux_scalars=None, **rest,
):
    """Returns (out, lse). `tile_mn` = (queries, keys) is used as it is."""
    require_no_removed_tile(rest)
    result = forward(
        q, k, v, vendored=True, cu_seqlens_q=cu_seqlens_q, cu_seqlens_k=cu_seqlens_k, max_seqlen_q=max_seqlen_q,
        max_seqlen_k=max_seqlen_k, seqused_q=seqused_q, seqused_k=seqused_k, page_table=page_table, causal=causal,
        window_size=(window_size_left, window_size_right), num_splits=num_splits, pack_gqa=pack_gqa, mask_mod=mask_mod,
        block_sparse_tensors=block_sparse_tensors, tile_mn=tile_mn,
    )
    return result, unknown("log-sum-exp")
