"""make_step binds model and tags; the sampler only sees a function of latents and time."""

from functools import partial

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_group


def local_slice(length: int) -> slice:
    group = get_sp_group()
    size = group.ulysses_world_size * group.ring_world_size  #@ degree
    n = length // size  #@ length
    return slice(group.rank_in_group * n, (group.rank_in_group + 1) * n)


def make_step(model, text_rows, total_rows, prompt_embeds, device):
    tags = torch.zeros(total_rows, dtype=torch.long, device=device)  #@ swap=total_rows:text_rows
    tags[:text_rows] = 1
    mine = tags[local_slice(total_rows)]  #@ slice

    def step(x, audio_x, t):
        x = x.reshape(1, total_rows, 96)
        return model(
            x=x,
            audio_x=audio_x,
            unique_timesteps=t,
            block_token_tags=mine,
            prompt_embeds=prompt_embeds,
            skip_mask_out_condition=True,
        )

    return step


def euler(step, x, audio_x, sigmas):
    for a, b in zip(sigmas, sigmas[1:]):
        video, audio = step(x, audio_x, a.view(1))
        x, audio_x = x + (b - a) * video, audio_x + (b - a) * audio
    return x, audio_x


def sample(model, text_rows, prompt_embeds, device="cuda"):
    build = partial(make_step, model, device=device)
    step = build(text_rows, total_rows=24_960, prompt_embeds=prompt_embeds)  #@ sink
    x = torch.randn(1, 24_960, 96, device=device)
    audio_x = torch.randn(1, 24_960, 32, device=device)
    return euler(step, x, audio_x, torch.linspace(1, 0, 51))
