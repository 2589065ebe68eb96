/** The truth of values and of comparisons between them. */
import { codePoints } from "../values/code-points.ts";
import type { CompareOperator } from "../syntax/ast.ts";
import { Facts, type Relation } from "../values/facts.ts";
import { conjunction, disjunction, type Formula, negation } from "../values/logic.ts";
import { constantOf, integer, type SymInt } from "../values/symbolic.ts";
import {
  asInt,
  type ClassValue,
  describe,
  none,
  type ObjectValue,
  tuple,
  type Value,
  valueKey,
} from "../values/value.ts";
import { settle } from "./choices.ts";
import { ancestors, findMember, isDescendant, isTransparent } from "./classes.ts";
import { entriesOf, knownEntries, membersOf } from "./containers.ts";
import { isMixedIn, valueOf } from "./enumerations.ts";
import { dictKey } from "./keys.ts";
import type { Machine } from "./machine.ts";
import { fieldsOf, fieldValues } from "./records.ts";
import { mayDefine } from "./specials.ts";
import { decisionOn, settleUsual } from "./usual.ts";
import { wholeOf } from "./numbers.ts";
import { sameDtype } from "./tensors/dtypes.ts";

const truth = (value: boolean): Formula => ({ kind: "constant", value });

/** What `bool(value)` says. */
export function truthOf(machine: Machine, tested: Value): Formula {
  const value = settleUsual(machine, tested);
  switch (value.kind) {
    case "none":
      return truth(false);
    case "bool":
      return value.formula;
    case "int":
      if (constantOf(value.value) !== undefined) return truth(constantOf(value.value) !== 0);
      return { kind: "comparison", left: value.value, relation: "!=", right: integer(0) };
    case "float":
      return value.value === undefined ? undecided(machine, value) : truth(value.value !== 0);
    case "string":
      return value.value !== "" || value.exact ? truth(value.value !== "") : undecided(machine, value);
    case "tuple":
      return truth(value.items.length > 0);
    case "object": {
      if (value.identity.type === "iterator") return truth(true);
      if (value.identity.type === "instance" && value.identity.class?.record !== "tuple")
        return mayDefine(machine, value, ["__bool__", "__len__"]) && !isModule(value)
          ? undecided(machine, value)
          : truth(true);
      const items =
        value.identity.type === "dict" ? entriesOf(machine, value)?.size : membersOf(machine, value)?.length;
      return items === undefined ? undecided(machine, value) : truth(items > 0);
    }
    case "function":
    case "class":
    case "bound":
    case "module":
    case "partial":
    case "intrinsic":
      return truth(true);
    default:
      return undecided(machine, value);
  }
}

/** A network's module is true, whatever its base brings along. */
function isModule(value: ObjectValue): boolean {
  const { class: owner } = value.identity;
  if (
    owner === undefined ||
    ["__bool__", "__len__"].some((name) => ancestors(owner).classes.some((line) => line.members.has(name)))
  )
    return false;
  return ancestors(owner).classes.every((line) =>
    line.bases.every(
      (base) =>
        base.kind === "class" ||
        (base.kind === "external" && /(^|\.)(nn\.Module|ABC|object|[A-Z]\w*Mixin)$/.test(base.name)),
    ),
  );
}

function undecided(machine: Machine, value: Value): Formula {
  return { kind: "test", key: `truth ${valueKey(value) ?? machine.fresh("unknown")}`, name: describe(value) };
}

/** `left operator right` for one link of a chain. */
export function compareValues(machine: Machine, first: Value, operator: CompareOperator, second: Value): Formula {
  const [left, right] = [settleUsual(machine, first), settleUsual(machine, second)];
  switch (operator) {
    case "is":
      return sameness(machine, left, right);
    case "is not":
      return negation(sameness(machine, left, right));
    case "==":
      return equality(machine, left, right);
    case "!=":
      return negation(equality(machine, left, right));
    case "in":
      return membership(machine, left, right);
    case "not in":
      return negation(membership(machine, left, right));
    default:
      return ordering(machine, left, operator, right);
  }
}

function ordering(machine: Machine, left: Value, operator: Relation, right: Value): Formula {
  if (left.kind === "tuple" && right.kind === "tuple") return tupleOrdering(machine, left.items, operator, right.items);
  const [a, b] = [asInt(left), asInt(right)];
  if (a !== undefined && b !== undefined) {
    const certain =
      constantOf(a) === undefined || constantOf(b) === undefined ? undefined : Facts.none.compare(a, operator, b);
    return certain === undefined ? { kind: "comparison", left: a, relation: operator, right: b } : truth(certain);
  }
  if (left.kind === "string" && right.kind === "string" && left.exact && right.exact) {
    const order = compareStrings(left.value, right.value);
    return truth(
      operator === "<" ? order < 0 : operator === "<=" ? order <= 0 : operator === ">" ? order > 0 : order >= 0,
    );
  }
  const [x, y] = [asNumber(left), asNumber(right)];
  if (x !== undefined && y !== undefined) {
    return truth(operator === "<" ? x < y : operator === "<=" ? x <= y : operator === ">" ? x > y : x >= y);
  }
  return machine.models.compareIntrinsic(left, operator, right) ?? question(machine, left, operator, right);
}

/** By code points, as Python does. */
function compareStrings(a: string, b: string): number {
  const [x, y] = [codePoints(a), codePoints(b)];
  for (const [i, letter] of x.entries()) {
    const difference = (letter.codePointAt(0) ?? 0) - (y[i]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}

/** Tuples are ordered by the first items that differ; only numbers that are known are compared. */
function tupleOrdering(machine: Machine, left: readonly Value[], operator: Relation, right: readonly Value[]): Formula {
  for (const [i, item] of left.entries()) {
    const other = right[i];
    if (other === undefined) break;
    const same = equality(machine, item, other);
    const before = same.kind === "constant" && !same.value ? ordering(machine, item, "<", other) : undefined;
    if (same.kind === "constant" && same.value) continue;
    if (before?.kind !== "constant") return question(machine, tuple(left), operator, tuple(right));
    return truth(operator === "<" || operator === "<=" ? before.value : !before.value);
  }
  const [x, y] = [left.length, right.length];
  return truth(operator === "<" ? x < y : operator === "<=" ? x <= y : operator === ">" ? x > y : x >= y);
}

/** `left is right`: of objects that are equal there may be two. */
function sameness(machine: Machine, left: Value, right: Value): Formula {
  if (left.kind === "object" && right.kind === "object") return truth(left.identity === right.identity);
  const isPlain = (value: Value): boolean =>
    value.kind === "tuple" || value.kind === "float" || value.kind === "uniform";
  if (isPlain(left) && isPlain(right)) return question(machine, left, "is", right);
  return equality(machine, left, right);
}

function equality(machine: Machine, left: Value, right: Value): Formula {
  if (left.kind === "tuple" && right.kind === "tuple") return tupleEquality(machine, left.items, right.items);
  const contents = contentEquality(machine, left, right);
  if (contents !== undefined) return contents;
  const certain = certainEquality(left, right);
  if (certain !== undefined) return truth(certain);
  if (left.kind === "bool" && right.kind === "bool" && right.formula.kind === "constant") {
    return right.formula.value ? left.formula : negation(left.formula);
  }
  const absent =
    left.kind === "none" ? absence(machine, right) : right.kind === "none" ? absence(machine, left) : undefined;
  if (absent !== undefined) return absent;
  const [a, b] = [asWhole(machine, left), asWhole(machine, right)];
  if (a !== undefined && b !== undefined) return { kind: "comparison", left: a, relation: "==", right: b };
  return machine.models.compareIntrinsic(left, "==", right) ?? testOfName(machine, left, "==", right);
}

/** Equality of objects; undefined where it is not about their contents, or where they are not known. */
function contentEquality(machine: Machine, left: Value, right: Value): Formula | undefined {
  const [a, b] = [enumeratedValue(machine, left), enumeratedValue(machine, right)];
  if (a !== undefined || b !== undefined) return enumerationEquality(machine, left, right, a, b);
  if (left.kind === "object" && right.kind === "tuple") return contentEquality(machine, right, left);
  if (right.kind !== "object") return undefined;
  if (left.kind === "tuple") {
    if (right.identity.class?.record !== "tuple") return right.identity.type === "list" ? truth(false) : undefined;
    const items = membersOf(machine, right);
    return items === undefined ? undefined : tupleEquality(machine, left.items, items);
  }
  if (left.kind !== "object") return undefined;
  if (left.identity.type === "instance" || right.identity.type === "instance")
    return recordEquality(machine, left, right);
  if (left.identity === right.identity) return left.identity.type === "iterator" ? truth(true) : undefined;
  if (left.identity.type !== right.identity.type) return truth(false);
  if (left.identity.type === "dict") return dictEquality(machine, left, right);
  const [x, y] = [membersOf(machine, left), membersOf(machine, right)];
  if (left.identity.type === "iterator" || x === undefined || y === undefined) return undefined;
  return left.identity.type === "list" ? tupleEquality(machine, x, y) : setEquality(x, y);
}

function enumeratedValue(machine: Machine, value: Value): Value | undefined {
  return value.kind === "object" && value.identity.class?.enumeration === true ? valueOf(machine, value) : undefined;
}

function enumerationEquality(
  machine: Machine,
  left: Value,
  right: Value,
  a: Value | undefined,
  b: Value | undefined,
): Formula | undefined {
  if (left.kind === "object" && right.kind === "object" && left.identity.class === right.identity.class)
    return truth(left.identity === right.identity);
  const owner =
    left.kind === "object" && a !== undefined
      ? left.identity.class
      : right.kind === "object"
        ? right.identity.class
        : undefined;
  const other = a === undefined ? left : right;
  if (owner === undefined || other.kind === "object" || (!exactKinds.has(other.kind) && other.kind !== "float"))
    return undefined;
  return isMixedIn(owner) ? equality(machine, a ?? left, b ?? right) : truth(false);
}

/** Records are equal if they are of one class and their fields are. */
function recordEquality(machine: Machine, left: ObjectValue, right: ObjectValue): Formula | undefined {
  const [a, b] = [left.identity.class, right.identity.class];
  if (a === undefined || b === undefined) return undefined;
  if (findMember(machine, a, "__eq__").value !== undefined || findMember(machine, b, "__eq__").value !== undefined)
    return undefined;
  const isRecord = fieldsOf(a) !== undefined && fieldsOf(b) !== undefined;
  if (!isRecord)
    return ancestors(a).complete && ancestors(b).complete ? truth(left.identity === right.identity) : undefined;
  const [x, y] = [fieldValues(machine, left), fieldValues(machine, right)];
  if (a.namespace !== b.namespace || x === undefined || y === undefined) return undefined;
  return tupleEquality(machine, x, y);
}

function dictEquality(machine: Machine, left: ObjectValue, right: ObjectValue): Formula | undefined {
  const [x, y] = [entriesOf(machine, left), entriesOf(machine, right)];
  if (x === undefined || y === undefined) return undefined;
  if (x.size !== y.size || [...x.keys()].some((key) => !y.has(key))) return truth(false);
  return conjunction([...x].map(([key, value]) => equality(machine, value, y.get(key) ?? value)));
}

function setEquality(left: readonly Value[], right: readonly Value[]): Formula | undefined {
  const [x, y] = [left.map(dictKey), right.map(dictKey)];
  if (x.includes(undefined) || y.includes(undefined)) return undefined;
  return truth(x.length === y.length && x.every((key) => y.includes(key)));
}

/**
 * Whether a value is None, as far as more is known than its name. What was ordered among numbers is none; and that nobody
 * sets what is usually None is a run that somebody makes.
 */
function absence(machine: Machine, value: Value): Formula | undefined {
  if (value.kind !== "opaque") return undefined;
  if (machine.facts.knowsNumber(`$${value.key}`)) return truth(false);
  const usually = value.usual?.value.kind;
  if (value.usual === undefined || (usually !== "none" && usually !== "int")) return undefined;
  const decision = decisionOn(value.usual);
  if (usually === "none") return { kind: "restriction", decision, allowed: 1 };
  // Elsewhere nothing is decided about a default before a requirement asks.
  if (machine.paths === undefined) return undefined;
  return conjunction([{ kind: "restriction", decision, allowed: 2 }, question(machine, value, "==", none)]);
}

/** A question about a text: where it has its default, that is what answers it. */
function testOfName(machine: Machine, left: Value, operator: "==" | "in", right: Value): Formula {
  const usual = left.kind === "opaque" && left.usual?.value.kind === "string" ? left.usual : undefined;
  const answer = usual && compareValues(machine, usual.value, operator, right);
  const open = question(machine, left, operator, right);
  if (usual === undefined || answer?.kind !== "constant") return open;
  const isUsual: Formula = { kind: "restriction", decision: decisionOn(usual), allowed: 1 };
  if (!answer.value) return conjunction([negation(isUsual), open]);
  return operator === "==" ? isUsual : disjunction([isUsual, open]);
}

/** The integer a value is, a float without a fraction included. */
function asWhole(machine: Machine, value: Value): SymInt | undefined {
  return value.kind === "float" ? wholeOf(value, machine.facts) : asInt(value);
}

function tupleEquality(machine: Machine, left: readonly Value[], right: readonly Value[]): Formula {
  if (left.length !== right.length) return truth(false);
  const operands = left.map((item, i) => {
    // Lists in lists in lists may be the same ones over and over.
    machine.step();
    return equality(machine, item, right[i] ?? item);
  });
  return conjunction(operands);
}

/** Kinds whose members are known exactly: two of different kinds are never equal. */
const exactKinds = new Set<Value["kind"]>([
  "none",
  "bool",
  "int",
  "string",
  "tuple",
  "class",
  "function",
  "module",
  "slice",
  "object",
  "tensor",
]);

function certainEquality(left: Value, right: Value): boolean | undefined {
  if (left.kind === "none" || right.kind === "none") {
    const other = left.kind === "none" ? right : left;
    if (other.kind === "none") return true;
    return exactKinds.has(other.kind) || other.kind === "float" ? false : undefined;
  }
  if (left.kind === "string" && right.kind === "string") {
    return left.exact && right.exact ? left.value === right.value : undefined;
  }
  if (left.kind === "external" && right.kind === "external") {
    if (left.name === right.name) return true;
    if (builtinKinds[left.name] !== undefined && builtinKinds[right.name] !== undefined) return false;
    return sameDtype(left, right);
  }
  if (left.kind !== right.kind && exactKinds.has(left.kind) && exactKinds.has(right.kind)) {
    const numeric = (value: Value): boolean => value.kind === "int" || value.kind === "bool";
    if (numeric(left) && numeric(right)) {
      const [a, b] = [asNumber(left), asNumber(right)];
      return a === undefined || b === undefined ? undefined : a === b;
    }
    return left.kind === "tensor" || right.kind === "tensor" || left.kind === "object" || right.kind === "object"
      ? undefined
      : false;
  }
  const [x, y] = [asNumber(left), asNumber(right)];
  if (x !== undefined && y !== undefined) return x === y;
  if (left.kind === "class" || left.kind === "function") {
    const [a, b] = [valueKey(left), valueKey(right)];
    return a !== undefined && a === b ? true : undefined;
  }
  return undefined;
}

function membership(machine: Machine, left: Value, right: Value): Formula {
  if (right.kind === "string" && left.kind === "string" && left.exact && right.exact) {
    return truth(right.value.includes(left.value));
  }
  if (right.kind === "object" && right.identity.type === "dict") {
    const entries = entriesOf(machine, right);
    const key = dictKey(left);
    if (key !== undefined && knownEntries(machine, right).has(key)) return truth(true);
    if (entries !== undefined && key !== undefined) return truth(false);
  } else if (right.kind !== "string") {
    const items = membersOf(machine, right);
    if (items !== undefined) return disjunction(items.map((item) => equality(machine, left, item)));
  }
  return testOfName(machine, left, "in", right);
}

/** A comparison that only its own text identifies. */
function question(machine: Machine, left: Value, operator: CompareOperator, right: Value): Formula {
  const key = (value: Value): string => valueKey(value) ?? machine.fresh("unknown");
  return {
    kind: "test",
    key: `${key(left)} ${operator} ${key(right)}`,
    name: `${describe(left)} ${operator} ${describe(right)}`,
  };
}

function asNumber(value: Value): number | undefined {
  if (value.kind === "float") return value.value;
  if (value.kind === "opaque") return undefined;
  const whole = asInt(value);
  const [term] = whole?.terms ?? [];
  if (whole === undefined) return undefined;
  if (term === undefined) return 0;
  return whole.terms.length === 1 && term.factors.length === 0 ? term.coefficient : undefined;
}

/** `isinstance(value, type)`. */
export function isInstance(machine: Machine, value: Value, type: Value): Formula {
  const types = type.kind === "tuple" ? type.items : [type];
  const answers = types.map((one) => isInstanceOf(settle(machine, value), one));
  if (answers.includes(true)) return truth(true);
  if (!answers.includes(undefined)) return truth(false);
  return question(machine, value, "is", type);
}

const builtinKinds: Readonly<Record<string, (value: Value) => boolean>> = {
  "builtins.int": (value) => value.kind === "int" || value.kind === "bool",
  "builtins.bool": (value) => value.kind === "bool",
  "builtins.float": (value) => value.kind === "float",
  "builtins.str": (value) => value.kind === "string",
  "builtins.NoneType": (value) => value.kind === "none",
  "builtins.tuple": (value) =>
    value.kind === "tuple" || (value.kind === "object" && value.identity.class?.record === "tuple"),
  "builtins.list": (value) => value.kind === "object" && value.identity.type === "list",
  "builtins.dict": (value) => value.kind === "object" && value.identity.type === "dict",
  "builtins.set": (value) => value.kind === "object" && value.identity.type === "set",
  "torch.Tensor": (value) => value.kind === "tensor",
};

export function isInstanceOf(value: Value, type: Value): boolean | undefined {
  if (!exactKinds.has(value.kind) && value.kind !== "float") return undefined;
  // A symbol may stand for a float, or for a tensor that was computed with.
  if (value.kind === "int" && asNumber(value) === undefined) return undefined;
  if (type.kind === "external") {
    const isUnclear = value.kind === "object" && value.identity.class !== undefined && !isPlain(value.identity.class);
    return isUnclear ? undefined : builtinKinds[type.name]?.(value);
  }
  if (type.kind !== "class" || (type.enumeration && value.kind !== "object")) return undefined;
  if (value.kind === "tensor") return undefined;
  if (value.kind !== "object" || value.identity.class === undefined) return isTransparent(type) ? false : undefined;
  return isDescendant(value.identity.class, type);
}

/** True if a class has no builtin type among its bases, as far as is known. */
function isPlain(owner: ClassValue): boolean {
  return ancestors(owner).complete && !owner.enumeration;
}
