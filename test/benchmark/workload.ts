/**
 * Writes the Python files that are measured: pipelines as their authors write them, with configuration, helpers,
 * schedulers and classes around a few calls that contracts describe. All of it is correct but for one mask whose block
 * size does not fit the kernel's tile.
 */
import { Random } from "./random.ts";

/** The line with the mistake, and what its author should have written. */
export const mistake = { wrong: "tile_mn=(128, 64)", right: "tile_mn=(128, 128)", rule: "kv-block-size" } as const;

/** Modules that every pipeline imports, by file name. */
export const sharedModules: Readonly<Record<string, string>> = {
  "sizes.py": `"""Sizes that the pipelines share."""

TEXT_ROWS = 512
AUDIO_CHANNELS = 2
ALIGNMENT = 64


def round_up(count, multiple):
    return (count + multiple - 1) // multiple * multiple


def packed_length(text_rows, image_rows, audio_rows):
    return round_up(text_rows + image_rows + audio_rows, ALIGNMENT)
`,
  "loading.py": `"""Weights and prompts from disk."""
import json
from pathlib import Path

import torch


def load_weights(path, device="cpu"):
    weights = torch.load(Path(path) / "model.pt", map_location=device)
    return {name.removeprefix("model."): value for name, value in weights.items()}


def read_prompts(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line)["prompt"] for line in file if line.strip()]
`,
};

const head = (
  name: string,
): string => `"""Inference pipeline ${name}: packs text, video and audio rows and denoises them over several GPUs."""
import argparse
import json
import logging
import math
import os
from dataclasses import dataclass, field
from pathlib import Path

import torch
import torch.nn.functional as F
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch as UpstreamBlockSparseTensors
from flash_attn.cute.interface import flash_attn_func
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_ring_ctx,
    get_sp_parallel_rank,
    get_sp_world_size,
    get_ulysses_ctx,
    initialize_model_parallel,
)
from torch.nn.attention.flex_attention import create_block_mask

from loading import load_weights, read_prompts
from sizes import ALIGNMENT, TEXT_ROWS, packed_length, round_up

logger = logging.getLogger(__name__)

DEFAULT_STEPS = 28
GUIDANCE_LIMIT = 12
CHUNK_ROWS = 2048


def causal(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx
`;

const tail = `

def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--prompts", type=Path, required=True)
    parser.add_argument("--output", type=Path, default=Path("out"))
    parser.add_argument("--ulysses-degree", type=int, default=1)
    parser.add_argument("--ring-degree", type=int, default=1)
    parser.add_argument("--steps", type=int, default=DEFAULT_STEPS)
    return parser.parse_args()


def main():
    args = parse_arguments()
    initialize_model_parallel(
        sequence_parallel_degree=args.ulysses_degree * args.ring_degree,
        ulysses_degree=args.ulysses_degree,
        ring_degree=args.ring_degree,
    )
    weights = load_weights(args.model)
    for number, prompt in enumerate(read_prompts(args.prompts)):
        logger.info("prompt %d of %s: %s", number, args.prompts, prompt)
        (args.output / f"{number}.json").write_text(json.dumps({"prompt": prompt, "weights": len(weights)}))


if __name__ == "__main__":
    main()
`;

type Section = (number: number, random: Random) => string;

const configuration: Section = (number, random) => `

@dataclass
class Request${number}:
    prompt: str
    negative_prompt: str = ""
    height: int = ${random.pick([480, 704, 720, 1080])}
    width: int = ${random.pick([832, 1280, 1920])}
    num_frames: int = ${random.pick([49, 81, 121])}
    fps: int = ${random.pick([16, 24])}
    guidance_scale: float = ${random.pick([3.5, 5.0, 7.5])}
    seed: int | None = None
    extra: dict = field(default_factory=dict)

    def latent_size(self, patch=2, stride=8):
        frames = (self.num_frames - 1) // 4 + 1
        rows = self.height // stride // patch
        columns = self.width // stride // patch
        return frames, rows, columns

    def validate(self):
        limit = 4096
        if self.height % 16 != 0 or self.width % 16 != 0:
            raise ValueError(f"height and width must be multiples of 16, got {self.height} x {self.width}")
        if self.height > limit or self.width > limit:
            raise ValueError("the frame is too large")
        if self.guidance_scale > GUIDANCE_LIMIT:
            logger.warning("guidance %.1f burns colors", self.guidance_scale)
        return self

    @classmethod
    def from_json(cls, text):
        known = {name: value for name, value in json.loads(text).items() if name in cls.__annotations__}
        return cls(**known).validate()
`;

const helpers: Section = (number, random) => `

def normalize_rows_${number}(rows, epsilon=1e-6):
    mean = rows.mean(dim=-1, keepdim=True)
    variance = rows.var(dim=-1, keepdim=True, unbiased=False)
    return (rows - mean) / torch.sqrt(variance + epsilon)


def blend_tiles_${number}(tiles, overlap):
    blended = tiles[0].clone()
    width = ${random.pick([8, 16, 32])}
    for tile in tiles[1:]:
        ramp = torch.linspace(0, 1, overlap, device=tile.device)
        blended[..., -overlap:] = blended[..., -overlap:] * (1 - ramp) + tile[..., :overlap] * ramp
        blended = torch.cat([blended, tile[..., overlap:]], dim=-1)
    return blended[..., : max(width, blended.shape[-1])]


def frame_paths_${number}(folder, suffix=".png"):
    paths = []
    for path in sorted(Path(folder).iterdir()):
        if path.suffix.lower() == suffix and not path.name.startswith("."):
            paths.append(path)
    if not paths:
        raise FileNotFoundError(f"no frames in {folder}")
    return paths


def describe_memory_${number}(device):
    free, total = torch.cuda.mem_get_info(device)
    reserve = ${random.pick([1024, 2048, 4096])}
    usable = free // 2**20 - reserve
    return {"free": free, "total": total, "usable": usable, "share": round(free / max(total, 1), 3)}
`;

const scheduler: Section = (number, random) => `

class FlowScheduler${number}:
    """Steps of a flow-matching sampler with a shifted schedule."""

    def __init__(self, steps=DEFAULT_STEPS, shift=${random.pick([3.0, 5.0, 7.0])}):
        self.steps = steps
        self.shift = shift
        self.sigmas = self.build(steps)
        self.history = []

    def build(self, steps):
        order = 2
        sigmas = torch.linspace(1.0, 0.0, steps + 1)
        shifted = self.shift * sigmas / (1 + (self.shift - 1) * sigmas)
        for _ in range(order - 1):
            shifted = (shifted + sigmas) / 2
        return shifted

    def step(self, velocity, sample, index):
        delta = self.sigmas[index + 1] - self.sigmas[index]
        keep = 3
        self.history.append(velocity)
        if len(self.history) > keep:
            self.history.pop(0)
        if len(self.history) == 1:
            return sample + delta * velocity
        correction = (self.history[-1] - self.history[-2]) / 2
        return sample + delta * (velocity + correction)

    def add_noise(self, sample, noise, index):
        sigma = self.sigmas[index]
        while sigma.ndim < sample.ndim:
            sigma = sigma.unsqueeze(-1)
        return (1 - sigma) * sample + sigma * noise

    def timesteps(self, device):
        scale = 1000
        return [int(sigma * scale) for sigma in self.sigmas[:-1].to(device).tolist()]
`;

const network: Section = (number, random) => `

class Adapter${number}(torch.nn.Module):
    def __init__(self, width=${random.pick([1024, 2048, 3072])}, heads=16):
        super().__init__()
        self.width = width
        self.heads = heads
        self.norm = torch.nn.LayerNorm(width)
        self.qkv = torch.nn.Linear(width, width * 3)
        self.out = torch.nn.Linear(width, width)
        self.gate = torch.nn.Parameter(torch.zeros(1))

    def split(self, hidden):
        batch, rows, _ = hidden.shape
        q, k, v = self.qkv(self.norm(hidden)).chunk(3, dim=-1)
        shape = (batch, rows, self.heads, self.width // self.heads)
        return q.view(shape).transpose(1, 2), k.view(shape).transpose(1, 2), v.view(shape).transpose(1, 2)

    def forward(self, hidden, scale=1.0):
        depth = 2
        q, k, v = self.split(hidden)
        mixed = F.scaled_dot_product_attention(q, k, v)
        mixed = mixed.transpose(1, 2).reshape(hidden.shape)
        for _ in range(depth - 1):
            mixed = F.gelu(self.out(mixed), approximate="tanh")
        return hidden + torch.tanh(self.gate) * scale * mixed

    def load(self, weights, prefix="adapter."):
        own = self.state_dict()
        missing = [name for name in own if prefix + name not in weights]
        if missing:
            raise KeyError(f"{len(missing)} weights are missing, first {missing[0]}")
        self.load_state_dict({name: weights[prefix + name] for name in own})
        return self
`;

/** The MiniMax-H3 transformer with this rank's tags, sliced as the library wants them. */
const denoiser: Section = (number, random) => `

class Denoiser${number}:
    def __init__(self, transformer, scheduler, device="cuda"):
        self.transformer = transformer
        self.scheduler = scheduler
        self.device = device
        self.text_rows = TEXT_ROWS

    def pack(self, frames, rows, columns, audio_rows):
        channels = 96
        image_rows = frames * rows * columns
        seq_len = packed_length(self.text_rows, image_rows, audio_rows)
        x = torch.randn(1, seq_len, channels, device=self.device)
        token_tags = torch.full((seq_len,), -1, dtype=torch.long, device=self.device)
        token_tags[: self.text_rows] = 0
        token_tags[self.text_rows : self.text_rows + image_rows] = 1
        return x, token_tags

    def local_tags(self, x, token_tags):
        ulysses_ws, ulysses_rank = get_ulysses_ctx()
        ring_ws, ring_rank = get_ring_ctx()
        local_len = x.shape[1] // (ulysses_ws * ring_ws)
        start = (ring_rank * ulysses_ws + ulysses_rank) * local_len
        return token_tags[start : start + local_len].clamp(min=0)

    def run(self, x, token_tags, prompt_embeds, steps=${random.pick([20, 28, 40])}):
        report_every = 5
        block_token_tags = self.local_tags(x, token_tags)
        for index in range(steps):
            inverse_indices = torch.zeros(x.shape[1], dtype=torch.long, device=self.device)
            video, audio = self.transformer(
                x=x,
                token_tags=token_tags,
                block_token_tags=block_token_tags,
                inverse_indices=inverse_indices,
                prompt_embeds=prompt_embeds,
            )
            if index % report_every == 0:
                logger.info("step %d of %d, %s", index, steps, tuple(video.shape))
        return video, audio
`;

/** FlashAttention-4 with an explicit tile that the mask fits. */
const blockSparse: Section = (number, random) => {
  const keys = random.pick([64, 128]);
  return `

def block_sparse_attention_${number}(q, k, v, mask_mod_cute):
    seq_len = ${random.pick([4096, 8192, 16384])}
    kv_block = ${keys}
    mask = create_block_mask(causal, 1, 1, seq_len, seq_len, device="cuda", BLOCK_SIZE=(256, kv_block))
    tensors = BlockSparseTensorsTorch(
        mask.kv_num_blocks,
        mask.kv_indices,
        mask.full_kv_num_blocks,
        mask.full_kv_indices,
        block_size=mask.BLOCK_SIZE,
    )
    out, lse, *_ = _flash_attn_fwd(q, k, v, tile_mn=(128, ${keys}), mask_mod=mask_mod_cute, block_sparse_tensors=tensors)
    return out


def sliding_attention_${number}(q, k, v, window=${random.pick([512, 1024])}):
    rows = q.shape[1]
    sink = 16
    visible = min(rows, window + sink)
    upstream = create_block_mask(causal, None, None, rows, rows, device=q.device, BLOCK_SIZE=(256, 128))
    tensors = UpstreamBlockSparseTensors(
        upstream.kv_num_blocks, upstream.kv_indices, upstream.full_kv_num_blocks, upstream.full_kv_indices,
        block_size=(256, 128),
    )
    out, _ = flash_attn_func(q, k, v, block_sparse_tensors=tensors)
    return out[:, :visible]
`;
};

const flawed = `

def tiled_attention(q, k, v, mask_mod_cute):
    rows = 4096
    mask = create_block_mask(causal, 1, 1, rows, rows, device="cuda", BLOCK_SIZE=(256, 128))
    tensors = BlockSparseTensorsTorch(
        mask.kv_num_blocks, mask.kv_indices, mask.full_kv_num_blocks, mask.full_kv_indices, block_size=(256, 128)
    )
    return _flash_attn_fwd(q, k, v, ${mistake.wrong}, mask_mod=mask_mod_cute, block_sparse_tensors=tensors)
`;

/** Two sections in nine make calls that contracts describe, which is more than most files do. */
const sections: readonly Section[] = [
  configuration,
  helpers,
  scheduler,
  denoiser,
  helpers,
  network,
  configuration,
  blockSparse,
  helpers,
];

export interface PipelineOptions {
  readonly seed: number;
  /** The file has at least this many lines. */
  readonly lines: number;
  readonly flawed: boolean;
}

export function writePipeline(options: PipelineOptions): string {
  const random = new Random(options.seed);
  const parts = [head(`number ${options.seed}`)];
  let lines = countLines(head("")) + countLines(tail) + (options.flawed ? countLines(flawed) : 0);
  for (let number = 0; lines < options.lines; number++) {
    const section = sections[number % sections.length];
    if (section === undefined) break;
    const part = section(number, random);
    parts.push(part);
    lines += countLines(part);
  }
  // In the middle, so that an edit has about as much before it as behind it.
  if (options.flawed) parts.splice(Math.ceil(parts.length / 2), 0, flawed);
  return parts.join("") + tail;
}

export function countLines(text: string): number {
  return text.split("\n").length - 1;
}
