# {"known":{"architectures":[90],"libraries":{"flash-attn-4":"4.0.0b27"}},"runs":[{"world":{"architecture":90,"libraries":{"flash-attn-4":"4.0.0b27"},"symbols":{"video_rows":2,"audio_rows":7,"rope_width":8},"ulysses_degree":1,"ring_degree":1,"ulysses_rank":0,"ring_rank":0,"world_size":4,"world_rank":0},"environment":{},"arguments":[],"entries":[]}],"constant":true}
from helpers import a4 as c5
from sglang.multimodal_gen.runtime.server_args import ServerArgs
class a7:
    def __init__(self):
        self.held = {}
    def __setitem__(self, key, value):
        self.held[key] = value
    def __getitem__(self, key):
        return self.held[key]
    def __contains__(self, key):
        return key in self.held
b8 = a7()
b8["k"] = (c5(value=2).value)
v9 = ServerArgs.from_kwargs(num_gpus=int(str(1)), cfg_parallel_degree=(b8["k"] if "k" in b8 else 0))
#- helpers.py
from dataclasses import dataclass
@dataclass
class a4:
    value: object = None
