"""Tensor.narrow for the rows of this rank, in a module that owns its transformer."""

import torch
from torch import nn

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_ring_parallel_world_size,
    get_sequence_parallel_rank,
    get_ulysses_parallel_world_size,
)
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel


class PackedModel(nn.Module):
    def __init__(self, transformer: MiniMaxH3DiTModel):
        super().__init__()
        self.transformer = transformer
        self.tag_cache = {}

    def global_tags(self, length, text_len, device):
        tags = torch.zeros(length, dtype=torch.long, device=device)
        tags.narrow(0, 0, text_len).fill_(1)
        return tags

    def forward(self, x, audio_x, prompt_embeds, timesteps):
        _, rows, channels = x.shape
        assert channels == 96
        ulysses = get_ulysses_parallel_world_size()
        ring = get_ring_parallel_world_size()
        per_rank = rows // (ulysses * ring)  #@ degree length
        tags = self.global_tags(rows, prompt_embeds.size(0), x.device)
        local_tags = tags.narrow(0, get_sequence_parallel_rank() * per_rank, per_rank)  #@ narrow
        local_tags = local_tags.clamp(min=0)
        return self.transformer(
            x=x,
            audio_x=audio_x,
            unique_timesteps=timesteps,
            inverse_indices=x.new_zeros(rows, dtype=torch.long),
            block_token_tags=local_tags,  #@ sink
            prompt_embeds=prompt_embeds,
            skip_mask_out_condition=True,
        )


def load(path, loader):
    model = PackedModel(loader(path)).cuda().eval()
    return model
