"""How FlashAttention-4 chooses its forward tile (flash-attn-4 4.0.0 beta 5 and later, and the copy vendored in SGLang 0.5.x).

An explicit `tile_mn` is used as it is. Otherwise tile and query stages follow from the GPU architecture, the head dims, the
attention span and the query block size of the sparse mask. The KV tile and the Q tile are separate functions, so that a question
about one never depends on facts which only the other needs.
"""

from shardlint import unknown


def attention_span(causal, window_size, mask_mod):
    """Returns "full", "causal" or "local". A mask_mod takes the place of both the causal flag and the window."""
    if mask_mod is not None:
        return "full"
    left, right = window_size
    if causal:
        right = 0
    if left is None and right is None:
        return "full"
    if left is None and right == 0:
        return "causal"
    return "local"


def forward_tile_n(architecture, head_dim, head_dim_v, sparse_q, causal, window_size, mask_mod):
    """Returns the KV tile of a forward kernel without SplitKV, in keys. `sparse_q` is the mask's query block size or None."""
    if architecture in (100, 110):
        return 128
    if architecture == 80:
        return 64
    if architecture == 120:
        return 128 if head_dim <= 64 else 64
    if head_dim <= 64:
        return 128
    if head_dim <= 96:
        if sparse_q is not None and sparse_q % 192 != 0:
            return 128
        return 144 if attention_span(causal, window_size, mask_mod) == "full" else 128
    if head_dim <= 128:
        return 128
    if head_dim <= 192:
        if attention_span(causal, window_size, mask_mod) == "local":
            return 96
        return 128 if head_dim_v <= 128 else 112
    return 64 if attention_span(causal, window_size, mask_mod) == "local" else 80


def forward_tile_m(architecture, head_dim, sparse_q):
    """Returns the Q tile of a forward kernel, in queries: 192 only on SM90 with small heads and a mask that allows it."""
    if architecture != 90 or head_dim > 96:
        return 128
    if sparse_q is not None and sparse_q % 192 != 0:
        return 128
    return 192


def split_kv_tile_n(tile_n, architecture, head_dim, head_dim_v, num_splits, seqlen_k, excluded):
    """Returns the KV tile under SplitKV: SM100 and SM110 halve it for long keys when the head dims of q and v differ.

    `excluded` holds the case in which the vendored copy keeps the whole tile: paged keys with a single query stage.
    """
    if num_splits == 1 or architecture not in (100, 110) or head_dim == head_dim_v or head_dim_v == 512:
        return tile_n
    if num_splits < 1:
        return unknown("the kernel chooses the number of splits at run time")
    if -(-seqlen_k // tile_n) >= 64 and not excluded:
        return 64
    return tile_n


def query_stages(architecture, tile_m, seqlen_q, heads_per_kv_head):
    """Returns q_stage: SM100 and SM110 work on two query tiles at once when there are more rows than one tile holds."""
    if architecture in (100, 110):
        return 2 if seqlen_q * heads_per_kv_head > tile_m else 1
    return 1
