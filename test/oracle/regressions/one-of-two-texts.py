# {"known":{"launch":{"ulysses":1,"ring":1},"architectures":[100],"libraries":{"flash-attn-4":"4.0.0b22"}},"runs":[{"world":{"architecture":100,"libraries":{"flash-attn-4":"4.0.0b22"},"symbols":{"video_rows":8,"audio_rows":4,"rope_width":9},"ulysses_degree":1,"ring_degree":1,"ulysses_rank":0,"ring_rank":0,"world_size":1,"world_rank":0},"environment":{},"arguments":[],"entries":[{"name":"run1","arguments":[512,128]}]}],"constant":false}
import torch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
class Bag10:
    k = None
def outer13(value):
    cell15 = None
    def inner14():
        nonlocal cell15
        cell15 = value
    inner14()
    return cell15
def run1(queries, block):
    total2 = 0
    for part3 in (1024, 2):
        total2 += part3
    out = _flash_attn_fwd(torch.zeros(queries, 192), torch.zeros((total2 - 3), 4, 192), torch.zeros((total2 - 3)), block_sparse_tensors=outer13(BlockSparseTensorsTorch(mask_block_cnt=Bag10(), mask_block_idx=Bag10(), block_size=(64, 128))))
