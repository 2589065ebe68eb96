# {"known":{"launch":{"ulysses":2,"ring":1},"architectures":[100],"libraries":{"flash-attn-4":"4.0.0b27"}},"runs":[{"world":{"architecture":100,"libraries":{"flash-attn-4":"4.0.0b27"},"symbols":{"video_rows":6,"audio_rows":2,"rope_width":4},"ulysses_degree":2,"ring_degree":1,"ulysses_rank":0,"ring_rank":0,"world_size":2,"world_rank":0},"environment":{},"arguments":[],"entries":[]}],"constant":true}
import torch
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel
from sglang.multimodal_gen.runtime.distributed import get_sp_group
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ulysses_ctx
def choose10(value):
    return value
def outer16(value):
    cell18 = None
    def inner17():
        nonlocal cell18
        cell18 = value
    inner17()
    return cell18
class Tools19:
    @staticmethod
    def same(value):
        return value
class Pipeline1:
    def __init__(self, model, length):
        self.model = model
        self.length = length
    def run(self):
        self.model(x=choose10(torch.zeros(1, self.length + 3, 96).narrow(1, 3, self.length)), block_token_tags=(torch.split(torch.full((self.length,), 2), (divmod(self.length, ((get_sp_group().ulysses_world_size) + (get_ring_ctx()[0])))[0]))[(get_ring_ctx()[1] * (get_sp_group().ulysses_world_size) + get_ulysses_ctx()[1])]))
Pipeline1(MiniMaxH3DiTModel(), Tools19().same(outer16(494))).run()
