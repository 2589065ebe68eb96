"""Two pipelines over one stage: one for stills, one for clips."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_sp_parallel_rank,
    initialize_model_parallel,
)
from sharding import ranks, take_rows
from stage import call_transformer

STILL_ROWS = 4_096
CLIP_ROWS = 32_768


def setup():
    initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)


def still(transformer, prompt_embeds, timestep):
    x = torch.randn(1, STILL_ROWS, 96)
    tags = torch.zeros(STILL_ROWS, dtype=torch.long)
    tags[: prompt_embeds.shape[0]] = 1
    rows = STILL_ROWS // ranks(2, 2)  #@ length
    tags = take_rows(tags, get_sp_parallel_rank(), rows)
    return call_transformer(transformer, x, tags, prompt_embeds, timestep)  #@ sink=no-divisor,off-by-one,double-length,ulysses-divisor,ring-divisor


def clip(transformer, prompt_embeds, timestep):
    x = torch.randn(1, CLIP_ROWS, 96)
    tags = torch.zeros(CLIP_ROWS, dtype=torch.long)  #@ swap=CLIP_ROWS:STILL_ROWS
    tags[: prompt_embeds.shape[0]] = 1
    tags = tags.chunk(ranks(2, 2))[get_sp_parallel_rank()]  #@ chunk
    return call_transformer(transformer, x, tags, prompt_embeds, timestep)  #@ sink=other-sequence,whole-instead-of-chunk,ulysses-divisor,ring-divisor
