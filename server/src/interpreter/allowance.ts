/**
 * Calls and modules that would use up the budget of what they are part of are given up, each on its own: what is around
 * them is followed to its end, with what they may have changed unknown.
 */
import type { Chunk } from "../syntax/ast.ts";
import { type FunctionValue, none, unknown, type Value } from "../values/value.ts";
import type { Machine } from "./machine.ts";
import { assignedNames, type LexicalScope } from "./scope.ts";

/** Below so many calls, one more is given up together with the call that it is part of. */
const maximumDepth = 5;

/**
 * The value of a call: what `run` gives within half of the steps that are left, or else `otherwise`. What leads to no
 * modelled call was followed for its value alone, so that nothing is left unchecked where it is given up.
 */
export function withinAllowance(
  machine: Machine,
  callee: FunctionValue,
  run: () => Value,
  otherwise: () => Value,
): Value {
  if (machine.paths !== undefined || machine.probe !== undefined || machine.depth >= maximumDepth) return run();
  const { known, undecided, depth, spread } = machine;
  let value: Value = none;
  let finished = false as boolean;
  const layer = machine.store.isolate(() => {
    finished = machine.withHalf(() => {
      value = run();
    });
  });
  if (finished) {
    machine.store.apply(layer);
    return value;
  }
  Object.assign(machine, { undecided, depth, spread });
  machine.known = known;
  if (machine.mayMatter(callee)) machine.givenUp++;
  machine.store.blur(layer, unknown("changed by a call that was not followed to its end"));
  return otherwise();
}

/** Runs the statements of a module one by one on an allowance of their own; what those bind that it did not suffice for is unknown. */
export function runWithin(
  machine: Machine,
  scope: LexicalScope,
  chunks: readonly Chunk[],
  run: (chunk: Chunk) => boolean,
): void {
  let done = 0;
  const finished = machine.apart(machine.stepsOfModule, () => {
    for (const chunk of chunks) {
      const goesOn = run(chunk);
      done++;
      if (!goesOn) break;
    }
  });
  if (finished) return;
  machine.givenUp++;
  const left = chunks.slice(done).map(({ statement }) => statement);
  for (const name of assignedNames(left))
    machine.store.set(scope, name, unknown("a module that was not followed to its end"));
}
