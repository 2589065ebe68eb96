"""torch.nn.attention.flex_attention of PyTorch 2.5 and later: block masks and the eager checks of the call.

Block sizes are (queries, keys); one int means both, and the default is 128. q, k and v are [B, H, S, D].
"""

from shardlint import Tensor, require, unknown

_DEFAULT_BLOCK_SIZE = 128


def _pair(block_size):
    return (block_size, block_size) if isinstance(block_size, int) else block_size


def _blocks(length, size):
    return -(-length // size)


class BlockMask:
    """A block-sparse mask. Its tensors are int32 and carry the mark `mask`: counts [B, H, M], indices [B, H, M, N]."""

    def __init__(self, *, seq_lengths, batch, heads, rows, columns, block_size, mask_mod, full, device, listed=False):
        self.seq_lengths = seq_lengths
        self.BLOCK_SIZE = block_size
        self.mask_mod = mask_mod
        self.batch = batch
        self.heads = heads
        self.rows = rows
        self.columns = columns
        self.full = full
        self.device = device
        self.listed = listed  # made from block lists that somebody else made

    # Tensors are made when they are asked for: what B and H are never clouds the block size or the lengths.

    def _leading(self):
        return 1 if self.batch is None else self.batch, 1 if self.heads is None else self.heads

    def _counts(self, rows):
        batch, heads = self._leading()
        return Tensor((batch, heads, rows), dtype="int32", device=self.device, mask=self)

    def _indices(self, rows, columns):
        batch, heads = self._leading()
        return Tensor((batch, heads, rows, columns), dtype="int32", device=self.device, mask=self)

    @property
    def shape(self):
        batch, heads = self._leading()
        return (batch, heads, self.seq_lengths[0], self.seq_lengths[1])

    @property
    def kv_num_blocks(self):
        return self._counts(self.rows)

    @property
    def kv_indices(self):
        return self._indices(self.rows, self.columns)

    @property
    def full_kv_num_blocks(self):
        return self._counts(self.rows) if self.full else None

    @property
    def full_kv_indices(self):
        return self._indices(self.rows, self.columns) if self.full else None

    @property
    def q_num_blocks(self):
        return self._counts(self.columns)

    @property
    def q_indices(self):
        return self._indices(self.columns, self.rows)

    @property
    def full_q_num_blocks(self):
        return self._counts(self.columns) if self.full else None

    @property
    def full_q_indices(self):
        return self._indices(self.columns, self.rows) if self.full else None

    @classmethod
    def from_kv_blocks(
        cls, kv_num_blocks, kv_indices, full_kv_num_blocks=None, full_kv_indices=None, BLOCK_SIZE=_DEFAULT_BLOCK_SIZE,
        mask_mod=None, seq_lengths=None, compute_q_blocks=True,
    ):
        """Returns a mask from counts [B, H, M] and indices [B, H, M, N]; without seq_lengths every block is whole."""
        require(
            (full_kv_num_blocks is None) == (full_kv_indices is None), "block-tensor-shape",
            AssertionError("full_kv_num_blocks and full_kv_indices must be both provided or omitted"), at=kv_num_blocks,
        )
        block_size = _pair(BLOCK_SIZE)
        rows = kv_indices.shape[2]
        columns = kv_indices.shape[3]
        lengths = seq_lengths if seq_lengths is not None else (rows * block_size[0], columns * block_size[1])
        return BlockMask(
            seq_lengths=lengths, batch=kv_indices.shape[0], heads=kv_indices.shape[1], rows=rows, columns=columns,
            block_size=block_size, mask_mod=mask_mod, full=full_kv_num_blocks is not None, device=kv_indices.device, listed=True,
        )

    def as_tuple(self, flatten=True):
        """Returns the 13 fields of released PyTorch: lengths, forward lists, backward lists, block size, mask_mod.

        The newest source puts four more before the block size; the first ten are the same everywhere.
        """
        if flatten:
            return (
                self.seq_lengths[0], self.seq_lengths[1],
                self.kv_num_blocks, self.kv_indices, self.full_kv_num_blocks, self.full_kv_indices,
                self.q_num_blocks, self.q_indices, self.full_q_num_blocks, self.full_q_indices,
                self.BLOCK_SIZE[0], self.BLOCK_SIZE[1], self.mask_mod,
            )
        return (
            self.seq_lengths,
            self.kv_num_blocks, self.kv_indices, self.full_kv_num_blocks, self.full_kv_indices,
            self.q_num_blocks, self.q_indices, self.full_q_num_blocks, self.full_q_indices,
            self.BLOCK_SIZE, self.mask_mod,
        )

    def to(self, device):
        """Returns the same mask on another device."""
        return self._like(self.seq_lengths, self.rows, self.columns, device)

    def _adjust(self, new_q_len, new_kv_len):
        """Returns the mask cropped to other lengths; it keeps whole blocks only."""
        rows = new_q_len // self.BLOCK_SIZE[0]
        columns = new_kv_len // self.BLOCK_SIZE[1]
        return self._like((new_q_len, new_kv_len), rows, columns, self.device)

    def _like(self, seq_lengths, rows, columns, device):
        return BlockMask(
            seq_lengths=seq_lengths, batch=self.batch, heads=self.heads, rows=rows, columns=columns,
            block_size=self.BLOCK_SIZE, mask_mod=self.mask_mod, full=self.full, device=device, listed=self.listed,
        )


def create_block_mask(mask_mod, B, H, Q_LEN, KV_LEN, device="cuda", BLOCK_SIZE=_DEFAULT_BLOCK_SIZE, _compile=False):
    """Returns the block mask of a mask_mod for Q_LEN queries and KV_LEN keys; B and H None broadcast as 1."""
    block_size = _pair(BLOCK_SIZE)
    return BlockMask(
        seq_lengths=(Q_LEN, KV_LEN), batch=B, heads=H,
        rows=_blocks(Q_LEN, block_size[0]), columns=_blocks(KV_LEN, block_size[1]), block_size=block_size, mask_mod=mask_mod,
        full=True, device=device,
    )


def flex_attention(
    query, key, value, score_mod=None, block_mask=None, scale=None, enable_gqa=False, return_lse=False, kernel_options=None, *,
    return_aux=None,
):
    """Returns attention [B, Hq, S, Dv]. A block mask must have been made for exactly these query and key lengths."""
    require(
        enable_gqa or query.shape[1] == key.shape[1], "flex-mask-broadcast",
        ValueError(
            f"Expect query and key/value to have the same number of heads but got Hq={query.shape[1]} and "
            f"Hkv={key.shape[1]}. Try setting enable_gqa=True for GQA."
        ),
        at=query, heads=query.shape[1], kv_heads=key.shape[1],
    )
    if block_mask is not None:
        require_mask_lengths(query, key, block_mask)
    out = Tensor((query.shape[0], query.shape[1], query.shape[2], value.shape[3]), dtype=query.dtype, device=query.device)
    if return_lse:
        return out, Tensor((query.shape[0], query.shape[1], query.shape[2]), dtype="float32", device=query.device)
    if return_aux is not None:
        return out, unknown("auxiliary outputs")
    return out


def require_mask_lengths(query, key, block_mask):
    """Demands that the mask is neither shorter nor longer than the queries and keys it is used with."""
    q_len = query.shape[2]
    kv_len = key.shape[2]
    mask_q, mask_kv = block_mask.seq_lengths
    require(
        q_len <= mask_q and kv_len <= mask_kv, "flex-mask-length",
        ValueError(
            f"block_mask was created for block_mask.shape={block_mask.shape} but got q_len={q_len} and kv_len={kv_len}. "
            "As the block mask was created for a smaller length than you're using it for, you likely need to create "
            "a new block mask."
        ),
        at=block_mask, queries=q_len, keys=kv_len, mask_queries=mask_q, mask_keys=mask_kv,
    )
    require(
        q_len >= mask_q and kv_len >= mask_kv, "flex-mask-length",
        ValueError(
            f"block_mask was created for block_mask.shape={block_mask.shape} but got q_len={q_len} and kv_len={kv_len}. "
            "As the block mask was created for a larger length than you're using it for, you can either 1. create "
            "a new block mask with the correct length, or 2. 'adjust' the existing block mask to the correct length by calling "
            "block_mask._adjust(q_len, kv_len). This essentially 'crops' the block mask to the upper left corner, which does "
            "not work for all mask_mods!"
        ),
        at=block_mask, queries=q_len, keys=kv_len, mask_queries=mask_q, mask_keys=mask_kv,
    )
