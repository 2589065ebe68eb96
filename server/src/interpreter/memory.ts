/**
 * What survives from one evaluation to the next in the same world: modules that were run, and what each top-level
 * statement and each function gave the last time, with what it read. Nothing else caches.
 */
import type { Chunk, ModuleSyntax } from "../syntax/ast.ts";
import { always, type Condition, conditionKey, sameCondition } from "../values/condition.ts";
import { Facts } from "../values/facts.ts";
import { sameOrigin, sameOrNoSite, type Site } from "../values/origin.ts";
import { type ClassValue, type FunctionValue, type StringValue, text, type Value, valueKey } from "../values/value.ts";
import type { Completion } from "./branches.ts";
import type { Failure } from "./surroundings.ts";
import type { LexicalScope } from "./scope.ts";
import type { Base, Layer, Reads } from "./store.ts";

/** What a run of code did besides writing: reported, defined, and declared about the launch. */
export interface Effects {
  readonly failures: Failure[];
  readonly definitions: (FunctionValue | ClassValue)[];
  /** The nodes of the functions that calls at the top level, which are sure to be made, ran for all callers and to their end. */
  readonly ran: object[];
  readonly launches: Launch[];
}

/** One fact of a launch, such as `ulysses_degree=2`, and the call that sets it. */
export interface LaunchFact {
  /** An integer, or a choice of integers by configuration. */
  readonly value: Value;
  readonly site: Site | undefined;
}

/** Equal for facts that say the same. */
export function factKey(fact: LaunchFact | undefined): string {
  if (fact?.value.kind !== "choice") return (fact && valueKey(fact.value)) ?? "";
  return fact.value.alternatives
    .map(({ condition, value }) => `${conditionKey(condition)}?${valueKey(value) ?? ""}`)
    .join("|");
}

/** What fixes the layout of a program: facts by the names of `parallel`. */
export type Launch = ReadonlyMap<string, LaunchFact>;

export function noEffects(): Effects {
  return { failures: [], definitions: [], ran: [], launches: [] };
}

/** What is known to hold at a point of a program. */
export interface Known {
  readonly facts: Facts;
  readonly condition: Condition;
  /** What the last call that fixed the layout of the program fixed; undefined if there was none, or one of several. */
  readonly launch: Launch | undefined;
  /** True where a test that nobody can answer may have picked the worlds in which the code runs. */
  readonly selective: boolean;
}

export const nothingKnown: Known = { facts: Facts.none, condition: always, launch: undefined, selective: false };

/** True if the same holds; what another evaluation established anew is compared by what it says. */
export function sameKnown(a: Known, b: Known): boolean {
  return (
    a.facts.equals(b.facts) &&
    sameCondition(a.condition, b.condition) &&
    sameLaunch(a.launch, b.launch) &&
    a.selective === b.selective
  );
}

function sameLaunch(a: Launch | undefined, b: Launch | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || a?.size !== b.size) return false;
  return [...a].every(([name, fact]) => {
    const other = b.get(name);
    return other !== undefined && sameFact(fact, other);
  });
}

function sameFact(a: LaunchFact, b: LaunchFact): boolean {
  return factKey(a) === factKey(b) && sameOrigin(a.value.origin, b.value.origin) && sameOrNoSite(a.site, b.site);
}

export interface StatementRecord extends Effects {
  readonly before: Known;
  readonly reads: Reads;
  readonly layer: Layer;
  readonly completion: Completion;
  readonly after: Known;
}

export interface EntryRecord extends Effects {
  readonly before: Known;
  /** Whether its defaults were taken for what it is called with. */
  readonly withDefaults: boolean;
  /** False if it was not followed to its end, and would not be again. */
  readonly isWhole: boolean;
  readonly reads: Reads;
}

export interface ModuleRecord {
  readonly syntax: ModuleSyntax;
  readonly scope: LexicalScope;
  /** The modules that were run or read while this one ran. */
  readonly dependencies: Set<string>;
}

let nextNumber = 0;

export class Memory {
  readonly base: Base = new WeakMap();
  /** One scope for each path for good: what was read from it can be compared later. */
  readonly scopes = new Map<string, LexicalScope>();
  readonly modules = new Map<string, ModuleRecord>();
  /** Of library files that are followed: the names that were asked for are cells of the scope. */
  readonly libraries = new Map<string, { readonly syntax: ModuleSyntax; readonly scope: LexicalScope }>();
  /** Its cells are the names of attributes that code assigns to other objects; like a module's, one that is missing may come. */
  readonly patches = { kind: "module" } as const;
  readonly statements = new WeakMap<Chunk, StatementRecord>();
  /** By the node of the function, or what stands for it in another class. */
  readonly entries = new WeakMap<object, EntryRecord>();
  private readonly inherited = new WeakMap<object, WeakMap<object, object>>();
  private readonly imports = new Map<string, Set<string>>();
  private readonly texts = new WeakMap<object, Map<string, StringValue>>();
  private readonly numbers = new WeakMap<object, number>();
  private readonly numbersOfDepths: number[] = [];

  /** What stands for a method where it runs on instances of a class that inherits it. */
  inheritedKey(owner: object, method: object): object {
    let keys = this.inherited.get(owner);
    if (keys === undefined) this.inherited.set(owner, (keys = new WeakMap<object, object>()));
    let key = keys.get(method);
    if (key === undefined) keys.set(method, (key = {}));
    return key;
  }

  /** A number that stays with a piece of code, or with all code at a depth, in this world, and is nothing else's in any. */
  numberOf(code: object | number): number {
    if (typeof code === "number") return (this.numbersOfDepths[code] ??= nextNumber++);
    let number = this.numbers.get(code);
    if (number === undefined) this.numbers.set(code, (number = nextNumber++));
    return number;
  }

  /** The modules that a file under analysis has made use of, in this evaluation or in those before that it builds on. */
  importsOf(path: string): Set<string> {
    let imports = this.imports.get(path);
    if (imports === undefined) this.imports.set(path, (imports = new Set()));
    return imports;
  }

  /** Those modules, and the ones that they made use of in turn. */
  modulesBehind(path: string): ReadonlySet<string> {
    const found = new Set(this.imports.get(path));
    for (const module of found) for (const next of this.modules.get(module)?.dependencies ?? []) found.add(next);
    return found;
  }

  /** A text in a cell, as a value that is the same object as long as the text is the same. */
  sameText(owner: object, cell: string, content: string): StringValue {
    let cells = this.texts.get(owner);
    if (cells === undefined) this.texts.set(owner, (cells = new Map<string, StringValue>()));
    let known = cells.get(cell);
    if (known?.value !== content) cells.set(cell, (known = text(content)));
    return known;
  }

  /** Forgets the modules whose text changed, and those that depend on one of them. */
  revalidate(syntaxOf: (path: string) => ModuleSyntax | undefined): void {
    this.revalidateLibraries(syntaxOf);
    const valid = new Map<string, boolean>();
    const isValid = (path: string): boolean => {
      const known = valid.get(path);
      if (known !== undefined) return known;
      const record = this.modules.get(path);
      if (record === undefined) return true;
      valid.set(path, true);
      const answer = record.syntax === syntaxOf(path) && [...record.dependencies].every(isValid);
      valid.set(path, answer);
      return answer;
    };
    for (const [path, record] of this.modules) {
      if (isValid(path)) continue;
      this.modules.delete(path);
      this.base.delete(record.scope);
    }
  }

  /** A name may be made of names of other files, so one change is a change of all. */
  private revalidateLibraries(syntaxOf: (path: string) => ModuleSyntax | undefined): void {
    if ([...this.libraries].every(([path, { syntax }]) => syntaxOf(path) === syntax)) return;
    for (const { scope } of this.libraries.values()) this.base.delete(scope);
    this.libraries.clear();
  }
}
