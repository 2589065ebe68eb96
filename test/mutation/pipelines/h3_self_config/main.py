"""A runner whose degrees live on self.config."""

import dataclasses

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_ring_parallel_rank,
    get_ulysses_parallel_rank,
    init_distributed_environment,
    initialize_model_parallel,
)


@dataclasses.dataclass(frozen=True)
class SequenceParallel:
    ulysses: int
    ring: int

    def rank_rows(self, rows: int) -> int:
        assert rows % (self.ulysses * self.ring) == 0, "pad the sequence first"
        return rows // (self.ulysses * self.ring)  #@ degree length returns


class Runner:
    def __init__(self, config: SequenceParallel, transformer):
        self.config = config
        self.transformer = transformer

    def init_groups(self, rank: int) -> None:
        world = self.config.ulysses * self.config.ring
        init_distributed_environment(world_size=world, rank=rank, local_rank=rank)
        initialize_model_parallel(
            sequence_parallel_degree=world,
            ulysses_degree=self.config.ulysses,
            ring_degree=self.config.ring,
        )

    def first_row(self, n: int) -> int:
        return (get_ring_parallel_rank() * self.config.ulysses + get_ulysses_parallel_rank()) * n  #@ offset

    def step(self, prompt_embeds, seq_len=8192):
        x = torch.zeros((1, seq_len, 96))
        n = self.config.rank_rows(seq_len)
        first = self.first_row(n)
        mine = torch.zeros(seq_len, dtype=torch.long)
        mine[: prompt_embeds.shape[0]] = 1
        mine = mine[first : first + n]  #@ slice
        return self.transformer(
            x=x,
            prompt_embeds=prompt_embeds,
            inverse_indices=torch.zeros(seq_len, dtype=torch.long),
            block_token_tags=mine.clamp(min=0),  #@ sink
        )


def build(transformer):
    runner = Runner(SequenceParallel(ulysses=2, ring=4), transformer)
    runner.init_groups(rank=0)
    return runner


def main(transformer, encode):
    runner = build(transformer)
    return runner.step(encode("a heron"))
