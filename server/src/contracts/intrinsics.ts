/** The names of the `shardlint` module, as the interpreter sees them. */
import { itemsOf } from "../interpreter/containers.ts";
import { ContractRaises, type IntrinsicCall, type Machine } from "../interpreter/machine.ts";
import { truthOf } from "../interpreter/truth.ts";
import type { Relation } from "../values/facts.ts";
import { assume, decide, type Formula } from "../values/logic.ts";
import { atomsOf, symbol } from "../values/symbolic.ts";
import { asInt, int, none, tensor, unknown, type Value } from "../values/value.ts";
import type { PathRecord } from "./paths.ts";
import { compareVersion } from "./versions.ts";
import { architecture, degreeDecision, openDegrees, parallelFact, type World } from "./world.ts";

/** The value of a dotted name below `shardlint`, or below one of its objects. */
export function intrinsicValue(world: World, name: string): Value | undefined {
  if (name.startsWith("parallel.")) return parallelFact(world, name.slice("parallel.".length)) ?? unknown("an unknown fact of the world");
  if (name === "gpu.architecture") return architecture(world);
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

type Intrinsic = (machine: Machine, call: IntrinsicCall, record: PathRecord | undefined) => Value;

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  require: requireIntrinsic,
  launch: (_machine, call, record) => {
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
    return int(symbol(machine.fresh(label), label, Number.isFinite(at) ? at : 0));
  },
  unknown: () => unknown("unknown to the contract"),
  distinctive: () => ({ kind: "intrinsic", name: "distinctive" }),
};

export function callIntrinsic(machine: Machine, call: IntrinsicCall, record: PathRecord | undefined): Value {
  return intrinsics[call.name]?.(machine, call, record) ?? unknown(`shardlint.${call.name}`);
}

function argument(call: IntrinsicCall, name: string): Value | undefined {
  return call.arguments.find((candidate) => candidate.name === name)?.value;
}

/** Decides a requirement on this path, asking for the degrees if that helps; a false one ends the path. */
function requireIntrinsic(machine: Machine, call: IntrinsicCall, record: PathRecord | undefined): Value {
  const [condition, rule, exception] = call.arguments.map((passed) => passed.value);
  const at = argument(call, "at");
  if (condition === undefined || rule?.kind !== "string") return none;
  if (record === undefined) {
    // Inside library code that is followed: what fails here raises, but not what is asked for.
    if (decide(truthOf(machine, condition), machine.facts) === false) machine.giveUp("a requirement that fails");
    return none;
  }
  const formula = truthOf(machine, condition);
  const truth = record.reports(rule.value) ? decideWithDegrees(machine, formula) : decide(formula, machine.facts);
  if (truth !== false) {
    const facts = assume(formula, machine.facts);
    if (facts !== undefined) machine.facts = facts;
    return none;
  }
  const facts = new Map<string, Value>();
  for (const { name, value } of call.arguments) if (name !== undefined && name !== "at") facts.set(name, value);
  record.failure = { rule: rule.value, at: at ?? none, exception: exceptionOf(exception), facts };
  throw new ContractRaises();
}

/** The truth of a formula; where unknown degrees stand in the way, in the case that this path takes. */
function decideWithDegrees(machine: Machine, formula: Formula): boolean | undefined {
  for (;;) {
    const truth = decide(formula, machine.facts);
    if (truth !== undefined || machine.paths === undefined) return truth;
    const open = openDegrees.find((name) => mentions(formula, `$world.${name}`) && !machine.paths?.condition.has(`world.${name}`));
    if (open === undefined) return undefined;
    machine.paths.decide(degreeDecision(open));
  }
}

function mentions(formula: Formula, key: string): boolean {
  switch (formula.kind) {
    case "comparison":
      return atomsOf(formula.left).has(key) || atomsOf(formula.right).has(key);
    case "not":
      return mentions(formula.operand, key);
    case "and":
    case "or":
      return formula.operands.some((operand) => mentions(operand, key));
    default:
      return false;
  }
}

function exceptionOf(value: Value | undefined): { readonly name: string; readonly text: string } | undefined {
  if (value?.kind !== "partial" || value.function.kind !== "external") return undefined;
  const message = value.arguments[0]?.value;
  return { name: value.function.name.replace("builtins.", ""), text: message?.kind === "string" ? message.value : "" };
}

function tensorIntrinsic(machine: Machine, call: IntrinsicCall): Value {
  const marks = new Map<string, Value>();
  let shape: readonly Value[] | undefined;
  let dtype: string | undefined;
  let device: string | undefined;
  for (const [i, { name, value }] of call.arguments.entries()) {
    if (name === "shape" || (name === undefined && i === 0)) shape = itemsOf(machine, value);
    else if (name === "dtype" || (name === undefined && i === 1)) dtype = exactText(value);
    else if (name === "device" || (name === undefined && i === 2)) device = exactText(value);
    else if (name !== undefined) marks.set(name, value);
  }
  const open = shape === undefined;
  return tensor(shape?.map(asInt) ?? [], { open, dtype, device, marks: marks.size === 0 ? undefined : marks });
}

function exactText(value: Value): string | undefined {
  return value.kind === "string" && value.exact ? value.value : undefined;
}

