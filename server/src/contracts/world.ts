/**
 * Worlds: the facts that source alone does not fix. A fact is pinned (by configuration, or by a call in the program),
 * or it is a choice between a few configurations, or a symbol.
 */
import { choose } from "../interpreter/choices.ts";
import type { Decision } from "../values/condition.ts";
import { type Command, perCommand, wordOrigin } from "./commands.ts";
import { formula } from "../values/formula.ts";
import type { Facts } from "../values/facts.ts";
import { constantOf, integer, symbol, type SymInt } from "../values/symbolic.ts";
import { type Alternative, bool, int, type Value } from "../values/value.ts";

import { factKey, type Launch, type LaunchFact } from "../interpreter/memory.ts";

export type { Launch, LaunchFact };

export interface World {
  /** None, or several that differ: the degrees are unknown. */
  readonly launches: readonly Launch[];
  /** The commands in the workspace that start the program. */
  readonly commands: readonly Command[];
  /** Compute capabilities times ten, such as 90. */
  readonly architectures: readonly number[];
  /** Pinned library versions by distribution name. */
  readonly libraries: ReadonlyMap<string, string>;
  /** True to leave the degrees symbols, whatever the calls of the program say of them. */
  readonly symbolic?: boolean;
}

/**
 * The GPUs whose kernels implement block-sparse attention: what is assumed where none is named. SM110 has the tiles of
 * SM100 and is spoken for by it.
 */
export const defaultArchitectures: readonly number[] = [90, 100];

/** A module of each library whose versions matter; a workspace that holds it is the library's own, at its newest. */
const ownModules: ReadonlyMap<string, string> = new Map([["flash-attn-4", "flash_attn.cute.block_sparsity"]]);

/** The world of a file that may import a library's own source. */
export function withOwnSources(world: World, isInWorkspace: (module: string) => boolean): World {
  const own = [...ownModules].filter(([name, module]) => !world.libraries.has(name) && isInWorkspace(module));
  if (own.length === 0) return world;
  return { ...world, libraries: new Map([...world.libraries, ...own.map(([name]) => [name, newest] as const)]) };
}

/** Later than every version that a contract names. */
const newest = "999";

export const openWorld: World = { launches: [], commands: [], architectures: defaultArchitectures, libraries: new Map() };

/** Of several launches, the one that a call on the way has made. */
export function worldAfter(world: World, launch: Launch | undefined): World {
  if (launch === undefined || launch.size === 0 || world.launches.length < 2) return world;
  const own = world.launches.find((candidate) =>
    [...launch].every(([name, fact]) => factKey(candidate.get(name)) === factKey(fact)),
  );
  return own === undefined ? world : { ...world, launches: [own] };
}

/**
 * What is known after a launch that was given formulas: that they are the degrees. A degree stays the symbol by which
 * everybody knows it.
 */
export function factsAfter(world: World, launch: Launch, facts: Facts): Facts | undefined {
  let known: Facts | undefined = facts;
  for (const [name, { value }] of launch) {
    if (value.kind !== "int" || constantOf(value.value) !== undefined) continue;
    const degree = parallelFact(world, name);
    if (degree?.kind === "int") known = known?.assume(value.value, "==", degree.value);
  }
  return known;
}

/** The facts of `parallel`: their names in messages and, for ranks, the degree they lie below. */
const facts: ReadonlyMap<string, { readonly name: string; readonly rankOf?: string }> = new Map([
  ["ulysses_degree", { name: "ulysses" }],
  ["ring_degree", { name: "ring" }],
  ["tensor_degree", { name: "tp" }],
  ["data_degree", { name: "dp" }],
  ["cfg_degree", { name: "cfg" }],
  ["pipeline_degree", { name: "pp" }],
  ["world_size", { name: "world size" }],
  ["ulysses_rank", { name: "ulysses rank", rankOf: "ulysses_degree" }],
  ["ring_rank", { name: "ring rank", rankOf: "ring_degree" }],
  ["world_rank", { name: "rank", rankOf: "world_size" }],
]);

/** The value of `parallel.name`; undefined for a name that is no fact. */
export function parallelFact(world: World, name: string): Value | undefined {
  const fact = facts.get(name);
  if (fact === undefined) return undefined;
  const [first, ...others] = world.launches;
  if (fact.rankOf !== undefined) return int(rankSymbol(world, name, fact.rankOf));
  if (name === "world_size" && first?.has(name) !== true) return startedProcesses(world) ?? int(worldSymbol(name));
  // Of several launches of one program nobody knows which is in force: what suits one of them is no mistake.
  return first === undefined || others.length > 0 ? int(worldSymbol(name)) : launchedValue(first, name);
}

/** The number of processes that a launcher starts: torchrun's `--nproc_per_node` times `--nnodes`. */
function startedProcesses(world: World): Value | undefined {
  return perCommand(world.commands, ({ processes }) => {
    if (processes === undefined) return int(worldSymbol("world_size"));
    return int(integer(processes.count), wordOrigin(processes, `world_size=${processes.count}`));
  });
}

function launchedValue(launch: Launch, name: string): Value {
  const fact = launch.get(name);
  if (fact === undefined) return int(worldSymbol(name));
  if (fact.value.kind !== "choice") return settledFact(name, fact.value, fact);
  return choose(fact.value.alternatives.map((one) => ({ ...one, value: settledFact(name, one.value, fact) })));
}

/** A degree that is no number stays the symbol by which everybody knows it. */
function settledFact(name: string, value: Value, { site }: LaunchFact): Value {
  if (value.kind !== "int" || constantOf(value.value) === undefined) return int(worldSymbol(name));
  const inputs = value.origin === undefined ? [] : [value.origin];
  return int(value.value, { kind: "world", site, name: `${name}=${formula(value.value)}`, inputs });
}

/** A fact of `parallel` that nothing fixes. */
export function worldSymbol(name: string): SymInt {
  return symbol(`world.${name}`, facts.get(name)?.name ?? name, 1);
}

function rankSymbol(world: World, name: string, rankOf: string): SymInt {
  const degree = parallelFact(world, rankOf);
  return symbol(`world.${name}`, facts.get(name)?.name ?? name, 0, degree?.kind === "int" ? degree.value : undefined);
}

/** The degrees that may be anything: each is 1, or at least 2. */
export const openDegrees = ["ulysses_degree", "ring_degree"] as const;

/** Whether an unknown degree is 1. Undecided requirements are looked at in both cases. */
export function degreeDecision(name: (typeof openDegrees)[number]): Decision {
  const degree = worldSymbol(name);
  return {
    key: `world.${name}`,
    kind: "world",
    alternatives: ["1", "above 1"],
    implies: [
      { kind: "comparison", left: degree, relation: "==", right: integer(1) },
      { kind: "comparison", left: degree, relation: ">=", right: integer(2) },
    ],
  };
}

/** Whether there is a GPU: what such programs are written for. */
const available: Decision = {
  key: "gpu.available",
  kind: "unknown",
  alternatives: ["a GPU is available", "no GPU is available"],
  implies: [undefined, undefined],
  expected: 0,
};

/** `gpu.available` */
export const gpuAvailable: Value = bool({ kind: "restriction", decision: available, allowed: 1 });

export const architectureKey = "world.architecture";

/** `gpu.architecture`: one number, or a choice between those that are considered. */
export function architecture(world: World): Value {
  const [first, ...others] = world.architectures;
  if (first === undefined) return int(integer(0));
  if (others.length === 0) return int(integer(first), { kind: "world", site: undefined, name: `gpu=sm${first}`, inputs: [] });
  const decision: Decision = {
    key: architectureKey,
    kind: "world",
    alternatives: world.architectures.map((arch) => `SM${arch}`),
    implies: world.architectures.map(() => undefined),
  };
  const alternatives = world.architectures.flatMap((arch, i): Alternative[] => {
    const value = int(integer(arch));
    return [{ condition: new Map([[decision.key, { decision, allowed: 1 << i }]]), value }];
  });
  return { kind: "choice", alternatives };
}
