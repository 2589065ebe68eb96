"""Starts the workers' groups and runs one step."""

import torch

from config import RunConfig
from packing import packed_tags, rows_of_rank
from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_sp_parallel_rank,
    maybe_init_distributed_environment_and_model_parallel,
)


def start(config: RunConfig) -> None:
    parallel = config.parallel
    maybe_init_distributed_environment_and_model_parallel(
        tp_size=parallel.tp_size,
        sp_size=parallel.ulysses_degree * parallel.ring_degree,
        ulysses_degree=parallel.ulysses_degree,
        ring_degree=parallel.ring_degree,
    )


def step(model, config: RunConfig, prompt_embeds: torch.Tensor):
    x = torch.randn(1, config.seq_len, 96, device="cuda")
    tags = packed_tags(config)
    local_tags = rows_of_rank(tags, get_sp_parallel_rank(), config.rows_per_rank)
    return model(
        x=x,
        block_token_tags=local_tags.clamp(min=0),  #@ sink
        prompt_embeds=prompt_embeds,
        unique_timesteps=torch.ones(1, device="cuda"),
    )


def main(load_model, encode):
    config = RunConfig()
    start(config)
    return step(load_model(config.model_path), config, encode("a lighthouse in the rain"))
