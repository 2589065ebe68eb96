"""Row numbers of this rank by arange, used for tags and for AdaLN indices alike."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx


def rank_rows(total, device):
    ulysses_ws, ulysses_rank = get_ulysses_ctx()
    ring_ws, ring_rank = get_ring_ctx()
    count = total // (ulysses_ws * ring_ws)  #@ degree length
    begin = (ring_rank * ulysses_ws + ulysses_rank) * count  #@ offset
    return torch.arange(begin, begin + count, device=device)  #@ index


def expand_timesteps(tags, timesteps):
    unique, inverse = torch.unique(timesteps, return_inverse=True)
    return unique, inverse.view(-1)


class Step(torch.nn.Module):
    def __init__(self, dit):
        super().__init__()
        self.dit = dit

    def forward(self, x, audio_x, text_rows, prompt_embeds, sigma):
        total = x.shape[1]
        tags = torch.zeros(total, dtype=torch.long, device=x.device)
        tags[:text_rows] = 1
        rows = rank_rows(total, x.device)
        inverse = torch.zeros(total, dtype=torch.long, device=x.device)
        local_tags = torch.index_select(tags, 0, rows).clamp(min=0)
        combined = local_tags + 3 * inverse[rows]
        return self.dit(
            x=x,
            audio_x=audio_x,
            unique_timesteps=sigma.view(1),
            inverse_indices=inverse,
            block_token_tags=local_tags,  #@ sink
            block_combined_indices=combined,
            prompt_embeds=prompt_embeds,
            skip_mask_out_condition=True,
        )


def denoise(step, x, audio_x, text_rows, prompt_embeds, sigmas):
    for sigma, following in zip(sigmas[:-1], sigmas[1:]):
        video, audio = step(x, audio_x, text_rows, prompt_embeds, sigma)
        x = x + (following - sigma) * video
        audio_x = audio_x + (following - sigma) * audio
    return x, audio_x
