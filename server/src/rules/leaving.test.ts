/** Calls that never come back: what they guard against does not happen behind them. */
import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

/** A KV block of 64, 128 or 256 by a flag; only 128 fits, and `guard` is what stands before the call. */
const program = (guard: string, finding = "", before = ""): string => `
import argparse
import sys
from typing import NoReturn
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from flash_attn.cute.interface import _flash_attn_fwd
${before}
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--block", type=int, choices=[64, 128], default=128)
    parser.add_argument("--small", action="store_true")
    args = parser.parse_args()
    block = 64 if args.small else 128
    ${guard}
    tensors = BlockSparseTensorsTorch(mask_block_cnt, mask_block_idx, block_size=(256, block))
    _flash_attn_fwd(q, k, v, tile_mn=(128, 128), block_sparse_tensors=tensors)${finding}

main()
`;

const guards: readonly (readonly [name: string, guard: string, before: string])[] = [
  ["parser.error", 'if block != 128:\n        parser.error("block must be 128")', ""],
  ["parser.exit", 'if block != 128:\n        parser.exit(2, "block must be 128")', ""],
  [
    "a function that raises",
    "if block != 128:\n        fail(block)",
    'def fail(block) -> NoReturn:\n    raise ValueError(f"bad block {block}")\n',
  ],
  [
    "a function that ends the program",
    "if block != 128:\n        die()",
    'def die():\n    print("bad block")\n    sys.exit(1)\n',
  ],
  [
    "a function that raises one of two",
    "if block != 128:\n        fail(args.small)",
    "def fail(small):\n    if small:\n        raise ValueError\n    raise TypeError\n",
  ],
  [
    "a function behind another",
    "if block != 128:\n        usage()",
    "def fail():\n    raise SystemExit(2)\n\ndef usage():\n    fail()\n",
  ],
  ["what is returned", "if block != 128:\n        return fail()", "def fail():\n    raise SystemExit(2)\n"],
  ["what is assigned", "if block != 128:\n        code = fail()", "def fail():\n    raise SystemExit(2)\n"],
  ["what is annotated", "if block != 128:\n        code: int = fail()", "def fail():\n    raise SystemExit(2)\n"],
  [
    "a method",
    "if block != 128:\n        Check().fail()",
    "class Check:\n    def fail(self):\n        raise ValueError\n",
  ],
  [
    "a parser's own error",
    "if block != 128:\n        parser.error('no')",
    "class P(argparse.ArgumentParser):\n    pass\n",
  ],
];

const passing: readonly (readonly [name: string, guard: string, before: string])[] = [
  ["a function that returns", "if block != 128:\n        warn()", 'def warn():\n    print("slow")\n'],
  [
    "a function that may return",
    "if block != 128:\n        check(args.block)",
    "def check(n):\n    if n > 1000:\n        raise ValueError\n",
  ],
  [
    "an exception that is caught",
    "try:\n        if block != 128:\n            fail()\n    except ValueError:\n        pass",
    "def fail():\n    raise ValueError\n",
  ],
  ["code that runs later", "if block != 128:\n        fail()", "async def fail():\n    raise ValueError\n"],
  ["a generator", "if block != 128:\n        fail()", "def fail():\n    raise ValueError\n    yield\n"],
];

describe("a guard that never comes back", () => {
  test.each(guards)("%s", async (_, guard, before) => {
    await check(program(guard, "", before));
  });
});

describe("no guard", () => {
  test.each(passing)("%s", async (_, guard, before) => {
    await check(program(guard, "  # warning: [kv-block-size]", before));
  });
});

describe("a method that says it is missing", () => {
  const abstract = (base: string, call: string, finding = ""): string => `
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from flash_attn.cute.interface import _flash_attn_fwd

class Base:
    def prepare(self):
        ${base}

    def run(self, q, k, v):
        self.prepare()
        tensors = BlockSparseTensorsTorch(mask_block_cnt, mask_block_idx, block_size=(256, 64))
        _flash_attn_fwd(q, k, v, tile_mn=(128, 128), block_sparse_tensors=tensors)${finding}

${call}
`;

  test.each(["raise NotImplementedError", '"""Prepares."""\n        raise NotImplementedError("prepare")'])(
    "may be there in a subclass: %s",
    async (base) => {
      await check(abstract(base, "", "  # error: [kv-block-size]"));
    },
  );
});
