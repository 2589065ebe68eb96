# {"known":{"architectures":[90],"libraries":{"flash-attn-4":"4.0.0b27"}},"runs":[{"world":{"architecture":90,"libraries":{"flash-attn-4":"4.0.0b27"},"symbols":{"video_rows":8,"audio_rows":8,"rope_width":3},"ulysses_degree":8,"ring_degree":3,"ulysses_rank":0,"ring_rank":0,"world_size":24,"world_rank":0},"environment":{},"arguments":[],"entries":[]},{"world":{"architecture":90,"libraries":{"flash-attn-4":"4.0.0b27"},"symbols":{"video_rows":8,"audio_rows":8,"rope_width":3},"ulysses_degree":8,"ring_degree":3,"ulysses_rank":7,"ring_rank":2,"world_size":24,"world_rank":23},"environment":{},"arguments":[],"entries":[]},{"world":{"architecture":90,"libraries":{"flash-attn-4":"4.0.0b27"},"symbols":{"video_rows":8,"audio_rows":8,"rope_width":3},"ulysses_degree":8,"ring_degree":3,"ulysses_rank":1,"ring_rank":0,"world_size":24,"world_rank":1},"environment":{},"arguments":[],"entries":[]}],"constant":true}
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_group
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_parallel_world_size
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sequence_parallel_world_size
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sequence_parallel_rank
class Tools12:
    @staticmethod
    def same(value):
        return value
v1 = 3
v2 = v1
v2 *= 1
v3 = 8
v4 = (v2 or 1)
initialize_model_parallel(sequence_parallel_degree=v3 * v4, ulysses_degree=v3, ring_degree=v4)
def main5():
    v6 = MiniMaxH3DiTModel(None)
    v7 = 7200
    v8 = torch.zeros((get_sp_group().ulysses_world_size,)).size()[0]
    v9 = get_ring_parallel_world_size()
    v9 += 0
    v10 = v9
    v11 = get_sequence_parallel_world_size()
    v13 = Tools12().same(get_sequence_parallel_rank())
    v14: object = torch.cat((torch.zeros(1, v7 // 2, 96), torch.ones(1, v7 - v7 // 2, 96)), 1)
    v15 = v14
    v16 = torch.zeros(v7, dtype=torch.long)
    v17 = v16.chunk((v8 + v10))[v13]
    kwargs18 = {"x": v15}
    kwargs18.update(block_token_tags=v17)
    v6.forward(**kwargs18)
if True:
    main5()
