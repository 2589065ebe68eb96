"""sglang.multimodal_gen.runtime.server_args of SGLang 0.5.x."""

from .server_args import ServerArgs
