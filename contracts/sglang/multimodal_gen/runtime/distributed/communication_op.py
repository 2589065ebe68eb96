"""sglang.multimodal_gen.runtime.distributed.communication_op of SGLang 0.5.x: collectives by kind of group."""

from .parallel_state import get_cfg_group, get_sp_group, get_tp_group


def sequence_model_parallel_all_gather(input_, dim=-1):
    """Returns the tensors of all SP ranks joined along `dim`: its length times the SP degree."""
    return get_sp_group().all_gather(input_, dim)


def sequence_model_parallel_all_to_all_4D(input_, scatter_dim=2, gather_dim=1):
    """Returns [B, S, H / sp, D] from [B, S / sp, H, D], or the inverse."""
    return get_sp_group().all_to_all_4D(input_, scatter_dim, gather_dim)


def sequence_model_parallel_all_reduce(input_):
    """Returns a tensor of the same shape, summed over the SP ranks."""
    return input_


def tensor_model_parallel_all_gather(input_, dim=-1, tp_group=None):
    """Returns the tensors of all TP ranks joined along `dim`."""
    group = get_tp_group() if tp_group is None else tp_group
    return group.all_gather(input_, dim)


def tensor_model_parallel_all_reduce(input_, tp_group=None):
    """Returns a tensor of the same shape, summed over the TP ranks."""
    return input_


def cfg_model_parallel_all_gather(input_, dim=-1, separate_tensors=False):
    """Returns the tensors of both guidance branches joined along `dim`, or as a list."""
    return get_cfg_group().all_gather(input_, dim, separate_tensors)


def cfg_model_parallel_all_reduce(input_, op=None):
    """Returns a tensor of the same shape, summed over the guidance branches."""
    return input_
