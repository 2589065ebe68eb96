"""The forward entry of FlashAttention-4, shared by pip `flash-attn-4` and the copy vendored in SGLang 0.5.x.

Layouts: q [B, S, Hq, D] and k, v [B, S, Hkv, D]; varlen drops the batch and packs [total, H, D]. Run-time order: tile and query
stages, varlen offsets, block-sparse sizes, then what the architecture's kernel supports at all.
"""

from shardlint import Tensor, gpu, library, require, unknown

from .sparsity import (
    inferred_q_block_size,
    normalize_after_kv,
    require_kv_block,
)
from .tiles import forward_tile_m, forward_tile_n, query_stages, split_kv_tile_n


def forward(
    q, k, v, *, vendored, cu_seqlens_q=None, cu_seqlens_k=None, max_seqlen_q=None, max_seqlen_k=None, seqused_q=None,
    seqused_k=None, page_table=None, causal=False, window_size=(None, None), num_splits=1, pack_gqa=None, mask_mod=None,
    block_sparse_tensors=None, tile_mn=None,
):
    """Demands what a block-sparse forward call demands and returns the output tensor, shaped like q with the head dim of v."""
    if block_sparse_tensors is not None:
        require_sparse_forward(
            q, k, v, block_sparse_tensors, vendored=vendored, cu_seqlens_q=cu_seqlens_q, cu_seqlens_k=cu_seqlens_k,
            max_seqlen_q=max_seqlen_q, max_seqlen_k=max_seqlen_k, seqused_q=seqused_q, seqused_k=seqused_k,
            page_table=page_table, causal=causal, window_size=window_size, num_splits=num_splits, pack_gqa=pack_gqa,
            mask_mod=mask_mod, tile_mn=tile_mn,
        )
    return output(q, v, cu_seqlens_q)


def output(q, v, cu_seqlens_q=None):
    """The attention output: q's rows and heads, v's head dim."""
    if cu_seqlens_q is None:
        return Tensor((q.shape[0], q.shape[1], q.shape[2], v.shape[-1]), dtype=q.dtype, device=q.device)
    return Tensor((q.shape[0], q.shape[1], v.shape[-1]), dtype=q.dtype, device=q.device)


def log_sum_exp(return_lse):
    """The second result of a public call: None unless it was asked for or a gradient is needed."""
    return unknown("log-sum-exp") if return_lse else None


def require_sparse_forward(
    q, k, v, tensors, *, vendored, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, seqused_q, seqused_k, page_table,
    causal, window_size, num_splits, pack_gqa, mask_mod, tile_mn,
):
    """Every demand on block_sparse_tensors, in run-time order."""
    require(
        cu_seqlens_q is None or tensors.cu_total_m_blocks is not None, "varlen-block-offsets",
        AssertionError("Varlen block sparsity requires block_sparse_tensors.cu_total_m_blocks."), at=tensors, tensors=tensors,
    )
    if not vendored:
        require(
            tensors.cu_total_m_blocks is None or tensors.cu_block_idx_offsets is not None
            or (cu_seqlens_k is None and seqused_k is None), "varlen-block-offsets",
            ValueError(
                "Varlen block sparsity with cu_seqlens_k or seqused_k requires block_sparse_tensors.cu_block_idx_offsets."
            ),
            at=tensors, tensors=tensors,
        )

    # The KV check comes first and asks for nothing that it does not need: an explicit tile decides it on every GPU.
    kv = None if tensors.block_size is None else tensors.block_size[1]
    if tile_mn is not None:
        tile_n = tile_mn[1]
    else:
        tile_n = chosen_tile_n(
            q, k, v, tensors, vendored=vendored, cu_seqlens_q=cu_seqlens_q, max_seqlen_q=max_seqlen_q,
            max_seqlen_k=max_seqlen_k, page_table=page_table, causal=causal, window_size=window_size, num_splits=num_splits,
            pack_gqa=pack_gqa, mask_mod=mask_mod,
        )
    if kv is None:
        kv = tile_n
    require_kv_block(kv, tile_n, tensors=tensors, tile=tile_mn, vendored=vendored)
    require_rest(
        q, k, v, tensors, kv, vendored=vendored, cu_seqlens_q=cu_seqlens_q, max_seqlen_q=max_seqlen_q, page_table=page_table,
        pack_gqa=pack_gqa, tile_mn=tile_mn,
    )


def require_rest(q, k, v, tensors, kv, *, vendored, cu_seqlens_q, max_seqlen_q, page_table, pack_gqa, tile_mn):
    """What is demanded once the KV block fits: the Q block, every dimension, and a kernel that has block sparsity at all."""
    require_field_position(q, tensors)

    tile_m = tile_mn[0] if tile_mn is not None else chosen_tile_m(q, tensors, cu_seqlens_q)
    stages = chosen_stages(q, k, tile_m, vendored, cu_seqlens_q, max_seqlen_q, pack_gqa)
    varlen = tensors.cu_total_m_blocks is not None
    normalize_after_kv(
        tensors, batch_size=1 if varlen else q.shape[0], num_head=q.shape[-2], seqlen_q=1 if varlen else q.shape[1],
        seqlen_k=1 if varlen else keys(k, page_table), tile_m=tile_m, kv=kv, q_stage=stages,
    )
    require_kernel_support(q, v, tensors, page_table)


def keys(k, page_table):
    """The key length of a dense call; paged keys have it only at run time."""
    return k.shape[1] if page_table is None else unknown("paged keys")


def declared_or_inferred_q(q, tensors, cu_seqlens_q):
    """The query block size by which the tile is chosen, or None."""
    if tensors.block_size is not None:
        return tensors.block_size[0]
    if tensors.cu_total_m_blocks is not None or cu_seqlens_q is not None:
        return None
    return inferred_q_block_size(tensors, q.shape[1])


def chosen_tile_n(
    q, k, v, tensors, *, vendored, cu_seqlens_q, max_seqlen_q, max_seqlen_k, page_table, causal, window_size, num_splits,
    pack_gqa, mask_mod,
):
    """The KV tile that the kernel chooses."""
    architecture = gpu.architecture
    head_dim = q.shape[-1]
    head_dim_v = v.shape[-1]
    tile_n = forward_tile_n(
        architecture, head_dim, head_dim_v, declared_or_inferred_q(q, tensors, cu_seqlens_q), causal, window_size, mask_mod,
    )
    if num_splits == 1:
        return tile_n
    excluded = False
    if vendored and page_table is not None:
        excluded = chosen_stages(q, k, 128, vendored, cu_seqlens_q, max_seqlen_q, pack_gqa) == 1
    seqlen_k = max_seqlen_k if max_seqlen_k is not None else keys(k, page_table)
    return split_kv_tile_n(tile_n, architecture, head_dim, head_dim_v, num_splits, seqlen_k, excluded)


def chosen_tile_m(q, tensors, cu_seqlens_q):
    """The Q tile that the kernel chooses."""
    return forward_tile_m(gpu.architecture, q.shape[-1], declared_or_inferred_q(q, tensors, cu_seqlens_q))


def chosen_stages(q, k, tile_m, vendored, cu_seqlens_q, max_seqlen_q, pack_gqa):
    """The query stages. From flash-attn-4 4.0.0 beta 25 the head group counts only when GQA is packed."""
    if gpu.architecture not in (100, 110):
        return 1
    if cu_seqlens_q is None:
        seqlen_q = q.shape[1]
    else:
        seqlen_q = max_seqlen_q if max_seqlen_q is not None else q.shape[0]
    group = q.shape[-2] // k.shape[-2]
    if pack_gqa is not None and not pack_gqa and not vendored:
        if library("flash-attn-4") >= "4.0.0b25":
            group = 1
    return query_stages(gpu.architecture, tile_m, seqlen_q, group)


def require_field_position(q, tensors):
    """A (queries, keys) pair in the fifth field is taken for varlen offsets, and the mask for a varlen mask."""
    if isinstance(tensors.cu_total_m_blocks, tuple):
        counts = tensors.mask_block_cnt
        if counts.shape[1] == 1:
            require(
                False, "block-size-position", IndexError("tuple index out of range"), at=tensors.cu_total_m_blocks,
                field="cu_total_m_blocks", block_size=tensors.cu_total_m_blocks, tensors=tensors,
            )
        else:
            require(
                False, "block-size-position",
                ValueError(
                    f"mask_block_cnt with shape {counts.shape} cannot be expanded to expected shape "
                    f"({q.shape[-2]}, {counts.shape[2]})."
                ),
                at=tensors.cu_total_m_blocks, field="cu_total_m_blocks", block_size=tensors.cu_total_m_blocks, tensors=tensors,
            )


def require_kernel_support(q, v, tensors, page_table):
    """What the architecture's kernel rejects, or silently leaves out, once the sizes fit."""
    if gpu.architecture in (100, 110):
        require(
            page_table is None, "block-sparse-unsupported",
            NotImplementedError("Block sparsity + paged KV not supported on SM100"), at=tensors, tensors=tensors,
        )
        require(
            not (q.shape[-1] == 256 and v.shape[-1] == 256), "block-sparse-unsupported",
            AssertionError("SM100 forward with head_dim=256 does not support block sparsity"), at=tensors, tensors=tensors,
        )
    elif gpu.architecture == 120:
        require(
            False, "block-sparse-unsupported", AssertionError("Block sparsity not supported on SM 12.0"), at=tensors,
            tensors=tensors,
        )
    elif gpu.architecture == 80:
        require(False, "block-sparse-ignored", None, at=tensors, tensors=tensors)


def require_no_removed_tile(arguments):
    """m_block_size and n_block_size gave way to tile_mn in flash-attn-4 4.0.0 beta 5."""
    for name in ("m_block_size", "n_block_size"):
        require(
            name not in arguments, "removed-attention-argument",
            TypeError(f"_flash_attn_fwd() got an unexpected keyword argument '{name}'"), at=arguments.get(name), argument=name,
        )
