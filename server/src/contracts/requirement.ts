/** `require`: what a library demands, decided on one path of a contract. */
import { decideHere } from "../interpreter/choices.ts";
import { ContractRaises, type Machine } from "../interpreter/machine.ts";
import type { IntrinsicCall } from "../interpreter/surroundings.ts";
import { truthOf } from "../interpreter/truth.ts";
import { asUsual, usualDecision } from "../interpreter/usual.ts";
import type { Decision } from "../values/condition.ts";
import { Facts } from "../values/facts.ts";
import { assume, decide, type Formula } from "../values/logic.ts";
import { type Atom, atomsOf, integer, ofAtom, soleAtom, subtract, type SymbolAtom, type SymInt } from "../values/symbolic.ts";
import { none, type PassedArgument, type Value } from "../values/value.ts";
import type { IntrinsicContext } from "./intrinsic.ts";
import type { PathFailure } from "./paths.ts";
import { degreeDecision, openDegrees, worldSymbol } from "./world.ts";

/** Decides a requirement on this path, asking for the degrees if that helps; a false one ends the path. */
export function requirement(machine: Machine, call: IntrinsicCall, { record }: IntrinsicContext): Value {
  const byPosition = call.arguments.filter(({ name }) => name === undefined);
  const named = (name: string): PassedArgument | undefined => call.arguments.find((candidate) => candidate.name === name);
  const [condition = named("condition"), ruled = named("rule"), exception = named("exception"), ...others] = byPosition;
  const at = named("at");
  // A requirement that is not complete would not run in Python either.
  if (condition === undefined || exception === undefined || at === undefined || others.length > 0) return none;
  const rule = ruled?.value;
  if (rule?.kind !== "string") return none;
  if (machine.probe !== undefined) {
    // Inside library code that is followed: what fails here raises, but not what is asked for.
    if (decide(truthOf(machine, condition.value), machine.facts) === false) machine.giveUp("a requirement that fails");
    return none;
  }
  if (record === undefined) return none;
  const formula = truthOf(machine, condition.value);
  const { truth, rank } = record.reports(rule.value) ? decideInCases(machine, formula) : { truth: decide(formula, machine.facts) };
  if (truth !== false) {
    const facts = assume(formula, machine.facts);
    if (facts !== undefined) machine.facts = facts;
    return none;
  }
  const there = (value: Value): Value => asUsual(machine, value, rank);
  const facts = new Map<string, Value>();
  for (const { name, value } of call.arguments) if (name !== undefined && name !== "at") facts.set(name, there(value));
  record.failure = { rule: rule.value, at: there(at.value), exception: exceptionOf(exception.value, there), facts };
  throw new ContractRaises();
}

interface Decided {
  readonly truth: boolean | undefined;
  /** What holds on the rank on which the formula is false, if it is not known to be false on all. */
  readonly rank?: Facts | undefined;
}

/** The truth of a formula; where unknown degrees or defaults stand in the way, in the case that this path takes. */
function decideInCases(machine: Machine, formula: Formula): Decided {
  const { paths } = machine;
  // What a test on the way has answered need not follow from what is known of numbers.
  const answered = decideHere(machine, formula);
  if (answered !== undefined) return { truth: answered };
  const atoms = atomsIn(formula, machine.facts);
  const degrees = openDegrees.filter((name) => atoms.has(`$world.${name}`));
  let decided = decideOnRanks(machine.facts, formula);
  const isOpen = (): boolean => decided.truth === undefined && paths !== undefined;
  const ask = (decision: Decision): boolean => {
    const isFirst = paths?.decide(decision) === 0;
    decided = decideOnRanks(machine.facts, formula);
    return isFirst;
  };
  for (const name of degrees) if (isOpen()) ask(degreeDecision(name));
  if (!isOpen()) return decided;
  // A default beside a degree that nobody knows is no run that anybody makes: whoever sets the one sets the other.
  const told = degrees.flatMap((name) => toldDegree(machine.facts, name) ?? []);
  if (told.length < degrees.length || !told.every(ask)) return { truth: undefined };
  for (const decision of usualCases(atoms)) if (isOpen()) ask(decision);
  return decided;
}

/** Whether the option or variable that an unknown degree was told by has its usual value; undefined if there is none. */
function toldDegree(facts: Facts, name: (typeof openDegrees)[number]): Decision | undefined {
  const degree = worldSymbol(name);
  const atom = soleAtom(degree);
  const told = atom && facts.namesOf(atom).find(({ usual }) => usual !== undefined);
  return told?.usual && usualDecision(told, told.usual, [degree]);
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

/** Whether the defaults that a formula is about are in force. */
function usualCases(atoms: ReadonlyMap<string, Atom>): Decision[] {
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
