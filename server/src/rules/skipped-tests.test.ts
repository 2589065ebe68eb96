/** Tests that are skipped where nobody can tell: what fails only in some worlds may be what the condition leaves out. */
import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

const mask = (block: string): string => `
    q = k = v = torch.randn(1, 4096, 8, 192, device="cuda")
    bm = create_block_mask(causal, 1, 1, 4096, 4096, device="cuda", BLOCK_SIZE=(256, ${block}))
    bst = BlockSparseTensorsTorch(bm.kv_num_blocks, bm.kv_indices, bm.full_kv_num_blocks, bm.full_kv_indices,
                                  block_size=bm.BLOCK_SIZE)
    flash_attn_func(q, k, v, block_sparse_tensors=bst)`;
/** Wrong on SM90, right on SM100. */
const onSome = mask("128");
/** Wrong everywhere. */
const everywhere = `${mask("96")}  # error: [kv-block-size]`;

const imports = `
import unittest
import pytest
import torch
from torch.nn.attention.flex_attention import create_block_mask
from sglang.kernels.ops.attention.flash_attn.cute.interface import flash_attn_func
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
from helpers import HOPPER, is_hopper, needs_hopper
CAPABILITY = torch.cuda.get_device_capability()[0]
def causal(b, h, q, kv):
    return q >= kv
`;

type Guarded = readonly [name: string, program: (body: string) => string];

const decorated = (...lines: string[]): ((body: string) => string) => {
  return (body) => `${imports}${lines.join("\n")}\ndef test_attend():${body}\n`;
};
const inside = (...lines: string[]): ((body: string) => string) => {
  return (body) => `${imports}def test_attend():\n${lines.map((line) => `    ${line}`).join("\n")}${body}\n`;
};
const method = (decorator: string, first: string): ((body: string) => string) => {
  const moved = (body: string): string => body.replaceAll("\n    ", "\n        ");
  return (body) => `${imports}${decorator}
class TestAttend(unittest.TestCase):
    def test_attend(self):
        ${first}${moved(body)}
`;
};

const picking: readonly Guarded[] = [
  ["skipif", decorated('@pytest.mark.skipif(not is_hopper(), reason="SM90 only")')],
  ["skipif, by name", decorated('@pytest.mark.skipif(condition=HOPPER, reason="not there")')],
  ["skipif of a text", decorated('@pytest.mark.skipif("not HOPPER")')],
  ["skipif of two things", decorated('@pytest.mark.skipif(not torch.cuda.is_available() or HOPPER, reason="x")')],
  ["a mark with a name", decorated('only = pytest.mark.skipif(HOPPER, reason="x")', "@only")],
  ["a mark of somebody's", decorated("@pytest.mark.hopper")],
  ["a decorator of somebody's", decorated("@needs_hopper")],
  ["a decorator of somebody's that is called", decorated('@needs_hopper("90a")')],
  ["all tests of the module", decorated('pytestmark = pytest.mark.skipif(HOPPER, reason="x")')],
  ["several marks of the module", decorated('pytestmark = [pytest.mark.slow, pytest.mark.skipif(HOPPER, reason="x")]')],
  ["the whole module", decorated("if not HOPPER:", '    pytest.skip("x", allow_module_level=True)')],
  ["a version", decorated('pytest.importorskip("flash_attn", minversion="4.0.0")')],
  ["skipIf", decorated('@unittest.skipIf(HOPPER, "x")')],
  ["skipUnless", decorated('@unittest.skipUnless(HOPPER, "x")')],
  ["a call", inside("if not is_hopper():", '    pytest.skip("x")')],
  [
    "a call in a loop-free branch of another",
    inside("if CAPABILITY < 100:", "    if HOPPER:", '        pytest.skip("x")'),
  ],
  ["an exception", inside("if not is_hopper():", '    raise unittest.SkipTest("x")')],
  [
    "a helper",
    (body) => `${imports}
def prepare():
    if HOPPER:
        pytest.skip("x")
    return 1

def test_attend():
    prepare()${body}
`,
  ],
  ["a class", method('@unittest.skipUnless(HOPPER, "x")', "pass")],
  ["a call of the class", method("", 'if HOPPER: self.skipTest("x")')],
];

describe("a condition that nobody can answer", () => {
  test.each(picking)("%s: what fails in some worlds is not told", async (_, program) => {
    await check(program(onSome));
  });
  test.each(picking)("%s: what fails everywhere is", async (_, program) => {
    await check(program(everywhere));
  });
});

describe("a condition that says what it leaves out", () => {
  const told = `${onSome}  # warning: [kv-block-size]`;
  const always = `${onSome}  # error: [kv-block-size]`;
  test.each<readonly [string, (body: string) => string, string]>([
    ["no GPU", decorated('@pytest.mark.skipif(not torch.cuda.is_available(), reason="x")'), told],
    ["no GPU, by a call", inside("if not torch.cuda.is_available():", '    pytest.skip("x")'), told],
    ["other parameters", decorated('@pytest.mark.parametrize("n", [1, 2])'), told],
    ["a library that is missing", decorated('pytest.importorskip("flash_attn")'), told],
    ["SM100", decorated('@pytest.mark.skipif(CAPABILITY >= 10, reason="x")'), always],
    ["SM90", decorated('@pytest.mark.skipif(CAPABILITY == 9, reason="x")'), onSome],
    ["SM90, by a mark with a name", decorated('new = pytest.mark.skipif(CAPABILITY < 10, reason="x")', "@new"), onSome],
    ["SM90, of the module", decorated('pytestmark = pytest.mark.skipif(CAPABILITY < 10, reason="x")'), onSome],
    ["SM90, unless", decorated('@unittest.skipUnless(CAPABILITY >= 10, "x")'), onSome],
    ["SM90, by a call", inside("if CAPABILITY < 10:", '    pytest.skip("x")'), onSome],
    [
      "no GPU or SM90",
      decorated('@pytest.mark.skipif(not torch.cuda.is_available() or CAPABILITY < 10, reason="x")'),
      onSome,
    ],
    ["every run", decorated('@unittest.skip("x")'), onSome],
    ["every run, by its value", decorated('@pytest.mark.skipif(True, reason="x")'), onSome],
    ["no run", decorated('@pytest.mark.skipif(False, reason="x")'), told],
  ])("%s", async (_, program, body) => {
    await check(program(body));
  });

  test("what is written for a GPU is in no doubt", async () => {
    await check(`
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ulysses_parallel_world_size

def run(model, x):
    if torch.cuda.is_available():
        rows = x.shape[1] // get_ulysses_parallel_world_size()
        model(x=x, block_token_tags=torch.zeros(rows))  # warning: [block-token-tags-length]
`);
  });
});
