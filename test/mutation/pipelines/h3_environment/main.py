"""Degrees from the environment, handed to the groups and to the sharding alike."""

import os

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_sp_parallel_rank,
    maybe_init_distributed_environment_and_model_parallel,
)

ULYSSES = int(os.environ.get("ULYSSES_DEGREE", "4"))
RING = int(os.getenv("RING_DEGREE", "2"))


def init():
    maybe_init_distributed_environment_and_model_parallel(
        tp_size=1, sp_size=ULYSSES * RING, ulysses_degree=ULYSSES, ring_degree=RING
    )


def rows_of_rank(rows):
    local = rows // (ULYSSES * RING)  #@ degree length
    return get_sp_parallel_rank() * local, local


def step(model, prompt_embeds, rows=16_384):
    first, local = rows_of_rank(rows)
    tags = torch.zeros(rows, dtype=torch.long)
    tags[: prompt_embeds.shape[0]] = 1
    return model(
        x=torch.randn(1, rows, 96),
        audio_x=torch.randn(1, rows, 32),
        unique_timesteps=torch.ones(1),
        block_token_tags=tags[first : first + local],  #@ slice sink
        prompt_embeds=prompt_embeds,
    )


if __name__ == "__main__":
    init()
