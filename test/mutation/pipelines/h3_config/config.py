"""What a run is made of."""

from dataclasses import dataclass, field


@dataclass
class ParallelConfig:
    ulysses_degree: int = 2
    ring_degree: int = 2
    tp_size: int = 1

    @property
    def sp_degree(self) -> int:
        return self.ulysses_degree * self.ring_degree  #@ degree


@dataclass
class RunConfig:
    model_path: str = "MiniMaxAI/MiniMax-H3"
    seq_len: int = 32_704
    text_len: int = 50
    parallel: ParallelConfig = field(default_factory=ParallelConfig)

    @property
    def rows_per_rank(self) -> int:
        return self.seq_len // self.parallel.sp_degree  #@ length
