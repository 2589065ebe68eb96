"""sglang.kernels.ops.attention.flash_attn.cute of SGLang 0.5.x: the two public functions of its FlashAttention-4 copy."""

from .interface import flash_attn_func, flash_attn_varlen_func
