/** Hands calls to the tables of tensor operations. */
import type { Span } from "../syntax/ast.ts";
import { type PassedArgument, unknown, type Value } from "../values/value.ts";
import { isRemoved, itemsOf, newList, repeatedIn, withoutGaps } from "./containers.ts";
import type { Frame, Machine } from "./machine.ts";
import { named, withKnownRank } from "./tensors/index.ts";
import type { TensorCall } from "./tensors/model.ts";

const missing = unknown("an argument that may not be passed");

export function tensorCall(machine: Machine, frame: Frame, args: readonly PassedArgument[], span: Span): TensorCall {
  const origin = machine.origin(
    "computed",
    frame,
    span,
    args.map((argument) => argument.value.origin),
  );
  const { facts } = machine;
  const ranked = (value: Value): Value => withKnownRank(value, facts);
  return {
    positional: args.flatMap(({ name, value }) => (name === undefined ? [ranked(value)] : [])),
    keywords: new Map(
      args.flatMap(({ name, value }) =>
        name === undefined || isRemoved(value) ? [] : [[name, ranked(withoutGaps(value, missing))]],
      ),
    ),
    facts,
    origin,
    items: (value: Value) => {
      // Lists in lists in lists may be the same ones over and over.
      machine.step();
      return itemsOf(machine, value)?.map(ranked);
    },
    repeated: (value: Value) => repeatedIn(machine, value),
    list: (items: readonly Value[]) => newList(machine, items, origin),
  };
}

/** A tensor some of whose sizes are not known is still one tensor: reading such a size twice gives the same number. */
export function identified(machine: Machine, frame: Frame, value: Value | undefined, span: Span): Value | undefined {
  if (value?.kind !== "tensor" || (!value.open && value.shape.every((size) => size !== undefined))) return value;
  const { key, name } = machine.called("tensor", frame, span);
  return named(value, key, name);
}
