/** Functions that are checked only with some keyword, and are handed on by a file that does not name it. */
import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

/** A call in one file of what another made of the kernel. */
const program = (kernels: string, callee: string, block: number, finding = ""): string => `
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from torch.nn.attention.flex_attention import create_block_mask
import kernels

def run(q, k, v, mod):
    mask = create_block_mask(mod, 1, 1, 4096, 4096, BLOCK_SIZE=(256, ${block}))
    tensors = BlockSparseTensorsTorch(mask.kv_num_blocks, mask.kv_indices, block_size=(256, ${block}))
    return ${callee}(q, k, v, tile_mn=(128, 128), block_sparse_tensors=tensors)${finding}
#- kernels.py
from functools import partial
from flash_attn.cute import interface
from flash_attn.cute.interface import _flash_attn_fwd
${kernels}
`;

const handed: readonly (readonly [name: string, kernels: string, callee: string])[] = [
  ["a part", "fast = partial(_flash_attn_fwd, softmax_scale=1.0)", "kernels.fast"],
  ["a part of an attribute", "fast = partial(interface._flash_attn_fwd, softmax_scale=1.0)", "kernels.fast"],
  ["another name", "fast = _flash_attn_fwd", "kernels.fast"],
  ["a table", 'TABLE = {"fast": _flash_attn_fwd}', 'kernels.TABLE["fast"]'],
  ["a list", "ALL = [_flash_attn_fwd]", "kernels.ALL[0]"],
  ["a result", "def pick():\n    return _flash_attn_fwd", "kernels.pick()"],
  [
    "a default",
    "def fast(q, k, v, kernel=_flash_attn_fwd, **rest):\n    return kernel(q, k, v, **rest)",
    "kernels.fast",
  ],
  [
    "an attribute",
    "class Kernels:\n    def __init__(self):\n        self.fast = _flash_attn_fwd",
    "kernels.Kernels().fast",
  ],
];

describe("a kernel that another file hands on", () => {
  test.each(handed)("%s", async (_, kernels, callee) => {
    await check(program(kernels, callee, 64, "  # error: [kv-block-size]"));
  });

  test.each(handed)("silent where it fits: %s", async (_, kernels, callee) => {
    await check(program(kernels, callee, 128));
  });

  test("under another name, with whatever is passed", async () => {
    const kernels =
      "from flash_attn.cute.interface import _flash_attn_fwd as forward\n\ndef fast(q, k, v, **rest):\n    return forward(q, k, v, **rest)";
    await check(
      program(kernels, "kernels.fast", 64, "  # error: [kv-block-size]").replace(
        "from flash_attn.cute.interface import _flash_attn_fwd\n",
        "",
      ),
    );
  });

  test("through a third file", async () => {
    await check(
      `${program("fast = partial(_flash_attn_fwd, softmax_scale=1.0)", "api.quick", 64, "  # error: [kv-block-size]").replace("import kernels", "import api")}#- api.py\nfrom kernels import fast as quick\n`,
    );
  });
});
