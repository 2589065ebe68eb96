# {"known":{"architectures":[90],"libraries":{"flash-attn-4":"4.0.0b27"}},"runs":[{"world":{"architecture":90,"libraries":{"flash-attn-4":"4.0.0b27"},"symbols":{"video_rows":5,"audio_rows":2,"rope_width":3},"ulysses_degree":1,"ring_degree":1,"ulysses_rank":0,"ring_rank":0,"world_size":1,"world_rank":0},"environment":{},"arguments":[],"entries":[]}],"constant":true}
import math
from dataclasses import dataclass, fields
from sglang.multimodal_gen.runtime.server_args import ServerArgs
@dataclass(frozen=True)
class a9:
    value: object
v11 = ServerArgs.from_dict(dict(ulysses_degree=[getattr(a9(4), f.name) for f in fields(a9)][0], nnodes=math.prod([1])))
