"""The call of the transformer, shared by both pipelines."""

import torch


def call_transformer(transformer, x, local_tags, prompt_embeds, timestep):
    return transformer(
        x=x,
        audio_x=torch.zeros(1, x.shape[1], 32, device=x.device),
        unique_timesteps=timestep,
        block_token_tags=local_tags,
        prompt_embeds=prompt_embeds,
        skip_mask_out_condition=True,
    )
