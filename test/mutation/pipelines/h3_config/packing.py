"""Building and cutting packed sequences."""

import torch

from config import RunConfig


def packed_tags(config: RunConfig, device="cuda") -> torch.Tensor:
    tags = torch.zeros(config.seq_len, dtype=torch.long, device=device)
    tags[: config.text_len] = 1
    return tags


def rows_of_rank(tensor: torch.Tensor, rank: int, rows: int) -> torch.Tensor:
    return tensor[rank * rows : (rank + 1) * rows]  #@ slice
