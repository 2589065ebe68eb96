"""sglang.multimodal_gen.runtime.layers.usp of SGLang 0.5.x: the Ulysses exchange and ring attention.

The exchange trades heads for rows within the Ulysses group only: [B, H, S / u, D] becomes [B, H / u, S, D].
"""

from shardlint import Tensor, parallel, require

from sglang.multimodal_gen.runtime.distributed.shapes import exchanged


def _require_form(x, head_dim):
    require(
        x.ndim == 4, "qkv-shape", AssertionError(f"x must have 4 dimensions, got {x.ndim}"), at=x, actual=x.ndim, expected=4,
    )
    require(
        head_dim in (1, 2), "qkv-shape", AssertionError(f"head_dim must be 1 or 2, got {head_dim}"), at=head_dim,
        actual=head_dim,
    )


def _usp_input_all_to_all(x, head_dim=1):
    """Returns the whole sequence with this rank's share of the heads; `head_dim` says where the heads are (1 or 2)."""
    degree = parallel.ulysses_degree
    _require_form(x, head_dim)
    heads = x.shape[head_dim]
    require(
        heads % degree == 0, "heads-not-divisible",
        AssertionError(f"h_global ({heads}) must be divisible by world_size ({degree})"), at=x, heads=heads, ulysses=degree,
    )
    return exchanged(x, head_dim, 3 - head_dim, degree)


def _usp_output_all_to_all(x, head_dim=1):
    """Returns this rank's rows with all heads, the inverse of the input exchange."""
    degree = parallel.ulysses_degree
    _require_form(x, head_dim)
    rows = x.shape[3 - head_dim]
    require(
        rows % degree == 0, "sequence-not-divisible",
        AssertionError(f"s_global ({rows}) must be divisible by world_size ({degree})"), at=x, sequence=rows, degree=degree,
    )
    return exchanged(x, 3 - head_dim, head_dim, degree)





def ring_attn(query, key, value, attn_impl, is_causal=False, dropout_p=0.0, **rest):
    """Returns attention over the keys of the whole ring, shaped like the query with the head dim of the value."""
    return Tensor(query.shape[:-1] + (value.shape[-1],), dtype=query.dtype, device=query.device)
