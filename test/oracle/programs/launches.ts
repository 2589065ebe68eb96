/** How a generated program is launched, and the expressions by which it asks for its degrees and ranks. */
import type { EntryArgument, RunRequest } from "../python.ts";
import { carried, named } from "./carriers.ts";
import type { KnownWorld, Program, Writer } from "./program.ts";

export interface Layout {
  readonly ulysses: number;
  readonly ring: number;
}

/** How the degrees are known: to Shardlint from its settings, from a call in the program, or not at all. */
export type LaunchKind = "configured" | "called" | "open";

export interface Launched {
  readonly kind: LaunchKind;
  /** The layout of the program's own launch; for an open one, the first of those that are tried. */
  readonly layout: Layout;
  readonly known: KnownWorld["launch"];
}

const distributed = "sglang.multimodal_gen.runtime.distributed";

/** Decides the launch and writes the call that makes it, if the program makes one. */
export function launched(w: Writer): Launched {
  const layout = { ulysses: w.random.pick([1, 2, 2, 3, 4, 8]), ring: w.random.pick([1, 1, 2, 2, 3, 4]) };
  const kind = w.random.pick<LaunchKind>(["configured", "called", "called", "open"]);
  if (kind === "called") {
    w.import(`from ${distributed}.parallel_state import initialize_model_parallel`);
    const [u, r] = [carried(w, `${layout.ulysses}`, "number"), carried(w, `${layout.ring}`, "number")];
    const whole = w.random.chance(0.5) ? `${layout.ulysses * layout.ring}` : undefined;
    if (whole === undefined) {
      const [a, b] = [named(w, u), named(w, r)];
      w.line(`initialize_model_parallel(sequence_parallel_degree=${a} * ${b}, ulysses_degree=${a}, ring_degree=${b})`);
    } else
      w.line(`initialize_model_parallel(sequence_parallel_degree=${whole}, ulysses_degree=${u}, ring_degree=${r})`);
  }
  return { kind, layout, known: kind === "configured" ? layout : undefined };
}

/** Expressions of the Ulysses degree, the ring degree, their product and the rank in the SP group. */
export interface Degrees {
  readonly ulysses: string;
  readonly ring: string;
  readonly sp: string;
  readonly rank: string;
}

export function degreesOf(w: Writer, { kind, layout }: Launched): Degrees {
  // A number written down is right for one layout only.
  const literal = kind !== "open" && w.random.chance(0.2);
  const state = (name: string): string => {
    const from = w.random.pick([`${distributed}.parallel_state`, distributed]);
    const available = from === distributed ? packageNames.has(name) : true;
    w.import(`from ${available ? from : `${distributed}.parallel_state`} import ${name}`);
    return `${name}()`;
  };
  const ulysses = literal
    ? `${layout.ulysses}`
    : w.random.pick([
        () => state("get_ulysses_parallel_world_size"),
        () => `${state("get_ulysses_ctx")}[0]`,
        () => `${state("get_sp_group")}.ulysses_world_size`,
        () => {
          const [degree, rank] = [w.fresh("u"), w.fresh("u_rank")];
          w.line(`${degree}, ${rank} = ${state("get_ulysses_ctx")}`);
          return degree;
        },
      ])();
  const ring = literal
    ? `${layout.ring}`
    : w.random.pick([
        () => state("get_ring_parallel_world_size"),
        () => `${state("get_ring_ctx")}[0]`,
        () => `${state("get_sp_group")}.ring_world_size`,
      ])();
  const [u, r] = [named(w, ulysses, "number"), named(w, ring, "number")];
  const sp = w.random.pick([
    () => `${u} * ${r}`,
    () => `${r} * ${u}`,
    () => state("get_sp_world_size"),
    () => state("get_sequence_parallel_world_size"),
    () => `${state("get_sp_group")}.world_size`,
  ])();
  const rank = w.random.pick([
    () => state("get_sp_parallel_rank"),
    () => state("get_sequence_parallel_rank"),
    () => `${state("get_sp_group")}.rank_in_group`,
    () => `${state("get_ring_parallel_rank")} * ${u} + ${state("get_ulysses_parallel_rank")}`,
    () => `${state("get_ring_ctx")}[1] * ${u} + ${state("get_ulysses_ctx")}[1]`,
  ])();
  return {
    ulysses: u,
    ring: r,
    sp: named(w, sp, "number"),
    rank: named(w, rank),
  };
}

/** What the package itself exports. */
const packageNames = new Set(["get_sp_world_size", "get_sp_parallel_rank", "get_sp_group"]);

const openLayouts: readonly Layout[] = [
  { ulysses: 1, ring: 1 },
  { ulysses: 2, ring: 1 },
  { ulysses: 1, ring: 2 },
  { ulysses: 2, ring: 2 },
  { ulysses: 4, ring: 2 },
  { ulysses: 3, ring: 5 },
];

const versions = ["4.0.0b20", "4.0.0b27"];

/** What was written, with the runs that are made of it. */
export function finished(w: Writer, start: Launched, known: KnownWorld): Program {
  return {
    files: w.files(),
    known,
    runs: runsOf(w, start, known),
    constant: w.inputs.length === 0 && start.kind !== "open",
    carriers: [...w.carriers],
  };
}

/** The jobs of a program: every layout, GPU and version that is not known, with inputs at random; and some ranks of each. */
function runsOf(w: Writer, start: Launched, known: KnownWorld): RunRequest[] {
  const layouts = start.kind === "open" ? openLayouts : [start.layout];
  const pinned = known.libraries["flash-attn-4"];
  const worlds = layouts.flatMap((layout) =>
    known.architectures.flatMap((architecture) =>
      (pinned === undefined ? versions : [pinned]).map((version) => ({ layout, architecture, version })),
    ),
  );
  // Few worlds get several inputs each.
  const repeats = w.inputs.length === 0 ? 1 : Math.max(2, Math.min(4, Math.floor(6 / worlds.length)));
  return worlds.flatMap((world) => Array.from({ length: repeats }, () => jobOf(w, world)).flat());
}

function jobOf(
  w: Writer,
  { layout, architecture, version }: { layout: Layout; architecture: number; version: string },
): RunRequest[] {
  const size = layout.ulysses * layout.ring;
  const chosen = new Map(w.inputs.map((input) => [input, w.random.pick(input.candidates)]));
  const given = w.inputs.filter((input) => input.kind !== "parameter");
  const symbols = {
    video_rows: w.random.whole(1, 9),
    audio_rows: w.random.whole(1, 9),
    rope_width: w.random.whole(1, 9),
  };
  const ranks = [...new Set([0, size - 1, w.random.whole(0, size - 1)])];
  return ranks.map((rank) => ({
    world: {
      architecture,
      libraries: { "flash-attn-4": version },
      symbols,
      ulysses_degree: layout.ulysses,
      ring_degree: layout.ring,
      ulysses_rank: rank % layout.ulysses,
      ring_rank: Math.floor(rank / layout.ulysses),
      world_size: size,
      world_rank: rank,
    },
    environment: Object.fromEntries(
      given.flatMap((input) =>
        input.kind === "environment" && chosen.get(input) !== null ? [[input.name, textOf(chosen.get(input))]] : [],
      ),
    ),
    arguments: given.flatMap((input) =>
      input.kind === "option" && chosen.get(input) !== null ? [input.name, textOf(chosen.get(input))] : [],
    ),
    entries: w.entries.map(({ name, parameters }) => ({
      name,
      arguments: parameters.map((parameter) => chosen.get(parameter) ?? null),
      parameters: parameters.map((parameter) => parameter.name),
    })),
  }));
}

/** What a number looks like in the environment or on the command line. */
function textOf(value: EntryArgument | undefined): string {
  if (typeof value !== "number") throw new Error("only numbers come from outside");
  return String(value);
}
