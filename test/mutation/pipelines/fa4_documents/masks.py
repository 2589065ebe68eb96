"""Masks over packed documents."""

import torch
from torch.nn.attention.flex_attention import BlockMask, create_block_mask

DEFAULT_BLOCK = (256, 128)  #@ kvimported pair


def document_ids(lengths: list[int]) -> torch.Tensor:
    return torch.repeat_interleave(torch.arange(len(lengths)), torch.tensor(lengths))


def document_mask(ids: torch.Tensor, block=DEFAULT_BLOCK) -> BlockMask:
    def same(b, h, q_idx, kv_idx):
        return (ids[q_idx] == ids[kv_idx]) & (q_idx >= kv_idx)

    return create_block_mask(same, None, None, ids.shape[0], ids.shape[0], device=str(ids.device), BLOCK_SIZE=block)
