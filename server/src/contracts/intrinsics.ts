/** The names of the `shardlint` module, as the interpreter sees them. */
import { newInstance } from "../interpreter/classes.ts";
import { itemsOf } from "../interpreter/containers.ts";
import type { IntrinsicCall } from "../interpreter/surroundings.ts";
import type { Machine } from "../interpreter/machine.ts";
import { asDtype } from "../interpreter/tensors/dtypes.ts";
import type { Relation } from "../values/facts.ts";
import type { Formula } from "../values/logic.ts";
import { symbol } from "../values/symbolic.ts";
import { asInt, int, none, tensor, unknown, type Value } from "../values/value.ts";
import { argumentValues } from "./arguments.ts";
import { compareVersion } from "./versions.ts";
import { argument, type IntrinsicContext } from "./intrinsic.ts";
import { requirement } from "./requirement.ts";
import { architecture, gpuAvailable, parallelFact, type World } from "./world.ts";

/** The value of a dotted name below `shardlint`, or below one of its objects. */
export function intrinsicValue(world: World, name: string): Value | undefined {
  if (name.startsWith("parallel.")) return parallelFact(world, name.slice("parallel.".length)) ?? unknown("an unknown fact of the world");
  if (name === "gpu.architecture") return architecture(world);
  if (name === "gpu.available") return gpuAvailable;
  if (!name.startsWith("shardlint.")) return undefined;
  return { kind: "intrinsic", name: name.slice("shardlint.".length) };
}

export function compareIntrinsic(world: World, left: Value, operator: string, right: Value): Formula | undefined {
  if (left.kind === "external" && left.name.startsWith("torch.") && right.kind === "string" && operator === "==") {
    // Contracts write a dtype as its name.
    return { kind: "constant", value: left.name === `torch.${right.value}` };
  }
  if (left.kind !== "intrinsic" || !left.name.startsWith("library ") || right.kind !== "string") return undefined;
  const name = left.name.slice("library ".length);
  return compareVersion(name, world.libraries.get(name), operator as Relation, right.value);
}

type Intrinsic = (machine: Machine, call: IntrinsicCall, context: IntrinsicContext) => Value;

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  require: requirement,
  launch: (_machine, call, { record }) => {
    const facts = new Map(call.arguments.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value]])));
    record?.launches.push(facts);
    return none;
  },
  library: (_machine, call) => {
    const name = call.arguments[0]?.value;
    return name?.kind === "string" ? { kind: "intrinsic", name: `library ${name.value}` } : unknown("library()");
  },
  Tensor: tensorIntrinsic,
  symbol: (machine, call) => {
    const [name] = call.arguments;
    const low = argument(call, "at_least");
    const at = low?.kind === "int" ? Number(low.value.key) : 0;
    const label = name?.value.kind === "string" ? name.value.value : "n";
    const least = Number.isFinite(at) ? at : 0;
    // A name may come again where the code does something else by then; its bound must be the same even so.
    return int(symbol(machine.fresh(`${label}>=${least}`), label, least));
  },
  command_line: commandLineIntrinsic,
  unknown: () => unknown("unknown to the contract"),
  distinctive: () => ({ kind: "intrinsic", name: "distinctive" }),
  checked_with: () => ({ kind: "intrinsic", name: "checked_with" }),
};

/** The names that a contract can import from `shardlint`; the last ones are there for CPython alone. */
export const languageNames: ReadonlySet<string> = new Set([
  ...Object.keys(intrinsics),
  ...["parallel", "gpu", "launches", "world", "SilentMistake", "UnknownValue"],
]);

export function callIntrinsic(machine: Machine, call: IntrinsicCall, context: IntrinsicContext): Value {
  return intrinsics[call.name]?.(machine, call, context) ?? unknown(`shardlint.${call.name}`);
}

/** The namespace that a parser makes of the command line, given the class of the one and the other. */
function commandLineIntrinsic(machine: Machine, call: IntrinsicCall, { world }: IntrinsicContext): Value {
  const [type, parser] = call.arguments.map((passed) => passed.value);
  if (type?.kind !== "class" || parser === undefined) return unknown("a command line");
  const told = argumentValues(machine, call, world.commands, parser);
  const namespace = newInstance(type, told?.isWhole !== true);
  for (const [name, value] of told?.values ?? []) machine.store.set(namespace.identity, name, value);
  return namespace;
}

function tensorIntrinsic(machine: Machine, call: IntrinsicCall): Value {
  const marks = new Map<string, Value>();
  let shape: readonly Value[] | undefined;
  let dtype: string | undefined;
  let device: string | undefined;
  for (const [i, { name, value }] of call.arguments.entries()) {
    if (name === "shape" || (name === undefined && i === 0)) shape = itemsOf(machine, value);
    else if (name === "dtype" || (name === undefined && i === 1)) dtype = asDtype(value);
    else if (name === "device" || (name === undefined && i === 2)) device = exactText(value);
    else if (name !== undefined) marks.set(name, value);
  }
  const open = shape === undefined;
  return tensor(shape?.map(asInt) ?? [], { open, dtype, device, marks: marks.size === 0 ? undefined : marks });
}

function exactText(value: Value): string | undefined {
  return value.kind === "string" && value.exact ? value.value : undefined;
}

