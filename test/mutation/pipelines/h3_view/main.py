"""Folds the tags to [ranks, rows] and takes this rank's line."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_sp_group,
    init_distributed_environment,
    initialize_model_parallel,
)

ULYSSES = 2
RING = 4
SP = ULYSSES * RING  #@ degree


def start(rank, local_rank):
    init_distributed_environment(world_size=8, rank=rank, local_rank=local_rank)
    initialize_model_parallel(
        sequence_parallel_degree=8,
        ulysses_degree=2,
        ring_degree=4,
        tensor_parallel_degree=1,
    )


def fold(tags: torch.Tensor) -> torch.Tensor:
    return tags.view(SP, -1)  #@ parts=SP:ULYSSES


def sample(dit, prompt_embeds, frames=32, height=24, width=42, audio_rows=356):
    text_rows = 64
    rows = text_rows + audio_rows + frames * height * width
    rows += -rows % 64
    tags = torch.zeros(rows, dtype=torch.long)
    tags[:text_rows] = 1
    tags[text_rows : text_rows + audio_rows] = 2
    group = get_sp_group()
    mine = fold(tags)[group.rank_in_group]
    x = torch.randn(1, rows, 96)
    return dit(
        x=x,
        audio_x=torch.randn(1, rows, 32),
        block_token_tags=mine,  #@ sink
        prompt_embeds=prompt_embeds,
        unique_timesteps=torch.tensor([1.0]),
    )


def main(load, encode):
    start(0, 0)
    return sample(load(), encode("rain"))
