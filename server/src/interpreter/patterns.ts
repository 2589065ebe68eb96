/** `match` statements. */
import type { MatchStatement, NameExpression, Pattern } from "../syntax/ast.ts";
import { conjunction, disjunction, type Formula } from "../values/logic.ts";
import { constantOf } from "../values/symbolic.ts";
import { unknown, type Value } from "../values/value.ts";
import { branches, type Completion } from "./branches.ts";
import { settle } from "./choices.ts";
import { membersOf } from "./containers.ts";
import { evaluate, testOf } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignTarget } from "./names.ts";
import { runBlock } from "./statements.ts";
import { compareValues } from "./truth.ts";

/** When a pattern matches, and what its names are bound to then. */
interface Match {
  readonly test: Formula;
  readonly captures: readonly (readonly [name: NameExpression, value: Value])[];
}

const always: Formula = { kind: "constant", value: true };
const never: Match = { test: { kind: "constant", value: false }, captures: [] };

export function runMatch(machine: Machine, frame: Frame, s: MatchStatement): Completion {
  const subject = evaluate(machine, frame, s.subject);
  const from = (i: number): Completion => {
    const branch = s.cases[i];
    if (branch === undefined) return "next";
    const { test, captures } = matchOf(machine, frame, branch.pattern, subject);
    const bind = (): void => {
      for (const [name, value] of captures) assignTarget(machine, frame, name, value);
    };
    // A guard reads the captures, and leaves them bound where it is false.
    if (branch.guard !== undefined && !isConstant(test, false)) bind();
    return branches(
      machine,
      frame,
      branch.guard === undefined ? test : conjunction([test, testOf(machine, frame, branch.guard)]),
      () => {
        bind();
        return runBlock(machine, frame, branch.body);
      },
      () => from(i + 1),
    );
  };
  return from(0);
}

function matchOf(machine: Machine, frame: Frame, pattern: Pattern, subject: Value): Match {
  switch (pattern.kind) {
    case "wildcard":
      return { test: always, captures: [] };
    case "capture":
      return { test: always, captures: [[pattern.name, subject]] };
    case "value":
      if (subject.kind === "choice") return { test: undecided(machine), captures: [] };
      return { test: compareValues(machine, subject, "==", evaluate(machine, frame, pattern.value)), captures: [] };
    case "alternatives":
      return oneOf(
        machine,
        frame,
        pattern.patterns.map((one) => matchOf(machine, frame, one, subject)),
      );
    case "as": {
      const { test, captures } = matchOf(machine, frame, pattern.pattern, subject);
      return { test, captures: [...captures, [pattern.name, subject]] };
    }
    case "sequence":
      return matchOfSequence(machine, frame, pattern.items, settle(machine, subject));
    case "structure":
      return {
        test: undecided(machine),
        captures: pattern.captures.map((name) => [name, machine.result(frame, name)]),
      };
  }
}

function oneOf(machine: Machine, frame: Frame, matches: readonly Match[]): Match {
  const possible = matches.filter((match) => !isConstant(match.test, false));
  const [first, ...others] = possible;
  if (first === undefined) return never;
  if (others.length === 0 || isConstant(first.test, true)) return first;
  // Each alternative binds the same names, to other parts of what is matched.
  return {
    test: disjunction(possible.map((match) => match.test)),
    captures: first.captures.map(([name]) => [name, machine.result(frame, name)]),
  };
}

function matchOfSequence(machine: Machine, frame: Frame, patterns: readonly Pattern[], subject: Value): Match {
  if (isNoSequence(subject)) return never;
  const items = itemsOf(machine, subject);
  if (items !== undefined && items.length !== patterns.length) return never;
  const matches = patterns.map((pattern, i) =>
    matchOf(machine, frame, pattern, items?.[i] ?? unseen(machine, frame, pattern)),
  );
  const test = conjunction([
    ...(items === undefined ? [undecided(machine)] : []),
    ...matches.map((match) => match.test),
  ]);
  return { test, captures: matches.flatMap((match) => match.captures) };
}

/** An item of something whose items are not known. */
function unseen(machine: Machine, frame: Frame, pattern: Pattern): Value {
  return pattern.kind === "capture" ? machine.result(frame, pattern.name) : unknown("an item that a pattern names");
}

function isNoSequence(value: Value): boolean {
  if (value.kind === "int") return constantOf(value.value) !== undefined;
  if (value.kind === "object") return value.identity.type === "dict" || value.identity.type === "set";
  return ["none", "bool", "float", "string", "function"].includes(value.kind);
}

function itemsOf(machine: Machine, value: Value): readonly Value[] | undefined {
  const isSequence =
    value.kind === "tuple" ||
    (value.kind === "object" && (value.identity.type === "list" || value.identity.class?.record === "tuple"));
  return isSequence ? membersOf(machine, value) : undefined;
}

function isConstant(formula: Formula, value: boolean): boolean {
  return formula.kind === "constant" && formula.value === value;
}

function undecided(machine: Machine): Formula {
  return { kind: "test", key: machine.fresh("match"), name: "a match" };
}
