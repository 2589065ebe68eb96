/** The derivation of `ServerArgs`: the recorded rows, mistakes beside what nobody knows, and what is left unknown. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Memories } from "../ide/memories.ts";
import { check, fixture, reveals } from "../testing/fixture.ts";
import { projectOver } from "../testing/project.ts";

interface Row {
  readonly args: Readonly<Record<string, unknown>>;
  readonly model: Readonly<Record<string, boolean>>;
  readonly resolved?: Readonly<Record<string, unknown>>;
  readonly raises?: string;
  readonly message?: string;
}

const recorded = new URL("../../../test/oracle/server-args-layout.json", import.meta.url);
const { rows } = JSON.parse(readFileSync(recorded, "utf8")) as { rows: readonly Row[] };

const python = (value: unknown): string =>
  value === null ? "None" : value === true ? "True" : value === false ? "False" : JSON.stringify(value);
const keywords = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${python(value)}`)
    .join(", ");

function derivation({ args, model, resolved = {} }: Row): string {
  const revealed = Object.keys(resolved).map((name) => `reveal(layout.${name})`);
  return `from sglang.multimodal_gen.runtime.server_args.layout import derive_layout
from sglang.multimodal_gen.runtime.server_args.models import ModelFacts
facts = ModelFacts(pipeline_config="MiniMaxH3PipelineConfig", ${keywords(model)})
layout = derive_layout(model=facts, ${keywords(args)})
${revealed.join("\n")}
`;
}

test.each(rows.map((row) => [`${keywords(row.args)} of ${keywords(row.model)}`, row] as const))(
  "%s",
  async (_, row) => {
    const made = await fixture(derivation(row));
    // What it demands is looked at whether there is a rule for it or not.
    const wanted = { reports: () => true, memories: new Memories() };
    const failures = made.project.evaluate("/project/main.py", wanted)?.failures ?? [];
    const raised = failures.flatMap(({ cases }) => cases.map(({ exception }) => [exception?.name, exception?.text]));
    expect(raised).toEqual(row.resolved === undefined ? [[row.raises, row.message]] : []);
    if (row.resolved === undefined) return;
    expect(reveals(made.project, "/project/main.py").map(([, text]) => text)).toEqual(
      Object.values(row.resolved).map(python),
    );
  },
);

const imports = `import json
from sglang.multimodal_gen import DiffGenerator
from sglang.multimodal_gen.runtime.server_args import ServerArgs
`;

describe("what nobody knows", () => {
  test.each([
    ["a dict that is handed on", "kw", 'ServerArgs(model_path="x", **kw)'],
    ["a dict beside degrees", "kw", 'ServerArgs(model_path="x", num_gpus=8, ulysses_degree=4, **kw)'],
    ["settings from a dict", "kw", "ServerArgs.from_dict(kw)"],
    ["settings from keywords", "**kw", "ServerArgs.from_kwargs(**kw)"],
    ["a generator from keywords", "**kw", "DiffGenerator.from_pretrained(**kw)"],
    [
      "a generator of any model",
      "m, n, u, r",
      "DiffGenerator.from_pretrained(model_path=m, num_gpus=n, ulysses_degree=u, ring_degree=r)",
    ],
    ["four degrees", "n, sp, u, r", "ServerArgs(num_gpus=n, sp_degree=sp, ulysses_degree=u, ring_degree=r)"],
    [
      "every setting of an object",
      "a",
      `ServerArgs(model_path=a.model, num_gpus=a.n, tp_size=a.tp, sp_degree=a.sp, ulysses_degree=a.u, ring_degree=a.r,
        kv_gather_degree=a.kv, dp_size=a.dp, enable_cfg_parallel=a.cfg, cfg_parallel_degree=a.cfg_n, hsdp_shard_dim=a.s,
        hsdp_replicate_dim=a.rep, nnodes=a.nodes, node_rank=a.rank, dist_init_addr=a.addr, attention_backend=a.backend)`,
    ],
    ["a file", "path", "DiffGenerator.from_pretrained(**json.load(open(path)))"],
  ])("%s costs little, and the function is checked to its end", async (_, parameters, call) => {
    const text = `${imports}
def start(${parameters}):
    args = ${call}
    ServerArgs(model_path="x", num_gpus=4, sp_degree=3)
`;
    // Time stands still, so that only the number of steps counts.
    const budget = { steps: 5_000, milliseconds: 1 };
    const project = await projectOver(new Map([["/project/main.py", text]]), { budget, clock: () => 0 });
    const report = project.check("/project/main.py");
    expect(report?.unfinished).toBe(0);
    expect(report?.findings.map(({ rule }) => rule)).toEqual(["gpu-count-not-divisible"]);
  });

  test("is not what another launch was given", async () => {
    await check(`${imports}
def start(kw):
    args = ServerArgs(model_path="x", num_gpus=4, ulysses_degree=2, ring_degree=2)
    reveal(args.sp_degree)  # revealed: 4
    args = ServerArgs(model_path="x", **kw)
    reveal(args.sp_degree)  # revealed: args.sp_degree
`);
  });
});

test("options are called what the program calls them, and a wrong value that somebody might set is no finding", async () => {
  const program = (tp: string): string => `import argparse
${imports}
def start():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpus", type=int, default=8)
    parser.add_argument("--tp", type=int, default=${tp})
    settings, rest = parser.parse_known_args()
    reveal(settings.gpus)  # revealed: settings.gpus
    ServerArgs(model_path="x", num_gpus=settings.gpus, ulysses_degree=8, ring_degree=1, tp_size=settings.tp)`;
  await check(program("None"));
  await check(`${program("3")}  # warning: [gpu-count-not-divisible]\n`);
});

describe("a mistake with numbers is found whatever else nobody knows", () => {
  test.each([
    ["the model", "m", "model_path=m, num_gpus=4, ulysses_degree=3", "sp-degree-product"],
    [
      "the number of GPUs",
      "n",
      'model_path="x", num_gpus=n, sp_degree=4, ulysses_degree=4, ring_degree=2',
      "sp-degree-product",
    ],
    ["the tensor degree", "tp", 'model_path="x", num_gpus=4, sp_degree=3, tp_size=tp', "gpu-count-not-divisible"],
    [
      "Ulysses and ring",
      "u, r",
      'model_path="x", num_gpus=6, sp_degree=4, ulysses_degree=u, ring_degree=r',
      "gpu-count-not-divisible",
    ],
    [
      "the backend",
      "b",
      'model_path="x", num_gpus=4, ulysses_degree=2, ring_degree=4, attention_backend=b',
      "sp-degree-product",
    ],
    [
      "guidance",
      "g",
      'model_path="Qwen/Qwen-Image", num_gpus=4, ulysses_degree=8, enable_cfg_parallel=g',
      "sp-degree-product",
    ],
  ])("%s", async (_, parameters, settings, rule) => {
    await check(`${imports}
def start(${parameters}):
    return ServerArgs(${settings})  # error: [${rule}]
`);
  });
});
