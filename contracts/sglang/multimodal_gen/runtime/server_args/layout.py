"""How `ServerArgs` of SGLang 0.5.x fills in the degrees that were not given, and which layouts it rejects.

Everything is derived from num_gpus: it is split over dp, tp and guidance, and the rest is the SP degree. Explicit Ulysses and ring
degrees never widen the SP degree; giving one of them, even as 1, makes the other 1. An SP degree of 2 without either becomes
kv-gather, whose process groups are those of Ulysses 2 (older versions without kv_gather_degree take Ulysses 2 itself).
"""

from shardlint import require

from .models import model_facts


class Layout:
    """The resolved degrees; `sp_split_auto` says that kv-gather was chosen by the derivation."""

    def __init__(self, **degrees):
        self.num_gpus = degrees["num_gpus"]
        self.tp_size = degrees["tp_size"]
        self.sp_degree = degrees["sp_degree"]
        self.ulysses_degree = degrees["ulysses_degree"]
        self.ring_degree = degrees["ring_degree"]
        self.kv_gather_degree = degrees["kv_gather_degree"]
        self.sp_split_auto = degrees["sp_split_auto"]
        self.enable_cfg_parallel = degrees["enable_cfg_parallel"]
        self.cfg_parallel_degree = degrees["cfg_parallel_degree"]
        self.dp_size = degrees["dp_size"]


def _require_divisor(divisor, at):
    require(
        divisor != 0, "invalid-parallel-degree", ZeroDivisionError("integer modulo by zero"), at=at, actual=divisor,
    )


def _splits_guidance_by_itself(model_path, model, num_gpus, others):
    """Whether guidance is split over two halves of the GPUs without being asked; the model decides, so it is asked last."""
    if num_gpus < 2:
        return False
    if num_gpus % (others * 2) != 0:
        return False
    facts = model if model is not None else model_facts(model_path)
    return facts.splits_guidance(num_gpus)


def derive_layout(
    *, model_path=None, model=None, num_gpus=1, tp_size=None, sp_degree=None, ulysses_degree=None, ring_degree=None,
    kv_gather_degree=None, dp_size=1, enable_cfg_parallel=None, cfg_parallel_degree=None, hsdp_replicate_dim=1,
    hsdp_shard_dim=None, nnodes=1, node_rank=0, dist_init_addr=None, performance_mode="auto", attention_backend=None,
):
    """Returns the resolved Layout, or raises what ServerArgs raises. `model` is ModelFacts; None asks model_facts."""
    # Each question is asked once: what nobody knows the answer to is followed both ways.
    has_ulysses, has_ring, has_sp = ulysses_degree is not None, ring_degree is not None, sp_degree is not None
    has_gather, has_tp, has_cfg = kv_gather_degree is not None, tp_size is not None, cfg_parallel_degree is not None
    tp = tp_size if has_tp else 1

    # Guidance: explicit settings first, then the model's own habit.
    enable_cfg = enable_cfg_parallel
    if has_cfg:
        if cfg_parallel_degree >= 1:
            enable_cfg = cfg_parallel_degree > 1
    elif enable_cfg_parallel is None:
        enable_cfg = False
        if not has_sp and not has_ulysses and not has_ring and performance_mode != "manual":
            _require_divisor(dp_size, dp_size)
            _require_divisor(tp, tp_size)
            enable_cfg = _splits_guidance_by_itself(model_path, model, num_gpus, dp_size * tp)
    is_split = bool(enable_cfg)
    cfg = cfg_parallel_degree if has_cfg else 2 if is_split else 1
    group = dp_size * tp * cfg if is_split else dp_size * tp

    # The SP degree is what is left of the GPUs.
    if has_sp:
        sp = sp_degree
    else:
        _require_divisor(dp_size, dp_size)
        _require_divisor(tp, tp_size)
        sp = num_gpus // group if num_gpus % group == 0 else 1

    # Ulysses, ring and kv-gather.
    ulysses = ulysses_degree if has_ulysses else 1
    ring = ring_degree if has_ring else 1
    gather = kv_gather_degree if has_gather else 1
    split_auto = False
    if not has_ulysses and not has_ring and not has_gather:
        if sp == 2:
            gather = 2
            split_auto = True
        else:
            ulysses = sp
    if gather > 1:
        require(
            ulysses_degree in (None, 0, 1) and ring_degree in (None, 0, 1), "kv-gather-conflict",
            ValueError(
                "kv_gather_degree does not compose with ulysses_degree or ring_degree yet; set exactly one of them above 1"
            ),
            at=kv_gather_degree, kv_gather=gather, ulysses=ulysses_degree, ring=ring_degree,
        )
        ulysses = gather

    given_sp = sp_degree if has_sp else num_gpus
    given_group = tp_size if has_tp else cfg_parallel_degree if has_cfg else num_gpus
    given = (
        ulysses_degree if has_ulysses else ring_degree if has_ring else kv_gather_degree if has_gather else given_sp
    )
    shard_dim = num_gpus if hsdp_shard_dim is None else hsdp_shard_dim
    _require_ring_backend(ring, attention_backend)
    _require_valid(
        num_gpus=num_gpus, tp=tp, tp_size=tp_size, sp=sp, ulysses=ulysses, ring=ring, gather=gather, dp_size=dp_size, cfg=cfg,
        is_split=is_split, group=group, replicate_dim=hsdp_replicate_dim, shard_dim=shard_dim,
        given_shard_dim=hsdp_shard_dim, nnodes=nnodes, node_rank=node_rank, dist_init_addr=dist_init_addr, given=given,
        given_sp=given_sp, given_group=given_group, given_gather=kv_gather_degree,
    )
    _require_guidance_support(model_path, model, is_split, num_gpus, enable_cfg_parallel)
    return Layout(
        num_gpus=num_gpus, tp_size=tp, sp_degree=sp, ulysses_degree=ulysses, ring_degree=ring, kv_gather_degree=gather,
        sp_split_auto=split_auto, enable_cfg_parallel=enable_cfg, cfg_parallel_degree=cfg, dp_size=dp_size,
    )


def _require_ring_backend(ring, attention_backend):
    if attention_backend is not None:
        require(
            not (ring > 1) or attention_backend in ("fa", "fa3", "fa4", "sage_attn"), "ring-attention-backend",
            ValueError(
                f"Ring Attention requires one of the ring-capable backends (fa, sage_attn), got '{attention_backend}'"
            ),
            at=attention_backend, ring=ring, backend=attention_backend,
        )


def _require_valid(
    *, num_gpus, tp, tp_size, sp, ulysses, ring, gather, dp_size, cfg, is_split, group, replicate_dim, shard_dim,
    given_shard_dim, nnodes, node_rank, dist_init_addr, given, given_sp, given_group, given_gather,
):
    """The checks in run-time order: kv-gather, nodes, SP degree, HSDP, data parallelism, the whole product, Ulysses * ring."""
    require(
        gather >= 1, "invalid-parallel-degree", ValueError("kv_gather_degree must be >= 1"), at=given_gather, actual=gather,
    )
    require(
        gather <= 1 or sp == gather, "kv-gather-conflict",
        ValueError(
            f"kv_gather_degree ({gather}) must equal sp_degree ({sp}); check how many GPUs remain for sequence parallelism "
            "after dp/tp/cfg"
        ),
        at=given_gather, kv_gather=gather, sp=sp, num_gpus=num_gpus,
    )
    require(
        nnodes >= 1, "invalid-parallel-degree", ValueError("--nnodes must be a natural number"), at=nnodes, actual=nnodes,
    )
    require(
        0 <= node_rank < nnodes, "invalid-parallel-degree",
        ValueError(f"--node-rank ({node_rank}) must be in [0, nnodes={nnodes})"), at=node_rank, actual=node_rank, nnodes=nnodes,
    )
    require(
        nnodes <= 1 or dist_init_addr is not None, "invalid-parallel-degree",
        ValueError("--dist-init-addr is required when --nnodes > 1"), at=nnodes, actual=nnodes, missing="dist_init_addr",
    )
    require(
        num_gpus % nnodes == 0, "gpu-count-not-divisible",
        ValueError(f"num_gpus ({num_gpus}) must be divisible by nnodes ({nnodes})"), at=nnodes, num_gpus=num_gpus,
        divisor=nnodes, name="nnodes",
    )
    require(
        sp != 0 or sp > num_gpus, "invalid-parallel-degree", ZeroDivisionError("integer modulo by zero"), at=given_sp, actual=sp,
    )
    require(
        sp <= num_gpus and num_gpus % sp == 0, "gpu-count-not-divisible",
        ValueError(f"num_gpus ({num_gpus}) must be >= and divisible by sp_degree ({sp})"), at=given_sp, num_gpus=num_gpus,
        divisor=sp, name="sp_degree",
    )
    require(
        replicate_dim <= num_gpus and num_gpus % replicate_dim == 0, "gpu-count-not-divisible",
        ValueError(f"num_gpus ({num_gpus}) must be >= and divisible by hsdp_replicate_dim ({replicate_dim})"),
        at=replicate_dim, num_gpus=num_gpus, divisor=replicate_dim, name="hsdp_replicate_dim",
    )
    require(
        shard_dim <= num_gpus and num_gpus % shard_dim == 0, "gpu-count-not-divisible",
        ValueError(f"num_gpus ({num_gpus}) must be >= and divisible by hsdp_shard_dim ({shard_dim})"), at=given_shard_dim,
        num_gpus=num_gpus, divisor=shard_dim, name="hsdp_shard_dim",
    )
    _require_divisor(dp_size, dp_size)
    require(
        num_gpus % dp_size == 0, "gpu-count-not-divisible",
        ValueError(f"num_gpus ({num_gpus}) must be divisible by dp_size ({dp_size})"), at=dp_size, num_gpus=num_gpus,
        divisor=dp_size, name="dp_size",
    )
    require(
        dp_size >= 1, "invalid-parallel-degree", ValueError("--dp-size must be a natural number"), at=dp_size, actual=dp_size,
    )
    _require_divisor(tp, tp_size)
    factor = f" * {cfg}" if is_split else ""
    require(
        num_gpus % group == 0, "gpu-count-not-divisible",
        ValueError(f"num_gpus ({num_gpus}) must be divisible by (dp_size * tp_size{factor}) = {group}"), at=given_group,
        num_gpus=num_gpus, divisor=group, name="dp_size * tp_size", cfg=cfg, dp=dp_size, tp=tp,
    )
    product = ring * ulysses
    text = f"sp_degree ({sp}) must equal ring_degree * ulysses_degree ({ring} * {ulysses} = {product})"
    require(
        not isinstance(ulysses, str) and not isinstance(ring, str), "invalid-parallel-degree", ValueError(text), at=given,
        actual=given,
    )
    require(
        sp == product, "sp-degree-product", ValueError(text), at=given, sp=sp, ulysses=ulysses, ring=ring, num_gpus=num_gpus,
        product=product,
    )


def _require_guidance_support(model_path, model, is_split, num_gpus, given):
    if is_split:
        facts = model if model is not None else model_facts(model_path)
        require(
            facts.supports_cfg_parallel, "cfg-parallel-unsupported",
            ValueError(f"{facts.pipeline_config} does not support CFG parallelism"), at=given, num_gpus=num_gpus,
        )
        require(
            num_gpus != 1, "cfg-parallel-unsupported",
            ValueError("CFG Parallelism is enabled via `--enable-cfg-parallel`, but num_gpus == 1"), at=given,
            num_gpus=num_gpus,
        )
