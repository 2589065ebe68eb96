"""Shape arithmetic shared by the contracts of sglang.multimodal_gen; SGLang itself has no such module."""

from shardlint import Tensor


def resized(x, dim, length):
    """Returns a tensor like `x` with another length along `dim`."""
    position = dim if dim >= 0 else x.ndim + dim
    return Tensor(x.shape[:position] + (length,) + x.shape[position + 1:], dtype=x.dtype, device=x.device)


def exchanged(x, scatter_dim, gather_dim, degree):
    """Returns a tensor like `x`, split `degree` ways along `scatter_dim` and joined along `gather_dim`."""
    scattered = resized(x, scatter_dim, x.shape[scatter_dim] // degree)
    return resized(scattered, gather_dim, x.shape[gather_dim] * degree)
