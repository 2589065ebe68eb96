# {"known":{"launch":{"ulysses":4,"ring":2},"architectures":[90],"libraries":{"flash-attn-4":"4.0.0b27"}},"runs":[{"world":{"architecture":90,"libraries":{"flash-attn-4":"4.0.0b27"},"symbols":{"video_rows":4,"audio_rows":3,"rope_width":3},"ulysses_degree":4,"ring_degree":2,"ulysses_rank":0,"ring_rank":0,"world_size":8,"world_rank":0},"environment":{},"arguments":[],"entries":[]},{"world":{"architecture":90,"libraries":{"flash-attn-4":"4.0.0b27"},"symbols":{"video_rows":4,"audio_rows":3,"rope_width":3},"ulysses_degree":4,"ring_degree":2,"ulysses_rank":3,"ring_rank":1,"world_size":8,"world_rank":7},"environment":{},"arguments":[],"entries":[]},{"world":{"architecture":90,"libraries":{"flash-attn-4":"4.0.0b27"},"symbols":{"video_rows":4,"audio_rows":3,"rope_width":3},"ulysses_degree":4,"ring_degree":2,"ulysses_rank":2,"ring_rank":1,"world_size":8,"world_rank":6},"environment":{},"arguments":[],"entries":[]}],"constant":true}
import torch
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ulysses_ctx
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_group
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sequence_parallel_rank
import copy
class b18:
    kind = "base"
    def __init__(self, value, **options):
        self.value = value
        self.options = options
    def read(self):
        return self.value
class a19(b18):
    kind = "own"
    def __init__(self, *args, extra=1, **options):
        super().__init__(*args, **options)
        self.extra = extra
    def read(self):
        return super().read()
class b24:
    def run(self, value):
        return self.step(value)
    def step(self, value):
        raise NotImplementedError
class a25(b24):
    def step(self, value):
        return value
def call27(model, x, tags, **options):
    return model(x=x, block_token_tags=tags, **options)
def main1():
    v2 = MiniMaxH3DiTModel()
    v3 = 248
    v3 *= 1
    v4 = v3
    v5 = torch.zeros((get_ulysses_ctx()[0],)).size()[0]
    v6 = get_sp_group().ring_world_size
    v7 = v6 * v5
    try:
        b8 = 1
    except ValueError:
        a9 = None
    else:
        a9 = v7
    v10 = a9
    v11 = get_sequence_parallel_rank()
    v12 = torch.empty(v4, 96)[None]
    a13 = {"k": [v12]}
    b14 = copy.deepcopy(a13)
    a13["k"][0] = None
    v15 = dict(b14)["k"][0]
    v16 = torch.zeros(1, v4).squeeze(0)
    v17 = v16.chunk((v5 + v6))[v11]
    v20 = a19(v17).read()
    a21 = {"k": [v20]}
    b22 = copy.deepcopy(a21)
    a21["k"][0] = None
    v23 = b22["k"][0]
    v26 = a25().run(v23)
    call27(v2, v15, v26)
if __name__ == "__main__":
    main1()
