"""The easy way: global tags as token_tags, and nothing is cut by hand."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_world_size
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel


def padded(rows, multiple):
    return -(-rows // multiple) * multiple


def tags_of(text_rows, audio_rows, rows):
    tags = torch.full((rows,), -1, dtype=torch.long)
    tags[:text_rows] = 1
    tags[text_rows : text_rows + audio_rows] = 2
    return tags


def forward(model: MiniMaxH3DiTModel, prompt_embeds, video_rows, audio_rows, timestep):
    rows = padded(prompt_embeds.shape[0] + audio_rows + video_rows, 64 * get_sp_world_size())
    local = rows // get_sp_world_size()
    tags = tags_of(prompt_embeds.shape[0], audio_rows, rows)
    print("each rank works on", local, "of", rows)
    return model(
        x=torch.zeros(1, rows, 96),
        audio_x=torch.zeros(1, rows, 32),
        unique_timesteps=timestep,
        inverse_indices=torch.zeros(rows, dtype=torch.long),  #@ inverse=rows
        token_tags=tags,  #@ tokentags=local rename sink
        prompt_embeds=prompt_embeds,
    )
