/** Evaluates one file: its top level, then each of its functions for all callers. */
import type { ContractLibrary, Triggers } from "../contracts/library.ts";
import type { Command } from "../contracts/commands.ts";
import { ContractModels } from "../contracts/models.ts";
import { distinctLaunches } from "../contracts/launches.ts";
import { factsAfter, type Launch, type World } from "../contracts/world.ts";
import { applyEarlyWrites } from "../interpreter/branches.ts";
import { newInstance, openClass, ownerOf } from "../interpreter/classes.ts";
import { assumeConstructed, bindSymbolically, entryFrame } from "../interpreter/instances.ts";
import { inheritedMethods } from "../interpreter/inherited.ts";
import { losesNames } from "../interpreter/lost.ts";
import { BudgetExceeded, type Frame, isTooDeep, Machine, type RunObserver } from "../interpreter/machine.ts";
import type { Failure } from "../interpreter/surroundings.ts";
import { type Effects, type Known, nothingKnown, sameKnown } from "../interpreter/memory.ts";
import { noteOutsideWrites } from "../interpreter/module-state.ts";
import { assumePrepared } from "../interpreter/mocks.ts";
import { runMainModule, runModule } from "../interpreter/modules.ts";
import { findRule, ruleIds } from "../rules/registry.ts";
import { assumeNotSkipped } from "../interpreter/skips.ts";
import { runBlock } from "../interpreter/statements.ts";
import type { Reads } from "../interpreter/store.ts";
import type { Unknowns } from "../interpreter/unknowns.ts";
import { evaluate } from "../interpreter/expressions.ts";
import type { Chunk, Span } from "../syntax/index.ts";
import { Facts } from "../values/facts.ts";
import type { ClassValue, FunctionValue, Value } from "../values/value.ts";
import type { GuardedNames } from "./guarded-names.ts";
import type { Memories } from "./memories.ts";
import { outsideWrites } from "./module-writes.ts";
import { isNamedElsewhere, Relevance } from "./relevance.ts";
import type { Source, Sources } from "./sources.ts";
import { type Basis, isUnaffected, variablesRead } from "./unaffected.ts";

export interface Budget {
  /** Evaluation steps for each function and for the top level. */
  readonly steps: number;
  /** Milliseconds for the whole file. */
  readonly milliseconds: number;
}

export const defaultBudget: Budget = { steps: 20_000, milliseconds: 10_000 };

export interface Evaluation {
  readonly failures: readonly Failure[];
  /** Functions that were not analysed to their end. */
  readonly unfinished: number;
  /** The files that were read for it. */
  readonly files: ReadonlySet<string>;
  /** What it rests on in the file itself; undefined if any change of the file may change it. */
  readonly basis?: Basis | undefined;
  /** What the file itself says about the launch. */
  readonly declared?: Declared;
}

/** The launches that a file's own calls set, and what finding them took. */
interface Declared {
  readonly launches: readonly Launch[];
  readonly files: ReadonlySet<string>;
  /** The statements that lead to calls that set one. */
  readonly leading: ReadonlySet<Chunk>;
  readonly basis: Basis | undefined;
}

export interface EvaluationRequest {
  readonly path: string;
  readonly sources: Sources;
  readonly library: ContractLibrary;
  readonly world: World;
  readonly memories: Memories;
  readonly budget: Budget;
  readonly clock: () => number;
  readonly observe?: ((frame: Frame, span: Span, value: Value) => void) | undefined;
  /** Counts what is not known. */
  readonly unknowns?: Unknowns | undefined;
  readonly observeRuns?: RunObserver | undefined;
  /** The top-level statements whose functions are looked at; without it those of the whole file. */
  readonly only?: ((chunk: Chunk) => boolean) | undefined;
  /** True to leave the degrees symbols even if the file itself fixes them: formulas then say what is rank-local. */
  readonly symbolicDegrees?: boolean;
  /** Where calls of libraries may raise; without it they are not looked for. */
  readonly guarded?: GuardedNames | undefined;
  /** The rules whose requirements are looked at; without it those that exist. It needs memories of its own. */
  readonly reports?: (rule: string) => boolean;
  /** The commands that start the file, where no launch is pinned; asked for only if there is something to find out. */
  readonly commands?: (() => readonly Command[]) | undefined;
  /** The same evaluation as it was before the file, and nothing else that was read for it, was edited. */
  readonly before?: Evaluation | undefined;
}

/** Evaluates a file in its world; what its own calls say about the launch is taken into account. */
export function evaluateFile(given: EvaluationRequest): Evaluation | undefined {
  const { path, sources, library, before } = given;
  const source = sources.source(path);
  if (source === undefined) return undefined;
  const basisNow = stillStanding(
    before?.basis,
    source,
    [library.triggers(ruleIds), library.launchTriggers(), library.commandTriggers()],
    given,
  );
  if (before !== undefined && basisNow !== undefined) return standing(before, basisNow);
  const relevance = new Relevance(sources, library.triggers(ruleIds), given.guarded);
  const files = new Set([path]);
  if (relevance.chunksOf(path).size === 0 && given.observe === undefined) {
    return { failures: [], unfinished: 0, files: addAll(files, relevance.files) };
  }
  const request = withCommands(given);
  const symbolic = request.symbolicDegrees === true;
  const declared = symbolic ? as(request.world.launches, source) : declaredIn(request, source);
  const world = { ...request.world, launches: declared.launches, symbolic };
  const selective = mayHaveLostLaunch(declared, source);
  const run = evaluateIn(request, world, relevance, files, selective);
  addAll(files, declared.files);
  const basis = together(basisOf(source, run), declared.basis);
  return { failures: run.effects.failures, unfinished: run.unfinished, files, basis, declared };
}

/** What an evaluation rests on, in the file as it is now; undefined if it has to be made again. */
function stillStanding(
  basis: Basis | undefined,
  now: Source,
  triggers: readonly Triggers[],
  { sources, path }: EvaluationRequest,
): Basis | undefined {
  const isUnseen = (module: string): boolean =>
    (sources.resolve(module, path) ?? sources.resolveInstalled(module, path)) === undefined;
  if (basis === undefined || !isUnaffected(basis, now, triggers, sources.indexes.definitionsIn(path, now), isUnseen))
    return undefined;
  return { ...basis, syntax: now.syntax, text: now.text };
}

/** The same evaluation, of the file as it is now; what it rests on is all that its launches rest on, and more. */
function standing(before: Evaluation, basis: Basis): Evaluation {
  const { declared } = before;
  const { syntax, text } = basis;
  const now = declared?.basis && { ...declared, basis: { ...declared.basis, syntax, text } };
  return { ...before, basis, ...(now && { declared: now }) };
}

/** Undefined for what was not followed to its end: another time it may be. */
function basisOf({ syntax, text }: Source, { unfinished, read, relevant }: Run): Basis | undefined {
  return unfinished > 0 || read === undefined ? undefined : { syntax, text, read, relevant };
}

function together(a: Basis | undefined, b: Basis | undefined): Basis | undefined {
  if (a === undefined || b === undefined) return undefined;
  const relevant = addAll(new Set(a.relevant), b.relevant);
  return { ...a, read: addAll(new Set(a.read), b.read), relevant };
}

/** True if a call that cannot be read now may say more about the launch: what fails in some worlds may then be left out by it. */
function mayHaveLostLaunch({ leading }: Declared, { syntax }: Source): boolean {
  return (
    leading.size > 0 && syntax.chunks.some(({ chunk }) => losesNames(chunk) || (chunk.broken && leading.has(chunk)))
  );
}

/** How a file is started: as its world says, else as its own calls do. */
export function launchesOf(given: EvaluationRequest): readonly Launch[] {
  const source = given.sources.source(given.path);
  return source === undefined ? given.world.launches : declaredIn(withCommands(given), source).launches;
}

function withCommands(given: EvaluationRequest): EvaluationRequest {
  const { world, commands } = given;
  const isOpen = world.launches.length === 0 && world.commands.length === 0;
  return isOpen ? { ...given, world: { ...world, commands: commands?.() ?? [] } } : given;
}

/** Launches that need not be looked for. */
function as(launches: readonly Launch[], { syntax, text }: Source): Declared {
  return {
    launches,
    files: new Set(),
    leading: new Set(),
    basis: { syntax, text, read: new Set(), relevant: new Set() },
  };
}

/** What the file's own calls say about the launch; only what can reach such a call is evaluated for it. */
function declaredIn(request: EvaluationRequest, source: Source): Declared {
  const { path, sources, library, world, before } = request;
  if (world.launches.length > 0) return as(world.launches, source);
  const triggers = library.launchTriggers();
  const basis = stillStanding(before?.declared?.basis, source, [triggers, library.commandTriggers()], request);
  if (before?.declared !== undefined && basis !== undefined) return { ...before.declared, basis };
  const relevance = new Relevance(sources, triggers);
  if (relevance.chunksOf(path).size === 0) return { ...as([], source), files: new Set(relevance.files) };
  const files = new Set<string>();
  const run = evaluateIn({ ...request, observe: undefined, unknowns: undefined }, world, relevance, files);
  return {
    launches: distinctLaunches(run.effects.launches),
    files,
    leading: run.relevant,
    basis: basisOf(source, run),
  };
}

/** What came of a file in one world. */
interface Run {
  readonly effects: Effects;
  readonly unfinished: number;
  /** The variables of the file's module that were read; undefined if other files may have read some. */
  readonly read: ReadonlySet<string> | undefined;
  /** The statements whose functions were looked at. */
  readonly relevant: ReadonlySet<Chunk>;
}

/** Adds to `files` what was read on the way. */
function evaluateIn(
  request: EvaluationRequest,
  world: World,
  relevance: Relevance,
  files: Set<string>,
  selective = false,
): Run {
  const { path, sources, library, budget, clock } = request;
  const deadline = clock() + budget.milliseconds;
  const models = new ContractModels(library, world, request.reports ?? ((rule) => findRule(rule) !== undefined));
  const memory = request.memories.of(world, sources);
  const machine = new Machine(memory, sources, models, budget.steps, () => clock() > deadline);
  machine.observe = request.observe;
  machine.observeRuns = request.observeRuns;
  machine.unknowns = request.unknowns;
  const leading = [relevance.withoutGuarded(), new Relevance(sources, library.commandTriggers())];
  machine.selective = selective;
  machine.mayMatter = ({ site }) =>
    sources.isContract(site.path) ||
    leading.some((one) => one.chunksOf(site.path).has(site.chunk)) ||
    request.guarded?.callersIn(site.path).has(site.chunk) === true;
  machine.running.push(memory.importsOf(path));
  const entries = new Entries(machine, request, relevance);
  const [launch, ...others] = world.launches;
  if (launch !== undefined && others.length === 0) machine.facts = factsAfter(world, launch, Facts.none) ?? Facts.none;
  const outside = outsideWrites(sources, path);
  const effects = machine.collect(() => {
    machine.store.isolate(() => {
      noteOutsideWrites(machine, outside.writes);
      entries.runAll();
    });
  });
  for (const { files: looked } of [relevance, ...leading]) addAll(files, looked);
  addAll(files, outside.files);
  addAll(files, memory.modulesBehind(path));
  addAll(files, memory.libraries.keys());
  const syntax = sources.syntax(path);
  const read = syntax && variablesRead(memory, path, syntax, entries.seen);
  return { effects, unfinished: entries.unfinished, read, relevant: relevance.chunksOf(path) };
}

function addAll<T>(set: Set<T>, items: Iterable<T>): Set<T> {
  for (const item of items) set.add(item);
  return set;
}

/** How far an entry was followed: to its end, as far as its steps went, or as far as the machine had time and room. */
type Outcome = "whole" | "cut" | "interrupted";

/** The functions of one file, each analysed for all of its callers. */
class Entries {
  unfinished = 0;
  private readonly machine: Machine;
  private readonly path: string;
  private readonly sources: Sources;
  private readonly budget: Budget;
  private readonly only: EvaluationRequest["only"];
  private readonly relevance: Relevance;
  /** The nodes of those that were looked at, or need not be. */
  readonly seen = new Set<object>();
  /**
   * How many functions the one that is looked at stands in. Nothing of one is left when the next is entered, so all at a depth
   * share their names: what was proved of the sizes in one is found again in the next, and after an edit.
   */
  private depth = 0;
  /** What the module's top level established for everything that runs after it. */
  private start: Known = nothingKnown;

  constructor(machine: Machine, { path, sources, budget, only }: EvaluationRequest, relevance: Relevance) {
    this.machine = machine;
    this.path = path;
    this.sources = sources;
    this.budget = budget;
    this.only = only;
    this.relevance = relevance;
  }

  runAll(): void {
    const { machine } = this;
    const { definitions, ran } = machine.collect(() => {
      this.attempt(() => {
        // Modules that changed are run first, so that what read of them can see whether it is the same again.
        for (const module of [...machine.memory.importsOf(this.path)]) runModule(machine, module);
        machine.observer = { depth: 0, isFunction: false };
        runMainModule(machine, this.path);
        this.start = machine.known;
      });
    });
    machine.observer = { depth: machine.store.depth, isFunction: true };
    // What the top level has run as any caller would need not be run again, unless what is in it is to be seen.
    if (machine.observe === undefined) addAll(this.seen, ran);
    this.enterAll(definitions);
  }

  private enterAll(definitions: Effects["definitions"]): void {
    for (const value of definitions) if (value.kind === "function") this.enterOnce(value, ownerOf(value), value.node);
    for (const { method, owner } of inheritedMethods(definitions))
      this.enterOnce(method, owner, this.machine.memory.inheritedKey(owner.node, method.node));
  }

  private enterOnce(callee: FunctionValue, owner: ClassValue | undefined, key: object): void {
    const { machine } = this;
    if (callee.site.path !== this.path || this.seen.has(key)) return;
    if (this.only?.(callee.site.chunk) === false) return;
    if (machine.observe === undefined && !this.relevance.chunksOf(this.path).has(callee.site.chunk)) return;
    if (machine.observe === undefined && this.isLeftToCallers(callee)) return;
    this.seen.add(key);
    this.enter(callee, owner, key);
  }

  /**
   * A private function that its own module uses has no other callers: what they guard against is ruled out in it, so it
   * is analysed for them alone.
   */
  private isLeftToCallers(callee: FunctionValue): boolean {
    return callee.node.kind === "function" && /^_[^_]/.test(callee.node.name.id) && this.isUsedHere(callee);
  }

  /** True if the module names the function anywhere but in its definition. */
  private isUsedHere({ node, site }: FunctionValue): boolean {
    if (node.kind !== "function") return true;
    return isNamedElsewhere(node.name.id, site.chunk, this.sources, this.path);
  }

  /** What an entry defines is analysed while the variables around it still have their values. */
  private enter(callee: FunctionValue, owner: ClassValue | undefined, key: object): void {
    const { machine } = this;
    const { entries } = machine.memory;
    const known = machine.observe === undefined ? entries.get(key) : undefined;
    // What a caller in sight leaves out is looked at there.
    const withDefaults = callee.defaults.size > 0 && !this.isUsedHere(callee);
    const asBefore = known?.withDefaults === withDefaults && sameKnown(known.before, this.start);
    if (known !== undefined && asBefore && machine.store.unchanged(known.reads)) {
      machine.repeat(known);
      if (!known.isWhole) this.unfinished++;
      return;
    }
    machine.observeRuns?.(callee.site, callee.node, "entered");
    let reads: Reads | undefined;
    let outcome = "whole" as Outcome;
    const effects = machine.collect(() => {
      ({ reads } = machine.store.record(() => {
        const { definitions } = machine.collect(() => {
          outcome = this.attempt(() => {
            machine.naming(this.depth, () => {
              runEntry(machine, callee, owner, this.start, withDefaults);
            });
          });
        });
        this.depth++;
        this.enterAll(definitions);
        this.depth--;
      }));
    });
    if (reads !== undefined && outcome !== "interrupted")
      entries.set(key, { before: this.start, withDefaults, isWhole: outcome === "whole", reads, ...effects });
  }

  private attempt(body: () => void): Outcome {
    const { machine } = this;
    machine.refill(this.budget.steps);
    const { givenUp } = machine;
    let outcome: Outcome = "whole";
    try {
      body();
      if (machine.givenUp > givenUp) outcome = "cut";
    } catch (error) {
      // A program too deep to follow to its end costs what it still had to say, and nothing of the others.
      if (!(error instanceof BudgetExceeded) && !isTooDeep(error)) throw error;
      outcome = isTooDeep(error) || machine.isLate ? "interrupted" : "cut";
    }
    if (outcome !== "whole") this.unfinished++;
    machine.reset();
    return outcome;
  }
}

function runEntry(
  machine: Machine,
  callee: FunctionValue,
  owner: ClassValue | undefined,
  start: Known,
  withDefaults: boolean,
): void {
  machine.known = start;
  const receiver =
    owner === undefined || callee.form === "staticmethod"
      ? undefined
      : callee.form === "classmethod"
        ? openClass(owner)
        : newInstance(owner, true);
  if (owner !== undefined && receiver?.kind === "object") assumeConstructed(machine, owner);
  const frame = entryFrame(callee, receiver);
  if (!assumeNotSkipped(machine, frame, callee)) return;
  assumePrepared(machine, frame, callee);
  bindSymbolically(machine, frame, callee, receiver, withDefaults);
  if (callee.node.kind === "lambda") evaluate(machine, frame, callee.node.body);
  else runBlock(machine, frame, callee.node.body);
  applyEarlyWrites(machine, frame);
}
