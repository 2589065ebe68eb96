"""What FlashAttention-4 demands of block-sparse tensors, shared by pip `flash-attn-4` and the copy vendored in SGLang 0.5.x.

The two differ in one point. The vendored copy, and flash-attn-4 before 4.0.0 beta 22, want the KV block of the mask to equal the
KV tile of the kernel. From beta 22 a multiple is divided into tiles, though only by the SM100 and SM110 kernels.
Checks stand in run-time order: KV size, varlen Q size, inference of the Q size, Q multiple, rank, batch and heads, M, N, dtypes.
"""

from shardlint import gpu, library, require, unknown


def ceil_div(count, size):
    """Returns the number of blocks of `size` that cover `count`."""
    return -(-count // size)


class BlockSparseTensorsTorch:
    """The block lists of a sparse mask: counts [B, H, M] and indices [B, H, M, N], int32, for partial and for full blocks.

    `block_size` is (queries, keys) of one mask block. It is the seventh field; the fifth, cu_total_m_blocks, makes it varlen.
    """

    def __init__(
        self, mask_block_cnt, mask_block_idx, full_block_cnt=None, full_block_idx=None, cu_total_m_blocks=None,
        cu_block_idx_offsets=None, block_size=None, dq_write_order=None, dq_write_order_full=None, spt=None,
    ):
        self.mask_block_cnt = mask_block_cnt
        self.mask_block_idx = mask_block_idx
        self.full_block_cnt = full_block_cnt
        self.full_block_idx = full_block_idx
        self.cu_total_m_blocks = cu_total_m_blocks
        self.cu_block_idx_offsets = cu_block_idx_offsets
        self.block_size = block_size
        self.dq_write_order = dq_write_order
        self.dq_write_order_full = dq_write_order_full
        self.spt = spt

    def _replace(self, **changes):
        """Returns a copy in which the named fields are replaced."""
        return BlockSparseTensorsTorch(
            mask_block_cnt=changes.get("mask_block_cnt", self.mask_block_cnt),
            mask_block_idx=changes.get("mask_block_idx", self.mask_block_idx),
            full_block_cnt=changes.get("full_block_cnt", self.full_block_cnt),
            full_block_idx=changes.get("full_block_idx", self.full_block_idx),
            cu_total_m_blocks=changes.get("cu_total_m_blocks", self.cu_total_m_blocks),
            cu_block_idx_offsets=changes.get("cu_block_idx_offsets", self.cu_block_idx_offsets),
            block_size=changes.get("block_size", self.block_size),
            dq_write_order=changes.get("dq_write_order", self.dq_write_order),
            dq_write_order_full=changes.get("dq_write_order_full", self.dq_write_order_full),
            spt=changes.get("spt", self.spt),
        )


def accepts_kv_multiples(vendored):
    """Whether this version divides a coarse KV block into several tiles."""
    if vendored:
        return False
    return library("flash-attn-4") >= "4.0.0b22"


def inferred_q_block_size(tensors, seqlen_q):
    """Returns the only query block size that gives the mask its M blocks for `seqlen_q` queries, or None if several do."""
    blocks = tensors.mask_block_idx.shape[2]
    smallest = ceil_div(seqlen_q, blocks)
    largest = seqlen_q if blocks == 1 else (seqlen_q - 1) // (blocks - 1)
    return smallest if smallest == largest else None


def q_block_size(tensors, seqlen_q):
    """Returns the mask's query block size: the declared one, else the inferred one, else None."""
    if tensors.block_size is not None:
        return tensors.block_size[0]
    return inferred_q_block_size(tensors, seqlen_q)


def block_facts(tensors):
    """Where the block size was declared, and the mask that the block lists were made by: what a repair has to change."""
    mask = getattr(tensors.mask_block_cnt, "mask", None)
    return {
        "declared": tensors.block_size, "mask": mask, "built": getattr(mask, "BLOCK_SIZE", None),
        "listed": getattr(mask, "listed", None),
    }


def require_kv_block(kv, tile_n, *, tensors, tile, vendored, allow_kv_subtile=None):
    """Demands that the mask's KV block fits the kernel's KV tile. `allow_kv_subtile` None means: by GPU architecture."""
    assert tile_n >= 1  # A tile of no keys is no case worth a finding.
    if not accepts_kv_multiples(vendored):
        require(
            kv == tile_n, "kv-block-size",
            ValueError(f"Block sparsity requires sparse_block_size[1]={tile_n} to match tile_n."),
            at=tensors, actual=kv, expected=tile_n, relation="equal", tensors=tensors, tile=tile,
            **block_facts(tensors),
        )
    else:
        require(
            kv % tile_n == 0, "kv-block-size",
            ValueError(f"Block sparsity requires sparse_block_size[1] to be a multiple of tile_n={tile_n}."),
            at=tensors, actual=kv, expected=tile_n, relation="multiple", tensors=tensors, tile=tile,
            **block_facts(tensors),
        )
        if kv != tile_n:
            divides = gpu.architecture in (100, 110) if allow_kv_subtile is None else allow_kv_subtile
            require(
                divides, "kv-block-size",
                ValueError(f"Block sparsity requires sparse_block_size[1]={tile_n} to match tile_n."),
                at=tensors, actual=kv, expected=tile_n, relation="equal", tensors=tensors, tile=tile,
                **block_facts(tensors),
            )


def require_shapes_kv_block(kv, n_block_size, *, context, tensors, vendored):
    """The KV demand of a direct call of infer_block_sparse_expected_shapes; the text has no blank after "tensors"."""
    if not accepts_kv_multiples(vendored):
        require(
            kv == n_block_size, "kv-block-size",
            ValueError(f"Block sparse tensors{context} require BLOCK_SIZE_KV={n_block_size}."),
            at=kv, actual=kv, expected=n_block_size, relation="equal", tensors=tensors, tile=None,
        )
    else:
        require(
            kv % n_block_size == 0, "kv-block-size",
            ValueError(f"Block sparse tensors{context} require BLOCK_SIZE_KV to be a multiple of {n_block_size}."),
            at=kv, actual=kv, expected=n_block_size, relation="multiple", tensors=tensors, tile=None,
        )


def expected_shapes(
    tensors, *, batch_size, num_head, seqlen_q, seqlen_k, m_block_size, q_stage, context, sparse_q, sparse_kv,
):
    """Demands the Q block size and every dimension; returns (count shape, index shape, query tiles in a Q block)."""
    require(
        tensors.mask_block_cnt is not None and tensors.mask_block_idx is not None, "block-tensor-shape",
        ValueError("mask_block_cnt and mask_block_idx must be provided for block sparsity."), at=tensors,
    )
    counts = tensors.mask_block_cnt
    indices = tensors.mask_block_idx
    rows = q_stage * m_block_size
    if sparse_q is None:
        sparse_q = inferred_q_block_size(tensors, seqlen_q)
        blocks = indices.shape[2]
        require(
            sparse_q is not None or rows == 1, "missing-block-size",
            ValueError(
                f"Block sparse tensors{context} require explicit sparse_block_size[0] to disambiguate block size "
                f"for seqlen_q={seqlen_q} and num_m_blocks={blocks}."
            ),
            at=tensors, sequence=seqlen_q, blocks=blocks, tensors=tensors,
        )
        if sparse_q is None:
            sparse_q = ceil_div(seqlen_q, blocks)
    require(
        sparse_q % rows == 0, "q-block-size",
        ValueError(f"Block sparse tensors{context} have block size {sparse_q}, which must be a multiple of {rows}."),
        at=tensors, actual=sparse_q, expected=rows, relation="multiple", stages=q_stage, tile_m=m_block_size, tensors=tensors,
    )
    m_blocks = ceil_div(seqlen_q, sparse_q)
    n_blocks = ceil_div(seqlen_k, sparse_kv)
    require(
        counts.ndim == 3 and indices.ndim == 4, "block-tensor-shape",
        ValueError(f"Block sparse tensors{context} must have shapes (B, H, M) and (B, H, M, N)."), at=tensors,
    )
    require(
        counts.shape[0] in (1, batch_size) and indices.shape[0] in (1, batch_size), "block-tensor-shape",
        ValueError(f"Block sparse tensors{context} batch dim must be {batch_size} or 1."),
        at=tensors, dimension="batch", actual=counts.shape[0], expected=batch_size, tensors=tensors,
    )
    require(
        counts.shape[1] in (1, num_head) and indices.shape[1] in (1, num_head), "block-tensor-shape",
        ValueError(f"Block sparse tensors{context} head dim must be {num_head} or 1."),
        at=tensors, dimension="head", actual=counts.shape[1], expected=num_head, tensors=tensors,
    )
    require(
        counts.shape[2] == indices.shape[2], "block-tensor-shape",
        ValueError(f"Block sparse tensors{context} must share the same m-block dimension."),
        at=tensors, dimension="m-block", actual=indices.shape[2], expected=counts.shape[2], tensors=tensors,
    )
    require(
        indices.shape[3] <= n_blocks, "mask-block-size",
        ValueError(f"Block sparse tensors{context} n-block dimension must be <= {n_blocks}."),
        at=tensors, direction="kv", actual=indices.shape[3], expected=n_blocks, declared=sparse_kv, length=seqlen_k,
        tensors=tensors,
    )
    require(
        indices.shape[2] == m_blocks, "mask-block-size",
        ValueError(
            f"Block sparse tensors{context} m-block dimension {indices.shape[2]} does not match "
            f"sparse_block_size_q={sparse_q}. Set BlockSparseTensorsTorch.block_size to match the BlockMask BLOCK_SIZE."
        ),
        at=tensors, direction="q", actual=indices.shape[2], expected=m_blocks, declared=sparse_q, length=seqlen_q,
        tensors=tensors,
    )
    return (
        (batch_size, num_head, m_blocks),
        (batch_size, num_head, m_blocks, indices.shape[3]),
        sparse_q // rows,
    )


def require_no_coarser_mask(tensors, kv):
    """A mask built with a coarser KV block than the one the kernel assumes passes every check, and its indices mean other keys."""
    mask = getattr(tensors.mask_block_idx, "mask", None)
    if mask is not None:
        require(
            mask.BLOCK_SIZE[1] <= kv or mask.seq_lengths[1] <= kv, "mask-block-size", None,
            at=tensors if tensors.block_size is None else tensors.block_size,
            direction="kv", actual=mask.BLOCK_SIZE[1], expected=kv, declared=kv, length=mask.seq_lengths[1], tensors=tensors,
        )


def _is_int32(tensor):
    return tensor.dtype is None or tensor.dtype == "int32"


def require_block_pair(name, counts, indices, tensors):
    """Demands that a pair of counts and indices is given together, in int32, and on the GPU."""
    require(
        (counts is None) == (indices is None), "block-tensor-shape",
        ValueError(f"{name}_block_cnt and {name}_block_idx must both be provided or both be None"), at=tensors, tensors=tensors,
    )
    if counts is not None:
        require(
            _is_int32(counts) and _is_int32(indices), "block-tensor-dtype",
            ValueError(f"{name}_block tensors must have dtype torch.int32"),
            at=counts if not _is_int32(counts) else indices, tensors=tensors,
        )
        require(
            (counts.device == "cpu") == (indices.device == "cpu"), "block-tensor-device",
            ValueError(f"{name}_block_cnt and {name}_block_idx must be on the same device"),
            at=counts if counts.device == "cpu" else indices, tensors=tensors,
        )
        require(
            counts.device != "cpu", "block-tensor-device",
            ValueError(f"{name}_block tensors must live on CUDA"), at=counts, tensors=tensors,
        )


def _expands(shape, target):
    if len(shape) != len(target):
        return unknown("tensors of another rank")
    if len(shape) == 3:
        return shape[0] in (1, target[0]) and shape[1] in (1, target[1]) and shape[2] in (1, target[2])
    return (
        shape[0] in (1, target[0]) and shape[1] in (1, target[1]) and shape[2] in (1, target[2]) and shape[3] in (1, target[3])
    )


def require_expansion(name, tensor, target, tensors):
    """Demands that a tensor broadcasts to the shape which the mask's own counts or indices have."""
    require(
        _expands(tensor.shape, target), "block-tensor-shape",
        ValueError(f"{name} with shape {tensor.shape} cannot be expanded to expected shape {target}."),
        at=tensor, actual=tensor.shape, expected=target, tensors=tensors,
    )


def require_block_tensors(tensors, count_shape, index_shape):
    """The demands of normalize_block_sparse_tensors in the forward direction."""
    require_block_pair("mask", tensors.mask_block_cnt, tensors.mask_block_idx, tensors)
    require_expansion("mask_block_cnt", tensors.mask_block_cnt, count_shape, tensors)
    require_expansion("mask_block_idx", tensors.mask_block_idx, index_shape, tensors)
    require_block_pair("full", tensors.full_block_cnt, tensors.full_block_idx, tensors)
    if tensors.full_block_cnt is not None:
        require_expansion("full_block_cnt", tensors.full_block_cnt, count_shape, tensors)
        require_expansion("full_block_idx", tensors.full_block_idx, index_shape, tensors)
    return tensors


def normalize_config(
    tensors, *, batch_size, num_head, seqlen_q, seqlen_k, tile_m, tile_n, q_stage, vendored, allow_kv_subtile=None, tile=None,
):
    """The demands of normalize_block_sparse_config; returns (tensors, None, query tiles in a Q block)."""
    kv = tile_n if tensors.block_size is None else tensors.block_size[1]
    require_kv_block(kv, tile_n, tensors=tensors, tile=tile, vendored=vendored, allow_kv_subtile=allow_kv_subtile)
    return normalize_after_kv(
        tensors, batch_size=batch_size, num_head=num_head, seqlen_q=seqlen_q, seqlen_k=seqlen_k, tile_m=tile_m, kv=kv,
        q_stage=q_stage,
    )


def normalize_after_kv(tensors, *, batch_size, num_head, seqlen_q, seqlen_k, tile_m, kv, q_stage):
    """Everything after the KV check."""
    sparse_q = None if tensors.block_size is None else tensors.block_size[0]
    if tensors.cu_total_m_blocks is not None:
        rows = q_stage * tile_m
        require(
            sparse_q is None or sparse_q == rows, "q-block-size",
            ValueError(
                f"Varlen block sparsity requires sparse_block_size[0]={rows} (= q_stage * tile_m); got {sparse_q}."
            ),
            at=tensors, actual=sparse_q, expected=rows, relation="equal", stages=q_stage, tile_m=tile_m, tensors=tensors,
        )
        return tensors, None, 1
    count_shape, index_shape, factor = expected_shapes(
        tensors, batch_size=batch_size, num_head=num_head, seqlen_q=seqlen_q, seqlen_k=seqlen_k, m_block_size=tile_m,
        q_stage=q_stage, context="forward", sparse_q=sparse_q, sparse_kv=kv,
    )
    require_block_tensors(tensors, count_shape, index_shape)
    require_no_coarser_mask(tensors, kv)
    return tensors, None, factor
