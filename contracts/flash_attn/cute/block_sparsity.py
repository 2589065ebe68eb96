"""flash_attn.cute.block_sparsity of pip `flash-attn-4`, 4.0.0 beta 5 and later.

A mask block covers (queries, keys). Before beta 22 its KV size must equal the KV tile; from beta 22 it must be a multiple.
"""

from shardlint import distinctive

from _fa4.sparsity import (
    BlockSparseTensorsTorch,
    ceil_div,
    expected_shapes,
    normalize_config,
    q_block_size,
    require_block_tensors,
    require_shapes_kv_block,
)


def get_sparse_q_block_size(tensors, seqlen_q):
    """Returns the query block size of a mask: declared, else inferred from seqlen_q, else None where several sizes fit."""
    if tensors is None:
        return None
    return q_block_size(tensors, seqlen_q)


@distinctive("sparse_block_size_kv", "n_block_size")
def infer_block_sparse_expected_shapes(
    tensors, *, batch_size, num_head, seqlen_q, seqlen_k, m_block_size, n_block_size, q_stage, context,
    sparse_block_size_q=None, sparse_block_size_kv=None,
):
    """Returns (count shape [B, H, M], index shape [B, H, M, N], query tiles in a Q block) for a mask and a tile."""
    assert n_block_size >= 1  # A tile without keys is none.
    kv = n_block_size
    if sparse_block_size_kv is not None:
        kv = sparse_block_size_kv
        require_shapes_kv_block(kv, n_block_size, context=context, tensors=tensors, vendored=False)
    return expected_shapes(
        tensors, batch_size=batch_size, num_head=num_head, seqlen_q=seqlen_q, seqlen_k=seqlen_k, m_block_size=m_block_size,
        q_stage=q_stage, context=context, sparse_q=sparse_block_size_q, sparse_kv=kv,
    )


def get_block_sparse_expected_shapes(batch_size, num_head, seqlen_q, seqlen_k, m_block_size, n_block_size, q_stage):
    """Returns the shapes ([B, H, M], [B, H, M, N]) of forward counts and indices for a tile and its query stages."""
    m_blocks = ceil_div(seqlen_q, q_stage * m_block_size)
    n_blocks = ceil_div(seqlen_k, n_block_size)
    return (batch_size, num_head, m_blocks), (batch_size, num_head, m_blocks, n_blocks)


def get_block_sparse_expected_shapes_bwd(
    batch_size, num_head, seqlen_q, seqlen_k, m_block_size, n_block_size, q_subtile_factor, kv_subtile_factor=1,
):
    """Returns the shapes ([B, H, N], [B, H, N, M]) of backward counts and indices: lists of Q blocks for each KV block."""
    m_blocks = ceil_div(seqlen_q, q_subtile_factor * m_block_size)
    n_blocks = ceil_div(seqlen_k, kv_subtile_factor * n_block_size)
    return (batch_size, num_head, n_blocks), (batch_size, num_head, n_blocks, m_blocks)


def normalize_block_sparse_config(
    tensors, *, batch_size, num_head, seqlen_q, seqlen_k, block_size, q_stage, allow_kv_subtile=False,
):
    """Checks a mask against the tile `block_size` = (tile_m, tile_n) as a forward call does."""
    tile_m, tile_n = block_size
    return normalize_config(
        tensors, batch_size=batch_size, num_head=num_head, seqlen_q=seqlen_q, seqlen_k=seqlen_k, tile_m=tile_m, tile_n=tile_n,
        q_stage=q_stage, vendored=False, allow_kv_subtile=allow_kv_subtile, tile=block_size,
    )


def normalize_block_sparse_tensors(tensors, *, expected_count_shape, expected_index_shape, context=None, hint=None):
    """Checks pairs, dtype, device and shapes of the block lists."""
    return require_block_tensors(tensors, expected_count_shape, expected_index_shape)
