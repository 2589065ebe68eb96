/** Small pipelines with a mistake, and where it is. */

/** `block_token_tags` has all 4096 rows, but each of 4 ranks has 1024. */
export const wrongTags = `import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel

initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)


def run(model):
    x = torch.zeros(1, 4096, 96)
    tags = torch.zeros(4096, dtype=torch.long)
    return model(x=x, block_token_tags=tags)
`;

export const wrongArgument = { start: { line: 9, character: 39 }, end: { line: 9, character: 43 } };

/** The literal to change for tags that are right, and for some that are wrong in another way. */
export const tagLength = { start: { line: 8, character: 23 }, end: { line: 8, character: 27 } };

/** The degrees are not known, so the settings have to say them. */
export const undecided = `import torch


def run(model):
    x = torch.zeros(1, 4096, 96)
    tags = torch.zeros(2048, dtype=torch.long)
    return model(x=x, block_token_tags=tags)
`;
