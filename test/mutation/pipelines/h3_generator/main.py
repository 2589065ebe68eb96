"""Probes one transformer step inside the workers that DiffGenerator starts."""

import torch

from probe import probe_step
from sglang.multimodal_gen import DiffGenerator

PROMPT = "a tram crossing a bridge, drizzle, evening"


def main():
    generator = DiffGenerator.from_pretrained(
        model_path="MiniMaxAI/MiniMax-H3",
        num_gpus=4,  #@ launch
        ulysses_degree=2,  #@ launch
        ring_degree=2,  #@ launch
    )
    sample = generator.generate(
        sampling_params_kwargs={
            "prompt": PROMPT,
            "task": "t2va",
            "target": {"short_edge": 768, "aspect_ratio": "16:9", "duration_seconds": 5},
        }
    )
    generator.shutdown()
    return sample


def probe(model, prompt_embeds: torch.Tensor):
    return probe_step(model, prompt_embeds)


if __name__ == "__main__":
    main()
