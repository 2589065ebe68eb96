/** `match` statements. */
import type { MatchStatement, Pattern } from "../syntax/ast.ts";
import { conjunction, disjunction, type Formula } from "../values/logic.ts";
import type { Value } from "../values/value.ts";
import { branches, type Completion } from "./branches.ts";
import { evaluate, testOf } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignTarget } from "./names.ts";
import { runBlock } from "./statements.ts";
import { compareValues } from "./truth.ts";

export function runMatch(machine: Machine, frame: Frame, s: MatchStatement): Completion {
  const subject = evaluate(machine, frame, s.subject);
  const from = (i: number): Completion => {
    const branch = s.cases[i];
    if (branch === undefined) return "next";
    const matched = patternFormula(machine, frame, branch.pattern, subject);
    const test: Formula =
      branch.guard === undefined ? matched : conjunction([matched, testOf(machine, frame, branch.guard)]);
    return branches(
      machine,
      frame,
      test,
      () => runBlock(machine, frame, branch.body),
      () => from(i + 1),
    );
  };
  return from(0);
}

/** When a pattern matches; its captures are bound on the way. */
function patternFormula(machine: Machine, frame: Frame, pattern: Pattern, subject: Value): Formula {
  switch (pattern.kind) {
    case "wildcard":
      return { kind: "constant", value: true };
    case "capture":
      assignTarget(machine, frame, pattern.name, subject);
      return { kind: "constant", value: true };
    case "value":
      if (subject.kind === "choice") return { kind: "test", key: machine.fresh("match"), name: "a match" };
      return compareValues(machine, subject, "==", evaluate(machine, frame, pattern.value));
    case "alternatives":
      return disjunction(pattern.patterns.map((one) => patternFormula(machine, frame, one, subject)));
    case "as":
      assignTarget(machine, frame, pattern.name, subject);
      return patternFormula(machine, frame, pattern.pattern, subject);
    case "structure":
      for (const name of pattern.captures) assignTarget(machine, frame, name, machine.result(frame, name));
      return { kind: "test", key: machine.fresh("match"), name: "a match" };
  }
}
