/** Abstract Python values. A value is immutable; what Python can change lives in the store, behind an object. */
import type { ClassStatement, Expression, FunctionStatement, LambdaExpression } from "../syntax/ast.ts";
import type { Condition } from "./condition.ts";
import { formula } from "./formula.ts";
import { identityNumber } from "./identity.ts";
import type { Formula } from "./logic.ts";
import { formulaKey } from "./logic.ts";
import type { Origin, Site } from "./origin.ts";
import { constantOf, integer, symbol, type SymInt, type Usual } from "./symbolic.ts";

export type Value =
  | UnknownValue
  | NoneValue
  | BoolValue
  | IntValue
  | FloatValue
  | StringValue
  | TupleValue
  | UniformValue
  | SliceValue
  | EllipsisValue
  | ObjectValue
  | TensorValue
  | FunctionValue
  | ClassValue
  | BoundValue
  | ModuleValue
  | ExternalValue
  | OpaqueValue
  | IntrinsicValue
  | PartialValue
  | ImportedValue
  | ChoiceValue;

interface Sourced {
  readonly origin?: Origin | undefined;
}

/** Nothing is known, not even whether two of them are the same. */
export interface UnknownValue extends Sourced {
  readonly kind: "unknown";
  /** What was not modelled, for statistics. */
  readonly cause: string;
}

export interface NoneValue extends Sourced {
  readonly kind: "none";
}

/** A truth value: `true`, `false`, or whatever the formula says. */
export interface BoolValue extends Sourced {
  readonly kind: "bool";
  readonly formula: Formula;
}

export interface IntValue extends Sourced {
  readonly kind: "int";
  readonly value: SymInt;
}

export interface FloatValue extends Sourced {
  readonly kind: "float";
  readonly value: number | undefined;
  /** For `a / b` of integers: rounding it up or down is exact integer arithmetic. */
  readonly ratio?: { readonly numerator: SymInt; readonly denominator: SymInt };
}

export interface StringValue extends Sourced {
  readonly kind: "string";
  readonly value: string;
  /** False if a part of it stands for a value without a number, printed as its formula. */
  readonly exact: boolean;
  /** Its pieces, of one that is not exact but whose formulas are known. */
  readonly parts?: readonly (string | SymInt)[] | undefined;
}

export interface TupleValue extends Sourced {
  readonly kind: "tuple";
  readonly items: readonly Value[];
  /** How many elements are in it and in the tuples in it, itself included. */
  readonly size: number;
}

/** An immutable sequence of elements that one describes, such as `range(n)` or the pieces `x.chunk(sp)` gives. */
export interface UniformValue extends Sourced {
  readonly kind: "uniform";
  readonly element: Value;
  /** Undefined if unknown. */
  readonly length: SymInt | undefined;
  /** The key of the symbol in `element` that stands for its index, where the elements depend on it. */
  readonly index?: string;
  /** Where pieces of a tensor are not all of one size: along which dimension, and what size one has by its index. */
  readonly piece?: { readonly axis: number; readonly key: string; sizeAt(index: SymInt): SymInt | undefined };
}

export interface SliceValue extends Sourced {
  readonly kind: "slice";
  readonly lower: Value;
  readonly upper: Value;
  readonly step: Value;
}

export interface EllipsisValue extends Sourced {
  readonly kind: "ellipsis";
}

/** A list, dict, set or instance. Its contents are cells of the store; the identity is what two references share. */
export interface ObjectValue extends Sourced {
  readonly kind: "object";
  readonly identity: Identity;
}

export interface Identity {
  /** An iterator is used up by who runs through it. */
  readonly type: "list" | "dict" | "set" | "iterator" | "instance";
  /** Of an instance; undefined for containers. */
  readonly class: ClassValue | undefined;
  /** What a person would call it. */
  readonly label: string;
  /** True for the `self` of a method that is analysed for any instance: its attributes are what `__init__` leaves. */
  readonly symbolic: boolean;
  /** Of the dict `instance.__dict__`: its entries are the attributes of this instance. */
  readonly attributesOf?: Identity;
}

export interface TensorValue extends Sourced {
  readonly kind: "tensor";
  /** Sizes of the leading dimensions; an unknown size is undefined. */
  readonly shape: readonly (SymInt | undefined)[];
  /** True if there may be further dimensions behind `shape`. */
  readonly open: boolean;
  /** Such as "int64"; undefined if unknown. */
  readonly dtype: string | undefined;
  readonly device: string | undefined;
  /** Attributes that a contract attached, such as the mask a block tensor belongs to. */
  readonly marks: ReadonlyMap<string, Value> | undefined;
  /** What a person calls it, if it has a name. */
  readonly name: string | undefined;
  /** Names the sizes behind `shape` of an open tensor; undefined if nothing is known about them. */
  readonly rest: Rest | undefined;
  /** Of an open tensor: all its sizes, if it has as many dimensions. */
  readonly byRank?: ReadonlyMap<number, readonly (SymInt | undefined)[]>;
}

/** The dimension `i` behind the listed ones of an open tensor is dimension `i + offset` of an opaque value. */
export interface Rest {
  readonly key: string;
  readonly name: string;
  readonly offset: number;
}

export interface FunctionValue extends Sourced {
  readonly kind: "function";
  readonly node: FunctionStatement | LambdaExpression;
  readonly site: Site;
  readonly scope: Scope;
  /** One function has one, whatever its form; two made by the same `def` have two. It owns the function's attributes. */
  readonly identity: object;
  readonly form: FunctionForm;
  readonly defaults: ReadonlyMap<string, Value>;
  /** What an assignment to the property calls. */
  readonly setter?: FunctionValue;
}

/** `cached` is a property that is computed once, `context` a generator under `@contextmanager`. */
export type FunctionForm = "function" | "staticmethod" | "classmethod" | "property" | "cached" | "context";

/** Where a function finds the names it does not define itself. Implemented by the interpreter. */
export interface Scope {
  readonly path: string;
}

export interface ClassValue extends Sourced {
  readonly kind: "class";
  readonly node: ClassStatement;
  readonly site: Site;
  readonly bases: readonly Value[];
  /** What its body defined; later changes are in the namespace. */
  readonly members: ReadonlyMap<string, Value>;
  /** Where its members are kept; two classes made by the same statement have two. */
  readonly namespace: Scope;
  readonly scope: Scope;
  /** The fields that its own lines declare, if these become parameters of the constructor. */
  readonly fields: readonly Field[] | undefined;
  readonly record: RecordKind | undefined;
  /** True for an `Enum`: its members are the only instances. */
  readonly enumeration: boolean;
  /** True where it may be a class below this one, such as `cls` or `type(self)` in code that others inherit. */
  readonly open?: true;
}

export type RecordKind = "dataclass" | "tuple" | "model";

export interface Field {
  readonly name: string;
  readonly default: Value | undefined;
  /** What makes the default of each new instance. */
  readonly factory: Value | undefined;
  readonly keywordOnly: boolean;
  /** False for `field(init=False)`: no argument sets it. */
  readonly initialised: boolean;
  /** False for an `InitVar`, which `__post_init__` receives. */
  readonly kept: boolean;
  readonly annotation: Expression;
}

export interface BoundValue extends Sourced {
  readonly kind: "bound";
  readonly function: FunctionValue | IntrinsicValue;
  readonly receiver: Value;
}

export interface ModuleValue extends Sourced {
  readonly kind: "module";
  /** Dotted name. */
  readonly name: string;
  readonly path: string;
}

/** Something imported whose source nobody has, such as `torch.zeros`. */
export interface ExternalValue extends Sourced {
  readonly kind: "external";
  /** Dotted name. */
  readonly name: string;
}

/**
 * A value about which only its identity is known: a parameter, or an attribute of one. Reading the same part of it
 * twice gives the same value.
 */
export interface OpaqueValue extends Sourced {
  readonly kind: "opaque";
  readonly key: string;
  /** What a person would write for it, such as `args.sp_size`. */
  readonly name: string;
  /** A size: an int that is at least 1. */
  readonly size: boolean;
  /** What it is where nobody passes another value. */
  readonly usual?: UsualValue | undefined;
  /** The classes that it is said to be an instance of, or the functions that it is one of; undefined if nothing is said. */
  readonly declared?: readonly Value[] | undefined;
  /** Of a text, such as a variable of the environment: the number that `int` makes of it. */
  readonly digits?: SymInt | undefined;
  /** What was not modelled, for statistics; undefined for what nobody could know, such as a parameter. */
  readonly cause?: string | undefined;
}

/** What an opaque value is unless somebody sets another, such as a parameter's default. */
export interface UsualValue {
  /** Equal for the parts of one value, which are set together. */
  readonly key: string;
  readonly value: Value;
  /** Such as "tile is (128, 64), its default". */
  readonly words: string;
}

/** A function of the analysis itself. */
export interface IntrinsicValue extends Sourced {
  readonly kind: "intrinsic";
  readonly name: string;
}

/** `functools.partial(function, …)` */
export interface PartialValue extends Sourced {
  readonly kind: "partial";
  readonly function: Value;
  readonly arguments: readonly PassedArgument[];
  /**
   * `context`: what a function under `@contextmanager` returns, which `with` runs. `factory`: what describes a field of a
   * record, such as `field(default=…)`. `method`: a `partialmethod`. `mark`: a mark of a test, such as `skipif(…)`.
   */
  readonly role?: "context" | "factory" | "method" | "mark" | undefined;
}

export interface PassedArgument {
  /** Undefined for a positional argument. */
  readonly name: string | undefined;
  readonly value: Value;
  /** The argument's expression, where it was written at a call. */
  readonly site: Site | undefined;
}

/** A name of a module that is looked up when it is first read, so that unused imports cost nothing. */
export interface ImportedValue extends Sourced {
  readonly kind: "imported";
  readonly module: ModuleValue;
  readonly name: string;
}

/** One of several values, each under a condition. Never nested. */
export interface ChoiceValue extends Sourced {
  readonly kind: "choice";
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  readonly condition: Condition;
  readonly value: Exclude<Value, ChoiceValue>;
}

// --------------------------------------------------------------------------------------------- constructors

export const none: NoneValue = { kind: "none" };
export const ellipsis: EllipsisValue = { kind: "ellipsis" };

export function unknown(cause: string): UnknownValue {
  return { kind: "unknown", cause };
}

export function int(value: SymInt | undefined, origin?: Origin): IntValue | UnknownValue {
  return value === undefined ? unknown("arithmetic") : { kind: "int", value, origin };
}

export function number(value: number, origin?: Origin): IntValue | UnknownValue {
  return Number.isSafeInteger(value) ? { kind: "int", value: integer(value), origin } : unknown("huge integer");
}

export function bool(value: Formula | boolean, origin?: Origin): BoolValue {
  return { kind: "bool", formula: typeof value === "boolean" ? { kind: "constant", value } : value, origin };
}

export function text(value: string, origin?: Origin): StringValue {
  return { kind: "string", value, exact: true, origin };
}

export function tuple(items: readonly Value[], origin?: Origin): TupleValue {
  const size = items.reduce((sum, item) => sum + (item.kind === "tuple" ? item.size : 1), 1);
  return { kind: "tuple", items, size, origin };
}

export function uniform(element: Value, length: SymInt | undefined, origin?: Origin): UniformValue {
  return { kind: "uniform", element, length, origin };
}

export function opaque(key: string, name: string, origin?: Origin): OpaqueValue {
  return { kind: "opaque", key, name, size: false, origin };
}

export function tensor(shape: readonly (SymInt | undefined)[], extra: Partial<TensorValue> = {}): TensorValue {
  return {
    kind: "tensor",
    open: false,
    dtype: undefined,
    device: undefined,
    marks: undefined,
    name: undefined,
    rest: undefined,
    ...extra,
    shape,
  };
}

/** The kind of a value in words, for statistics. */
export function kindOf(value: Value): string {
  switch (value.kind) {
    case "opaque":
    case "unknown":
      return "an unknown object";
    case "none":
      return "None";
    case "object":
      return `a ${value.identity.type}`;
    case "int":
    case "intrinsic":
    case "external":
    case "imported":
      return `an ${value.kind}`;
    default:
      return `a ${value.kind}`;
  }
}

/** The same value with another origin. */
export function withOrigin<V extends Value>(value: V, origin: Origin | undefined): V {
  return value.origin === origin ? value : { ...value, origin };
}

// ------------------------------------------------------------------------------------------------- readings

/** The symbolic integer a value stands for; an opaque value becomes a symbol of its own name. */
export function asInt(value: Value): SymInt | undefined {
  if (value.kind === "int") return value.value;
  if (value.kind === "opaque")
    return symbol(value.key, value.name, value.size ? 1 : -Infinity, undefined, usualNumber(value.usual));
  if (value.kind === "bool" && value.formula.kind === "constant") return integer(value.formula.value ? 1 : 0);
  return undefined;
}

/** The usual value of what is an integer where nobody sets another. */
export function usualNumber(usual: UsualValue | undefined): Usual | undefined {
  const value = usual?.value.kind === "int" ? constantOf(usual.value.value) : undefined;
  return usual === undefined || value === undefined ? undefined : { key: usual.key, value, words: usual.words };
}

/** The identity of a value's content, without origins; undefined where two unknowns may differ. */
export function valueKey(value: Value): string | undefined {
  switch (value.kind) {
    case "unknown":
      return undefined;
    case "none":
    case "ellipsis":
      return value.kind;
    case "bool":
      return `bool ${formulaKey(value.formula)}`;
    case "int":
      return `int ${value.value.key}`;
    case "float":
      return value.value === undefined ? undefined : `float ${value.value}`;
    case "string":
      return value.exact ? `str ${JSON.stringify(value.value)}` : undefined;
    case "tuple":
      return joinKeys("tuple", value.items);
    case "uniform": {
      const element = valueKey(value.element);
      return element === undefined || value.length === undefined
        ? undefined
        : `uniform(${element},${value.length.key},${value.piece?.key ?? ""})`;
    }
    case "slice":
      return joinKeys("slice", [value.lower, value.upper, value.step]);
    case "tensor":
      return tensorKey(value);
    case "external":
      return `external ${value.name}`;
    case "module":
      return `module ${value.path}`;
    case "opaque":
      return `opaque ${value.key}`;
    case "intrinsic":
      return `intrinsic ${value.name}`;
    case "object":
      return `object ${identityNumber(value.identity)}`;
    case "function":
      return `function ${identityNumber(value.identity)}`;
    case "class":
      return `class ${identityNumber(value.namespace)}`;
    case "bound":
      return joinKeys("bound", [value.function, value.receiver]);
    case "partial":
    case "imported":
    case "choice":
      return undefined;
  }
}

function joinKeys(prefix: string, values: readonly Value[]): string | undefined {
  const keys: string[] = [];
  for (const value of values) {
    const key = valueKey(value);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return `${prefix}(${keys.join(",")})`;
}

function tensorKey(value: TensorValue): string | undefined {
  if (value.name === undefined) return undefined;
  const sizes = (shape: TensorValue["shape"]): string => shape.map((size) => size?.key ?? "?").join("x");
  const ranked = [...(value.byRank?.values() ?? [])].map((shape) => ` or ${sizes(shape)}`).join("");
  return `tensor ${value.rest?.key ?? value.name} ${sizes(value.shape)}${value.open ? "…" : ""}${ranked} ${value.dtype} ${value.device}`;
}

/** What a person would write for a value in a message. */
export function describe(value: Value): string {
  switch (value.kind) {
    case "none":
      return "None";
    case "int":
      return formula(value.value);
    case "bool":
      return value.formula.kind === "constant" ? (value.formula.value ? "True" : "False") : "a truth value";
    case "float":
      return value.value === undefined ? "a float" : String(value.value);
    case "string":
      return JSON.stringify(value.value);
    case "tuple":
      return `(${value.items.map(describe).join(", ")}${value.items.length === 1 ? "," : ""})`;
    case "uniform":
      return `(${describe(value.element)}, …)`;
    case "tensor":
      return describeTensor(value);
    case "opaque":
      return value.name;
    case "external":
    case "module":
      return value.name;
    case "class":
      return value.node.name.id;
    case "function":
      return value.node.kind === "function" ? value.node.name.id : "a lambda";
    case "object":
      return value.identity.class?.node.name.id ?? value.identity.type;
    case "choice":
      return [...new Set(value.alternatives.map((alternative) => describe(alternative.value)))].join(" or ");
    default:
      return "?";
  }
}

export function describeTensor(value: TensorValue): string {
  const sizes = value.shape.map((size) => (size === undefined ? "?" : formula(size)));
  if (value.open) sizes.push("…");
  return `Tensor[${sizes.join(", ")}]${value.dtype === undefined ? "" : ` ${value.dtype}`}`;
}
