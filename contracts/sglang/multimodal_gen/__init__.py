"""sglang.multimodal_gen of SGLang 0.5.x: the Python entry point of the diffusion runtime."""

from .runtime.entrypoints.diffusion_generator import DiffGenerator
