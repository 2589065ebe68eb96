/** Configurations that are picked by name: each of a few names is a run that somebody makes, and so is a default. */
import { describe, expect, test } from "vitest";
import { check, onlyFinding } from "../testing/fixture.ts";

interface Told {
  readonly small?: string;
  readonly sp?: string;
  readonly option?: string;
  readonly found?: string;
}

const program = ({
  small = "ulysses=2",
  sp = "self.sp",
  option = 'choices=[*PRESETS, "auto"]',
  found = "",
}: Told): string => `
from __future__ import annotations
import argparse, contextlib, logging
from dataclasses import dataclass, asdict, replace
from typing import Iterator
from sglang.multimodal_gen import DiffGenerator

log = logging.getLogger(__name__)

@dataclass
class Parallel:
    num_gpus: int = 8
    ulysses: int = 4
    ring: int = 2
    tp: int | None = None

    @property
    def sp(self) -> int:
        return self.ulysses * self.ring

    def to_kwargs(self) -> dict:
        out = {"num_gpus": self.num_gpus, "ulysses_degree": self.ulysses, "ring_degree": self.ring, "sp_degree": ${sp}}${found}
        if self.tp:
            out["tp_size"] = self.tp
        return out

PRESETS = {
    "large": Parallel(),
    "small": Parallel(num_gpus=4, ${small}),
    "one": Parallel(num_gpus=1, ulysses=1, ring=1),
}

def preset(name: str) -> Parallel:
    match name:
        case "auto":
            return replace(PRESETS["large"], ring=1, num_gpus=4)
        case known if known in PRESETS:
            return PRESETS[known]
        case _:
            raise SystemExit(f"unknown preset {name!r}")

@contextlib.contextmanager
def generator(parallel: Parallel, **overrides) -> Iterator[DiffGenerator]:
    gen = DiffGenerator.from_pretrained(model_path="MiniMaxAI/MiniMax-H3", **{**parallel.to_kwargs(), **overrides})
    try:
        yield gen
    finally:
        gen.shutdown()

def parse() -> argparse.Namespace:
    p = argparse.ArgumentParser()
    p.add_argument("--preset", default="large", ${option})
    p.add_argument("--prompt", action="append", default=[])
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()

def main() -> None:
    args = parse()
    parallel = preset(args.preset)
    log.info("layout %s", asdict(parallel))
    with generator(parallel) as gen:
        for i, prompt in enumerate(args.prompt or ["waves"]):
            gen.generate(sampling_params_kwargs={"prompt": prompt, "seed": args.seed + i, "task": "t2va"})

if __name__ == "__main__":
    main()
`;

describe("a preset", () => {
  test("that fits, whichever it is", async () => {
    const made = await check(program({}));
    expect(made.project.check("/project/main.py")?.unfinished).toBe(0);
  });

  test("that is not the default is told if it fails", async () => {
    const made = await check(program({ small: "ulysses=3", found: "  # warning: [gpu-count-not-divisible]" }));
    expect(onlyFinding(made).message).toBe(
      "num_gpus is 4, which is not divisible by sp_degree = 6. Choose a number of GPUs that is a multiple, or a degree that divides it. This fails when --preset is small.",
    );
  });

  test("of which several fail", async () => {
    const made = await check(program({ sp: "self.ulysses", found: "  # warning: [sp-degree-product]" }));
    expect(onlyFinding(made).message).toBe(
      "The SP degree is 4 with num_gpus=8, but ulysses 4 * ring 2 is 8. Make them equal, or leave one of them out. This fails when --preset is large, its default or when --preset is small.",
    );
  });

  test.each(["help=__doc__", "choices=names()"])(
    "fails only with its default where the others are not told: %s",
    async (option) => {
      await check(program({ option, small: "ulysses=3" }));
      const made = await check(program({ option, sp: "self.ulysses", found: "  # warning: [sp-degree-product]" }));
      expect(onlyFinding(made).message).toContain('This fails when --preset is "large", its default.');
    },
  );
});

const picked = (uses: string, options = ""): string => `
import argparse
from dataclasses import dataclass
from sglang.multimodal_gen.runtime.server_args import ServerArgs

SIZES = {"large": (8, 4), "small": (4, 3)}

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", default="large", choices=sorted(SIZES))
    ${options}
    args = parser.parse_args()
    ${uses}

main()
`;
const wrong = "  # warning: [gpu-count-not-divisible]";

describe("a name out of a few", () => {
  test.each([
    ["is a key", `n, u = SIZES[args.size]\n    ServerArgs(model_path="x", num_gpus=n, sp_degree=u)${wrong}`],
    [
      "is a key that may be missing",
      `n, u = SIZES.get(args.size, (1, 1))\n    ServerArgs(model_path="x", num_gpus=n, sp_degree=u)${wrong}`,
    ],
    [
      "is tested",
      `u = 3 if args.size == "small" else 4\n    ServerArgs(model_path="x", num_gpus=8, sp_degree=u)${wrong}`,
    ],
    [
      "is matched",
      `match args.size:\n        case "large" | "huge":\n            u = 4\n        case _:\n            u = 3\n    ServerArgs(model_path="x", num_gpus=8, sp_degree=u)${wrong}`,
    ],
  ])("%s", async (_, uses) => {
    const made = await check(picked(uses));
    expect(onlyFinding(made).message).toContain("This fails when --size is small.");
  });

  test("that a branch is for fails wherever the branch is run", async () => {
    const uses = `if args.size == "small":\n        ServerArgs(model_path="x", num_gpus=4, sp_degree=3)`;
    await check(picked(`${uses}${wrong.replace("warning", "error")}`));
  });

  test.each([
    [
      "a default of another option",
      'parser.add_argument("--gpus", type=int, default=8)',
      'ServerArgs(model_path="x", num_gpus=args.gpus, sp_degree=SIZES[args.size][1])',
    ],
    [
      "another name out of a few",
      'parser.add_argument("--gpus", default="8", choices=["8", "9"])',
      'ServerArgs(model_path="x", num_gpus=int(args.gpus) if args.gpus == "9" else 8, sp_degree=SIZES[args.size][1])',
    ],
    [
      "an option that is usually None",
      'parser.add_argument("--tp", type=int)',
      'ServerArgs(model_path="x", num_gpus=8, tp_size=args.tp, sp_degree=SIZES[args.size][1] if args.tp is None else 8)',
    ],
  ])("other than the default says nothing beside %s", async (_, options, uses) => {
    await check(picked(uses, options));
  });

  test.each([
    [
      "is set elsewhere",
      'args.size = other(args)\n    n, u = SIZES[args.size]\n    ServerArgs(model_path="x", num_gpus=n, sp_degree=u)',
    ],
    [
      "is ruled out",
      'if args.size == "small":\n        raise SystemExit("no")\n    n, u = SIZES[args.size]\n    ServerArgs(model_path="x", num_gpus=n, sp_degree=u)',
    ],
  ])("is none of them where it %s", async (_, uses) => {
    await check(picked(uses));
  });
});
