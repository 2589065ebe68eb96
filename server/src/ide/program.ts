/** Evaluates one file: its top level, then each of its functions for all callers. */
import type { ContractLibrary } from "../contracts/library.ts";
import { ContractModels } from "../contracts/models.ts";
import { distinctLaunches } from "../contracts/launches.ts";
import { type Launch, type World } from "../contracts/world.ts";
import { applyEarlyWrites } from "../interpreter/branches.ts";
import { assumeConstructed, bindSymbolically, entryFrame, newInstance } from "../interpreter/classes.ts";
import { BudgetExceeded, type Failure, type Frame, Machine } from "../interpreter/machine.ts";
import { type Effects, type Known, nothingKnown, sameKnown } from "../interpreter/memory.ts";
import { runMainModule } from "../interpreter/modules.ts";
import { findRule, ruleIds } from "../rules/registry.ts";
import { runBlock } from "../interpreter/statements.ts";
import type { Reads } from "../interpreter/store.ts";
import { questionOf } from "../interpreter/choices.ts";
import { evaluate, testFormula } from "../interpreter/expressions.ts";
import type { Span } from "../syntax/index.ts";
import { both } from "../values/condition.ts";
import { assume, negation } from "../values/logic.ts";
import type { ClassValue, FunctionValue, Value } from "../values/value.ts";
import type { GuardedNames } from "./guarded-names.ts";
import type { Memories } from "./memories.ts";
import { Relevance } from "./relevance.ts";
import type { Sources } from "./sources.ts";

export interface Budget {
  /** Evaluation steps for each function and for the top level. */
  readonly steps: number;
  /** Milliseconds for the whole file. */
  readonly milliseconds: number;
}

export const defaultBudget: Budget = { steps: 60_000, milliseconds: 10_000 };

export interface Evaluation {
  readonly failures: readonly Failure[];
  /** Functions that were not analysed to their end. */
  readonly unfinished: number;
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
  /** True to leave the degrees symbols even if the file itself fixes them: formulas then say what is rank-local. */
  readonly symbolicDegrees?: boolean;
  /** Where calls of libraries may raise. */
  readonly guarded: GuardedNames;
  /** The rules whose requirements are looked at; without it those that exist. It needs memories of its own. */
  readonly reports?: (rule: string) => boolean;
}

/** Evaluates a file in its world; what its own calls say about the launch is taken into account. */
export function evaluateFile(request: EvaluationRequest): Evaluation | undefined {
  const { path, sources, library, world } = request;
  if (sources.source(path) === undefined) return undefined;
  const relevance = new Relevance(sources, library.triggers(ruleIds), request.guarded);
  if (relevance.chunksOf(path).size === 0 && request.observe === undefined) return { failures: [], unfinished: 0 };
  const launches =
    world.launches.length > 0 || request.symbolicDegrees === true ? world.launches : declaredLaunches(request);
  const { effects, unfinished } = evaluateIn(request, { ...world, launches }, relevance);
  return { failures: effects.failures, unfinished };
}

/** What the file's own calls say about the launch; only what can reach such a call is evaluated for it. */
function declaredLaunches(request: EvaluationRequest): readonly Launch[] {
  const { path, sources, library, world } = request;
  const relevance = new Relevance(sources, library.launchTriggers());
  if (relevance.chunksOf(path).size === 0) return [];
  const { effects } = evaluateIn({ ...request, observe: undefined }, world, relevance);
  return distinctLaunches(effects.launches);
}

function evaluateIn(
  request: EvaluationRequest,
  world: World,
  relevance: Relevance,
): { effects: Effects; unfinished: number } {
  const { path, sources, library, budget, clock } = request;
  const deadline = clock() + budget.milliseconds;
  const models = new ContractModels(library, world, request.reports ?? ((rule) => findRule(rule) !== undefined));
  const machine = new Machine(
    request.memories.of(world, sources),
    sources,
    models,
    budget.steps,
    () => clock() > deadline,
  );
  machine.observe = request.observe;
  machine.mayMatter = ({ site }) => sources.isContract(site.path) || relevance.chunksOf(site.path).has(site.chunk);
  const entries = new Entries(machine, path, budget, relevance);
  const effects = machine.collect(() => {
    machine.store.isolate(() => {
      entries.runAll();
    });
  });
  return { effects, unfinished: entries.unfinished };
}

/** The functions of one file, each analysed for all of its callers. */
class Entries {
  unfinished = 0;
  private readonly machine: Machine;
  private readonly path: string;
  private readonly budget: Budget;
  private readonly relevance: Relevance;
  private readonly seen = new Set<object>();
  /** What the module's top level established for everything that runs after it. */
  private start: Known = nothingKnown;

  constructor(machine: Machine, path: string, budget: Budget, relevance: Relevance) {
    this.machine = machine;
    this.path = path;
    this.budget = budget;
    this.relevance = relevance;
  }

  runAll(): void {
    const { machine } = this;
    const { definitions } = machine.collect(() => {
      this.attempt(() => {
        runMainModule(machine, this.path);
        this.start = machine.known;
      });
    });
    this.enterAll(definitions);
  }

  private enterAll(definitions: readonly Definition[]): void {
    for (const callee of definitions.flatMap((one) => (one.kind === "class" ? methodsOf(one) : [one]))) {
      if (callee.site.path !== this.path || this.seen.has(callee.node)) continue;
      if (this.machine.observe === undefined && !this.relevance.chunksOf(this.path).has(callee.site.chunk)) continue;
      if (this.machine.observe === undefined && this.isLeftToCallers(callee)) continue;
      this.seen.add(callee.node);
      this.enter(callee);
    }
  }

  /**
   * A private function that its own module uses has no other callers: what they guard against is ruled out in it, so it
   * is analysed for them alone.
   */
  private isLeftToCallers({ node }: FunctionValue): boolean {
    if (node.kind !== "function" || !/^_[^_]/.test(node.name.id)) return false;
    const text = this.machine.modules.text(this.path) ?? "";
    return [...text.matchAll(new RegExp(`(?<!\\w)${node.name.id}(?!\\w)`, "g"))].length > 1;
  }

  /** What an entry defines is analysed while the variables around it still have their values. */
  private enter(callee: FunctionValue): void {
    const { machine } = this;
    const { entries } = machine.memory;
    const known = machine.observe === undefined ? entries.get(callee.node) : undefined;
    if (known !== undefined && sameKnown(known.before, this.start) && machine.store.unchanged(known.reads)) {
      machine.repeat(known);
      return;
    }
    const before = this.unfinished;
    let reads: Reads | undefined;
    const effects = machine.collect(() => {
      ({ reads } = machine.store.record(() => {
        const { definitions } = machine.collect(() => {
          this.attempt(() => {
            runEntry(machine, callee, this.start);
          });
        });
        this.enterAll(definitions);
      }));
    });
    if (reads !== undefined && this.unfinished === before)
      entries.set(callee.node, { before: this.start, reads, ...effects });
  }

  private attempt(body: () => void): void {
    this.machine.refill(this.budget.steps);
    try {
      body();
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      this.unfinished++;
    }
    this.machine.reset();
  }
}

type Definition = FunctionValue | ClassValue;

function methodsOf(owner: ClassValue): FunctionValue[] {
  return [...owner.members.values()].flatMap((member) =>
    member.kind === "function" && member.owner === owner ? [member] : [],
  );
}

/** Decorators of tests that are not run, or that are expected to fail. */
const notRun = new Set(["pytest.mark.skip", "pytest.mark.xfail", "unittest.skip", "unittest.expectedFailure"]);

function isNotRun(machine: Machine, frame: Frame, callee: FunctionValue): boolean {
  if (callee.node.kind !== "function") return false;
  return callee.node.decorators.some((decorator) => {
    const name = evaluate(machine, frame, decorator.kind === "call" ? decorator.callee : decorator);
    return name.kind === "external" && notRun.has(name.name);
  });
}

/** A test under `@pytest.mark.skipif(condition)` runs only where the condition is false. */
function assumeNotSkipped(machine: Machine, frame: Frame, callee: FunctionValue): void {
  if (callee.node.kind !== "function") return;
  for (const decorator of callee.node.decorators) {
    const [condition] = decorator.kind === "call" ? decorator.arguments : [];
    if (decorator.kind !== "call" || condition === undefined) continue;
    const name = evaluate(machine, frame, decorator.callee);
    if (name.kind !== "external" || name.name !== "pytest.mark.skipif") continue;
    const test = testFormula(machine, frame, evaluate(machine, frame, condition.value), condition.value);
    machine.facts = assume(negation(test), machine.facts) ?? machine.facts;
    machine.condition = both(machine.condition, questionOf(test).fails) ?? machine.condition;
  }
}

function runEntry(machine: Machine, callee: FunctionValue, start: Known): void {
  machine.known = start;
  const receiver =
    callee.owner === undefined || callee.form === "staticmethod"
      ? undefined
      : callee.form === "classmethod"
        ? callee.owner
        : newInstance(callee.owner, true);
  if (callee.owner !== undefined && receiver?.kind === "object") assumeConstructed(machine, callee.owner);
  const frame = entryFrame(callee, receiver);
  if (isNotRun(machine, frame, callee)) return;
  assumeNotSkipped(machine, frame, callee);
  bindSymbolically(machine, frame, callee, receiver);
  if (callee.node.kind === "lambda") evaluate(machine, frame, callee.node.body);
  else runBlock(machine, frame, callee.node.body);
  applyEarlyWrites(machine, frame);
}
