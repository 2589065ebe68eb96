"""MiniMax-H3 packed sequences of SGLang 0.5.x: the row layout that every SP rank shares.

t2va and fl2va: text, key-frame rows, audio, video, padding. ref2va: text, reference blocks in request order, audio, video, padding.
The length is rounded up to 64 rows, so every SP degree that divides 64 divides it.
"""

from shardlint import Tensor, require, symbol

MINIMAX_H3_PACKED_SEQUENCE_ALIGNMENT = 64


def _layout(*, seq_len, text_len, image_rows, audio_rows):
    """The dict that the builders return; positions are global row numbers."""
    return {
        "seq_len": seq_len,
        "img_pos": Tensor((image_rows,), dtype="int64"),
        "audio_pos": Tensor((audio_rows,), dtype="int64"),
        "text_pos": Tensor((text_len,), dtype="int64"),
        "update_mask": Tensor((image_rows,), dtype="bool"),
        "img_position_ids": Tensor((1, seq_len, 3)),
        "token_tags": Tensor((seq_len,), dtype="int64"),
        "cu_seqlens": Tensor((3,), dtype="int32"),
    }


def minimax_h3_packed_sequence(
    *, text_len, latent_t, latent_h, latent_w, audio_t, audio_channel=2, include_keyframe_cond, keyframe_frame_indices=None,
    frame_count=None,
):
    """Returns the layout of a t2va or fl2va request. Lengths are in latent units; a frame holds (h // 2) * (w // 2) rows."""
    if not include_keyframe_cond:
        require(
            keyframe_frame_indices is None, "h3-task-conditions",
            ValueError("keyframe_frame_indices must be omitted when keyframe cond is not included"),
            at=keyframe_frame_indices,
        )
        keyframes = 0
    else:
        require(
            keyframe_frame_indices is not None, "h3-task-conditions",
            ValueError("strict fl2va packed layout requires keyframe_frame_indices"), at=include_keyframe_cond,
        )
        keyframes = len(keyframe_frame_indices)
    frame_rows = (latent_h // 2) * (latent_w // 2)
    audio_rows = audio_t * audio_channel
    image_rows = (keyframes + latent_t) * frame_rows
    used = text_len + image_rows + audio_rows
    seq_len = -(-used // MINIMAX_H3_PACKED_SEQUENCE_ALIGNMENT) * MINIMAX_H3_PACKED_SEQUENCE_ALIGNMENT
    return _layout(seq_len=seq_len, text_len=text_len, image_rows=image_rows, audio_rows=audio_rows)


def minimax_h3_packed_sequence_ref2va_blocks(
    *, text_len, latent_t, latent_h, latent_w, audio_t, ref_blocks, audio_channel=2, seq_len=None,
):
    """Returns the layout of a ref2va request. An explicit seq_len is taken as it is, whether or not 64 divides it."""
    reference_image_rows = symbol("reference_image_rows")
    reference_audio_rows = symbol("reference_audio_rows")
    image_rows = reference_image_rows + latent_t * ((latent_h // 2) * (latent_w // 2))
    audio_rows = reference_audio_rows + audio_t * audio_channel
    if seq_len is None:
        used = text_len + image_rows + audio_rows
        length = -(-used // MINIMAX_H3_PACKED_SEQUENCE_ALIGNMENT) * MINIMAX_H3_PACKED_SEQUENCE_ALIGNMENT
    else:
        length = seq_len
    return _layout(seq_len=length, text_len=text_len, image_rows=image_rows, audio_rows=audio_rows)
