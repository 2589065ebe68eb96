"""Careful code: checks lengths before the call and takes the global tags on one rank."""

import logging

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_ring_ctx,
    get_sp_world_size,
    get_ulysses_ctx,
)

logger = logging.getLogger(__name__)


def local_length(seq_len):
    ulysses_ws, _ = get_ulysses_ctx()
    ring_ws, _ = get_ring_ctx()
    if seq_len % (ulysses_ws * ring_ws) != 0:
        raise ValueError(f"{seq_len} rows over {ulysses_ws} x {ring_ws} ranks")
    return seq_len // (ulysses_ws * ring_ws)  #@ degree length


def call(model, x, tags, prompt_embeds, **inputs):
    seq_len = x.shape[1]
    if get_sp_world_size() == 1:
        logger.info("one rank, nothing to cut")
        return model(x=x, token_tags=tags, prompt_embeds=prompt_embeds, **inputs)
    local = local_length(seq_len)
    _, ulysses_rank = get_ulysses_ctx()
    _, ring_rank = get_ring_ctx()
    start = (ring_rank * get_ulysses_ctx()[0] + ulysses_rank) * local
    block = tags[start : start + local].clamp(min=0)
    if block.shape[0] != local:
        raise RuntimeError("tags do not cover the sequence")
    return model(x=x, block_token_tags=block, prompt_embeds=prompt_embeds, **inputs)  #@ sink


def unchecked(model, x, prompt_embeds):
    seq_len = x.shape[1]
    local = local_length(seq_len)
    tags = torch.zeros(local, dtype=torch.long)
    return model(x=x, block_token_tags=tags, prompt_embeds=prompt_embeds)  #@ sink
