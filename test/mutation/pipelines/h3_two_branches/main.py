"""Two packed sequences in one request: the long one for the clip, the short one for its poster frame."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_parallel_rank, get_sp_world_size


def make_tags(rows, text_rows, device):
    tags = torch.zeros(rows, dtype=torch.long, device=device)
    tags[:text_rows] = 1
    return tags


def cut(tags):
    n = tags.shape[0] // get_sp_world_size()  #@ spcall not=world-degree length
    begin = n * get_sp_parallel_rank()
    return tags[begin : begin + n]  #@ slice


class Branch:
    def __init__(self, rows, text_rows, device):
        self.rows = rows
        self.tags = make_tags(rows, text_rows, device)
        self.x = torch.randn(1, rows, 96, device=device)
        self.audio_x = torch.randn(1, rows, 32, device=device)


def step(model, branch: Branch, tags, prompt_embeds, timestep):
    return model(
        x=branch.x,
        audio_x=branch.audio_x,
        unique_timesteps=timestep,
        block_token_tags=tags,
        prompt_embeds=prompt_embeds,
        skip_mask_out_condition=True,
    )


def both(model, prompt_embeds, timestep, device="cuda"):
    clip = Branch(49_152, prompt_embeds.shape[0], device)
    poster = Branch(2_048, prompt_embeds.shape[0], device)
    clip_out = step(model, clip, cut(clip.tags), prompt_embeds, timestep)  #@ sink swap=clip.tags:poster.tags sink=other-sequence
    poster_out = step(model, poster, cut(poster.tags), prompt_embeds, timestep)  #@ sink
    return clip_out, poster_out
