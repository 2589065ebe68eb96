import { expect, test } from "vitest";
import { check, onlyFinding } from "../testing/fixture.ts";

const imports = `
import torch
from torch.nn.attention.flex_attention import create_block_mask
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch
`;
const tensors = `bm = create_block_mask(causal, 1, 1, 4096, 4096, device="cuda", BLOCK_SIZE=128)
    bst = BlockSparseTensorsTorch(bm.kv_num_blocks, bm.kv_indices, block_size=(128, 128))`;

/** The text that the only finding stands on. */
async function blamed(text: string): Promise<string> {
  const made = await check(text);
  const { location } = onlyFinding(made);
  return made.files[location.path.replace("/project/", "")]?.slice(location.start, location.end) ?? "";
}

test("an argument at the call", async () => {
  const text = `${imports}
def attend(q, k, v, causal):
    ${tensors}
    kw = {"causal": True}
    return _flash_attn_fwd(q, k, v, tile_mn=(128, 64), block_sparse_tensors=bst, **kw)  # error: [kv-block-size]
`;
  expect(await blamed(text)).toBe("bst");
});

test("an entry of a dict", async () => {
  const text = `${imports}
def attend(q, k, v, causal):
    ${tensors}
    kw = {
        "block_sparse_tensors": bst,  # error: [kv-block-size]
    }
    return _flash_attn_fwd(q, k, v, tile_mn=(128, 64), **kw)
`;
  expect(await blamed(text)).toBe("bst");
});

test("the ** argument, where the entry cannot be told; never the sizes that the tensors were made of", async () => {
  const text = `${imports}
def attend(q, k, v, causal):
    ${tensors}
    kw = {"tile_mn": (128, 64)}
    kw.update(block_sparse_tensors=bst)
    return _flash_attn_fwd(q, k, v, **kw)  # error: [kv-block-size]
`;
  expect(await blamed(text)).toBe("**kw");
});

test("the ** argument of the call under analysis", async () => {
  const text = `${imports}
def helper(q, **kw):
    return _flash_attn_fwd(q, q, q, **kw)

def attend(q, causal):
    ${tensors}
    kw = dict(tile_mn=(128, 64))
    kw.update(block_sparse_tensors=bst)
    return helper(q, **kw)  # error: [kv-block-size]
`;
  expect(await blamed(text)).toBe("**kw");
});
