"""What pipelines use of torch.nn.functional."""

from torch._tensor import counts


def pad(input, pad, mode="constant", value=None):
    shape = list(input.shape)
    if len(pad) % 2 != 0 or len(pad) // 2 > len(shape):
        raise RuntimeError(f"padding {pad} of {tuple(shape)}")
    for i in range(len(pad) // 2):
        shape[-1 - i] += pad[2 * i] + pad[2 * i + 1]
    return input._like(counts(tuple(shape)))
