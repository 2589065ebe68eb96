"""The tile follows the GPU, and the mask follows the tile."""

import torch
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import create_block_mask

TILES = {9: (128, 128), 10: (128, 64)}


def tile():
    major, _ = torch.cuda.get_device_capability()
    return (128, 128) if major == 9 else (128, 64)


def block():
    major, _ = torch.cuda.get_device_capability()
    if major == 9:
        return (128, 128)  #@ archblock
    return (256, 64)  #@ archblock2


def causal(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx


def attend(q, k, v, causal_mod):
    n = q.shape[1]
    size = block()
    mask = create_block_mask(causal, None, None, n, n, device="cuda", BLOCK_SIZE=size)
    sparse = BlockSparseTensorsTorch(
        mask.kv_num_blocks,
        mask.kv_indices,
        mask.full_kv_num_blocks,
        mask.full_kv_indices,
        block_size=size,
    )
    out, *_ = _flash_attn_fwd(
        q,
        k,
        v,
        tile_mn=tile(),
        mask_mod=causal_mod,
        block_sparse_tensors=sparse,  #@ sink
    )
    return out
