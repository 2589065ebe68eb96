"""Reference images and sound: the caller fixes the packed length, a multiple of 64 above what is used."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_ring_parallel_world_size,
    get_sp_parallel_rank,
    get_ulysses_parallel_world_size,
)
from sglang.multimodal_gen.runtime.pipelines_core.stages.model_specific_stages.minimax_h3.packed_sequence import (
    minimax_h3_packed_sequence_ref2va_blocks,
)

REFERENCES = [{"kind": "image", "h": 48, "w": 84}, {"kind": "audio", "audio_t": 120}]


def aligned(rows, multiple=64):
    return (rows + multiple - 1) // multiple * multiple


def pack(prompt_embeds, used):
    return minimax_h3_packed_sequence_ref2va_blocks(
        text_len=prompt_embeds.shape[0],
        latent_t=37,
        latent_h=48,
        latent_w=84,
        audio_t=207,
        ref_blocks=REFERENCES,
        seq_len=aligned(used),
    )


def rank_window(seq_len):
    degree = get_ulysses_parallel_world_size() * get_ring_parallel_world_size()  #@ degree
    rows, rest = divmod(seq_len, degree)
    if rest:
        raise ValueError(f"{seq_len} rows do not divide by {degree}")
    start = get_sp_parallel_rank() * rows
    return start, start + rows


def forward(model, prompt_embeds, used, timestep):
    packed = pack(prompt_embeds, used)
    seq_len = packed["seq_len"]
    start, stop = rank_window(seq_len)
    tags = packed["token_tags"][start:stop].clamp(min=0)  #@ slice
    x = torch.zeros(1, seq_len, 96)
    audio_x = torch.zeros(1, seq_len, 32)
    return model(
        x=x,
        audio_x=audio_x,
        img_position_ids=packed["img_position_ids"],
        unique_timesteps=timestep,
        block_token_tags=tags,  #@ sink
        prompt_embeds=prompt_embeds,
    )
