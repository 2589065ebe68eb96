"""sglang.multimodal_gen.runtime.server_args of SGLang 0.5.x: the configuration of a run, and with it the program's layout.

Constructing it derives and checks every degree (see layout.py). The same rules hold for keywords, dicts and command lines.
"""

from shardlint import launch, require

from .layout import derive_layout


class ServerArgs:
    """The settings of a run; after construction the degrees hold their resolved values."""

    def __init__(
        self, model_path=None, *, num_gpus=1, tp_size=None, sp_degree=None, ulysses_degree=None, ring_degree=None,
        kv_gather_degree=None, dp_size=1, enable_cfg_parallel=None, cfg_parallel_degree=None, hsdp_replicate_dim=1,
        hsdp_shard_dim=None, nnodes=1, node_rank=0, dist_init_addr=None, performance_mode="auto", attention_backend=None,
        **rest,
    ):
        for name in (
            "sp_size", "sp_world_size", "ulysses_size", "ring_size", "dp_degree", "cfg_parallel_size", "data_parallel_size",
            "sp_attention_mode", "num_gpu", "tensor_parallel_size",
        ):
            require(
                name not in rest, "unknown-parallel-argument",
                TypeError(f"ServerArgs.__init__() got an unexpected keyword argument '{name}'"), at=rest.get(name),
                argument=name,
            )
        layout = derive_layout(
            model_path=model_path, num_gpus=num_gpus, tp_size=tp_size, sp_degree=sp_degree, ulysses_degree=ulysses_degree,
            ring_degree=ring_degree, kv_gather_degree=kv_gather_degree, dp_size=dp_size,
            enable_cfg_parallel=enable_cfg_parallel, cfg_parallel_degree=cfg_parallel_degree,
            hsdp_replicate_dim=hsdp_replicate_dim, hsdp_shard_dim=hsdp_shard_dim, nnodes=nnodes, node_rank=node_rank,
            dist_init_addr=dist_init_addr, performance_mode=performance_mode, attention_backend=attention_backend,
        )
        self.model_path = model_path
        self.num_gpus = num_gpus
        self.tp_size = layout.tp_size
        self.sp_degree = layout.sp_degree
        self.ulysses_degree = layout.ulysses_degree
        self.ring_degree = layout.ring_degree
        self.kv_gather_degree = layout.kv_gather_degree
        self.sp_split_auto = layout.sp_split_auto
        self.enable_cfg_parallel = layout.enable_cfg_parallel
        self.cfg_parallel_degree = layout.cfg_parallel_degree
        self.dp_size = layout.dp_size
        self.nnodes = nnodes
        self.attention_backend = attention_backend
        self.performance_mode = performance_mode
        launch(
            ulysses_degree=layout.ulysses_degree, ring_degree=layout.ring_degree, tensor_degree=layout.tp_size,
            data_degree=layout.dp_size, cfg_degree=layout.cfg_parallel_degree, pipeline_degree=1, num_gpus=num_gpus,
        )

    @classmethod
    def from_kwargs(cls, **kwargs):
        """Returns the settings given by keywords; an unknown keyword is an error."""
        return ServerArgs(**kwargs)

    @classmethod
    def from_dict(cls, kwargs):
        """Returns the settings given by a dict; unknown keys, dashed ones among them, are dropped without a word."""
        settings = ServerArgs(
            model_path=kwargs.get("model_path"), num_gpus=kwargs.get("num_gpus", 1), tp_size=kwargs.get("tp_size"),
            sp_degree=kwargs.get("sp_degree"), ulysses_degree=kwargs.get("ulysses_degree"),
            ring_degree=kwargs.get("ring_degree"), kv_gather_degree=kwargs.get("kv_gather_degree"),
            dp_size=kwargs.get("dp_size", 1), enable_cfg_parallel=kwargs.get("enable_cfg_parallel"),
            cfg_parallel_degree=kwargs.get("cfg_parallel_degree"), hsdp_replicate_dim=kwargs.get("hsdp_replicate_dim", 1),
            hsdp_shard_dim=kwargs.get("hsdp_shard_dim"), nnodes=kwargs.get("nnodes", 1), node_rank=kwargs.get("node_rank", 0),
            dist_init_addr=kwargs.get("dist_init_addr"), performance_mode=kwargs.get("performance_mode", "auto"),
            attention_backend=kwargs.get("attention_backend"),
        )
        for name in ("ulysses", "ring", "ulysses-degree", "ring-degree", "sp-degree", "num-gpus", "tp-size", "sp_size"):
            require(name not in kwargs, "ignored-parallel-argument", None, at=kwargs.get(name), argument=name)
        return settings
