"""Cuts the tags with torch.chunk, as image pipelines cut prompt embeddings."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_sequence_parallel_rank,
    get_sequence_parallel_world_size,
    get_ulysses_parallel_world_size,
)


def video_tags(num_frames, height, width):
    return torch.zeros(num_frames * (height // 32) * (width // 32), dtype=torch.long)


def audio_tags(seconds):
    return torch.full((seconds * 80,), 2, dtype=torch.long)


def pack_tags(text_len, seconds, num_frames, height, width):
    tags = torch.cat([torch.ones(text_len, dtype=torch.long), audio_tags(seconds), video_tags(num_frames, height, width)])
    missing = -tags.shape[0] % 64
    return torch.cat([tags, torch.full((missing,), -1, dtype=torch.long)])


class PackedPipeline:
    def __init__(self, transformer, text_encoder):
        self.transformer = transformer
        self.text_encoder = text_encoder

    @torch.no_grad()
    def __call__(self, prompt, seconds=4, height=768, width=1344):
        prompt_embeds = self.text_encoder(prompt)
        num_frames = 24 * seconds // 17 * 5 + 2
        tags = pack_tags(prompt_embeds.shape[0], seconds, num_frames, height, width)
        x = torch.randn(1, tags.numel(), 96)
        audio_x = torch.randn(1, tags.numel(), 32)
        ulysses_size = get_ulysses_parallel_world_size()
        if ulysses_size > 1:
            print("ulysses over", ulysses_size, "GPUs")
        block_tags = torch.chunk(tags, get_sequence_parallel_world_size(), dim=0)[get_sequence_parallel_rank()]  #@ chunk parts=get_sequence_parallel_world_size():ulysses_size
        video, audio = self.transformer(
            x=x,
            audio_x=audio_x,
            unique_timesteps=torch.ones(1),
            inverse_indices=torch.zeros(tags.numel(), dtype=torch.long),
            block_token_tags=block_tags.clamp(min=0),  #@ sink
            prompt_embeds=prompt_embeds,
            skip_mask_out_condition=True,
        )
        return video, audio
