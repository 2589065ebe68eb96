/** `match` statements. */
import type { ClassPattern, MappingPattern, MatchStatement, NameExpression, Pattern } from "../syntax/ast.ts";
import { conjunction, disjunction, type Formula } from "../values/logic.ts";
import { constantOf } from "../values/symbolic.ts";
import { bool, type ClassValue, unknown, type Value } from "../values/value.ts";
import { getAttribute, hasAttribute } from "./attributes.ts";
import { branches, type Completion } from "./branches.ts";
import { distribute, settle } from "./choices.ts";
import { findMember } from "./classes.ts";
import { absent, isOpen, knownEntries, membersOf, newDict } from "./containers.ts";
import { evaluate, testFormula, testOf } from "./expressions.ts";
import { dictKey } from "./keys.ts";
import type { Frame, Machine } from "./machine.ts";
import { assignTarget } from "./names.ts";
import { fieldsOf } from "./records.ts";
import { runBlock } from "./statements.ts";
import { compareValues, isInstance } from "./truth.ts";

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
      return { test: testOfEquality(machine, subject, evaluate(machine, frame, pattern.value)), captures: [] };
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
    case "class":
      return matchOfClass(machine, frame, pattern, settle(machine, subject));
    case "mapping":
      return matchOfMapping(machine, frame, pattern, settle(machine, subject));
    case "structure":
      return unseenMatch(machine, frame, pattern.captures);
  }
}

function testOfEquality(machine: Machine, subject: Value, value: Value): Formula {
  return testFormula(
    machine,
    distribute(machine, [subject], ([one = subject]) => bool(compareValues(machine, one, "==", value))),
  );
}

/** Nothing is known of a match but the names that it binds. */
function unseenMatch(machine: Machine, frame: Frame, names: readonly NameExpression[]): Match {
  return { test: undecided(machine), captures: names.map((name) => [name, machine.result(frame, name)]) };
}

/** `Point(x, y=0)`: an instance whose attributes match. */
function matchOfClass(machine: Machine, frame: Frame, pattern: ClassPattern, subject: Value): Match {
  const type = settle(machine, evaluate(machine, frame, pattern.type));
  if (subject.kind === "choice" || type.kind === "choice") return unseenMatch(machine, frame, namesIn(pattern));
  const test = isInstance(machine, subject, type);
  if (isConstant(test, false)) return never;
  const [first, ...others] = pattern.items;
  const takesItself = type.kind === "external" && selfMatching.test(type.name);
  if (takesItself && first !== undefined && others.length === 0 && pattern.attributes.length === 0) {
    const inner = matchOf(machine, frame, first, subject);
    return { test: conjunction([test, inner.test]), captures: inner.captures };
  }
  const order = type.kind === "class" && pattern.items.length > 0 ? positionalNames(machine, type) : [];
  if (order === undefined || order.length < pattern.items.length) return unseenMatch(machine, frame, namesIn(pattern));
  const parts = [
    ...pattern.items.map((item, i): [string, Pattern] => [order[i] ?? "", item]),
    ...pattern.attributes.map(({ name, pattern: own }): [string, Pattern] => [name.id, own]),
  ];
  // Of an attribute that may not be there nobody knows whether it matches.
  const isThere = subject.kind === "opaque" || parts.every(([name]) => hasAttribute(machine, subject, name) === true);
  if (!isThere) return unseenMatch(machine, frame, namesIn(pattern));
  const matches = parts.map(([name, own]) =>
    matchOf(machine, frame, own, getAttribute(machine, frame, subject, name, pattern.type)),
  );
  return {
    test: conjunction([test, ...matches.map((match) => match.test)]),
    captures: matches.flatMap((match) => match.captures),
  };
}

/** Classes whose only item in a pattern is the value itself. */
const selfMatching = /^builtins\.(bool|bytearray|bytes|dict|float|frozenset|int|list|set|str|tuple)$/;

/** The attributes that the items of a pattern stand for; undefined if they are not known. */
function positionalNames(machine: Machine, owner: ClassValue): readonly string[] | undefined {
  const told = findMember(machine, owner, "__match_args__");
  const items = told.value === undefined ? undefined : membersOf(machine, told.value);
  const names = items?.flatMap((item) => (item.kind === "string" && item.exact ? [item.value] : []));
  if (told.value !== undefined) return names?.length === items?.length ? names : undefined;
  return fieldsOf(owner)?.flatMap((field) => (field.initialised && !field.keywordOnly ? [field.name] : []));
}

/** `{"a": x}`: a mapping that has these keys, and perhaps others. */
function matchOfMapping(machine: Machine, frame: Frame, pattern: MappingPattern, subject: Value): Match {
  if (isNoMapping(subject)) return never;
  if (subject.kind !== "object" || subject.identity.type !== "dict" || isOpen(machine, subject))
    return unseenMatch(machine, frame, namesIn(pattern));
  const rest = new Map(knownEntries(machine, subject));
  const matches: Match[] = [];
  for (const { key, pattern: own } of pattern.entries) {
    const name = dictKey(evaluate(machine, frame, key));
    const held = name === undefined ? undefined : rest.get(name);
    if (name === undefined) return unseenMatch(machine, frame, namesIn(pattern));
    if (held === undefined) return never;
    rest.delete(name);
    matches.push(matchOf(machine, frame, own, held));
  }
  const others: Match["captures"] =
    pattern.rest === undefined ? [] : [[pattern.rest, newDict(machine, rest, absent, undefined)]];
  return {
    test: conjunction(matches.map((match) => match.test)),
    captures: [...matches.flatMap((match) => match.captures), ...others],
  };
}

function isNoMapping(value: Value): boolean {
  if (value.kind === "int") return constantOf(value.value) !== undefined;
  if (value.kind === "object") return value.identity.type === "list" || value.identity.type === "set";
  return ["none", "bool", "float", "string", "tuple", "function"].includes(value.kind);
}

/** The names that a pattern binds. */
function namesIn(pattern: Pattern): readonly NameExpression[] {
  switch (pattern.kind) {
    case "wildcard":
    case "value":
      return [];
    case "capture":
      return [pattern.name];
    case "as":
      return [...namesIn(pattern.pattern), pattern.name];
    case "alternatives":
      return pattern.patterns.slice(0, 1).flatMap(namesIn);
    case "sequence":
      return pattern.items.flatMap(namesIn);
    case "class":
      return [...pattern.items, ...pattern.attributes.map((attribute) => attribute.pattern)].flatMap(namesIn);
    case "mapping":
      return [
        ...pattern.entries.flatMap((entry) => namesIn(entry.pattern)),
        ...(pattern.rest === undefined ? [] : [pattern.rest]),
      ];
    case "structure":
      return pattern.captures;
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
