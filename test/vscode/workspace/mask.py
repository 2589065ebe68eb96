from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from torch.nn.attention.flex_attention import create_block_mask

TILE = (128, 64)


def attend(q, k, v, causal):
    mask = create_block_mask(causal, 1, 1, 4096, 4096, device="cuda", BLOCK_SIZE=(256, 128))
    tensors = BlockSparseTensorsTorch(mask.kv_num_blocks, mask.kv_indices, block_size=mask.BLOCK_SIZE)
    return _flash_attn_fwd(q, k, v, tile_mn=TILE, block_sparse_tensors=tensors)
