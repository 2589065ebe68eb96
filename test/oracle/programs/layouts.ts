/** Programs that ask SGLang for a layout of GPUs: settings, generators and process groups, with degrees that mostly fit. */
import type { Random } from "../../lib/random.ts";
import { carried, named } from "./carriers.ts";
import { finished } from "./launches.ts";
import { type Program, Writer } from "./program.ts";

const models = [
  "MiniMaxAI/MiniMax-H3",
  "Wan-AI/Wan2.1-T2V-14B-Diffusers",
  "Qwen/Qwen-Image",
  "black-forest-labs/FLUX.1-dev",
];

/** The settings that a call may name, each with the values that programs give it. */
const settings = {
  num_gpus: [1, 2, 4, 4, 8, 8, 6, 16],
  ulysses_degree: [1, 2, 2, 4, 8, 3],
  ring_degree: [1, 1, 2, 2, 4],
  sp_degree: [1, 2, 4, 4, 8],
  tp_size: [1, 1, 2, 4],
  dp_size: [1, 1, 2],
  cfg_parallel_degree: [1, 2],
  kv_gather_degree: [1, 2],
  nnodes: [1, 1, 2, 3],
} as const;

type Setting = keyof typeof settings;

/** How often each setting is given. */
const likely: readonly (readonly [Setting, number])[] = [
  ["num_gpus", 0.9],
  ["ulysses_degree", 0.7],
  ["ring_degree", 0.5],
  ["sp_degree", 0.45],
  ["tp_size", 0.15],
  ["dp_size", 0.1],
  ["cfg_parallel_degree", 0.1],
  ["kv_gather_degree", 0.05],
  ["nnodes", 0.05],
];

export function layoutProgram(random: Random): Program {
  const w = new Writer(random);
  const style = random.pick(["module", "main", "parameters", "environment", "options"] as const);
  const given = new Map<Setting, string>();
  const choose = (): void => {
    for (const [name, chance] of likely) {
      if (!random.chance(chance)) continue;
      if (given.has(name)) continue;
      given.set(name, carried(w, `${random.pick(settings[name])}`, "number"));
    }
    // Most programs mean the product of their degrees.
    const [u, r] = [given.get("ulysses_degree"), given.get("ring_degree")];
    if (u !== undefined && r !== undefined && given.has("sp_degree") && random.chance(0.5)) {
      const [a, b] = [named(w, u), named(w, r)];
      given.set("ulysses_degree", a).set("ring_degree", b);
      given.set("sp_degree", `${a} * ${b}`);
      if (random.chance(0.5)) given.set("num_gpus", `${a} * ${b}`);
    }
    random.pick([settingsCall, settingsCall, generatorCall, groupsCall])(w, given);
  };
  const open = random.pick(["ulysses_degree", "num_gpus", "sp_degree"] as const);
  switch (style) {
    case "module":
      choose();
      break;
    case "main": {
      const name = w.fresh("main");
      w.block(`def ${name}():`, choose);
      w.line(`${name}()`);
      break;
    }
    case "parameters": {
      const name = w.fresh("run");
      const parameter = { kind: "parameter", name: open, candidates: settings[open] } as const;
      w.inputs.push(parameter);
      w.entries.push({ name, parameters: [parameter] });
      w.block(`def ${name}(${open}):`, () => {
        given.set(open, carried(w, open, "number"));
        choose();
      });
      break;
    }
    case "environment": {
      w.import("import os");
      const variable = open.toUpperCase();
      const usual = random.pick(settings[open]);
      const hasDefault = random.chance(0.7);
      w.inputs.push({
        kind: "environment",
        name: variable,
        candidates: hasDefault ? [null, ...settings[open]] : settings[open],
      });
      given.set(
        open,
        carried(
          w,
          hasDefault
            ? random.pick([
                `int(os.environ.get("${variable}", "${usual}"))`,
                `int(os.getenv("${variable}", ${usual}))`,
                `int(os.environ.get("${variable}") or ${usual})`,
              ])
            : `int(os.environ["${variable}"])`,
          "number",
        ),
      );
      choose();
      break;
    }
    case "options": {
      w.import("import argparse");
      const option = `--${open.replaceAll("_", random.pick(["_", "-"]))}`;
      w.inputs.push({ kind: "option", name: option, candidates: [null, ...settings[open]] });
      const [parser, args] = [w.fresh("parser"), w.fresh("args")];
      w.line(`${parser} = argparse.ArgumentParser()`);
      w.line(`${parser}.add_argument("${option}", type=int, default=${random.pick(settings[open])})`);
      w.line(`${args} = ${parser}.parse_args()`);
      given.set(open, carried(w, random.pick([`${args}.${open}`, `vars(${args})["${open}"]`]), "number"));
      choose();
    }
  }
  const known = { launch: undefined, architectures: [90], libraries: { "flash-attn-4": "4.0.0b27" } };
  const program = finished(w, { kind: "called", layout: { ulysses: 1, ring: 1 }, known: undefined }, known);
  const runs = program.runs.map((run) => ({ ...run, world: { ...run.world, world_size: random.pick([1, 2, 4, 8]) } }));
  // How many ranks there are is an input, too, of those who make groups of them.
  return { ...program, runs, constant: program.constant && !program.files["main.py"]?.includes("initialize_model") };
}

function keywords(w: Writer, given: ReadonlyMap<string, string>): string {
  const written = [...given].map(([name, value]) => `${name}=${value}`);
  if (!w.random.chance(0.35)) return written.join(", ");
  // Some gather them first.
  const cut = w.random.whole(0, written.length);
  const name = w.fresh("settings");
  w.line(`${name} = ${w.random.pick([`dict(${written.slice(cut).join(", ")})`, literal([...given].slice(cut))])}`);
  return [...written.slice(0, cut), `**${name}`].join(", ");
}

function literal(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([name, value]) => `"${name}": ${value}`).join(", ")}}`;
}

function settingsCall(w: Writer, given: ReadonlyMap<string, string>): void {
  const { random } = w;
  w.import("from sglang.multimodal_gen.runtime.server_args import ServerArgs");
  const path = `model_path="${random.pick(models)}"`;
  const made = random.pick([
    () => `ServerArgs(${path}, ${keywords(w, given)})`,
    () => `ServerArgs.from_kwargs(${path}, ${keywords(w, given)})`,
    () => `ServerArgs.from_dict(${literal([["model_path", `"${random.pick(models)}"`], ...given])})`,
    () => `ServerArgs.from_dict(dict(${path}, ${keywords(w, given)}))`,
  ])();
  const args = named(w, made);
  for (const name of ["ulysses_degree", "ring_degree", "sp_degree", "tp_size"])
    if (random.chance(0.4)) w.line(`reveal(${args}.${name})`);
  if (!random.chance(0.3)) return;
  w.import("from sglang.multimodal_gen.runtime.entrypoints.diffusion_generator import DiffGenerator");
  w.line(`generator = DiffGenerator.from_server_args(${args})`);
}

function generatorCall(w: Writer, given: ReadonlyMap<string, string>): void {
  const { random } = w;
  w.import(
    random.pick([
      "from sglang.multimodal_gen import DiffGenerator",
      "from sglang.multimodal_gen.runtime.entrypoints.diffusion_generator import DiffGenerator",
    ]),
  );
  const path = `"${random.pick(models)}"`;
  const made = random.chance(0.2)
    ? `DiffGenerator.from_pretrained(server_args=${literal([["model_path", path], ...given])})`
    : `DiffGenerator.from_pretrained(model_path=${path}, ${keywords(w, given)})`;
  if (random.chance(0.3)) {
    w.block(`with ${made} as generator:`, () => {
      w.line('generator.generate(prompt="a fox")');
    });
  } else w.line(`generator = ${made}`);
}

/** The names that the groups' own function has for the settings. */
const groupNames: Readonly<Partial<Record<Setting, string>>> = {
  ulysses_degree: "ulysses_degree",
  ring_degree: "ring_degree",
  sp_degree: "sequence_parallel_degree",
  tp_size: "tensor_parallel_degree",
  dp_size: "data_parallel_size",
  cfg_parallel_degree: "classifier_free_guidance_degree",
};

function groupsCall(w: Writer, given: ReadonlyMap<Setting, string>): void {
  w.import("from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel");
  const renamed = [...given].flatMap(([name, value]): [string, string][] => {
    const other = groupNames[name];
    return other === undefined ? [] : [[other, value]];
  });
  w.line(`initialize_model_parallel(${keywords(w, new Map(renamed))})`);
}
