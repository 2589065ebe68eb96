"""What `ServerArgs` of SGLang 0.5.x derives from the model: whether it uses classifier-free guidance by default.

The names are the paths that SGLang registers. For any other path nobody knows, and what depends on it stays unknown.
"""

from shardlint import unknown


class ModelFacts:
    """What the layout derivation reads of a model."""

    def __init__(
        self, *, default_uses_cfg, supports_cfg_parallel=True, whole_guidance_on_4_and_8=False, pipeline_config="PipelineConfig",
    ):
        self.default_uses_cfg = default_uses_cfg
        self.supports_cfg_parallel = supports_cfg_parallel
        self.whole_guidance_on_4_and_8 = whole_guidance_on_4_and_8
        self.pipeline_config = pipeline_config

    def splits_guidance(self, num_gpus):
        """Whether the model splits its guidance over an even number of GPUs without being asked."""
        if not self.default_uses_cfg:
            return False
        return num_gpus not in (4, 8) or not self.whole_guidance_on_4_and_8


class UnregisteredModel(ModelFacts):
    """A model of which nothing is known. What it does is one question, however much goes into the answer."""

    def __init__(self):
        self.supports_cfg_parallel = unknown("an unregistered model")
        self.pipeline_config = "PipelineConfig"

    def splits_guidance(self, num_gpus):
        """Nobody knows."""
        return unknown("default guidance of an unregistered model")


# Guided: the default negative prompt is set and the default guidance scale is above 1.
_GUIDED = ModelFacts(default_uses_cfg=True)
_GUIDED_BUT_ON_4_AND_8 = ModelFacts(default_uses_cfg=True, whole_guidance_on_4_and_8=True)
_UNGUIDED = ModelFacts(default_uses_cfg=False)
_MINIMAX_H3 = ModelFacts(default_uses_cfg=False, supports_cfg_parallel=False, pipeline_config="MiniMaxH3PipelineConfig")
_UNREGISTERED = UnregisteredModel()

_FACTS = {
    "BestWishYsh/Helios-Base": _GUIDED, "BestWishYsh/Helios-Distilled": _UNGUIDED, "BestWishYsh/Helios-Mid": _GUIDED,
    "Efficient-Large-Model/LongLive-2.0-5B": _UNGUIDED, "Efficient-Large-Model/SANA-Video_2B_480p_diffusers": _GUIDED,
    "Efficient-Large-Model/SANA-WM_bidirectional": _GUIDED, "Efficient-Large-Model/SANA-WM_streaming": _GUIDED,
    "Efficient-Large-Model/SANA1.5_1.6B_1024px_diffusers": _GUIDED,
    "Efficient-Large-Model/SANA1.5_4.8B_1024px_diffusers": _GUIDED,
    "Efficient-Large-Model/Sana_1600M_1024px_diffusers": _GUIDED, "Efficient-Large-Model/Sana_1600M_512px_diffusers": _GUIDED,
    "Efficient-Large-Model/Sana_600M_1024px_diffusers": _GUIDED, "Efficient-Large-Model/Sana_600M_512px_diffusers": _GUIDED,
    "FastVideo/FastHunyuan-diffusers": _UNGUIDED, "FastVideo/FastWan2.1-T2V-1.3B-Diffusers": _GUIDED,
    "FastVideo/FastWan2.2-TI2V-5B-Diffusers": _GUIDED, "FastVideo/FastWan2.2-TI2V-5B-FullAttn-Diffusers": _GUIDED,
    "FireRedTeam/FireRed-Image-Edit-1.0": _GUIDED, "FireRedTeam/FireRed-Image-Edit-1.1": _GUIDED,
    "IPostYellow/TurboWan2.1-T2V-1.3B-Diffusers": _GUIDED, "IPostYellow/TurboWan2.1-T2V-14B-720P-Diffusers": _GUIDED,
    "IPostYellow/TurboWan2.1-T2V-14B-Diffusers": _GUIDED, "IPostYellow/TurboWan2.2-I2V-A14B-Diffusers": _GUIDED,
    "IPostYellow/lingbot-world-fast-diffusers": _UNGUIDED, "Lightricks/LTX-2": _GUIDED_BUT_ON_4_AND_8,
    "Lightricks/LTX-2.3": _GUIDED_BUT_ON_4_AND_8, "MiniMax/MiniMax-H3": _MINIMAX_H3, "MiniMaxAI/MiniMax-H3": _MINIMAX_H3,
    "Qwen/Qwen-Image": _GUIDED, "Qwen/Qwen-Image-2512": _GUIDED, "Qwen/Qwen-Image-Edit": _GUIDED,
    "Qwen/Qwen-Image-Edit-2509": _GUIDED, "Qwen/Qwen-Image-Edit-2511": _GUIDED, "Qwen/Qwen-Image-Layered": _GUIDED,
    "Rabinovich/LongLive-2.0-5B-Diffusers": _UNGUIDED, "Tongyi-MAI/Z-Image": _GUIDED, "Tongyi-MAI/Z-Image-Turbo": _UNGUIDED,
    "Wan-AI/Wan2.1-I2V-14B-480P-Diffusers": _GUIDED, "Wan-AI/Wan2.1-I2V-14B-720P-Diffusers": _GUIDED,
    "Wan-AI/Wan2.1-T2V-1.3B-Diffusers": _GUIDED, "Wan-AI/Wan2.1-T2V-14B-Diffusers": _GUIDED,
    "Wan-AI/Wan2.2-I2V-A14B-Diffusers": _GUIDED, "Wan-AI/Wan2.2-T2V-A14B-Diffusers": _GUIDED,
    "Wan-AI/Wan2.2-TI2V-5B-Diffusers": _GUIDED, "baidu/ERNIE-Image": _GUIDED, "baidu/ERNIE-Image-Turbo": _GUIDED,
    "black-forest-labs/FLUX.1-dev": _UNGUIDED, "black-forest-labs/FLUX.2-dev": _UNGUIDED,
    "black-forest-labs/FLUX.2-dev-NVFP4": _UNGUIDED, "black-forest-labs/FLUX.2-klein-4B": _UNGUIDED,
    "black-forest-labs/FLUX.2-klein-9B": _UNGUIDED, "black-forest-labs/FLUX.2-klein-base-4B": _GUIDED,
    "black-forest-labs/FLUX.2-klein-base-9B": _GUIDED, "hunyuanvideo-community/HunyuanVideo": _UNGUIDED,
    "jdopensource/JoyAI-Echo": _UNGUIDED, "jdopensource/JoyAI-Image-Edit-Diffusers": _GUIDED, "krea/Krea-2": _UNGUIDED,
    "lerobot/pi05_base": _UNGUIDED, "lerobot/pi05_libero_base": _UNGUIDED, "nvidia/Qwen-Image-NVFP4": _GUIDED,
    "nvidia/Wan2.2-T2V-A14B-Diffusers-NVFP4": _GUIDED, "robbyant/lingbot-world-fast-diffusers": _UNGUIDED,
    "robbyant/lingbot-world-v2-14b-causal-fast-diffusers": _UNGUIDED, "stabilityai/stable-diffusion-3-medium": _GUIDED,
    "stabilityai/stable-diffusion-3-medium-diffusers": _GUIDED, "stabilityai/stable-diffusion-3.5-large": _GUIDED,
    "stabilityai/stable-diffusion-3.5-large-diffusers": _GUIDED, "stabilityai/stable-diffusion-3.5-medium": _GUIDED,
    "stabilityai/stable-diffusion-3.5-medium-diffusers": _GUIDED, "tencent/Hunyuan3D-2": _GUIDED,
    "weizhou03/Wan2.1-Fun-1.3B-InP-Diffusers": _GUIDED,
}


def is_minimax_h3(model_path):
    """Whether the path is a registered MiniMax-H3 checkpoint (56 heads, packed sequences aligned to 64 rows)."""
    return model_path in ("MiniMax/MiniMax-H3", "MiniMaxAI/MiniMax-H3")


def model_facts(model_path):
    """Returns the facts of a registered model, or unknown ones: one look-up, as what nobody knows must not be asked often."""
    return _FACTS.get(model_path, _UNREGISTERED)
