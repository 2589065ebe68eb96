/** What the fixes for a mask's block size write. */
import { describe, expect, test } from "vitest";
import { check, fixed, fixesOf } from "../testing/fixture.ts";

const imports = `
import torch
from torch.nn.attention.flex_attention import create_block_mask
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
`;

const rebuilt = "Rebuild the mask with KV block size 64";
const asserted = "Assert the KV block size before the call";

/** A program whose mask and tensors are built with these sizes, for a tile of 64 keys. */
function program(mask: string, tensors: string, { before = "", head = "", tile = "tile_mn=(128, 64)" } = {}): string {
  return `${imports}${before}
def attend(q, k, v, causal):${head}
    bm = create_block_mask(causal, 1, 1, 4096, 4096, device="cuda"${mask})
    bst = BlockSparseTensorsTorch(bm.kv_num_blocks, bm.kv_indices, block_size=${tensors})
    return _flash_attn_fwd(q, k, v, ${tile}, block_sparse_tensors=bst)  # error: [kv-block-size]
`;
}

async function rebuild(text: string, title = rebuilt): Promise<string> {
  const made = await check(text);
  const fix = fixesOf(made).get(title);
  expect(fix?.preferred).toBe(true);
  const after = fixed(made, fix);
  expect(await check(after.replace(/ *# error.*$/m, ""))).toBeDefined();
  return after;
}

describe("one number for queries and keys", () => {
  test("a constant keeps its value; both uses are edited", async () => {
    const after = await rebuild(program(", BLOCK_SIZE=B", "(B, B)", { before: "\nB = 128\n" }));
    expect(after).toContain("\nB = 128\n");
    expect(after).toContain('device="cuda", BLOCK_SIZE=(B, 64))');
    expect(after).toContain("block_size=(B, 64))");
  });

  test("a pair that has a name is edited where it is written", async () => {
    const after = await rebuild(program(", BLOCK_SIZE=SIZE", "SIZE", { before: "\nB = 128\nSIZE = (B, B)\n" }));
    expect(after).toContain("\nB = 128\nSIZE = (B, 64)\n");
    expect(after).toContain("BLOCK_SIZE=SIZE)");
  });

  test("two names of one number", async () => {
    const after = await rebuild(program(", BLOCK_SIZE=(Q, KV)", "(Q, KV)", { before: "\nQ = KV = 128\n" }));
    expect(after).toContain("BLOCK_SIZE=(Q, 64))");
    expect(after).toContain("block_size=(Q, 64))");
  });

  test("a computed number", async () => {
    const after = await rebuild(program(", BLOCK_SIZE=(B, 2 * 64)", "(B, 2 * 64)", { before: "\nB = 128\n" }));
    expect(after).toContain("BLOCK_SIZE=(B, 64))");
    expect(after).toContain("block_size=(B, 64))");
  });

  test("a default block size and a constant", async () => {
    const after = await rebuild(program("", "(B, B)", { before: "\nB = 128\n" }));
    expect(after).toContain('device="cuda", BLOCK_SIZE=(128, 64))');
    expect(after).toContain("block_size=(B, 64))");
  });
});

describe("no other requirement fails afterwards", () => {
  const head = '\n    q = k = v = torch.randn(1, 4096, 8, 128, device="cuda")';

  test("queries grow where two query stages need it", async () => {
    const text = program(", BLOCK_SIZE=128", "(128, 128)", { head });
    const made = await check(text);
    expect([...fixesOf(made).keys()]).toEqual(["Rebuild the mask with block size (256, 64)", asserted]);
    const after = await rebuild(text, "Rebuild the mask with block size (256, 64)");
    expect(after).toContain("BLOCK_SIZE=(256, 64))");
    expect(after).toContain("block_size=(256, 64))");
  });

  test("queries stay where they fit", async () => {
    const made = await check(program(", BLOCK_SIZE=(256, 128)", "(256, 128)", { head }));
    expect([...fixesOf(made).keys()]).toEqual([rebuilt, "Set the kernel's KV tile to 128", asserted]);
  });

  test("a size whose other half cannot be edited is left alone", async () => {
    const made = await check(program(", BLOCK_SIZE=128", "(B,) * 2", { before: "\nB = 128\n" }));
    expect([...fixesOf(made).keys()]).not.toContain(rebuilt);
  });
});

describe("the assertion", () => {
  test.each([
    ["tile_mn=(128, 64)", "", "64"],
    ["tile_mn=(128, KV)", "\nKV = 64\n", "KV"],
    ["tile_mn=TILE", "\nTILE = (128, 64)\n", "TILE[1]"],
    ["tile_mn=(128,) + (64,)", "", "64"],
  ])("%s", async (tile, before, wanted) => {
    const made = await check(program(", BLOCK_SIZE=128", "(128, 128)", { before, tile }));
    expect(fixed(made, fixesOf(made).get(asserted))).toContain(
      `    assert bst.block_size[1] == ${wanted}, "the mask's KV block size must equal the kernel's KV tile"\n`,
    );
  });

  test("is not made of two numbers", async () => {
    const made = await check(`
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import infer_block_sparse_expected_shapes

infer_block_sparse_expected_shapes(
    t, batch_size=1, num_head=8, seqlen_q=4096, seqlen_k=4096, m_block_size=128, n_block_size=128, q_stage=1, context="",
    sparse_block_size_kv=64,  # error: [kv-block-size]
)
`);
    expect([...fixesOf(made).keys()]).toEqual(["Pass sparse_block_size_kv=128"]);
  });
});
