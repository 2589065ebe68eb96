"""What `ServerArgs` of SGLang 0.5.x derives from the model: whether it uses classifier-free guidance by default.

The names are the paths that SGLang registers. For any other path nobody knows, and what depends on it stays unknown.
"""

from shardlint import unknown

# Registered models whose default negative prompt is set and whose default guidance scale is above 1.
_GUIDED = (
    "BestWishYsh/Helios-Base", "BestWishYsh/Helios-Mid", "Efficient-Large-Model/SANA-Video_2B_480p_diffusers",
    "Efficient-Large-Model/SANA-WM_bidirectional", "Efficient-Large-Model/SANA-WM_streaming",
    "Efficient-Large-Model/SANA1.5_1.6B_1024px_diffusers", "Efficient-Large-Model/SANA1.5_4.8B_1024px_diffusers",
    "Efficient-Large-Model/Sana_1600M_1024px_diffusers", "Efficient-Large-Model/Sana_1600M_512px_diffusers",
    "Efficient-Large-Model/Sana_600M_1024px_diffusers", "Efficient-Large-Model/Sana_600M_512px_diffusers",
    "FastVideo/FastWan2.1-T2V-1.3B-Diffusers", "FastVideo/FastWan2.2-TI2V-5B-Diffusers",
    "FastVideo/FastWan2.2-TI2V-5B-FullAttn-Diffusers", "FireRedTeam/FireRed-Image-Edit-1.0",
    "FireRedTeam/FireRed-Image-Edit-1.1", "IPostYellow/TurboWan2.1-T2V-1.3B-Diffusers",
    "IPostYellow/TurboWan2.1-T2V-14B-720P-Diffusers", "IPostYellow/TurboWan2.1-T2V-14B-Diffusers",
    "IPostYellow/TurboWan2.2-I2V-A14B-Diffusers", "Lightricks/LTX-2", "Lightricks/LTX-2.3", "Qwen/Qwen-Image",
    "Qwen/Qwen-Image-2512", "Qwen/Qwen-Image-Edit", "Qwen/Qwen-Image-Edit-2509", "Qwen/Qwen-Image-Edit-2511",
    "Qwen/Qwen-Image-Layered", "Tongyi-MAI/Z-Image", "Wan-AI/Wan2.1-I2V-14B-480P-Diffusers",
    "Wan-AI/Wan2.1-I2V-14B-720P-Diffusers", "Wan-AI/Wan2.1-T2V-1.3B-Diffusers", "Wan-AI/Wan2.1-T2V-14B-Diffusers",
    "Wan-AI/Wan2.2-I2V-A14B-Diffusers", "Wan-AI/Wan2.2-T2V-A14B-Diffusers", "Wan-AI/Wan2.2-TI2V-5B-Diffusers",
    "baidu/ERNIE-Image", "baidu/ERNIE-Image-Turbo", "black-forest-labs/FLUX.2-klein-base-4B",
    "black-forest-labs/FLUX.2-klein-base-9B", "jdopensource/JoyAI-Image-Edit-Diffusers", "nvidia/Qwen-Image-NVFP4",
    "nvidia/Wan2.2-T2V-A14B-Diffusers-NVFP4", "stabilityai/stable-diffusion-3-medium",
    "stabilityai/stable-diffusion-3-medium-diffusers", "stabilityai/stable-diffusion-3.5-large",
    "stabilityai/stable-diffusion-3.5-large-diffusers", "stabilityai/stable-diffusion-3.5-medium",
    "stabilityai/stable-diffusion-3.5-medium-diffusers", "tencent/Hunyuan3D-2", "weizhou03/Wan2.1-Fun-1.3B-InP-Diffusers",
)

# Registered models without guidance by default.
_UNGUIDED = (
    "BestWishYsh/Helios-Distilled", "Efficient-Large-Model/LongLive-2.0-5B", "FastVideo/FastHunyuan-diffusers",
    "IPostYellow/lingbot-world-fast-diffusers", "MiniMax/MiniMax-H3", "MiniMaxAI/MiniMax-H3",
    "Rabinovich/LongLive-2.0-5B-Diffusers", "Tongyi-MAI/Z-Image-Turbo", "black-forest-labs/FLUX.1-dev",
    "black-forest-labs/FLUX.2-dev", "black-forest-labs/FLUX.2-dev-NVFP4", "black-forest-labs/FLUX.2-klein-4B",
    "black-forest-labs/FLUX.2-klein-9B", "hunyuanvideo-community/HunyuanVideo", "jdopensource/JoyAI-Echo", "krea/Krea-2",
    "lerobot/pi05_base", "lerobot/pi05_libero_base", "robbyant/lingbot-world-fast-diffusers",
    "robbyant/lingbot-world-v2-14b-causal-fast-diffusers",
)

_MINIMAX_H3 = ("MiniMaxAI/MiniMax-H3", "MiniMax/MiniMax-H3")

# These never split guidance over 4 or 8 GPUs, even where they use it.
_WHOLE_GUIDANCE_ON_4_AND_8 = ("Lightricks/LTX-2", "Lightricks/LTX-2.3", "jdopensource/JoyAI-Echo")


class ModelFacts:
    """What the layout derivation reads of a model."""

    def __init__(
        self, *, default_uses_cfg, supports_cfg_parallel=True, whole_guidance_on_4_and_8=False, pipeline_config="PipelineConfig",
    ):
        self.default_uses_cfg = default_uses_cfg
        self.supports_cfg_parallel = supports_cfg_parallel
        self.whole_guidance_on_4_and_8 = whole_guidance_on_4_and_8
        self.pipeline_config = pipeline_config


def is_minimax_h3(model_path):
    """Whether the path is a registered MiniMax-H3 checkpoint (56 heads, packed sequences aligned to 64 rows)."""
    return model_path in _MINIMAX_H3


def model_facts(model_path):
    """Returns the facts of a registered model, or unknown ones."""
    if model_path in _MINIMAX_H3:
        return ModelFacts(default_uses_cfg=False, supports_cfg_parallel=False, pipeline_config="MiniMaxH3PipelineConfig")
    if model_path in _GUIDED:
        return ModelFacts(default_uses_cfg=True, whole_guidance_on_4_and_8=model_path in _WHOLE_GUIDANCE_ON_4_AND_8)
    if model_path in _UNGUIDED:
        return ModelFacts(default_uses_cfg=False, whole_guidance_on_4_and_8=model_path in _WHOLE_GUIDANCE_ON_4_AND_8)
    return ModelFacts(
        default_uses_cfg=unknown("default guidance of an unregistered model"),
        supports_cfg_parallel=unknown("an unregistered model"), whole_guidance_on_4_and_8=unknown("an unregistered model"),
    )
