import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx


def denoise(model, tags: torch.Tensor):
    ulysses_ws, _ = get_ulysses_ctx()
    ring_ws, _ = get_ring_ctx()
    x = torch.zeros(1, 4096, 96)
    local = x.shape[1] // ulysses_ws
    block_tags = torch.zeros(local, dtype=torch.long)
    return model(x=x, block_token_tags=block_tags)
