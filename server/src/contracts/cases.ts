/**
 * The cases in which a requirement is looked at: unknown degrees are 1 or more, and what has a usual value has it or not. Each
 * case is another path through the contract, so one is only asked for where the requirement fails in some of them.
 */
import { decideHere } from "../interpreter/choices.ts";
import type { Machine } from "../interpreter/machine.ts";
import type { PathExplorer } from "../interpreter/paths.ts";
import { atomsIn, take, usualCases, usualDecision } from "../interpreter/usual.ts";
import type { Decision } from "../values/condition.ts";
import type { Facts } from "../values/facts.ts";
import { isExtreme } from "../values/forms.ts";
import { hangsOnFreeNumber } from "../values/freedom.ts";
import { assume, decide, type Formula } from "../values/logic.ts";
import { type Atom, atomsOf, integer, ofAtom, soleAtom, subtract, type SymbolAtom, type SymInt } from "../values/symbolic.ts";
import { degreeDecision, openDegrees, worldSymbol } from "./world.ts";

export interface Decided {
  readonly truth: boolean | undefined;
  /** What holds on the rank on which the formula is false, if it is not known to be false on all. */
  readonly rank?: Facts | undefined;
}

/** The truth of a formula; where unknown degrees or defaults stand in the way, in the case that this path takes. */
export function decideInCases(machine: Machine, formula: Formula): Decided {
  const { paths } = machine;
  // What a test on the way has answered need not follow from what is known of numbers.
  const answered = decideHere(machine, formula);
  if (answered !== undefined) return { truth: answered };
  const truth = decide(formula, machine.facts);
  if (truth !== undefined || hangsOnFreeNumber(formula, machine.facts)) return { truth };
  const onRanks = failureOnRanks(machine.facts, formula);
  if (onRanks !== undefined || paths === undefined) return onRanks ?? { truth };
  const atoms = atomsIn(formula, machine.facts);
  const names = openDegrees.filter((name) => atoms.has(`$world.${name}`));
  // A default beside a degree that nobody knows is no run that anybody makes: whoever sets the one sets the other.
  const told = names.flatMap((name) => toldDegree(machine.facts, name) ?? []);
  const defaults = told.length < names.length ? [] : [...told, ...usualCases(atoms)];
  return (
    decideWhereItFails(machine, paths, formula, names.map(degreeDecision), everyCase) ??
    decideWhereItFails(machine, paths, formula, defaults, defaultCase, told.length) ?? { truth: undefined }
  );
}

/** What holds in the cases of a decision that are looked at. */
type Cases = (decision: Decision, facts: Facts) => readonly Facts[];

/**
 * Takes one decision after another, as long as the formula fails in some case of those that are left. Undefined if it stays
 * open; so it does where one of the first `needed` decisions is not on its first side.
 */
function decideWhereItFails(
  machine: Machine,
  paths: PathExplorer,
  formula: Formula,
  decisions: readonly Decision[],
  cases: Cases,
  needed = 0,
): Decided | undefined {
  for (const [i, decision] of decisions.entries()) {
    if (!mayFail(formula, machine.facts, decisions.slice(i), cases)) return undefined;
    if (take(machine, paths, decision) !== 0 && i < needed) return undefined;
    const decided = decideOnRanks(machine.facts, formula);
    if (decided.truth !== undefined) return decided;
  }
  return undefined;
}

function mayFail(formula: Formula, facts: Facts, decisions: readonly Decision[], cases: Cases): boolean {
  const [first, ...others] = decisions;
  if (first === undefined) return decideOnRanks(facts, formula).truth === false;
  return cases(first, facts).some((known) => mayFail(formula, known, others, cases));
}

const everyCase: Cases = ({ implies }, facts) =>
  implies.flatMap((implied) => (implied === undefined ? facts : (assume(implied, facts) ?? [])));

/** Defaults say something only where they are in force; one that cannot be is not. */
const defaultCase: Cases = ({ implies: [implied] }, facts) => [(implied && assume(implied, facts)) ?? facts];

/** Whether the option or variable that an unknown degree was told by has its usual value; undefined if there is none. */
function toldDegree(facts: Facts, name: (typeof openDegrees)[number]): Decision | undefined {
  const degree = worldSymbol(name);
  const atom = soleAtom(degree);
  const told = atom && facts.namesOf(atom).find(({ usual }) => usual !== undefined);
  return told?.usual && usualDecision(told, told.usual, [degree]);
}

function decideOnRanks(known: Facts, formula: Formula): Decided {
  const truth = decide(formula, known);
  return (truth === undefined ? failureOnRanks(known, formula) : undefined) ?? { truth };
}

/**
 * Every rank makes the call, so a run fails if the first or the last one does. What the path says of its rank, such as
 * `rank > 0`, still holds.
 */
function failureOnRanks(known: Facts, formula: Formula): Decided | undefined {
  const ranks = [...atomsIn(formula, known).values()].filter(isRank);
  if (ranks.length === 0) return undefined;
  for (const place of [firstOf, lastOf]) {
    const facts = placed(known, ranks, place);
    if (facts !== undefined && decide(formula, facts) === false) return { truth: false, rank: placed(known.orders, ranks, place) };
  }
  return undefined;
}

/** What holds on the first rank, if rows that are cut by a rank are clipped by how many there are: there they are a whole piece. */
export function whereClipped(known: Facts, sizes: readonly SymInt[]): Facts | undefined {
  const atoms = (values: readonly SymInt[]): Atom[] => values.flatMap((value) => [...atomsOf(value).values()]);
  const clipped = atoms(sizes).filter(isExtreme);
  const ranks = atoms(clipped.flatMap(({ operands }) => operands)).filter(isRank);
  return ranks.length === 0 || placed(known, ranks, firstOf) === undefined ? undefined : placed(known.orders, ranks, firstOf);
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
