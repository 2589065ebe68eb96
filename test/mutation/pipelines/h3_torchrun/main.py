"""Denoises one packed MiniMax-H3 request; every rank runs this file under torchrun."""

import os

import torch
import torch.distributed as dist

from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx

TEXT_TAG = 1
AUDIO_TAG = 2
PADDING_TAG = -1


def build_tags(text_len, audio_rows, seq_len, device):
    tags = torch.full((seq_len,), PADDING_TAG, dtype=torch.long, device=device)
    tags[:text_len] = TEXT_TAG
    tags[text_len : text_len + audio_rows] = AUDIO_TAG
    tags[text_len + audio_rows :] = 0
    return tags


def local_rows(token_tags):
    ulysses_size, ulysses_rank = get_ulysses_ctx()
    ring_size, ring_rank = get_ring_ctx()
    seq_len = token_tags.shape[0]
    local_len = seq_len // (ulysses_size * ring_size)  #@ degree length
    row_start = (ring_rank * ulysses_size + ulysses_rank) * local_len  #@ offset
    row_stop = row_start + local_len
    return token_tags[row_start:row_stop].clamp(min=0)  #@ slice


@torch.inference_mode()
def denoise(model, x, audio_x, prompt_embeds, sigmas, layout):
    seq_len = x.shape[1]
    text_len = prompt_embeds.shape[0]
    token_tags = build_tags(text_len, audio_x.shape[1] // 2, seq_len, x.device)  #@ swap=seq_len:text_len
    block_token_tags = local_rows(token_tags)
    for i in range(len(sigmas) - 1):
        step = sigmas[i + 1] - sigmas[i]
        video, audio = model(
            x=x,
            audio_x=audio_x,
            unique_timesteps=sigmas[i].view(1),
            inverse_indices=torch.zeros(seq_len, dtype=torch.long, device=x.device),  #@ inverse=seq_len
            block_token_tags=block_token_tags,  #@ sink
            prompt_embeds=prompt_embeds,
            skip_mask_out_condition=True,
            **layout,
        )
        x[:, layout["img_pos_info"]["position_ids"]] += step * video
        audio_x[:, layout["audio_pos_info"]["position_ids"]] += step * audio
    return x, audio_x


def main(load_model, load_request):
    dist.init_process_group("nccl")
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    model = load_model(os.environ.get("H3_MODEL", "MiniMaxAI/MiniMax-H3"))
    request = load_request()
    return denoise(model, request["x"], request["audio_x"], request["prompt_embeds"], request["sigmas"], request["layout"])
