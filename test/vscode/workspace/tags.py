import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel

initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)


def denoise(model):
    x = torch.zeros(1, 4096, 96)
    tags = torch.zeros(4096, dtype=torch.long)
    return model(x=x, block_token_tags=tags)
