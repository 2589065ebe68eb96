"""Denoises one MiniMax-H3 request on eight GPUs: torchrun --nproc-per-node 8 minimax_h3_global_tags.py

The tags cover the whole packed sequence, but `block_token_tags` wants this rank's rows only.
"""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    init_distributed_environment,
    initialize_model_parallel,
)

SEQ_LEN = 37_760  # 5 s of 16:9 video with sound and a short prompt, rounded up to 64 rows
TEXT_LEN = 50
AUDIO_ROWS = 414
VIDEO_TAG, TEXT_TAG, AUDIO_TAG, PADDING_TAG = 0, 1, 2, -1


def setup(rank: int) -> None:
    init_distributed_environment(world_size=8, rank=rank, local_rank=rank)
    initialize_model_parallel(sequence_parallel_degree=8, ulysses_degree=4, ring_degree=2)


def build_token_tags(device: torch.device) -> torch.Tensor:
    video_rows = 37 * 1008
    used = TEXT_LEN + AUDIO_ROWS + video_rows
    tags = torch.full((SEQ_LEN,), PADDING_TAG, dtype=torch.long, device=device)
    tags[:TEXT_LEN] = TEXT_TAG
    tags[TEXT_LEN : TEXT_LEN + AUDIO_ROWS] = AUDIO_TAG
    tags[TEXT_LEN + AUDIO_ROWS : used] = VIDEO_TAG
    return tags


@torch.inference_mode()
def denoise(model, sigmas, prompt_embeds, layout, device):
    x = torch.randn(1, SEQ_LEN, 96, device=device)
    audio_x = torch.randn(1, SEQ_LEN, 32, device=device)
    token_tags = build_token_tags(device)

    for sigma, next_sigma in zip(sigmas[:-1], sigmas[1:]):
        video, audio = model(
            x=x,
            audio_x=audio_x,
            unique_timesteps=sigma.view(1),
            inverse_indices=torch.zeros(SEQ_LEN, dtype=torch.long, device=device),
            block_token_tags=token_tags,
            prompt_embeds=prompt_embeds,
            skip_mask_out_condition=True,
            **layout,
        )
        x[:, layout["img_pos_info"]["position_ids"]] += (next_sigma - sigma) * video
        audio_x[:, layout["audio_pos_info"]["position_ids"]] += (next_sigma - sigma) * audio
    return x, audio_x
