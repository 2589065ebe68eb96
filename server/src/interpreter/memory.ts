/**
 * What survives from one evaluation to the next in the same world: modules that were run, and what each top-level
 * statement and each function gave the last time, with what it read. Nothing else caches.
 */
import type { Chunk, ModuleSyntax } from "../syntax/ast.ts";
import { always, type Condition } from "../values/condition.ts";
import { Facts } from "../values/facts.ts";
import { type ClassValue, type FunctionValue, type StringValue, text } from "../values/value.ts";
import type { Completion } from "./branches.ts";
import type { Failure } from "./machine.ts";
import type { LexicalScope } from "./scope.ts";
import type { Base, Layer, Reads } from "./store.ts";

/** What a run of code did besides writing: reported, defined, and declared about the launch. */
export interface Effects {
  readonly failures: Failure[];
  readonly definitions: (FunctionValue | ClassValue)[];
  readonly launches: ReadonlyMap<string, { readonly value: number; readonly site: Failure["call"] | undefined }>[];
}

export function noEffects(): Effects {
  return { failures: [], definitions: [], launches: [] };
}

/** What is known to hold at a point of a program. */
export interface Known {
  readonly facts: Facts;
  readonly condition: Condition;
  /** What the last call that fixed the layout of the program fixed; undefined if there was none, or one of several. */
  readonly launch: Effects["launches"][number] | undefined;
}

export const nothingKnown: Known = { facts: Facts.none, condition: always, launch: undefined };

export function sameKnown(a: Known, b: Known): boolean {
  return a.facts === b.facts && a.condition === b.condition && a.launch === b.launch;
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
  readonly reads: Reads;
}

export interface ModuleRecord {
  readonly syntax: ModuleSyntax;
  readonly scope: LexicalScope;
  /** The modules that were run or read while this one ran. */
  readonly dependencies: Set<string>;
}

export class Memory {
  readonly base: Base = new WeakMap();
  /** One scope for each path for good: what was read from it can be compared later. */
  readonly scopes = new Map<string, LexicalScope>();
  readonly modules = new Map<string, ModuleRecord>();
  /** Of library files that are followed: the names that were asked for are cells of the scope. */
  readonly libraries = new Map<string, { readonly syntax: ModuleSyntax; readonly scope: LexicalScope }>();
  readonly statements = new WeakMap<Chunk, StatementRecord>();
  /** By the node of the function. */
  readonly entries = new WeakMap<object, EntryRecord>();
  private readonly texts = new WeakMap<object, StringValue>();
  private counter = 0;

  /** A number that no other evaluation in this world has. */
  next(): number {
    return this.counter++;
  }

  /** A text as a value that is the same object as long as the text is the same. */
  sameText(owner: object, content: string): StringValue {
    let known = this.texts.get(owner);
    if (known?.value !== content) this.texts.set(owner, (known = text(content)));
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
