"""One step with tags of this rank's rows; the number of ranks is the one in main.py."""

import torch

from constants import RANKS
from sglang.multimodal_gen import DiffGenerator
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_parallel_rank

ROWS = 12_288


def start():
    return DiffGenerator.from_pretrained(model_path="MiniMaxAI/MiniMax-H3", num_gpus=4, ulysses_degree=2, ring_degree=2)  #@ launch


def probe_step(model, prompt_embeds):
    rank = get_sp_parallel_rank()
    local = ROWS // RANKS  #@ length
    tags = torch.zeros(ROWS, dtype=torch.long, device="cuda")
    tags[: prompt_embeds.shape[0]] = 1
    return model(
        x=torch.randn(1, ROWS, 96, device="cuda"),
        unique_timesteps=torch.ones(1, device="cuda"),
        block_token_tags=tags[rank * local : (rank + 1) * local],  #@ slice sink
        prompt_embeds=prompt_embeds,
    )
