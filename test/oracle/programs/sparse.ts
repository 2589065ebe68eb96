/** Programs that hand block-sparse masks to attention kernels. */
import type { Random } from "../../lib/random.ts";
import { carried, named } from "./carriers.ts";
import { finished } from "./launches.ts";
import { type Program, Writer } from "./program.ts";

const own = "flash_attn.cute";
const vendored = "sglang.kernels.ops.attention.flash_attn.cute";

export function sparseProgram(random: Random): Program {
  const w = new Writer(random);
  w.import("import torch");
  const package_ = random.chance(0.7) ? own : vendored;
  const architectures = random.pick([[90], [100], [90, 100], [80], [110], [120]]);
  const libraries: Record<string, string> = random.chance(0.7)
    ? { "flash-attn-4": random.pick(["4.0.0b20", "4.0.0b22", "4.0.0b27"]) }
    : {};
  const sizes = new Sizes(w);
  const write = (): void => {
    random.pick([shapesCall, forwardCall, forwardCall, maskCall, configCall])(w, sizes, package_);
  };
  const style = random.pick(["module", "module", "main", "parameters"]);
  if (style === "main") {
    const name = w.fresh("main");
    w.block(`def ${name}():`, write);
    w.line(`${name}()`);
  } else if (style === "parameters") {
    const name = w.fresh("run");
    const parameters = ["queries", "block"].map(
      (parameter, i) =>
        ({ kind: "parameter", name: parameter, candidates: i === 0 ? [256, 512, 4096] : [64, 128, 256] }) as const,
    );
    w.inputs.push(...parameters);
    w.entries.push({ name, parameters });
    w.block(`def ${name}(queries, block):`, () => {
      sizes.given = ["queries", "block"];
      write();
    });
  } else write();
  const known = { launch: { ulysses: 1, ring: 1 }, architectures, libraries };
  const start = { kind: "configured", layout: known.launch, known: known.launch } as const;
  return finished(w, start, known);
}

/** Expressions of lengths, block sizes, head dims. */
class Sizes {
  given: readonly [queries: string, block: string] | undefined;
  private readonly w: Writer;

  constructor(w: Writer) {
    this.w = w;
  }

  length(): string {
    const { random } = this.w;
    if (this.given !== undefined && random.chance(0.7)) return this.given[0];
    const length = random.pick([256, 512, 1024, 4096, 8192, 1000, 128]);
    return named(this.w, `${length}`, "number");
  }

  block(): string {
    const { random } = this.w;
    if (this.given !== undefined && random.chance(0.6)) return this.given[1];
    const size = random.pick([64, 128, 128, 128, 256, 192, 80]);
    return random.chance(0.3) ? `${size}` : named(this.w, `${size}`, "number");
  }

  /** (queries, keys) of a block, as a tuple or by a name. */
  pair(): string {
    const pair = `(${this.block()}, ${this.block()})`;
    return this.w.random.chance(0.5) ? pair : named(this.w, pair);
  }

  headDim(): string {
    return `${this.w.random.pick([64, 64, 96, 128, 128, 192, 256])}`;
  }
}

function blocks(length: string, block: string): string {
  return `-(-${length} // ${block})`;
}

/** Counts and indices of a mask, by hand or from a BlockMask, mostly of the right shapes. */
function tensorsOf(
  w: Writer,
  package_: string,
  queries: string,
  keys: string,
  batch: string,
  heads: string,
  sizes: Sizes,
): string {
  const { random } = w;
  w.import(`from ${package_}.block_sparsity import BlockSparseTensorsTorch`);
  const pair = sizes.pair();
  const size = named(w, pair);
  if (random.chance(0.5)) {
    const mask = maskOf(w, queries, keys, batch, heads, random.chance(0.8) ? size : sizes.pair());
    const declared = random.chance(0.8) ? `, block_size=${random.chance(0.8) ? size : `${mask}.BLOCK_SIZE`}` : "";
    return named(
      w,
      random.pick([
        `BlockSparseTensorsTorch(${mask}.kv_num_blocks, ${mask}.kv_indices${declared})`,
        `BlockSparseTensorsTorch(${mask}.kv_num_blocks, ${mask}.kv_indices, ${mask}.full_kv_num_blocks, ${mask}.full_kv_indices${declared})`,
        `BlockSparseTensorsTorch(mask_block_cnt=${mask}.kv_num_blocks, mask_block_idx=${mask}.kv_indices${declared})`,
        `BlockSparseTensorsTorch(*${mask}.as_tuple()[2:6]${declared})`,
      ]),
    );
  }
  const rows = named(w, blocks(queries, `${size}[0]`));
  const columns = named(w, blocks(keys, `${size}[1]`));
  const options = `, dtype=torch.int32, device="${random.chance(0.9) ? "cuda" : "cpu"}"`;
  const [b, h] = [random.pick([batch, "1"]), random.pick([heads, "1", heads, "1", "3"])];
  const counts = named(w, `torch.zeros(${b}, ${h}, ${rows}${options})`);
  const indices = named(w, `torch.zeros(${b}, ${h}, ${rows}, ${columns}${options})`);
  const declared = random.chance(0.85) ? `, block_size=${size}` : "";
  return named(w, `BlockSparseTensorsTorch(${counts}, ${indices}${declared})`);
}

function maskOf(w: Writer, queries: string, keys: string, batch: string, heads: string, size: string): string {
  w.import("from torch.nn.attention.flex_attention import create_block_mask");
  const mod = w.fresh("mod");
  w.define(() => {
    w.block(`def ${mod}(b, h, q_idx, kv_idx):`, () => {
      w.line("return q_idx >= kv_idx");
    });
  });
  const [b, h] = [w.random.pick([batch, "None"]), w.random.pick([heads, "None", "1"])];
  const option = w.random.pick([`, BLOCK_SIZE=${size}`, `, device="cuda", BLOCK_SIZE=${size}`, ""]);
  return named(
    w,
    w.random.pick([
      `create_block_mask(${mod}, ${b}, ${h}, ${queries}, ${keys}${option})`,
      `create_block_mask(${mod}, B=${b}, H=${h}, Q_LEN=${queries}, KV_LEN=${keys}${option})`,
    ]),
  );
}

function shapesCall(w: Writer, sizes: Sizes, package_: string): void {
  const { random } = w;
  w.import(`from ${package_}.block_sparsity import infer_block_sparse_expected_shapes`);
  const [queries, keys] = [sizes.length(), sizes.length()];
  const tensors = tensorsOf(w, package_, queries, keys, "2", "4", sizes);
  const n = sizes.block();
  const kv = random.chance(0.5) ? n : random.pick([sizes.block(), `${tensors}.block_size[1]`]);
  const q = random.pick(["None", sizes.block(), `${tensors}.block_size[0]`]);
  w.line(
    `shapes = infer_block_sparse_expected_shapes(${tensors}, batch_size=2, num_head=4, seqlen_q=${queries}, seqlen_k=${keys}, ` +
      `m_block_size=${sizes.block()}, n_block_size=${n}, q_stage=${random.pick(["1", "2"])}, context="forward", ` +
      `sparse_block_size_q=${q}, sparse_block_size_kv=${kv})`,
  );
}

function configCall(w: Writer, sizes: Sizes, package_: string): void {
  w.import(`from ${package_}.block_sparsity import normalize_block_sparse_config`);
  const [queries, keys] = [sizes.length(), sizes.length()];
  const tensors = tensorsOf(w, package_, queries, keys, "2", "4", sizes);
  const subtile = package_ === own && w.random.chance(0.4) ? ", allow_kv_subtile=True" : "";
  w.line(
    `normalize_block_sparse_config(${tensors}, batch_size=2, num_head=4, seqlen_q=${queries}, seqlen_k=${keys}, ` +
      `block_size=${sizes.pair()}, q_stage=${w.random.pick(["1", "2"])}${subtile})`,
  );
}

/** A forward call of FlashAttention-4. */
function forwardCall(w: Writer, sizes: Sizes, package_: string): void {
  const { random } = w;
  const name = random.pick(["_flash_attn_fwd", "_flash_attn_fwd", "flash_attn_func"]);
  w.import(`from ${package_}.interface import ${name}`);
  const [queries, keys, dim] = [sizes.length(), sizes.length(), sizes.headDim()];
  const tensors = tensorsOf(w, package_, queries, keys, "2", "4", sizes);
  const q = named(w, `torch.zeros(2, ${queries}, 4, ${dim}, device="cuda", dtype=torch.bfloat16)`);
  const heads = random.pick(["4", "4", "2", "1"]);
  const k = named(w, `torch.zeros(2, ${keys}, ${heads}, ${dim}, device="cuda")`);
  const v = random.chance(0.7) ? k : named(w, `torch.zeros(2, ${keys}, ${heads}, ${sizes.headDim()}, device="cuda")`);
  const options = [`block_sparse_tensors=${tensors}`];
  if (name === "_flash_attn_fwd" && random.chance(0.5)) options.push(`tile_mn=${sizes.pair()}`);
  if (random.chance(0.3)) options.push("causal=True");
  if (random.chance(0.2)) options.push(`num_splits=${random.pick([1, 2, 4])}`);
  if (random.chance(0.3)) options.push(`pack_gqa=${random.pick(["True", "False"])}`);
  if (random.chance(0.3)) {
    const kwargs = named(w, `dict(${options.join(", ")})`);
    w.line(`out = ${name}(${q}, ${k}, ${v}, **${kwargs})`);
  } else w.line(`out = ${name}(${q}, ${k}, ${v}, ${options.join(", ")})`);
}

/** FlexAttention with a mask of the right or another length. */
function maskCall(w: Writer, sizes: Sizes): void {
  const { random } = w;
  w.import("from torch.nn.attention.flex_attention import flex_attention");
  const [queries, keys] = [sizes.length(), sizes.length()];
  const mask = maskOf(
    w,
    random.chance(0.8) ? queries : carried(w, `${queries} + 1`, "number"),
    random.chance(0.8) ? keys : sizes.length(),
    "2",
    "4",
    sizes.pair(),
  );
  const q = named(w, `torch.zeros(2, 4, ${queries}, 64, device="cuda")`);
  const k = named(w, `torch.zeros(2, ${random.pick(["4", "4", "2"])}, ${keys}, 64, device="cuda")`);
  w.line(`out = flex_attention(${q}, ${k}, ${k}, block_mask=${mask})`);
  w.line("reveal(out.shape)");
}
