"""sglang.multimodal_gen.runtime.distributed.parallel_state of SGLang 0.5.x: process groups, their sizes and ranks.

SP degree = Ulysses degree x ring degree. Within an SP group Ulysses ranks are contiguous and ring ranks strided:
SP rank = ring rank * Ulysses degree + Ulysses rank. The order of ranks is tp (innermost), sp, pp, cfg, dp.
"""

from shardlint import launch, parallel, require, symbol, unknown

from .group_coordinator import GroupCoordinator, SequenceParallelGroupCoordinator


def get_world_group():
    """Returns the group of all ranks."""
    return GroupCoordinator(parallel.world_size, parallel.world_rank)


def get_world_size():
    """Returns the number of all ranks: tp, sp, pp, cfg and dp multiply into it."""
    return parallel.world_size


def get_world_rank():
    """Returns this rank among all ranks."""
    return parallel.world_rank


def get_sp_group():
    """Returns the sequence-parallel group."""
    return SequenceParallelGroupCoordinator()


def get_sp_world_size():
    """Returns the SP degree: Ulysses degree times ring degree."""
    return parallel.ulysses_degree * parallel.ring_degree


def get_sequence_parallel_world_size():
    """Returns the SP degree: Ulysses degree times ring degree."""
    return get_sp_world_size()


def get_sp_parallel_rank():
    """Returns the SP rank, ring outer and Ulysses inner."""
    return parallel.ring_rank * parallel.ulysses_degree + parallel.ulysses_rank


def get_sequence_parallel_rank():
    """Returns the SP rank, ring outer and Ulysses inner."""
    return get_sp_parallel_rank()


def get_ulysses_parallel_world_size():
    """Returns the Ulysses degree, which is the SP degree only where the ring degree is 1."""
    return parallel.ulysses_degree


def get_ulysses_parallel_rank():
    """Returns the Ulysses rank."""
    return parallel.ulysses_rank


def get_ring_parallel_world_size():
    """Returns the ring degree."""
    return parallel.ring_degree


def get_ring_parallel_rank():
    """Returns the ring rank."""
    return parallel.ring_rank


def get_ulysses_ctx():
    """Returns (Ulysses degree, Ulysses rank); (1, 0) before the groups exist."""
    return parallel.ulysses_degree, parallel.ulysses_rank


def get_ring_ctx():
    """Returns (ring degree, ring rank); (1, 0) before the groups exist."""
    return parallel.ring_degree, parallel.ring_rank


def get_tp_group():
    """Returns the tensor-parallel group."""
    return GroupCoordinator(parallel.tensor_degree, get_tp_rank())


def get_tp_world_size():
    """Returns the tensor-parallel degree."""
    return parallel.tensor_degree


def get_tp_rank():
    """Returns the tensor-parallel rank; its groups are the innermost."""
    return parallel.world_rank % parallel.tensor_degree


def get_tensor_model_parallel_world_size():
    """Returns the tensor-parallel degree."""
    return parallel.tensor_degree


def get_tensor_model_parallel_rank():
    """Returns the tensor-parallel rank."""
    return get_tp_rank()


def get_dp_group():
    """Returns the data-parallel group."""
    return GroupCoordinator(parallel.data_degree, symbol("data_rank"))


def get_dp_world_size():
    """Returns the data-parallel degree."""
    return parallel.data_degree


def get_dp_rank():
    """Returns the data-parallel rank."""
    return symbol("data_rank")


def get_cfg_group():
    """Returns the group that splits classifier-free guidance."""
    return GroupCoordinator(parallel.cfg_degree, symbol("cfg_rank"))


def get_classifier_free_guidance_world_size():
    """Returns the degree of CFG parallelism."""
    return parallel.cfg_degree


def get_classifier_free_guidance_rank():
    """Returns the rank in the CFG group."""
    return symbol("cfg_rank")


def get_pp_group():
    """Returns the pipeline-parallel group."""
    return GroupCoordinator(parallel.pipeline_degree, symbol("pipeline_rank"))


def get_pipeline_parallel_world_size():
    """Returns the pipeline-parallel degree, 1 in practice."""
    return parallel.pipeline_degree


def get_pipeline_parallel_rank():
    """Returns the pipeline-parallel rank."""
    return symbol("pipeline_rank")


def get_dit_world_size():
    """Returns dp * cfg * sp * pp * tp, the ranks that run the transformer."""
    return (
        parallel.data_degree * parallel.cfg_degree * parallel.ulysses_degree * parallel.ring_degree
        * parallel.pipeline_degree * parallel.tensor_degree
    )


def init_distributed_environment(
    world_size=1, rank=0, distributed_init_method="env://", local_rank=0, backend=None, device_id=None, timeout=None,
):
    """Starts torch.distributed; `world_size` counts all ranks."""
    launch(num_gpus=world_size)


def initialize_model_parallel(
    data_parallel_size=1, classifier_free_guidance_degree=1, sequence_parallel_degree=None, ulysses_degree=1, ring_degree=1,
    tensor_parallel_degree=1, pipeline_parallel_degree=1, vae_parallel_size=0, backend=None,
):
    """Creates the groups. Nothing is derived: sequence_parallel_degree must be ulysses_degree * ring_degree."""
    require(
        sequence_parallel_degree is not None, "model-parallel-init",
        TypeError("unsupported operand type(s) for *: 'int' and 'NoneType'"), at=sequence_parallel_degree,
        missing="sequence_parallel_degree", ulysses=ulysses_degree, ring=ring_degree,
    )
    product = (
        data_parallel_size * classifier_free_guidance_degree * sequence_parallel_degree * tensor_parallel_degree
        * pipeline_parallel_degree
    )
    require(
        parallel.world_size >= product, "gpu-count-mismatch",
        RuntimeError(
            f"world_size ({parallel.world_size}) is less than tensor_parallel_degree ({tensor_parallel_degree}) x "
            f"pipeline_parallel_degree ({pipeline_parallel_degree}) xsequence_parallel_degree ({sequence_parallel_degree}) "
            f"xclassifier_free_guidance_degree ({classifier_free_guidance_degree}) xdata_parallel_degree "
            f"({data_parallel_size})"
        ),
        at=sequence_parallel_degree, num_gpus=parallel.world_size, product=product,
    )
    degree = ulysses_degree * ring_degree
    require(degree > 0, "invalid-parallel-degree", AssertionError(), at=ulysses_degree, ulysses=ulysses_degree, ring=ring_degree)
    require(
        sequence_parallel_degree == degree, "model-parallel-init",
        AssertionError(
            f"Each SP group must have size {degree}, got sizes "
            f"{[sequence_parallel_degree] * (product // sequence_parallel_degree)}"
        ),
        at=sequence_parallel_degree, actual=sequence_parallel_degree, expected=degree, ulysses=ulysses_degree, ring=ring_degree,
    )
    require_no_surplus_rank(parallel.world_size, product, at=sequence_parallel_degree)
    launch(
        ulysses_degree=ulysses_degree, ring_degree=ring_degree, tensor_degree=tensor_parallel_degree,
        data_degree=data_parallel_size, cfg_degree=classifier_free_guidance_degree,
        pipeline_degree=pipeline_parallel_degree, num_gpus=product,
    )


def require_no_surplus_rank(world_size, product, *, at):
    """Ranks beyond the product of the degrees belong to no group and fail; the text is that of the first such rank."""
    if product == 1:
        groups = "[[0]]"
    elif product == 2:
        groups = "[[0], [1]]"
    else:
        groups = f"[[0], [1], ..., [{product - 1}]]"
    require(
        world_size <= product, "gpu-count-mismatch", AssertionError(f"group_ranks={groups}, local_rank={product}"),
        at=at, num_gpus=world_size, product=product,
    )


def maybe_init_distributed_environment_and_model_parallel(
    tp_size, sp_size, cfg_degree=1, ulysses_degree=1, ring_degree=1, dp_size=1, distributed_init_method="env://",
    dist_timeout=None,
):
    """Starts torch.distributed from the environment of torchrun, then creates the groups; nothing is derived."""
    initialize_model_parallel(
        data_parallel_size=dp_size, classifier_free_guidance_degree=cfg_degree, sequence_parallel_degree=sp_size,
        ulysses_degree=ulysses_degree, ring_degree=ring_degree, tensor_parallel_degree=tp_size,
    )


def model_parallel_is_initialized():
    """Whether the groups exist; a matter of call order that nobody knows."""
    return unknown("call order")


def get_decode_parallel_group_coordinator():
    """Returns the group that decodes VAE output in parallel."""
    return GroupCoordinator(symbol("decode_degree", 1), symbol("decode_rank"))


def get_decode_parallel_world_size():
    """Returns the degree of parallel VAE decoding."""
    return symbol("decode_degree", 1)


def get_decode_parallel_rank():
    """Returns the rank in parallel VAE decoding."""
    return symbol("decode_rank")


def get_vae_parallel_world_size():
    """Returns the number of ranks set apart for the VAE."""
    return symbol("vae_degree", 1)


def get_vae_parallel_rank():
    """Returns the rank among those set apart for the VAE."""
    return symbol("vae_rank")
