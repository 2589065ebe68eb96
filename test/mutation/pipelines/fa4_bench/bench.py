"""python bench.py --length 16384 --tile-n 128"""

import argparse
import time

import torch
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import create_block_mask


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--length", type=int, default=8192)
    parser.add_argument("--heads", type=int, default=16)
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--tile-n", type=int, default=128)
    return parser.parse_args()


def sliding(b, h, q_idx, kv_idx):
    return (q_idx >= kv_idx) & (q_idx - kv_idx < 4096)


def timed(function, repeats):
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(repeats):
        function()
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / repeats


def bench(length, heads, tile_n, repeats, mask_mod):
    q, k, v = (torch.randn(1, length, heads, 128, device="cuda", dtype=torch.float16) for _ in range(3))
    kv_block = tile_n  #@ multiple
    mask = create_block_mask(sliding, 1, 1, length, length, device="cuda", BLOCK_SIZE=(256, kv_block))
    tensors = BlockSparseTensorsTorch(
        mask.kv_num_blocks,
        mask.kv_indices,
        mask.full_kv_num_blocks,
        mask.full_kv_indices,
        block_size=(256, kv_block),
    )

    def call():
        return _flash_attn_fwd(
            q,
            k,
            v,
            tile_mn=(128, tile_n),
            mask_mod=mask_mod,
            block_sparse_tensors=tensors,  #@ sink
        )

    return timed(call, repeats)


def main(mask_mod):
    args = parse()
    seconds = bench(args.length, args.heads, args.tile_n, args.repeats, mask_mod)
    print(f"{args.length:6d} tokens: {seconds * 1e3:.2f} ms")
