"""sglang.multimodal_gen.runtime.distributed.parallel_groups of SGLang 0.5.x: SP groups split into Ulysses and ring groups."""

from shardlint import unknown


class RankGenerator:
    """Lists the ranks of each kind of group in the order tp, sp, pp, cfg, dp, with tp innermost."""

    def __init__(self, tp, sp, pp, cfg, dp, order, rank_offset=0):
        self.tp = tp
        self.sp = sp
        self.pp = pp
        self.cfg = cfg
        self.dp = dp
        self.order = order
        self.rank_offset = rank_offset
        self.world_size = tp * sp * pp * cfg * dp

    def get_ranks(self, token):
        """Returns lists of ranks."""
        return unknown("lists of ranks")


def set_seq_parallel_pg_by_sp_groups(sp_ulysses_degree, sp_ring_degree, rank, sp_groups, **rest):
    """Returns (Ulysses group, ring group) of a rank."""
    return unknown("process group"), unknown("process group")
