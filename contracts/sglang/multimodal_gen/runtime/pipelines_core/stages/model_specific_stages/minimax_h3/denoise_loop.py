"""The MiniMax-H3 denoise loop of SGLang 0.5.x: one branch holds a packed sequence and makes the transformer's keywords.

A branch takes the global token tags and slices this rank's rows itself, with -1 (padding) raised to 0.
"""

from shardlint import Tensor, parallel, require, symbol, unknown


class MiniMaxH3DenoiseBranch:
    """A packed sequence ready for denoising: global x [1, S, 96] and audio_x [1, S, 32], rank-local tags and embeddings."""

    def __init__(self, *, packed, text_embeddings, token_tags, device):
        sequence = packed["seq_len"]
        text_len = packed["text_pos"].shape[0]
        require(
            text_embeddings.shape[0] == text_len, "token-tags-length",
            ValueError(f"text_embeddings rows {list(text_embeddings.shape)} != packed text_len {text_len}"),
            at=text_embeddings, argument="text_embeddings", actual=text_embeddings.shape[0], expected=text_len, sequence=sequence, tags=None,
        )
        require(
            token_tags.ndim != 1 or token_tags.shape[0] == sequence, "token-tags-length",
            ValueError(f"token_tags length {token_tags.shape[0]} != seq_len {sequence}"), at=token_tags, argument="token_tags",
            actual=token_tags.shape[0], expected=sequence, sequence=sequence, tags=token_tags,
        )
        degree = parallel.ulysses_degree * parallel.ring_degree
        require(
            sequence % degree == 0, "sequence-not-divisible",
            ValueError(f"packed seq_len {sequence} not divisible by the combined sequence-parallel world size {degree}"),
            at=packed, sequence=sequence, ulysses=parallel.ulysses_degree, ring=parallel.ring_degree, degree=degree,
        )
        local = sequence // degree
        self.seq_len = sequence
        self.img_pos = packed["img_pos"]
        self.audio_pos = packed["audio_pos"]
        self.text_pos = packed["text_pos"]
        self.update_mask = packed["update_mask"]
        self.img_position_ids = packed["img_position_ids"]
        self.token_tags = Tensor((sequence,), dtype="int64", device=device)
        self.block_token_tags = Tensor((local,), dtype="int64", device=device)
        self.x = Tensor((1, sequence, 96), dtype="float32", device=device)
        self.audio_x = Tensor((1, sequence, 32), dtype="float32", device=device)
        self.text_embeddings = text_embeddings
        self.local_embedding_layout = unknown("rank-local embedding layout")
        self.device = device

    def forward_kwargs(self, *, video_rows, audio_rows, step_timesteps):
        """Returns the keywords of MiniMaxH3DiTModel.forward for one step."""
        local = self.block_token_tags.shape[0]
        return {
            "x": self.x,
            "audio_x": self.audio_x,
            "img_position_ids": self.img_position_ids,
            "unique_timesteps": Tensor((symbol("unique_timesteps", 1),), dtype="float32", device=self.device),
            "inverse_indices": Tensor((self.seq_len,), dtype="int64", device=self.device),
            "update_mask": self.update_mask,
            "block_token_tags": self.block_token_tags,
            "block_combined_indices": Tensor((local,), dtype="int64", device=self.device),
            "prompt_embeds": self.text_embeddings,
            "img_pos_info": unknown("positions"),
            "audio_pos_info": unknown("positions"),
            "text_pos_info": unknown("positions"),
            "img_pos_for_infer_output_info": unknown("positions"),
            "packed_seq_params": unknown("packed sequence parameters"),
            "refiner_packed_seq_params": unknown("packed sequence parameters"),
            "local_embedding_layout": self.local_embedding_layout,
            "skip_mask_out_condition": True,
        }


def minimax_h3_denoise_loop(
    *, model, model_forward=None, positive, initial_video_rows, initial_audio_rows, keyframe_cond_rows, audio_ref_rows=None,
    sigmas_video, sigmas_audio, device, **options,
):
    """Returns the denoised (video rows, audio rows) of a branch; both sigma schedules have one entry more than there are steps."""
    return unknown("denoised video rows"), unknown("denoised audio rows")
