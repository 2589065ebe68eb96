import { expect, test } from "vitest";
import { numberOf } from "../rules/words.ts";
import { launchContradiction, launchFrom, type LaunchSettings } from "./launch.ts";

function facts(given: LaunchSettings): Record<string, number | undefined> | undefined {
  const launch = launchFrom(given);
  return launch && Object.fromEntries([...launch].map(([name, { value }]) => [name, numberOf(value)]));
}

test.each<[LaunchSettings, Record<string, number> | undefined]>([
  [{}, undefined],
  [{ sp_degree: 4 }, { ulysses_degree: 4, ring_degree: 1 }],
  [{ ring_degree: 2 }, { ulysses_degree: 1, ring_degree: 2 }],
  [{ ulysses_degree: 2 }, { ulysses_degree: 2, ring_degree: 1 }],
  [
    { ulysses_degree: 2, ring_degree: 4 },
    { ulysses_degree: 2, ring_degree: 4 },
  ],
  [{ kv_gather_degree: 2 }, { ulysses_degree: 2, ring_degree: 1 }],
  [
    { kv_gather_degree: 1, ulysses_degree: 8 },
    { ulysses_degree: 8, ring_degree: 1 },
  ],
  // Whether guidance takes half of the GPUs depends on the model.
  [{ num_gpus: 8 }, { world_size: 8 }],
  [{ num_gpus: 1 }, { ulysses_degree: 1, ring_degree: 1, world_size: 1 }],
  [
    { num_gpus: 8, cfg_parallel_degree: 2, tp_size: 2 },
    { ulysses_degree: 2, ring_degree: 1, tensor_degree: 2, cfg_degree: 2, world_size: 8 },
  ],
  [
    { num_gpus: 8, cfg_parallel_degree: 3 },
    { cfg_degree: 3, world_size: 8 },
  ],
  [
    { world_size: 16, num_gpus: 8, dp_size: 2 },
    { data_degree: 2, world_size: 16 },
  ],
])("%o gives %o", (given, expected) => {
  expect(facts(given)).toEqual(expected);
});

test.each<[LaunchSettings, string | undefined]>([
  [{ sp_degree: 4, ulysses_degree: 2, ring_degree: 2 }, undefined],
  [
    { sp_degree: 8, ulysses_degree: 2, ring_degree: 2 },
    "sp_degree 8 is not ulysses_degree 2 * ring_degree 2 = 4. Correct one of them, or leave sp_degree out.",
  ],
  [
    { sp_degree: 8, ulysses_degree: 4 },
    "sp_degree 8 is not ulysses_degree 4 * ring_degree 1 = 4. Correct one of them, or leave sp_degree out.",
  ],
  [
    { kv_gather_degree: 2, ring_degree: 2 },
    "kv_gather_degree 2 cannot be combined with a ulysses_degree or ring_degree above 1. Keep one of them.",
  ],
])("%o: %s", (given, words) => {
  expect(launchContradiction(given)).toBe(words);
});
