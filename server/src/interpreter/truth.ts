/** The truth of values and of comparisons between them. */
import type { CompareOperator } from "../syntax/ast.ts";
import { Facts, type Relation } from "../values/facts.ts";
import { conjunction, disjunction, type Formula, negation } from "../values/logic.ts";
import { constantOf, integer } from "../values/symbolic.ts";
import { asInt, describe, tuple, type Value, valueKey } from "../values/value.ts";
import type { Machine } from "./machine.ts";
import { findMember, isDescendant, isTransparent } from "./classes.ts";
import { itemsOf, entriesOf } from "./containers.ts";

const truth = (value: boolean): Formula => ({ kind: "constant", value });

/** What `bool(value)` says. */
export function truthOf(machine: Machine, value: Value): Formula {
  switch (value.kind) {
    case "none":
      return truth(false);
    case "bool":
      return value.formula;
    case "int":
      return { kind: "comparison", left: value.value, relation: "!=", right: integer(0) };
    case "float":
      return value.value === undefined ? undecided(machine, value) : truth(value.value !== 0);
    case "string":
      return value.value !== "" || value.exact ? truth(value.value !== "") : undecided(machine, value);
    case "tuple":
      return truth(value.items.length > 0);
    case "object": {
      if (value.identity.type === "instance")
        return hasOwnTruth(machine, value) ? undecided(machine, value) : truth(true);
      const items = value.identity.type === "dict" ? entriesOf(machine, value)?.size : itemsOf(machine, value)?.length;
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

function undecided(machine: Machine, value: Value): Formula {
  return { kind: "test", key: `truth ${valueKey(value) ?? machine.fresh("unknown")}`, name: describe(value) };
}

/** True if the class of an instance says itself when it is true, or may do so. */
function hasOwnTruth(machine: Machine, { identity }: Value & { kind: "object" }): boolean {
  const owner = identity.class;
  if (owner === undefined) return true;
  return ["__bool__", "__len__"].some((name) => findMember(machine, owner, name).value !== undefined);
}

/** `left operator right` for one link of a chain. */
export function compareValues(machine: Machine, left: Value, operator: CompareOperator, right: Value): Formula {
  switch (operator) {
    case "is":
    case "==":
      return equality(machine, left, right);
    case "is not":
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
  const [x, y] = [asNumber(left), asNumber(right)];
  if (x !== undefined && y !== undefined) {
    return truth(operator === "<" ? x < y : operator === "<=" ? x <= y : operator === ">" ? x > y : x >= y);
  }
  return machine.models.compareIntrinsic(left, operator, right) ?? question(machine, left, operator, right);
}

/** Tuples are ordered by the first items that differ; only numbers that are known are compared. */
function tupleOrdering(machine: Machine, left: readonly Value[], operator: Relation, right: readonly Value[]): Formula {
  for (const [i, item] of left.entries()) {
    const other = right[i];
    if (other === undefined) break;
    const [x, y] = [asNumber(item), asNumber(other)];
    if (x === undefined || y === undefined) return question(machine, tuple(left), operator, tuple(right));
    if (x !== y) return truth(operator === "<" || operator === "<=" ? x < y : x > y);
  }
  const [x, y] = [left.length, right.length];
  return truth(operator === "<" ? x < y : operator === "<=" ? x <= y : operator === ">" ? x > y : x >= y);
}

function equality(machine: Machine, left: Value, right: Value): Formula {
  if (left.kind === "tuple" && right.kind === "tuple") return tupleEquality(machine, left.items, right.items);
  const certain = certainEquality(left, right);
  if (certain !== undefined) return truth(certain);
  if (left.kind === "bool" && right.kind === "bool" && right.formula.kind === "constant") {
    return right.formula.value ? left.formula : negation(left.formula);
  }
  const [a, b] = [asInt(left), asInt(right)];
  if (a !== undefined && b !== undefined) return { kind: "comparison", left: a, relation: "==", right: b };
  return machine.models.compareIntrinsic(left, "==", right) ?? question(machine, left, "==", right);
}

function tupleEquality(machine: Machine, left: readonly Value[], right: readonly Value[]): Formula {
  if (left.length !== right.length) return truth(false);
  const operands = left.map((item, i) => equality(machine, item, right[i] ?? item));
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
  if (left.kind === "external" && right.kind === "external" && left.name === right.name) return true;
  if (left.kind !== right.kind && exactKinds.has(left.kind) && exactKinds.has(right.kind)) {
    const numeric = (value: Value): boolean => value.kind === "int" || value.kind === "bool";
    if (numeric(left) && numeric(right)) return undefined;
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
    if (entries !== undefined && left.kind === "string" && left.exact) return truth(entries.has(left.value));
  } else {
    const items = itemsOf(machine, right);
    if (items !== undefined) return disjunction(items.map((item) => equality(machine, left, item)));
  }
  return question(machine, left, "in", right);
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
  const whole = asInt(value);
  const [term] = whole?.terms ?? [];
  if (whole === undefined) return undefined;
  if (term === undefined) return 0;
  return whole.terms.length === 1 && term.factors.length === 0 ? term.coefficient : undefined;
}

/** `isinstance(value, type)`. */
export function isInstance(machine: Machine, value: Value, type: Value): Formula {
  const types = type.kind === "tuple" ? type.items : [type];
  const answers = types.map((one) => isInstanceOf(value, one));
  if (answers.includes(true)) return truth(true);
  if (!answers.includes(undefined)) return truth(false);
  return question(machine, value, "is", type);
}

const builtinKinds: Readonly<Record<string, (value: Value) => boolean>> = {
  "builtins.int": (value) => value.kind === "int" || value.kind === "bool",
  "builtins.bool": (value) => value.kind === "bool",
  "builtins.float": (value) => value.kind === "float",
  "builtins.str": (value) => value.kind === "string",
  "builtins.tuple": (value) => value.kind === "tuple",
  "builtins.list": (value) => value.kind === "object" && value.identity.type === "list",
  "builtins.dict": (value) => value.kind === "object" && value.identity.type === "dict",
  "builtins.set": (value) => value.kind === "object" && value.identity.type === "set",
  "torch.Tensor": (value) => value.kind === "tensor",
};

function isInstanceOf(value: Value, type: Value): boolean | undefined {
  if (!exactKinds.has(value.kind) && value.kind !== "float") return undefined;
  // A symbol may stand for a float, or for a tensor that was computed with.
  if (value.kind === "int" && asNumber(value) === undefined) return undefined;
  if (type.kind === "external") return builtinKinds[type.name]?.(value);
  if (type.kind !== "class") return undefined;
  if (value.kind === "tensor") return undefined;
  if (value.kind !== "object" || value.identity.class === undefined) return isTransparent(type) ? false : undefined;
  return isDescendant(value.identity.class, type);
}
