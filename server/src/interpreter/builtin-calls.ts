/** What a modelled function of Python's own library is given. */
import type { Site } from "../values/origin.ts";
import type { Value } from "../values/value.ts";
import type { Frame, Machine } from "./machine.ts";

export interface BuiltinCall {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly site: Site;
  /** Positional arguments; none of them is a choice. */
  readonly values: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
  /** True if keyword arguments that nobody knows may be passed too. */
  readonly others: Value;
}

/** The result; undefined where it is not modelled. */
export type Builtin = (call: BuiltinCall) => Value | undefined;
