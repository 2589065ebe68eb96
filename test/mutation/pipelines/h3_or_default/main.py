"""Degrees that may be left out: what is None falls back to what the groups say."""

from typing import Optional

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_ring_parallel_world_size,
    get_sp_parallel_rank,
    get_ulysses_parallel_world_size,
)


def sp_degree(ulysses: Optional[int] = None, ring: Optional[int] = None) -> int:
    u = ulysses or get_ulysses_parallel_world_size()
    r = ring or get_ring_parallel_world_size()
    return u * r  #@ degree


def shard(tags: torch.Tensor, degree: int, rank: int) -> torch.Tensor:
    if tags.shape[0] % degree != 0:
        raise ValueError(f"{tags.shape[0]} rows cannot be split over {degree} ranks")
    rows = tags.shape[0] // degree  #@ length
    return tags[rank * rows : (rank + 1) * rows]  #@ slice


class H3Step:
    def __init__(self, model, text_len, device):
        self.model = model
        self.text_len = text_len
        self.device = device
        self._degree = None

    @property
    def degree(self):
        self._degree = self._degree or sp_degree()
        return self._degree

    def tags(self, rows):
        tags = torch.zeros(rows, dtype=torch.int64, device=self.device)
        tags[: self.text_len] = 1
        return tags

    def __call__(self, x, audio_x, prompt_embeds, timestep):
        tags = shard(self.tags(x.shape[1]), sp_degree(), get_sp_parallel_rank())
        return self.model(
            x=x,
            audio_x=audio_x,
            prompt_embeds=prompt_embeds,
            unique_timesteps=timestep.reshape(1),
            block_token_tags=tags,  #@ sink
            skip_mask_out_condition=True,
        )
