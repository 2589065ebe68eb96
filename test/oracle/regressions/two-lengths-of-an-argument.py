# {"known":{"architectures":[90],"libraries":{"flash-attn-4":"4.0.0b27"}},"runs":[{"world":{"architecture":90,"libraries":{"flash-attn-4":"4.0.0b27"},"symbols":{"video_rows":5,"audio_rows":9,"rope_width":1},"ulysses_degree":2,"ring_degree":1,"ulysses_rank":0,"ring_rank":0,"world_size":2,"world_rank":0},"environment":{},"arguments":[],"entries":[{"name":"run1","arguments":[{"model":true},16]}]}],"constant":false}
import torch
def same2(first, value=None):
    if value is None:
        return first
    return value
def run1(model, length):
    v12: object = torch.zeros(1, same2(1, value=length) + 3, 96).narrow(1, 3, same2(1, value=length))
    video, audio = model(x=v12, block_token_tags=torch.zeros(same2(1, value=length)))
