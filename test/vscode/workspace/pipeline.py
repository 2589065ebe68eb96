import torch

from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel


def denoise(model: MiniMaxH3DiTModel, timestep: torch.Tensor) -> torch.Tensor:
    ulysses_degree = 2
    ring_degree = 2
    x = torch.zeros(1, 4096, 64)
    tags = torch.zeros(4096, dtype=torch.long)
    return model(x=x, timestep=timestep, block_token_tags=tags)
