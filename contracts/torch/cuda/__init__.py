"""torch.cuda: what a program can ask about its GPU. Names that are not here stay unknown."""

from shardlint import gpu


def get_device_capability(device=None):
    """The compute capability (major, minor): (9, 0) for SM90."""
    return (gpu.architecture // 10, gpu.architecture % 10)
