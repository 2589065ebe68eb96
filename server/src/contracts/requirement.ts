/** `require`: what a library demands, decided on one path of a contract. */
import { ContractRaises, type Machine } from "../interpreter/machine.ts";
import type { IntrinsicCall } from "../interpreter/surroundings.ts";
import { truthOf } from "../interpreter/truth.ts";
import { asUsual } from "../interpreter/usual.ts";
import type { Facts } from "../values/facts.ts";
import { assume, decide } from "../values/logic.ts";
import { bool, none, type PassedArgument, type Value } from "../values/value.ts";
import { decideInCases, whereClipped } from "./cases.ts";
import type { IntrinsicContext } from "./intrinsic.ts";
import type { PathFailure } from "./paths.ts";

/** Decides a requirement on this path, asking for the degrees if that helps; a false one ends the path. */
export function requirement(machine: Machine, call: IntrinsicCall, { record }: IntrinsicContext): Value {
  const byPosition = call.arguments.filter(({ name }) => name === undefined);
  const named = (name: string): PassedArgument | undefined => call.arguments.find((candidate) => candidate.name === name);
  const [condition = named("condition"), ruled = named("rule"), exception = named("exception"), ...others] = byPosition;
  const at = named("at");
  // A requirement that is not complete would not run in Python either.
  if (condition === undefined || exception === undefined || at === undefined || others.length > 0) return none;
  const rule = ruled?.value;
  if (rule?.kind !== "string") return none;
  if (machine.probe !== undefined) {
    // Inside library code that is followed: what fails here raises, but not what is asked for.
    if (decide(truthOf(machine, condition.value), machine.facts) === false) machine.giveUp("a requirement that fails");
    return none;
  }
  if (record === undefined) return none;
  const formula = truthOf(machine, condition.value);
  const { truth, rank } = record.reports(rule.value) ? decideInCases(machine, formula) : { truth: decide(formula, machine.facts) };
  if (truth !== false) {
    const facts = assume(formula, machine.facts);
    if (facts !== undefined) machine.facts = facts;
    return none;
  }
  const sizes = call.arguments.flatMap(({ value }) => (value.kind === "int" ? [value.value] : []));
  const shown = rank ?? whereClipped(machine.facts, sizes);
  const there = (value: Value): Value => asUsual(machine, decided(value, [machine.facts, shown]), shown);
  const facts = new Map<string, Value>();
  for (const { name, value } of call.arguments) if (name !== undefined && name !== "at") facts.set(name, there(value));
  record.failure = { rule: rule.value, at: there(at.value), exception: exceptionOf(exception.value, there), facts };
  throw new ContractRaises();
}

/** What is asked of sizes is answered here, where it is known what holds, be it on one rank. */
function decided(value: Value, known: readonly (Facts | undefined)[]): Value {
  if (value.kind !== "bool") return value;
  const { formula } = value;
  const truth = known.map((facts) => facts && decide(formula, facts)).find((one) => one !== undefined);
  return truth === undefined ? value : bool(truth);
}

function exceptionOf(value: Value, there: (value: Value) => Value): PathFailure["exception"] {
  if (value.kind !== "partial" || value.function.kind !== "external") return undefined;
  const message = there(value.arguments[0]?.value ?? none);
  return { name: value.function.name.replace("builtins.", ""), text: message.kind === "string" ? message.value : "" };
}
