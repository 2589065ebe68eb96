/** What happens on one path of a contract. */
import type { Value } from "../values/value.ts";

export interface PathFailure {
  readonly rule: string;
  readonly at: Value;
  /** Undefined where the library raises nothing. */
  readonly exception: { readonly name: string; readonly text: string } | undefined;
  readonly facts: ReadonlyMap<string, Value>;
}

export interface PathRecord {
  /** False for a rule that nobody asked for: what it demands is taken to hold where that is not known. */
  reports(rule: string): boolean;
  failure: PathFailure | undefined;
  readonly launches: ReadonlyMap<string, Value>[];
}
