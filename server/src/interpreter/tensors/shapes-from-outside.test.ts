/** Sizes that a caller passes: one number, or a tuple of which nobody knows how long it is. */
import { describe, test } from "vitest";
import { check } from "../../testing/fixture.ts";

const makers = [
  "torch.zeros(shape)",
  "torch.randn(size=shape)",
  "torch.empty(shape, dtype=torch.float32)",
  "torch.full(shape, 0.0)",
  "x.new_ones(shape)",
  "x.view(shape)",
  "x.reshape(shape)",
  "x.expand(shape)",
  "x.repeat(shape)",
  "x.permute(shape)",
  "torch.broadcast_to(x, shape)",
  "np.zeros(shape, dtype=np.float32)",
];

describe("what may be a tuple gives no number of dimensions", () => {
  test.each(
    makers.flatMap((maker) =>
      [
        "shape: tuple[int, ...]",
        "shape: list[int]",
        "shape: torch.Size",
        "shape: Sequence[int]",
        "shape: int | tuple",
      ].map((parameter) => [maker, parameter] as const),
    ),
  )("%s of %s", async (maker, parameter) => {
    await check(`
import torch
import numpy as np
from typing import Sequence
def make(${parameter}):
    x = torch.zeros(4, 6)
    reveal(${maker})  # revealed: Tensor[…] float32
`);
  });

  test.each(makers.slice(0, 3))("%s of what nothing is said about has its name as the first size", async (maker) => {
    await check(`
import torch
def make(shape, model, x):
    made = ${maker}
    reveal(made)  # revealed: Tensor[shape, …] float32
    reveal(made.shape[0])  # revealed: shape
    if made.ndim != 1:
        model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(4095))  # error: [block-token-tags-length]
`);
  });
});

describe("what is a number gives one dimension", () => {
  test.each([
    ["that it is said to be", "n: int", ""],
    ["or None that it is said to be", "n: Optional[int] = None", ""],
    ["that it was ordered as", "n", "    assert n > 0\n"],
    ["that it is unless somebody sets another", "n=4096", ""],
  ])("%s", async (_, parameter, guard) => {
    await check(`
import torch
from typing import Optional
def make(${parameter}):
${guard}    reveal(torch.zeros(n))  # revealed: Tensor[n] float32
    reveal(torch.zeros(n).ndim)  # revealed: 1
`);
  });
});
