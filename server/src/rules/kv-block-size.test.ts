import { describe, expect, test } from "vitest";
import { check, fixed, fixesOf, onlyFinding } from "../testing/fixture.ts";

const flex = `
import torch
from torch.nn.attention.flex_attention import BlockMask, create_block_mask
`;
const upstream = `${flex}
from flash_attn.cute.interface import _flash_attn_fwd, flash_attn_func
from flash_attn.cute.block_sparsity import BlockSparseTensorsTorch, infer_block_sparse_expected_shapes, normalize_block_sparse_config
`;
const vendored = `${flex}
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd, flash_attn_func
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch, infer_block_sparse_expected_shapes
`;

const tensors = (
  size: string,
): string => `BlockSparseTensorsTorch(bm.kv_num_blocks, bm.kv_indices, bm.full_kv_num_blocks,
                                  bm.full_kv_indices, block_size=${size})`;

describe("an explicit tile and a mask of another size", () => {
  const explicit = (library: string, tile: string, block: string, size: string, expectation = ""): string => `${library}
TILE = ${tile}

def attend(q, k, v, causal, causal_cute):
    bm = create_block_mask(causal, 1, 1, 4096, 4096, device="cuda", BLOCK_SIZE=${block})
    bst = ${tensors(size)}
    return _flash_attn_fwd(q, k, v, tile_mn=TILE, mask_mod=causal_cute, block_sparse_tensors=bst)${expectation}
`;

  test("the vendored copy wants equality on every GPU", async () => {
    const made = await check(explicit(vendored, "(128, 64)", "128", "(128, 128)", "  # error: [kv-block-size]"));
    const finding = onlyFinding(made);
    expect(finding.runtime).toEqual({
      exception: "ValueError",
      text: "Block sparsity requires sparse_block_size[1]=64 to match tile_n.",
    });
    expect(finding.message).toBe(
      "The mask's KV block size is 128, but the kernel needs 64 (tile_mn[1]). Rebuild the mask with that KV block size.",
    );
  });

  test("flash-attn-4 divides a coarse block on SM100 only, from beta 22", async () => {
    const made = await check(explicit(upstream, "(128, 64)", "128", "(128, 128)", "  # warning: [kv-block-size]"));
    expect(onlyFinding(made).message).toBe(
      "The mask's KV block size is 128, but the kernel needs 64 (tile_mn[1]). Rebuild the mask with that KV block size. This fails on SM90 with flash-attn-4 4.0.0b22 or newer, or with flash-attn-4 older than 4.0.0b22.",
    );
  });

  test.each(["flash_attn", "third_party/flash-attention/flash_attn"])(
    "the newest version is what %s holds",
    async (own) => {
      const program = explicit(upstream, "(128, 64)", "128", "(128, 128)", "  # warning: [kv-block-size]");
      const folder = own.replace(/flash_attn$/, "");
      const made = await check(`#- ${folder}tests/mask.py\n${program}\n#- ${own}/cute/block_sparsity.py\n`);
      expect(onlyFinding(made).message).toBe(
        "The mask's KV block size is 128, but the kernel needs 64 (tile_mn[1]). Rebuild the mask with that KV block size. This fails on SM90.",
      );
    },
  );

  test("a pinned version and GPU decide", async () => {
    const libraries = new Map([["flash-attn-4", "4.0.0b27"]]);
    await check(explicit(upstream, "(128, 64)", "128", "(128, 128)"), { libraries, architectures: [100] });
    await check(explicit(upstream, "(128, 64)", "128", "(128, 128)", "  # error: [kv-block-size]"), {
      libraries,
      architectures: [90],
    });
    const older = new Map([["flash-attn-4", "4.0.0b20"]]);
    await check(explicit(upstream, "(128, 64)", "128", "(128, 128)", "  # error: [kv-block-size]"), {
      libraries: older,
      architectures: [100],
    });
  });

  test("a finer mask fails everywhere", async () => {
    await check(explicit(upstream, "(128, 128)", "(128, 64)", "(128, 64)", "  # error: [kv-block-size]"));
  });

  test("the corrected twin is silent", async () => {
    await check(explicit(vendored, "(128, 64)", "(128, 64)", "(128, 64)"));
    await check(explicit(upstream, "(128, 64)", "(128, 64)", "(128, 64)"));
    await check(explicit(upstream, "(128, 128)", "128", "bm.BLOCK_SIZE"));
  });

  test("fixes: mask and block_size together, the tile, the assertion", async () => {
    const made = await check(explicit(vendored, "(128, 64)", "128", "(128, 128)", "  # error: [kv-block-size]"));
    const fixes = fixesOf(made);
    expect([...fixes.values()].map((fix) => [fix.title, fix.preferred])).toEqual([
      ["Rebuild the mask with KV block size 64", true],
      ["Set the kernel's KV tile to 128", false],
      ["Assert the KV block size before the call", false],
    ]);
    const rebuilt = fixed(made, fixes.get("Rebuild the mask with KV block size 64"));
    expect(rebuilt).toContain("BLOCK_SIZE=(128, 64))");
    expect(rebuilt).toContain("block_size=(128, 64))");
    expect(fixed(made, fixes.get("Set the kernel's KV tile to 128"))).toContain("TILE = (128, 128)");
    expect(fixed(made, fixes.get("Assert the KV block size before the call"))).toContain(`
    assert bst.block_size[1] == TILE[1], "the mask's KV block size must equal the kernel's KV tile"
    return _flash`);
  });

  test("a default block size is made explicit", async () => {
    const made = await check(`${vendored}
def attend(q, k, v, causal):
    bm = create_block_mask(causal, 1, 1, 4096, 4096, device="cuda")
    bst = ${tensors("bm.BLOCK_SIZE")}
    return _flash_attn_fwd(q, k, v, tile_mn=(128, 64), block_sparse_tensors=bst)  # error: [kv-block-size]
`);
    const fix = fixesOf(made).get("Rebuild the mask with KV block size 64");
    expect(fixed(made, fix)).toContain(`device="cuda", BLOCK_SIZE=(128, 64))`);
  });

  test("sizes that live in another file are edited there", async () => {
    const made = await check(`${vendored}
from settings import KV_BLOCK

def attend(q, k, v, causal):
    bm = create_block_mask(causal, 1, 1, 4096, 4096, device="cuda", BLOCK_SIZE=(128, KV_BLOCK))
    bst = ${tensors("(128, KV_BLOCK)")}
    return _flash_attn_fwd(q, k, v, tile_mn=(128, 64), block_sparse_tensors=bst)  # error: [kv-block-size]
#- settings.py
KV_BLOCK = 128
`);
    const fix = fixesOf(made).get("Rebuild the mask with KV block size 64");
    expect(fix?.edits).toHaveLength(1);
    expect(fixed(made, fix, "settings.py")).toBe("KV_BLOCK = 64\n\n");
  });
});

describe("the tile that the kernel picks", () => {
  const picked = (library: string, block: string, expectation = "", head = ""): string => `${library}
def attend(q, k, v, causal, causal_cute):${head}
    bm = create_block_mask(causal, 1, 1, 4096, 4096, device="cuda", BLOCK_SIZE=${block})
    bst = BlockSparseTensorsTorch(bm.kv_num_blocks, bm.kv_indices, block_size=${block})
    return flash_attn_func(q, k, v, mask_mod=causal_cute, block_sparse_tensors=bst)${expectation}
`;

  test("S03: query and KV sizes swapped", async () => {
    const made = await check(picked(vendored, "(128, 256)", "  # error: [kv-block-size]"));
    // Nobody knows the head dim, which the tile depends on.
    const texts = [128, 112, 80].map((tile) => `Block sparsity requires sparse_block_size[1]=${tile} to match tile_n.`);
    expect(onlyFinding(made).runtime?.text).toBe(texts.join(" or "));
    await check(picked(upstream, "(128, 256)", "  # warning: [kv-block-size]"));
    await check(picked(vendored, "(256, 128)"));
  });

  test("S05: (256, 256) suits flash-attn-4 on SM100, not the vendored copy, not SM90", async () => {
    await check(picked(vendored, "(256, 256)", "  # error: [kv-block-size]"));
    const libraries = new Map([["flash-attn-4", "4.0.0b27"]]);
    await check(picked(upstream, "(256, 256)"), { libraries, architectures: [100] });
    await check(picked(upstream, "(256, 256)", "  # error: [kv-block-size]"), { libraries, architectures: [90] });
  });

  test("a portable size is silent whatever the GPU and version", async () => {
    await check(picked(vendored, "(256, 128)"));
    await check(picked(upstream, "(256, 128)"));
  });

  test("head dim 192 wants 112 on SM90", async () => {
    const head = '\n    q = k = v = torch.randn(1, 4096, 8, 192, device="cuda")';
    const made = await check(picked(vendored, "(128, 128)", "  # error: [kv-block-size]", head), {
      architectures: [90],
    });
    expect(onlyFinding(made).runtime?.text).toBe("Block sparsity requires sparse_block_size[1]=112 to match tile_n.");
  });
});

describe("the direct helper", () => {
  const direct = (library: string, kv: string, expectation = ""): string => `${library}
infer_block_sparse_expected_shapes(
    t, batch_size=1, num_head=8, seqlen_q=4096, seqlen_k=4096, m_block_size=128, n_block_size=128, q_stage=1, context="",
    sparse_block_size_kv=${kv},${expectation}
)
`;

  test("S25", async () => {
    const made = await check(direct(vendored, "64", "  # error: [kv-block-size]"));
    const finding = onlyFinding(made);
    expect(finding.runtime?.text).toBe("Block sparse tensors require BLOCK_SIZE_KV=128.");
    expect(finding.message).toBe(
      "The mask's KV block size is 64, but the kernel needs 128 (n_block_size). Pass the same size.",
    );
    expect(made.files["main.py"]?.slice(finding.location.start, finding.location.end)).toBe("64");
    expect(fixed(made, fixesOf(made).get("Pass sparse_block_size_kv=128"))).toContain("sparse_block_size_kv=128,");
    await check(direct(vendored, "128"));
    await check(direct(vendored, "None"));
    await check(direct(vendored, "size"));
  });

  test("by version", async () => {
    await check(direct(upstream, "256", "  # warning: [kv-block-size]"));
    await check(direct(upstream, "256"), { libraries: new Map([["flash-attn-4", "4.0.0b22"]]) });
    await check(direct(upstream, "64", "  # error: [kv-block-size]"));
  });

  test("by distinctive keywords where the callee is not known", async () => {
    await check(direct("", "64", "  # error: [kv-block-size]"));
  });

  test("through parameters and another file", async () => {
    await check(`${vendored}
from helper import shapes

shapes(t, 64, 128)  # error: [kv-block-size]
shapes(t, 128, 128)
#- helper.py
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import infer_block_sparse_expected_shapes

def shapes(t, kv, n):
    return infer_block_sparse_expected_shapes(t, batch_size=1, num_head=8, seqlen_q=4096, seqlen_k=4096, m_block_size=128,
                                              n_block_size=n, q_stage=1, context="", sparse_block_size_kv=kv)
`);
  });
});

describe("silent", () => {
  test.each<[string, string]>([
    [
      "a size that nobody knows",
      `bm = create_block_mask(m, 1, 1, 4096, 4096, BLOCK_SIZE=size)\nflash_attn_func(q, k, v, block_sparse_tensors=BlockSparseTensorsTorch(bm.kv_num_blocks, bm.kv_indices, block_size=(128, size)))\n`,
    ],
    [
      "plain flex attention",
      `bm = create_block_mask(m, 1, 1, 4096, 4096, BLOCK_SIZE=64)\nflex_attention(q, k, v, block_mask=bm)\n`,
    ],
    ["no block_size", `flash_attn_func(q, k, v, block_sparse_tensors=BlockSparseTensorsTorch(cnt, idx))\n`],
    [
      "a name that never reaches a modelled call",
      `block_size = 64\ntile_mn = (128, 128)\nother(block_size=block_size, tile_mn=tile_mn)\n`,
    ],
  ])("%s", async (_, text) => {
    await check(upstream + text);
  });
});

describe("code that asks for the GPU", () => {
  const body = (guard: string, block: string, expectation = ""): string => `${vendored}
import pytest

CAPABILITY = torch.cuda.get_device_capability()[0]

${guard}
def test_attend(q, k, v, causal):
    q = k = v = torch.randn(1, 4096, 8, 192, device="cuda")
    bm = create_block_mask(causal, 1, 1, 4096, 4096, device="cuda", BLOCK_SIZE=${block})
    bst = ${tensors("bm.BLOCK_SIZE")}
    return flash_attn_func(q, k, v, block_sparse_tensors=bst)${expectation}
`;

  test("a skipped test is not run there", async () => {
    await check(body("", "(256, 128)", "  # warning: [kv-block-size]"));
    await check(body('@pytest.mark.skipif(CAPABILITY != 10, reason="SM100 only")', "(256, 128)"));
    await check(
      body('@pytest.mark.skipif(CAPABILITY != 9, reason="SM90 only")', "(256, 128)", "  # error: [kv-block-size]"),
    );
  });

  test("a size chosen by the GPU", async () => {
    await check(body("", "(256, 112 if CAPABILITY == 9 else 128)"));
    await check(body("", "(256, 128 if CAPABILITY == 9 else 112)", "  # error: [kv-block-size]"));
  });

  test("orderings of the capability narrow as equalities do", async () => {
    for (const guard of [
      "CAPABILITY >= 10",
      "CAPABILITY > 9",
      "torch.cuda.get_device_capability() >= (10, 0)",
      "torch.cuda.get_device_properties(0).major >= 10",
      "flag and CAPABILITY >= 10",
    ]) {
      await check(`${vendored}
CAPABILITY = torch.cuda.get_device_capability()[0]

def attend(k, v, causal, flag):
    q = k = v = torch.randn(1, 4096, 8, 192, device="cuda")
    bm = create_block_mask(causal, 1, 1, 4096, 4096, device="cuda", BLOCK_SIZE=(256, 128))
    bst = ${tensors("bm.BLOCK_SIZE")}
    if ${guard}:
        return flash_attn_func(q, k, v, block_sparse_tensors=bst)
`);
    }
  });

  test("a mask made of given block lists is not relabelled", async () => {
    const made = await check(`${vendored}
def attend(q, k, v, cnt, idx):
    bm = BlockMask.from_kv_blocks(cnt, idx, BLOCK_SIZE=(256, 64))
    bst = BlockSparseTensorsTorch(bm.kv_num_blocks, bm.kv_indices, block_size=bm.BLOCK_SIZE)
    return _flash_attn_fwd(q, k, v, tile_mn=(128, 128), block_sparse_tensors=bst)  # error: [kv-block-size]
`);
    expect([...fixesOf(made).keys()]).toEqual([
      "Set the kernel's KV tile to 64",
      "Assert the KV block size before the call",
    ]);
  });
});

describe("the size that a kernel needs, in words", () => {
  const onlyMessage = async (call: string): Promise<string> => {
    const made = await check(`${upstream}
def run(q, k, v, cnt, idx, mod):
    mask = BlockSparseTensorsTorch(mask_block_cnt=cnt, mask_block_idx=idx, block_size=(256, 64))
    return flash_attn_func(q, k, v, ${call})  # error: [kv-block-size]
`);
    return onlyFinding(made).message;
  };

  test("no size is said twice", async () => {
    const [, list = ""] = /a multiple of ([\d or]+) \(/.exec(await onlyMessage("block_sparse_tensors=mask")) ?? [];
    const sizes = list.split(" or ");
    expect(sizes.length).toBeGreaterThan(1);
    expect(new Set(sizes).size).toBe(sizes.length);
  });

  test("a size that is not known is not said", async () => {
    expect(await onlyMessage("softcap=1, mask_mod=mod, block_sparse_tensors=mask")).toBe(
      "The mask's KV block size is 64, but the kernel needs a multiple of the tile the kernel picks. Rebuild the mask with that KV block size.",
    );
  });
});
