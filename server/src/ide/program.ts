/** Evaluates one file: its top level, then each of its functions for all callers. */
import type { ContractLibrary } from "../contracts/library.ts";
import { ContractModels } from "../contracts/models.ts";
import { type Launch, type World } from "../contracts/world.ts";
import { applyEarlyWrites } from "../interpreter/branches.ts";
import { bindSymbolically, entryFrame, newInstance } from "../interpreter/classes.ts";
import { BudgetExceeded, type Failure, type Frame, Machine } from "../interpreter/machine.ts";
import { runModule } from "../interpreter/modules.ts";
import { runBlock } from "../interpreter/statements.ts";
import { evaluate } from "../interpreter/expressions.ts";
import type { PlacedChunk, Span, Statement } from "../syntax/index.ts";
import type { ClassValue, FunctionValue, Value } from "../values/value.ts";
import { relevantChunks } from "./relevance.ts";
import type { Sources } from "./sources.ts";

export interface Budget {
  /** Evaluation steps for each function and for the top level. */
  readonly steps: number;
  /** Milliseconds for the whole file. */
  readonly milliseconds: number;
}

export const defaultBudget: Budget = { steps: 40_000, milliseconds: 2_000 };

export interface Evaluation {
  readonly failures: readonly Failure[];
  /** Functions that were not analysed to their end. */
  readonly unfinished: number;
  readonly machine: Machine;
}

export interface EvaluationRequest {
  readonly path: string;
  readonly sources: Sources;
  readonly library: ContractLibrary;
  readonly world: World;
  readonly budget: Budget;
  readonly clock: () => number;
  readonly observe?: (frame: Frame, span: Span, value: Value) => void;
}

/** Evaluates a file in its world; what its own calls say about the launch is taken into account. */
export function evaluateFile(request: EvaluationRequest): Evaluation | undefined {
  const { world } = request;
  const first = evaluateIn(request, world);
  if (first === undefined || world.launches.length > 0) return first?.evaluation;
  const launches = distinct(first.launches);
  if (launches.length === 0) return first.evaluation;
  return evaluateIn(request, { ...world, launches })?.evaluation;
}

function distinct(launches: readonly Launch[]): Launch[] {
  const key = (launch: Launch): string => [...launch].map(([name, fact]) => `${name}=${fact.value}`).sort().join();
  return [...new Map(launches.map((launch) => [key(launch), launch])).values()];
}

function evaluateIn(request: EvaluationRequest, world: World): { evaluation: Evaluation; launches: readonly Launch[] } | undefined {
  const { path, sources, library, budget, clock } = request;
  const source = sources.source(path);
  if (source === undefined) return undefined;
  const relevant = relevantIn(path, sources, library);
  const models = new ContractModels(library, world);
  const deadline = clock() + budget.milliseconds;
  const machine = new Machine(sources, models, budget.steps, () => clock() > deadline);
  const failures: Failure[] = [];
  let unfinished = 0;
  if (relevant.size === 0 && request.observe === undefined) return { evaluation: { failures, unfinished, machine }, launches: [] };
  machine.report = (failure) => failures.push(failure);
  machine.observe = request.observe;
  const chunks = new Set([...relevant].map((placed) => placed.chunk));
  const seen = new Set<object>();
  const attempt = (body: () => void): void => {
    machine.refill(budget.steps);
    try {
      body();
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      unfinished++;
    }
    machine.reset();
  };
  const enter = (defined: readonly Definition[]): void => {
    for (const callee of defined.flatMap((one) => (one.kind === "class" ? methodsOf(one) : [one]))) {
      if (callee.site.path !== path || seen.has(callee.node)) continue;
      if (request.observe === undefined && !chunks.has(callee.site.chunk)) continue;
      seen.add(callee.node);
      machine.store.isolate(() => {
        const nested = collectDefinitions(machine, () => attempt(() => runEntry(machine, callee)));
        // What an entry defines is analysed while the variables around it still have their values.
        enter(nested);
      });
    }
  };
  enter(collectDefinitions(machine, () => attempt(() => void runModule(machine, path))));
  return { evaluation: { failures, unfinished, machine }, launches: models.launches };
}

type Definition = FunctionValue | ClassValue;

function collectDefinitions(machine: Machine, body: () => void): readonly Definition[] {
  const defined: Definition[] = [];
  const { onDefinition } = machine;
  machine.onDefinition = (value) => void defined.push(value);
  body();
  machine.onDefinition = onDefinition;
  return defined;
}

function methodsOf(owner: ClassValue): FunctionValue[] {
  return [...owner.members.values()].flatMap((member) => (member.kind === "function" && member.owner === owner ? [member] : []));
}

function runEntry(machine: Machine, callee: FunctionValue): void {
  const receiver = callee.owner === undefined || callee.form === "staticmethod" ? undefined : callee.form === "classmethod" ? callee.owner : newInstance(callee.owner, true);
  const frame = entryFrame(callee, receiver);
  bindSymbolically(machine, frame, callee, receiver);
  if (callee.node.kind === "lambda") evaluate(machine, frame, callee.node.body);
  else runBlock(machine, frame, callee.node.body);
  applyEarlyWrites(machine, frame);
}

function relevantIn(path: string, sources: Sources, library: ContractLibrary): ReadonlySet<PlacedChunk> {
  const source = sources.source(path);
  if (source === undefined) return new Set();
  const triggers = library.triggers();
  const imported = (statement: Statement): readonly string[] => {
    if (statement.kind !== "import-from" && statement.kind !== "import") return [];
    return importedRelevantNames(statement, path, sources, triggers);
  };
  return relevantChunks(source.syntax, source.text, triggers, imported);
}

/** Names imported from workspace files that mention something a contract describes. */
function importedRelevantNames(statement: Statement, path: string, sources: Sources, triggers: readonly string[], seen = new Set<string>()): readonly string[] {
  const reaches = (name: string): boolean => {
    const target = sources.resolveSource(name, path);
    if (target === undefined || seen.has(target) || seen.size > 64) return false;
    seen.add(target);
    const source = sources.source(target);
    if (source === undefined) return false;
    if (triggers.some((word) => source.text.includes(word))) return true;
    return source.syntax.chunks.some(({ chunk }) => importedRelevantNames(chunk.statement, target, sources, triggers, seen).length > 0);
  };
  if (statement.kind === "import") {
    return statement.names.flatMap((item) => (reaches(item.module) ? [item.alias?.id ?? item.module.split(".").at(-1) ?? ""] : []));
  }
  if (statement.kind !== "import-from") return [];
  const module = sources.absoluteName(statement.level, statement.module, path);
  if (statement.names === "*") return [];
  const whole = reaches(module);
  return statement.names.flatMap((item) => (whole || reaches(`${module}.${item.name.id}`) ? [(item.alias ?? item.name).id] : []));
}
