"""sglang.kernels.ops.diffusion.triton.ulysses_qkv of SGLang 0.5.x: q, k and v packed for the Ulysses exchange."""

from shardlint import require, unknown


def pack_qkv_destination_major(q, k, v, world_size, out=None):
    """Returns q, k and v [rows, heads, head size] packed by destination rank; the three shapes must be the same."""
    require(
        q.ndim == 3 and k.ndim == 3 and v.ndim == 3 and q.shape == k.shape and q.shape == v.shape, "qkv-shape",
        ValueError("q, k, and v must have the same 3D shape"), at=q, q=q, k=k, v=v,
    )
    require(
        world_size > 0 and q.shape[1] % world_size == 0, "heads-not-divisible",
        ValueError("world_size must be positive and divide global_heads"), at=world_size, heads=q.shape[1],
        ulysses=world_size,
    )
    return unknown("packed q, k and v")
