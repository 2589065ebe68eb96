/** Connects contracts to the interpreter: binds calls, runs contracts path by path, reports failed requirements. */
import { choose, joinLayers } from "../interpreter/choices.ts";
import type { ContractCall, Failure, FailureCase, FailureException, IntrinsicCall, LibraryCall, Models } from "../interpreter/surroundings.ts";
import { BudgetExceeded, ContractRaises, type Frame, type Machine } from "../interpreter/machine.ts";
import { forget } from "../interpreter/containers.ts";
import { evaluateUnused } from "../interpreter/expressions.ts";
import { mayEndInDecorator } from "../interpreter/handlers.ts";
import { runModule } from "../interpreter/modules.ts";
import { conditionsWhere, Infeasible, type Path, PathExplorer } from "../interpreter/paths.ts";
import { Guess } from "../interpreter/usual.ts";
import type { Expression } from "../syntax/index.ts";
import { always, both, type Condition } from "../values/condition.ts";
import { constantOf, type SymInt } from "../values/symbolic.ts";
import { asInt, type FunctionValue, int, none, unknown, type Value, valueKey } from "../values/value.ts";
import { callIntrinsic, compareIntrinsic, intrinsicValue } from "./intrinsics.ts";
import { anything, demandsOf } from "./demands.ts";
import { callSites, outermost } from "./call-sites.ts";
import type { ContractLibrary } from "./library.ts";
import { followCall, libraryGuard } from "./library-guard.ts";
import { asSourceSays, followSource, withoutReceiver } from "./own-source.ts";
import { goesOn, type Outcome, type PathFailure, type PathRecord, withDemands } from "./paths.ts";
import { environmentValue, launcherVariables } from "./environment.ts";
import { factsAfter, type LaunchFact, parallelFact, type World, worldAfter, worldSymbol } from "./world.ts";

export class ContractModels implements Models {
  private readonly library: ContractLibrary;
  private readonly world: World;
  private readonly reports: (rule: string) => boolean;
  private record: PathRecord | undefined;

  constructor(library: ContractLibrary, world: World, reports: (rule: string) => boolean) {
    this.library = library;
    this.world = world;
    this.reports = reports;
  }

  distinctive(machine: Machine, keywords: ReadonlySet<string>, positional: number): FunctionValue | undefined {
    const binding = this.library.distinctive(keywords, positional);
    if (binding === undefined) return undefined;
    const scope = runModule(machine, binding.path);
    if (scope === undefined) return undefined;
    const found = machine.store.get(scope, binding.owner ?? binding.name);
    const value = binding.owner === undefined || found?.kind !== "class" ? found : found.members.get(binding.name);
    if (value?.kind !== "function") return undefined;
    return binding.owner === undefined ? value : withoutReceiver(value);
  }

  intrinsic(machine: Machine, name: string): Value | undefined {
    return intrinsicValue(worldAfter(this.world, machine.launch), name);
  }

  environment(name: string, fallback: Value | undefined): Value {
    const fact = launcherVariables.get(name);
    const digits = fact === undefined ? undefined : parallelFact(this.world, fact);
    const value = environmentValue(this.world.commands, name, fallback);
    return value.kind === "opaque" && digits?.kind === "int" ? { ...value, usual: undefined, digits: digits.value } : value;
  }

  makeDemands(machine: Machine, frame: Frame, statement: Expression): boolean {
    const { paths: outer, probe } = machine;
    const { record } = this;
    if (outer === undefined || record === undefined || probe !== undefined) return false;
    if (statement.kind !== "call" || statement.callee.kind !== "name" || statement.callee.id === "require") return false;
    const rules = demandsOf(machine, frame.scope.module, statement.callee.id);
    if (rules.has(anything)) return false;
    if ([...rules].some(this.reports)) this.follow(machine, outer, record, () => evaluateUnused(machine, frame, statement));
    return true;
  }

  compareIntrinsic(left: Value, operator: string, right: Value): ReturnType<Models["compareIntrinsic"]> {
    return compareIntrinsic(this.world, left, operator, right);
  }

  callIntrinsic(machine: Machine, call: IntrinsicCall): Value {
    return callIntrinsic(machine, call, { world: this.world, record: this.record });
  }

  callContract(machine: Machine, call: ContractCall): Value {
    const { facts, condition, depth } = machine;
    // A contract may be in the middle of a call when it first asks for a module whose own statements call contracts.
    const outer = this.record;
    let launches = false as boolean;
    const run = (explorer: PathExplorer): Outcome | undefined => {
      machine.paths = explorer;
      try {
        const outcome = this.runPath(machine, call.run, () => unknownFrom(machine, call));
        launches ||= outcome.record.launches.length > 0;
        return outcome;
      } catch (error) {
        if (!(error instanceof BudgetExceeded) || machine.isLate) throw error;
        machine.depth = depth;
        machine.givenUp++;
        return undefined;
      }
    };
    try {
      const { paths, isWhole } = PathExplorer.explore(facts, condition, run, {
        quiet,
        unfollowed: this.ended(undefined),
        upTo: ({ record }, depth) => {
          const demands = record.demands.filter(({ after }) => after <= depth);
          return { ...this.ended(undefined), record: { ...this.newRecord(), demands } };
        },
      });
      machine.paths = undefined;
      this.reportFailures(machine, call, withDemands(paths));
      if (!isWhole) {
        // A launch that it makes takes the place of others.
        if (launches) machine.launched(new Map());
        return unknownFrom(machine, call);
      }
      collectLaunches(machine, this.world, call, paths);
      return joinOutcomes(machine, paths);
    } finally {
      machine.paths = undefined;
      this.record = outer;
    }
  }

  beforeCall(machine: Machine, call: LibraryCall): void {
    if (this.reports(libraryGuard)) followCall(machine, call);
  }

  /**
   * Follows all ways through a statement that only makes demands, on a path that then goes on as if none of their decisions
   * had been taken: what comes later need not be run for each of them.
   */
  private follow(machine: Machine, outer: PathExplorer, record: PathRecord, run: () => Value): void {
    const after = outer.taken.length;
    // What the demands say of numbers, if no decision was taken: what a side says holds on that side alone.
    let shown = outer.facts;
    const follow = (explorer: PathExplorer): Outcome => {
      machine.paths = explorer;
      const outcome = this.runPath(machine, run, () => none);
      if (explorer.taken.length === 0) shown = explorer.facts;
      return outcome;
    };
    try {
      const { paths } = PathExplorer.explore(outer.facts, outer.condition, follow, {
        quiet,
        unfollowed: this.ended(undefined),
        settled: this.ended(none),
      });
      record.demands.push({ after, paths: withDemands(paths) });
      if (!paths.some(({ result }) => goesOn(result))) {
        if (paths.length === 0) throw new Infeasible();
        throw paths.some(({ result }) => result.isGuess) ? new Guess() : new ContractRaises();
      }
      outer.facts = shown;
    } finally {
      machine.paths = outer;
      this.record = record;
    }
  }

  private runPath(machine: Machine, run: () => Value, guessed: () => Value): Outcome {
    const record = this.newRecord();
    this.record = record;
    let value: Value | undefined;
    let isGuess = false as boolean;
    const layer = machine.store.isolate(() => {
      try {
        value = run();
      } catch (error) {
        isGuess = error instanceof Guess;
        if (isGuess) value = guessed();
        else if (!(error instanceof ContractRaises)) throw error;
      }
    });
    return { value, layer, record, isGuess };
  }

  /** How a path ends that is not followed: with a value where it makes no difference, with none where nobody knows. */
  private ended(value: Value | undefined): Outcome {
    return { value, layer: new Map(), record: this.newRecord(), isGuess: value === undefined };
  }

  private newRecord(): PathRecord {
    return { failure: undefined, launches: [], demands: [], reports: this.reports };
  }

  private reportFailures(machine: Machine, call: ContractCall, paths: readonly Path<Outcome>[]): void {
    const failures = failuresOf(machine, call, paths);
    const source = this.reports(libraryGuard) ? followSource(machine, call) : undefined;
    for (const failure of asSourceSays(failures, source)) if (!mayEndAround(machine, call.frame, failure)) machine.report(failure);
    const [raised] = source?.raises ?? [];
    if (failures.length > 0 || source === undefined || raised === undefined || machine.undecided > 0) return;
    machine.report({ ...reported(machine, call, libraryGuard, source.raises, raised.at), followed: true });
  }
}

/** Nothing is known of what the call did. */
function unknownFrom(machine: Machine, call: ContractCall): Value {
  for (const { value } of call.arguments) forget(machine, value);
  return unknown("a contract with too many paths");
}

/** True if none of the demands that are made after `depth` decisions fails for sure. */
function quiet(paths: readonly Path<Outcome>[], depth: number): boolean {
  const all = withDemands(paths, depth);
  return rulesOf(all).every((rule) => conditionsWhere(all, failing(rule)).length === 0);
}

function rulesOf(paths: readonly Path<Outcome>[]): string[] {
  return [...new Set(paths.flatMap((path) => path.result.record.failure?.rule ?? []))];
}

function failing(rule: string): (outcome: Outcome) => boolean {
  return (outcome) => outcome.record.failure?.rule === rule;
}

function failuresOf(machine: Machine, call: ContractCall, paths: readonly Path<Outcome>[]): Failure[] {
  return rulesOf(paths).flatMap((rule) => {
    const fails = failing(rule);
    const cases = conditionsWhere(paths, fails).flatMap((where) => caseOf(paths, where, fails));
    const [first] = cases;
    return first === undefined ? [] : [reported(machine, call, rule, cases, first.at)];
  });
}

function reported(machine: Machine, call: ContractCall, rule: string, cases: readonly FailureCase[], at: Value): Failure {
  const stack = [...callSites(call.frame), call.site];
  return { rule, call: call.site, stack, at, cases, undecided: machine.undecided > 0, selective: machine.selective };
}

/** True if the decorators of the function under analysis may catch what is raised. */
function mayEndAround(machine: Machine, frame: Frame, { cases }: Failure): boolean {
  const entry = outermost(frame).function;
  return entry !== undefined && cases.every(({ exception }) => exception !== undefined && mayEndInDecorator(machine, entry, exception));
}

/** What a call says about the launch, where all paths agree. */
function collectLaunches(machine: Machine, world: World, call: ContractCall, paths: readonly Path<Outcome>[]): void {
  const returning = paths.filter((path) => path.result.value !== undefined);
  const first = returning.find((path) => !path.result.isGuess);
  for (const [i, facts] of first?.result.record.launches.entries() ?? []) {
    const launch = new Map<string, LaunchFact>();
    for (const name of facts.keys()) {
      const value = launchedValue(returning, ({ record, isGuess }) => record.launches[i]?.get(name) ?? (isGuess ? open(name) : undefined));
      if (value !== undefined) launch.set(name, { value, site: call.site });
    }
    if (launch.size === 0) continue;
    machine.launched(launch);
    if (machine.undecided === 0) machine.facts = factsAfter(world, launch, machine.facts) ?? machine.facts;
  }
}

/** A degree of which nothing is said. */
const open = (name: string): Value => int(worldSymbol(name));

/** What all paths say, or what each configuration says; undefined where paths differ for another reason. */
function launchedValue(paths: readonly Path<Outcome>[], said: (outcome: Outcome) => Value | undefined): Value | undefined {
  const sizes = new Map<string, Value>();
  for (const path of paths) {
    const value = said(path.result);
    const size = possibleSize(value);
    if (size === undefined) return undefined;
    sizes.set(size.key, int(size, value?.origin));
  }
  const [only] = sizes.values();
  if (sizes.size === 1) return only;
  const alternatives = [...sizes].flatMap(([key, value]) => {
    const isSaid = (outcome: Outcome): boolean => possibleSize(said(outcome))?.key === key;
    return conditionsWhere(paths, isSaid).map((condition) => ({ condition, value }));
  });
  const value = alternatives.length === 0 ? undefined : choose(alternatives);
  return value?.kind === "choice" ? value : undefined;
}

/** A number of GPUs; undefined for what is none. */
function possibleSize(value: Value | undefined): SymInt | undefined {
  const size = value === undefined ? undefined : asInt(value);
  const number = size === undefined ? undefined : constantOf(size);
  return number !== undefined && number < 1 ? undefined : size;
}

function caseOf(paths: readonly Path<Outcome>[], where: Condition, fails: (outcome: Outcome) => boolean): FailureCase[] {
  const failing = paths.flatMap((path): (PathFailure & { readonly condition: Condition })[] => {
    const { failure } = path.result.record;
    const isOne = failure !== undefined && fails(path.result) && both(where, path.condition) !== undefined;
    return isOne ? [{ ...failure, condition: path.condition }] : [];
  });
  const [first] = failing;
  if (first === undefined) return [];
  return [{ condition: where, exception: whatIsRaised(failing), facts: factsOf(failing), at: first.at }];
}

/** What is raised on some path or other: one text, or those that may be seen. */
function whatIsRaised(failing: readonly PathFailure[]): FailureException | undefined {
  const exceptions = failing.map((failure) => failure.exception);
  const [first] = exceptions;
  if (first === undefined || exceptions.includes(undefined)) return undefined;
  const texts = new Set(exceptions.map((exception) => exception?.text));
  return texts.size === 1 ? first : { ...first, text: [...texts].join(" or ") };
}

/** The named values; one that differs between the paths is one of several. */
function factsOf(failing: readonly (PathFailure & { readonly condition: Condition })[]): ReadonlyMap<string, Value> {
  const facts = new Map<string, Value>();
  for (const [name, value] of failing[0]?.facts ?? []) {
    const values = failing.map(({ condition, facts: own }) => ({ condition, value: own.get(name) ?? value }));
    const keys = new Set(values.map((one) => valueKey(one.value)));
    facts.set(name, keys.size === 1 ? value : choose(values));
  }
  return facts;
}

/** The result of all paths that return, and what they wrote. */
function joinOutcomes(machine: Machine, paths: readonly Path<Outcome>[]): Value {
  const returning = paths.flatMap(({ condition, result: { value, layer } }) =>
    value === undefined ? [] : [{ condition: beyond(condition, machine.condition), value, layer }],
  );
  if (returning.length === 0) return unknown("a call that raises");
  joinLayers(machine, returning);
  return choose(returning);
}

/** The part of a condition that is not known anyway. */
function beyond(condition: Condition, known: Condition): Condition {
  if (known.size === 0 || condition.size === 0) return condition;
  const rest = new Map([...condition].filter(([key, restriction]) => known.get(key)?.allowed !== restriction.allowed));
  return rest.size === 0 ? always : rest;
}
