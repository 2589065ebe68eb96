/** Callees that are known to be something else than what a contract describes, whatever keywords they take. */
import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

const preamble = `
from __future__ import annotations
from typing import Annotated, Final, Optional, Union
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel

initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)

class MyModel(torch.nn.Module):
    def forward(self, x, block_token_tags=None):
        return x

def fn(x, block_token_tags=None):
    return x

x = torch.zeros(1, 4096, 96)
tags = torch.zeros(4096, dtype=torch.long)
`;

describe("a callee that is something else", () => {
  test.each<[string, string]>([
    ["an annotation in quotes", `def run(model: "MyModel"):\n    return model(x=x, block_token_tags=tags)`],
    ["a default of None", `def run(model: MyModel | None = None):\n    return model(x=x, block_token_tags=tags)`],
    ["both in quotes", `def run(model: "MyModel | None" = None):\n    return model(x=x, block_token_tags=tags)`],
    ["Optional", `def run(model: Optional[MyModel]):\n    return model(x=x, block_token_tags=tags)`],
    ["Optional of a quoted name", `def run(model: Optional["MyModel"]):\n    return model(x=x, block_token_tags=tags)`],
    ["Union with None", `def run(model: Union[None, MyModel]):\n    return model(x=x, block_token_tags=tags)`],
    [
      "one of two classes",
      `class Other(MyModel):\n    pass\ndef run(model: MyModel | Other):\n    return model(x=x, block_token_tags=tags)`,
    ],
    ["Annotated", `def run(model: Annotated[MyModel, "the model"]):\n    return model(x=x, block_token_tags=tags)`],
    [
      "a class elsewhere",
      `from other import Their\ndef run(model: Their):\n    return model(x=x, block_token_tags=tags)`,
    ],
    [
      "a class elsewhere, in quotes",
      `import other\ndef run(model: "other.Their | None"):\n    return model(x=x, block_token_tags=tags)`,
    ],
    [
      "a field of a class",
      `class Pipeline:\n    transformer: MyModel\n    def run(self):\n        return self.transformer(x=x, block_token_tags=tags)`,
    ],
    [
      "a quoted field of a class",
      `class Pipeline:\n    transformer: "MyModel | None" = None\n    def run(self):\n        return self.transformer(x=x, block_token_tags=tags)`,
    ],
    [
      "a field of the class above",
      `class Base:\n    transformer: MyModel\nclass Pipeline(Base):\n    def run(self):\n        return self.transformer(x=x, block_token_tags=tags)`,
    ],
    [
      "an attribute that is annotated where it is set",
      `class Pipeline:\n    def __init__(self, load):\n        self.transformer: MyModel = load()\n    def run(self):\n        return self.transformer(x=x, block_token_tags=tags)`,
    ],
    [
      "an attribute that is an annotated parameter",
      `class Pipeline:\n    def __init__(self, model: "MyModel"):\n        self.transformer = model\n    def run(self):\n        return self.transformer(x=x, block_token_tags=tags)`,
    ],
    [
      "an annotated variable",
      `def run(load):\n    model: MyModel = load()\n    return model(x=x, block_token_tags=tags)`,
    ],
    [
      "a variable that is declared first",
      `def run(load):\n    model: Final[MyModel]\n    model = load()\n    return model(x=x, block_token_tags=tags)`,
    ],
    [
      "a function that says what it returns",
      `from other import load\ndef get() -> "MyModel":\n    return load()\ndef run():\n    return get()(x=x, block_token_tags=tags)`,
    ],
    ["a function as a default", `def run(call=fn):\n    return call(x=x, block_token_tags=tags)`],
    [
      "a function as a default of a method",
      `class A:\n    def run(self, call=fn):\n        return call(x=x, block_token_tags=tags)`,
    ],
    [
      "a lambda as a default",
      `def run(call=lambda x, block_token_tags: x):\n    return call(x=x, block_token_tags=tags)`,
    ],
    [
      "a method of an annotated object",
      `class Holder:\n    def go(self, x, block_token_tags):\n        return x\ndef run(holder: "Holder"):\n    return holder.go(x=x, block_token_tags=tags)`,
    ],
    [
      "a callable that is annotated",
      `from typing import Callable\ndef run(call: Callable[..., int]):\n    return call(x=1, block_token_tags=tags)`,
    ],
  ])("%s", async (_, program) => {
    await check(`${preamble}\n${program}\n`);
  });
});

const found = "# error: [block-token-tags-length]";

describe("a callee that may be the model", () => {
  test.each<[string, string]>([
    ["nothing is said of it", `def run(model):\n    return model(x=x, block_token_tags=tags)  ${found}`],
    ["a default of None", `def run(model=None):\n    return model(x=x, block_token_tags=tags)  ${found}`],
    [
      "a module of whatever class",
      `def run(model: torch.nn.Module):\n    return model(x=x, block_token_tags=tags)  ${found}`,
    ],
    [
      "a quoted module",
      `def run(model: "torch.nn.Module | None" = None):\n    return model(x=x, block_token_tags=tags)  ${found}`,
    ],
    [
      "the model itself",
      `from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel\ndef run(model: MiniMaxH3DiTModel):\n    return model(x=x, block_token_tags=tags)  ${found}`,
    ],
    [
      "the model itself, in quotes",
      `from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel\ndef run(model: "MiniMaxH3DiTModel | None" = None):\n    return model(x=x, block_token_tags=tags)  ${found}`,
    ],
    [
      "imported for type checkers only",
      `from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel\ndef run(model: "MiniMaxH3DiTModel"):\n    return model(x=x, block_token_tags=tags)  ${found}`,
    ],
    [
      "anything",
      `from typing import Any\ndef run(model: Any):\n    return model(x=x, block_token_tags=tags)  ${found}`,
    ],
    [
      "a field that holds a module",
      `class Pipeline:\n    transformer: torch.nn.Module\n    def run(self):\n        return self.transformer(x=x, block_token_tags=tags)  ${found}`,
    ],
    [
      "a field that holds the model",
      `from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel\nclass Pipeline:\n    transformer: "MiniMaxH3DiTModel"\n    def run(self):\n        return self.transformer(x=x, block_token_tags=tags)  ${found}`,
    ],
    [
      "a name for whatever",
      `from typing import TypeVar\nM = TypeVar("M")\ndef run(model: M):\n    return model(x=x, block_token_tags=tags)  ${found}`,
    ],
  ])("%s", async (_, program) => {
    await check(`${preamble}\n${program}\n`);
  });
});

describe("a wrapper that is put around what is there once", () => {
  const wrapper = `
class CutTags(torch.nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
    def forward(self, x, block_token_tags):
        return self.inner(x=x, block_token_tags=block_token_tags[:1024])
`;
  test.each<[string, string]>([
    [
      "an attribute",
      `class Pipeline:
    def run(self):
        if not isinstance(self.transformer, CutTags):
            self.transformer = CutTags(self.transformer)
        return self.transformer(x=x, block_token_tags=tags)`,
    ],
    [
      "a parameter",
      `def run(model):
    if not isinstance(model, CutTags):
        model = CutTags(model)
    return model(x=x, block_token_tags=tags)`,
    ],
    [
      "an attribute of a parameter, with else",
      `def run(pipe):
    if isinstance(pipe.transformer, CutTags):
        print("already")
    else:
        pipe.transformer = CutTags(pipe.transformer)
    return pipe.transformer(x=x, block_token_tags=tags)`,
    ],
    [
      "an expression",
      `def run(model):
    wrapped = model if isinstance(model, CutTags) else CutTags(model)
    return wrapped(x=x, block_token_tags=tags)`,
    ],
    [
      "a guard",
      `def run(model):
    if not isinstance(model, CutTags):
        raise TypeError
    return model(x=x, block_token_tags=tags)`,
    ],
    [
      "an assertion",
      `def run(model):
    assert isinstance(model, CutTags)
    return model(x=x, block_token_tags=tags)`,
    ],
    [
      "an early return",
      `def wrap(model):
    if isinstance(model, CutTags):
        return model
    return CutTags(model)
def run(model):
    return wrap(model)(x=x, block_token_tags=tags)`,
    ],
    [
      "several classes",
      `class Other(CutTags):
    pass
def run(model):
    if isinstance(model, (CutTags, Other)):
        return model(x=x, block_token_tags=tags)`,
    ],
  ])("%s", async (_, program) => {
    await check(`${preamble}${wrapper}\n${program}\n`);
  });

  test("found on the side on which it is none", async () => {
    await check(`${preamble}${wrapper}
def run(model):
    assert not isinstance(model, CutTags)
    return model(x=x, block_token_tags=tags)  ${found}
`);
  });
});
