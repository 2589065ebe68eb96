"""Degrees come from ServerArgs, which derives what is left out: eight GPUs as Ulysses 4 and ring 2."""

import torch

from sglang.multimodal_gen import DiffGenerator
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_parallel_rank
from sglang.multimodal_gen.runtime.server_args import ServerArgs


def server_args() -> ServerArgs:
    return ServerArgs(
        model_path="MiniMaxAI/MiniMax-H3",
        num_gpus=8,
        ulysses_degree=4,
        ring_degree=2,
        attention_backend="fa",
    )


def rows_per_rank(args: ServerArgs, seq_len: int) -> int:
    return seq_len // (args.ulysses_degree * args.ring_degree)  #@ degree length returns


def custom_step(transformer, args: ServerArgs, prompt_embeds, seq_len=16_384):
    rows = rows_per_rank(args, seq_len)
    first = get_sp_parallel_rank() * rows
    tags = torch.zeros(seq_len, dtype=torch.long, device="cuda")
    tags[: prompt_embeds.shape[0]] = 1
    return transformer(
        x=torch.randn(1, seq_len, 96, device="cuda"),
        audio_x=torch.randn(1, seq_len, 32, device="cuda"),
        unique_timesteps=torch.ones(1, device="cuda"),
        block_token_tags=tags[first : first + rows],  #@ slice sink
        prompt_embeds=prompt_embeds,
    )


def main(load_transformer, prompt_embeds):
    args = server_args()
    with DiffGenerator.from_server_args(args) as generator:
        generator.generate(sampling_params_kwargs={"prompt": "a fox in the snow", "task": "t2va"})
    return custom_step(load_transformer(args.model_path), args, prompt_embeds)
