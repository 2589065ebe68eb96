"""The library packs, this file slices; the packed length is whatever the prompt makes it."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_parallel_rank, get_sp_world_size
from sglang.multimodal_gen.runtime.pipelines_core.stages.model_specific_stages.minimax_h3.packed_sequence import (
    MINIMAX_H3_PACKED_SEQUENCE_ALIGNMENT,
    minimax_h3_packed_sequence,
)


class Request:
    def __init__(self, prompt_embeds, seconds, height=768, width=1344):
        self.prompt_embeds = prompt_embeds
        self.seconds = seconds
        self.packed = minimax_h3_packed_sequence(
            text_len=prompt_embeds.shape[0],
            latent_t=(24 * seconds - 5) // 17 * 5 + 2,
            latent_h=height // 16,
            latent_w=width // 16,
            audio_t=40 * seconds,
            include_keyframe_cond=False,
        )

    @property
    def seq_len(self):
        return self.packed["seq_len"]


def validate(request):
    sp = get_sp_world_size()
    if MINIMAX_H3_PACKED_SEQUENCE_ALIGNMENT % sp:
        raise ValueError("choose degrees that divide 64")
    if request.seq_len % sp:
        raise ValueError("packed length does not fit")


def shard_tags(request):
    n = request.seq_len // get_sp_world_size()  #@ spcall not=world-degree length
    i = get_sp_parallel_rank()
    return request.packed["token_tags"][i * n : (i + 1) * n].clamp(min=0)  #@ slice


def forward(transformer, request, timestep):
    validate(request)
    x = torch.zeros(1, request.seq_len, 96, device="cuda")
    audio_x = torch.zeros(1, request.seq_len, 32, device="cuda")
    return transformer(
        x=x,
        audio_x=audio_x,
        img_position_ids=request.packed["img_position_ids"],
        unique_timesteps=timestep,
        inverse_indices=torch.zeros(request.seq_len, dtype=torch.long, device="cuda"),
        update_mask=request.packed["update_mask"],
        block_token_tags=shard_tags(request),  #@ sink
        prompt_embeds=request.prompt_embeds,
    )


def main(load_transformer, encode):
    request = Request(encode("rain on a tin roof"), seconds=5)  #@ sink=no-divisor,off-by-one,ulysses-size,double-length
    return forward(load_transformer("MiniMaxAI/MiniMax-H3"), request, torch.ones(1, device="cuda"))
