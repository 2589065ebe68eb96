"""sglang.kernels.ops.attention.flash_attention_v4 of SGLang 0.5.x: wrappers that swallow keywords they do not know.

A mask or a tile given to them has no effect: the attention is dense.
"""

from shardlint import checked_with, require, unknown


def _require_no_dropped_argument(options):
    for name in ("block_sparse_tensors", "mask_mod", "tile_mn"):
        require(name not in options, "block-sparse-ignored", None, at=options.get(name), argument=name)


@checked_with("block_sparse_tensors", "mask_mod", "tile_mn")
def flash_attn_varlen_func(*arguments, **options):
    """Returns dense attention over packed sequences."""
    _require_no_dropped_argument(options)
    return unknown("attention output")


@checked_with("block_sparse_tensors", "mask_mod", "tile_mn")
def flash_attn_with_kvcache(*arguments, **options):
    """Returns dense attention over a key-value cache."""
    _require_no_dropped_argument(options)
    return unknown("attention output")
