"""python main.py: one forward pass of a layer on random input."""

import torch
from attention import attend
from config import AttentionConfig, ModelConfig


def build() -> ModelConfig:
    return ModelConfig(attention=AttentionConfig())


def forward(mask_mod, batch=1, tokens=16_384):
    config = AttentionConfig()
    width = config.heads * config.head_dim
    qkv = torch.randn(batch, tokens, 3 * width, device="cuda", dtype=torch.bfloat16)
    return attend(config, qkv, mask_mod)  #@ sink


def many(mask_mod):
    return [forward(mask_mod) for _ in range(build().layers)]
