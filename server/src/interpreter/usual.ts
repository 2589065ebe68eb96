/**
 * Values that are something else only if somebody says so: a parameter with a default, an option of the command line, a
 * variable of the environment. Nothing is decided about them until a requirement asks: then the default is a run that
 * somebody makes.
 */
import { type Condition, type Decision, only, type Restriction } from "../values/condition.ts";
import { Facts } from "../values/facts.ts";
import { formula } from "../values/formula.ts";
import { assume, conjunction, decide, type Formula } from "../values/logic.ts";
import { type Atom, atomsOf, integer, ofAtom, type SymbolAtom, type SymInt, type Usual } from "../values/symbolic.ts";
import { asInt, type OpaqueValue, type UsualValue, type Value } from "../values/value.ts";
import type { Machine } from "./machine.ts";
import type { PathExplorer } from "./paths.ts";

const usualPrefix = "usual.";

/** Whether a symbol, and others that are the same, have its usual value. */
export function usualDecision(atom: SymbolAtom, usual: Usual, same: readonly SymInt[] = []): Decision {
  const right = integer(usual.value);
  const all = [ofAtom(atom), ...same].map((left): Formula => ({ kind: "comparison", left, relation: "==", right }));
  return { ...decisionOn(usual), implies: [conjunction(all), undefined] };
}

/** Whether a value is the usual one. */
export function decisionOn({ key, words }: Pick<UsualValue, "key" | "words">): Decision {
  return {
    key: `${usualPrefix}${key}`,
    kind: "world",
    alternatives: [words, "another value is set"],
    implies: [undefined, undefined],
  };
}

/** True for a decision on whether something has its usual value. */
export function isUsual(decision: Decision): boolean {
  return decision.key.startsWith(usualPrefix);
}

const choicePrefix = "choice.";

/** Which of the few values that it may have an option is given; the first is its default. */
export function choiceDecision(key: string, alternatives: readonly string[]): Decision {
  const implies = alternatives.map(() => undefined);
  return { key: `${choicePrefix}${key}`, kind: "world", alternatives, implies };
}

/** True for a decision on an option that has few values. */
export function isChoice(decision: Decision): boolean {
  return decision.key.startsWith(choicePrefix);
}

/** Decides on a path. Who gives one option another value than its default sees to the others, too: what they are then is a guess. */
export function take(machine: Machine, paths: PathExplorer, decision: Decision): number {
  const alternative = paths.decide(decision);
  const hasDefault = ({ decision: one }: Pick<Restriction, "decision">): boolean => isUsual(one) || isChoice(one);
  if (machine.probe !== undefined || !hasDefault({ decision })) return alternative;
  const taken = [...paths.condition.values()].filter(hasDefault);
  const isPicked = taken.some(({ decision: one, allowed }) => isChoice(one) && (allowed & 1) === 0);
  if (isPicked && taken.length > 1) throw new Guess();
  return alternative;
}

/** On a contract's path, a value that usually is no number: the usual one, or whatever else is set. */
export function settleUsual(machine: Machine, value: Value): Value {
  if (machine.paths === undefined || value.kind !== "opaque" || value.usual === undefined) return value;
  if (value.usual.value.kind === "int" || value.usual.value.kind === "none") return value;
  return take(machine, machine.paths, decisionOn(value.usual)) === 0
    ? value.usual.value
    : { ...value, usual: undefined };
}

/** Thrown on a path where what follows hangs on a value that somebody may set, and may be anything. */
export class Guess extends Error {}

/**
 * The alternative of a decision that a path of a contract takes. Where defaults answer the question, they come first: that
 * is the run that somebody makes. Of a value that is set instead, nothing is asked.
 */
export function decideOnPath(machine: Machine, paths: PathExplorer, decision: Decision): number {
  const [asked] = decision.implies;
  if (machine.probe === undefined && asked?.kind === "comparison" && !isUsual(decision)) {
    takeDefaults(machine, paths, asked);
    const isOpen = decide(asked, machine.facts) === undefined;
    if (isOpen && [...atomsIn(asked, machine.facts).values()].some((atom) => isSet(atom, paths.condition)))
      throw new Guess();
  }
  return take(machine, paths, decision);
}

/** Takes the defaults that a formula is about, as long as those that are left answer it. */
function takeDefaults(machine: Machine, paths: PathExplorer, asked: Formula): void {
  const defaults = usualCases(atomsIn(asked, machine.facts));
  for (const [i, decision] of defaults.entries()) {
    const all = defaults
      .slice(i)
      .reduce((facts, { implies: [implied] }) => (implied && assume(implied, facts)) ?? facts, machine.facts);
    if (decide(asked, machine.facts) !== undefined || decide(asked, all) === undefined) return;
    take(machine, paths, decision);
  }
}

/** True for a number that is not the usual one. */
function isSet(atom: Atom, condition: Condition): boolean {
  return (
    atom.kind === "symbol" && condition.get(`${usualPrefix}${atom.usual?.key ?? atom.key.slice(1)}`)?.allowed === 2
  );
}

/** Whether the defaults that a formula is about are in force. */
export function usualCases(atoms: ReadonlyMap<string, Atom>): Decision[] {
  return [...atoms.values()].flatMap((atom) =>
    atom.kind === "symbol" && atom.usual !== undefined ? [usualDecision(atom, atom.usual)] : [],
  );
}

/** The atoms of all comparisons in a formula, in the light of what is known. */
export function atomsIn(asked: Formula, facts: Facts, into = new Map<string, Atom>()): Map<string, Atom> {
  if (asked.kind === "comparison") {
    atomsOf(facts.simplify(asked.left), into);
    atomsOf(facts.simplify(asked.right), into);
  } else if (asked.kind === "not") atomsIn(asked.operand, facts, into);
  else if (asked.kind === "and" || asked.kind === "or")
    for (const operand of asked.operands) atomsIn(operand, facts, into);
  return into;
}

/** A value as it is on this path: with the numbers of the usual values that the path has taken, and with other facts put in. */
export function asUsual(machine: Machine, value: Value, also = Facts.none): Value {
  if (value.kind === "string" && value.parts !== undefined) {
    const printed = value.parts.map((part) =>
      typeof part === "string" ? part : formula(withUsualNumbers(machine, part, also)),
    );
    return { ...value, value: printed.join("") };
  }
  const number = value.kind === "int" || value.kind === "opaque" ? asInt(value) : undefined;
  const settled = number === undefined ? undefined : withUsualNumbers(machine, number, also);
  return settled === undefined || settled === number ? value : { kind: "int", value: settled, origin: value.origin };
}

function withUsualNumbers(machine: Machine, value: SymInt, also: Facts): SymInt {
  let facts = whereUsual([...(machine.paths?.condition.values() ?? [])], also);
  for (const atom of atomsOf(value).values()) {
    if (atom.kind !== "symbol" || atom.usual === undefined) continue;
    const decision = usualDecision(atom, atom.usual);
    if (machine.paths?.condition.get(decision.key)?.allowed !== only(decision, 0).get(decision.key)?.allowed) continue;
    facts = facts.assume(ofAtom(atom), "==", integer(atom.usual.value)) ?? facts;
  }
  return facts.simplify(value);
}

/** What holds where things have their usual values, as far as that is said. */
export function whereUsual(said: readonly Restriction[], also = Facts.none): Facts {
  return said.filter(isTakenAsUsual).reduce((facts, { decision: { implies } }) => {
    const [implied] = implies;
    return (implied && assume(implied, facts)) ?? facts;
  }, also);
}

/** True where something has its usual value. */
export function isTakenAsUsual({ decision, allowed }: Restriction): boolean {
  return isUsual(decision) && allowed === 1;
}

/** The same value, with what it is where nobody sets another. */
export function withUsual(value: OpaqueValue, usual: UsualValue | undefined): OpaqueValue {
  return usual === undefined ? value : { ...value, usual };
}

/** What a part of a value usually is, given what the same part of its usual value is. */
export function usualPart(
  usual: UsualValue | undefined,
  part: (value: Value) => Value | undefined,
): UsualValue | undefined {
  const value = usual === undefined ? undefined : part(usual.value);
  return usual === undefined || value === undefined ? undefined : { ...usual, value };
}
