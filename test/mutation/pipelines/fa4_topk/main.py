"""Each query block keeps its best key blocks; the lists are built without FlexAttention."""

import torch
from sglang.kernels.ops.attention.flash_attn.cute import flash_attn_func
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch


class TopKBlocks:
    block_q: int = 256
    block_kv: int = 128  #@ kvdefault

    def __init__(self, keep: int):
        self.keep = keep

    def pool(self, x: torch.Tensor, size: int) -> torch.Tensor:
        b, n, h, d = x.shape
        return x.view(b, n // size, size, h, d).mean(2)

    def lists(self, q: torch.Tensor, k: torch.Tensor):
        pooled_q, pooled_k = self.pool(q, self.block_q), self.pool(k, self.block_kv)
        scores = torch.einsum("bmhd,bnhd->bhmn", pooled_q, pooled_k)
        best = scores.topk(self.keep, dim=-1).indices.sort(dim=-1).values
        counts = torch.full(best.shape[:3], self.keep, dtype=torch.int32, device=q.device)
        return counts, best.to(torch.int32)

    def __call__(self, q, k) -> BlockSparseTensorsTorch:
        counts, indices = self.lists(q, k)
        return BlockSparseTensorsTorch(
            mask_block_cnt=counts,
            mask_block_idx=indices,
            block_size=(self.block_q, self.block_kv),  #@ pair
        )


def attend(q, k, v, mask_mod, keep=16):
    """[B, S, H, 128]"""
    tensors = TopKBlocks(keep)(q, k)
    out, _ = flash_attn_func(q, k, v, mask_mod=mask_mod, block_sparse_tensors=tensors)  #@ sink
    return out


def demo(mask_mod):
    q, k, v = (torch.randn(1, 32_768, 12, 128, device="cuda", dtype=torch.bfloat16) for _ in range(3))
    return attend(q, k, v, mask_mod)
