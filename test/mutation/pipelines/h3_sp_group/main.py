"""A denoising stage that asks the sequence-parallel group for size and rank."""

import torch

from sglang.multimodal_gen.runtime.distributed import get_sp_group, get_sp_world_size


class DenoisingStage:
    def __init__(self, transformer, scheduler, device="cuda"):
        self.transformer = transformer
        self.scheduler = scheduler
        self.device = device
        self.sp_size = get_sp_world_size()  #@ spcall not=world-degree

    def _rows_of_this_rank(self, packed_len: int) -> slice:
        rows = packed_len // self.sp_size  #@ length
        rank = get_sp_group().rank_in_group
        return slice(rank * rows, (rank + 1) * rows)

    def _prepare(self, batch):
        packed = batch["packed"]
        token_tags = packed["token_tags"]
        x = torch.zeros(1, token_tags.shape[0], 96, device=self.device)
        audio_x = torch.zeros(1, token_tags.shape[0], 32, device=self.device)
        x[0, packed["img_pos"]] = batch["video_rows"]
        audio_x[0, packed["audio_pos"]] = batch["audio_rows"]
        return x, audio_x, token_tags

    def forward(self, batch, timesteps):
        x, audio_x, token_tags = self._prepare(batch)
        rows = self._rows_of_this_rank(x.shape[1])
        local_tags = token_tags[rows].clamp_min(0)  #@ slice
        for timestep in timesteps:
            latents, audio = self.transformer(
                x=x,
                audio_x=audio_x,
                img_position_ids=batch["packed"]["img_position_ids"],
                unique_timesteps=timestep[None],
                inverse_indices=torch.zeros(x.shape[1], dtype=torch.long, device=self.device),
                block_token_tags=local_tags,  #@ sink
                prompt_embeds=batch["prompt_embeds"],
                skip_mask_out_condition=True,
            )
            x = self.scheduler.step(latents, timestep, x)
            audio_x = self.scheduler.step(audio, timestep, audio_x)
        return x, audio_x
