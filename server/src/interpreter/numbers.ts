/** Functions of Python, `math` and numpy on numbers. What floats would round away is unknown. */
import type { Facts } from "../values/facts.ts";
import {
  add,
  atomsOf,
  ceilDiv,
  constant,
  constantOf,
  floorDiv,
  greatestCommonDivisor,
  integer,
  modulo,
  multiply,
  power,
  scale,
  type SymInt,
} from "../values/symbolic.ts";
import { asInt, type FloatValue, int, none, opaque, tuple, type Value, valueKey } from "../values/value.ts";

export interface NumberCall {
  readonly facts: Facts;
  /** Positional arguments. */
  readonly values: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
  /** The items of a list or tuple; undefined if not all are known. */
  readonly items: (value: Value) => readonly Value[] | undefined;
}

/** The result; undefined where it is not modelled. */
type NumberFunction = (call: NumberCall) => Value | undefined;

export const numberFunctions: Readonly<Record<string, NumberFunction>> = {
  "builtins.int": ({ values, facts }) => (values.length > 1 ? undefined : toInt(values[0] ?? int(integer(0)), facts)),
  "builtins.float": ({ values: [value = none] }) => toFloat(value),
  "builtins.abs": ({ facts, values: [value = none] }) => {
    const whole = asInt(value);
    const opposite = scale(whole, -1);
    return whole === undefined || opposite === undefined ? undefined : known(facts.maximum([whole, opposite]));
  },
  "builtins.min": (call) => extreme(call, "minimum"),
  "builtins.max": (call) => extreme(call, "maximum"),
  "builtins.round": ({ facts, values }) => (values.length === 1 ? rounded(values[0] ?? none, facts) : undefined),
  "builtins.pow": ({ values: [base = none, exponent = none, divisor] }) => {
    const whole = power(asInt(base), asInt(exponent));
    return known(divisor === undefined ? whole : modulo(whole, asInt(divisor)));
  },
  "builtins.sum": (call) => folded(call, add, integer(0)),
  "builtins.divmod": ({ values: [a = none, b = none] }) => {
    const [quotient, rest] = [floorDiv(asInt(a), asInt(b)), modulo(asInt(a), asInt(b))];
    return quotient === undefined || rest === undefined ? undefined : tuple([int(quotient), int(rest)]);
  },
  "math.prod": (call) => folded(call, multiply, integer(1)),
  "math.ceil": ({ values: [value = none] }) => towards(value, "up"),
  "math.floor": ({ values: [value = none] }) => towards(value, "down"),
  "math.trunc": ({ values: [value = none], facts }) => toInt(value, facts),
  "math.gcd": ({ values, facts }) => commonDivisor(values.map(asInt), facts),
  "math.lcm": ({ values, facts }) => commonMultiple(values.map(asInt), facts),
  "math.isqrt": ({ values: [value = none] }) => {
    const number = constantOfValue(value);
    return number === undefined || number < 0 ? undefined : known(constant(squareRoot(number)));
  },
  "math.sqrt": ({ values: [value = none] }) => onConstant(value, Math.sqrt),
  "math.log2": ({ values: [value = none] }) => onConstant(value, exactLogarithm),
  "numpy.prod": (call) => (call.keywords.size > 0 ? undefined : folded(call, multiply, integer(1))),
  "numpy.ceil": ({ values: [value = none] }) => asFloat(towards(value, "up")),
  "numpy.floor": ({ values: [value = none] }) => asFloat(towards(value, "down")),
  "numpy.gcd": ({ values, facts }) => commonDivisor(values.map(asInt), facts),
  "numpy.lcm": ({ values, facts }) => commonMultiple(values.map(asInt), facts),
};

/** Methods of numbers. */
export const numberMethods: Readonly<Record<string, (self: Value, facts: Facts) => Value | undefined>> = {
  bit_length: (self) => {
    const number = self.kind === "int" ? constantOf(self.value) : undefined;
    return number === undefined ? undefined : int(integer(number === 0 ? 0 : Math.abs(number).toString(2).length));
  },
  is_integer: (self, facts) => {
    const isWhole = self.kind === "int" || (self.kind === "float" && wholeOf(self, facts) !== undefined);
    const value = self.kind === "float" && self.value !== undefined ? Number.isInteger(self.value) : isWhole;
    return value || self.kind !== "float" || self.value !== undefined
      ? { kind: "bool", formula: { kind: "constant", value } }
      : undefined;
  },
};

function known(value: SymInt | undefined): Value | undefined {
  return value === undefined ? undefined : int(value);
}

function constantOfValue(value: Value): number | undefined {
  const whole = asInt(value);
  return whole === undefined ? undefined : constantOf(whole);
}

/** True if every symbol is a size or a fact of the world, which are integers. */
function isInteger(value: SymInt): boolean {
  return [...atomsOf(value).values()].every((atom) => atom.kind !== "symbol" || atom.low !== -Infinity);
}

/** The integer that a float is for certain, such as `n * d / d`. */
export function wholeOf(value: FloatValue, facts: Facts): SymInt | undefined {
  if (value.value !== undefined) return Number.isInteger(value.value) ? constant(value.value) : undefined;
  if (value.ratio === undefined) return undefined;
  const { numerator, denominator } = value.ratio;
  if (!isInteger(numerator) || !isInteger(denominator)) return undefined;
  const rest = modulo(numerator, denominator);
  const divides = rest !== undefined && facts.compare(rest, "==", integer(0)) === true;
  return divides ? floorDiv(facts.simplify(numerator), facts.simplify(denominator)) : undefined;
}

/** `int(x)` is `x` where it is known to be an integer; of anything else it is a number of its own. */
function toInt(value: Value, facts: Facts): Value | undefined {
  if (value.kind === "float") return known(truncated(value, facts));
  if (value.kind === "string" && value.exact && /^\s*[-+]?\d+\s*$/.test(value.value))
    return known(constant(Number(value.value)));
  if (value.kind === "opaque" && value.digits !== undefined) return int(value.digits, value.origin);
  const whole = asInt(value);
  if (whole === undefined) return undefined;
  if (isInteger(whole)) return int(whole, value.origin);
  const key = valueKey(value);
  return key === undefined
    ? undefined
    : opaque(`int(${key})`, value.kind === "opaque" ? value.name : "int(…)", value.origin);
}

/** Towards 0, so it matters which sign a quotient has. */
function truncated(value: FloatValue, facts: Facts): SymInt | undefined {
  if (value.value !== undefined) return constant(Math.trunc(value.value));
  const whole = wholeOf(value, facts);
  if (whole !== undefined || value.ratio === undefined) return whole;
  const { numerator, denominator } = value.ratio;
  if (!isInteger(numerator) || !isInteger(denominator)) return undefined;
  const sign = (part: SymInt): number =>
    facts.compare(part, ">=", integer(0)) === true ? 1 : facts.compare(part, "<=", integer(0)) === true ? -1 : 0;
  const signs = sign(numerator) * sign(denominator);
  return signs === 0 ? undefined : (signs > 0 ? floorDiv : ceilDiv)(numerator, denominator);
}

function toFloat(value: Value): Value | undefined {
  if (value.kind === "float") return value;
  const whole = asInt(value);
  return whole === undefined ? { kind: "float", value: undefined } : asFloat(int(whole));
}

function asFloat(value: Value | undefined): FloatValue | undefined {
  const whole = value === undefined ? undefined : asInt(value);
  if (whole === undefined) return undefined;
  return { kind: "float", value: constantOf(whole), ratio: { numerator: whole, denominator: integer(1) } };
}

/** `math.ceil(x)` or `math.floor(x)` */
function towards(value: Value, direction: "up" | "down"): Value | undefined {
  if (value.kind !== "float") {
    const whole = asInt(value);
    return whole !== undefined && isInteger(whole) ? int(whole, value.origin) : undefined;
  }
  if (value.value !== undefined) return known(constant((direction === "up" ? Math.ceil : Math.floor)(value.value)));
  if (value.ratio === undefined) return undefined;
  const { numerator, denominator } = value.ratio;
  if (!isInteger(numerator) || !isInteger(denominator)) return undefined;
  return known((direction === "up" ? ceilDiv : floorDiv)(numerator, denominator));
}

/** `round(x)`: a half goes to the even neighbour. */
function rounded(value: Value, facts: Facts): Value | undefined {
  if (value.kind !== "float") return towards(value, "down");
  if (value.value === undefined) return known(wholeOf(value, facts));
  const below = Math.floor(value.value);
  const above = value.value - below;
  const up = above > 0.5 || (above === 0.5 && below % 2 !== 0);
  return known(constant(up ? below + 1 : below));
}

function extreme(call: NumberCall, kind: "minimum" | "maximum"): Value | undefined {
  if (call.keywords.size > 0) return undefined;
  const [only] = call.values;
  const values = call.values.length === 1 && only !== undefined ? call.items(only) : call.values;
  const sizes = values === undefined ? undefined : integersIn(values);
  return sizes === undefined || sizes.length === 0 ? undefined : known(call.facts[kind](sizes));
}

function integersIn(values: readonly Value[]): readonly SymInt[] | undefined {
  const all = values.map(asInt).filter((size) => size !== undefined);
  return all.length === values.length ? all : undefined;
}

/** `sum(items, start)` or `math.prod(items, start=…)` */
function folded(
  call: NumberCall,
  combine: (a: SymInt | undefined, b: SymInt | undefined) => SymInt | undefined,
  neutral: SymInt,
): Value | undefined {
  const [value = none, second] = call.values;
  const start = call.keywords.get("start") ?? second;
  const items = call.items(value);
  const sizes = items === undefined ? undefined : integersIn(items);
  const first = start === undefined ? neutral : asInt(start);
  return sizes === undefined ? undefined : known(sizes.reduce<SymInt | undefined>(combine, first));
}

function commonDivisor(sizes: readonly (SymInt | undefined)[], facts: Facts): Value | undefined {
  return pairwise(sizes, (a, b) => {
    const [x, y] = [constantOf(a), constantOf(b)];
    if (x !== undefined && y !== undefined) return integer(greatestCommonDivisor(x, y));
    return isMultiple(a, b, facts) ? b : isMultiple(b, a, facts) ? a : undefined;
  });
}

function commonMultiple(sizes: readonly (SymInt | undefined)[], facts: Facts): Value | undefined {
  return pairwise(sizes, (a, b) => {
    const [x, y] = [constantOf(a), constantOf(b)];
    if (x !== undefined && y !== undefined) {
      return x === 0 || y === 0 ? integer(0) : constant(Math.abs((x / greatestCommonDivisor(x, y)) * y));
    }
    return isMultiple(a, b, facts) ? a : isMultiple(b, a, facts) ? b : undefined;
  });
}

function pairwise(
  sizes: readonly (SymInt | undefined)[],
  combine: (a: SymInt, b: SymInt) => SymInt | undefined,
): Value | undefined {
  const [first, ...others] = sizes;
  return known(
    others.reduce(
      (common, size) => (common && size === undefined ? undefined : common && size && combine(common, size)),
      first,
    ),
  );
}

/** True if both are at least 1 and the second divides the first. */
function isMultiple(a: SymInt, b: SymInt, facts: Facts): boolean {
  const rest = modulo(a, b);
  const positive = [a, b].every((size) => facts.compare(size, ">=", integer(1)) === true);
  return positive && rest !== undefined && facts.compare(rest, "==", integer(0)) === true;
}

function squareRoot(number: number): number {
  const near = Math.floor(Math.sqrt(number));
  return BigInt(near) ** 2n > BigInt(number) ? near - 1 : near;
}

function onConstant(value: Value, compute: (number: number) => number | undefined): Value | undefined {
  const number = value.kind === "float" ? value.value : constantOfValue(value);
  if (number === undefined) return undefined;
  const result = compute(number);
  return { kind: "float", value: result === undefined || Number.isNaN(result) ? undefined : result };
}

/** So near to a whole number the logarithm's last digits decide, and they differ between mathematical libraries. */
const nearness = 1e-9;

function exactLogarithm(number: number): number | undefined {
  if (number <= 0) return undefined;
  const logarithm = Math.log2(number);
  const whole = Math.round(logarithm);
  if (2 ** whole === number) return whole;
  return Math.abs(logarithm - whole) < nearness ? undefined : logarithm;
}
