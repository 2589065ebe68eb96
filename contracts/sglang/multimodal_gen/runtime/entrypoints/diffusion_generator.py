"""sglang.multimodal_gen.runtime.entrypoints.diffusion_generator of SGLang 0.5.x: start a generator from Python.

It spawns one worker for each GPU. What `ServerArgs` lets through can still fail in the workers.
"""

from shardlint import require, unknown

from sglang.multimodal_gen.runtime.distributed.parallel_state import require_no_surplus_rank
from sglang.multimodal_gen.runtime.server_args.models import is_minimax_h3
from sglang.multimodal_gen.runtime.server_args.server_args import ServerArgs


class DiffGenerator:
    """A running generator; the layout is fixed when it is made and no request can change it."""

    def __init__(self, server_args):
        self.server_args = server_args

    @classmethod
    def from_pretrained(cls, local_mode=True, **kwargs):
        """Starts a generator. The first positional parameter is `local_mode`; the model goes into `model_path`."""
        server_args = kwargs.get("server_args")
        require(
            server_args is not None or "model_path" in kwargs or not isinstance(local_mode, str), "positional-model-path",
            ValueError("model_path is required in kwargs"), at=local_mode,
        )
        if server_args is None:
            return DiffGenerator.from_server_args(ServerArgs.from_kwargs(**kwargs))
        if isinstance(server_args, dict):
            generator = DiffGenerator.from_server_args(ServerArgs.from_kwargs(**server_args))
        else:
            generator = DiffGenerator.from_server_args(server_args)
        for name in (
            "num_gpus", "tp_size", "sp_degree", "ulysses_degree", "ring_degree", "kv_gather_degree", "dp_size",
            "enable_cfg_parallel", "cfg_parallel_degree",
        ):
            require(name not in kwargs, "ignored-parallel-argument", None, at=kwargs.get(name), argument=name)
        return generator

    @classmethod
    def from_server_args(cls, server_args, local_mode=True):
        """Starts a generator from settings."""
        require_workers(server_args)
        return DiffGenerator(server_args)

    def generate(self, *arguments, **options):
        """Returns the generated samples; the layout stays what it is."""
        return unknown("generated samples")

    def shutdown(self):
        """Stops the workers."""

    def __enter__(self):
        return self

    def __exit__(self, *details):
        return None


def require_workers(server_args):
    """What fails in the workers: a product of degrees that is not num_gpus, and a layout that MiniMax-H3 cannot take."""
    tp = server_args.tp_size
    sp = server_args.sp_degree
    cfg = server_args.cfg_parallel_degree
    dp = server_args.dp_size
    num_gpus = server_args.num_gpus
    product = dp * tp * cfg * sp
    require(
        num_gpus >= product, "gpu-count-mismatch",
        RuntimeError(
            f"world_size ({num_gpus}) is less than tensor_parallel_degree ({tp}) x pipeline_parallel_degree (1) "
            f"xsequence_parallel_degree ({sp}) xclassifier_free_guidance_degree ({cfg}) xdata_parallel_degree ({dp})"
        ),
        at=num_gpus, num_gpus=num_gpus, product=product, tp=tp, sp=sp, cfg=cfg, dp=dp,
    )
    degree = server_args.ulysses_degree * server_args.ring_degree
    require(
        degree > 0, "invalid-parallel-degree", AssertionError(), at=server_args.ulysses_degree, actual=degree,
    )
    require_no_surplus_rank(num_gpus, product, at=num_gpus)
    if is_minimax_h3(server_args.model_path):
        require_minimax_h3(tp, server_args.ulysses_degree, server_args.ring_degree)


def require_minimax_h3(tp, ulysses, ring):
    """MiniMax-H3 has 56 heads and packs sequences to 64 rows."""
    local_heads = 56 // tp
    require(
        local_heads % ulysses == 0, "heads-not-divisible",
        ValueError(
            f"MiniMax H3 TP-local heads {local_heads} must be divisible by Ulysses size {ulysses} (total heads=56, TP={tp})."
        ),
        at=ulysses, heads=56, tp=tp, ulysses=ulysses,
    )
    require(
        64 % (ulysses * ring) == 0, "packed-alignment",
        ValueError(
            f"MiniMax H3 packed sequence alignment 64 must be divisible by the combined sequence-parallel size "
            f"{ulysses * ring} (ulysses={ulysses} x ring={ring}). Choose degrees whose product divides both the TP-local "
            f"attention heads and the packed sequence alignment."
        ),
        at=ulysses, alignment=64, ulysses=ulysses, ring=ring, degree=ulysses * ring,
    )
