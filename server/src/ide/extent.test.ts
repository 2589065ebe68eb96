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
