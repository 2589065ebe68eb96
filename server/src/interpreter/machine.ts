/** The state of one evaluation. */
import type { Failure, Models, Modules } from "./surroundings.ts";
import type { Chunk, Node, Span } from "../syntax/ast.ts";
import { always, type Condition } from "../values/condition.ts";
import { Facts } from "../values/facts.ts";
import type { Origin, OriginKind, Site } from "../values/origin.ts";
import {
  type ClassValue,
  type FunctionValue,
  none,
  opaque,
  type OpaqueValue,
  text,
  unknown,
  type Value,
} from "../values/value.ts";
import { type Effects, factKey, type Known, type Launch, type Memory, noEffects, nothingKnown } from "./memory.ts";
import type { PathExplorer } from "./paths.ts";
import { type Probe, unfollowable } from "./probe.ts";
import type { LexicalScope } from "./scope.ts";
import { Store, type Layer } from "./store.ts";
import type { Unknowns } from "./unknowns.ts";

/** One activation of a module, class body or function. */
export interface Frame {
  readonly scope: LexicalScope;
  readonly chunk: Chunk;
  readonly function: FunctionValue | undefined;
  /** The object that `super()` starts from. */
  readonly receiver: Value | undefined;
  readonly caller: Frame | undefined;
  /** The call that made this activation. */
  readonly callSite: Site | undefined;
  /** How many undecided tests stand around that call. */
  readonly undecided: number;
  readonly returns: { readonly condition: Condition; readonly value: Value }[];
  /** Writes of branches that returned early: they happened if that branch was taken. */
  readonly earlyWrites: { readonly condition: Condition; readonly layer: Layer }[];
  /** How the innermost loop was left or continued under tests that could not be decided, and what was written before. */
  escapes: { readonly kind: "break" | "continue"; readonly layer: Layer }[];
  /** What a generator has yielded so far. */
  readonly yielded?: Yielded;
  /** Of a context manager written as a generator: runs the body of the `with` statement. */
  readonly resume?: (value: Value) => void;
}

/** Code under analysis, which knows what it sets itself. */
export interface Observer {
  /** Of the layers of the store, those from this one up are written by it. */
  readonly depth: number;
  /** True for a function, which runs when nobody knows what else has run. */
  readonly isFunction: boolean;
}

export interface Yielded {
  readonly items: Value[];
  /** False if some of the items may not be yielded, or others too. */
  exact: boolean;
}

/** Thrown when the budget is used up; what was not evaluated is unknown. */
export class BudgetExceeded extends Error {}

/** True for the error of code that nests deeper than the stack has room for; then nothing is known of it. */
export function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

/** Thrown on a path of a contract that raises. */
export class ContractRaises extends Error {}

function sameLaunch(a: Launch, b: Launch): boolean {
  return [...a].every(([name, fact]) => b.get(name) === undefined || factKey(b.get(name)) === factKey(fact));
}

export const maximumDepth = 16;

const epochCell = " epoch";
const mockCell = " mock";
const mocked = unknown("a mock");

/** Told of each piece of code that is evaluated: a statement of a module, or a function for all of its callers. */
export type RunObserver = (place: Pick<Site, "path" | "chunk">, code: Node, how: "run" | "entered") => void;

export class Machine {
  readonly store: Store;
  readonly memory: Memory;
  readonly modules: Modules;
  readonly models: Models;
  /** The scopes of modules that are being run, or are run for this evaluation alone. */
  readonly runningScopes = new Map<string, LexicalScope>();
  /** For each module that is being run, innermost last, the modules it has used. */
  readonly running: Set<string>[] = [];
  condition: Condition = always;
  launch: Known["launch"] = undefined;
  selective = false;
  /** How many calls were found on the way that skip the test which is running. */
  skips = 0;
  paths: PathExplorer | undefined = undefined;
  /** Set while library code is followed. */
  probe: Probe | undefined = undefined;
  /** Whose view of other modules counts: that of the file under analysis, or of one of its functions; undefined while a module is run. */
  observer: Observer | undefined = undefined;
  /** How many undecided tests stand around the current statement. */
  undecided = 0;
  depth = 0;
  /** How many ways through the alternatives of calls are being followed around the current statement. */
  spread = 1;
  /** Whether a function can reach a modelled call; one that cannot is entered only if it is small. */
  mayMatter: (callee: FunctionValue) => boolean = () => true;
  /** Called for each expression that was evaluated in a file of interest; for hovers. */
  observe: ((frame: Frame, span: Span, value: Value) => void) | undefined = undefined;
  /** Counts what is not known, if somebody wants the numbers. */
  unknowns: Unknowns | undefined = undefined;
  observeRuns: RunObserver | undefined = undefined;
  /** Receives what the code under evaluation does; undefined while that is not to be noted. */
  private effects: Effects | undefined = undefined;
  private userFacts: Facts = Facts.none;
  /** How many steps the top level of each module may take. */
  readonly stepsOfModule: number;
  private steps: number;
  private stepsAside: number;
  private names: { readonly code: number; count: number };
  private readonly deadline: () => boolean;
  /** Calls and modules that took more than their part of the budget, and were not followed to their end. */
  givenUp = 0;

  constructor(memory: Memory, modules: Modules, models: Models, steps: number, deadline: () => boolean) {
    this.memory = memory;
    this.store = new Store(memory.base);
    this.modules = modules;
    this.models = models;
    this.stepsOfModule = steps;
    this.steps = steps;
    this.stepsAside = steps;
    this.names = { code: memory.numberOf(this), count: 0 };
    this.deadline = deadline;
  }

  get facts(): Facts {
    return this.paths?.facts ?? this.userFacts;
  }

  set facts(facts: Facts) {
    if (this.paths === undefined) this.userFacts = facts;
    else this.paths.facts = facts;
  }

  private readonly owners = new Map<string, object>();

  /** The object whose cells hold what was written to attributes and items of an opaque value. */
  owner(key: string): object {
    let owner = this.owners.get(key);
    if (owner === undefined) this.owners.set(key, (owner = { key }));
    return owner;
  }

  /** Notes that an attribute of this name is assigned to objects other than one's own, such as a module. */
  patched(name: string): void {
    this.store.set(this.memory.patches, name, none);
  }

  /** Makes names known as a cell that stays the same as long as they do, so that whatever relies on it notices a change. */
  noteNames(scope: object, cell: string, names: ReadonlySet<string>): void {
    this.store.set(scope, cell, this.memory.sameText(scope, cell, [...names].sort().join(" ")));
  }

  /** True if code that was evaluated assigns an attribute of this name from outside. */
  isPatched(name: string): boolean {
    return this.store.get(this.memory.patches, name) !== undefined;
  }

  /** Notes that something else is put in the place of code that a contract may describe. */
  mock(): void {
    this.store.set(this.memory.patches, mockCell, mocked);
  }

  /** True where nobody knows what is called instead of what a contract describes. */
  get isMocked(): boolean {
    const cell = this.store.get(this.memory.patches, mockCell);
    return cell !== undefined && cell.kind !== "none";
  }

  /** Runs `body`; what it puts in the place of other code is taken back behind it. */
  mocking(body: () => void): void {
    const before = this.store.get(this.memory.patches, mockCell);
    body();
    if (this.isMocked) this.store.set(this.memory.patches, mockCell, before ?? none);
  }

  /** The key under which parts of an opaque value are read; it changes when unknown code may have changed them. */
  epochKey(key: string): string {
    const epoch = this.store.get(this.owner(key), epochCell);
    return epoch?.kind === "string" ? `${key}@${epoch.value}` : epoch === undefined ? key : this.fresh(key);
  }

  /** Starts a new epoch of an opaque value and drops what was written to it. */
  forgetOpaque(key: string): void {
    const owner = this.owner(key);
    for (const name of this.store.entries(owner).keys())
      this.store.set(owner, name, unknown("changed by code that is not modelled"));
    this.store.set(owner, epochCell, text(this.fresh("epoch")));
  }

  /** What holds here. */
  get known(): Known {
    return { facts: this.facts, condition: this.condition, launch: this.launch, selective: this.selective };
  }

  set known(known: Known) {
    this.facts = known.facts;
    this.condition = known.condition;
    this.launch = known.launch;
    this.selective = known.selective;
  }

  /** Gives each entry of the analysis its own allowance, and another for the library code that it leads to. */
  refill(steps: number): void {
    this.steps = steps;
    this.stepsAside = Math.floor(steps / 4);
  }

  /** Of the allowance of what is running. */
  get stepsLeft(): number {
    return this.steps;
  }

  /** Runs `body` on the allowance for library code, with at most so many steps; false if they did not suffice. */
  aside(steps: number, body: () => void): boolean {
    const own = this.steps;
    const given = Math.min(steps, this.stepsAside);
    try {
      return this.finishes(given, body);
    } finally {
      this.stepsAside -= given - Math.max(0, this.steps);
      this.steps = own;
    }
  }

  /** Runs `body` with half of the steps that are left; false if they did not suffice. */
  withHalf(body: () => void): boolean {
    const own = this.steps;
    const given = Math.floor(own / 2);
    try {
      return this.finishes(given, body);
    } finally {
      this.steps += own - given;
    }
  }

  /** Runs `body` on an allowance of its own; false if it did not suffice. */
  apart(steps: number, body: () => void): boolean {
    const own = this.steps;
    try {
      return this.finishes(steps, body);
    } finally {
      this.steps = own;
    }
  }

  /** True if the time for the file is over. */
  get isLate(): boolean {
    return this.deadline();
  }

  private finishes(steps: number, body: () => void): boolean {
    this.steps = steps;
    try {
      body();
      return true;
    } catch (error) {
      if (!(error instanceof BudgetExceeded) || this.isLate) throw error;
      return false;
    }
  }

  /** True while what the code under evaluation does is noted. */
  get isNoting(): boolean {
    return this.effects !== undefined;
  }

  /** Ends a path of library code on which something is not known. Elsewhere unknown is a value like others. */
  giveUp(cause: string): void {
    if (this.probe !== undefined) throw unfollowable(cause);
  }

  /** Notes a requirement that fails. */
  report(failure: Failure): void {
    if (!this.isMocked) this.effects?.failures.push(failure);
  }

  /** Notes a function or a class that was defined, so that each can be analysed on its own. */
  defined(value: FunctionValue | ClassValue): void {
    this.effects?.definitions.push(value);
  }

  /** Notes that a call at the top level ran a function for all of its callers. */
  ranForAll({ node }: FunctionValue): void {
    this.effects?.ran.push(node);
  }

  /** Notes what a call says about the launch. */
  launched(launch: Launch): void {
    this.effects?.launches.push(launch);
    const other = this.launch !== undefined && !sameLaunch(this.launch, launch);
    // After several launches nobody knows which one is in force: an empty one stands for that.
    this.launch = this.undecided > 0 || other ? new Map() : launch;
  }

  /** Runs `body` and returns what it did; what is around it has done that too. */
  collect(body: () => void): Effects {
    const effects = noEffects();
    this.noteInto(effects, body);
    this.repeat(effects);
    return effects;
  }

  /** Runs `body`; of each failure in it is noted what is left of it outside. */
  filtered(body: () => void, outside: (failure: Failure) => Failure | undefined): void {
    const effects = noEffects();
    try {
      this.noteInto(effects, body);
    } finally {
      this.repeat({ ...effects, failures: effects.failures.flatMap((failure) => outside(failure) ?? []) });
    }
  }

  private noteInto(effects: Effects, body: () => void): void {
    const outer = this.effects;
    this.effects = effects;
    try {
      body();
    } finally {
      this.effects = outer;
    }
  }

  /** Notes again what was noted when the same code ran before. */
  repeat(effects: Effects): void {
    this.effects?.failures.push(...effects.failures);
    this.effects?.definitions.push(...effects.definitions);
    this.effects?.ran.push(...effects.ran);
    this.effects?.launches.push(...effects.launches);
  }

  /** Runs `body` without noting anything. */
  silently(body: () => void): void {
    const { effects, observe } = this;
    this.effects = undefined;
    this.observe = undefined;
    try {
      body();
    } finally {
      this.effects = effects;
      this.observe = observe;
    }
  }

  /** Forgets where an entry under analysis was left, after it ended in whatever way. */
  reset(): void {
    this.paths = undefined;
    this.probe = undefined;
    this.known = nothingKnown;
    this.undecided = 0;
    this.depth = 0;
  }

  step(): void {
    if (this.steps-- <= 0 || (this.steps % 256 === 0 && this.deadline())) throw new BudgetExceeded();
  }

  /**
   * A name that nothing else has while this code runs; the same as before if it is run again and does the same. Other code may
   * give it to another thing, so the prefix must say all that is remembered of a name.
   */
  fresh(prefix: string): string {
    return `${prefix}#${this.names.code}.${this.names.count++}`;
  }

  /** The number in all names that are given now, and how many were given with it. */
  get namesGiven(): { readonly code: number; readonly count: number } {
    return { ...this.names };
  }

  /** Runs a piece of code that is remembered on its own, or one of those at a depth, of which only one runs at a time. */
  naming<T>(code: object | number, body: () => T): T {
    const { names } = this;
    this.names = { code: this.memory.numberOf(code), count: 0 };
    try {
      return body();
    } finally {
      this.names = names;
    }
  }

  site(frame: Frame, span: Span): Site {
    return { path: frame.scope.path, chunk: frame.chunk, start: span.start, end: span.end };
  }

  origin(kind: OriginKind, frame: Frame, span: Span, inputs: readonly (Origin | undefined)[], name?: string): Origin {
    return { kind, site: this.site(frame, span), name, inputs: inputs.filter((input) => input !== undefined) };
  }

  /** A value that is only known to be the result of this expression, because of what the cause names. */
  result(
    frame: Frame,
    span: Span,
    inputs: readonly (Origin | undefined)[] = [],
    cause = "an expression that is not modelled",
  ): OpaqueValue {
    const origin = this.origin("computed", frame, span, inputs);
    const { key, name } = this.called("result", frame, span);
    return { ...opaque(key, name, origin), cause };
  }

  /** A key and a name for what an expression gives, by how it is written. */
  called(prefix: string, frame: Frame, span: Span): { readonly key: string; readonly name: string } {
    const name = this.source(frame, span);
    return { key: this.fresh(`${prefix} ${name}`), name };
  }

  /** The text of an expression on one line, shortened. */
  source(frame: Frame, span: Span): string {
    const text = this.modules.text(frame.scope.path);
    const placed = this.modules.syntax(frame.scope.path)?.chunks.find((candidate) => candidate.chunk === frame.chunk);
    if (text === undefined || placed === undefined) return "a value";
    const source = text.slice(placed.offset + span.start, placed.offset + span.end).replace(/\s+/g, " ");
    return source.length <= 40 ? source : `${source.slice(0, 37)}...`;
  }
}
