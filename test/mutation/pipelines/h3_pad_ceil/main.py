"""Rounds the packed length up to the alignment by ceil(length / align) * align."""

import math

import torch
import torch.nn.functional as F

from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx

PACK_ALIGN = 64


def round_up(length: int, multiple: int) -> int:
    return math.ceil(length / multiple) * multiple


def used_rows(text_len, latent_t, latent_h, latent_w, audio_t):
    return text_len + audio_t * 2 + latent_t * (latent_h // 2) * (latent_w // 2)


def tags_for(text_len, audio_t, used, device):
    tags = torch.zeros(used, dtype=torch.long, device=device)
    tags[:text_len] = 1
    tags[text_len : text_len + audio_t * 2] = 2
    return tags


class Packer:
    def __init__(self, text_len=77, latent_t=37, latent_h=48, latent_w=84, audio_t=207):
        self.text_len = text_len
        self.audio_t = audio_t
        self.used = used_rows(text_len, latent_t, latent_h, latent_w, audio_t)
        self.seq_len = round_up(self.used, PACK_ALIGN)

    def local_tags(self, device):
        (u, ur), (r, rr) = get_ulysses_ctx(), get_ring_ctx()
        n = self.seq_len // (u * r)  #@ degree length
        low = (rr * u + ur) * n  #@ offset
        tags = tags_for(self.text_len, self.audio_t, self.used, device)
        tags = F.pad(tags, (0, self.seq_len - self.used), value=-1)  #@ pad
        local = tags[low : low + n].clamp(min=0)  #@ cut slice
        return local


def denoise_step(transformer, packer: Packer, prompt_embeds, t, device):
    x = torch.randn(1, packer.seq_len, 96, device=device)
    audio_x = torch.randn(1, packer.seq_len, 32, device=device)
    return transformer(
        x=x,
        audio_x=audio_x,
        unique_timesteps=t,
        block_token_tags=packer.local_tags(device),  #@ sink
        prompt_embeds=prompt_embeds,
        skip_mask_out_condition=True,
    )


def main(transformer, prompt_embeds):
    return denoise_step(transformer, Packer(), prompt_embeds, torch.ones(1), "cuda")  #@ sink=double-length,unpadded,padded-after-cut
