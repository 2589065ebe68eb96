"""FlashAttention-4 and FlexAttention contracts against the facts that were established by running the libraries."""

import unittest

from oracle import Tensor, refusal, world

from _fa4.forward import require_kernel_support
from flash_attn.cute import block_sparsity as pip_blocks, interface as pip
from flash_attn.cute.compute_block_sparsity import compute_block_sparsity
from sglang.kernels.ops.attention.flash_attn.cute import block_sparsity as vendored_blocks, interface as vendored
from sglang.kernels.ops.attention.flash_attention_v4 import flash_attn_varlen_func as sglang_wrapper
from torch.nn.attention.flex_attention import BlockMask, create_block_mask, flex_attention

LENGTH = 4096
LIBRARIES = {"vendored": vendored, "pip": pip}
NEWEST = {"flash-attn-4": "4.0.0b27"}
BEFORE_MULTIPLES = {"flash-attn-4": "4.0.0b21"}


def mask_mod(*_):
    return True


def sparse(block_size, declared="same", length=LENGTH, batch=1, heads=1, device="cuda"):
    mask = create_block_mask(mask_mod, batch, heads, length, length, device=device, BLOCK_SIZE=block_size)
    return pip_blocks.BlockSparseTensorsTorch(
        mask.kv_num_blocks, mask.kv_indices, mask.full_kv_num_blocks, mask.full_kv_indices,
        block_size=mask.BLOCK_SIZE if declared == "same" else declared,
    )


def call(which, tensors, architecture, head_dim=128, head_dim_v=None, length=LENGTH, libraries=None, heads=8, **options):
    q = Tensor((1, length, heads, head_dim), dtype="bfloat16", device="cuda")
    v = Tensor((1, length, heads, head_dim_v or head_dim), dtype="bfloat16", device="cuda")
    with world(architecture=architecture, libraries=libraries or NEWEST):
        return refusal(
            LIBRARIES[which]._flash_attn_fwd, q, q, v, mask_mod=mask_mod, block_sparse_tensors=tensors, **options
        )


class AcceptedBlockSizes(unittest.TestCase):
    """Which (Q, KV) block sizes each architecture and head dim accepts at 4096 tokens, as found by running both libraries."""

    Q = (64, 96, 128, 192, 256, 384, 512, 576)
    KV = (32, 64, 80, 96, 112, 128, 144, 256, 384)

    def accepted(self, which, architecture, head_dim, head_dim_v, length=LENGTH):
        result = set()
        for q in self.Q:
            for kv in self.KV:
                answer = call(which, sparse((q, kv), length=length), architecture, head_dim, head_dim_v, length=length)
                if answer is None or answer.rule in ("block-sparse-ignored", "block-sparse-unsupported"):
                    result.add((q, kv))
        return result

    def expect(self, architecture, head_dims, rule, pip_rule=None, length=LENGTH):
        for head_dim, head_dim_v in head_dims:
            for which, predicate in (("vendored", rule), ("pip", pip_rule or rule)):
                with self.subTest(architecture=architecture, head_dim=head_dim, head_dim_v=head_dim_v, library=which):
                    expected = {(q, kv) for q in self.Q for kv in self.KV if predicate(q, kv)}
                    self.assertEqual(self.accepted(which, architecture, head_dim, head_dim_v, length), expected)

    def test_sm80(self):
        self.expect(80, [(64, 64), (128, 128), (192, 128), (256, 256)], lambda q, kv: q % 128 == 0 and kv == 64)

    def test_sm80_is_silently_dense(self):
        answer = call("pip", sparse((128, 64)), 80)
        self.assertEqual((answer.rule, answer.exception), ("block-sparse-ignored", None))

    def test_sm90_small_heads(self):
        self.expect(90, [(64, 64)], lambda q, kv: (q % 128 == 0 or q % 192 == 0) and kv == 128)

    def test_sm90_heads_of_96(self):
        def accepts(q, kv):
            return (q % 192 == 0 and kv == 144) or (q % 128 == 0 and q % 192 != 0 and kv == 128)

        self.expect(90, [(96, 96)], accepts)

    def test_sm90_heads_of_128(self):
        self.expect(90, [(128, 128), (192, 128)], lambda q, kv: q % 128 == 0 and kv == 128)

    def test_sm90_heads_of_192(self):
        self.expect(90, [(192, 192)], lambda q, kv: q % 128 == 0 and kv == 112)

    def test_sm90_heads_of_256(self):
        self.expect(90, [(256, 256)], lambda q, kv: q % 128 == 0 and kv == 80)

    def test_sm100(self):
        for architecture in (100, 110):
            self.expect(
                architecture, [(64, 64), (96, 96), (128, 128), (192, 128)], lambda q, kv: q % 256 == 0 and kv == 128,
                lambda q, kv: q % 256 == 0 and kv % 128 == 0,
            )

    def test_sm100_short_sequences_use_one_query_stage(self):
        self.assertIsNone(call("vendored", sparse((128, 128), length=128), 100, length=128))
        self.assertEqual(call("vendored", sparse((128, 128), length=129), 100, length=129).rule, "q-block-size")

    def test_sm100_heads_of_256_pass_the_size_check_only(self):
        for which in LIBRARIES:
            answer = call(which, sparse((256, 128)), 100, 256)
            self.assertEqual(answer.text, "SM100 forward with head_dim=256 does not support block sparsity")

    def test_256_by_128_is_portable(self):
        for which in LIBRARIES:
            for architecture in (90, 100):
                for head_dim, head_dim_v in ((64, 64), (96, 96), (128, 128), (192, 128)):
                    self.assertIsNone(call(which, sparse((256, 128)), architecture, head_dim, head_dim_v))

    def test_sm120_has_no_block_sparsity(self):
        self.assertEqual(call("pip", sparse((128, 64)), 120).text, "Block sparsity not supported on SM 12.0")


class KvBlockSize(unittest.TestCase):
    TILE_64 = "Block sparsity requires sparse_block_size[1]=64 to match tile_n."
    TILE_128 = "Block sparsity requires sparse_block_size[1]=128 to match tile_n."
    Q_128 = "Block sparse tensorsforward have block size 128, which must be a multiple of 256."

    def test_s01_explicit_tile(self):
        for architecture in (80, 90, 100, 110, 120):
            self.assertEqual(call("vendored", sparse(128), architecture, tile_mn=(128, 64)).text, self.TILE_64)
        for architecture in (80, 90):
            self.assertEqual(call("pip", sparse(128), architecture, tile_mn=(128, 64)).text, self.TILE_64)
        for architecture in (100, 110):
            self.assertEqual(call("pip", sparse(128), architecture, tile_mn=(128, 64)).text, self.Q_128)
            old = call("pip", sparse(128), architecture, tile_mn=(128, 64), libraries=BEFORE_MULTIPLES)
            self.assertEqual(old.text, self.TILE_64)

    def test_s01_corrected(self):
        for which in LIBRARIES:
            self.assertIsNone(call(which, sparse((256, 64)), 100, tile_mn=(128, 64)))
            self.assertIsNone(call(which, sparse((128, 64)), 90, tile_mn=(128, 64)))

    def test_s01_facts(self):
        tensors = sparse(128)
        answer = call("vendored", tensors, 90, tile_mn=(128, 64))
        self.assertEqual(answer.rule, "kv-block-size")
        self.assertIs(answer.at, tensors)
        self.assertEqual((answer.facts["actual"], answer.facts["expected"], answer.facts["relation"]), (128, 64, "equal"))
        self.assertIs(answer.facts["tensors"], tensors)
        self.assertEqual(answer.facts["tile"], (128, 64))
        self.assertIsNone(call("vendored", sparse(128), 80).facts["tile"])

    def test_s02_default_mask_on_sm100(self):
        for which in LIBRARIES:
            self.assertEqual(call(which, sparse(128), 100).text, self.Q_128)
            self.assertIsNone(call(which, sparse(128), 90))

    def test_s03_queries_and_keys_swapped(self):
        self.assertEqual(call("vendored", sparse((128, 256)), 90).text, self.TILE_128)
        self.assertEqual(call("vendored", sparse((128, 256)), 100).text, self.TILE_128)
        self.assertEqual(call("pip", sparse((128, 256)), 90).text, self.TILE_128)
        self.assertEqual(call("pip", sparse((128, 256)), 100).text, self.Q_128)

    def test_s05_square_256(self):
        for architecture in (90, 100):
            self.assertEqual(call("vendored", sparse((256, 256)), architecture).text, self.TILE_128)
        self.assertEqual(call("pip", sparse((256, 256)), 90).text, self.TILE_128)
        self.assertIsNone(call("pip", sparse((256, 256)), 100))
        self.assertEqual(call("pip", sparse((256, 256)), 100, libraries=BEFORE_MULTIPLES).text, self.TILE_128)

    def test_not_a_multiple(self):
        answer = call("pip", sparse((256, 192)), 100)
        self.assertEqual(answer.text, "Block sparsity requires sparse_block_size[1] to be a multiple of tile_n=128.")
        self.assertEqual(answer.facts["relation"], "multiple")

    def test_replacing_only_the_declared_size_is_no_fix(self):
        tensors = sparse((256, 256))._replace(block_size=(256, 128))
        self.assertEqual(tensors.block_size, (256, 128))
        answer = call("vendored", tensors, 100)
        self.assertEqual((answer.rule, answer.exception), ("mask-block-size", None))

    def test_s25_direct_helper(self):
        texts = {}
        for name, module in (("vendored", vendored_blocks), ("pip", pip_blocks)):
            for libraries in (NEWEST, BEFORE_MULTIPLES):
                with world(libraries=libraries):
                    tensors = sparse((128, 128))
                    answer = refusal(
                        module.infer_block_sparse_expected_shapes, tensors, batch_size=1, num_head=8, seqlen_q=4096,
                        seqlen_k=4096, m_block_size=128, n_block_size=128, q_stage=1, context="", sparse_block_size_kv=64,
                    )
                    self.assertEqual((answer.rule, answer.at), ("kv-block-size", 64))
                    texts[name, libraries["flash-attn-4"]] = answer.text
        equal = "Block sparse tensors require BLOCK_SIZE_KV=128."
        self.assertEqual(texts["vendored", "4.0.0b27"], equal)
        self.assertEqual(texts["pip", "4.0.0b21"], equal)
        self.assertEqual(
            texts["pip", "4.0.0b27"], "Block sparse tensors require BLOCK_SIZE_KV to be a multiple of 128."
        )

    def test_s25_context_has_no_blank(self):
        answer = refusal(
            vendored_blocks.infer_block_sparse_expected_shapes, sparse((128, 128)), batch_size=1, num_head=8, seqlen_q=4096,
            seqlen_k=4096, m_block_size=128, n_block_size=128, q_stage=1, context="forward", sparse_block_size_kv=64,
        )
        self.assertEqual(answer.text, "Block sparse tensorsforward require BLOCK_SIZE_KV=128.")

    def test_s25_corrected(self):
        for module in (vendored_blocks, pip_blocks):
            for kv in (128, None):
                with world(libraries=NEWEST):
                    shapes = module.infer_block_sparse_expected_shapes(
                        sparse((128, 128)), batch_size=1, num_head=8, seqlen_q=4096, seqlen_k=4096, m_block_size=128,
                        n_block_size=128, q_stage=1, context="", sparse_block_size_q=128, sparse_block_size_kv=kv,
                    )
                    self.assertEqual(shapes, ((1, 8, 32), (1, 8, 32, 32), 1))


class OtherChecks(unittest.TestCase):
    def test_s04_coarse_mask_is_silently_wrong(self):
        for which in LIBRARIES:
            answer = call(which, sparse((256, 256), declared=(256, 128)), 100)
            self.assertEqual((answer.rule, answer.exception), ("mask-block-size", None))

    def test_s06_fine_mask(self):
        for which in LIBRARIES:
            answer = call(which, sparse(64, declared=(256, 128)), 100)
            self.assertEqual(answer.text, "Block sparse tensorsforward n-block dimension must be <= 32.")

    def test_s07_block_size_in_the_fifth_field(self):
        for heads, expected in (
            (8, "mask_block_cnt with shape (1, 8, 16) cannot be expanded to expected shape (8, 16)."),
            (1, "tuple index out of range"),
        ):
            mask = create_block_mask(mask_mod, 1, heads, LENGTH, LENGTH, BLOCK_SIZE=(256, 128))
            tensors = pip_blocks.BlockSparseTensorsTorch(
                mask.kv_num_blocks, mask.kv_indices, mask.full_kv_num_blocks, mask.full_kv_indices, (256, 128)
            )
            answer = call("vendored", tensors, 100)
            self.assertEqual((answer.rule, answer.text), ("block-size-position", expected))

    def test_s08_omitted_block_size_fails_for_short_sequences(self):
        for size in (128, 256):
            for length in (size * 2, size * 8, size * size - size, size * size, size * size + size, size * size * 2):
                answer = call("vendored", sparse((size, 128), declared=None, length=length), 90, length=length)
                if length <= size * size:
                    self.assertEqual(answer.rule, "missing-block-size")
                    self.assertIn(f"for seqlen_q={length} and num_m_blocks={-(-length // size)}.", answer.text)
                else:
                    self.assertIsNone(answer)

    def test_one_block_is_inferred_as_the_length(self):
        answer = call("vendored", sparse((256, 128), declared=None, length=200), 100, length=200)
        self.assertEqual(answer.text, "Block sparse tensorsforward have block size 200, which must be a multiple of 256.")

    def test_s09_int64(self):
        counts = Tensor((1, 1, 16), dtype="int64", device="cuda")
        indices = Tensor((1, 1, 16, 32), dtype="int64", device="cuda")
        answer = call("pip", pip_blocks.BlockSparseTensorsTorch(counts, indices, block_size=(256, 128)), 100)
        self.assertEqual((answer.rule, answer.text), ("block-tensor-dtype", "mask_block tensors must have dtype torch.int32"))

    def test_s10_mask_on_the_cpu(self):
        answer = call("pip", sparse((256, 128), device="cpu"), 100)
        self.assertEqual((answer.rule, answer.text), ("block-tensor-device", "mask_block tensors must live on CUDA"))

    def test_s13_mask_with_kv_heads(self):
        answer = call("pip", sparse((256, 128), heads=8), 100, heads=32)
        self.assertEqual(answer.text, "Block sparse tensorsforward head dim must be 32 or 1.")
        self.assertIsNone(call("pip", sparse((256, 128), heads=32), 100, heads=32))

    def test_s17_removed_tile_arguments(self):
        answer = call("pip", sparse((256, 128)), 100, n_block_size=64)
        self.assertEqual(answer.text, "_flash_attn_fwd() got an unexpected keyword argument 'n_block_size'")

    def test_s18_compute_block_sparsity_takes_the_tile_as_it_is(self):
        for tile_m, rule in ((128, "q-block-size"), (256, None)):
            tensors = compute_block_sparsity(tile_m, 128, 1, 8, LENGTH, LENGTH, mask_mod, None, "cuda")
            answer = call("pip", tensors, 100)
            self.assertEqual(None if answer is None else answer.rule, rule)

    def test_s19_varlen_without_offsets(self):
        q = Tensor((LENGTH, 8, 128), device="cuda")
        cu = Tensor((5,), dtype="int32", device="cuda")
        tensors = pip_blocks.BlockSparseTensorsTorch(
            Tensor((8, 64), dtype="int32", device="cuda"), Tensor((8, 512), dtype="int32", device="cuda"), block_size=(256, 128)
        )
        for module in (pip, vendored):
            with world(architecture=100, libraries=NEWEST):
                answer = refusal(
                    module.flash_attn_varlen_func, q, q, q, cu_seqlens_q=cu, cu_seqlens_k=cu, max_seqlen_q=1024,
                    max_seqlen_k=1024, mask_mod=mask_mod, block_sparse_tensors=tensors,
                )
            self.assertEqual(answer.text, "Varlen block sparsity requires block_sparse_tensors.cu_total_m_blocks.")
        given = tensors._replace(cu_total_m_blocks=cu)
        options = dict(cu_seqlens_q=cu, cu_seqlens_k=cu, max_seqlen_q=1024, max_seqlen_k=1024, mask_mod=mask_mod)
        with world(architecture=100, libraries=NEWEST):
            answer = refusal(pip.flash_attn_varlen_func, q, q, q, block_sparse_tensors=given, **options)
            self.assertEqual(answer.exception, "ValueError")
            self.assertIn("requires block_sparse_tensors.cu_block_idx_offsets.", answer.text)
            self.assertIsNone(refusal(vendored.flash_attn_varlen_func, q, q, q, block_sparse_tensors=given, **options))
            coarse = given._replace(block_size=(512, 128))
            answer = refusal(vendored.flash_attn_varlen_func, q, q, q, block_sparse_tensors=coarse, **options)
            self.assertEqual(
                answer.text, "Varlen block sparsity requires sparse_block_size[0]=256 (= q_stage * tile_m); got 512."
            )

    def test_s20_paged_keys(self):
        q = Tensor((1, LENGTH, 8, 128))
        with world(architecture=100):
            answer = refusal(require_kernel_support, q, q, sparse((256, 128)), Tensor((1, 32), dtype="int32"))
        self.assertEqual(answer.text, "Block sparsity + paged KV not supported on SM100")

    def test_s24_wrapper_drops_the_mask(self):
        answer = refusal(sglang_wrapper, None, None, None, block_sparse_tensors=sparse((256, 128)))
        self.assertEqual((answer.rule, answer.exception), ("block-sparse-ignored", None))

    def test_packed_gqa_decides_the_query_stages(self):
        q = Tensor((1, 64, 32, 128), device="cuda")
        k = Tensor((1, 64, 8, 128), device="cuda")
        tensors = sparse((128, 128), length=64)
        for version, pack, rule in (
            ("4.0.0b24", False, "q-block-size"), ("4.0.0b25", False, None), ("4.0.0b25", None, "q-block-size"),
        ):
            with world(architecture=100, libraries={"flash-attn-4": version}):
                answer = refusal(
                    pip.flash_attn_func, q, k, k, mask_mod=mask_mod, block_sparse_tensors=tensors, pack_gqa=pack
                )
            self.assertEqual(None if answer is None else answer.rule, rule)

    def test_results(self):
        q = Tensor((2, 64, 32, 192), dtype="bfloat16", device="cuda")
        v = Tensor((2, 64, 8, 128), dtype="bfloat16", device="cuda")
        out, lse = pip.flash_attn_func(q, q, v)
        self.assertEqual((out.shape, out.dtype, lse), ((2, 64, 32, 128), "bfloat16", None))
        self.assertEqual(len(pip._flash_attn_fwd(q, q, v)), 4)
        self.assertEqual(len(vendored._flash_attn_fwd(q, q, v)), 2)


class FlexAttention(unittest.TestCase):
    def test_mask_shapes(self):
        mask = create_block_mask(mask_mod, None, 4, 1000, 500, BLOCK_SIZE=(256, 128))
        self.assertEqual(mask.BLOCK_SIZE, (256, 128))
        self.assertEqual(mask.shape, (1, 4, 1000, 500))
        self.assertEqual((mask.kv_num_blocks.shape, mask.kv_indices.shape), ((1, 4, 4), (1, 4, 4, 4)))
        self.assertEqual((mask.q_num_blocks.shape, mask.q_indices.shape), ((1, 4, 4), (1, 4, 4, 4)))
        self.assertIs(mask.kv_num_blocks.mask, mask)
        self.assertEqual(create_block_mask(mask_mod, 1, 1, 8, 8).BLOCK_SIZE, (128, 128))
        self.assertEqual(len(mask.as_tuple()), 13)
        self.assertEqual(mask.as_tuple()[-3:], (256, 128, mask_mod))

    def test_from_kv_blocks(self):
        counts = Tensor((1, 1, 16), dtype="int32")
        indices = Tensor((1, 1, 16, 32), dtype="int32")
        mask = BlockMask.from_kv_blocks(counts, indices, BLOCK_SIZE=(256, 128))
        self.assertEqual((mask.seq_lengths, mask.full_kv_num_blocks), ((4096, 4096), None))

    def test_s23_mask_for_another_length(self):
        mask = create_block_mask(mask_mod, 1, 1, 1000, 1000)
        for length, word in ((1024, "smaller"), (960, "larger")):
            q = Tensor((1, 8, length, 64))
            answer = refusal(flex_attention, q, q, q, block_mask=mask)
            self.assertEqual(answer.rule, "flex-mask-length")
            self.assertTrue(
                answer.text.startswith(
                    f"block_mask was created for block_mask.shape=(1, 1, 1000, 1000) but got q_len={length} and "
                    f"kv_len={length}. As the block mask was created for a {word} length"
                )
            )
        q = Tensor((1, 8, 1000, 64))
        self.assertEqual(flex_attention(q, q, Tensor((1, 8, 1000, 32)), block_mask=mask).shape, (1, 8, 1000, 32))

    def test_grouped_heads(self):
        q = Tensor((1, 8, 64, 64))
        k = Tensor((1, 2, 64, 64))
        answer = refusal(flex_attention, q, k, k)
        self.assertEqual(
            answer.text,
            "Expect query and key/value to have the same number of heads but got Hq=8 and Hkv=2. Try setting enable_gqa=True "
            "for GQA.",
        )
        self.assertIsNone(refusal(flex_attention, q, k, k, enable_gqa=True))


if __name__ == "__main__":
    unittest.main()
