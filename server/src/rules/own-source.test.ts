import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

/** A configuration whose degrees do not make up its GPUs, beside the workspace's own class for it. */
function withOwnClass(
  own: string,
  options: { readonly found?: boolean; readonly call?: string; readonly file?: string } = {},
): string {
  const { found = false, call = "ServerArgs", file = "server_args.py" } = options;
  return `
from sglang.multimodal_gen.runtime.server_args import ServerArgs
${call}(
    model_path="MiniMaxAI/MiniMax-H3",
    num_gpus=8,
    ulysses_degree=4,${found ? "  # error: [sp-degree-product]" : ""}
)
#- sglang/multimodal_gen/runtime/${file}
${own}`;
}

const accepting = `class ServerArgs:
    def __init__(self, model_path, num_gpus=1, ulysses_degree=None, ring_degree=None):
        self.num_gpus = num_gpus
        self.ulysses_degree = ulysses_degree or num_gpus
`;

describe("a class of the workspace that a contract describes", () => {
  test.each([
    ["one that accepts it", accepting],
    [
      "a dataclass",
      "from dataclasses import dataclass\n\n@dataclass\nclass ServerArgs:\n    model_path: str\n    num_gpus: int = 1\n    ulysses_degree: int = 1\n",
    ],
    [
      "one that refuses something else",
      "class ServerArgs:\n    def __init__(self, num_gpus=1, **rest):\n        if num_gpus < 1:\n            raise ValueError('no GPUs')\n",
    ],
    [
      "one that inherits how it is made",
      "class Base:\n    def __init__(self, **rest):\n        self.rest = rest\n\nclass ServerArgs(Base):\n    pass\n",
    ],
    [
      "one that nobody can follow, without a statement that raises",
      "import yaml\n\nclass ServerArgs:\n    def __init__(self, **rest):\n        self.inner = yaml.load(rest)\n        if self.inner.deep:\n            self.depth = 3\n",
    ],
  ])("%s", async (_, own) => {
    await check(withOwnClass(own));
  });

  test("it is found in the file that its package imports it from", async () => {
    const own = `from .made import ServerArgs\n#- sglang/multimodal_gen/runtime/server_args/made.py\n${accepting}`;
    await check(withOwnClass(own, { file: "server_args/__init__.py" }));
  });

  test("a class method is the class's own", async () => {
    const own = `${accepting}\n    @classmethod\n    def from_kwargs(cls, **rest):\n        return cls(**rest)\n`;
    await check(withOwnClass(own, { call: "ServerArgs.from_kwargs" }));
  });

  test("one that refuses it, too, leaves the finding", async () => {
    await check(
      withOwnClass(
        `class ServerArgs:
    def __init__(self, model_path, num_gpus=1, ulysses_degree=1, ring_degree=1):
        if num_gpus != ulysses_degree * ring_degree:
            raise ValueError(f"{num_gpus} GPUs")
`,
        { found: true },
      ),
    );
  });

  const checkingItself = (raised: string): string => `class ServerArgs:
    def __init__(self, **rest):
        self.rest = prepare(rest)
        if self.sp_degree != self.ring_degree * self.ulysses_degree:
            ${raised}
`;
  const checkingElsewhere = (raised: string): string => `from sglang.checks import inspect

class ServerArgs:
    def __init__(self, **rest):
        inspect(rest, deep(rest))
#- sglang/checks.py
def inspect(rest, depth):
    ${raised}
`;
  const whole =
    'raise ValueError(f"sp_degree ({self.sp_degree}) must equal ring_degree * ulysses_degree ({self.ring_degree})")';
  const inParts = `raise ValueError(
                f"sp_degree ({self.sp_degree}) must equal "
                f"ring_degree * ulysses_degree ({self.ring_degree})"
            )`;
  const formatted = 'message = "sp_degree (%d) must equal ring_degree * ulysses_degree" % 3; raise ValueError(message)';

  describe.each([
    ["itself", checkingItself],
    ["in a file of its package", checkingElsewhere],
  ])("one that nobody can follow and that raises %s", (_, own) => {
    test.each([whole, inParts, formatted])("what the contract says leaves the finding", async (raised) => {
      await check(withOwnClass(own(raised), { found: true }));
    });

    test.each([
      "raise ValueError('no')",
      "assert self.rest",
      'raise ValueError(f"num_gpus ({self.num_gpus}) must be positive")',
      'warn("sp_degree must equal ring_degree * ulysses_degree")',
    ])("something else is right: %s", async (raised) => {
      await check(withOwnClass(own(raised)));
    });
  });

  test("a package that re-exports the name is asked, too", async () => {
    await check(`
from sglang.multimodal_gen import DiffGenerator
DiffGenerator.from_pretrained("MiniMaxAI/MiniMax-H3", num_gpus=8, ulysses_degree=4)
#- sglang/multimodal_gen/__init__.py
class DiffGenerator:
    @classmethod
    def from_pretrained(cls, model_path, **rest):
        return cls()
`);
  });

  test("so is a model that is called without anybody knowing its class", async () => {
    await check(`
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel
initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)

def run(model):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096))
#- sglang/multimodal_gen/runtime/models/dits/minimax_h3.py
class MiniMaxH3DiTModel:
    def forward(self, *, x, token_tags=None, block_token_tags=None):
        return x
`);
  });
});
