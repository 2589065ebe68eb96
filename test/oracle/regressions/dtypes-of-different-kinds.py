# {"known":{"launch":{"ulysses":1,"ring":1},"architectures":[90],"libraries":{"flash-attn-4":"4.0.0b27"}},"runs":[{"world":{"architecture":90,"libraries":{"flash-attn-4":"4.0.0b27"},"symbols":{"video_rows":4,"audio_rows":7,"rope_width":5},"ulysses_degree":1,"ring_degree":1,"ulysses_rank":0,"ring_rank":0,"world_size":1,"world_rank":0},"environment":{},"arguments":[],"entries":[]}],"constant":true}
import torch
from lib.checks import Taker2
from lib.checks import Taker1
STATE4 = None
def write5(value):
    global STATE4
    STATE4 = value
def read6():
    return STATE4
def main1():
    match ("use", 3):
        case ("skip", _):
            v2 = 7
        case ("use", 3):
            v2 = "ulysses"
        case _:
            v2 = 8
    out = Taker2(v2)
    with torch.no_grad():
        v3 = (128, 64)
    write5("ulysses")
    v7 = Taker1.make(sizes=v3, x=torch.zeros(2, 3).long(), degree=3, mode=read6())
    reveal(v7)
main1()
#- lib/__init__.py
from .checks import *
#- lib/checks.py
import torch
from dataclasses import dataclass
LIMIT = 2
ALLOWED = (1, 2, 4)
MODES = {"full": 1, "ulysses": 2}
class LibraryError(ValueError):
    pass
class Taker1:
    @classmethod
    def make(cls, sizes, x, degree=1, mode="full"):
        if sizes and sizes[0] < 4:
            raise LibraryError(f"got {sizes!r}")
        if x.dtype != torch.float32:
            raise LibraryError("no", x.shape)
        if degree > LIMIT:
            raise ValueError(f"{degree} is not possible")
        if mode == "ring":
            raise NotImplementedError("no", mode)
        return cls()
@dataclass
class Taker2:
    mode: object = "full"
    def __post_init__(self):
        if self.mode is None:
            raise ValueError(f"{LIMIT:>4}: " + str(self.mode))
class Taker3:
    @classmethod
    def make(cls, sizes, x, degree=1):
        if not (len(sizes) != 2):
            pass
        else:
            raise ValueError(f"{sizes} is not possible")
        assert not (x.dtype != torch.float32), f"got {x.shape}"
        bad4 = not 1 <= degree <= 4
        if bad4:
            raise KeyError("This is not supported.")
        return cls()
