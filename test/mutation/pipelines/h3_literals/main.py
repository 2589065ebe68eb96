"""A demonstration with every number written down: eight GPUs, Ulysses 4 times ring 2."""

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_sp_parallel_rank,
    init_distributed_environment,
    initialize_model_parallel,
)

SEQ_LEN = 37_760
SP_DEGREE = 8  #@ constant
ROWS = SEQ_LEN // SP_DEGREE  #@ length


def setup(rank: int) -> None:
    torch.cuda.set_device(rank)
    init_distributed_environment(world_size=8, rank=rank, local_rank=rank)  #@ launch
    initialize_model_parallel(sequence_parallel_degree=8, ulysses_degree=4, ring_degree=2)  #@ launch


def packed_tags(text_rows: int = 50, audio_rows: int = 414) -> torch.Tensor:
    tags = torch.full((SEQ_LEN,), -1, dtype=torch.long, device="cuda")
    tags[0:text_rows] = 1
    tags[text_rows : text_rows + audio_rows] = 2
    tags[text_rows + audio_rows : text_rows + audio_rows + 37 * 1008] = 0
    return tags


def first_step(model, prompt_embeds):
    rank = get_sp_parallel_rank()
    x = torch.randn(1, SEQ_LEN, 96, device="cuda")
    audio_x = torch.randn(1, SEQ_LEN, 32, device="cuda")
    tags = packed_tags()
    return model(
        x=x,
        audio_x=audio_x,
        unique_timesteps=torch.ones(1, device="cuda"),
        inverse_indices=torch.zeros(SEQ_LEN, dtype=torch.long, device="cuda"),
        block_token_tags=tags[rank * ROWS : (rank + 1) * ROWS].clamp(min=0),  #@ slice sink
        prompt_embeds=prompt_embeds,
        skip_mask_out_condition=True,
    )


def second_step(model, prompt_embeds):
    x = torch.randn(1, SEQ_LEN, 96, device="cuda")
    return model(x=x, token_tags=packed_tags(), prompt_embeds=prompt_embeds)  #@ tokentags=ROWS


if __name__ == "__main__":
    setup(0)
