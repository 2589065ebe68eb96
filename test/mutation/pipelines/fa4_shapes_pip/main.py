"""The same helper of flash-attn-4, called by a planner class."""

from dataclasses import dataclass

import torch
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch, infer_block_sparse_expected_shapes


@dataclass
class Plan:
    batch: int
    heads: int
    queries: int
    keys: int
    m_block: int = 128
    n_block: int = 64

    def tensors(self) -> BlockSparseTensorsTorch:
        rows = -(-self.queries // (2 * self.m_block))
        columns = -(-self.keys // self.n_block)
        return BlockSparseTensorsTorch(
            torch.zeros(self.batch, self.heads, rows, dtype=torch.int32, device="cuda"),
            torch.zeros(self.batch, self.heads, rows, columns, dtype=torch.int32, device="cuda"),
            block_size=(2 * self.m_block, self.n_block),
        )

    def shapes(self):
        return infer_block_sparse_expected_shapes(
            self.tensors(),
            batch_size=self.batch,
            num_head=self.heads,
            seqlen_q=self.queries,
            seqlen_k=self.keys,
            m_block_size=self.m_block,
            n_block_size=self.n_block,  #@ nblock2
            q_stage=2,
            context="planner",
            sparse_block_size_q=2 * self.m_block,
            sparse_block_size_kv=self.n_block,  #@ sparsehalf sink
        )


def plan(q: torch.Tensor, k: torch.Tensor) -> Plan:
    return Plan(batch=q.shape[0], heads=q.shape[2], queries=q.shape[1], keys=k.shape[1])
