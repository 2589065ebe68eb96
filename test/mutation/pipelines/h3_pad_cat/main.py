"""Pads tags and rows with torch.cat before they are cut for the ranks."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_sp_parallel_rank,
    get_sp_world_size,
    initialize_model_parallel,
)

TEXT, AUDIO, VIDEO = 50, 400, 12_288
ALIGN = 64


def init():
    initialize_model_parallel(sequence_parallel_degree=8, ulysses_degree=4, ring_degree=2)


def build_rows(text_rows, audio_rows, video_rows):
    rows = text_rows + audio_rows + video_rows
    pad = (ALIGN - rows % ALIGN) % ALIGN
    x = torch.cat([torch.zeros(1, rows, 96), torch.zeros(1, pad, 96)], dim=1)
    return x, pad


def build_tags(text_rows, audio_rows, video_rows):
    text = torch.ones(text_rows, dtype=torch.long)
    audio = torch.full((audio_rows,), 2, dtype=torch.long)
    video = torch.zeros(video_rows, dtype=torch.long)
    return torch.cat((text, audio, video))


def step(model, prompt_embeds):
    sp_size = get_sp_world_size()  #@ spcall not=world-degree
    sp_rank = get_sp_parallel_rank()
    x, pad = build_rows(TEXT, AUDIO, VIDEO)
    tags = build_tags(TEXT, AUDIO, VIDEO)
    local = x.shape[1] // sp_size  #@ length
    begin = sp_rank * local
    tags = torch.cat([tags, torch.zeros(pad, dtype=torch.long)])  #@ pad
    local_tags = tags[begin : begin + local].clamp(min=0)  #@ cut slice
    return model(
        x=x,
        prompt_embeds=prompt_embeds,
        inverse_indices=torch.zeros(x.shape[1], dtype=torch.long),
        block_token_tags=local_tags,  #@ sink
    )
