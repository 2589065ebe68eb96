"""unflatten and select, with a loop over prompts in front."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_ring_ctx,
    get_sp_parallel_rank,
    get_ulysses_ctx,
)


def tags_of(prompt_rows, rows, device):
    return torch.cat(
        [
            torch.ones(prompt_rows, dtype=torch.long, device=device),
            torch.zeros(rows - prompt_rows, dtype=torch.long, device=device),
        ]
    )


def generate(transformer, encode, prompts, rows=16_384, device="cuda"):
    ulysses, _ = get_ulysses_ctx()
    ring, _ = get_ring_ctx()
    sp = ulysses * ring  #@ degree
    rank = get_sp_parallel_rank()
    results = []
    for prompt in prompts:
        embeds = encode(prompt)
        tags = tags_of(embeds.shape[0], rows, device)
        if rows % sp != 0:
            raise ValueError("rows must divide")
        local = tags.unflatten(0, (sp, rows // sp)).select(0, rank)
        x = torch.randn(1, rows, 96, device=device)
        video, audio = transformer(
            x=x,
            audio_x=torch.randn(1, rows, 32, device=device),
            unique_timesteps=torch.ones(1, device=device),
            block_token_tags=local.contiguous(),  #@ sink
            prompt_embeds=embeds,
        )
        results.append(video)
    return results
