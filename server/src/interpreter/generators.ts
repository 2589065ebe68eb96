/** Generators: what they yield is collected when they are made, if nothing else sees them run. */
import { ownNodesIn, remembered } from "../syntax/index.ts";
import type { FunctionStatement, YieldExpression } from "../syntax/ast.ts";
import { none, type Value } from "../values/value.ts";
import { widen } from "./branches.ts";
import { itemsOf, newIterator } from "./containers.ts";
import { evaluate } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import type { Reads } from "./store.ts";

export const isGenerator = remembered(({ body }: FunctionStatement): boolean =>
  body.flatMap(ownNodesIn).some(({ kind }) => kind === "yield"),
);

/** `yield value`: what is sent back is not known. */
export function yielded(machine: Machine, frame: Frame, e: YieldExpression): Value {
  const value = e.value === undefined ? none : evaluate(machine, frame, e.value);
  if (frame.resume !== undefined) {
    const [only, ...others] = e.from ? (itemsOf(machine, value) ?? []) : [value];
    frame.resume(only === undefined || others.length > 0 ? machine.result(frame, e) : only);
    return e.from ? machine.result(frame, e) : none;
  }
  if (frame.yielded !== undefined) {
    const items = e.from ? itemsOf(machine, value) : [value];
    if (items === undefined) frame.yielded.exact = false;
    frame.yielded.items.push(...(items ?? []));
  }
  return machine.result(frame, e);
}

/** Runs a generator's body to its end and returns the iterator; undefined if it is not known what it yields. */
export function collected(machine: Machine, frame: Frame, run: () => void): Value | undefined {
  const { yielded: found } = frame;
  const reads = runAhead(machine, frame.scope, run);
  return found?.exact === true && reads !== undefined ? newIterator(machine, found.items, reads, undefined) : undefined;
}

/** Runs what runs when somebody asks for its values, perhaps never to its end. Returns what it read, if nothing else sees it run. */
export function runAhead(machine: Machine, own: object, run: () => void): Reads | undefined {
  const { layer, reads } = machine.store.record(run);
  // What was written to anything that existed before.
  const outside = new Map([...layer].filter(([owner]) => owner !== own && machine.store.knows(owner)));
  widen(machine, outside, "a generator that may have run");
  for (const owner of outside.keys()) layer.delete(owner);
  machine.store.apply(layer);
  return outside.size > 0 ? undefined : reads;
}
