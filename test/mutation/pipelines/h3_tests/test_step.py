"""Checks the step against a transformer that records its arguments."""

import pytest
import torch

from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel


class Recorder:
    def __init__(self):
        self.calls = []

    def __call__(self, **arguments):
        self.calls.append(arguments)
        rows = arguments["x"].shape[1]
        return torch.zeros(rows, 96), torch.zeros(rows, 32)


@pytest.fixture
def model(tmp_path):
    return MiniMaxH3DiTModel(tmp_path)


@pytest.mark.parametrize("rows", [4096, 8192, 37_760])
def test_tags_cover_the_ranks_rows(rows, model):
    ulysses, ulysses_rank = get_ulysses_ctx()
    ring, ring_rank = get_ring_ctx()
    local = rows // (ulysses * ring)  #@ degree length
    begin = (ring_rank * ulysses + ulysses_rank) * local  #@ offset
    tags = torch.arange(rows) % 3
    video, audio = model(
        x=torch.zeros(1, rows, 96),
        audio_x=torch.zeros(1, rows, 32),
        block_token_tags=tags[begin : begin + local],  #@ slice sink
        prompt_embeds=torch.zeros(77, 5120),
        unique_timesteps=torch.zeros(1),
    )
    assert video.shape[1] == 96
    assert audio.shape[1] == 32


def test_wrong_tags_are_rejected(model):
    with pytest.raises(ValueError, match="rank-local packed sequence"):
        model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(17, dtype=torch.long))


def test_recorder():
    recorder = Recorder()
    recorder(x=torch.zeros(1, 64, 96), block_token_tags=torch.zeros(64))
    assert recorder.calls[0]["x"].shape == (1, 64, 96)
