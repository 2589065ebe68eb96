"""flash_attn.cute.compute_block_sparsity of pip `flash-attn-4`, 4.0.0 beta 11 and later (the vendored copy has no such module).

It evaluates a mask_mod on the GPU. `tile_m` is taken as it is: SM100 and SM110 need 256 queries where two query stages run.
"""

from shardlint import Tensor, require, unknown

from _fa4.sparsity import BlockSparseTensorsTorch, ceil_div


def compute_block_sparsity(
    tile_m, tile_n, batch_size, num_heads, seqlen_q, seqlen_k, mask_mod, aux_tensors, device, aux_scalars=None,
    cu_seqlens_q=None, cu_seqlens_k=None, seqused_q=None, seqused_k=None, cu_total_m_blocks=None, cu_block_idx_offsets=None,
    compute_full_blocks=True, use_fast_sampling=False,
):
    """Returns the block lists of a mask with block_size = (tile_m, tile_n): one named tuple, not a pair."""
    if cu_seqlens_q is not None:
        require(
            cu_total_m_blocks is not None, "varlen-block-offsets",
            AssertionError("total m blocks must be provided when varlen q"), at=cu_seqlens_q,
        )
        return BlockSparseTensorsTorch(
            unknown("varlen counts"), unknown("varlen indices"), None, None, cu_total_m_blocks, cu_block_idx_offsets,
            block_size=(tile_m, tile_n),
        )
    m_blocks = ceil_div(seqlen_q, tile_m)
    n_blocks = ceil_div(seqlen_k, tile_n)
    counts = Tensor((batch_size, num_heads, m_blocks), dtype="int32", device=device)
    indices = Tensor((batch_size, num_heads, m_blocks, n_blocks), dtype="int32", device=device)
    if not compute_full_blocks:
        return BlockSparseTensorsTorch(counts, indices, block_size=(tile_m, tile_n))
    full_counts = Tensor((batch_size, num_heads, m_blocks), dtype="int32", device=device)
    full_indices = Tensor((batch_size, num_heads, m_blocks, n_blocks), dtype="int32", device=device)
    return BlockSparseTensorsTorch(counts, indices, full_counts, full_indices, block_size=(tile_m, tile_n))
