"""Sixteen GPUs: tensor parallel 2, Ulysses 4, ring 2. The sequence is cut over eight ranks, not over sixteen."""

import torch

from sglang.multimodal_gen.runtime.distributed import (
    get_sp_parallel_rank,
    get_sp_world_size,
    init_distributed_environment,
    initialize_model_parallel,
)

PACKED_ROWS = 32_768
TENSOR_PARALLEL = 2


def setup(rank, local_rank):
    init_distributed_environment(world_size=16, rank=rank, local_rank=local_rank)
    initialize_model_parallel(
        sequence_parallel_degree=8,
        ulysses_degree=4,
        ring_degree=2,
        tensor_parallel_degree=2,
    )


class Worker:
    def __init__(self, model):
        self.model = model
        self.degree = get_sp_world_size()  #@ spcall
        self.rank = get_sp_parallel_rank()

    @property
    def rows(self):
        return PACKED_ROWS // self.degree  #@ length

    def tags(self, text_rows):
        tags = torch.zeros(PACKED_ROWS, dtype=torch.long, device="cuda")
        tags[:text_rows] = 1
        return tags[self.rank * self.rows : (self.rank + 1) * self.rows]  #@ slice

    def step(self, x, audio_x, prompt_embeds, timestep):
        x = x.view(1, PACKED_ROWS, 96)
        return self.model(
            x=x,
            audio_x=audio_x,
            unique_timesteps=timestep,
            block_token_tags=self.tags(prompt_embeds.shape[0]),  #@ sink
            prompt_embeds=prompt_embeds,
        )


def main(load):
    setup(0, 0)
    return Worker(load("MiniMaxAI/MiniMax-H3"))
