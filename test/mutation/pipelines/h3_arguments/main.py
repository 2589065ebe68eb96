"""python -m torch.distributed.run --nproc-per-node 8 main.py --ulysses-degree 4 --ring-degree 2"""

import argparse

import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_sp_parallel_rank,
    init_distributed_environment,
    initialize_model_parallel,
)


def parse_args():
    parser = argparse.ArgumentParser(description="MiniMax-H3 on several GPUs")
    parser.add_argument("--model", default="MiniMaxAI/MiniMax-H3")
    parser.add_argument("--ulysses-degree", type=int, default=4)
    parser.add_argument("--ring-degree", type=int, default=2)
    parser.add_argument("--seq-len", type=int, default=32_768)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--rank", type=int, default=0)
    return parser.parse_args()


def setup(args):
    sp = args.ulysses_degree * args.ring_degree
    init_distributed_environment(world_size=sp, rank=args.rank, local_rank=args.rank)
    initialize_model_parallel(
        sequence_parallel_degree=sp, ulysses_degree=args.ulysses_degree, ring_degree=args.ring_degree
    )


def make_inputs(args, device):
    tags = torch.zeros(args.seq_len, dtype=torch.long, device=device)  #@ swap=args.seq_len:args.steps
    tags[:77] = 1
    x = torch.randn(1, args.seq_len, 96, device=device)
    audio_x = torch.randn(1, args.seq_len, 32, device=device)
    return x, audio_x, tags


def run(model, args, prompt_embeds, device="cuda"):
    x, audio_x, tags = make_inputs(args, device)
    local_len = args.seq_len // (args.ulysses_degree * args.ring_degree)  #@ degree length
    start = get_sp_parallel_rank() * local_len
    for step in range(args.steps):
        timestep = torch.full((1,), 1.0 - step / args.steps, device=device)
        x, audio_x = model(
            x=x,
            audio_x=audio_x,
            unique_timesteps=timestep,
            inverse_indices=torch.zeros(args.seq_len, dtype=torch.long, device=device),
            block_token_tags=tags[start : start + local_len].clamp(min=0),  #@ slice sink
            prompt_embeds=prompt_embeds,
        )
    return x, audio_x


def main(load_model, encode):
    args = parse_args()
    setup(args)
    return run(load_model(args.model), args, encode("a harbour at dawn"))
