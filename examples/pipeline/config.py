"""What a run is made of."""

from dataclasses import dataclass


@dataclass
class PipelineConfig:
    model_path: str = "MiniMaxAI/MiniMax-H3"
    num_gpus: int = 4
    ulysses_degree: int = 2
    ring_degree: int = 2
    seq_len: int = 32_704

    @property
    def rows_per_rank(self) -> int:
        return self.seq_len // self.ulysses_degree
