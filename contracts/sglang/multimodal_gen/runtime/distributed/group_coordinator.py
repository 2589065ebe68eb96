"""sglang.multimodal_gen.runtime.distributed.group_coordinator of SGLang 0.5.x: the members of process groups."""

from shardlint import parallel, require, unknown

from .shapes import exchanged, resized


class GroupCoordinator:
    """A process group: its size, this rank's place in it, and its collectives."""

    def __init__(self, world_size, rank_in_group):
        self.world_size = world_size
        self.rank_in_group = rank_in_group
        self.rank = parallel.world_rank

    def all_gather(self, input_, dim=0, separate_tensors=False):
        """Returns the tensors of all ranks joined along `dim`, or as a list."""
        if separate_tensors:
            return unknown("a list of one tensor for each rank")
        return resized(input_, dim, input_.shape[dim] * self.world_size)

    def all_reduce(self, input_, op=None, async_op=False):
        """Returns a tensor of the same shape."""
        return input_

    def broadcast(self, input_, src=0, async_op=False):
        """Returns a tensor of the same shape."""
        return input_

    def all_to_all_4D(self, input_, scatter_dim=2, gather_dim=1):
        """Returns [B, S, H / n, D] from [B, S / n, H, D], or the inverse."""
        if scatter_dim == 2 and gather_dim == 1:
            require(
                input_.shape[2] % self.world_size == 0, "heads-not-divisible",
                AssertionError(
                    f"head dimension ({input_.shape[2]}) must be divisible by sequence parallel world size ({self.world_size})"
                ),
                at=input_, heads=input_.shape[2], ulysses=self.world_size,
            )
        if scatter_dim == 1 and gather_dim == 2:
            require(
                input_.shape[1] % self.world_size == 0, "sequence-not-divisible",
                AssertionError(
                    f"sequence dimension ({input_.shape[1]}) must be divisible by sequence parallel world size "
                    f"({self.world_size})"
                ),
                at=input_, sequence=input_.shape[1], degree=self.world_size,
            )
        return exchanged(input_, scatter_dim, gather_dim, self.world_size)


class SequenceParallelGroupCoordinator(GroupCoordinator):
    """The SP group, made of Ulysses groups (contiguous ranks) and ring groups (strided ranks)."""

    def __init__(self):
        self.ulysses_world_size = parallel.ulysses_degree
        self.ulysses_rank = parallel.ulysses_rank
        self.ring_world_size = parallel.ring_degree
        self.ring_rank = parallel.ring_rank
        self.world_size = parallel.ulysses_degree * parallel.ring_degree
        self.rank_in_group = parallel.ring_rank * parallel.ulysses_degree + parallel.ulysses_rank
        self.rank = parallel.world_rank
        self.ulysses_group = unknown("process group")
        self.ring_group = unknown("process group")
