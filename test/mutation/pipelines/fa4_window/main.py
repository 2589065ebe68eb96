"""A stack of layers, global and windowed in turn, as long-context models have it."""

import torch
from flash_attn.cute import flash_attn_func
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from torch import nn
from torch.nn.attention.flex_attention import create_block_mask


def make_window(size):
    def window(b, h, q_idx, kv_idx):
        return (q_idx >= kv_idx) & (q_idx - kv_idx < size)

    return window


def sparse_for(length, size, block_q=256, block_kv=128):  #@ kvparameter
    mask = create_block_mask(make_window(size), None, None, length, length, BLOCK_SIZE=(block_q, block_kv))  #@ pair
    return BlockSparseTensorsTorch(
        mask.kv_num_blocks,
        mask.kv_indices,
        mask.full_kv_num_blocks,
        mask.full_kv_indices,
        block_size=mask.BLOCK_SIZE,
    )


class Layer(nn.Module):
    def __init__(self, width, heads, window=None):
        super().__init__()
        self.heads, self.window = heads, window
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, hidden, window_mod):
        b, n, width = hidden.shape
        q, k, v = self.qkv(hidden).reshape(b, n, 3, self.heads, 128).unbind(2)
        if self.window is None:
            out, _ = flash_attn_func(q, k, v, causal=True)
        else:
            sparse = sparse_for(n, self.window)
            out, _ = flash_attn_func(q, k, v, mask_mod=window_mod, block_sparse_tensors=sparse)  #@ sink
        return hidden + self.out(out.reshape(b, n, width))


class Model(nn.Module):
    def __init__(self, width=2048, layers=12, every=4):
        super().__init__()
        self.layers = nn.ModuleList(
            [Layer(width, width // 128, None if i % every == 0 else 4096) for i in range(layers)]
        )

    def forward(self, hidden, window_mod):
        for layer in self.layers:
            hidden = layer(hidden, window_mod)
        return hidden
