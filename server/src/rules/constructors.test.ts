/** Instances that an `__init__` made which is not in sight: any keyword and any declared field may have been set. */
import { test } from "vitest";
import { check } from "../testing/fixture.ts";

const start = `
import torch
from their import Base, configclass
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel

initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)
`;

const use = `
def use(model, settings):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096 // settings.degree))
`;

test.each([
  ["a decorator", "@configclass\nclass Settings:\n    degree: int = 2", "Settings(degree=4)"],
  ["a decorator that takes positions", "@configclass\nclass Settings:\n    degree: int = 2", "Settings(4)"],
  ["a base", "class Settings(Base):\n    degree: int = 2", "Settings(degree=4)"],
  ["a base that takes positions", "class Settings(Base):\n    degree: int = 2", "Settings(4)"],
  ["a base that keeps its keywords", "class Settings(Base):\n    degree = 2", "Settings(degree=4)"],
  ["a base of the base", "class Own(Base):\n    degree: int = 2\nclass Settings(Own):\n    pass", "Settings(degree=4)"],
])("%s that nobody knows may set a field", async (_, definition, made) => {
  await check(`${start}
${definition}
${use}
def run(model):
    return use(model, ${made})
`);
});

test("a method of such a class has no value for a field", async () => {
  await check(`${start}
@configclass
class Settings:
    degree: int = 2
    def run(self, model):
        return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096 // self.degree))
`);
});

test("a class that is what it says has the value of its body", async () => {
  await check(`${start}
class Settings:
    degree: int = 2
def run(model):
    settings = Settings()
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4096 // settings.degree))  # error: [block-token-tags-length]
`);
});
