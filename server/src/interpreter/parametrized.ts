/** Tests that run once for each of several arguments: `@pytest.mark.parametrize`. */
import { type Decision, only } from "../values/condition.ts";
import { describe, type FunctionValue, type Value } from "../values/value.ts";
import { choose, maximumAlternatives } from "./choices.ts";
import { ownerOf } from "./classes.ts";
import { itemsOf, membersOf } from "./containers.ts";
import type { Frame, Machine } from "./machine.ts";
import { namesIn } from "./records.ts";
import { markOfDecorator } from "./skips.ts";

/** Binds the parameters of a test that its marks have values for: each of them is a run. */
export function bindParametrized(machine: Machine, frame: Frame, callee: FunctionValue): void {
  const { node, site } = callee;
  if (node.kind !== "function") return;
  const place = `${site.path} ${ownerOf(callee)?.node.name.id ?? ""}.${node.name.id}`;
  for (const decorator of node.decorators) {
    const { name, given } = markOfDecorator(machine, frame, decorator);
    const [told, listed] = ["argnames", "argvalues"].map(
      (key, i) => (given.find((one) => one.name === key) ?? given.filter((one) => one.name === undefined)[i])?.value,
    );
    // With `indirect`, a fixture makes something else of the values.
    if (name !== "pytest.mark.parametrize" || told === undefined || listed === undefined) continue;
    if (given.some((one) => one.name === "indirect")) continue;
    bindEach(
      machine,
      frame,
      place,
      namesIn(machine, told) ?? [],
      membersOf(machine, listed) ?? [],
      told.kind === "string",
    );
  }
}

function bindEach(
  machine: Machine,
  frame: Frame,
  place: string,
  names: readonly string[],
  calls: readonly Value[],
  mayBePlain: boolean,
): void {
  const isPlain = mayBePlain && names.length === 1;
  const rows = calls.map((call) => (isPlain ? [call] : itemsOf(machine, call)));
  if (rows.length > maximumAlternatives || !rows.every((row) => row?.length === names.length)) return;
  const label = names.length === 1 ? (names[0] ?? "") : `(${names.join(", ")})`;
  const decision: Decision = {
    // Another evaluation asks the same.
    key: `parametrized ${place} ${label}`,
    kind: "world",
    alternatives: calls.map((call) => `${label} is ${describe(call)}`),
    implies: calls.map(() => undefined),
  };
  for (const [i, name] of names.entries()) {
    const values = rows.flatMap((row, j) => {
      const value = row?.[i];
      return value === undefined ? [] : [{ condition: only(decision, j), value }];
    });
    if (machine.store.get(frame.scope, name) !== undefined) machine.store.set(frame.scope, name, choose(values));
  }
}
