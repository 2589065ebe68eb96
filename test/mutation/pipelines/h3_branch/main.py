"""The library's own branch makes the keywords; this file only replaces the tags when it caches them on the CPU."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_parallel_rank, get_sp_world_size
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel
from sglang.multimodal_gen.runtime.pipelines_core.stages.model_specific_stages.minimax_h3.denoise_loop import (
    MiniMaxH3DenoiseBranch,
)
from sglang.multimodal_gen.runtime.pipelines_core.stages.model_specific_stages.minimax_h3.packed_sequence import (
    minimax_h3_packed_sequence,
)


def pack(text_len, seconds):
    frames = 24 * seconds
    return minimax_h3_packed_sequence(
        text_len=text_len,
        latent_t=(frames - 5) // 17 * 5 + 2,
        latent_h=48,
        latent_w=84,
        audio_t=round(frames / 24 * 40),
        include_keyframe_cond=False,
    )


def cached_tags(packed):
    rows = packed["seq_len"] // get_sp_world_size()  #@ spcall not=world-degree length
    start = get_sp_parallel_rank() * rows
    return packed["token_tags"].cpu()[start : start + rows].clamp(min=0)  #@ slice


def run(model: MiniMaxH3DiTModel, text_embeddings, seconds, sigmas):
    packed = pack(text_embeddings.shape[0], seconds)
    branch = MiniMaxH3DenoiseBranch(
        packed=packed, text_embeddings=text_embeddings, token_tags=packed["token_tags"], device="cuda"
    )
    tags = cached_tags(packed)
    for sigma in sigmas:
        arguments = branch.forward_kwargs(video_rows=None, audio_rows=None, step_timesteps=sigma)
        arguments["block_token_tags"] = tags  #@ sink
        yield model(**arguments)


def run_untouched(model: MiniMaxH3DiTModel, text_embeddings, seconds, sigma):
    packed = pack(text_embeddings.shape[0], seconds)
    branch = MiniMaxH3DenoiseBranch(
        packed=packed, text_embeddings=text_embeddings, token_tags=packed["token_tags"], device="cuda"
    )
    return model(**branch.forward_kwargs(video_rows=None, audio_rows=None, step_timesteps=sigma))
