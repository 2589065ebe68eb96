"""Which block size a kernel wants."""


def kv_tile(head_dim: int) -> int:
    if head_dim > 128:
        raise ValueError("larger heads have kernels of their own")
    return 128  #@ kvreturn


def block_size(head_dim: int) -> tuple[int, int]:
    return 256, kv_tile(head_dim)
