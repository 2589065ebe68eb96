/** The names of the `shardlint` module, as the interpreter sees them. */
import { newInstance } from "../interpreter/classes.ts";
import { itemsOf } from "../interpreter/containers.ts";
import { ContractRaises, type IntrinsicCall, type Machine } from "../interpreter/machine.ts";
import { asDtype } from "../interpreter/tensors/dtypes.ts";
import { truthOf } from "../interpreter/truth.ts";
import { Facts, type Relation } from "../values/facts.ts";
import { assume, decide, type Formula } from "../values/logic.ts";
import type { Decision } from "../values/condition.ts";
import { type Atom, atomsOf, integer, ofAtom, subtract, symbol, type SymbolAtom, type SymInt } from "../values/symbolic.ts";
import { asInt, int, none, tensor, unknown, type Value } from "../values/value.ts";
import type { PathFailure, PathRecord } from "./paths.ts";
import { argumentValues } from "./arguments.ts";
import { compareVersion } from "./versions.ts";
import { asUsual, usualDecision } from "../interpreter/usual.ts";
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

/** Where an intrinsic is called: in which world, and on which path of a contract. */
export interface IntrinsicContext {
  readonly world: World;
  readonly record: PathRecord | undefined;
}

type Intrinsic = (machine: Machine, call: IntrinsicCall, context: IntrinsicContext) => Value;

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  require: requireIntrinsic,
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
  const namespace = newInstance(type, true);
  const values = argumentValues(machine, call, world.commands, parser) ?? new Map<string, Value>();
  for (const [name, value] of values) machine.store.set(namespace.identity, name, value);
  return namespace;
}

function argument(call: IntrinsicCall, name: string): Value | undefined {
  return call.arguments.find((candidate) => candidate.name === name)?.value;
}

/** Decides a requirement on this path, asking for the degrees if that helps; a false one ends the path. */
function requireIntrinsic(machine: Machine, call: IntrinsicCall, { record }: IntrinsicContext): Value {
  const byPosition = call.arguments.flatMap(({ name, value }) => (name === undefined ? [value] : []));
  const [condition = argument(call, "condition"), rule = argument(call, "rule"), exception = argument(call, "exception")] =
    byPosition;
  const at = argument(call, "at");
  // A requirement that is not complete would not run in Python either.
  if (condition === undefined || rule?.kind !== "string" || exception === undefined || at === undefined) return none;
  if (byPosition.length > 3) return none;
  if (machine.probe !== undefined) {
    // Inside library code that is followed: what fails here raises, but not what is asked for.
    if (decide(truthOf(machine, condition), machine.facts) === false) machine.giveUp("a requirement that fails");
    return none;
  }
  if (record === undefined) return none;
  const formula = truthOf(machine, condition);
  const { truth, rank } = record.reports(rule.value) ? decideInCases(machine, formula) : { truth: decide(formula, machine.facts) };
  if (truth !== false) {
    const facts = assume(formula, machine.facts);
    if (facts !== undefined) machine.facts = facts;
    return none;
  }
  const there = (value: Value): Value => asUsual(machine, value, rank);
  const facts = new Map<string, Value>();
  for (const { name, value } of call.arguments) if (name !== undefined && name !== "at") facts.set(name, there(value));
  record.failure = { rule: rule.value, at: there(at), exception: exceptionOf(exception, there), facts };
  throw new ContractRaises();
}

interface Decided {
  readonly truth: boolean | undefined;
  /** What holds on the rank on which the formula is false, if it is not known to be false on all. */
  readonly rank?: Facts | undefined;
}

/** The truth of a formula; where unknown degrees or defaults stand in the way, in the case that this path takes. */
function decideInCases(machine: Machine, formula: Formula): Decided {
  const atoms = atomsIn(formula, machine.facts);
  for (const decision of [...degreeCases(atoms), ...usualCases(atoms)]) {
    const decided = decideOnRanks(machine.facts, formula);
    if (decided.truth !== undefined || machine.paths === undefined) return decided;
    machine.paths.decide(decision);
  }
  return decideOnRanks(machine.facts, formula);
}

/**
 * Every rank makes the call, so a run fails if the first or the last one does. What the path says of its rank, such as
 * `rank > 0`, still holds.
 */
function decideOnRanks(known: Facts, formula: Formula): Decided {
  const truth = decide(formula, known);
  const ranks = truth === undefined ? [...atomsIn(formula, known).values()].filter(isRank) : [];
  if (ranks.length === 0) return { truth };
  for (const place of [firstOf, lastOf]) {
    const facts = placed(known, ranks, place);
    if (facts !== undefined && decide(formula, facts) === false) return { truth: false, rank: placed(Facts.none, ranks, place) };
  }
  return { truth };
}

const firstOf = (): SymInt => integer(0);
const lastOf = (degree: SymInt): SymInt | undefined => subtract(degree, integer(1));

/** The facts at a place in every group of ranks; undefined if the path is not taken there. */
function placed(known: Facts, ranks: readonly SymbolAtom[], place: (degree: SymInt) => SymInt | undefined): Facts | undefined {
  let facts: Facts | undefined = known;
  for (const rank of ranks) {
    const at = rank.below === undefined ? undefined : place(rank.below);
    facts = at === undefined ? undefined : facts?.assume(ofAtom(rank), "==", at);
  }
  return facts;
}

function isRank(atom: Atom): atom is SymbolAtom {
  return atom.kind === "symbol" && atom.key.startsWith("$world.") && atom.below !== undefined;
}

/** The decisions on the unknown degrees that a formula is about. */
function degreeCases(atoms: ReadonlyMap<string, Atom>): Decision[] {
  return openDegrees.filter((name) => atoms.has(`$world.${name}`)).map(degreeDecision);
}

/**
 * Whether the defaults that a formula is about are in force. A default beside a degree that nobody knows is no run that
 * anybody makes: whoever sets the one sets the other.
 */
function usualCases(atoms: ReadonlyMap<string, Atom>): Decision[] {
  if (openDegrees.some((name) => atoms.has(`$world.${name}`))) return [];
  return [...atoms.values()].flatMap((atom) =>
    atom.kind === "symbol" && atom.usual !== undefined ? [usualDecision(atom, atom.usual)] : [],
  );
}

/** The atoms of all comparisons in a formula, in the light of what is known. */
function atomsIn(formula: Formula, facts: Facts, into = new Map<string, Atom>()): Map<string, Atom> {
  if (formula.kind === "comparison") {
    atomsOf(facts.simplify(formula.left), into);
    atomsOf(facts.simplify(formula.right), into);
  } else if (formula.kind === "not") atomsIn(formula.operand, facts, into);
  else if (formula.kind === "and" || formula.kind === "or") for (const operand of formula.operands) atomsIn(operand, facts, into);
  return into;
}

function exceptionOf(value: Value, there: (value: Value) => Value): PathFailure["exception"] {
  if (value.kind !== "partial" || value.function.kind !== "external") return undefined;
  const message = there(value.arguments[0]?.value ?? none);
  return { name: value.function.name.replace("builtins.", ""), text: message.kind === "string" ? message.value : "" };
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

