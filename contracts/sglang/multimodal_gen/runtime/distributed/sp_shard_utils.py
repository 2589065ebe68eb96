"""sglang.multimodal_gen.runtime.distributed.sp_shard_utils of SGLang 0.5.x: padding, sharding and gathering of sequences.

Every rank gets ceil(S / SP degree) rows; the last rank carries the padding.
"""

from shardlint import unknown

from .parallel_state import get_sp_parallel_rank, get_sp_world_size
from .shapes import resized


class SpShard:
    """How a sequence of `orig_len` rows is split: `local_len` rows on each rank, `num_pad` padding rows in all."""

    def __init__(self, orig_len, local_len, num_pad, sp_size, sp_rank):
        self.orig_len = orig_len
        self.local_len = local_len
        self.num_pad = num_pad
        self.sp_size = sp_size
        self.sp_rank = sp_rank

    @property
    def local_pad(self):
        """The padding rows on this rank: all of them on the last, none elsewhere."""
        return self.num_pad if self.sp_rank == self.sp_size - 1 else 0

    @property
    def local_real_len(self):
        """The rows on this rank that are not padding."""
        return self.local_len - self.local_pad


def build_shard_plan(seq_len):
    """Returns the split of `seq_len` rows over the SP ranks."""
    degree = get_sp_world_size()
    local_len = -(-seq_len // degree)
    return SpShard(seq_len, local_len, local_len * degree - seq_len, degree, get_sp_parallel_rank())


def shard_like(x, shard, dim=1, pad_mode="zeros"):
    """Returns this rank's rows of `x` by an existing split."""
    return resized(x, dim, shard.local_len)


def shard_seq(x, dim=1, pad_mode="zeros"):
    """Returns (this rank's rows of `x`, their split). It is a pair."""
    shard = build_shard_plan(x.shape[dim])
    return resized(x, dim, shard.local_len), shard


def gather_seq(local, orig_len, dim=1):
    """Returns the rows of all ranks without the padding."""
    return resized(local, dim, orig_len)


def shard_seq_prefix(x, prefix_len, shard, dim=0):
    """Returns `x` with its first `prefix_len` rows sharded and the rest whole."""
    return resized(x, dim, x.shape[dim] - prefix_len + shard.local_len)


def join_seqs(prefix, body, local_pad, dim=1):
    """Returns prefix and body as one sequence."""
    return resized(body, dim, prefix.shape[dim] + body.shape[dim])


def split_seqs(joint, prefix_len, local_pad, dim=1):
    """Returns (prefix, body), the inverse of join_seqs."""
    return resized(joint, dim, prefix_len), resized(joint, dim, joint.shape[dim] - prefix_len)


def should_shard_text(txt_len):
    """Whether the text is long enough to be sharded; the threshold comes from the environment."""
    return unknown("threshold from the environment")


def plan_text_strategy(txt_len):
    """Returns "shard" or "replicate"."""
    return unknown("threshold from the environment")


def tail_attn_meta(shard, batch_size, device, image_seq_len=0):
    """Returns the attention metadata of a padded tail, or None."""
    return unknown("attention metadata")
