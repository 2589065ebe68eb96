"""sglang.multimodal_gen.runtime.distributed of SGLang 0.5.x: the helpers that pipelines import from here."""

from .communication_op import (
    cfg_model_parallel_all_gather,
    cfg_model_parallel_all_reduce,
    sequence_model_parallel_all_gather,
    sequence_model_parallel_all_to_all_4D,
    tensor_model_parallel_all_gather,
    tensor_model_parallel_all_reduce,
)
from .parallel_state import (
    get_decode_parallel_group_coordinator,
    get_decode_parallel_rank,
    get_decode_parallel_world_size,
    get_dp_group,
    get_dp_rank,
    get_dp_world_size,
    get_sp_group,
    get_sp_parallel_rank,
    get_sp_world_size,
    get_tp_group,
    get_tp_rank,
    get_tp_world_size,
    get_world_group,
    get_world_rank,
    get_world_size,
    init_distributed_environment,
    initialize_model_parallel,
    maybe_init_distributed_environment_and_model_parallel,
    model_parallel_is_initialized,
)
