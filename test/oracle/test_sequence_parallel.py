"""Sequence-parallel contracts of SGLang against the facts that were established by running the real derivation."""

import json
import os
import unittest

from oracle import HERE, Tensor, UnknownValue, launches, refusal, world

from sglang.multimodal_gen import DiffGenerator
from sglang.multimodal_gen.runtime import distributed
from sglang.multimodal_gen.runtime.distributed import communication_op, parallel_state, sp_shard_utils
from sglang.multimodal_gen.runtime.layers import usp
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel
from sglang.multimodal_gen.runtime.pipelines_core.stages.model_specific_stages.minimax_h3.denoise_loop import (
    MiniMaxH3DenoiseBranch,
)
from sglang.multimodal_gen.runtime.pipelines_core.stages.model_specific_stages.minimax_h3.packed_sequence import (
    minimax_h3_packed_sequence,
    minimax_h3_packed_sequence_ref2va_blocks,
)
from sglang.multimodal_gen.runtime.server_args import ServerArgs
from sglang.multimodal_gen.runtime.server_args.layout import derive_layout
from sglang.multimodal_gen.runtime.server_args.models import ModelFacts

DEGREES = [(ulysses, ring) for ulysses in (1, 2, 4) for ring in (1, 2, 4)]


class ServerArgsLayout(unittest.TestCase):
    def test_every_recorded_row(self):
        with open(os.path.join(HERE, "server-args-layout.json"), encoding="utf-8") as file:
            rows = json.load(file)["rows"]
        self.assertGreater(len(rows), 40)
        for row in rows:
            model = ModelFacts(pipeline_config="MiniMaxH3PipelineConfig", **row["model"])
            with self.subTest(args=row["args"], model=row["model"]), world():
                if "resolved" in row:
                    layout = derive_layout(model=model, **row["args"])
                    self.assertEqual({name: getattr(layout, name) for name in row["resolved"]}, row["resolved"])
                    self.assertEqual(layout.num_gpus, row["num_gpus"])
                else:
                    answer = refusal(derive_layout, model=model, **row["args"])
                    self.assertEqual((answer.exception, answer.text), (row["raises"], row["message"]))

    def start(self, *arguments, **keywords):
        return refusal(DiffGenerator.from_pretrained, *arguments, **keywords)

    def test_explicit_degrees_fix_the_layout_of_any_model(self):
        with world():
            self.assertIsNone(self.start(model_path="someone/model", num_gpus=4, ulysses_degree=2, ring_degree=2))
            self.assertEqual(
                launches,
                [
                    {
                        "ulysses_degree": 2, "ring_degree": 2, "tensor_degree": 1, "data_degree": 1, "cfg_degree": 1,
                        "pipeline_degree": 1, "num_gpus": 4,
                    }
                ],
            )
            self.assertEqual(distributed.get_sp_world_size(), 4)

    def test_an_unregistered_model_leaves_the_layout_unknown(self):
        with world(), self.assertRaises(UnknownValue):
            DiffGenerator.from_pretrained(model_path="someone/model", num_gpus=4)

    def test_registered_models(self):
        for model_path, num_gpus, degrees in (
            ("Qwen/Qwen-Image", 4, (2, 1, 2)), ("Qwen/Qwen-Image", 2, (1, 1, 2)), ("MiniMaxAI/MiniMax-H3", 4, (4, 1, 1)),
            ("Lightricks/LTX-2", 4, (4, 1, 1)), ("Lightricks/LTX-2", 2, (1, 1, 2)), ("Tongyi-MAI/Z-Image-Turbo", 2, (2, 1, 1)),
        ):
            with self.subTest(model_path=model_path, num_gpus=num_gpus), world() as parallel:
                self.assertIsNone(self.start(model_path=model_path, num_gpus=num_gpus))
                self.assertEqual((parallel.ulysses_degree, parallel.ring_degree, parallel.cfg_degree), degrees)

    def test_what_fails_only_in_the_workers(self):
        with world():
            answer = self.start(model_path="someone/model", num_gpus=4, sp_degree=2)
            self.assertEqual((answer.rule, answer.exception), ("gpu-count-mismatch", "AssertionError"))
            answer = self.start(model_path="someone/model", num_gpus=4, sp_degree=4, tp_size=2)
            self.assertEqual((answer.rule, answer.exception), ("gpu-count-mismatch", "RuntimeError"))
            answer = self.start(model_path="MiniMaxAI/MiniMax-H3", num_gpus=6)
            self.assertEqual(answer.rule, "heads-not-divisible")
            answer = self.start(model_path="MiniMaxAI/MiniMax-H3", num_gpus=7)
            self.assertEqual(answer.rule, "packed-alignment")

    def test_place_of_blame(self):
        with world():
            self.assertEqual(self.start(model_path="m", ulysses_degree=4).at, 4)
            self.assertEqual(self.start(model_path="krea/Krea-2", num_gpus=4, kv_gather_degree=1).at, 1)
            self.assertEqual(self.start(model_path="m", num_gpus=4, ulysses_degree="4").rule, "invalid-parallel-degree")
            self.assertEqual(self.start("org/model").rule, "positional-model-path")
            self.assertEqual(self.start(model_path="m", sp_size=2).rule, "unknown-parallel-argument")

    def test_server_args_win_over_keywords(self):
        with world() as parallel:
            answer = self.start(server_args=ServerArgs("m", num_gpus=3, ulysses_degree=3), num_gpus=4)
            self.assertEqual((answer.rule, answer.exception, answer.at), ("ignored-parallel-argument", None, 4))
            self.assertEqual(parallel.ulysses_degree, 3)

    def test_dicts_drop_unknown_keys(self):
        with world() as parallel:
            answer = refusal(ServerArgs.from_dict, {"model_path": "m", "ulysses-degree": 4})
            self.assertEqual(answer.rule, "ignored-parallel-argument")
            self.assertEqual(parallel.ulysses_degree, 1)


class ModelParallelInit(unittest.TestCase):
    """The outcomes recorded on a fake torch.distributed."""

    def test_initialize_model_parallel(self):
        for keywords, expected in (
            ({}, "unsupported operand type(s) for *: 'int' and 'NoneType'"),
            ({"sequence_parallel_degree": 4}, "Each SP group must have size 1, got sizes [4]"),
            ({"sequence_parallel_degree": 4, "ulysses_degree": 4}, None),
            ({"sequence_parallel_degree": 4, "ulysses_degree": 2, "ring_degree": 2}, None),
            ({"sequence_parallel_degree": 2, "ulysses_degree": 2}, "group_ranks=[[0], [1]], local_rank=2"),
            (
                {"sequence_parallel_degree": 4, "ulysses_degree": 4, "tensor_parallel_degree": 2},
                "world_size (4) is less than tensor_parallel_degree (2) x pipeline_parallel_degree (1) "
                "xsequence_parallel_degree (4) xclassifier_free_guidance_degree (1) xdata_parallel_degree (1)",
            ),
            ({"sequence_parallel_degree": 2, "ulysses_degree": 4}, "Each SP group must have size 4, got sizes [2]"),
            ({"sequence_parallel_degree": 4, "ulysses_degree": 0}, ""),
        ):
            with self.subTest(keywords=keywords), world(world_size=4):
                answer = refusal(parallel_state.initialize_model_parallel, **keywords)
                self.assertEqual(None if answer is None else answer.text, expected)
                if answer is None:
                    self.assertEqual(distributed.get_sp_world_size(), 4)

    def test_maybe_init(self):
        init = parallel_state.maybe_init_distributed_environment_and_model_parallel
        with world(world_size=4):
            answer = refusal(init, tp_size=1, sp_size=4)
            self.assertEqual(answer.text, "Each SP group must have size 1, got sizes [4]")
            self.assertIsNone(refusal(init, tp_size=1, sp_size=4, ulysses_degree=4))
        with world(world_size=1):
            self.assertIn("world_size (1) is less than", refusal(init, tp_size=1, sp_size=4, ulysses_degree=4).text)
            self.assertIsNone(refusal(init, tp_size=1, sp_size=1))


class Helpers(unittest.TestCase):
    def test_ranks_are_ring_outer_and_ulysses_inner(self):
        for ulysses, ring in DEGREES:
            ranks = []
            for ring_rank in range(ring):
                for ulysses_rank in range(ulysses):
                    with world(
                        ulysses_degree=ulysses, ring_degree=ring, ulysses_rank=ulysses_rank, ring_rank=ring_rank
                    ):
                        ranks.append(distributed.get_sp_parallel_rank())
                        self.assertEqual(distributed.get_sp_world_size(), ulysses * ring)
                        self.assertEqual(distributed.get_sp_group().rank_in_group, ranks[-1])
                        self.assertEqual(parallel_state.get_ulysses_ctx(), (ulysses, ulysses_rank))
            self.assertEqual(ranks, list(range(ulysses * ring)))

    def test_shards_cover_the_sequence(self):
        for ulysses, ring in DEGREES:
            for length in (1, 7, 64, 100):
                real = 0
                for rank in range(ulysses * ring):
                    with world(
                        ulysses_degree=ulysses, ring_degree=ring, ulysses_rank=rank % ulysses, ring_rank=rank // ulysses
                    ):
                        local, shard = sp_shard_utils.shard_seq(Tensor((1, length, 8)))
                        self.assertEqual(local.shape, (1, -(-length // (ulysses * ring)), 8))
                        self.assertEqual(sp_shard_utils.gather_seq(local, length).shape, (1, length, 8))
                        real += shard.local_real_len
                self.assertEqual(real, length)

    def test_collectives(self):
        with world(ulysses_degree=4, ring_degree=2):
            x = Tensor((1, 16, 8, 64))
            self.assertEqual(communication_op.sequence_model_parallel_all_gather(x, dim=1).shape, (1, 128, 8, 64))
            self.assertEqual(communication_op.sequence_model_parallel_all_to_all_4D(x).shape, (1, 128, 1, 64))
            heads_first = Tensor((1, 8, 16, 64))
            exchanged = usp._usp_input_all_to_all(heads_first)
            self.assertEqual(exchanged.shape, (1, 2, 64, 64))
            self.assertEqual(usp._usp_output_all_to_all(exchanged).shape, heads_first.shape)
            answer = refusal(usp._usp_input_all_to_all, Tensor((1, 6, 16, 64)))
            self.assertEqual(answer.text, "h_global (6) must be divisible by world_size (4)")


class MiniMaxH3(unittest.TestCase):
    LENGTH = 4096

    def forward(self, **keywords):
        return refusal(MiniMaxH3DiTModel().forward, x=Tensor((1, self.LENGTH, 96)), **keywords)

    def test_block_token_tags(self):
        for ulysses, ring in DEGREES:
            local = self.LENGTH // (ulysses * ring)
            with self.subTest(ulysses=ulysses, ring=ring), world(ulysses_degree=ulysses, ring_degree=ring):
                self.assertIsNone(self.forward(block_token_tags=Tensor((local,))))
                for length in (self.LENGTH, self.LENGTH // ulysses, self.LENGTH // ring, local + 1, local - 1):
                    tags = Tensor((length,))
                    answer = self.forward(block_token_tags=tags)
                    if length == local:
                        self.assertIsNone(answer)
                        continue
                    self.assertEqual(answer.rule, "block-token-tags-length")
                    self.assertEqual(
                        answer.text,
                        f"block_token_tags must cover the rank-local packed sequence ({local}), got {length}.",
                    )
                    self.assertIs(answer.at, tags)
                    self.assertEqual(
                        {name: answer.facts[name] for name in ("actual", "expected", "sequence", "ulysses", "ring")},
                        {"actual": length, "expected": local, "sequence": self.LENGTH, "ulysses": ulysses, "ring": ring},
                    )

    def test_token_tags_count_only_without_block_token_tags(self):
        with world(ulysses_degree=2, ring_degree=2):
            answer = self.forward(token_tags=Tensor((1024,)))
            self.assertEqual(answer.text, "token_tags must cover the full packed sequence (4096), got 1024.")
            self.assertIsNone(self.forward(token_tags=Tensor((4096,))))
            self.assertIsNone(self.forward(token_tags=Tensor((7,)), block_token_tags=Tensor((1024,))))
            answer = self.forward(token_tags=Tensor((4096,)), block_token_tags=Tensor((4096,)))
            self.assertEqual(answer.facts["global_tags"].shape, (4096,))

    def test_run_time_order(self):
        with world(ulysses_degree=4, ring_degree=2):
            model = MiniMaxH3DiTModel()
            tags = Tensor((1,))
            odd = Tensor((1, 4100, 96))
            order = (
                (
                    {"x": Tensor((2, 4100, 96)), "token_tags": tags, "inverse_indices": tags},
                    "x must be [1, S, C], got [2, 4100, 96]",
                ),
                (
                    {"x": odd, "token_tags": tags, "inverse_indices": tags},
                    "token_tags must cover the full packed sequence (4100), got 1.",
                ),
                ({"x": odd, "block_token_tags": tags, "inverse_indices": tags}, "inverse_indices must be [4100], got [1]"),
                (
                    {"x": odd, "block_token_tags": tags},
                    "packed seq_len 4100 not divisible by the combined sequence-parallel world size 8 (ulysses=4 x ring=2)",
                ),
            )
            for keywords, expected in order:
                self.assertEqual(refusal(model, **keywords).text, expected)

    def test_the_builder_and_the_branch_make_what_forward_wants(self):
        layouts = (
            minimax_h3_packed_sequence(
                text_len=100, latent_t=37, latent_h=48, latent_w=84, audio_t=207, include_keyframe_cond=False
            ),
            minimax_h3_packed_sequence(
                text_len=77, latent_t=37, latent_h=48, latent_w=84, audio_t=207, include_keyframe_cond=True,
                keyframe_frame_indices=[0, -1], frame_count=124,
            ),
        )
        self.assertEqual(layouts[0]["seq_len"], -(-(37710 + 100) // 64) * 64)
        self.assertEqual(layouts[1]["seq_len"], -(-(37710 + 77 + 2 * 1008) // 64) * 64)
        for packed in layouts:
            for ulysses, ring in DEGREES:
                with world(ulysses_degree=ulysses, ring_degree=ring):
                    branch = MiniMaxH3DenoiseBranch(
                        packed=packed, text_embeddings=Tensor((packed["text_pos"].shape[0], 5120)),
                        token_tags=packed["token_tags"], device="cuda",
                    )
                    keywords = branch.forward_kwargs(video_rows=None, audio_rows=None, step_timesteps=None)
                    self.assertIsNone(refusal(MiniMaxH3DiTModel().forward, **keywords))

    def test_a_branch_wants_global_tags(self):
        packed = minimax_h3_packed_sequence(
            text_len=100, latent_t=37, latent_h=48, latent_w=84, audio_t=207, include_keyframe_cond=False
        )
        with world(ulysses_degree=2):
            answer = refusal(
                MiniMaxH3DenoiseBranch, packed=packed, text_embeddings=Tensor((100, 5120)),
                token_tags=Tensor((packed["seq_len"] // 2,)), device="cuda",
            )
        self.assertEqual(answer.text, f"token_tags length {packed['seq_len'] // 2} != seq_len {packed['seq_len']}")

    def test_an_explicit_length_need_not_be_aligned(self):
        packed = minimax_h3_packed_sequence_ref2va_blocks(
            text_len=10, latent_t=2, latent_h=4, latent_w=4, audio_t=3, ref_blocks=[], seq_len=66
        )
        with world(ulysses_degree=4):
            answer = refusal(
                MiniMaxH3DenoiseBranch, packed=packed, text_embeddings=Tensor((10, 5120)), token_tags=packed["token_tags"],
                device="cuda",
            )
        self.assertEqual(
            answer.text, "packed seq_len 66 not divisible by the combined sequence-parallel world size 4"
        )

    def test_rope_cache_is_rank_local(self):
        with world(ulysses_degree=2, ring_degree=2):
            cache = MiniMaxH3DiTModel().build_rope_cache(Tensor((1, 4096, 3)))
            self.assertEqual((cache[0].shape[0], cache[1].shape), (1024, (1024,)))


if __name__ == "__main__":
    unittest.main()
