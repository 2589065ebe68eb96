/** Programs that shard a packed sequence and call a MiniMax-H3 transformer. */
import type { Random } from "../../lib/random.ts";
import { carried, named } from "./carriers.ts";
import { degreesOf, type Degrees, launched, finished } from "./launches.ts";
import { type Program, Writer } from "./program.ts";

const modelClass = "sglang.multimodal_gen.runtime.models.dits.minimax_h3";

/** How the program gets its sizes and where its code stands. */
type Style = "module" | "main" | "method" | "parameters" | "environment" | "options";

export function packedProgram(random: Random): Program {
  const w = new Writer(random);
  w.import("import torch");
  const style = random.pick<Style>([
    "module",
    "main",
    "method",
    "main",
    "module",
    "parameters",
    "environment",
    "options",
  ]);
  const architectures = [random.pick([90, 100])];
  const start = launched(w);
  const sp = start.layout.ulysses * start.layout.ring;
  const lengths = [sp * random.whole(1, 300), sp * 64 * random.whole(1, 20), sp * 8].map((length) =>
    random.chance(0.1) ? length + random.whole(1, 7) : length,
  );
  const body = (length: string, model: string): void => {
    const sequence = named(w, length, "number");
    const degrees = degreesOf(w, start);
    if (random.chance(0.15)) w.line(`assert ${sequence} % (${degrees.sp}) == 0`);
    const x = hidden(w, sequence);
    const tags = tagsOf(w, sequence, degrees);
    callModel(w, model, x, tags, sequence);
  };
  const [nominal = 64] = lengths;
  write(w, style, nominal, lengths, body);
  const known = {
    launch: start.known,
    architectures,
    libraries: { "flash-attn-4": "4.0.0b27" },
  };
  return finished(w, start, known);
}

/** Writes the body where the style wants it, with the expressions of the length and of the model. */
function write(
  w: Writer,
  style: Style,
  nominal: number,
  lengths: readonly number[],
  body: (length: string, model: string) => void,
): void {
  const own = (): string => {
    w.import(`from ${modelClass} import MiniMaxH3DiTModel`);
    return named(w, w.random.pick(["MiniMaxH3DiTModel()", "MiniMaxH3DiTModel(None)"]));
  };
  switch (style) {
    case "module":
      body(`${nominal}`, own());
      return;
    case "main": {
      const name = w.fresh("main");
      const passed = w.random.chance(0.5);
      w.block(`def ${name}(${passed ? "length, steps=1" : ""}):`, () => {
        body(passed ? "length" : `${nominal}`, own());
      });
      w.block(w.random.pick(['if __name__ == "__main__":', "if True:"]), () => {
        w.line(`${name}(${passed ? carried(w, `${nominal}`, "number") : ""})`);
      });
      return;
    }
    case "method": {
      const name = w.fresh("Pipeline");
      const model = own();
      w.block(`class ${name}:`, () => {
        w.block("def __init__(self, model, length):", () => {
          w.line("self.model = model");
          w.line("self.length = length");
        });
        w.block("def run(self):", () => {
          body("self.length", "self.model");
        });
      });
      w.line(`${name}(${model}, ${carried(w, `${nominal}`, "number")}).run()`);
      return;
    }
    case "parameters": {
      const name = w.fresh("run");
      const parameters = [
        { kind: "parameter", name: "model", candidates: [{ model: true }] },
        { kind: "parameter", name: "length", candidates: lengths },
      ] as const;
      w.inputs.push(...parameters);
      w.entries.push({ name, parameters: [...parameters] });
      w.block(`def ${name}(model, length):`, () => {
        body("length", "model");
      });
      return;
    }
    case "environment":
      w.import("import os");
      w.inputs.push({ kind: "environment", name: "LENGTH", candidates: lengths });
      body(
        w.random.pick([
          'int(os.environ["LENGTH"])',
          `int(os.environ.get("LENGTH", "${nominal}"))`,
          `int(os.getenv("LENGTH", ${nominal}))`,
        ]),
        own(),
      );
      return;
    case "options": {
      w.import("import argparse");
      w.inputs.push({ kind: "option", name: "--length", candidates: [null, ...lengths] });
      const [parser, args] = [w.fresh("parser"), w.fresh("args")];
      w.line(`${parser} = argparse.ArgumentParser()`);
      w.line(`${parser}.add_argument("--length", type=int, default=${nominal})`);
      w.line(`${args} = ${parser}.parse_args()`);
      body(`${args}.length`, own());
    }
  }
}

/** The packed rows [1, S, C]. */
function hidden(w: Writer, sequence: string): string {
  const { random } = w;
  const made = random.pick([
    () => `torch.zeros(1, ${sequence}, 96)`,
    () => `torch.randn((1, ${sequence}, 96), dtype=torch.bfloat16)`,
    () => `torch.zeros(${sequence}, 96).unsqueeze(0)`,
    () => `torch.empty(${sequence}, 96)[None]`,
    () => `torch.zeros(${sequence} * 96).view(1, ${sequence}, 96)`,
    () => `torch.zeros(${sequence}, 2, 48).flatten(1).unsqueeze(0)`,
    () => `torch.zeros(96, ${sequence}).transpose(0, 1)[None, :, :]`,
    () => `torch.cat([torch.zeros(1, 8, 96), torch.zeros(1, ${sequence} - 8, 96)], dim=1)`,
    () => `torch.cat((torch.zeros(1, ${sequence} // 2, 96), torch.ones(1, ${sequence} - ${sequence} // 2, 96)), 1)`,
    () => `torch.zeros(1, ${sequence} * 2, 96)[:, ::2]`,
    () => `torch.zeros(1, ${sequence} + 5, 96)[:, :${sequence}]`,
    () => `torch.stack([torch.zeros(${sequence}, 96)])`,
    () => `torch.zeros(1, ${sequence} + 3, 96).narrow(1, 3, ${sequence})`,
    () => `torch.zeros(1, 1, ${sequence}, 96).squeeze(1)`,
    () => `torch.zeros(1, 1, 96).expand(1, ${sequence}, 96)`,
    () => `torch.zeros(1, 1, 96).repeat(1, ${sequence}, 1)`,
    () => {
      w.import("import torch.nn.functional as F");
      return `F.pad(torch.zeros(1, ${sequence} - 3, 96), (0, 0, 0, 3))`;
    },
    () => `torch.zeros(1, ${sequence}, 96) + torch.zeros(96)`,
    () => `torch.zeros(96, 1, ${sequence}).permute(1, 2, 0)`,
    () => `torch.zeros(1, ${sequence}, 96).to("cuda", dtype=torch.float16).contiguous()`,
  ])();
  return named(w, made);
}

/** The tags of this rank's rows: by right idioms mostly, and by those that divide by something else. */
function tagsOf(w: Writer, sequence: string, { ulysses, ring, sp, rank }: Degrees): string {
  const { random } = w;
  const degree = random.chance(0.7) ? sp : random.pick([ulysses, ring, `(${ulysses} + ${ring})`, "1", "2"]);
  const at = random.chance(0.85) ? rank : random.pick(["0", `(${degree}) - 1`]);
  const local = (): string =>
    named(
      w,
      random.pick([
        `${sequence} // (${degree})`,
        `int(${sequence} / (${degree}))`,
        `-(-${sequence} // (${degree}))`,
        `(${sequence} + (${degree}) - 1) // (${degree})`,
        `divmod(${sequence}, ${degree})[0]`,
        `${sequence} // ${ulysses} // ${ring}`,
        `(${sequence} - ${sequence} % (${degree})) // (${degree})`,
      ]),
      "number",
    );
  const global = (): string =>
    named(
      w,
      random.pick([
        `torch.zeros(${sequence}, dtype=torch.long)`,
        `torch.full((${sequence},), 2)`,
        `torch.arange(${sequence})`,
        `torch.cat([torch.full((5,), 1), torch.zeros(${sequence} - 5, dtype=torch.int64)])`,
        `torch.zeros(1, ${sequence}).squeeze(0)`,
        `torch.ones(${sequence}).long().clamp(0)`,
      ]),
    );
  const made = random.pick([
    () => `torch.zeros(${local()}, dtype=torch.long)`,
    () => `torch.full((${local()},), 1)`,
    () => `${global()}.chunk(${degree})[${at}]`,
    () => `torch.chunk(${global()}, ${degree}, dim=0)[${at}]`,
    () => `${global()}.tensor_split(${degree})[${at}]`,
    () => `${global()}.view(${degree}, -1)[${at}]`,
    () => `${global()}.reshape(${degree}, ${sequence} // (${degree}))[${at}]`,
    () => `${global()}.unflatten(0, (${degree}, -1))[${at}]`,
    () => {
      const [n, all] = [local(), global()];
      return random.pick([
        `${all}[${at} * ${n} : (${at} + 1) * ${n}]`,
        `${all}[(${at}) * ${n} :][:${n}]`,
        `${all}[:${n}]`,
        `${all}[-${n}:]`,
        `${all}.narrow(0, ${at} * ${n}, ${n})`,
        `${all}.split(${n})[${at}]`,
        `torch.split(${all}, ${n}, dim=0)[${at}]`,
        `${all}.index_select(0, torch.arange(${at} * ${n}, (${at} + 1) * ${n}))`,
        `${all}[torch.arange(${n})]`,
        `${all}[slice(${at} * ${n}, (${at} + 1) * ${n})]`,
        `torch.cat([${all}[:1], ${all}[1:${n}]])`,
        `torch.zeros_like(${all}[:${n}])`,
        `${all}.new_zeros(${n})`,
        `${all}.new_full((${n},), 3)`,
        `${all}[min(${at} * ${n}, ${sequence}) : min((${at} + 1) * ${n}, ${sequence})]`,
        `torch.narrow(${all}, 0, (${at}) * ${n}, ${n})`,
        `${all}.split([${n}] * (${degree}))[${at}]`,
        `${all}[:${n}].clone().detach().contiguous().cuda()`,
        `${all}[(${at}) * ${n} : (${at}) * ${n} + ${n}].to("cuda", non_blocking=True)`,
        `${all}.view(-1, ${n})[${at}]`,
        `${all}.repeat(2)[:${n}]`,
        `torch.cat([${all}, ${all}])[${n} : 2 * ${n}]`,
        `${all}.flip(0)[:${n}]`,
        `${all}[None].squeeze(0)[:${n}]`,
        `${all}.unsqueeze(-1).repeat(1, 2)[:${n}, 0]`,
        `torch.stack([${all}, ${all}])[0, :${n}]`,
        `${all}[: -(${sequence} - ${n})] if ${n} < ${sequence} else ${all}[:${n}]`,
        `torch.full_like(${all}[:${n}], 2)`,
      ]);
    },
    () => `${global()}[${at} :: ${degree}]`,
    () => `list(${global()}.chunk(${degree}))[${at}]`,
    () => `torch.stack(${global()}.chunk(${degree}))[${at}]`,
    () => `torch.tensor_split(${global()}, ${degree}, dim=0)[${at}]`,
    () => `${global()}.view(${degree}, ${sequence} // (${degree}))[${at}].flatten()`,
    () => {
      const [rest, all] = [w.fresh("rest"), global()];
      w.line(`${rest} = ((${degree}) - ${sequence} % (${degree})) % (${degree})`);
      w.block(`if ${rest} > 0:`, () => {
        w.line(`${all} = torch.cat([${all}, torch.zeros(${rest}, dtype=torch.long)])`);
      });
      return `${all}.chunk(${degree})[${at}]`;
    },
    () => {
      const [whole, all] = [w.fresh("whole"), global()];
      w.import("import math");
      w.import("import torch.nn.functional as F");
      w.line(
        `${whole} = ${random.pick([
          `math.ceil(${sequence} / (${degree})) * (${degree})`,
          `((${sequence} + (${degree}) - 1) // (${degree})) * (${degree})`,
          `-(-${sequence} // (${degree})) * (${degree})`,
        ])}`,
      );
      const padded = named(w, `F.pad(${all}, (0, ${whole} - ${sequence}), value=${random.pick(["0", "-1"])})`);
      const size = named(w, `${whole} // (${degree})`);
      return random.pick([
        `${padded}[(${at}) * ${size} : ((${at}) + 1) * ${size}]`,
        `${padded}.view(${degree}, ${size})[${at}]`,
        `${padded}.narrow(0, (${at}) * ${size}, ${size}).clamp(min=0)`,
      ]);
    },
    () => {
      const [first, last, n] = [w.fresh("first"), w.fresh("last"), local()];
      w.line(`${first} = (${at}) * ${n}`);
      w.line(`${last} = ${random.pick([`${first} + ${n}`, `min(${first} + ${n}, ${sequence})`])}`);
      return random.pick([
        `${global()}[${first}:${last}]`,
        `torch.zeros(${last} - ${first}, dtype=torch.long)`,
        `torch.arange(${first}, ${last})`,
      ]);
    },
    () => `torch.arange(0, ${sequence}, ${degree})`,
    () => {
      const n = local();
      return `torch.cat([torch.full((${n} // 4,), 1), torch.zeros(${n} - ${n} // 4)])`;
    },
    () => {
      w.import("import torch.nn.functional as F");
      const [all, degree2] = [global(), degree];
      const padded = named(w, `F.pad(${all}, (0, -${sequence} % (${degree2})))`);
      return `${padded}.chunk(${degree2})[${at}]`;
    },
    () => {
      const n = local();
      return `torch.arange(${at} * ${n}, (${at} + 1) * ${n})`;
    },
    () => {
      const n = local();
      const pieces = w.fresh("pieces");
      w.line(`${pieces} = []`);
      w.block("for part in range(2):", () => {
        w.line(`${pieces}.append(torch.zeros(${n} // 2))`);
      });
      w.line(`${pieces}.append(torch.zeros(${n} % 2))`);
      return `torch.cat(${pieces})`;
    },
    () => {
      w.import("from sglang.multimodal_gen.runtime.distributed.sp_shard_utils import shard_seq");
      const shard = w.fresh("shard");
      w.line(`${shard}, _ = shard_seq(${global()}, dim=0)`);
      return shard;
    },
    global,
  ])();
  return named(w, made);
}

/** The call, directly or through a helper, with keywords written down or gathered in a dict. */
function callModel(w: Writer, model: string, x: string, tags: string, sequence: string): void {
  const { random } = w;
  const extra = random.chance(0.3) ? `token_tags=torch.zeros(${sequence}), ` : "";
  const method = random.chance(0.3) ? ".forward" : "";
  const way = random.whole(0, 5);
  const assign = random.chance(0.3) ? "video, audio = " : "";
  if (way === 0) {
    const kwargs = w.fresh("kwargs");
    w.line(`${kwargs} = ${random.pick([`{"x": ${x}}`, `dict(x=${x}, update_mask=None)`])}`);
    w.line(random.pick([`${kwargs}["block_token_tags"] = ${tags}`, `${kwargs}.update(block_token_tags=${tags})`]));
    w.line(`${assign}${model}${method}(${extra}**${kwargs})`);
  } else if (way === 1) {
    const name = w.fresh("call");
    w.define(() => {
      w.block(`def ${name}(model, x, tags, **options):`, () => {
        w.line(`return model${method}(x=x, block_token_tags=tags, **options)`);
      });
    });
    w.line(`${assign}${name}(${model}, ${x}, ${random.chance(0.5) ? tags : `tags=${tags}`})`);
  } else if (way === 2) {
    const step = w.fresh("step");
    w.block(`for ${step} in range(${random.whole(1, 3)}):`, () => {
      w.line(`${assign}${model}${method}(x=${x}, ${extra}block_token_tags=${tags})`);
    });
  } else if (way === 3) {
    w.import("from functools import partial");
    w.line(`${assign}partial(${model}${method}, x=${x})(${extra}block_token_tags=${tags})`);
  } else w.line(`${assign}${model}${method}(x=${x}, ${extra}block_token_tags=${tags})`);
  if (random.chance(0.2)) w.line("reveal(1)");
}
