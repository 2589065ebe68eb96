"""Shards with the runtime's own helpers."""

import torch

from sglang.multimodal_gen.runtime.distributed.sp_shard_utils import build_shard_plan, shard_like, shard_seq


class ShardedInputs:
    def __init__(self, rows, text_rows, device):
        assert rows % 64 == 0
        self.rows = rows
        self.tags = torch.zeros(rows, dtype=torch.long, device=device)
        self.tags[:text_rows] = 1
        self.plan = build_shard_plan(rows)

    def local_tags(self):
        local, plan = shard_seq(self.tags, dim=0)
        return local

    def local_like(self, tensor):
        return shard_like(tensor, self.plan, dim=0)


def step(transformer, inputs: ShardedInputs, prompt_embeds, timestep):
    x = torch.randn(1, inputs.rows, 96, device="cuda")
    return transformer(
        x=x,
        unique_timesteps=timestep,
        block_token_tags=inputs.local_tags().clamp(min=0),  #@ sink call=inputs.local_tags():inputs.tags
        prompt_embeds=prompt_embeds,
    )


def step_like(transformer, inputs: ShardedInputs, prompt_embeds, timestep):
    x = torch.randn(1, inputs.rows, 96, device="cuda")
    tags = inputs.tags
    local = inputs.local_like(tags)
    return transformer(
        x=x,
        unique_timesteps=timestep,
        block_token_tags=local,
        prompt_embeds=prompt_embeds,
    )


def main(transformer, prompt_embeds):
    inputs = ShardedInputs(37_760, prompt_embeds.shape[0], "cuda")
    return step(transformer, inputs, prompt_embeds, torch.ones(1))
