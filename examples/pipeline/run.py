"""Starts four workers and runs one step: python run.py"""

import torch

from config import PipelineConfig
from helpers import packed_tags, rows_of_rank
from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_ulysses_parallel_rank,
    maybe_init_distributed_environment_and_model_parallel,
)


def start(config: PipelineConfig) -> None:
    maybe_init_distributed_environment_and_model_parallel(
        tp_size=1,
        sp_size=config.ulysses_degree * config.ring_degree,
        ulysses_degree=config.ulysses_degree,
        ring_degree=config.ring_degree,
    )


def step(model, config: PipelineConfig, prompt_embeds: torch.Tensor):
    x = torch.randn(1, config.seq_len, 96)
    tags = packed_tags(config, text_len=prompt_embeds.shape[0])
    local_tags = rows_of_rank(tags, get_ulysses_parallel_rank(), config.rows_per_rank)
    return model(x=x, block_token_tags=local_tags.clamp(min=0), prompt_embeds=prompt_embeds)


def main(load_model, encode):
    config = PipelineConfig()
    start(config)
    return step(load_model(config.model_path), config, encode("a lighthouse in the rain"))
