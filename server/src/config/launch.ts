/** Launch facts as users write them, made into the facts that contracts ask for. */
import type { Launch } from "../contracts/world.ts";
import { int } from "../values/value.ts";
import { integer } from "../values/symbolic.ts";
import type { LaunchFactName } from "./schema.ts";

export type LaunchSettings = Readonly<Partial<Record<LaunchFactName, number | undefined>>>;

/**
 * The facts of `parallel` that follow from pinned launch arguments, derived as sglang's `ServerArgs` derives them. What it
 * decides by looking at the model stays unknown.
 */
export function launchFrom(given: LaunchSettings): Launch | undefined {
  const facts = new Map<string, number>();
  const set = (name: string, value: number | undefined): void => {
    if (value !== undefined) facts.set(name, value);
  };
  const degrees = sequenceDegrees(given);
  set("ulysses_degree", degrees?.ulysses);
  set("ring_degree", degrees?.ring);
  set("tensor_degree", given.tp_size);
  set("data_degree", given.dp_size);
  set("cfg_degree", given.cfg_parallel_degree);
  set("world_size", given.world_size ?? given.num_gpus);
  if (facts.size === 0) return undefined;
  return new Map([...facts].map(([name, value]) => [name, { value: int(integer(value)), site: undefined }]));
}

interface SequenceDegrees {
  readonly ulysses: number;
  readonly ring: number;
}

function sequenceDegrees(given: LaunchSettings): SequenceDegrees | undefined {
  const { ulysses_degree: ulysses, ring_degree: ring, kv_gather_degree: gather } = given;
  if (ulysses !== undefined || ring !== undefined || gather !== undefined) {
    // One that is given makes the others 1, and a group that gathers keys and values is laid out as a Ulysses group.
    return { ulysses: gather !== undefined && gather > 1 ? gather : (ulysses ?? 1), ring: ring ?? 1 };
  }
  const degree = given.sp_degree ?? remainingDegree(given);
  return degree === undefined ? undefined : { ulysses: degree, ring: 1 };
}

/** The GPUs that are left for sequence parallelism, unless the model decides on guidance parallelism. */
function remainingDegree(given: LaunchSettings): number | undefined {
  const { num_gpus: gpus, tp_size: tensor = 1, dp_size: data = 1 } = given;
  if (gpus === undefined) return undefined;
  const guidance = given.cfg_parallel_degree ?? (gpus === 1 ? 1 : undefined);
  if (guidance === undefined) return undefined;
  const others = tensor * data * guidance;
  return gpus % others === 0 ? gpus / others : undefined;
}

/** Facts that contradict each other, in words; undefined if they do not. */
export function launchContradiction(given: LaunchSettings): string | undefined {
  const { sp_degree: degree, ulysses_degree: ulysses, ring_degree: ring, kv_gather_degree: gather } = given;
  if (gather !== undefined && gather > 1 && ((ulysses ?? 1) > 1 || (ring ?? 1) > 1)) {
    return `kv_gather_degree ${gather} cannot be combined with a ulysses_degree or ring_degree above 1. Keep one of them.`;
  }
  const degrees = sequenceDegrees(given);
  if (degree === undefined || degrees === undefined || degrees.ulysses * degrees.ring === degree) return undefined;
  const { ulysses: u, ring: r } = degrees;
  return `sp_degree ${degree} is not ulysses_degree ${u} * ring_degree ${r} = ${u * r}. Correct one of them, or leave sp_degree out.`;
}
