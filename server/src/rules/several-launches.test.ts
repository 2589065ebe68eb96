/** Programs that start their groups in several ways: what suits one of them is no mistake in the others. */
import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

describe("nothing is wrong with launches", () => {
  test.each([
    [
      "one after the other in a loop",
      `
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel, destroy_model_parallel
def run(model, u, r):
    initialize_model_parallel(sequence_parallel_degree=u * r, ulysses_degree=u, ring_degree=r)
    model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096 // (u * r)))
    destroy_model_parallel()
def main(model):
    for u, r in [(1, 1), (2, 1), (2, 2), (4, 2)]:
        run(model, u, r)
`,
    ],
    [
      "of configurations, of which one is passed on",
      `
import torch
from sglang.multimodal_gen.runtime.server_args import ServerArgs
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel, get_sp_world_size
small = ServerArgs("MiniMaxAI/MiniMax-H3", num_gpus=4, ulysses_degree=4)
big = ServerArgs("MiniMaxAI/MiniMax-H3", num_gpus=8, ulysses_degree=4, ring_degree=2)
def main(model, args: ServerArgs = small):
    n = 4096 // args.sp_degree
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(n))
def start(model):
    main(model, small)
def start2(model):
    main(model, big)
`,
    ],
    [
      "that a test picks from",
      `
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel, destroy_model_parallel
HEADS = 30
def main(model, heads):
    for u in (1, 2, 3, 4):
        if heads % u:
            continue
        initialize_model_parallel(sequence_parallel_degree=u, ulysses_degree=u, ring_degree=1)
        try:
            model(x=torch.zeros(1, 4800, 96), block_token_tags=torch.zeros(4800 // u))
        finally:
            destroy_model_parallel()
`,
    ],
    [
      "of test fixtures",
      `
import pytest, torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel, destroy_model_parallel
@pytest.mark.parametrize("u,r,n", [(1, 1, 4096), (2, 1, 2048), (2, 2, 1024)])
def test_it(model, u, r, n):
    initialize_model_parallel(sequence_parallel_degree=u * r, ulysses_degree=u, ring_degree=r)
    model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(n))
@pytest.fixture
def two():
    initialize_model_parallel(sequence_parallel_degree=2, ulysses_degree=2, ring_degree=1)
    yield
    destroy_model_parallel()
@pytest.fixture
def four():
    initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)
    yield
    destroy_model_parallel()
def test_two(model, two):
    model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(2048))
def test_four(model, four):
    model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(1024))
`,
    ],
    [
      "that a command picks from",
      `
import torch, sys
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel, destroy_model_parallel
def two(model):
    initialize_model_parallel(sequence_parallel_degree=2, ulysses_degree=2, ring_degree=1)
    go(model, 2)
def four(model):
    initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)
    go(model, 4)
def go(model, n):
    model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096 // n))
COMMANDS = {"two": two, "four": four}
def main(model):
    COMMANDS[sys.argv[1]](model)
def smoke(model):
    two(model)
    destroy_model_parallel()
    four(model)
`,
    ],
    [
      "of another file",
      `
#- setups.py
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel, destroy_model_parallel
def two():
    initialize_model_parallel(sequence_parallel_degree=2, ulysses_degree=2, ring_degree=1)
def four():
    initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)
#- main.py
import torch
from setups import two, four
def run_two(model):
    two()
    x = torch.zeros(1, 4096, 96)
    model(x=x, block_token_tags=torch.zeros(2048))
def run_four(model):
    four()
    x = torch.zeros(1, 4096, 96)
    model(x=x, block_token_tags=torch.zeros(1024))
class Two:
    def __init__(self): two()
    def step(self, model):
        return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(2048))
class Four:
    def __init__(self): four()
    def step(self, model):
        return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(1024))
`,
    ],
  ])("%s", async (_, program) => {
    await check(program);
  });
});
