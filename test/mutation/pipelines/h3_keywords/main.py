"""Keywords are gathered in dictionaries and merged before the call."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_sp_parallel_rank,
    get_ring_parallel_world_size,
    get_ulysses_parallel_world_size,
)


def static_inputs(x, audio_x, prompt_embeds):
    return {
        "x": x,
        "audio_x": audio_x,
        "prompt_embeds": prompt_embeds,
        "skip_mask_out_condition": True,
    }


def tag_inputs(x, text_rows):
    total = x.shape[1]
    degree = get_ulysses_parallel_world_size() * get_ring_parallel_world_size()  #@ degree
    assert total % degree == 0
    rows = total // degree  #@ length
    tags = torch.zeros(total, dtype=torch.long, device=x.device)
    tags[:text_rows] = 1
    offset = get_sp_parallel_rank() * rows
    inputs = dict(block_token_tags=tags[offset : offset + rows].clamp(min=0))  #@ slice
    inputs.update(inverse_indices=torch.zeros(total, dtype=torch.long, device=x.device))
    return inputs


def step(model, x, audio_x, prompt_embeds, timestep):
    inputs = static_inputs(x, audio_x, prompt_embeds) | tag_inputs(x, prompt_embeds.shape[0])
    inputs["unique_timesteps"] = timestep.view(1)
    return model(**inputs)  #@ sink


def loop(model, x, audio_x, prompt_embeds, timesteps):
    outputs = []
    for timestep in timesteps:
        video, audio = step(model, x, audio_x, prompt_embeds, timestep)
        outputs.append((video, audio))
    return outputs
