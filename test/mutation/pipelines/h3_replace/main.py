"""Settings are frozen; variations come from dataclasses.replace and from a NamedTuple of sizes."""

import dataclasses
from typing import NamedTuple

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_sp_parallel_rank,
    init_distributed_environment,
    initialize_model_parallel,
)


@dataclasses.dataclass(frozen=True)
class Settings:
    seq_len: int = 8_192
    ulysses: int = 4
    ring: int = 1
    text_len: int = 32


class Sizes(NamedTuple):
    total: int
    local: int


BASE = Settings()
MIXED = dataclasses.replace(BASE, ring=2)


def sizes(settings: Settings) -> Sizes:
    return Sizes(settings.seq_len, settings.seq_len // (settings.ulysses * settings.ring))  #@ degree length


def setup(settings: Settings, rank: int):
    init_distributed_environment(world_size=8, rank=rank, local_rank=rank)
    initialize_model_parallel(sequence_parallel_degree=8, ulysses_degree=4, ring_degree=2)


def run(model, prompt_embeds, settings: Settings):
    total, local = sizes(settings)
    rank = get_sp_parallel_rank()
    tags = torch.zeros(total, dtype=torch.long)
    tags[: settings.text_len] = 1
    return model(
        x=torch.randn(1, total, 96),
        unique_timesteps=torch.ones(1),
        block_token_tags=tags[rank * local : rank * local + local],  #@ slice sink
        prompt_embeds=prompt_embeds,
    )


def main(model, prompt_embeds):
    setup(MIXED, 0)
    return run(model, prompt_embeds, MIXED)
