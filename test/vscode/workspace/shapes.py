from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import infer_block_sparse_expected_shapes

n_block = 128


def shapes(tensors):
    return infer_block_sparse_expected_shapes(
        tensors, batch_size=1, num_head=8, seqlen_q=4096, seqlen_k=4096, m_block_size=128, n_block_size=n_block,
        q_stage=1, context="", sparse_block_size_kv=64,
    )
