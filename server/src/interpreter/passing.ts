/** How the arguments of a call reach the parameters of what is called. */
import type { CallExpression, Parameter } from "../syntax/ast.ts";
import { type PassedArgument, tuple, unknown, type Value, withOrigin } from "../values/value.ts";
import { absent, isRemoved, itemsOf, newDict, withoutGaps } from "./containers.ts";
import { evaluate } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import { mergedEntries } from "./mappings.ts";

export interface Arguments {
  readonly passed: readonly PassedArgument[];
  /** False if a `*splat` of unknown length was among them. */
  readonly complete: boolean;
}

/** What `**value` passes. What is there under conditions is an argument with gaps. */
export function keywordsFrom(machine: Machine, value: Value): PassedArgument[] {
  const { entries, others } = mergedEntries(machine, value);
  const passed = [...entries].map(([name, held]): PassedArgument => ({ name, value: held, site: undefined }));
  return isRemoved(others) ? passed : [...passed, { name: further, value: others, site: undefined }];
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

/** The name of what stands for keyword arguments that nobody knows: whatever is not passed may have been. */
const further = "**";

/** True for what stands for keyword arguments that nobody knows. */
export function isFurther({ name }: PassedArgument): boolean {
  return name === further;
}

/** What a parameter gets that none of the arguments is for, as far as they say. */
export function furtherIn(args: readonly PassedArgument[]): Value {
  return args.filter(isFurther).reduce((below: Value, { value }) => withoutGaps(value, below), absent);
}

/** The arguments that are passed by name; of two of one name the last, where that is passed. */
export function namedArguments(args: readonly PassedArgument[]): Map<string, PassedArgument> {
  const named = new Map<string, PassedArgument>();
  for (const argument of args) {
    const { name, value } = argument;
    if (name === undefined || isFurther(argument)) continue;
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
  const others = furtherIn(args);
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
      machine.store.set(frame.scope, name, newDict(machine, entries, others, undefined));
      continue;
    }
    const byPosition = parameter.form === "keyword-only" ? undefined : positional[next];
    if (byPosition !== undefined) next++;
    const argument = byPosition ?? (parameter.form === "positional-only" ? undefined : named.get(name));
    if (argument !== undefined) named.delete(name);
    const missing = withoutGaps(others, defaults.get(name) ?? unknown("a missing argument"));
    const value = argument === undefined ? absent : passedValue(argument, name);
    machine.store.set(frame.scope, name, withoutGaps(value, missing));
  }
}

/** An argument's value remembers the expression it was written as. */
function passedValue(argument: PassedArgument, name: string): Value {
  const { value, site } = argument;
  if (site === undefined) return value;
  return withOrigin(value, { kind: "argument", site, name, inputs: value.origin === undefined ? [] : [value.origin] });
}
