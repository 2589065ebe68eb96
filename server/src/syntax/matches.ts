import type { ClassPattern, Expression, MatchCase, NameExpression, Pattern, Statement } from "./ast.ts";
import { lowerBlock } from "./blocks.ts";
import type { Lowering, StatementLowerer } from "./lowering.ts";
import { lowerTupleWithoutParentheses } from "./calls.ts";
import { lowerIdentifier } from "./names.ts";
import type { RawNode } from "./raw-tree.ts";

export const matchLowerers: ReadonlyMap<string, StatementLowerer> = new Map<string, StatementLowerer>([
  ["match_statement", lowerMatch],
]);

function lowerMatch(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  const body = raw.child(node, "body");
  const cases = body === undefined ? [] : raw.childrenOfType(body, "case_clause");
  if (cases.length === 0) return context.invalidStatement(node, []);
  return {
    kind: "match",
    start: context.start(node),
    end: context.end(node),
    subject: lowerSubject(context, node),
    cases: cases.map((clause) => lowerCase(context, clause)),
  };
}

function lowerSubject(context: Lowering, node: RawNode): Expression {
  const { raw } = context;
  const subjects = raw.childrenInField(node, "subject").filter((subject) => raw.named(subject));
  return context.hasErrorChild(node) ? context.invalid(node) : lowerTupleWithoutParentheses(context, node, subjects);
}

function lowerCase(context: Lowering, node: RawNode): MatchCase {
  const { raw } = context;
  const guard = raw.child(node, "guard");
  return {
    start: context.start(node),
    end: context.end(node),
    pattern: lowerCasePattern(context, node),
    guard: guard === undefined ? undefined : context.requiredExpression(raw.namedChildren(guard)[0], guard),
    body: lowerBlock(context, node, raw.child(node, "consequence")),
  };
}

function lowerCasePattern(context: Lowering, node: RawNode): Pattern {
  const { raw } = context;
  const [only, ...more] = raw.childrenOfType(node, "case_pattern");
  if (
    only === undefined ||
    more.length > 0 ||
    context.hasErrorChild(node) ||
    raw.childOfType(node, ",") !== undefined
  ) {
    return lowerSequence(context, node);
  }
  return lowerPattern(context, only);
}

function lowerPattern(context: Lowering, node: RawNode): Pattern {
  const { raw } = context;
  if (context.remainingDepth <= 0 || context.hasErrorChild(node)) {
    return structure(context, node);
  }
  switch (raw.type(node)) {
    case "case_pattern":
      return lowerSimplePattern(context, raw.children(node), node);
    case "union_pattern":
      return { kind: "alternatives", patterns: lowerAlternatives(context, node) };
    case "as_pattern":
      return lowerAsPattern(context, node);
    case "tuple_pattern":
      return lowerParenthesized(context, node);
    case "dotted_name":
      return lowerDottedName(context, node);
    case "_":
      return { kind: "wildcard" };
    case "list_pattern":
      return lowerSequence(context, node);
    case "class_pattern":
      return lowerClassPattern(context, node);
    case "dict_pattern":
      return lowerMapping(context, node);
    case "keyword_pattern":
    case "splat_pattern":
      return structure(context, node);
    case "complex_pattern":
      return {
        kind: "value",
        value: { kind: "float", start: context.start(node), end: context.end(node), value: NaN },
      };
    default:
      return { kind: "value", value: context.expression(node) };
  }
}

/** One pattern that may be a number with a minus sign before it, which the grammar leaves as a separate token. */
function lowerSimplePattern(context: Lowering, parts: readonly RawNode[], at: RawNode): Pattern {
  const [first, second] = parts;
  if (first === undefined) {
    return structure(context, at);
  }
  if (context.raw.type(first) === "-" && second !== undefined) {
    const start = context.start(first);
    const end = context.end(second);
    return { kind: "value", value: { kind: "unary", start, end, operator: "-", operand: context.expression(second) } };
  }
  return context.deeper(1, () => lowerPattern(context, first));
}

function lowerAlternatives(context: Lowering, node: RawNode): Pattern[] {
  const { raw } = context;
  const alternatives: RawNode[][] = [[]];
  for (const child of raw.children(node)) {
    if (raw.type(child) === "|") {
      alternatives.push([]);
    } else {
      alternatives.at(-1)?.push(child);
    }
  }
  return alternatives.map((parts) => lowerSimplePattern(context, parts, node));
}

function lowerAsPattern(context: Lowering, node: RawNode): Pattern {
  const [pattern, alias] = context.raw.namedChildren(node);
  const name = lowerIdentifier(context, alias);
  return pattern === undefined || name === undefined
    ? structure(context, node)
    : { kind: "as", pattern: context.deeper(1, () => lowerPattern(context, pattern)), name };
}

function lowerParenthesized(context: Lowering, node: RawNode): Pattern {
  const [only, ...more] = context.raw.namedChildren(node);
  const isTuple = only === undefined || more.length > 0 || context.raw.childOfType(node, ",") !== undefined;
  return isTuple ? lowerSequence(context, node) : context.deeper(1, () => lowerPattern(context, only));
}

/** Items of which one takes the rest are not told apart. */
function lowerSequence(context: Lowering, node: RawNode): Pattern {
  const { raw } = context;
  const parts = raw.childrenOfType(node, "case_pattern");
  const takesRest = parts.some((part) => raw.childOfType(part, "splat_pattern") !== undefined);
  if (takesRest || context.hasErrorChild(node)) {
    return structure(context, node);
  }
  return { kind: "sequence", items: parts.map((part) => context.deeper(1, () => lowerPattern(context, part))) };
}

function lowerClassPattern(context: Lowering, node: RawNode): Pattern {
  const { raw } = context;
  const [name] = raw.namedChildren(node);
  const type = name === undefined ? undefined : dottedName(context, name);
  if (type === undefined) {
    return structure(context, node);
  }
  const parts = raw.childrenOfType(node, "case_pattern");
  const isNamed = (part: RawNode): boolean => raw.childOfType(part, "keyword_pattern") !== undefined;
  const attributes = parts.filter(isNamed).flatMap((part) => lowerAttribute(context, part));
  const items = parts.filter((part) => !isNamed(part));
  return attributes.length + items.length < parts.length
    ? structure(context, node)
    : {
        kind: "class",
        type,
        items: items.map((part) => context.deeper(1, () => lowerPattern(context, part))),
        attributes,
      };
}

/** `y=0`; the pattern is no node of its own. */
function lowerAttribute(context: Lowering, part: RawNode): ClassPattern["attributes"][number][] {
  const { raw } = context;
  const [keyword] = raw.childrenOfType(part, "keyword_pattern");
  const [first, ...rest] =
    keyword === undefined ? [] : raw.children(keyword).filter((child) => raw.type(child) !== "=");
  const name = lowerIdentifier(context, first);
  if (keyword === undefined || name === undefined || rest.length === 0) {
    return [];
  }
  return [{ name, pattern: context.deeper(1, () => lowerSimplePattern(context, rest, keyword)) }];
}

/** Keys and patterns take turns; a minus sign before a number is a token of its own. */
function lowerMapping(context: Lowering, node: RawNode): Pattern {
  const { raw } = context;
  const entries: { key: Expression; pattern: Pattern }[] = [];
  let rest: NameExpression | undefined;
  let key: RawNode[] = [];
  for (const part of raw.children(node)) {
    const type = raw.type(part);
    if (type === "splat_pattern") {
      rest = lowerIdentifier(context, raw.namedChildren(part).at(-1));
    } else if (type === "case_pattern") {
      const value = lowerSimplePattern(context, key, node);
      if (value.kind !== "value" && value.kind !== "capture") {
        return structure(context, node);
      }
      const pattern = context.deeper(1, () => lowerPattern(context, part));
      entries.push({ key: value.kind === "value" ? value.value : value.name, pattern });
      key = [];
    } else if (!/^[{},:]$/.test(type)) {
      key.push(part);
    }
  }
  return { kind: "mapping", entries, rest };
}

/** A plain name captures; a dotted one is looked up and compared. */
function lowerDottedName(context: Lowering, node: RawNode): Pattern {
  const value = dottedName(context, node);
  if (value === undefined) {
    return structure(context, node);
  }
  return value.kind === "name" ? { kind: "capture", name: value } : { kind: "value", value };
}

function dottedName(context: Lowering, node: RawNode): Expression | undefined {
  const [first, ...attributes] = context.raw.namedChildren(node);
  const name = lowerIdentifier(context, first);
  let value: Expression | undefined = name;
  for (const part of attributes) {
    const attribute = lowerIdentifier(context, part);
    if (name === undefined || value === undefined || attribute === undefined) {
      return undefined;
    }
    value = { kind: "attribute", start: name.start, end: attribute.end, object: value, attribute };
  }
  return value;
}

function structure(context: Lowering, node: RawNode): Pattern {
  return { kind: "structure", captures: capturesIn(context, node) };
}

/** Every name that a match would bind. Blocks and guards, which a whole case clause holds too, bind nothing here. */
function capturesIn(context: Lowering, node: RawNode): NameExpression[] {
  const { raw } = context;
  const captures: NameExpression[] = [];
  const end = raw.after(node);
  for (let inner = node; inner < end;) {
    const type = raw.type(inner);
    if (type === "block" || type === "if_clause") {
      inner = raw.after(inner);
      continue;
    }
    const name = capturedName(context, inner, type);
    if (name !== undefined) {
      captures.push(name);
    }
    // A class pattern starts with the name of the class, and a keyword pattern with that of the attribute.
    inner = namesFirst.has(type) ? raw.after(inner + 1) : inner + 1;
  }
  // The name after `as` was met before those in the pattern it names.
  return captures.sort((one, other) => one.start - other.start);
}

const namesFirst: ReadonlySet<string> = new Set(["class_pattern", "keyword_pattern"]);

function capturedName(context: Lowering, node: RawNode, type: string): NameExpression | undefined {
  const names = context.raw.namedChildren(node);
  if (type === "dotted_name") {
    return names.length === 1 ? lowerIdentifier(context, names[0]) : undefined;
  }
  if (type === "splat_pattern" || type === "as_pattern") {
    return lowerIdentifier(context, names.at(-1));
  }
  return undefined;
}
