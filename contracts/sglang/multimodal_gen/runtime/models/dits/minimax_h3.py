"""sglang.multimodal_gen.runtime.models.dits.minimax_h3 of SGLang 0.5.x: the MiniMax-H3 transformer.

One packed sequence of S rows holds text, key frames or references, audio, video and padding. Callers pass it whole (global); each
SP rank works on S // (Ulysses degree * ring degree) rows, ring outer and Ulysses inner. Rank-local inputs are optional shortcuts.

An absent tensor stands in with the shape (0,), so that no requirement branches on an argument which it does not concern.
"""

from shardlint import Tensor, distinctive, parallel, require, symbol, unknown


def _divisibility_text(sequence, ulysses, ring):
    return (
        f"packed seq_len {sequence} not divisible by the combined sequence-parallel world size {ulysses * ring} "
        f"(ulysses={ulysses} x ring={ring})"
    )


def _require_divisible(sequence, at):
    ulysses = parallel.ulysses_degree
    ring = parallel.ring_degree
    require(
        sequence % (ulysses * ring) == 0, "sequence-not-divisible", ValueError(_divisibility_text(sequence, ulysses, ring)),
        at=at, sequence=sequence, ulysses=ulysses, ring=ring, degree=ulysses * ring,
    )


class MiniMaxH3DiTModel:
    """The MiniMax-H3 transformer; its forward takes keywords only."""

    def __init__(self, *arguments, **options):
        pass

    def __call__(self, **arguments):
        """Calls forward."""
        return self.forward(**arguments)

    @distinctive("block_token_tags")
    def forward(
        self, *, x, audio_x=None, img_position_ids=None, unique_timesteps=None, inverse_indices=None, update_mask=None,
        token_tags=None, block_token_tags=None, block_combined_indices=None, prompt_embeds=None,
        refined_prompt_embeds_length=None, img_pos_info=None, audio_pos_info=None, text_pos_info=None,
        img_pos_for_infer_output_info=None, packed_seq_params=None, refiner_packed_seq_params=None, rope_cache=None,
        local_embedding_layout=None, skip_mask_out_condition=False, update_audio_mask=None,
    ):
        """Returns (video logits [video rows, 96], audio logits [audio rows, 32]) for a packed sequence x [1, S, 96].

        Global: x, audio_x [1, S, 32], token_tags and inverse_indices [S], img_position_ids [1, S, 3]. Rank-local, S // SP degree
        rows: block_token_tags (tags of this rank's rows, none below 0; they replace token_tags), block_combined_indices.
        """
        require(
            x.ndim == 3 and x.shape[0] == 1, "h3-forward-arguments",
            ValueError(f"x must be [1, S, C], got {list(x.shape)}"), at=x, argument="x",
        )
        sequence = x.shape[1]
        assert sequence >= 1  # An empty sequence packs nothing; it is no case worth a finding.
        tags_shape = getattr(token_tags, "shape", (0,))
        require(
            block_token_tags is not None or token_tags is None or tags_shape[0] == sequence, "token-tags-length",
            ValueError(f"token_tags must cover the full packed sequence ({sequence}), got {tags_shape[0]}."),
            at=token_tags, argument="token_tags", actual=tags_shape[0], expected=sequence, sequence=sequence, tags=token_tags,
        )
        inverse_shape = getattr(inverse_indices, "shape", (0,))
        require(
            inverse_indices is None or inverse_shape[0] == sequence, "inverse-indices-length",
            ValueError(f"inverse_indices must be [{sequence}], got {list(inverse_shape)}"),
            at=inverse_indices, actual=inverse_shape[0], expected=sequence, sequence=sequence,
        )
        # Written out, not shared: what a statement demands is known afterwards only if it is a require itself.
        ulysses = parallel.ulysses_degree
        ring = parallel.ring_degree
        require(
            sequence % (ulysses * ring) == 0, "sequence-not-divisible", ValueError(_divisibility_text(sequence, ulysses, ring)),
            at=x, sequence=sequence, ulysses=ulysses, ring=ring, degree=ulysses * ring,
        )
        local = sequence // (ulysses * ring)
        block_shape = getattr(block_token_tags, "shape", (0,))
        require(
            block_token_tags is None or block_shape[0] == local, "block-token-tags-length",
            ValueError(f"block_token_tags must cover the rank-local packed sequence ({local}), got {block_shape[0]}."),
            at=block_token_tags, actual=block_shape[0], expected=local, sequence=sequence, ulysses=parallel.ulysses_degree,
            ring=parallel.ring_degree, tags=block_token_tags, global_tags=token_tags,
            without_ring=block_shape[0] == sequence // ulysses, without_ulysses=block_shape[0] == sequence // ring,
        )
        return (
            Tensor((symbol("video_rows"), 96), device=x.device),
            Tensor((symbol("audio_rows"), 32), device=x.device),
        )

    def build_rope_cache(self, img_position_ids):
        """Returns (cosines and sines, row numbers) of this rank's rows from global position ids [1, S, 3]."""
        require(
            img_position_ids.ndim == 3 and img_position_ids.shape[0] == 1, "h3-forward-arguments",
            ValueError(f"img_position_ids must be [1, S, 3], got {list(img_position_ids.shape)}"), at=img_position_ids,
            argument="img_position_ids",
        )
        sequence = img_position_ids.shape[1]
        _require_divisible(sequence, img_position_ids)
        local = sequence // (parallel.ulysses_degree * parallel.ring_degree)
        return (
            Tensor((local, symbol("rope_width", 1)), device=img_position_ids.device),
            Tensor((local,), dtype="int64", device=img_position_ids.device),
        )

    def refine_prompt_embeds(self, *arguments, **options):
        """Returns the refined prompt embeddings."""
        return unknown("refined prompt embeddings")
