"""Helpers that know nothing of tags."""

import torch


def take_rows(tensor: torch.Tensor, rank: int, rows: int, dim: int = 0) -> torch.Tensor:
    return tensor.narrow(dim, rank * rows, rows)


def ranks(ulysses: int, ring: int) -> int:
    return ulysses * ring  #@ degree
