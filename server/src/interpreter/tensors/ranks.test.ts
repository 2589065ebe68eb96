/** The number of dimensions that is settled late: by unpacking, by a test, or by what a library demands. */
import { test } from "vitest";
import { check } from "../../testing/fixture.ts";

const head = "import torch\nimport torch.nn.functional as F\n";

test.each([
  [
    "unpacking",
    `
def f(x, n):
    x = F.pad(x, (0, 0, 0, 8))
    reveal(x)  # revealed: Tensor[…]
    b, s, d = x.shape
    reveal(s)  # revealed: x.shape[1] + 8
    reveal(x)  # revealed: Tensor[…]
    reveal(x * 2)  # revealed: Tensor[x.shape[0], x.shape[1] + 8, x.shape[2]]
    reveal(x.shape[-1])  # revealed: x.shape[2]
`,
  ],
  [
    "unpacking before",
    `
def f(x):
    b, s, d = x.shape
    reveal(F.pad(x, (0, 0, 0, 8)))  # revealed: Tensor[x.shape[0], x.shape[1] + 8, x.shape[2]]
    reveal(x.shape[-2])  # revealed: x.shape[1]
    reveal(x.transpose(-1, -2))  # revealed: Tensor[x.shape[0], x.shape[2], x.shape[1]]
`,
  ],
  [
    "an assertion",
    `
def f(x):
    y = torch.cat([x, x], dim=-2)
    assert y.ndim == 3
    reveal(y.shape[1])  # revealed: 2 * x.shape[1]
`,
  ],
  [
    "a test that raises",
    `
def f(x):
    if x.dim() != 4:
        raise ValueError("no")
    reveal(x[..., :-1, :])  # revealed: Tensor[x.shape[0], x.shape[1], x.shape[2] - 1, x.shape[3]]
`,
  ],
  [
    "the length of the shape",
    `
def f(x):
    y = x.flip(-1)[..., None]
    if len(y.shape) == 3:
        reveal(y.shape)  # revealed: (x.shape[0], x.shape[1], 1)
    elif len(y.shape) == 4:
        reveal(y.shape)  # revealed: (x.shape[0], x.shape[1], x.shape[2], 1)
`,
  ],
  [
    "nothing",
    `
def f(x):
    y = F.pad(x, (0, 0, 0, 8))
    first, *others = y.shape
    reveal(y)  # revealed: Tensor[…]
    assert y.ndim > 2
    reveal(F.pad(y, (0, 1)))  # revealed: Tensor[…]
`,
  ],
])("is settled by %s", async (_, program) => {
  await check(`${head}${program}`);
});

test("what a library demands of the rank tells the lengths", async () => {
  const forward = (pad: string, tags: string): string => `${head}
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel
def step(dit: MiniMaxH3DiTModel, x: torch.Tensor, t):
    (u, _), (r, _) = get_ulysses_ctx(), get_ring_ctx()
    n = x.shape[1]
    x = F.pad(x, ${pad})
    tags = torch.zeros(${tags}, dtype=torch.long)
    return dit(x=x, block_token_tags=tags, unique_timesteps=t)`;
  await check(forward("(0, 0, 0, 64)", "(n + 64) // (u * r)"));
  await check(`${forward("(0, 0, 0, 64)", "n + 64")}  # warning: [block-token-tags-length]`);
  await check(`${forward("(0, 64)", "n")}  # warning: [block-token-tags-length]`);
  await check(forward("(0, 64)", "n // (u * r)"));
  // Nobody knows that the last pair is that of the sequence.
  await check(forward("pairs", "n + 64"));
});
