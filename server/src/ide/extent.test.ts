/** Whose rows a length counts, whatever the idiom that made it, as the hover says it. */
import { describe, expect, test } from "vitest";
import { projectOf } from "../testing/project.ts";

const preamble = `import math
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_ring_parallel_world_size, get_sp_parallel_rank, get_sp_world_size, get_ulysses_parallel_rank,
    get_ulysses_parallel_world_size, initialize_model_parallel,
)
`;

/** What the hover of the name \`here\` says about its rows; "nothing" if nothing. */
async function extent(body: string, launch = ""): Promise<string> {
  const lines = [
    "S = x.shape[1]",
    "u = get_ulysses_parallel_world_size()",
    "r = get_ring_parallel_world_size()",
    "sp = get_sp_world_size()",
    "rank = get_sp_parallel_rank()",
    ...body.split("\n"),
    "print(here)",
    "model(x=x, block_token_tags=tags)",
  ];
  const text = `${preamble}${launch}\ndef run(model, x, tags):\n${lines.map((line) => `    ${line}\n`).join("")}`;
  const project = await projectOf({ "main.py": text }, {});
  const markdown = project.hover("/project/main.py", text.indexOf("print(here)") + "print(".length)?.markdown ?? "";
  return markdown.split("\n").find((line) => line.endsWith(" rows")) ?? "nothing";
}

const local = "rank-local: `x.shape[1] // (ulysses * ring)` rows";
const ulysses = "Ulysses-local (the ring degree is not divided out): `x.shape[1] // ulysses` rows";
const ring = "ring chunk (the Ulysses degree is not divided out): `x.shape[1] // ring` rows";
const whole = "global: `x.shape[1]` rows";

describe("the degrees are not known", () => {
  test.each<[string, string]>([
    ["here = S // sp", local],
    ["here = S // u // r", local],
    ["here = S // r // u", local],
    ["here = math.ceil(S / sp)", local],
    ["here = (S + sp - 1) // sp", local],
    ["assert S % sp == 0\nhere = S // sp", local],
    ["assert S % u == 0\nhere = S // u // r", local],
    ["n = S // sp\nhere = x[:, rank * n:(rank + 1) * n]", local],
    ["n = S // sp\nhere = x.narrow(1, rank * n, n)", local],
    ["assert S % sp == 0\nhere = x.chunk(sp, dim=1)[rank]", local],
    ["assert S % sp == 0\nhere = torch.tensor_split(x, sp, dim=1)[rank]", local],
    ["n = S // sp\nassert S % sp == 0\nhere = x.split(n, dim=1)[rank]", local],
    ["assert S % sp == 0\nhere = torch.zeros(S).view(sp, -1)[rank]", local],
    ["here = torch.zeros(S // sp)", local],
    ["n = S // sp\nhere = torch.arange(rank * n, (rank + 1) * n)", local],
    ["n = S // sp\nhere = x.index_select(1, torch.arange(rank * n, (rank + 1) * n))", local],
    ["here = len(torch.empty(S // sp))", local],
    ["here = S // u", ulysses],
    ["n = S // u\nhere = x[:, get_ulysses_parallel_rank() * n:(get_ulysses_parallel_rank() + 1) * n]", ulysses],
    ["assert S % u == 0\nhere = x.chunk(u, dim=1)[get_ulysses_parallel_rank()]", ulysses],
    ["here = torch.zeros(S // r)", ring],
    ["here = S", whole],
    ["here = torch.zeros(S)", whole],
    ["q, rest = divmod(S, sp)\nassert rest == 0\nhere = x[:, rank * q:rank * q + q]", local],
    ["q, rest = divmod(S, sp)\nhere = q", local],
    ["assert S % sp == 0\nchunks = list(torch.chunk(x, sp, dim=1))\nhere = chunks[rank]", local],
    ["assert S % sp == 0\nhere = [c for c in x.chunk(sp, dim=1)][rank]", local],
    ["parts = [x[:, i * (S // sp):(i + 1) * (S // sp)] for i in range(sp)]\nhere = parts[rank]", local],
    ["here = [x[:, i * (S // sp):] for i in range(sp)][rank]", "nothing"],
    ["offsets = [i * (S // sp) for i in range(sp + 1)]\nhere = x[:, offsets[rank]:offsets[rank + 1]]", local],
    ["import einops\nassert S % sp == 0\nhere = einops.rearrange(x, 'b (p n) d -> p b n d', p=sp)[rank]", local],
    [
      "from einops import rearrange\nassert S % sp == 0\nhere = rearrange(x, 'b (p n) d -> b p n d', p=sp)[:, rank]",
      local,
    ],
    ["assert S % sp == 0\nhere = x.view(x.shape[0], sp, S // sp, -1)[:, rank]", local],
    ["assert S % sp == 0\nhere = x.unflatten(1, (sp, -1)).select(1, rank)", local],
    [
      "def shard(t, n, i):\n    size = t.shape[1] // n\n    return t[:, i * size:(i + 1) * size]\nhere = shard(x, sp, rank)",
      local,
    ],
    ["def local_length(n):\n    return n // sp\nhere = local_length(S)", local],
    ["f = lambda n: n // sp\nhere = f(S)", local],
    ["class Layout:\n    def __init__(self, n):\n        self.rows = n // sp\nhere = Layout(S).rows", local],
    ["sizes = {'local': S // sp}\nhere = sizes['local']", local],
    ["n = S // sp\nassert S % sp == 0\nstart = rank * n\nend = min(start + n, S)\nhere = x[:, start:end]", local],
    ["assert S % sp == 0\nhere = torch.split(x, S // sp, dim=1)[rank]", local],
    ["assert S % sp == 0\nhere = x[:, rank::sp]", local],
    ["assert S % sp == 0\nhere = torch.zeros(S).view(-1, sp)[:, rank]", local],
    ["ids = torch.arange(S)\nassert S % sp == 0\nhere = ids.tensor_split(sp)[rank]", local],
    ["here = x.size(1) // sp", local],
    ["here = int(S / sp)", local],
    ["here = -(-S // sp)", local],
    ["b, s, d = x.shape\nhere = s // sp", local],
    ["n = S // sp\nhere = x[:, slice(rank * n, (rank + 1) * n)]", local],
    ["n = S // sp\nhere = x[:, torch.arange(n) + rank * n]", local],
    ["n = S // sp\nidx = torch.arange(rank * n, (rank + 1) * n)\nhere = torch.zeros(S)[idx]", local],
    [
      "import torch.nn.functional as F\nx = torch.zeros(1, S, 96)\ny = F.pad(x, (0, 0, 0, -S % sp))\nn = y.shape[1] // sp\nhere = y[:, rank * n:(rank + 1) * n]",
      local,
    ],
    [
      "import torch.nn.functional as F\nx = torch.zeros(1, S, 96)\ny = F.pad(x, (0, 0, 0, (sp - S % sp) % sp))\nhere = y.chunk(sp, dim=1)[rank]",
      local,
    ],
    [
      "import torch.nn.functional as F\nn = math.ceil(S / sp)\ny = F.pad(torch.zeros(S), (0, n * sp - S))\nhere = y[rank * n:(rank + 1) * n]",
      local,
    ],
    ["import torch.nn.functional as F\nn = (S + sp - 1) // sp\nhere = F.pad(torch.zeros(S), (0, n * sp - S))", whole],
    [
      "assert S % u == 0 and S % sp == 0\ny = x.chunk(u, dim=1)[get_ulysses_parallel_rank()]\nhere = y.chunk(r, dim=1)[0]",
      local,
    ],
    [
      "assert S % r == 0\ny = x.chunk(r, dim=1)[0]\nassert S % sp == 0\nhere = y.chunk(u, dim=1)[get_ulysses_parallel_rank()]",
      local,
    ],
    ["assert S % r == 0\nhere = x.chunk(r, dim=1)[0]", ring],
    ["assert S % sp == 0\nhere = torch.empty(S // sp * u)", ring],
    ["here = torch.zeros(S)[:S // u]", ulysses],
    [
      "n = S // sp\nlocal = x[:, rank * n:(rank + 1) * n]\nout = [torch.empty_like(local) for _ in range(sp)]\ntorch.distributed.all_gather(out, local)\nassert S % sp == 0\nhere = torch.cat(out, dim=1)",
      whole,
    ],
    [
      "assert S % sp == 0\nn = S // sp\nfull = torch.empty(sp * n, 96)\ntorch.distributed.all_gather_into_tensor(full, torch.zeros(n, 96))\nhere = full",
      whole,
    ],
    [
      "from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_group\nassert S % sp == 0\nhere = get_sp_group().all_gather(torch.zeros(1, S // sp, 96), dim=1)",
      whole,
    ],
    ["n = S // sp\nassert S % sp == 0\nhere = torch.cat([torch.zeros(n)] * 2)", "nothing"],
    ["here = x.shape[2]", "nothing"],
    ["here = 7", "nothing"],
  ])("%s", async (body, expected) => {
    expect(await extent(body)).toBe(expected);
  });
});

describe("the degrees are known", () => {
  const launched = (u: number, r: number): string =>
    `initialize_model_parallel(sequence_parallel_degree=${u * r}, ulysses_degree=${u}, ring_degree=${r})\n`;

  test("what is divided by Ulysses alone is rank-local where the ring degree is 1", async () => {
    expect(await extent("here = S // u", launched(4, 1))).toBe(local);
    expect(await extent("here = S // u", launched(2, 2))).toBe(ulysses);
  });

  test("nothing is said where the SP degree is 1", async () => {
    expect(await extent("here = S // sp", launched(1, 1))).toBe("nothing");
    expect(await extent("here = S", launched(1, 1))).toBe("nothing");
  });
});
