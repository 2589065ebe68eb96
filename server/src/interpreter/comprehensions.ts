/** Comprehensions: over short known sequences they are unrolled; any other gives a value of unknown contents. */
import type { ComprehensionClause, ComprehensionExpression } from "../syntax/ast.ts";
import type { Origin } from "../values/origin.ts";
import { conjunction, type Formula } from "../values/logic.ts";
import { atomsOf } from "../values/symbolic.ts";
import type { UniformValue, Value } from "../values/value.ts";
import { branches, widen } from "./branches.ts";
import { choose, decideHere, questionOf } from "./choices.ts";
import {
  absent,
  anything,
  membersOf,
  newDict,
  newIterator,
  newList,
  newRepeated,
  repeatedIn,
  withoutGaps,
} from "./containers.ts";
import { evaluate, originsOf, perhaps, testOf } from "./expressions.ts";
import { dictKey } from "./keys.ts";
import { runAhead } from "./generators.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignTarget } from "./names.ts";
import { LexicalScope, targetNames } from "./scope.ts";

/** More elements than this are not written out. */
const maximumElements = 128;

export function comprehension(machine: Machine, frame: Frame, e: ComprehensionExpression): Value {
  const own = targetNames(e.clauses.map((clause) => clause.target));
  const scope = new LexicalScope(frame.scope.path, "comprehension", frame.scope, { own, globals: new Set() });
  const inner: Frame = { ...frame, scope };
  const results: Result[] = [];
  const rounds: Rounds = { repeated: undefined };
  let complete = false as boolean;
  const run = (): void => {
    complete = runClauses(machine, frame, inner, e.clauses, { rounds, isDict: e.key !== undefined }, (test) => {
      const key = e.key === undefined ? undefined : evaluate(machine, inner, e.key);
      results.push({ key, value: evaluate(machine, inner, e.element), test });
      return results.length <= maximumElements;
    });
  };
  const isLater = e.result === "generator";
  const reads = isLater ? runAhead(machine, scope, run) : undefined;
  if (!isLater) {
    const layer = machine.store.isolate(run);
    if (complete) machine.store.apply(layer);
    else widen(machine, layer, "written by a comprehension");
  }
  const values = results.map((result) => result.value);
  const origin = machine.origin("computed", frame, e, originsOf(values));
  if (isLater && complete && reads !== undefined) return newIterator(machine, values, reads, origin);
  if (!complete || isLater) return repeatedList(machine, e, rounds, values, origin) ?? machine.result(frame, e);
  if (e.result !== "dict") return newList(machine, values, origin, e.result);
  const entries = new Map<string, Value>();
  for (const { key, value, test } of results) {
    const name = key === undefined ? undefined : dictKey(key);
    if (name === undefined) return newDict(machine, new Map(), anything, origin);
    const entry = test === undefined ? value : whereTrue(test, value);
    entries.set(name, withoutGaps(entry, entries.get(name) ?? absent));
  }
  return newDict(machine, entries, absent, origin);
}

/** What one round gave, and the test it hangs on if that could not be decided. */
interface Result {
  readonly key: Value | undefined;
  readonly value: Value;
  readonly test: Formula | undefined;
}

/** An entry that is there where a test holds. */
function whereTrue(test: Formula, value: Value): Value {
  const { holds, fails } = questionOf(test);
  return choose([
    { condition: holds, value },
    { condition: fails, value: absent },
  ]);
}

/** What the only clause runs through, if that is one element as often as a number says. */
interface Rounds {
  repeated: UniformValue | undefined;
}

/** A list of what one round gave, if every round gives the same, or a number that says which round it is. */
function repeatedList(
  machine: Machine,
  e: ComprehensionExpression,
  { repeated }: Rounds,
  values: readonly Value[],
  origin: Origin,
): Value | undefined {
  const [element] = values;
  if (repeated?.length === undefined || e.result !== "list" || element === undefined || values.length > 1)
    return undefined;
  const { length, index } = repeated;
  if (element.kind !== "int" && !isFreeOf(element, index)) return undefined;
  return newRepeated(
    machine,
    { kind: "uniform", element, length, origin, ...(index !== undefined && { index }) },
    origin,
  );
}

/** True for a value without an identity in which nothing says which round it is of. */
function isFreeOf(value: Value, index: string | undefined): boolean {
  if (value.kind !== "tensor") return value.kind === "none" || value.kind === "float";
  return index === undefined || value.shape.every((size) => size === undefined || !atomsOf(size).has(index));
}

/** Runs `each` for every combination; false if it is not known which there are. Where they are not, it runs once, for any of them. */
function runClauses(
  machine: Machine,
  outer: Frame,
  inner: Frame,
  clauses: readonly ComprehensionClause[],
  made: { readonly rounds: Rounds; readonly isDict: boolean },
  each: (test?: Formula) => boolean,
): boolean {
  const { rounds } = made;
  const [clause, ...rest] = clauses;
  if (clause === undefined) return each();
  const iterable = evaluate(machine, outer, clause.iterable);
  const items = membersOf(machine, iterable);
  if (items === undefined || items.length > maximumElements) {
    const repeated = iterable.kind === "uniform" ? iterable : repeatedIn(machine, iterable);
    if (rest.length === 0 && outer !== inner && clause.conditions.length === 0) rounds.repeated = repeated;
    assignTarget(
      machine,
      inner,
      clause.target,
      repeated?.element ?? machine.result(outer, clause.iterable, [iterable.origin]),
    );
    const holds = decideHere(machine, testOfClause(machine, inner, clause));
    perhaps(machine, machine.probe !== undefined || holds !== true, () =>
      runClauses(machine, inner, inner, rest, made, each),
    );
    return false;
  }
  let complete = iterable.kind !== "object" || iterable.identity.type !== "set" || items.length < 2;
  for (const item of items) {
    assignTarget(machine, inner, clause.target, item);
    const test = testOfClause(machine, inner, clause);
    const holds = decideHere(machine, test);
    if (holds === false) continue;
    if (holds === undefined && rest.length === 0 && made.isDict && machine.probe === undefined) {
      // Of a dict, one entry may be there or not.
      branches(
        machine,
        inner,
        test,
        () => void (complete = each(machine.paths === undefined ? test : undefined) && complete),
        () => undefined,
      );
      continue;
    }
    const ran = perhaps(machine, holds === undefined, () => runClauses(machine, inner, inner, rest, made, each));
    complete = ran && complete && holds === true;
    if (!complete) break;
  }
  return complete;
}

function testOfClause(machine: Machine, inner: Frame, clause: ComprehensionClause): Formula {
  const tests: Formula[] = [];
  for (const condition of clause.conditions) {
    const test = testOf(machine, inner, condition);
    tests.push(test);
    if (decideHere(machine, test) === false) break;
  }
  return conjunction(tests);
}
