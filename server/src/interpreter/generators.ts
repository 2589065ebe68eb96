/** Generators: what they yield is collected when they are made, if nothing else sees them run. */
import { ownNodesIn, remembered } from "../syntax/index.ts";
import type { FunctionStatement, YieldExpression } from "../syntax/ast.ts";
import { none, type Value } from "../values/value.ts";
import { widen } from "./branches.ts";
import { itemsOf, newList } from "./containers.ts";
import { evaluate } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import type { Layer } from "./store.ts";

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
  const layer = machine.store.isolate(run);
  const outside = writtenOutside(machine, frame, layer);
  // It runs when somebody asks for its values, perhaps never to its end.
  widen(machine, outside, "a generator that may have run");
  for (const owner of outside.keys()) layer.delete(owner);
  machine.store.apply(layer);
  if (found?.exact !== true || outside.size > 0) return undefined;
  return newList(machine, found.items, undefined, "iterator");
}

/** What was written to anything that existed before. */
function writtenOutside(machine: Machine, frame: Frame, layer: Layer): Layer {
  return new Map([...layer].filter(([owner]) => owner !== frame.scope && machine.store.knows(owner)));
}
