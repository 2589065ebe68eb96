import { expect, test } from "vitest";
import { runtimeTexts } from "../ide/runtime-texts.ts";
import { folderWith, shardlint } from "./test-support.ts";

const error = "ValueError: block_token_tags must cover the rank-local packed sequence (1024), got 4096.";

function explain(log: string, files: Record<string, string> = {}): Promise<string> {
  return shardlint(folderWith(files), ["explain", "--traceback"], log).then(({ out }) => out);
}

test("the numbers tell the SP degree; each error is told once, however many ranks have it", async () => {
  expect(await explain(`[rank0]: ${error}\n[rank1]: ${error}\r\n`)).toBe(`\
block_token_tags must cover the rank-local packed sequence (1024), got 4096.
  rule: block-token-tags-length (shardlint explain block-token-tags-length)
  Each rank has 1024 rows of the packed sequence, but block_token_tags has 4096.
  If the tags cover the whole packed sequence of 4096 rows, the SP degree is 4.
  what to do:
    - Pass the tags of the whole sequence as token_tags, and forward slices them.
    - Slice them to this rank's rows, ring rank outside, Ulysses rank inside.
    - Compute the local length with // (ulysses_degree * ring_degree).
  cause: none of the Python files that the text names is in this folder.
`);
});

test("the cause is looked for in the files that the traceback names, with the degree that the error tells", async () => {
  const source =
    "import torch\n\ndef run(model):\n    x = torch.zeros(1, 4096, 96)\n    tags = torch.zeros(4096)\n    model(x=x, block_token_tags=tags)\n";
  const log = `Traceback:\n  File "run.py", line 6, in run\n  File "/usr/lib/python3/site-packages/m.py", line 2047, in forward\n${error}\n`;
  const out = await explain(log, { "run.py": source });
  expect(out).toContain("\n  cause: run.py:6:33: ");
  expect(out).toContain("\n    fix: Pass the global tags as token_tags\n");
});

test("a rule that is not checked yet is told as such", async () => {
  const out = await explain("ValueError: kv_gather_degree (4) must equal sp_degree (2); check how many GPUs remain");
  expect(out).toContain("  rule: kv-gather-conflict, which this version does not look for in source yet\n");
});

test("a log without known errors", async () => {
  expect(await explain("RuntimeError: CUDA out of memory")).toBe("This text has no error that Shardlint knows.\n");
});

/** One text as the libraries write it for each that is known, in order. */
const examples: readonly [rule: string, text: string, sentence?: string][] = [
  [
    "block-token-tags-length",
    "block_token_tags must cover the rank-local packed sequence (1024), got 512.",
    "The tags were divided 2 times more often than the sequence.",
  ],
  [
    "token-tags-length",
    "token_tags must cover the full packed sequence (4096), got 1024.",
    "If the tags are those of one rank, the SP degree is 4.",
  ],
  ["inverse-indices-length", "inverse_indices must be [4096], got [1024]"],
  [
    "sequence-not-divisible",
    "packed seq_len 1001 not divisible by the combined sequence-parallel world size 4 (ulysses=2 x ring=2)",
    "1001 rows cannot be shared by 4 ranks: 1 is left over. 1004 rows could.",
  ],
  [
    "sp-degree-product",
    "sp_degree (4) must equal ring_degree * ulysses_degree (1 * 4 = 4)",
    "The numbers agree, so one of them was given as text: convert it with int().",
  ],
  [
    "gpu-count-not-divisible",
    "num_gpus (6) must be divisible by (dp_size * tp_size * 2) = 4",
    "6 GPUs cannot be divided into groups of 4.",
  ],
  ["kv-gather-conflict", "kv_gather_degree (4) must equal sp_degree (2); check how many GPUs remain"],
  ["ring-attention-backend", "Ring Attention requires one of the ring-capable backends (fa, sage_attn), got 'sdpa'"],
  [
    "packed-alignment",
    "MiniMax H3 packed sequence alignment 64 must be divisible by the combined sequence-parallel size 6",
    "The SP degree 6 does not divide 64.",
  ],
  ["heads-not-divisible", "MiniMax H3 TP-local heads 14 must be divisible by Ulysses size 4 (total heads=56, TP=4)."],
  ["qkv-shape", "q, k, and v must have the same 3D shape"],
  ["kv-block-size", "Block sparse tensorsforward require BLOCK_SIZE_KV=128."],
  [
    "kv-block-size",
    "Block sparsity requires sparse_block_size[1] to be a multiple of tile_n=128.",
    "The kernel's KV tile is 128, and the mask's KV block size does not fit it.",
  ],
  ["q-block-size", "Block sparse tensorsforward have block size 128, which must be a multiple of 256."],
  ["q-block-size", "Varlen block sparsity requires sparse_block_size[0]=256 (= q_stage * tile_m); got 128."],
  [
    "missing-block-size",
    "Block sparse tensors require explicit sparse_block_size[0] to disambiguate block size for seqlen_q=4096 and num_m_blocks=32.",
  ],
  [
    "mask-block-size",
    "Block sparse tensors m-block dimension 32 does not match sparse_block_size_q=256. Set BlockSparseTensorsTorch.block_size",
  ],
  ["mask-block-size", "Block sparse tensors n-block dimension must be <= 32."],
  [
    "block-tensor-shape",
    "mask_block_cnt (forward) with shape (1, 1, 4) cannot be expanded to expected shape (1, 8, 8).",
  ],
  ["block-tensor-dtype", "mask_block tensors must have dtype torch.int32"],
  ["block-tensor-device", "mask_block_cnt and mask_block_idx must be on the same device"],
  ["varlen-block-offsets", "Varlen block sparsity requires block_sparse_tensors.cu_total_m_blocks."],
  [
    "attention-sparsity-range",
    "Invalid attention metadata values.Sparsity should be in [0, 1), skip_first_steps should be non-negative.Got sparsity=1.0, skip_first_steps=0",
  ],
];

test("every known text is recognised as what it is", async () => {
  expect(examples.map(([rule]) => rule)).toEqual(runtimeTexts.map(({ rule }) => rule));
  for (const [rule, text, sentence] of examples) {
    const out = await explain(`[rank3]: ValueError: ${text}`);
    expect(out).toContain(`  rule: ${rule}`);
    // No other rule claims it too.
    expect(out.match(/ {2}rule: /g)).toHaveLength(1);
    if (sentence !== undefined) expect(out).toContain(`  ${sentence}\n`);
  }
});
