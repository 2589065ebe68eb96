/** How the arguments of a call reach the parameters of what is called. */
import type { CallExpression, Parameter } from "../syntax/ast.ts";
import { always, both } from "../values/condition.ts";
import { type PassedArgument, tuple, unknown, type Value, withOrigin } from "../values/value.ts";
import { choose, settle } from "./choices.ts";
import { absent, heldEntries, itemsOf, mayBeMissing, newDict, withoutGaps } from "./containers.ts";
import { evaluate } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";

export interface Arguments {
  readonly passed: readonly PassedArgument[];
  /** False if a `*splat` of unknown length was among them. */
  readonly complete: boolean;
}

/** What `**value` passes. What is there under conditions is an argument with gaps. */
export function keywordsFrom(machine: Machine, value: Value): PassedArgument[] {
  const settled = settle(machine, value);
  const all = settled.kind === "choice" ? settled.alternatives : [{ condition: always, value: settled }];
  const outer = machine.condition;
  const dicts = all.map(({ condition, value: dict }) => {
    // An alternative has its entries where it is the one.
    machine.condition = both(outer, condition) ?? outer;
    const isDict = dict.kind === "object" && dict.identity.type === "dict";
    return {
      condition,
      ...(isDict ? heldEntries(machine, dict) : { entries: new Map<string, Value>(), isOpen: true }),
    };
  });
  machine.condition = outer;
  const passed = [...new Set(dicts.flatMap(({ entries }) => [...entries.keys()]))].map((name): PassedArgument => {
    const value = choose(
      dicts.map(({ condition, entries, isOpen }) => ({
        condition,
        value: entries.get(name) ?? (isOpen ? furtherArguments.value : absent),
      })),
    );
    return { name, value, site: undefined };
  });
  const certain = passed.filter(({ value }) => value.kind !== "unknown" || !mayBeMissing(value));
  const isAll = certain.length === passed.length && dicts.every(({ isOpen }) => !isOpen);
  return isAll ? certain : [...certain, furtherArguments];
}

/** Evaluates the arguments of a call, splats included. */
export function evaluateArguments(machine: Machine, frame: Frame, e: CallExpression): Arguments {
  const passed: PassedArgument[] = [];
  let complete = true;
  for (const argument of e.arguments) {
    const value = evaluate(machine, frame, argument.value);
    const site = machine.site(frame, argument.value);
    if (argument.stars === 0) passed.push({ name: argument.name?.id, value, site });
    else if (argument.stars === 1) {
      const items = itemsOf(machine, value);
      if (items === undefined) complete = false;
      else passed.push(...items.map((item) => ({ name: undefined, value: item, site: undefined })));
    } else passed.push(...keywordsFrom(machine, value));
  }
  return { passed, complete };
}

/** A requirement that holds asks for nothing but its condition: its message and what is put into it cost nothing then. */
export function argumentsOnDemand(machine: Machine, frame: Frame, e: CallExpression): Arguments {
  if (e.arguments.some(({ stars }) => stars > 0)) return evaluateArguments(machine, frame, e);
  const passed = e.arguments.map(({ name, value: node }): PassedArgument => {
    let known: Value | undefined;
    return {
      name: name?.id,
      site: machine.site(frame, node),
      get value() {
        return (known ??= evaluate(machine, frame, node));
      },
    };
  });
  return { passed, complete: true };
}

/** Stands for keyword arguments that nobody knows: whatever is not passed may have been. */
export const furtherArguments: PassedArgument = {
  name: "**",
  value: unknown("arguments passed through **"),
  site: undefined,
};

/** The arguments that are passed by name; of two of one name the last, where that is passed. */
export function namedArguments(args: readonly PassedArgument[]): Map<string, PassedArgument> {
  const named = new Map<string, PassedArgument>();
  for (const argument of args) {
    const { name, value } = argument;
    if (name === undefined || argument === furtherArguments) continue;
    const before = named.get(name);
    named.set(name, before === undefined ? argument : { ...argument, value: withoutGaps(value, before.value) });
  }
  return named;
}

/** Puts arguments, defaults and splats into a function's parameters. What is missing is unknown: the call raises. */
export function bindParameters(
  machine: Machine,
  frame: Frame,
  parameters: readonly Parameter[],
  defaults: ReadonlyMap<string, Value>,
  args: readonly PassedArgument[],
): void {
  const positional = args.filter((argument) => argument.name === undefined);
  const further = args.includes(furtherArguments);
  const named = namedArguments(args);
  let next = 0;
  for (const parameter of parameters) {
    const name = parameter.name.id;
    if (parameter.form === "star") {
      machine.store.set(
        frame.scope,
        name,
        tuple(positional.slice(next).map((argument) => passedValue(argument, name))),
      );
      next = positional.length;
      continue;
    }
    if (parameter.form === "double-star") {
      const entries = new Map([...named].map(([key, argument]) => [key, passedValue(argument, key)]));
      machine.store.set(frame.scope, name, newDict(machine, entries, further, undefined));
      continue;
    }
    const byPosition = parameter.form === "keyword-only" ? undefined : positional[next];
    if (byPosition !== undefined) next++;
    const argument = byPosition ?? (parameter.form === "positional-only" ? undefined : named.get(name));
    if (argument !== undefined) named.delete(name);
    const missing = further ? furtherArguments.value : defaults.get(name);
    const value = argument === undefined ? absent : passedValue(argument, name);
    machine.store.set(frame.scope, name, withoutGaps(value, missing ?? unknown("a missing argument")));
  }
}

/** An argument's value remembers the expression it was written as. */
function passedValue(argument: PassedArgument, name: string): Value {
  const { value, site } = argument;
  if (site === undefined) return value;
  return withOrigin(value, { kind: "argument", site, name, inputs: value.origin === undefined ? [] : [value.origin] });
}
