"""torch.cuda: what a program can ask about its GPU. Names that are not here stay unknown."""

from shardlint import gpu


def is_available():
    """Whether there is a GPU."""
    return gpu.available


def get_device_capability(device=None):
    """The compute capability (major, minor): (9, 0) for SM90."""
    return (gpu.architecture // 10, gpu.architecture % 10)


class _DeviceProperties:
    def __init__(self, major, minor):
        self.major = major
        self.minor = minor


def get_device_properties(device=None):
    """The properties of the GPU; of them the compute capability is known."""
    return _DeviceProperties(gpu.architecture // 10, gpu.architecture % 10)
