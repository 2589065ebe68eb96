/** Hands calls to the tables of tensor operations. */
import type { Span } from "../syntax/ast.ts";
import type { PassedArgument, Value } from "../values/value.ts";
import { itemsOf, newList } from "./containers.ts";
import type { Frame, Machine } from "./machine.ts";
import type { TensorCall } from "./tensors/model.ts";

export function tensorCall(machine: Machine, frame: Frame, args: readonly PassedArgument[], span: Span): TensorCall {
  const origin = machine.origin("computed", frame, span, args.map((argument) => argument.value.origin));
  return {
    positional: args.flatMap((argument) => (argument.name === undefined ? [argument.value] : [])),
    keywords: new Map(args.flatMap((argument) => (argument.name === undefined ? [] : [[argument.name, argument.value]]))),
    facts: machine.facts,
    origin,
    items: (value: Value) => itemsOf(machine, value),
    list: (items: readonly Value[]) => newList(machine, items, origin),
  };
}
