"""Building and cutting packed sequences."""

import torch

from config import PipelineConfig


def packed_tags(config: PipelineConfig, text_len: int) -> torch.Tensor:
    tags = torch.zeros(config.seq_len, dtype=torch.long)
    tags[:text_len] = 1
    return tags


def rows_of_rank(tensor: torch.Tensor, rank: int, rows: int) -> torch.Tensor:
    return tensor[rank * rows : (rank + 1) * rows]
