"""The two right ways to hand MiniMax-H3 its tags: whole as `token_tags`, or this rank's rows as `block_token_tags`."""

import torch

from sglang.multimodal_gen import DiffGenerator
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx
from sglang.multimodal_gen.runtime.pipelines_core.stages.model_specific_stages.minimax_h3.packed_sequence import (
    minimax_h3_packed_sequence,
)


def start_generator() -> DiffGenerator:
    return DiffGenerator.from_pretrained(
        model_path="MiniMaxAI/MiniMax-H3",
        num_gpus=4,
        ulysses_degree=2,
        ring_degree=2,
    )


def pack(text_len: int, seconds: int):
    frames = 24 * seconds
    return minimax_h3_packed_sequence(
        text_len=text_len,
        latent_t=(frames - 5) // 17 * 5 + 2,
        latent_h=48,
        latent_w=84,
        audio_t=round(frames / 24 * 40),
        include_keyframe_cond=False,
    )


def step_with_global_tags(model, packed, **inputs):
    x = torch.zeros(1, packed["seq_len"], 96)
    return model(x=x, token_tags=packed["token_tags"], **inputs)


def step_with_local_tags(model, packed, **inputs):
    seq_len = packed["seq_len"]
    ulysses_size, ulysses_rank = get_ulysses_ctx()
    ring_size, ring_rank = get_ring_ctx()
    local_len = seq_len // (ulysses_size * ring_size)
    row_start = (ring_rank * ulysses_size + ulysses_rank) * local_len
    tags = packed["token_tags"][row_start : row_start + local_len].clamp(min=0)
    return model(x=torch.zeros(1, seq_len, 96), block_token_tags=tags, **inputs)


if __name__ == "__main__":
    with start_generator() as generator:
        generator.generate(sampling_params_kwargs={"prompt": "waves at dusk", "task": "t2va"})
