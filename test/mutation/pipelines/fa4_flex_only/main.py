"""Plain FlexAttention: sizes that FA4 would reject are nobody's business here."""

import torch
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

flex = torch.compile(flex_attention, dynamic=False)
BLOCKS = (64, 32)


def natten(height, width, kernel):
    def mask(b, h, q_idx, kv_idx):
        qy, qx = q_idx // width, q_idx % width
        ky, kx = kv_idx // width, kv_idx % width
        return ((qy - ky).abs() <= kernel // 2) & ((qx - kx).abs() <= kernel // 2)

    return mask


class Neighbourhood(torch.nn.Module):
    def __init__(self, height, width, kernel=13, block=64):
        super().__init__()
        self.rows = height * width
        self.mask = create_block_mask(natten(height, width, kernel), 1, 1, self.rows, self.rows, BLOCK_SIZE=block)
        self.small = create_block_mask(natten(height, width, 3), 1, 1, self.rows, self.rows, BLOCK_SIZE=BLOCKS)

    def forward(self, q, k, v):
        assert q.shape[2] == self.rows
        wide = flex(q, k, v, block_mask=self.mask, kernel_options={"BLOCK_M": 64, "BLOCK_N": 64})
        near = flex(q, k, v, block_mask=self.small, kernel_options={"BLOCK_M": 32, "BLOCK_N": 32})
        return wide + near


def main():
    layer = Neighbourhood(64, 64)
    q, k, v = (torch.randn(1, 8, 64 * 64, 64, device="cuda") for _ in range(3))
    return layer(q, k, v)
