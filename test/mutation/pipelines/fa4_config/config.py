"""The model's numbers."""

from dataclasses import dataclass


@dataclass
class AttentionConfig:
    heads: int = 24
    head_dim: int = 128
    q_block: int = 256
    kv_block: int = 128  #@ kvdefault
    window: int = 2048

    @property
    def block_size(self) -> tuple[int, int]:
        return (self.q_block, self.kv_block)  #@ pair


@dataclass
class ModelConfig:
    attention: AttentionConfig
    layers: int = 30
    max_tokens: int = 65_536
