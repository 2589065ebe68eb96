"""flash_attn.cute of pip `flash-attn-4`: its two public functions."""

from .interface import flash_attn_func, flash_attn_varlen_func
