/** Values that are something else only if somebody says so: parameters with defaults, options, environment variables. */
import { describe, expect, test } from "vitest";
import type { Command } from "../contracts/commands.ts";
import { check, onlyFinding } from "../testing/fixture.ts";

const attention = `
import torch
from torch.nn.attention.flex_attention import create_block_mask
from sglang.kernels.ops.attention.flash_attn.cute.interface import _flash_attn_fwd
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import BlockSparseTensorsTorch

def tensors(mask, size):
    return BlockSparseTensorsTorch(mask.kv_num_blocks, mask.kv_indices, mask.full_kv_num_blocks, mask.full_kv_indices,
                                   block_size=size)
`;

const attend = (parameters: string, tile: string, before = "pass"): string => `${attention}
def attend(q, k, v, mask_mod, ${parameters}):
    ${before}
    mask = create_block_mask(mask_mod, 1, 1, 4096, 4096, BLOCK_SIZE=(256, 128))
    return _flash_attn_fwd(q, k, v, tile_mn=${tile}, mask_mod=mask_mod, block_sparse_tensors=tensors(mask, (256, 128)))`;

describe("a parameter's default", () => {
  test("is a run that somebody makes, and the message says so", async () => {
    const made = await check(`${attend("tile_n=64", "(128, tile_n)")}  # warning: [kv-block-size]\n`);
    expect(onlyFinding(made).message).toBe(
      "The mask's KV block size is 128, but the kernel needs 64 (tile_mn[1]). Rebuild the mask with that KV block size. This fails when tile_n is 64, its default.",
    );
  });

  test.each([
    ["a tuple", attend("tile=(128, 64)", "tile")],
    ["a tuple that is taken apart", attend("tile=(128, 64)", "(m, n)", "m, n = tile")],
    ["None that stands for a size", attend("tile=None", "tile", "tile = (128, 64) if tile is None else tile")],
    ["None that a test replaces", attend("tile=None", "tile", "if tile is None: tile = (128, 64)")],
    ["a constant of the module", `TILE_N = 64\n${attend("n=TILE_N", "(128, n)")}`],
  ])("%s", async (_, text) => {
    const made = await check(`${text}  # warning: [kv-block-size]\n`);
    expect(onlyFinding(made).message).toContain(", its default.");
  });

  test.each([
    ["one that fits", attend("tile_n=128", "(128, tile_n)")],
    ["no default", attend("tile_n", "(128, tile_n)")],
    ["a guard rules it out", attend("tile_n=64", "(128, tile_n)", "assert tile_n == 128")],
    ["a guard refuses it alone", attend("tile_n=64", "(128, tile_n)", "assert tile_n != 64")],
    ["a test raises on it alone", attend("tile_n=64", "(128, tile_n)", "if tile_n == 64: raise ValueError(tile_n)")],
    ["a guard raises on it", attend("tile=None", "tile", "if tile is None: raise ValueError('tile')")],
    [
      "a caller is in sight and passes another",
      `${attend("tile_n=64", "(128, tile_n)")}\n\ndef main(q, k, v, mod):\n    return attend(q, k, v, mod, tile_n=128)\n`,
    ],
  ])("silent: %s", async (_, text) => {
    await check(text);
  });

  test("a caller in sight that leaves it out makes it certain", async () => {
    await check(
      `${attend("tile_n=64", "(128, tile_n)")}  # error: [kv-block-size]\n\ndef main(q, k, v, mod):\n    return attend(q, k, v, mod)\n`,
    );
  });

  test("beside a degree that nobody knows it is no run that anybody makes", async () => {
    await check(`
import torch

def run(model, x, sp=1):
    tags = torch.zeros(x.shape[1] // sp, dtype=torch.long)
    return model(x=x, block_token_tags=tags)
`);
  });
});

test("several defaults at once are said in one sentence", async () => {
  const made = await check(`
import argparse
from sglang.multimodal_gen.runtime.server_args import ServerArgs

parser = argparse.ArgumentParser()
parser.add_argument("--gpus", type=int, default=8)
parser.add_argument("--sp", type=int, default=3)
args = parser.parse_args()
ServerArgs("MiniMaxAI/MiniMax-H3", num_gpus=args.gpus, sp_degree=args.sp)  # warning: [gpu-count-not-divisible]
`);
  expect(onlyFinding(made).message).toContain(
    "This fails when --gpus is 8, its default and when --sp is 3, its default.",
  );
});

describe("degrees that the program hands on", () => {
  const launched = (body: string): string => `
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel

def run(model, ulysses, ring, length):
    initialize_model_parallel(sequence_parallel_degree=ulysses * ring, ulysses_degree=ulysses, ring_degree=ring)
    x = torch.zeros(1, length, 96)
    ${body}
`;

  test("divide as they should", async () => {
    await check(launched("return model(x=x, block_token_tags=torch.zeros(length // (ulysses * ring)))"));
  });

  test("one of them is missing", async () => {
    const made = await check(
      launched(
        "return model(x=x, block_token_tags=torch.zeros(length // ulysses))  # warning: [block-token-tags-length]",
      ),
    );
    expect(onlyFinding(made).message).toContain("This fails whenever the ring degree is above 1.");
  });
});

describe("arguments of the command line", () => {
  const script = (told: string, body: string): string => `${attention}
import argparse

def parse_args():
    parser = argparse.ArgumentParser(description="Attends.")
    ${told}
    return parser.parse_args()

def main(q, k, v, mask_mod):
    args = parse_args()
    mask = create_block_mask(mask_mod, 1, 1, 4096, 4096, BLOCK_SIZE=(256, 128))
    ${body}
    return _flash_attn_fwd(q, k, v, tile_mn=(128, n), mask_mod=mask_mod, block_sparse_tensors=tensors(mask, (256, 128)))`;
  const command = (text: string, extra: Partial<Command> = {}): Command => ({
    name: "run.sh:3",
    arguments: text
      .split(" ")
      .flatMap((word) => (word === "" ? [] : [{ text: word, overridable: false, site: undefined }])),
    openness: "closed",
    environment: new Map(),
    processes: undefined,
    ...extra,
  });
  const found = "  # warning: [kv-block-size]\n";
  const always = "  # error: [kv-block-size]\n";

  test.each([
    [
      "a default",
      'parser.add_argument("--tile-n", type=int, default=64)',
      "n = args.tile_n",
      "--tile-n is 64, its default",
    ],
    [
      "a text that type converts",
      'parser.add_argument("--tile-n", "-t", type=int, default="64")',
      "n = args.tile_n",
      "--tile-n is 64, its default",
    ],
    [
      "dest",
      'parser.add_argument("--kv-tile", dest="tile", type=int, default=64)',
      "n = args.tile",
      "--kv-tile is 64, its default",
    ],
    [
      "set_defaults",
      'parser.add_argument("--n", type=int); parser.set_defaults(n=64)',
      "n = args.n",
      "--n is 64, its default",
    ],
    [
      "a group",
      'group = parser.add_argument_group("sizes"); group.add_argument("--n", type=int, default=64)',
      "n = args.n",
      "--n is 64, its default",
    ],
    [
      "a parent",
      'base = argparse.ArgumentParser(add_help=False); base.add_argument("--n", type=int, default=64); parser = argparse.ArgumentParser(parents=[base])',
      "n = args.n",
      "--n is 64, its default",
    ],
    ["vars", 'parser.add_argument("--n", type=int, default=64)', 'n = vars(args)["n"]', "--n is 64, its default"],
    [
      "None that the program replaces",
      'parser.add_argument("--n", type=int)',
      "n = 64 if args.n is None else 128",
      "--n is None, its default",
    ],
    [
      "a switch",
      'parser.add_argument("--small", action="store_true")',
      "n = 64 if args.small else 128",
      "--small is given",
    ],
    [
      "a switch that is off",
      'parser.add_argument("--no-small", action="store_false", dest="small")',
      "n = 64 if args.small else 128",
      "--no-small is not given",
    ],
    [
      "one that need not be given",
      'parser.add_argument("--n", type=int, default=64, required=False)',
      "n = args.n",
      "--n is 64, its default",
    ],
    [
      "a word that may be left out",
      'parser.add_argument("n", type=int, nargs="?", default=64)',
      "n = args.n",
      "n is 64, its default",
    ],
    [
      "a sub-command",
      'sub = parser.add_subparsers(dest="what"); one = sub.add_parser("run"); one.add_argument("--n", type=int, default=64)',
      "n = args.n",
      "--n is 64, its default",
    ],
  ])("without a command, %s", async (_, told, body, when) => {
    const made = await check(script(told, body) + found);
    expect(onlyFinding(made).message).toContain(`This fails when ${when}.`);
  });

  test.each([
    ["one that fits", 'parser.add_argument("--n", type=int, default=128)', "n = args.n"],
    ["one that has to be given", 'parser.add_argument("--n", type=int, required=True)', "n = args.n"],
    ["a guard", 'parser.add_argument("--n", type=int, default=64)', "n = args.n\n    assert n == 128"],
    ["one that the program sets", 'parser.add_argument("--n", type=int, default=64)', "args.n = 128; n = args.n"],
    ["a conversion of its own", 'parser.add_argument("--n", type=lambda s: 2 * int(s), default=64)', "n = args.n * 2"],
  ])("without a command, silent: %s", async (_, told, body) => {
    await check(script(told, body));
  });

  const either =
    'parser.add_argument("--small", dest="small", action="store_true"); parser.add_argument("--no-small", dest="small", action="store_false")';
  const sizes = "n = 64 if args.small else 128";
  test.each([
    ["a switch that is given", 'parser.add_argument("--small", action="store_true")', sizes, "--small", always],
    ["a switch that is not given", 'parser.add_argument("--small", action="store_true")', sizes, "", ""],
    ["a switch off", 'parser.add_argument("--no-small", dest="small", action="store_false")', sizes, "--no-small", ""],
    [
      "a switch off that is not given",
      'parser.add_argument("--no-small", dest="small", action="store_false")',
      sizes,
      "",
      always,
    ],
    ["of two switches the first", either, sizes, "--small", always],
    ["of two switches the second", either, sizes, "--no-small", ""],
    [
      "a switch with a negation",
      'parser.add_argument("--small", action=argparse.BooleanOptionalAction, default=True)',
      sizes,
      "--no-small",
      "",
    ],
    [
      "a switch with a negation, as it is",
      'parser.add_argument("--small", action=argparse.BooleanOptionalAction, default=True)',
      sizes,
      "",
      always,
    ],
  ])("in a command, %s", async (_, told, body, text, finding) => {
    await check(script(told, body) + finding, { commands: [command(text)] });
  });

  const tile = 'parser.add_argument("--tile-n", "-t", type=int, default=128)';
  test.each([
    ["given", "--tile-n 64"],
    ["given with =", "--tile-n=64"],
    ["given short", "-t 64"],
    ["given by the beginning of its name", "--tile 64"],
    ["given twice", "--tile-n 128 --tile-n 64"],
  ])("in a command, %s", async (_, text) => {
    await check(script(tile, "n = args.tile_n") + always, { commands: [command(text)] });
  });

  test.each([
    ["the default", ""],
    ["one that fits", "--tile-n 128"],
    ["another option that nobody knows", "--other 1 --tile-n 128"],
  ])("in a command, silent: %s", async (_, text) => {
    await check(script(tile, "n = args.tile_n"), { commands: [command(text)] });
  });

  test("of several commands the one that fails is named", async () => {
    const commands = [command("--tile-n 128"), command("--tile-n 64", { name: "small.sh:1" })];
    const made = await check(script(tile, "n = args.tile_n") + found, { commands });
    expect(onlyFinding(made).message).toContain("This fails when started by small.sh:1.");
  });

  test("what whoever starts it may change is named", async () => {
    const commands = [command("", { arguments: [{ text: "--tile-n=64", overridable: true, site: undefined }] })];
    const made = await check(script(tile, "n = args.tile_n") + found, { commands });
    expect(onlyFinding(made).message).toContain("This fails when --tile-n is 64, as in run.sh:3.");
  });

  test("the environment", async () => {
    const body = 'n = int(os.environ.get("TILE_N", "64"))';
    const text = `import os\n${script(tile, body)}`;
    expect(onlyFinding(await check(text + found)).message).toContain("This fails when TILE_N is not set.");
    const set = (value: string): Command =>
      command("", { environment: new Map([["TILE_N", { text: value, overridable: false, site: undefined }]]) });
    await check(text, { commands: [set("128")] });
    await check(text + always, { commands: [set("64")] });
    await check(`import os\n${script(tile, 'n = int(os.environ["TILE_N"])')}`);
  });
});

describe("a layout of which several parts have defaults", () => {
  const options = (told: readonly string[], call: string): string => `
import argparse
from sglang.multimodal_gen import DiffGenerator
from sglang.multimodal_gen.runtime.server_args import ServerArgs

def main():
    parser = argparse.ArgumentParser()
${told.map((one) => `    parser.add_argument(${one})\n`).join("")}    args = parser.parse_args()
    ${call}

main()
`;
  const number = (name: string, value: number | undefined): string =>
    `"--${name}", type=int${value === undefined ? "" : `, default=${value}`}`;
  const model = '"MiniMaxAI/MiniMax-H3"';
  const some = `DiffGenerator.from_pretrained(model_path=${model}, num_gpus=args.gpus, ulysses_degree=args.ulysses, ring_degree=args.ring)`;
  const most = `ServerArgs(${model}, num_gpus=args.gpus, tp_size=args.tp, sp_degree=args.sp, ulysses_degree=args.ulysses, ring_degree=args.ring, dp_size=args.dp)`;
  const absent = `DiffGenerator.from_pretrained(model_path=${model}, num_gpus=args.gpus, tp_size=args.tp, ulysses_degree=args.ulysses, ring_degree=args.ring, kv_gather_degree=args.gather, cfg_parallel_degree=args.cfg)`;
  const replaced = `ServerArgs(${model}, num_gpus=args.gpus, ulysses_degree=args.ulysses or 4, ring_degree=args.ring if args.ring > 0 else None)`;

  const three = (gpus: number, ulysses: number, ring: number): readonly string[] => [
    number("gpus", gpus),
    number("ulysses", ulysses),
    number("ring", ring),
  ];
  const six = (sp: number, ulysses: number, ring: number): readonly string[] => [
    ...three(8, ulysses, ring),
    number("sp", sp),
    number("tp", 1),
    number("dp", 1),
  ];
  const nones = (ulysses: number | undefined): readonly string[] => [
    number("gpus", 8),
    number("ulysses", ulysses),
    ...["tp", "ring", "gather", "cfg"].map((name) => number(name, undefined)),
  ];
  const wrong: readonly (readonly [string, readonly string[], string])[] = [
    ["three options", three(8, 4, 1), some],
    ["six options", six(8, 2, 2), most],
    ["options that are None", nones(4), absent],
    ["options that the program replaces", three(8, 0, -1), replaced],
  ];
  test.each(wrong)("fails with all of them: %s", async (_, told, call) => {
    const made = await check(options(told, `${call}  # warning: [sp-degree-product]`));
    expect(onlyFinding(made).message).toContain("This fails when ");
    expect(made.project.check("/project/main.py")?.unfinished).toBe(0);
  });

  test.each([
    ["three options", three(8, 4, 2), some],
    ["six options", six(8, 4, 2), most],
    ["options that are None", nones(undefined), absent],
    ["one option that is not", nones(8), absent],
    ["options that the program replaces", three(4, 0, -1), replaced],
  ])("fits with all of them, and is followed to its end: %s", async (_, told, call) => {
    const made = await check(options(told, call));
    expect(made.project.check("/project/main.py")?.unfinished).toBe(0);
  });

  const make = (parameters: string): string => `
from sglang.multimodal_gen import DiffGenerator

def make(${parameters}):
    return DiffGenerator.from_pretrained(
        model_path=${model}, num_gpus=gpus, ulysses_degree=ulysses, ring_degree=ring,`;

  test("parameters that might be None", async () => {
    await check(`${make("gpus=8, ulysses=4, ring=1")}  # warning: [sp-degree-product]\n    )\n`);
    await check(`${make("gpus=8, ulysses=4, ring=2")}\n    )\n`);
    await check(`${make("gpus, ulysses=4, ring=1")}\n    )\n`);
  });

  const launched = (ulysses: number, ring: number, rows: string, finding = ""): string => `
import argparse, torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel

parser = argparse.ArgumentParser()
parser.add_argument("--ulysses", type=int, default=${ulysses})
parser.add_argument("--ring", type=int, default=${ring})
args = parser.parse_args()
initialize_model_parallel(sequence_parallel_degree=args.ulysses * args.ring, ulysses_degree=args.ulysses, ring_degree=args.ring)

def step(model):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(${rows}))${finding}
`;

  test("degrees that options tell, one of them 1", async () => {
    const made = await check(launched(4, 1, "512", "  # warning: [block-token-tags-length]"));
    expect(onlyFinding(made).message).toContain("--ulysses is 4, its default");
    await check(launched(4, 1, "1024"));
    await check(launched(4, 1, "4096 // (args.ulysses * args.ring)"));
  });
});

describe("what was ordered among numbers is not None", () => {
  const shapes = (before: string): string => `
from flash_attn.cute.block_sparsity import infer_block_sparse_expected_shapes

def shapes(tensors, n, other=0):
    ${before}
    return infer_block_sparse_expected_shapes(
        tensors, batch_size=1, num_head=1, seqlen_q=4096, seqlen_k=4096, m_block_size=128, n_block_size=128, q_stage=2,
        context="", sparse_block_size_kv=n,`;

  test.each([
    ["an assertion", "assert n > 128"],
    ["a guard", "if n <= 128: raise ValueError(n)"],
    ["an equality with a number", "assert n == 192"],
  ])("%s", async (_, before) => {
    await check(`${shapes(before)}  # ${before.includes("192") ? "error" : "warning"}: [kv-block-size]\n    )\n`);
  });

  test.each([
    ["nothing", "pass"],
    ["an inequality", "assert n != 128"],
    ["an equality of two that may both be None", "assert n == other"],
  ])("silent: %s", async (_, before) => {
    await check(`${shapes(before)}\n    )\n`);
  });
});

test("quotients of options that hang on each other end with the budget at the latest", async () => {
  const { project } = await check(`
import argparse
from sglang.multimodal_gen.runtime.server_args import ServerArgs

p = argparse.ArgumentParser()
p.add_argument("--num_gpus", type=int, default=8)
p.add_argument("--ulysses_degree", type=int, default=4)
d = vars(p.parse_args())
d["ring_degree"] = d["num_gpus"] // d["ulysses_degree"]
ServerArgs("MiniMaxAI/MiniMax-H3", **d)
`);
  expect(project.check("/project/main.py")?.findings).toEqual([]);
});
