import { createRequire as cr } from "module";
const require = cr(import.meta.url);

// ../../tmp/prof/scan.ts
import { readdirSync as readdirSync2, readFileSync as readFileSync2, statSync } from "node:fs";

// server/src/values/condition.ts
var always = /* @__PURE__ */ new Map();
function only(decision, alternative) {
  return /* @__PURE__ */ new Map([[decision.key, { decision, allowed: 1 << alternative }]]);
}
function both(a, b) {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const result = new Map(a);
  for (const [key, restriction] of b) {
    const known3 = result.get(key);
    const allowed = known3 === void 0 ? restriction.allowed : known3.allowed & restriction.allowed;
    if (allowed === 0) return void 0;
    result.set(key, { decision: restriction.decision, allowed });
  }
  return result;
}
function allows(condition, decision, alternative) {
  const restriction = condition.get(decision.key);
  return restriction === void 0 || (restriction.allowed & (1 << alternative)) !== 0;
}
function isDecided(condition, decision) {
  const allowed = condition.get(decision.key)?.allowed ?? 0;
  return allowed !== 0 && (allowed & (allowed - 1)) === 0;
}
function conditionKey(condition) {
  const parts = [...condition].map(([key, restriction]) => `${key}:${restriction.allowed}`);
  return parts.sort().join("&");
}

// server/src/values/symbolic.ts
var zero = { terms: [], key: "0" };
function constant(value) {
  if (!Number.isSafeInteger(value)) return void 0;
  return value === 0 ? zero : { terms: [{ coefficient: value, factors: [] }], key: String(value) };
}
function integer(value) {
  const result = constant(value);
  if (result === void 0) throw new RangeError(`${value} is not a safe integer`);
  return result;
}
function symbol(key, name, low = -Infinity, below) {
  return ofAtom({ kind: "symbol", key: `$${key}`, name, low, below });
}
function constantOf(value) {
  if (value.terms.length === 0) return 0;
  const [only2] = value.terms;
  return value.terms.length === 1 && only2 !== void 0 && only2.factors.length === 0 ? only2.coefficient : void 0;
}
function add(a, b) {
  if (a === void 0 || b === void 0) return void 0;
  if (a.terms.length === 0) return b;
  if (b.terms.length === 0) return a;
  return fromTerms([...a.terms, ...b.terms]);
}
function scale(a, factor) {
  if (a === void 0) return void 0;
  return fromTerms(a.terms.map((term) => ({ coefficient: term.coefficient * factor, factors: term.factors })));
}
function subtract(a, b) {
  return add(a, scale(b, -1));
}
var maximumTerms = 64;
function multiply(a, b) {
  if (a === void 0 || b === void 0) return void 0;
  if (a.terms.length * b.terms.length > maximumTerms) return void 0;
  const terms = [];
  for (const left of a.terms) {
    for (const right of b.terms) {
      terms.push({
        coefficient: left.coefficient * right.coefficient,
        factors: sortedFactors([...left.factors, ...right.factors]),
      });
    }
  }
  return fromTerms(terms);
}
function floorDiv(a, b) {
  if (a === void 0 || b === void 0) return void 0;
  const divisor = constantOf(b);
  if (divisor === 0) return void 0;
  if (a.terms.length === 0) return zero;
  if (divisor !== void 0) {
    const dividend = constantOf(a);
    if (dividend !== void 0) return constant(Math.floor(dividend / divisor));
  }
  if (b.terms.length === 1 && (b.terms[0]?.coefficient ?? 0) < 0) return floorDiv(scale(a, -1), scale(b, -1));
  const [common, reducedA, reducedB] = withoutCommonFactor(a, b);
  if (common) return floorDiv(reducedA, reducedB);
  const { quotient: quotient2, rest } = divideTerms(a, b);
  if (rest.terms.length === 0) return quotient2;
  if (quotient2.terms.length > 0) return add(quotient2, floorDiv(rest, b));
  if (isNegative(rest) && isPositiveProduct(b)) {
    const positive = floorDiv(subtract(scale(rest, -1), integer(1)), b);
    return subtract(scale(positive, -1), integer(1));
  }
  return nestedFloorDiv(a, b) ?? floorDivAtom(a, b);
}
function modulo(a, b) {
  return subtract(a, multiply(b, floorDiv(a, b)));
}
function ceilDiv(a, b) {
  return scale(floorDiv(scale(a, -1), b), -1);
}
function power(base, exponent) {
  if (base === void 0 || exponent === void 0) return void 0;
  const times = constantOf(exponent);
  if (times === void 0 || times < 0) return void 0;
  const number2 = constantOf(base);
  if (number2 !== void 0) return constant(number2 ** times);
  if (times > 8) return void 0;
  let result = integer(1);
  for (let i = 0; i < times; i++) result = multiply(result, base);
  return result;
}
function extreme(kind, operands) {
  const flat = operands.flatMap((operand) => {
    const atom = soleAtom(operand);
    return atom?.kind === kind ? atom.operands : [operand];
  });
  const distinct3 = [...new Map(flat.map((operand) => [operand.key, operand])).values()];
  const [first] = distinct3;
  if (distinct3.length === 1) return first;
  if (distinct3.length > 8) return void 0;
  distinct3.sort((x, y) => compareKeys(x.key, y.key));
  return ofAtom({ kind, key: `${kind}(${distinct3.map((operand) => operand.key).join(",")})`, operands: distinct3 });
}
function soleAtom(value) {
  const [term] = value.terms;
  if (value.terms.length !== 1 || term === void 0 || term.coefficient !== 1) return void 0;
  return term.factors.length === 1 ? term.factors[0] : void 0;
}
function atomsOf(value, into = /* @__PURE__ */ new Map()) {
  for (const term of value.terms) {
    for (const atom of term.factors) {
      if (into.has(atom.key)) continue;
      into.set(atom.key, atom);
      for (const operand of operandsOf(atom)) atomsOf(operand, into);
    }
  }
  return into;
}
function operandsOf(atom) {
  if (atom.kind === "floordiv") return [atom.numerator, atom.denominator];
  return atom.kind === "symbol" ? [] : atom.operands;
}
function ofAtom(atom) {
  return { terms: [{ coefficient: 1, factors: [atom] }], key: atom.key };
}
function mapAtoms(value, replace) {
  let sum = zero;
  for (const term of value.terms) {
    let product2 = constant(term.coefficient);
    for (const atom of term.factors) product2 = multiply(product2, replace(atom));
    sum = add(sum, product2);
  }
  return sum;
}
function fromTerms(terms) {
  const [first] = terms;
  if (first === void 0) return zero;
  if (terms.length === 1) return ofTerm(first);
  const sums = /* @__PURE__ */ new Map();
  for (const term of terms) {
    const key = monomialKey(term.factors);
    const known3 = sums.get(key);
    const coefficient = (known3?.coefficient ?? 0) + term.coefficient;
    if (!Number.isSafeInteger(coefficient)) return void 0;
    sums.set(key, { coefficient, factors: term.factors });
  }
  const entries2 = [];
  for (const entry2 of sums) if (entry2[1].coefficient !== 0) entries2.push(entry2);
  if (entries2.length === 0) return zero;
  if (entries2.length > maximumTerms) return void 0;
  entries2.sort(([x], [y]) => compareKeys(x, y));
  return {
    terms: entries2.map(([, term]) => term),
    key: entries2.map(([key, term]) => termKey(key, term.coefficient)).join("+"),
  };
}
function ofTerm(term) {
  if (term.coefficient === 0) return zero;
  if (!Number.isSafeInteger(term.coefficient)) return void 0;
  return { terms: [term], key: termKey(monomialKey(term.factors), term.coefficient) };
}
function monomialKey(factors) {
  const [only2] = factors;
  if (only2 === void 0) return "";
  return factors.length === 1 ? only2.key : factors.map((atom) => atom.key).join("*");
}
function sortedFactors(factors) {
  return factors.length < 2 ? factors : [...factors].sort((x, y) => compareKeys(x.key, y.key));
}
function withoutFactors(whole, part) {
  const left = [...whole];
  for (const factor of part) {
    const at = left.findIndex((candidate) => candidate.key === factor.key);
    if (at < 0) return void 0;
    left.splice(at, 1);
  }
  return left;
}
function termKey(monomial, coefficient) {
  if (monomial === "") return String(coefficient);
  return coefficient === 1 ? monomial : `${coefficient}*${monomial}`;
}
function compareKeys(x, y) {
  return x < y ? -1 : x > y ? 1 : 0;
}
function floorDivAtom(numerator, denominator) {
  return ofAtom({ kind: "floordiv", key: `(${numerator.key})//(${denominator.key})`, numerator, denominator });
}
function nestedFloorDiv(a, b) {
  const atom = soleAtom(a);
  if (atom?.kind !== "floordiv" || !isPositiveProduct(b)) return void 0;
  return floorDiv(atom.numerator, multiply(atom.denominator, b));
}
function isPositiveProduct(value) {
  const [term] = value.terms;
  if (value.terms.length !== 1 || term === void 0 || term.coefficient <= 0) return false;
  return term.factors.every((atom) => atom.kind === "symbol" && atom.low >= 1);
}
function isNegative(value) {
  return (value.terms.find((term) => term.factors.length > 0)?.coefficient ?? 0) < 0;
}
function divideTerms(a, b) {
  const [divisor] = b.terms;
  if (b.terms.length !== 1 || divisor === void 0) return { quotient: zero, rest: a };
  const quotient2 = [];
  const rest = [];
  for (const term of a.terms) {
    const factors = withoutFactors(term.factors, divisor.factors);
    const times = Math.ceil(term.coefficient / divisor.coefficient - 0.5);
    if (factors === void 0 || times === 0) {
      rest.push(term);
      continue;
    }
    quotient2.push({ coefficient: times, factors });
    rest.push({ coefficient: term.coefficient - times * divisor.coefficient, factors: term.factors });
  }
  return { quotient: fromTerms(quotient2) ?? zero, rest: fromTerms(rest) ?? a };
}
function withoutCommonFactor(a, b) {
  const terms = [...a.terms, ...b.terms];
  const number2 = terms.reduce((divisor, term) => greatestCommonDivisor(divisor, term.coefficient), 0);
  let shared = terms[0]?.factors ?? [];
  for (const term of terms)
    shared = shared.filter((atom, i) => countOf(term.factors, atom) >= countOf(shared.slice(0, i + 1), atom));
  if (number2 === 1 && shared.length === 0) return [false, a, b];
  const reduce2 = (value) =>
    fromTerms(
      value.terms.map((term) => ({
        coefficient: term.coefficient / number2,
        factors: withoutFactors(term.factors, shared) ?? term.factors,
      })),
    ) ?? value;
  return [true, reduce2(a), reduce2(b)];
}
function countOf(factors, atom) {
  return factors.filter((candidate) => candidate.key === atom.key).length;
}
function greatestCommonDivisor(a, b) {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

// server/src/values/formula.ts
function formula(value) {
  const number2 = constantOf(value);
  if (number2 !== void 0) return String(number2);
  const terms = [...value.terms].sort((a, b) => rank(a) - rank(b));
  return terms.map((term, i) => printTerm(term, i === 0)).join("");
}
function rank(term) {
  return (term.coefficient < 0 ? 2 : 0) + (term.factors.length === 0 ? 1 : 0);
}
function printTerm(term, first) {
  const sign = term.coefficient < 0 ? (first ? "-" : " - ") : first ? "" : " + ";
  const size2 = Math.abs(term.coefficient);
  const several = term.factors.length + (size2 === 1 ? 0 : 1) > 1 || term.coefficient < 0;
  const factors = printingOrder(term.factors).map((atom) => (several ? tight(atom) : printAtom(atom)));
  if (size2 !== 1 || factors.length === 0) factors.unshift(String(size2));
  return sign + factors.join(" * ");
}
function printingOrder(factors) {
  return [...factors].sort((a, b) => order(a) - order(b));
}
function order(atom) {
  return atom.key === "$world.ulysses_degree" ? 0 : atom.key === "$world.ring_degree" ? 1 : -1;
}
function printAtom(atom) {
  if (atom.kind === "symbol") return atom.name;
  if (atom.kind === "floordiv") return `${group(atom.numerator)} // ${group(atom.denominator)}`;
  return `${atom.kind}(${atom.operands.map(formula).join(", ")})`;
}
function tight(atom) {
  return atom.kind === "floordiv" ? `(${printAtom(atom)})` : printAtom(atom);
}
function group(value) {
  const text2 = formula(value);
  return /^[\w.[\]"'()-]+$/.test(text2) && !text2.startsWith("-") ? text2 : `(${text2})`;
}

// server/src/values/logic.ts
var opposite = { "==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<" };
function negation(formula2) {
  switch (formula2.kind) {
    case "constant":
      return { kind: "constant", value: !formula2.value };
    case "comparison":
      return {
        ...formula2,
        relation: opposite[formula2.relation],
        ...(formula2.words === void 0 ? {} : { words: [formula2.words[1], formula2.words[0]] }),
      };
    case "not":
      return formula2.operand;
    case "test":
      return { kind: "not", operand: formula2 };
    case "and":
    case "or":
      return { kind: formula2.kind === "and" ? "or" : "and", operands: formula2.operands.map(negation) };
  }
}
function decide(formula2, facts2) {
  switch (formula2.kind) {
    case "constant":
      return formula2.value;
    case "comparison":
      return facts2.compare(formula2.left, formula2.relation, formula2.right);
    case "test":
      return void 0;
    case "not": {
      const inner = decide(formula2.operand, facts2);
      return inner === void 0 ? void 0 : !inner;
    }
    case "and":
    case "or": {
      const decisive = formula2.kind === "or";
      let open = false;
      for (const operand of formula2.operands) {
        const truth4 = decide(operand, facts2);
        if (truth4 === decisive) return decisive;
        if (truth4 === void 0) open = true;
      }
      return open ? void 0 : !decisive;
    }
  }
}
function assume(formula2, facts2) {
  switch (formula2.kind) {
    case "constant":
      return formula2.value ? facts2 : void 0;
    case "comparison":
      return facts2.assume(formula2.left, formula2.relation, formula2.right);
    case "and": {
      let result = facts2;
      for (const operand of formula2.operands) result = result === void 0 ? void 0 : assume(operand, result);
      return result;
    }
    case "or": {
      const open = formula2.operands.filter((operand) => decide(operand, facts2) !== false);
      const [only2] = open;
      if (only2 === void 0) return void 0;
      return open.length === 1 ? assume(only2, facts2) : facts2;
    }
    case "not":
    case "test":
      return decide(formula2, facts2) === false ? void 0 : facts2;
  }
}
function formulaKey(formula2) {
  switch (formula2.kind) {
    case "constant":
      return String(formula2.value);
    case "comparison":
      return `${formula2.left.key} ${formula2.relation} ${formula2.right.key}`;
    case "test":
      return formula2.key;
    case "not":
      return `not ${formulaKey(formula2.operand)}`;
    case "and":
    case "or":
      return `(${formula2.operands.map(formulaKey).join(` ${formula2.kind} `)})`;
  }
}
function describeFormula(formula2) {
  switch (formula2.kind) {
    case "constant":
      return formula2.value ? "True" : "False";
    case "comparison":
      return formula2.words?.[0] ?? `${formula(formula2.left)} ${formula2.relation} ${formula(formula2.right)}`;
    case "test":
      return formula2.name;
    case "not":
      return `not ${describeFormula(formula2.operand)}`;
    case "and":
    case "or":
      return formula2.operands.map(describeFormula).join(` ${formula2.kind} `);
  }
}

// server/src/values/value.ts
var none = { kind: "none" };
var ellipsis = { kind: "ellipsis" };
function unknown(cause) {
  return { kind: "unknown", cause };
}
function int(value, origin) {
  return value === void 0 ? unknown("arithmetic") : { kind: "int", value, origin };
}
function number(value, origin) {
  return Number.isSafeInteger(value) ? { kind: "int", value: integer(value), origin } : unknown("huge integer");
}
function bool(value, origin) {
  return { kind: "bool", formula: typeof value === "boolean" ? { kind: "constant", value } : value, origin };
}
function text(value, origin) {
  return { kind: "string", value, exact: true, origin };
}
function tuple(items, origin) {
  return { kind: "tuple", items, origin };
}
function uniform(element2, length2, origin) {
  return { kind: "uniform", element: element2, length: length2, origin };
}
function opaque(key, name, origin) {
  return { kind: "opaque", key, name, size: false, origin };
}
function tensor(shape2, extra = {}) {
  return {
    kind: "tensor",
    open: false,
    dtype: void 0,
    device: void 0,
    marks: void 0,
    name: void 0,
    rest: void 0,
    ...extra,
    shape: shape2,
  };
}
function withOrigin(value, origin) {
  return value.origin === origin ? value : { ...value, origin };
}
function asInt(value) {
  if (value.kind === "int") return value.value;
  if (value.kind === "opaque") return symbol(value.key, value.name, value.size ? 1 : -Infinity);
  if (value.kind === "bool" && value.formula.kind === "constant") return integer(value.formula.value ? 1 : 0);
  return void 0;
}
function valueKey(value) {
  switch (value.kind) {
    case "unknown":
      return void 0;
    case "none":
    case "ellipsis":
      return value.kind;
    case "bool":
      return `bool ${formulaKey(value.formula)}`;
    case "int":
      return `int ${value.value.key}`;
    case "float":
      return value.value === void 0 ? void 0 : `float ${value.value}`;
    case "string":
      return value.exact ? `str ${JSON.stringify(value.value)}` : void 0;
    case "tuple":
      return joinKeys("tuple", value.items);
    case "uniform": {
      const element2 = valueKey(value.element);
      return element2 === void 0 || value.length === void 0 ? void 0 : `uniform(${element2},${value.length.key})`;
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
      return `function ${identityNumber(value.node)}`;
    case "class":
      return `class ${identityNumber(value.node)}`;
    case "bound":
      return joinKeys("bound", [value.function, value.receiver]);
    case "partial":
    case "choice":
      return void 0;
  }
}
function joinKeys(prefix, values) {
  const keys = [];
  for (const value of values) {
    const key = valueKey(value);
    if (key === void 0) return void 0;
    keys.push(key);
  }
  return `${prefix}(${keys.join(",")})`;
}
function tensorKey(value) {
  if (value.name === void 0) return void 0;
  const sizes = value.shape.map((size2) => size2?.key ?? "?");
  return `tensor ${value.rest?.key ?? value.name} ${sizes.join("x")}${value.open ? "\u2026" : ""} ${value.dtype} ${value.device}`;
}
var numbers = /* @__PURE__ */ new WeakMap();
var nextNumber = 0;
function identityNumber(thing) {
  let known3 = numbers.get(thing);
  if (known3 === void 0) numbers.set(thing, (known3 = nextNumber++));
  return known3;
}
function describe(value) {
  switch (value.kind) {
    case "none":
      return "None";
    case "int":
      return formula(value.value);
    case "bool":
      return value.formula.kind === "constant" ? (value.formula.value ? "True" : "False") : "a truth value";
    case "float":
      return value.value === void 0 ? "a float" : String(value.value);
    case "string":
      return JSON.stringify(value.value);
    case "tuple":
      return `(${value.items.map(describe).join(", ")}${value.items.length === 1 ? "," : ""})`;
    case "uniform":
      return `(${describe(value.element)}, \u2026)`;
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
      return value.alternatives.map((alternative) => describe(alternative.value)).join(" or ");
    default:
      return "?";
  }
}
function describeTensor(value) {
  const sizes = value.shape.map((size2) => (size2 === void 0 ? "?" : formula(size2)));
  if (value.open) sizes.push("\u2026");
  return `Tensor[${sizes.join(", ")}]${value.dtype === void 0 ? "" : ` ${value.dtype}`}`;
}

// server/src/contracts/world.ts
var defaultArchitectures = [90, 100, 110];
var openWorld = { launches: [], architectures: defaultArchitectures, libraries: /* @__PURE__ */ new Map() };
var facts = /* @__PURE__ */ new Map([
  ["ulysses_degree", { name: "ulysses" }],
  ["ring_degree", { name: "ring" }],
  ["tensor_degree", { name: "tp" }],
  ["data_degree", { name: "dp" }],
  ["cfg_degree", { name: "cfg" }],
  ["pipeline_degree", { name: "pp" }],
  ["world_size", { name: "world size" }],
  ["ulysses_rank", { name: "ulysses rank", rankOf: "ulysses_degree" }],
  ["ring_rank", { name: "ring rank", rankOf: "ring_degree" }],
  ["world_rank", { name: "rank", rankOf: "world_size" }],
]);
function parallelFact(world, name) {
  const fact = facts.get(name);
  if (fact === void 0) return void 0;
  const [first, ...others] = world.launches;
  if (first === void 0 || fact.rankOf !== void 0) return int(worldSymbol(world, name, fact.rankOf));
  if (others.length === 0) return launchedValue(world, first, name);
  const decision = launchDecision(world.launches);
  const alternatives = world.launches.flatMap((launch, i) => {
    const value = launchedValue(world, launch, name);
    return value.kind === "choice"
      ? []
      : [{ condition: /* @__PURE__ */ new Map([[decision.key, { decision, allowed: 1 << i }]]), value }];
  });
  return { kind: "choice", alternatives };
}
function launchedValue(world, launch, name) {
  const fact = launch.get(name);
  if (fact === void 0) return int(worldSymbol(world, name, void 0));
  const origin = { kind: "world", site: fact.site, name: `${name}=${fact.value}`, inputs: [] };
  return int(integer(fact.value), origin);
}
function worldSymbol(world, name, rankOf2) {
  const fact = facts.get(name);
  if (rankOf2 === void 0) return symbol(`world.${name}`, fact?.name ?? name, 1);
  const degree = parallelFact({ ...world, launches: world.launches.length === 1 ? world.launches : [] }, rankOf2);
  return symbol(`world.${name}`, fact?.name ?? name, 0, degree?.kind === "int" ? degree.value : void 0);
}
function launchDecision(launches) {
  return {
    key: "world.launch",
    kind: "world",
    alternatives: launches.map((launch) => [...launch].map(([name, fact]) => `${name}=${fact.value}`).join(", ")),
    implies: launches.map(() => void 0),
  };
}
var openDegrees = ["ulysses_degree", "ring_degree"];
function degreeDecision(name) {
  const degree = symbol(`world.${name}`, facts.get(name)?.name ?? name, 1);
  return {
    key: `world.${name}`,
    kind: "world",
    alternatives: ["1", "above 1"],
    implies: [
      { left: degree, relation: "==", right: integer(1) },
      { left: degree, relation: ">=", right: integer(2) },
    ],
  };
}
var architectureKey = "world.architecture";
function architecture(world) {
  const [first, ...others] = world.architectures;
  if (first === void 0) return int(integer(0));
  if (others.length === 0)
    return int(integer(first), { kind: "world", site: void 0, name: `gpu=sm${first}`, inputs: [] });
  const decision = {
    key: architectureKey,
    kind: "world",
    alternatives: world.architectures.map((arch) => `SM${arch}`),
    implies: world.architectures.map(() => void 0),
  };
  const alternatives = world.architectures.flatMap((arch, i) => {
    const value = int(integer(arch));
    return [{ condition: /* @__PURE__ */ new Map([[decision.key, { decision, allowed: 1 << i }]]), value }];
  });
  return { kind: "choice", alternatives };
}

// server/src/rules/conditions.ts
function judge(failure) {
  const groups = groupByDegrees(mergeCases(failure.cases), failure.undecided);
  if (groups.length === 0) return void 0;
  const cases = groups.flatMap((group3) => group3.cases);
  const [only2] = groups;
  if (groups.length === 1 && only2?.when.length === 0) return { severity: "error", when: [], cases };
  return { severity: "warning", when: groups.map((group3) => group3.when.join(" ")), cases };
}
function mergeCases(cases) {
  let merged = [...cases];
  for (let changed2 = true; changed2;) {
    changed2 = false;
    for (const [i, a] of merged.entries()) {
      const j = merged.findIndex((b2, k) => k > i && differsInOne(a.condition, b2.condition) !== void 0);
      const b = merged[j];
      const key = b === void 0 ? void 0 : differsInOne(a.condition, b.condition);
      if (b === void 0 || key === void 0) continue;
      const joined2 = { ...a, condition: joinOn(a.condition, b.condition, key) };
      merged = [...merged.slice(0, i), joined2, ...merged.slice(i + 1, j), ...merged.slice(j + 1)];
      changed2 = true;
      break;
    }
  }
  return merged;
}
function differsInOne(a, b) {
  if (a.size !== b.size) return void 0;
  const different = [...a].filter(([key, restriction]) => b.get(key)?.allowed !== restriction.allowed);
  if (different.some(([key]) => !b.has(key)) || different.length > 1) return void 0;
  return different[0]?.[0] ?? "";
}
function joinOn(a, b, key) {
  const result = new Map(a);
  const [first, second] = [a.get(key), b.get(key)];
  if (first === void 0 || second === void 0) return result;
  const allowed = first.allowed | second.allowed;
  if (allowed === allOf(first)) result.delete(key);
  else result.set(key, { decision: first.decision, allowed });
  return result;
}
function allOf(restriction) {
  return (1 << restriction.decision.alternatives.length) - 1;
}
function groupByDegrees(cases, undecided2) {
  const groups = /* @__PURE__ */ new Map();
  for (const failing of cases) {
    const rest = new Map([...failing.condition].filter(([key2]) => !isDegree(key2)));
    const key = conditionKey(rest);
    const group3 = groups.get(key) ?? { rest, mask: 0, cases: [] };
    group3.mask |= degreeMask(failing.condition);
    group3.cases.push(failing);
    groups.set(key, group3);
  }
  return [...groups.values()].flatMap(({ rest, mask, cases: members }) => {
    const degrees = degreeWords.get(mask);
    if (degrees === void 0 || (undecided2 && degrees !== "")) return [];
    const when = [...rest.values()].map(describeRestriction);
    return [{ when: degrees === "" ? when : [...when, degrees], cases: members }];
  });
}
function isDegree(key) {
  return openDegrees.some((name) => key === `world.${name}`);
}
function degreeMask(condition) {
  const allowed = openDegrees.map((name) => condition.get(`world.${name}`)?.allowed ?? 3);
  const [ulysses = 3, ring = 3] = allowed;
  let mask = 0;
  for (let bit = 0; bit < 4; bit++) {
    const ulyssesSide = 1 << (bit & 1);
    const ringSide = 1 << (bit >> 1);
    if ((ulysses & ulyssesSide) !== 0 && (ring & ringSide) !== 0) mask |= 1 << bit;
  }
  return mask;
}
var degreeWords = /* @__PURE__ */ new Map([
  [15, ""],
  [14, "whenever the SP degree is above 1"],
  [12, "whenever the ring degree is above 1"],
  [10, "whenever the Ulysses degree is above 1"],
  [8, "whenever both the Ulysses and the ring degree are above 1"],
  [4, "whenever the ring degree is above 1 and the Ulysses degree is 1"],
  [2, "whenever the Ulysses degree is above 1 and the ring degree is 1"],
  [6, "whenever exactly one of the Ulysses and the ring degree is above 1"],
]);
function describeRestriction({ decision, allowed }) {
  const names = decision.alternatives.filter((_, i) => (allowed & (1 << i)) !== 0);
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}` : (names[0] ?? "");
  if (decision.key === "world.architecture") return `on ${list}`;
  if (decision.key === "world.launch") return `when launched with ${list}`;
  if (decision.key.includes("world.library.")) return `with ${list}`;
  return `when ${list}`;
}

// server/src/values/origin.ts
function sameSite(a, b) {
  return a.chunk === b.chunk && a.start === b.start && a.end === b.end;
}
function* ancestry(origin) {
  const seen = /* @__PURE__ */ new Set();
  let level = origin === void 0 ? [] : [origin];
  while (level.length > 0) {
    const next = [];
    for (const current of level) {
      if (seen.has(current)) continue;
      seen.add(current);
      yield current;
      next.push(...current.inputs);
    }
    level = next;
  }
}

// server/src/rules/edits.ts
function replaceIn(placed, span, newText) {
  return { location: { path: placed.path, start: placed.offset + span.start, end: placed.offset + span.end }, newText };
}
function insertBefore(placed, lines) {
  const at = placed.offset + placed.statement.start;
  const newText = lines
    .map(
      (line) => `${line}
${placed.indentation}`,
    )
    .join("");
  return { location: { path: placed.path, start: at, end: at }, newText };
}
function addArgument(call2, text2) {
  const last = call2.node.arguments.at(-1);
  const at = call2.offset + (last?.end ?? call2.node.open);
  return { location: { path: call2.path, start: at, end: at }, newText: last === void 0 ? text2 : `, ${text2}` };
}
function removeArgument(call2, index2) {
  const { arguments: args } = call2.node;
  const [before, own, after] = [args[index2 - 1], args[index2], args[index2 + 1]];
  if (own === void 0) return void 0;
  const start = before === void 0 ? own.start : before.end;
  const end = before === void 0 ? (after?.start ?? own.end) : own.end;
  return replaceIn(call2, { start, end }, "");
}
function isRepeatable(text2) {
  return /^[A-Za-z_][\w.]*(\[[\w"':.\s+*/-]*\])*$/.test(text2);
}

// server/src/rules/rule.ts
function argumentOf(call2, name) {
  return call2.node.arguments.find((argument3) => argument3.name?.id === name);
}
function factOf(failure, name) {
  const value = failure.facts.get(name);
  return value === void 0 || value.kind === "none" ? void 0 : value;
}

// server/src/rules/words.ts
function localLength(expected, sequence2, ulysses, ring) {
  const known3 = numberOf(expected);
  if (known3 === void 0) return describe(expected);
  const degrees = [ulysses, ring].map(numberOf);
  if (degrees.includes(void 0)) return String(known3);
  return `${known3} (${describe(sequence2)} // (ulysses ${degrees[0] ?? ""} * ring ${degrees[1] ?? ""}))`;
}
function numberOf(value) {
  const whole = value === void 0 ? void 0 : asInt(value);
  return whole === void 0 ? void 0 : constantOf(whole);
}
function sameSize(a, b) {
  const [x, y] = [a === void 0 ? void 0 : asInt(a), b === void 0 ? void 0 : asInt(b)];
  return x !== void 0 && y !== void 0 && x.key === y.key;
}

// server/src/rules/token-tag-fixes.ts
var parallelState = "sglang.multimodal_gen.runtime.distributed.parallel_state";
var ulyssesKey = "int $world.ulysses_degree";
var ringKey = "int $world.ring_degree";
function passAsTokenTags(failure, source) {
  const [main] = failure.cases;
  if (main === void 0 || !coversWhole(main)) return [];
  const edit = renamedKeyword(source);
  return edit === void 0 ? [] : [{ title: "Pass the global tags as token_tags", preferred: true, edits: [edit] }];
}
function renamedKeyword(source) {
  const { call: call2 } = source;
  const own = call2 === void 0 ? void 0 : argumentOf(call2, "block_token_tags");
  if (call2 !== void 0 && own?.name !== void 0) {
    if (argumentOf(call2, "token_tags") !== void 0) return removeArgument(call2, call2.node.arguments.indexOf(own));
    return replaceIn(call2, own.name, "token_tags");
  }
  const key = source.entryKey(source.blamed);
  return key === void 0 ? void 0 : { location: key, newText: '"token_tags"' };
}
function coversWhole(failure) {
  return sameSize(factOf(failure, "actual"), factOf(failure, "sequence"));
}
function repairDivisor(failure, source) {
  const division = divisionIn(failure, source);
  if (division === void 0 || division.node.kind !== "binary") return [];
  const { right } = division.node;
  const divisor = textOf(division, right, source);
  const ring = source.nameFor(ringKey) ?? "get_ring_ctx()[0]";
  const ulysses = source.nameFor(ulyssesKey) ?? "get_ulysses_ctx()[0]";
  return [
    { divisor: `(${divisor} * ${ring})`, names: ring.startsWith("get_") ? ["get_ring_ctx"] : [] },
    { divisor: `(${ulysses} * ${divisor})`, names: ulysses.startsWith("get_") ? ["get_ulysses_ctx"] : [] },
    { divisor: "(get_ulysses_ctx()[0] * get_ring_ctx()[0])", names: ["get_ulysses_ctx", "get_ring_ctx"] },
  ].flatMap((candidate) => {
    const imports = source.importing(division.path, parallelState, candidate.names);
    if (imports === void 0) return [];
    const edits = [...imports, replaceIn(division, right, candidate.divisor)];
    return [{ title: `Divide by ${candidate.divisor.slice(1, -1)}`, preferred: true, edits }];
  });
}
function divisionIn(failure, source) {
  const actual = failure.cases[0] === void 0 ? void 0 : factOf(failure.cases[0], "actual");
  for (const origin of ancestry(actual?.origin)) {
    if (origin.kind !== "computed" || origin.site === void 0) continue;
    const placed = source.placed(origin.site);
    if (placed?.node.kind === "binary" && placed.node.operator === "//") return placed;
  }
  return void 0;
}
function textOf(placed, span, source) {
  const text2 = source.textIn(placed, span);
  return /^[\w.()[\]]+$/.test(text2) ? text2 : `(${text2})`;
}
function sliceToRank(failure, source) {
  const [main] = failure.cases;
  const blamed = source.placed(source.blamed);
  if (main === void 0 || blamed === void 0 || !coversWhole(main)) return [];
  const imports = source.importing(blamed.path, parallelState, ["get_ring_ctx", "get_ulysses_ctx"]);
  const tags = source.text(source.blamed);
  if (imports === void 0 || !isRepeatable(tags)) return [];
  const name = (base) => freshName(source, blamed.path, base);
  const [ulyssesDegree, ulyssesRank] = [name("ulysses_ws"), name("ulysses_rank")];
  const [ringDegree, ringRank] = [name("ring_ws"), name("ring_rank")];
  const [local, start, stop] = [name("local_seq_len"), name("row_start"), name("row_stop")];
  const lines = [
    `${ulyssesDegree}, ${ulyssesRank} = get_ulysses_ctx()`,
    `${ringDegree}, ${ringRank} = get_ring_ctx()`,
    `${local} = ${tags}.shape[0] // (${ulyssesDegree} * ${ringDegree})`,
    `${start} = (${ringRank} * ${ulyssesDegree} + ${ulyssesRank}) * ${local}`,
    `${stop} = ${start} + ${local}`,
  ];
  const sliced = replaceIn(blamed, blamed.node, `${tags}[${start}:${stop}].clamp(min=0)`);
  return [
    {
      title: "Slice the tags to this rank's rows",
      preferred: false,
      edits: [...imports, insertBefore(blamed, lines), sliced],
    },
  ];
}
function freshName(source, path, base) {
  let name = base;
  for (let i = 2; source.isUsed(path, name); i++) name = `${base}_${i}`;
  return name;
}
function assertLocalLength(_failure, source) {
  const { call: call2 } = source;
  const [own, x] = call2 === void 0 ? [] : [argumentOf(call2, "block_token_tags"), argumentOf(call2, "x")];
  if (call2 === void 0 || own === void 0 || x === void 0) return [];
  const [tags, sequence2] = [source.textIn(call2, own.value), source.textIn(call2, x.value)];
  const imports = source.importing(call2.path, parallelState, ["get_ring_ctx", "get_ulysses_ctx"]);
  if (imports === void 0 || !isRepeatable(tags) || !isRepeatable(sequence2)) return [];
  const assertion2 = [
    `assert ${tags}.shape[0] == ${sequence2}.shape[1] // (get_ulysses_ctx()[0] * get_ring_ctx()[0]), (`,
    `    "block_token_tags must cover this rank's rows of the packed sequence"`,
    `)`,
  ];
  return [
    {
      title: "Assert the rank-local length before the call",
      preferred: false,
      edits: [...imports, insertBefore(call2, assertion2)],
    },
  ];
}

// server/src/rules/block-token-tags-length.ts
var blockTokenTagsLength = {
  id: "block-token-tags-length",
  summary: "block_token_tags does not cover exactly the rank-local packed sequence",
  since: "0.1.0",
  libraries: ["sglang"],
  message(failure) {
    const [actual = none, expected = none, sequence2 = none, ulysses = none, ring = none] = [
      "actual",
      "expected",
      "sequence",
      "ulysses",
      "ring",
    ].map((name) => factOf(failure, name));
    const whole = sameSize(actual, sequence2) ? ", the whole packed sequence" : "";
    const local = localLength(expected, sequence2, ulysses, ring);
    const remedy =
      whole === ""
        ? "Make them cover this rank's rows."
        : "Pass them as token_tags, or slice them to this rank's rows.";
    return `block_token_tags has ${describe(actual)} rows${whole}, but each rank's packed sequence has ${local}. ${remedy}`;
  },
  fixes: (failure, source) => [
    ...passAsTokenTags(failure, source),
    ...repairDivisor(failure, source),
    ...sliceToRank(failure, source),
    ...assertLocalLength(failure, source),
  ],
};

// server/src/rules/kv-block-fixes.ts
function passTileSize(_failure, source) {
  const { call: call2 } = source;
  if (call2 === void 0) return [];
  const [own, tile] = [argumentOf(call2, "sparse_block_size_kv"), argumentOf(call2, "n_block_size")];
  if (own === void 0 || tile === void 0) return [];
  const text2 = source.textIn(call2, tile.value);
  return [
    { title: `Pass sparse_block_size_kv=${text2}`, preferred: true, edits: [replaceIn(call2, own.value, text2)] },
  ];
}
function rebuildMask(failure, source) {
  const [main] = failure.cases;
  const wanted = main === void 0 ? void 0 : wantedBlock(main);
  if (main === void 0 || wanted === void 0) return [];
  const [declared, mask, built] = ["declared", "mask", "built"].map((name) => factOf(main, name));
  if (built === void 0 || mask === void 0) return [];
  const edits = [setBlock(built, wanted, source) ?? nameDefaultBlock(built, mask, wanted, source)];
  if (declared !== void 0) edits.push(setBlock(declared, wanted, source));
  const known3 = distinct(edits.filter((edit) => edit !== void 0));
  return known3.length === 0
    ? []
    : [{ title: `Rebuild the mask with KV block size ${wanted}`, preferred: true, edits: known3 }];
}
function wantedBlock(failure) {
  const [actual, expected] = [numberOf(factOf(failure, "actual")), numberOf(factOf(failure, "expected"))];
  const relation = factOf(failure, "relation");
  if (expected === void 0 || expected <= 0 || actual === void 0) return void 0;
  return relation?.kind === "string" && relation.value === "multiple"
    ? Math.ceil(actual / expected) * expected
    : expected;
}
function setBlock(pair, wanted, source) {
  if (pair.kind !== "tuple") return void 0;
  const [queries, keys] = pair.items;
  const [q, kv] = [literalSite(queries, source), literalSite(keys, source)];
  if (kv === void 0) return void 0;
  const location = source.location(kv);
  if (location === void 0) return void 0;
  if (q === void 0 || !sameSite(q, kv)) return { location, newText: String(wanted) };
  const argument3 = argumentSite(keys, source) ?? kv;
  const place2 = source.location(argument3);
  const node = source.placed(argument3)?.node;
  if (place2 === void 0 || node === void 0 || node.kind === "tuple") return void 0;
  return { location: place2, newText: `(${source.text(argument3)}, ${wanted})` };
}
function nameDefaultBlock(built, mask, wanted, source) {
  const queries = built.kind === "tuple" ? numberOf(built.items[0]) : void 0;
  if (queries === void 0) return void 0;
  for (const origin of ancestry(mask.origin)) {
    const call2 = origin.kind === "argument" && origin.site !== void 0 ? source.callAround(origin.site) : void 0;
    if (call2 === void 0 || argumentOf(call2, "BLOCK_SIZE") !== void 0) continue;
    return addArgument(call2, `BLOCK_SIZE=(${queries}, ${wanted})`);
  }
  return void 0;
}
function literalSite(value, source) {
  return siteOf(value, source, (origin, site) => origin.kind === "literal" && source.placed(site)?.node.kind === "int");
}
function argumentSite(value, source) {
  return siteOf(value, source, (origin) => origin.kind === "argument");
}
function siteOf(value, source, fits) {
  for (const origin of ancestry(value?.origin)) {
    if (origin.site !== void 0 && source.location(origin.site) !== void 0 && fits(origin, origin.site))
      return origin.site;
  }
  return void 0;
}
function setTile(failure, source) {
  const [main] = failure.cases;
  const tile = main === void 0 ? void 0 : factOf(main, "tile");
  const actual = main === void 0 ? void 0 : numberOf(factOf(main, "actual"));
  if (tile?.kind !== "tuple" || actual === void 0 || !kernelTiles.has(actual)) return [];
  const site = literalSite(tile.items[1], source);
  const location = site === void 0 ? void 0 : source.location(site);
  if (location === void 0) return [];
  return [
    {
      title: `Set the kernel's KV tile to ${actual}`,
      preferred: false,
      edits: [{ location, newText: String(actual) }],
    },
  ];
}
var kernelTiles = /* @__PURE__ */ new Set([64, 80, 96, 112, 128, 144]);
function assertSameBlock(failure, source) {
  const [main] = failure.cases;
  const sides = sidesOf(source);
  if (main === void 0 || sides === void 0 || source.call === void 0) return [];
  const relation = factOf(main, "relation");
  const multiple = relation?.kind === "string" && relation.value === "multiple";
  const test = multiple ? `${sides.mask} % ${sides.tile} == 0` : `${sides.mask} == ${sides.tile}`;
  const message = `"the mask's KV block size must ${multiple ? "be a multiple of" : "equal"} the kernel's KV tile"`;
  const title = `Assert the KV block size before the call`;
  return [{ title, preferred: false, edits: [insertBefore(source.call, [`assert ${test}, ${message}`])] }];
}
function sidesOf(source) {
  const { call: call2 } = source;
  if (call2 === void 0) return void 0;
  const text2 = (name) => {
    const argument3 = argumentOf(call2, name);
    return argument3 === void 0 ? void 0 : source.textIn(call2, argument3.value);
  };
  const [kv, block] = [text2("sparse_block_size_kv"), text2("n_block_size")];
  if (kv !== void 0 && block !== void 0) return { mask: kv, tile: block };
  const [tensors, tile] = [text2("block_sparse_tensors"), text2("tile_mn")];
  if (tensors === void 0 || tile === void 0 || !isRepeatable(tensors)) return void 0;
  return { mask: `${tensors}.block_size[1]`, tile: `${isRepeatable(tile) ? tile : `(${tile})`}[1]` };
}
function distinct(edits) {
  return [
    ...new Map(
      edits.map((edit) => [`${edit.location.path}:${edit.location.start}:${edit.location.end}`, edit]),
    ).values(),
  ];
}

// server/src/rules/kv-block-size.ts
var kvBlockSize = {
  id: "kv-block-size",
  summary: "the sparse mask's KV block size does not fit the kernel's KV tile",
  since: "0.1.0",
  libraries: ["flash-attn-4", "sglang", "torch"],
  message(failure) {
    const [actual = none, expected = none, relation] = ["actual", "expected", "relation"].map((name) =>
      factOf(failure, name),
    );
    const direct =
      factOf(failure, "tensors") === void 0 || failure.exception?.text.startsWith("Block sparse tensors") === true;
    const multiple = relation?.kind === "string" && relation.value === "multiple";
    const tile = direct
      ? "n_block_size"
      : factOf(failure, "tile") === void 0
        ? "the tile the kernel picks"
        : "tile_mn[1]";
    const wanted = `${multiple ? "a multiple of " : ""}${describe(expected)} (${tile})`;
    const remedy = direct ? "Pass the same size." : "Rebuild the mask with that KV block size.";
    return `The mask's KV block size is ${describe(actual)}, but the kernel needs ${wanted}. ${remedy}`;
  },
  fixes: (failure, source) => [
    ...passTileSize(failure, source),
    ...rebuildMask(failure, source),
    ...setTile(failure, source),
    ...assertSameBlock(failure, source),
  ],
};

// server/src/rules/registry.ts
var rules = [blockTokenTagsLength, kvBlockSize];
var byId = new Map(rules.map((rule) => [rule.id, rule]));
function findRule(id) {
  return byId.get(id);
}

// server/src/ide/blame.ts
function blamedSite(failure, sources) {
  const written = [...ancestry(failure.at.origin)].filter(
    (origin) => origin.site !== void 0 && !sources.isContract(origin.site.path),
  );
  const passed = written.filter((origin) => origin.kind === "argument");
  const [entry2] = failure.stack;
  if (failure.stack.length > 1 && entry2 !== void 0) {
    const inEntry =
      passed.find((origin) => isInside(origin.site, entry2)) ??
      passed.find((origin) => origin.site.chunk === entry2.chunk);
    if (inEntry !== void 0) return inEntry.site;
  }
  return passed.find((origin) => isInside(origin.site, failure.call))?.site ?? passed[0]?.site ?? failure.call;
}
function isInside(inner, outer2) {
  return inner.chunk === outer2.chunk && inner.start >= outer2.start && inner.end <= outer2.end;
}
function withoutRepeats(failures) {
  const keys = new Set(failures.map((failure) => stackKey(failure, 0)));
  const kept2 = /* @__PURE__ */ new Map();
  for (const failure of failures) {
    const repeated2 = failure.stack.some((_, i) => i > 0 && keys.has(stackKey(failure, i)));
    const key = stackKey(failure, 0);
    if (!repeated2 && !kept2.has(key)) kept2.set(key, failure);
  }
  return [...kept2.values()];
}
var chunkNumbers = /* @__PURE__ */ new WeakMap();
var nextChunk = 0;
function stackKey(failure, from2) {
  const sites = failure.stack
    .slice(from2)
    .map((site) => `${site.path}:${numberOf2(site.chunk)}:${site.start}:${site.end}`);
  return `${failure.rule} ${sites.join(" ")}`;
}
function numberOf2(chunk2) {
  let known3 = chunkNumbers.get(chunk2);
  if (known3 === void 0) chunkNumbers.set(chunk2, (known3 = nextChunk++));
  return known3;
}
function makers(failure, sources) {
  const found = [];
  const blamed = blamedSite(failure, sources);
  for (const value of [failure.at, ...(failure.cases[0]?.facts.values() ?? [])]) {
    for (const origin of ancestry(value.origin)) {
      const { site } = origin;
      if (site === void 0 || sources.isContract(site.path) || !makingKinds.has(origin.kind)) continue;
      const shown = found.some((other) => other.site !== void 0 && isInside(site, other.site));
      if (!shown && !sameSite(site, blamed)) found.push(origin);
    }
  }
  return found;
}
var makingKinds = /* @__PURE__ */ new Set(["literal", "world", "computed"]);

// server/src/ide/places.ts
function locationOf(sources, site) {
  if (sources.isContract(site.path)) return void 0;
  const placed = sources.syntax(site.path)?.chunks.find((candidate) => candidate.chunk === site.chunk);
  if (placed === void 0) return void 0;
  return { path: site.path, start: placed.offset + site.start, end: placed.offset + site.end };
}
function textAt(sources, location) {
  return sources.text(location.path)?.slice(location.start, location.end) ?? "";
}

// server/src/interpreter/choices.ts
var maximumAlternatives = 8;
function choose(candidates) {
  const alternatives = [];
  for (const { condition, value } of candidates) {
    if (value.kind !== "choice") {
      alternatives.push({ condition, value });
      continue;
    }
    for (const inner of value.alternatives) {
      const joined2 = both(condition, inner.condition);
      if (joined2 !== void 0) alternatives.push({ condition: joined2, value: inner.value });
    }
  }
  const [first] = alternatives;
  if (first === void 0) return unknown("no alternative");
  const key = valueKey(first.value);
  if (alternatives.length === 1) return first.value;
  if (key !== void 0 && alternatives.every((alternative) => valueKey(alternative.value) === key)) return first.value;
  if (alternatives.every((alternative) => alternative.value.kind === "unknown")) return first.value;
  return alternatives.length > maximumAlternatives
    ? unknown("too many alternatives")
    : { kind: "choice", alternatives };
}
function settle(machine, value) {
  if (value.kind !== "choice") return value;
  const condition = machine.paths?.condition ?? machine.condition;
  const open = value.alternatives.filter((alternative) => both(condition, alternative.condition) !== void 0);
  const [first] = open;
  if (first === void 0) return unknown("no alternative");
  if (open.length === 1) return first.value;
  if (machine.paths === void 0)
    return open.length === value.alternatives.length ? value : { ...value, alternatives: open };
  for (const { decision } of open.flatMap((alternative) => [...alternative.condition.values()])) {
    if (isDecided(machine.paths.condition, decision)) continue;
    machine.paths.decide(decision);
    return settle(machine, value);
  }
  return unknown("alternatives that nothing tells apart");
}
function distribute(machine, values, operation) {
  if (!values.some((value) => value.kind === "choice")) return operation(values);
  let combinations = [{ condition: /* @__PURE__ */ new Map(), values: [] }];
  for (const value of values) {
    const alternatives =
      value.kind === "choice" ? value.alternatives : [{ condition: /* @__PURE__ */ new Map(), value }];
    combinations = combinations.flatMap((combination) =>
      alternatives.flatMap((alternative) => {
        const condition = both(combination.condition, alternative.condition);
        if (condition === void 0 || both(condition, machine.condition) === void 0) return [];
        return [{ condition, values: [...combination.values, alternative.value] }];
      }),
    );
    if (combinations.length > maximumAlternatives) return unknown("too many alternatives");
  }
  return choose(combinations.map(({ condition, values: chosen }) => ({ condition, value: operation(chosen) })));
}
function questionOf(formula2) {
  const { positive, negated } = canonical(formula2);
  const implied = (side) => (side.kind === "comparison" ? side : void 0);
  return {
    decision: {
      key: formulaKey(positive),
      kind: isAboutWorld(positive) ? "world" : "unknown",
      alternatives: [describeFormula(positive), describeFormula(negation(positive))],
      implies: [implied(positive), implied(negation(positive))],
    },
    trueSide: negated ? 1 : 0,
  };
}
function canonical(formula2) {
  if (formula2.kind === "not") return { positive: formula2.operand, negated: true };
  if (formula2.kind !== "comparison") return { positive: formula2, negated: false };
  const { left, relation, right } = formula2;
  const said = (negated) =>
    formula2.words === void 0 ? {} : { words: negated ? [formula2.words[1], formula2.words[0]] : formula2.words };
  switch (relation) {
    case "==":
    case "!=": {
      const [a, b] = left.key <= right.key ? [left, right] : [right, left];
      return {
        positive: { kind: "comparison", left: a, relation: "==", right: b, ...said(relation === "!=") },
        negated: relation === "!=",
      };
    }
    case "<=":
    case ">":
      return {
        positive: { kind: "comparison", left, relation: "<=", right, ...said(relation === ">") },
        negated: relation === ">",
      };
    case ">=":
    case "<":
      return {
        positive: { kind: "comparison", left: right, relation: "<=", right: left, ...said(relation === "<") },
        negated: relation === "<",
      };
  }
}
function isWorldSymbol(key) {
  return key.startsWith("$world.");
}
function isAboutWorld(formula2) {
  if (formula2.kind !== "comparison") return false;
  const atoms = [...atomsOf(formula2.left).values(), ...atomsOf(formula2.right).values()];
  return atoms.every((atom) => atom.kind !== "symbol" || isWorldSymbol(atom.key));
}
function decideHere(machine, formula2) {
  const truth4 = decide(formula2, machine.facts);
  if (truth4 !== void 0) return truth4;
  const { decision, trueSide } = questionOf(formula2);
  const condition = machine.paths?.condition ?? machine.condition;
  if (both(condition, only(decision, trueSide)) === void 0) return false;
  if (both(condition, only(decision, 1 - trueSide)) === void 0) return true;
  return void 0;
}

// server/src/values/prover.ts
var maximumSteps = 80;
var maximumFacts = 4;
var maximumRemembered = 4096;
var Prover = class {
  inequalities;
  lows = /* @__PURE__ */ new Map();
  definitions = /* @__PURE__ */ new Map();
  answers = /* @__PURE__ */ new Map();
  assumptions;
  steps = 0;
  /** `inequalities` are expressions that are at least 0. */
  constructor(inequalities) {
    this.inequalities = inequalities;
  }
  /** True only if the expression is at least 0 for every assignment that fits the inequalities. */
  proves(value) {
    let answer = this.answers.get(value.key);
    if (answer === void 0) {
      if (this.answers.size >= maximumRemembered) this.forget();
      this.answers.set(value.key, (answer = this.search(value)));
    }
    return answer;
  }
  forget() {
    this.answers.clear();
    this.lows.clear();
    this.definitions.clear();
  }
  search(value) {
    const shifted = this.shift(value);
    if (shifted === void 0) return false;
    this.steps = maximumSteps;
    return this.prove(shifted, this.factsAbout(value), maximumFacts);
  }
  prove(value, facts2, depth) {
    if (this.steps-- <= 0) return false;
    const doubtful = value.terms.find(
      (term) => term.coefficient < 0 || !term.factors.every((atom) => this.isNonNegative(atom)),
    );
    if (doubtful === void 0) return true;
    if (depth === 0) return false;
    if (doubtful.factors.length === 0) {
      return facts2.some((fact) => {
        const moved2 = fact.constant < 0 ? subtract(value, fact.value) : void 0;
        return moved2 !== void 0 && this.prove(moved2, facts2, depth - 1);
      });
    }
    return facts2.some((fact) => fact.terms.some((term) => this.cancels(value, doubtful, fact, term, facts2, depth)));
  }
  /** `value * f - fact * m` has the doubtful term cancelled; if it is at least 0, so is the value. */
  cancels(value, doubtful, fact, term, facts2, depth) {
    if (doubtful.coefficient < 0 !== term.coefficient < 0) return false;
    const extra = withoutFactors(doubtful.factors, term.factors);
    if (extra === void 0 || !extra.every((atom) => this.isNonNegative(atom))) return false;
    const factor = Math.abs(term.coefficient);
    const multiplier = fromTerms([{ coefficient: Math.abs(doubtful.coefficient), factors: extra }]);
    const moved2 = add(subtract(scale(value, factor), multiply(fact.value, multiplier)), integer(factor - 1));
    return moved2 !== void 0 && this.prove(moved2, facts2, depth - 1);
  }
  isNonNegative(atom) {
    return atom.key.endsWith("'") || this.lowOf(atom) >= 0;
  }
  /** The assumptions, and what the atoms in sight say about themselves. */
  factsAbout(value) {
    this.assumptions ??= this.prepare();
    const atoms = atomsOf(value);
    for (const atom of this.assumptions.atoms) atoms.set(atom.key, atom);
    for (const atom of [...atoms.values()])
      if (atom.kind === "symbol" && atom.below !== void 0) atomsOf(atom.below, atoms);
    return [...this.assumptions.facts, ...[...atoms.values()].flatMap((atom) => this.definitionOf(atom))];
  }
  prepare() {
    const atoms = /* @__PURE__ */ new Map();
    for (const inequality of this.inequalities) atomsOf(inequality, atoms);
    return { facts: this.facts(this.inequalities), atoms: [...atoms.values()] };
  }
  facts(values) {
    return values.flatMap((value) => {
      const shifted = value === void 0 ? void 0 : this.shift(value);
      if (shifted === void 0) return [];
      const terms = shifted.terms.filter((term) => term.factors.length > 0);
      const constant2 = shifted.terms.find((term) => term.factors.length === 0)?.coefficient ?? 0;
      return [{ value: shifted, terms, constant: constant2 }];
    });
  }
  definitionOf(atom) {
    let known3 = this.definitions.get(atom.key);
    if (known3 === void 0) this.definitions.set(atom.key, (known3 = this.facts(this.define(atom))));
    return known3;
  }
  /** What a division, an extreme or a bounded symbol is at least or at most. */
  define(atom) {
    const self = ofAtom(atom);
    const low = this.lowOf(atom);
    const above = low === -Infinity || atom.kind === "symbol" ? [] : [subtract(self, integer(low))];
    switch (atom.kind) {
      case "symbol":
        return atom.below === void 0 ? [] : [subtract(atom.below, add(self, integer(1)))];
      case "floordiv": {
        const divisor = this.lowest(atom.denominator);
        if (divisor < 1 || !Number.isFinite(divisor)) return above;
        const product2 = multiply(atom.denominator, self);
        const least = subtract(atom.numerator, product2);
        const most = subtract(subtract(add(product2, atom.denominator), integer(1)), atom.numerator);
        const smaller = this.lowest(atom.numerator) >= 0 ? subtract(atom.numerator, scale(self, divisor)) : void 0;
        return [...above, least, most, smaller];
      }
      case "min":
        return [...above, ...atom.operands.map((operand) => subtract(operand, self))];
      case "max":
        return [...above, ...atom.operands.map((operand) => subtract(self, operand))];
    }
  }
  /** The best constant lower bound of an atom; -Infinity if there is none. */
  lowOf(atom) {
    let low = this.lows.get(atom.key);
    if (low === void 0) this.lows.set(atom.key, (low = Math.max(this.ownLow(atom), this.lowestByFacts(ofAtom(atom)))));
    return low;
  }
  ownLow(atom) {
    switch (atom.kind) {
      case "symbol":
        return atom.low;
      case "floordiv":
        return this.lowest(atom.numerator) >= 0 && this.lowest(atom.denominator) >= 1 ? 0 : -Infinity;
      case "min":
        return Math.min(...atom.operands.map((operand) => this.lowest(operand)));
      case "max":
        return Math.max(...atom.operands.map((operand) => this.lowest(operand)));
    }
  }
  /** The best constant lower bound of an expression; -Infinity if there is none. */
  lowest(value) {
    return Math.max(this.lowestByAtoms(value), this.lowestByFacts(value));
  }
  lowestByAtoms(value) {
    let sum = 0;
    for (const term of value.terms) {
      const lows = term.factors.map((atom) => this.lowOf(atom));
      if (term.coefficient < 0 && lows.length > 0) return -Infinity;
      if (lows.length > 1 && lows.some((low) => low < 0)) return -Infinity;
      sum += lows.reduce((product2, low) => product2 * low, term.coefficient);
    }
    return sum;
  }
  /** A fact `value - c >= 0` says that the value is at least c. */
  lowestByFacts(value) {
    let best = -Infinity;
    for (const fact of this.inequalities) {
      if (Math.abs(fact.terms.length - value.terms.length) > 1) continue;
      const difference = subtract(value, fact);
      const constant2 = difference === void 0 ? void 0 : constantOf(difference);
      if (constant2 !== void 0) best = Math.max(best, constant2);
    }
    return best;
  }
  shift(value) {
    return mapAtoms(value, (atom) => {
      if (atom.kind !== "symbol") return ofAtom(atom);
      const low = this.lowOf(atom);
      if (low === -Infinity || low === 0) return ofAtom(atom);
      return add(ofAtom({ kind: "symbol", key: `${atom.key}'`, name: atom.name, low: 0, below: void 0 }), integer(low));
    });
  }
};

// server/src/values/facts.ts
var maximumRemembered2 = 512;
var Facts = class _Facts {
  static none = new _Facts([], []);
  rewrites;
  /** Expressions known to be at least 0. */
  inequalities;
  prover;
  /** What was assumed on top of these facts: the same paths are run again and again. */
  assumed = /* @__PURE__ */ new Map();
  constructor(rewrites, inequalities) {
    this.rewrites = rewrites;
    this.inequalities = inequalities;
  }
  /** A key that is equal for equal facts. */
  get key() {
    const rewrites = this.rewrites.map((r) => `${r.factors.map((f) => f.key).join("*")}=${r.to.key}`);
    return [...rewrites, ...this.inequalities.map((i) => i.key)].join(";");
  }
  /** The expression with everything known put in. */
  simplify(value) {
    let current = value;
    for (let round = 0; round < 8; round++) {
      const next = this.rewriteOnce(current);
      if (next === void 0 || next.key === current.key) return current;
      current = next;
    }
    return current;
  }
  /** Whether `a relation b` holds for all assignments (true), for none (false), or cannot be told. */
  compare(a, relation, b) {
    const difference = subtract(this.simplify(a), this.simplify(b));
    if (difference === void 0) return void 0;
    switch (relation) {
      case "==":
        return this.isZero(difference);
      case "!=":
        return not(this.isZero(difference));
      case ">=":
        return this.isNonNegative(difference);
      case "<":
        return not(this.isNonNegative(difference));
      case "<=":
        return this.isNonNegative(negate(difference));
      case ">":
        return not(this.isNonNegative(negate(difference)));
    }
  }
  /** These facts and `a relation b`; undefined if that is impossible. */
  assume(a, relation, b) {
    const key = `${a.key} ${relation} ${b.key}`;
    if (!this.assumed.has(key)) {
      if (this.assumed.size >= maximumRemembered2) this.assumed.clear();
      this.assumed.set(key, this.assumeAnew(a, relation, b));
    }
    return this.assumed.get(key);
  }
  assumeAnew(a, relation, b) {
    const known3 = this.compare(a, relation, b);
    if (known3 === true) return this;
    if (known3 === false) return void 0;
    const difference = subtract(this.simplify(a), this.simplify(b));
    if (difference === void 0) return this;
    switch (relation) {
      case "==":
        return this.assumeZero(difference);
      case "!=":
        return this.assumeNonZero(difference);
      case ">=":
        return this.withInequality(difference);
      case ">":
        return this.withInequality(subtract(difference, integer(1)));
      case "<=":
        return this.withInequality(negate(difference));
      case "<":
        return this.withInequality(subtract(negate(difference), integer(1)));
    }
  }
  minimum(operands) {
    return this.extreme("min", operands);
  }
  maximum(operands) {
    return this.extreme("max", operands);
  }
  extreme(kind, operands) {
    const kept2 = [];
    for (const operand of operands.map((o) => this.simplify(o))) {
      const beats = (x, y) => this.compare(x, kind === "min" ? "<=" : ">=", y) === true;
      if (kept2.some((other) => beats(other, operand))) continue;
      for (let i = kept2.length - 1; i >= 0; i--) {
        const other = kept2[i];
        if (other !== void 0 && beats(operand, other)) kept2.splice(i, 1);
      }
      kept2.push(operand);
    }
    return extreme(kind, kept2);
  }
  rewriteOnce(value) {
    if (this.rewrites.length === 0 || value.terms.every((term) => term.factors.length === 0)) return value;
    const inside = mapAtoms(value, (atom) => this.rewriteInside(atom));
    if (inside === void 0) return void 0;
    let sum = integer(0);
    for (const term of inside.terms) sum = add(sum, this.rewriteTerm(term));
    return sum;
  }
  rewriteInside(atom) {
    if (atom.kind === "symbol") return ofAtom(atom);
    if (atom.kind === "floordiv") return floorDiv(this.rewriteOnce(atom.numerator), this.rewriteOnce(atom.denominator));
    const operands = [];
    for (const operand of atom.operands) {
      const rewritten = this.rewriteOnce(operand);
      if (rewritten === void 0) return void 0;
      operands.push(rewritten);
    }
    return extreme(atom.kind, operands);
  }
  rewriteTerm(term) {
    for (const rule of this.rewrites) {
      const left = withoutFactors(term.factors, rule.factors);
      if (left !== void 0) return multiply(fromTerms([{ coefficient: term.coefficient, factors: left }]), rule.to);
    }
    return fromTerms([term]);
  }
  isZero(difference) {
    const number2 = constantOf(difference);
    if (number2 !== void 0) return number2 === 0;
    if (indivisible(difference) || this.isImpossibleQuotient(difference)) return false;
    const positive = subtract(difference, integer(1));
    const negative = subtract(negate(difference), integer(1));
    if (positive !== void 0 && this.proves(positive)) return false;
    if (negative !== void 0 && this.proves(negative)) return false;
    return void 0;
  }
  /**
   * True if `rest + c * (n // d) == 0` cannot hold because `n` is known to be a multiple of `d`: then it means
   * `rest * d + c * n == 0`, which may be indivisible.
   */
  isImpossibleQuotient(difference) {
    for (const term of difference.terms) {
      const [atom] = term.factors;
      if (atom?.kind !== "floordiv" || term.factors.length !== 1) continue;
      const scaled = multiply(difference, atom.denominator);
      if (scaled === void 0) continue;
      const simplified = this.simplify(scaled);
      if (atomsOf(simplified).has(atom.key)) continue;
      if (indivisible(simplified)) return true;
      const number2 = constantOf(simplified);
      if (number2 !== void 0 && number2 !== 0) return true;
    }
    return false;
  }
  isNonNegative(difference) {
    if (difference === void 0) return void 0;
    const number2 = constantOf(difference);
    if (number2 !== void 0) return number2 >= 0;
    if (this.proves(difference)) return true;
    const negative = subtract(negate(difference), integer(1));
    return negative !== void 0 && this.proves(negative) ? false : void 0;
  }
  /** True only if the expression is at least 0 for every assignment that fits the facts. */
  proves(value) {
    this.prover ??= new Prover(this.inequalities.map((inequality) => this.simplify(inequality)));
    return this.prover.proves(value);
  }
  withInequality(value) {
    if (value === void 0 || this.inequalities.some((known3) => known3.key === value.key)) return this;
    return new _Facts(this.rewrites, [...this.inequalities, value]);
  }
  withRewrite(factors, to2) {
    return new _Facts([...this.rewrites, { factors, to: to2 }], this.inequalities);
  }
  assumeZero(difference) {
    const divisible = this.assumeDivisible(difference);
    if (divisible !== void 0) return divisible;
    for (const term of preferredFirst(difference.terms)) {
      if (Math.abs(term.coefficient) !== 1 || term.factors.length === 0) continue;
      const rest = subtract(difference, fromTerms([term]));
      if (rest === void 0 || mentions(rest, term.factors)) continue;
      const to2 = scale(rest, -term.coefficient);
      if (to2 !== void 0) return this.boundsOf(term, to2).withRewrite(term.factors, to2);
    }
    return this.withInequality(difference).withInequality(negate(difference));
  }
  /** Keeps what a replaced symbol's own bounds said. */
  boundsOf(term, to2) {
    const [atom] = term.factors;
    if (term.factors.length !== 1 || atom?.kind !== "symbol" || atom.low === -Infinity) return this;
    return constantOf(to2) === void 0 ? this.withInequality(subtract(to2, integer(atom.low))) : this;
  }
  /** `n - d * (n // d) == 0`: writes a lone symbol `n` as `d * q`, so that every quotient of it comes out exact. */
  assumeDivisible(difference) {
    const quotient2 = [...atomsOf(difference).values()].find((atom) => {
      if (atom.kind !== "floordiv") return false;
      const remainder2 = modulo(atom.numerator, atom.denominator);
      return remainder2 !== void 0 && (remainder2.key === difference.key || negate(remainder2)?.key === difference.key);
    });
    if (quotient2?.kind !== "floordiv") return void 0;
    const whole = soleAtom(quotient2.numerator);
    if (whole?.kind !== "symbol") return void 0;
    const low = whole.low >= 1 ? 1 : whole.low >= 0 ? 0 : -Infinity;
    const part = symbol(`${whole.key}/${quotient2.denominator.key}`, `${whole.name} // \u2026`, low);
    const product2 = multiply(quotient2.denominator, part);
    return product2 === void 0 ? void 0 : this.withRewrite([whole], product2);
  }
  assumeNonZero(difference) {
    if (this.proves(difference)) return this.withInequality(subtract(difference, integer(1)));
    const negative = negate(difference);
    if (negative !== void 0 && this.proves(negative)) return this.withInequality(subtract(negative, integer(1)));
    return this;
  }
};
function not(truth4) {
  return truth4 === void 0 ? void 0 : !truth4;
}
function negate(value) {
  return scale(value, -1);
}
function indivisible(value) {
  let divisor = 0;
  let rest = 0;
  for (const term of value.terms) {
    if (term.factors.length === 0) rest = term.coefficient;
    else divisor = greatestCommonDivisor(divisor, term.coefficient);
  }
  return divisor > 1 && rest % divisor !== 0;
}
function mentions(value, factors) {
  const atoms = atomsOf(value);
  return factors.some((factor) => atoms.has(factor.key));
}
function preferredFirst(terms) {
  const rank3 = (term) => (term.factors.length === 1 ? (term.factors[0]?.kind === "symbol" ? 0 : 2) : 1);
  return [...terms].sort((a, b) => rank3(a) - rank3(b));
}

// server/src/interpreter/store.ts
var Store = class {
  layers = [/* @__PURE__ */ new Map()];
  get(owner, name) {
    for (let i = this.layers.length - 1; i >= 0; i--) {
      const value = this.layers[i]?.get(owner)?.get(name);
      if (value !== void 0) return value;
    }
    return void 0;
  }
  set(owner, name, value) {
    const layer = this.top();
    let cells = layer.get(owner);
    if (cells === void 0) layer.set(owner, (cells = /* @__PURE__ */ new Map()));
    cells.set(name, value);
  }
  /** All names an owner has, the latest value of each. */
  entries(owner) {
    const result = /* @__PURE__ */ new Map();
    for (const layer of this.layers) {
      for (const [name, value] of layer.get(owner) ?? []) result.set(name, value);
    }
    return result;
  }
  /** Runs `body` with its writes kept apart, and returns them. */
  isolate(body) {
    const depth = this.layers.length;
    this.layers.push(/* @__PURE__ */ new Map());
    try {
      body();
    } finally {
      this.layers.length = depth + 1;
    }
    return this.layers.pop() ?? /* @__PURE__ */ new Map();
  }
  /** Applies the writes of a layer. */
  apply(layer) {
    for (const [owner, cells] of layer) for (const [name, value] of cells) this.set(owner, name, value);
  }
  /** Runs `body` as if outside of every branch: what a module defines does not depend on who imported it. */
  atBase(body) {
    const saved = this.layers;
    this.layers = saved.slice(0, 1);
    try {
      return body();
    } finally {
      this.layers = saved;
    }
  }
  top() {
    const layer = this.layers.at(-1);
    if (layer === void 0) throw new Error("the store has no layer");
    return layer;
  }
};

// server/src/interpreter/machine.ts
var BudgetExceeded = class extends Error {};
var ContractRaises = class extends Error {};
var maximumDepth = 16;
var epochCell = " epoch";
var Machine = class {
  store = new Store();
  modules;
  models;
  moduleScopes = /* @__PURE__ */ new Map();
  condition = always;
  paths = void 0;
  /** How many undecided tests stand around the current statement. */
  undecided = 0;
  depth = 0;
  /** Called for each expression that was evaluated in a file of interest; for hovers. */
  observe = void 0;
  /** Receives what failed requirements say; undefined while nothing is to be reported. */
  report = void 0;
  /** Called for every function that is defined, so that each can be analysed on its own. */
  onDefinition = void 0;
  userFacts = Facts.none;
  steps;
  deadline;
  counter = 0;
  constructor(modules, models, steps2, deadline) {
    this.modules = modules;
    this.models = models;
    this.steps = steps2;
    this.deadline = deadline;
  }
  get facts() {
    return this.paths?.facts ?? this.userFacts;
  }
  set facts(facts2) {
    if (this.paths === void 0) this.userFacts = facts2;
    else this.paths.facts = facts2;
  }
  owners = /* @__PURE__ */ new Map();
  /** The object whose cells hold what was written to attributes and items of an opaque value. */
  owner(key) {
    let owner = this.owners.get(key);
    if (owner === void 0) this.owners.set(key, (owner = { key }));
    return owner;
  }
  /** The key under which parts of an opaque value are read; it changes when unknown code may have changed them. */
  epochKey(key) {
    const epoch = this.store.get(this.owner(key), epochCell);
    return epoch?.kind === "string" ? `${key}@${epoch.value}` : epoch === void 0 ? key : this.fresh(key);
  }
  /** Starts a new epoch of an opaque value and drops what was written to it. */
  forgetOpaque(key) {
    const owner = this.owner(key);
    for (const name of this.store.entries(owner).keys())
      this.store.set(owner, name, unknown("changed by code that is not modelled"));
    this.store.set(owner, epochCell, text(this.fresh("epoch")));
  }
  /** Gives each entry of the analysis its own allowance. */
  refill(steps2) {
    this.steps = steps2;
  }
  /** Stops reporting until the returned function is called. */
  silence() {
    const { report, observe } = this;
    this.report = void 0;
    this.observe = void 0;
    return () => {
      this.report = report;
      this.observe = observe;
    };
  }
  /** Forgets where an entry under analysis was left, after it ended in whatever way. */
  reset() {
    this.paths = void 0;
    this.userFacts = Facts.none;
    this.condition = always;
    this.undecided = 0;
    this.depth = 0;
  }
  defined(value) {
    this.onDefinition?.(value);
  }
  step() {
    if (this.steps-- <= 0 || (this.steps % 256 === 0 && this.deadline())) throw new BudgetExceeded();
  }
  fresh(prefix) {
    return `${prefix}#${this.counter++}`;
  }
  site(frame, span) {
    return { path: frame.scope.path, chunk: frame.chunk, start: span.start, end: span.end };
  }
  origin(kind, frame, span, inputs, name) {
    return { kind, site: this.site(frame, span), name, inputs: inputs.filter((input) => input !== void 0) };
  }
  /** A value that is only known to be the result of this expression. */
  result(frame, span, inputs = []) {
    return opaque(this.fresh("result"), this.source(frame, span), this.origin("computed", frame, span, inputs));
  }
  /** The text of an expression on one line, shortened. */
  source(frame, span) {
    const text2 = this.modules.text(frame.scope.path);
    const placed = this.modules.syntax(frame.scope.path)?.chunks.find((candidate) => candidate.chunk === frame.chunk);
    if (text2 === void 0 || placed === void 0) return "a value";
    const source = text2.slice(placed.offset + span.start, placed.offset + span.end).replace(/\s+/g, " ");
    return source.length <= 40 ? source : `${source.slice(0, 37)}...`;
  }
};

// server/src/interpreter/scope.ts
var LexicalScope = class {
  path;
  kind;
  parent;
  /** Names that belong to this scope; undefined for a module, which owns whatever is not found further in. */
  own;
  globals;
  constructor(path, kind, parent, names) {
    this.path = path;
    this.kind = kind;
    this.parent = parent;
    this.own = names?.own;
    this.globals = names?.globals ?? /* @__PURE__ */ new Set();
  }
  get module() {
    return this.parent === void 0 ? this : this.parent.module;
  }
  /** The scopes in which Python looks for a name, innermost first. */
  *lookup(name) {
    if (this.globals.has(name)) {
      yield this.module;
      return;
    }
    yield this;
    for (let scope2 = this.parent; scope2 !== void 0; scope2 = scope2.parent) if (scope2.kind !== "class") yield scope2;
  }
  /** The scope that an assignment to the name writes to. */
  target(name) {
    if (this.globals.has(name)) return this.module;
    if (this.own === void 0 || this.own.has(name)) return this;
    for (const scope2 of this.lookup(name)) if (scope2.own?.has(name) === true) return scope2;
    return this;
  }
};
var known = /* @__PURE__ */ new WeakMap();
function boundNames(node) {
  const cached = known.get(node);
  if (cached !== void 0) return cached;
  const collector = new Collector();
  for (const parameter of node.parameters) collector.own.add(parameter.name.id);
  if (node.kind === "function") collector.block(node.body);
  const result = collector.result();
  known.set(node, result);
  return result;
}
function classNames(body) {
  const collector = new Collector();
  collector.block(body);
  return collector.result();
}
function assignedNames(body) {
  const collector = new Collector();
  collector.block(body);
  return collector.own;
}
var Collector = class {
  own = /* @__PURE__ */ new Set();
  globals = /* @__PURE__ */ new Set();
  outer = /* @__PURE__ */ new Set();
  result() {
    for (const name of [...this.globals, ...this.outer]) this.own.delete(name);
    return { own: this.own, globals: this.globals };
  }
  block(body) {
    for (const statement of body) this.statement(statement);
  }
  statement(s) {
    switch (s.kind) {
      case "assign":
        s.targets.forEach((target) => this.target(target));
        this.walrus(s.value);
        break;
      case "annotated":
        if (s.value !== void 0) this.target(s.target);
        break;
      case "augmented":
        this.target(s.target);
        break;
      case "expression":
        this.walrus(s.value);
        break;
      case "global":
        s.names.forEach((name) => this.globals.add(name));
        break;
      case "nonlocal":
        s.names.forEach((name) => this.outer.add(name));
        break;
      case "if":
      case "while":
        this.walrus(s.test);
        this.block(s.body);
        this.block(s.otherwise);
        break;
      case "for":
        this.target(s.target);
        this.block(s.body);
        this.block(s.otherwise);
        break;
      case "with":
        for (const item of s.items) if (item.target !== void 0) this.target(item.target);
        this.block(s.body);
        break;
      case "try":
        this.block(s.body);
        for (const handler of s.handlers) {
          if (handler.name !== void 0) this.own.add(handler.name.id);
          this.block(handler.body);
        }
        this.block(s.otherwise);
        this.block(s.final);
        break;
      case "match":
        for (const branch of s.cases) {
          this.pattern(branch.pattern);
          this.block(branch.body);
        }
        break;
      case "function":
      case "class":
        this.own.add(s.name.id);
        break;
      case "import":
        for (const item of s.names) this.own.add(item.alias?.id ?? item.module.split(".")[0] ?? item.module);
        break;
      case "import-from":
        if (s.names !== "*") for (const item of s.names) this.own.add((item.alias ?? item.name).id);
        break;
      case "invalid":
        this.block(s.recovered);
        break;
      case "return":
        if (s.value !== void 0) this.walrus(s.value);
        break;
      default:
    }
  }
  target(target) {
    if (target.kind === "name") this.own.add(target.id);
    else if (target.kind === "starred") this.target(target.value);
    else if (target.kind === "tuple" || target.kind === "list") target.elements.forEach((e) => this.target(e));
  }
  /** Assignment expressions bind in the enclosing function; only the common places are searched. */
  walrus(e) {
    if (e.kind === "named") {
      this.own.add(e.target.id);
      this.walrus(e.value);
    } else if (e.kind === "compare") [e.left, ...e.comparators].forEach((part) => this.walrus(part));
    else if (e.kind === "logical" || e.kind === "binary") [e.left, e.right].forEach((part) => this.walrus(part));
    else if (e.kind === "unary") this.walrus(e.operand);
    else if (e.kind === "call") e.arguments.forEach((argument3) => this.walrus(argument3.value));
    else if (e.kind === "conditional") [e.test, e.body, e.otherwise].forEach((part) => this.walrus(part));
  }
  pattern(pattern) {
    if (pattern.kind === "capture") this.own.add(pattern.name.id);
    else if (pattern.kind === "as") {
      this.own.add(pattern.name.id);
      this.pattern(pattern.pattern);
    } else if (pattern.kind === "alternatives") pattern.patterns.forEach((p) => this.pattern(p));
    else if (pattern.kind === "structure") pattern.captures.forEach((name) => this.own.add(name.id));
  }
};

// server/src/interpreter/paths.ts
var Infeasible = class extends Error {};
var maximumPaths = 96;
var PathExplorer = class _PathExplorer {
  facts;
  condition;
  steps = [];
  position = 0;
  constructor(facts2, condition) {
    this.facts = facts2;
    this.condition = condition;
  }
  /** All paths through `body`; undefined if there are too many to tell. */
  static explore(facts2, condition, body) {
    const explorer = new _PathExplorer(facts2, condition);
    const results = [];
    for (let runs = 0; ; runs++) {
      if (runs >= maximumPaths) return void 0;
      explorer.facts = facts2;
      explorer.condition = condition;
      explorer.position = 0;
      try {
        const result = body(explorer);
        results.push({ steps: explorer.taken(), condition: explorer.condition, result });
      } catch (error) {
        if (!(error instanceof Infeasible)) throw error;
      }
      if (!explorer.advance()) return results;
    }
  }
  /** The alternative this path takes. */
  decide(decision) {
    const known3 = this.steps[this.position];
    const step = known3 ?? { decision, feasible: this.feasible(decision), index: 0 };
    if (known3 === void 0) this.steps.push(step);
    this.position++;
    const alternative = step.feasible[step.index];
    if (alternative === void 0) throw new Infeasible();
    this.condition = both(this.condition, only(decision, alternative)) ?? this.condition;
    const implied = decision.implies[alternative];
    if (implied !== void 0) {
      const facts2 = this.facts.assume(implied.left, implied.relation, implied.right);
      if (facts2 === void 0) throw new Infeasible();
      this.facts = facts2;
    }
    return alternative;
  }
  feasible(decision) {
    return decision.alternatives
      .map((_, alternative) => alternative)
      .filter((alternative) => {
        if (!allows(this.condition, decision, alternative)) return false;
        const implied = decision.implies[alternative];
        return implied === void 0 || this.facts.assume(implied.left, implied.relation, implied.right) !== void 0;
      });
  }
  taken() {
    return this.steps.slice(0, this.position).map((step) => ({
      decision: step.decision,
      alternative: step.feasible[step.index] ?? 0,
    }));
  }
  /** Moves to the next combination; false when all have been run. */
  advance() {
    this.steps.length = Math.min(this.steps.length, this.position);
    for (let last = this.steps.at(-1); last !== void 0; last = this.steps.at(-1)) {
      if (++last.index < last.feasible.length) return true;
      this.steps.pop();
    }
    return false;
  }
};
function conditionsWhere(paths, happens) {
  return gather(paths, 0, happens);
}
function gather(paths, depth, happens) {
  const [first] = paths;
  if (first === void 0) return [];
  const step = first.steps[depth];
  if (step === void 0) return happens(first.result) ? [/* @__PURE__ */ new Map()] : [];
  const sides = /* @__PURE__ */ new Map();
  for (const path of paths) {
    const alternative = path.steps[depth]?.alternative ?? 0;
    sides.set(alternative, [...(sides.get(alternative) ?? []), path]);
  }
  const outcomes = [...sides].map(([alternative, side]) => ({ alternative, where: gather(side, depth + 1, happens) }));
  if (step.decision.kind === "world") {
    return outcomes.flatMap(({ alternative, where: where2 }) =>
      where2.flatMap((condition) => both(condition, only(step.decision, alternative)) ?? []),
    );
  }
  return outcomes.map((outcome) => outcome.where).reduce(intersectAll);
}
function intersectAll(a, b) {
  const result = /* @__PURE__ */ new Map();
  for (const x of a) {
    for (const y of b) {
      const condition = both(x, y);
      if (condition !== void 0) result.set(conditionKey(condition), condition);
    }
  }
  return [...result.values()];
}

// server/src/interpreter/branches.ts
function branches(machine, frame, test, whenTrue, whenFalse) {
  const truth4 = decideHere(machine, test);
  if (truth4 !== void 0) return complete((truth4 ? whenTrue : whenFalse)());
  if (machine.paths !== void 0) return takePath(machine, test, whenTrue, whenFalse);
  const { decision, trueSide } = questionOf(test);
  const before = { facts: machine.facts, condition: machine.condition, undecided: machine.undecided };
  const sides = [];
  for (const [formula2, run2, alternative] of [
    [test, whenTrue, trueSide],
    [negation(test), whenFalse, 1 - trueSide],
  ]) {
    const facts2 = assume(formula2, before.facts);
    const condition = both(before.condition, only(decision, alternative));
    if (facts2 === void 0 || condition === void 0) continue;
    machine.facts = facts2;
    machine.condition = condition;
    machine.undecided = before.undecided + (decision.kind === "unknown" ? 1 : 0);
    let completion = "next";
    const layer = machine.store.isolate(() => {
      completion = complete(run2());
    });
    sides.push({
      condition: only(decision, alternative),
      layer,
      completion,
      facts: machine.facts,
      undecided: machine.undecided,
    });
  }
  machine.condition = before.condition;
  machine.undecided = before.undecided;
  machine.facts = before.facts;
  return joinSides(machine, frame, sides);
}
function joinSides(machine, frame, sides) {
  const going = sides.filter((side) => side.completion === "next");
  for (const side of sides) {
    if (side.completion === "return") frame.earlyWrites.push({ condition: side.condition, layer: side.layer });
    if (side.completion === "break" || side.completion === "continue") frame.escaped = true;
  }
  const [only2] = going;
  if (only2 === void 0) return sides.find((side) => side.completion !== "raise")?.completion ?? "raise";
  if (going.length === 1) {
    machine.store.apply(only2.layer);
    machine.facts = only2.facts;
    if (sides.length > 1) {
      machine.condition = both(machine.condition, only2.condition) ?? machine.condition;
      if (sides.some((side) => side.completion !== "next" && side.completion !== "raise"))
        machine.undecided = only2.undecided;
    }
    return "next";
  }
  for (const [owner, names] of writtenCells(going.map((side) => side.layer))) {
    for (const name of names) {
      const before = machine.store.get(owner, name);
      const candidates = going.flatMap((side) => {
        const value = side.layer.get(owner)?.get(name) ?? before;
        return value === void 0 ? [] : [{ condition: side.condition, value }];
      });
      machine.store.set(owner, name, choose(candidates));
    }
  }
  return "next";
}
function takePath(machine, test, whenTrue, whenFalse) {
  const { decision, trueSide } = questionOf(test);
  const holds2 = machine.paths?.decide(decision) === trueSide;
  const facts2 = assume(holds2 ? test : negation(test), machine.facts);
  if (facts2 === void 0) throw new Infeasible();
  machine.facts = facts2;
  return complete((holds2 ? whenTrue : whenFalse)());
}
function writtenCells(layers) {
  const cells = /* @__PURE__ */ new Map();
  for (const layer of layers) {
    for (const [owner, values] of layer) {
      const names = cells.get(owner) ?? /* @__PURE__ */ new Set();
      for (const name of values.keys()) names.add(name);
      cells.set(owner, names);
    }
  }
  return cells;
}
function widen(machine, layer, cause) {
  for (const [owner, values] of layer) {
    for (const name of values.keys()) {
      machine.store.set(owner, name, unknown(cause));
    }
  }
}
function complete(result) {
  return result === "return" || result === "raise" || result === "break" || result === "continue" ? result : "next";
}
function applyEarlyWrites(machine, frame) {
  for (const { condition, layer } of frame.earlyWrites) {
    for (const [owner, values] of layer) {
      if (owner === frame.scope) continue;
      for (const [name, value] of values) {
        const current = machine.store.get(owner, name);
        machine.store.set(owner, name, current === void 0 ? value : joinEarly(condition, value, current));
      }
    }
  }
}
function joinEarly(condition, early, late) {
  const rest = new Map(condition);
  for (const [key, restriction] of rest) {
    const all = (1 << restriction.decision.alternatives.length) - 1;
    rest.set(key, { decision: restriction.decision, allowed: all & ~restriction.allowed });
  }
  return choose([
    { condition, value: early },
    { condition: rest, value: late },
  ]);
}

// server/src/syntax/earlier-nodes.ts
var EarlierNodes = class {
  #tree;
  #touched;
  #next;
  /** `touched` is relative to the start of the chunk. */
  constructor(tree, touched) {
    this.#tree = tree;
    this.#touched = touched;
    this.#next = tree.root;
  }
  copyTo(tree, type2, start, end) {
    const shift = this.#shift(start, end);
    const node = shift === void 0 ? void 0 : this.#find(type2, start - shift, end - shift);
    if (node === void 0 || shift === void 0) {
      return false;
    }
    tree.copy(this.#tree, node, shift);
    return true;
  }
  /** How far the edit moved what is now at `start..end`, or undefined if it touched it. */
  #shift(start, end) {
    if (end <= this.#touched.start) {
      return 0;
    }
    return start >= this.#touched.newEnd ? this.#touched.newEnd - this.#touched.oldEnd : void 0;
  }
  #find(type2, start, end) {
    while (this.#next < this.#tree.size && this.#tree.start(this.#next) < start) {
      this.#next++;
    }
    for (let node = this.#next; node < this.#tree.size && this.#tree.start(node) === start; node++) {
      if (this.#tree.type(node) === type2 && this.#tree.end(node) === end) {
        return node;
      }
    }
    return void 0;
  }
};

// server/src/syntax/touched-range.ts
function joinRanges(first, second) {
  const beyondFirst = Math.max(0, second.oldEnd - first.newEnd);
  const beyondSecond = Math.max(0, first.newEnd - second.oldEnd);
  return {
    start: Math.min(first.start, second.start),
    oldEnd: first.oldEnd + beyondFirst,
    newEnd: second.newEnd + beyondSecond,
  };
}
function moved(range3, by) {
  return { start: range3.start + by, oldEnd: range3.oldEnd + by, newEnd: range3.newEnd + by };
}

// server/src/syntax/earlier-reading.ts
var EarlierReading = class {
  #reading;
  #inPlace = /* @__PURE__ */ new Map();
  #byText = /* @__PURE__ */ new Map();
  #text;
  #touched;
  constructor(reading, previousText, text2, touched) {
    this.#reading = reading;
    this.#text = text2;
    this.#touched = touched;
    for (const read of reading.chunks) {
      const end = read.offset + read.chunk.length;
      if (end <= touched.start || read.offset >= touched.oldEnd) {
        this.#inPlace.set(read.offset + this.#shiftAt(read.offset), read);
      } else if (read.intactType !== void 0) {
        const key = keyOf(read.intactType, previousText.slice(read.offset, end));
        const equals = this.#byText.get(key);
        if (equals === void 0) {
          this.#byText.set(key, [read]);
        } else {
          equals.push(read);
        }
      }
    }
  }
  findChunk(type2, start, end) {
    if (this.#isUntouched(start, end)) {
      const read = this.#inPlace.get(start);
      return read?.intactType === type2 && read.chunk.length === end - start ? read : void 0;
    }
    return this.#byText.size === 0 ? void 0 : this.#byText.get(keyOf(type2, this.#text.slice(start, end)))?.shift();
  }
  findNodes(start) {
    if (start >= this.#touched.start) {
      return void 0;
    }
    const [read] = overlapping(this.#reading.chunks, { start, end: start + 1 }, (chunk2) => spanOf(chunk2));
    return read?.raw === void 0 || read.offset !== start
      ? void 0
      : new EarlierNodes(read.raw, moved(this.#touched, -start));
  }
  /** Only intact chunks are sure to have been read without regard to what was around them. */
  findRange(start, end) {
    if (!this.#isUntouched(start, end)) {
      return void 0;
    }
    const shift = end <= this.#touched.start ? 0 : this.#touched.newEnd - this.#touched.oldEnd;
    const range3 = { start: start - shift, end: end - shift };
    const chunks = overlapping(this.#reading.chunks, range3, (read) => spanOf(read));
    const comments = overlapping(this.#reading.comments, range3, (comment) => comment);
    const standAlone = chunks.every((read) => read.intactType !== void 0 && isInside2(spanOf(read), range3));
    if (!standAlone || !comments.every((comment) => isInside2(comment, range3))) {
      return void 0;
    }
    return {
      chunks: chunks.map((read) => ({ ...read, offset: read.offset + shift })),
      comments: comments.map((comment) => ({ start: comment.start + shift, end: comment.end + shift })),
    };
  }
  #isUntouched(start, end) {
    return end <= this.#touched.start || start >= this.#touched.newEnd;
  }
  #shiftAt(oldOffset) {
    return oldOffset >= this.#touched.oldEnd ? this.#touched.newEnd - this.#touched.oldEnd : 0;
  }
};
function spanOf({ chunk: chunk2, offset }) {
  return { start: offset, end: offset + chunk2.length };
}
function isInside2(inner, outer2) {
  return inner.start >= outer2.start && inner.end <= outer2.end;
}
function overlapping(items, range3, spanOf2) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== void 0 && spanOf2(item).end <= range3.start) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const first = low;
  for (let item = items[low]; item !== void 0 && spanOf2(item).start < range3.end; item = items[low]) {
    low++;
  }
  return items.slice(first, low);
}
function keyOf(type2, text2) {
  return `${type2} ${text2}`;
}

// server/src/syntax/segments.ts
function segmentsOf(text2) {
  const segments = [];
  let start = 0;
  for (const next of statementStarts(text2)) {
    if (next > start && !isOnlyDecorators(text2.slice(start, next))) {
      segments.push({ start, end: next });
      start = next;
    }
  }
  segments.push({ start, end: text2.length });
  return segments;
}
var token = /"""|'''|"|'|#[^\r\n]*|\\(?:\r\n|[^])|[()[\]{}]|\r\n?|\n/g;
function* statementStarts(text2) {
  let brackets = 0;
  token.lastIndex = 0;
  for (let match = token.exec(text2); match !== null; match = token.exec(text2)) {
    const [found] = match;
    switch (found.charAt(0)) {
      case '"':
      case "'":
        token.lastIndex = endOfString(text2, token.lastIndex, found);
        break;
      case "(":
      case "[":
      case "{":
        brackets++;
        break;
      case ")":
      case "]":
      case "}":
        brackets = Math.max(0, brackets - 1);
        break;
      case "\r":
      case "\n":
        if (startsStatement(text2, token.lastIndex, brackets > 0)) {
          brackets = 0;
          yield token.lastIndex;
        }
    }
  }
}
function endOfString(text2, start, quotes) {
  for (let offset = start; offset < text2.length; offset++) {
    const character = text2.charAt(offset);
    if (character === "\\") {
      offset += text2.startsWith("\r\n", offset + 1) ? 2 : 1;
    } else if (text2.startsWith(quotes, offset)) {
      return offset + quotes.length;
    } else if (quotes.length === 1 && (character === "\r" || character === "\n")) {
      return offset;
    }
  }
  return text2.length;
}
var ordinaryStart = /(?!(?:else|elif|except|finally)\b)[^\s#)\]}]/y;
var unmistakableStart = /(?:def|class|import|from|async\s+def|@\s*[^\W\d])\b|[^\W\d][\w.]* = /y;
function startsStatement(text2, offset, insideBrackets) {
  const start = insideBrackets ? unmistakableStart : ordinaryStart;
  start.lastIndex = offset;
  return start.test(text2);
}
function isOnlyDecorators(segment) {
  return /^@[^\r\n]*(?:\r\n?|\n)(?:(?:@|[ \t]*#)[^\r\n]*(?:\r\n?|\n)|[ \t]*(?:\r\n?|\n))*$/.test(segment);
}

// server/src/syntax/raw-tree.ts
var MISSING = "MISSING";
var ERROR = "ERROR";
var RawTree = class {
  comments = [];
  root = 0;
  /** True if the parser had to recover from an error somewhere in here. Only then are made-up tokens looked for. */
  damaged;
  #text;
  #types = [];
  #named = [];
  #fields = [];
  #starts = [];
  #ends = [];
  /** For each node, the first node after its last descendant. */
  #nexts = [];
  /** `text` starts where the chunk starts. */
  constructor(text2, damaged) {
    this.#text = text2;
    this.damaged = damaged;
  }
  get size() {
    return this.#types.length;
  }
  /** Adds a node; its descendants follow, then `close`. */
  open(type2, named2, field, start, end) {
    this.#types.push(type2);
    this.#named.push(named2);
    this.#fields.push(field);
    this.#starts.push(start);
    this.#ends.push(end);
    return this.#nexts.push(this.#types.length) - 1;
  }
  close(node) {
    this.#nexts[node] = this.#types.length;
  }
  /** Adds a node of another tree with all it contains, moved by `shift`. */
  copy(from2, node, shift) {
    const end = from2.after(node);
    const moved2 = this.size - node;
    for (let copied = node; copied < end; copied++) {
      this.open(
        from2.type(copied),
        from2.named(copied),
        from2.field(copied),
        from2.start(copied) + shift,
        from2.end(copied) + shift,
      );
      this.#nexts[copied + moved2] = from2.after(copied) + moved2;
    }
    for (const comment of from2.comments) {
      if (comment.start >= from2.start(node) && comment.end <= from2.end(node)) {
        this.comments.push({ start: comment.start + shift, end: comment.end + shift });
      }
    }
  }
  addComment(start, end) {
    this.comments.push(commentSpan(this.#text, start, end));
  }
  type(node) {
    return this.#types[node] ?? MISSING;
  }
  named(node) {
    return this.#named[node] ?? false;
  }
  field(node) {
    return this.#fields[node];
  }
  start(node) {
    return this.#starts[node] ?? 0;
  }
  end(node) {
    return this.#ends[node] ?? 0;
  }
  text(node) {
    return this.slice(this.start(node), this.end(node));
  }
  slice(start, end) {
    return this.#text.slice(start, end);
  }
  /** The node after this one and all it contains. The first child of a node, if it has one, is the node plus one. */
  after(node) {
    return this.#nexts[node] ?? node + 1;
  }
  /** All children, tokens included. */
  children(node) {
    const children = [];
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child)) {
      children.push(child);
    }
    return children;
  }
  /** Children that are not keywords, operators or punctuation. */
  namedChildren(node) {
    const children = [];
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child)) {
      if (this.named(child)) {
        children.push(child);
      }
    }
    return children;
  }
  childrenInField(node, field) {
    return this.children(node).filter((child) => this.field(child) === field);
  }
  child(node, field) {
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child)) {
      if (this.#fields[child] === field) {
        return child;
      }
    }
    return void 0;
  }
  childOfType(node, type2) {
    return this.childrenOfType(node, type2)[0];
  }
  lastChildOfType(node, type2) {
    return this.childrenOfType(node, type2).at(-1);
  }
  childrenOfType(node, type2) {
    const children = [];
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child)) {
      if (this.#types[child] === type2) {
        children.push(child);
      }
    }
    return children;
  }
};
function commentSpan(text2, start, end) {
  return { start, end: text2[end - 1] === "\r" ? end - 1 : end };
}
function readNode(tree, cursor, symbols, base, known3) {
  const parents = [];
  for (;;) {
    const symbol2 = symbols.symbolAt(cursor);
    const parent = parents.at(-1)?.symbol;
    const mayBeKnown = known3 !== void 0 && parent?.type === "block" && symbol2.named;
    if (symbol2.type === "comment") {
      tree.addComment(cursor.startIndex - base, cursor.endIndex - base);
    } else if (mayBeKnown && known3.copyTo(tree, symbol2.type, cursor.startIndex - base, cursor.endIndex - base)) {
    } else if (!isSkipped(symbol2, tree)) {
      const field = parent?.hasFields === false ? void 0 : symbols.fieldAt(cursor);
      const node = copyNode(tree, cursor, symbol2, field, base);
      if (!symbol2.leaf && cursor.gotoFirstChild()) {
        parents.push({ node, symbol: symbol2 });
        continue;
      }
    }
    while (parents.length > 0 && !cursor.gotoNextSibling()) {
      cursor.gotoParent();
      tree.close(parents.pop()?.node ?? tree.root);
    }
    if (parents.length === 0) {
      return;
    }
  }
}
function isSkipped(symbol2, tree) {
  return symbol2.type === "line_continuation" || (symbol2.redundant && !tree.damaged);
}
function copyNode(tree, cursor, symbol2, field, base) {
  const start = cursor.startIndex - base;
  const end = cursor.endIndex - base;
  const missing = tree.damaged && start === end && cursor.nodeIsMissing;
  return tree.open(missing ? MISSING : symbol2.type, symbol2.named, field, start, end);
}

// server/src/syntax/blocks.ts
function lowerBlock(context, block) {
  const statements = block === void 0 ? [] : lowerStatements(context, context.raw.namedChildren(block));
  if (statements.length === 0) {
    context.broken = true;
  }
  return statements;
}
function lowerStatements(context, nodes) {
  const statements = [];
  for (const node of nodes) {
    statements.push(context.isStatement(node) ? context.statement(node) : lowerError(context, node));
  }
  return statements;
}
function lowerError(context, node) {
  return context.invalidStatement(node, recoverStatements(context, node));
}
function recoverStatements(context, node) {
  const { raw } = context;
  const recovered = [];
  const end = raw.after(node);
  for (let inner = node + 1; inner < end;) {
    if (context.isStatement(inner)) {
      recovered.push(context.statement(inner));
      inner = raw.after(inner);
    } else {
      inner = transparent.has(raw.type(inner)) ? inner + 1 : raw.after(inner);
    }
  }
  return recovered;
}
var transparent = /* @__PURE__ */ new Set([ERROR, "block", "module"]);

// server/src/syntax/binary.ts
var precedences = {
  "|": 1,
  "^": 2,
  "&": 3,
  "<<": 4,
  ">>": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "//": 6,
  "%": 6,
  "@": 6,
  "**": 7,
};
function isBinaryOperator(text2) {
  return Object.hasOwn(precedences, text2);
}
function lowerBinary(context, node) {
  return lowerOperation(context, node, (operand) => operand);
}
function lowerAwait(context, node) {
  const [operand] = context.raw.namedChildren(node);
  const start = context.start(node);
  if (operand !== void 0 && context.raw.type(operand) === "binary_operator") {
    return lowerOperation(context, operand, (first) => ({
      start,
      end: first.end,
      expression: { kind: "await", start, end: first.end, value: first.expression },
    }));
  }
  return {
    kind: "await",
    start: context.start(node),
    end: context.end(node),
    value: context.requiredExpression(operand, node),
  };
}
function lowerOperation(context, node, adaptFirst) {
  const { operands, operators: operators2 } = flatten(context, node);
  if (operators2.length > context.remainingDepth) {
    return { kind: "invalid", start: context.start(node), end: context.end(node) };
  }
  const lowered = context.deeper(operators2.length, () => operands.map((operand) => lowerOperand(context, operand)));
  const [first, ...rest] = lowered;
  if (first === void 0 || rest.length !== operators2.length) {
    return context.invalid(node);
  }
  if (first.expression.kind === "starred") {
    const value = group2({ ...first, expression: first.expression.value, start: first.start + 1 }, rest, operators2);
    return { kind: "starred", start: first.start, end: value.end, value };
  }
  return group2(adaptFirst(first), rest, operators2);
}
function lowerOperand(context, node) {
  return { expression: context.expression(node), start: context.start(node), end: context.end(node) };
}
var transparent2 = /* @__PURE__ */ new Set(["binary_operator", "union_type", "type"]);
function flatten(context, node) {
  const { raw } = context;
  const operands = [];
  const operators2 = [];
  const pending = [node];
  for (let next = pending.pop(); next !== void 0; next = pending.pop()) {
    const type2 = raw.type(next);
    if (transparent2.has(type2) && !context.hasErrorChild(next)) {
      pending.push(...raw.children(next).reverse());
    } else if (isBinaryOperator(type2)) {
      operators2.push(type2);
    } else {
      operands.push(next);
    }
  }
  return { operands, operators: operators2 };
}
function group2(first, rest, operators2) {
  const waiting = [];
  let current = first;
  const close = (precedence) => {
    for (let top = waiting.at(-1); top !== void 0 && precedences[top.operator] >= precedence; top = waiting.at(-1)) {
      current = combine(top.left, top.operator, current);
      waiting.pop();
    }
  };
  operators2.forEach((operator, index2) => {
    const right = rest[index2];
    if (right !== void 0) {
      close(operator === "**" ? precedences[operator] + 1 : precedences[operator]);
      waiting.push({ left: current, operator });
      current = right;
    }
  });
  close(0);
  return current.expression;
}
function combine(left, operator, right) {
  const { start } = left;
  const { end } = right;
  const expression = {
    kind: "binary",
    start,
    end,
    operator,
    left: left.expression,
    right: right.expression,
  };
  return { expression, start, end };
}

// server/src/syntax/names.ts
function lowerIdentifier(context, node) {
  return node !== void 0 && context.raw.type(node) === "identifier" ? lowerName(context, node) : void 0;
}
function lowerName(context, node) {
  return {
    kind: "name",
    start: context.start(node),
    end: context.end(node),
    id: normalized(context.raw.text(node)),
  };
}
function normalized(name) {
  return /^\w*$/.test(name) ? name : name.normalize("NFKC");
}

// server/src/syntax/parameters.ts
function lowerParameters(context, list) {
  const { raw } = context;
  const parameters = [];
  let afterStar = false;
  for (const child of raw.namedChildren(list)) {
    const type2 = raw.type(child);
    if (type2 === "positional_separator") {
      markPositionalOnly(parameters);
    } else if (type2 === "keyword_separator") {
      afterStar = true;
    } else {
      const parameter = lowerParameter(context, child, afterStar);
      if (parameter === void 0) {
        context.broken = true;
      } else {
        parameters.push(parameter);
        afterStar ||= parameter.form === "star";
      }
    }
  }
  return parameters;
}
function markPositionalOnly(parameters) {
  parameters.forEach((parameter, index2) => {
    parameters[index2] = { ...parameter, form: "positional-only" };
  });
}
function lowerParameter(context, node, afterStar) {
  const { raw } = context;
  const named2 = readName(context, nameNode(context, node));
  if (named2 === void 0) {
    return void 0;
  }
  return {
    start: context.start(node),
    end: context.end(node),
    name: named2.name,
    form: named2.form ?? (afterStar ? "keyword-only" : "ordinary"),
    annotation: context.optionalExpression(raw.child(node, "type")),
    default: context.optionalExpression(raw.child(node, "value")),
  };
}
function nameNode(context, node) {
  switch (context.raw.type(node)) {
    case "default_parameter":
    case "typed_default_parameter":
      return context.raw.child(node, "name");
    case "typed_parameter":
      return context.raw.namedChildren(node)[0];
    default:
      return node;
  }
}
function readName(context, node) {
  if (node === void 0) {
    return void 0;
  }
  const type2 = context.raw.type(node);
  const isStarred = type2 === "list_splat_pattern" || type2 === "dictionary_splat_pattern";
  const name = lowerIdentifier(context, isStarred ? context.raw.namedChildren(node)[0] : node);
  if (name === void 0) {
    return void 0;
  }
  return { name, form: isStarred ? (type2 === "list_splat_pattern" ? "star" : "double-star") : void 0 };
}

// server/src/syntax/calls.ts
var callLowerers = /* @__PURE__ */ new Map([
  ["call", lowerCall],
  ["attribute", lowerAttribute],
  ["subscript", lowerSubscript],
  ["slice", lowerSlice],
  ["lambda", lowerLambda],
  ["yield", lowerYield],
]);
function lowerCall(context, node) {
  const { raw } = context;
  const list = raw.child(node, "arguments");
  if (list === void 0 || context.hasErrorChild(list)) {
    return context.invalid(node);
  }
  const open = raw.start(list) + 1;
  const close = raw.end(list) - 1;
  const callArguments =
    raw.type(list) === "generator_expression"
      ? [generatorArgument(context, list, open, close)]
      : lowerArguments(context, list);
  return onPrimary(context, node, raw.child(node, "function"), (callee, start) => ({
    kind: "call",
    start,
    end: raw.end(node),
    callee,
    arguments: callArguments,
    open,
    close,
  }));
}
function generatorArgument(context, node, start, end) {
  return { start, end, name: void 0, stars: 0, value: { ...context.expression(node), start, end } };
}
function lowerArguments(context, list) {
  return context.raw.namedChildren(list).map((child) => lowerArgument(context, child));
}
function lowerArgument(context, node) {
  const { raw } = context;
  const start = context.start(node);
  const end = context.end(node);
  switch (raw.type(node)) {
    case "keyword_argument": {
      const name = lowerIdentifier(context, raw.child(node, "name"));
      return { start, end, name, stars: 0, value: context.requiredExpression(raw.child(node, "value"), node) };
    }
    case "dictionary_splat":
      return { start, end, name: void 0, stars: 2, value: starredValue(context, node) };
    case "list_splat":
      return { start, end, name: void 0, stars: 1, value: starredValue(context, node) };
    default: {
      const value = context.expression(node);
      return value.kind === "starred"
        ? { start, end, name: void 0, stars: 1, value: value.value }
        : { start, end, name: void 0, stars: 0, value };
    }
  }
}
function starredValue(context, node) {
  return context.requiredExpression(context.raw.namedChildren(node)[0], node);
}
function onPrimary(context, node, primary, build) {
  const lowered = context.requiredExpression(primary, node);
  if (lowered.kind !== "starred") {
    return build(lowered, context.start(node));
  }
  return {
    start: context.start(node),
    end: context.end(node),
    kind: "starred",
    value: build(lowered.value, context.start(node) + 1),
  };
}
function lowerAttribute(context, node) {
  const { raw } = context;
  const attribute = lowerIdentifier(context, raw.child(node, "attribute"));
  if (attribute === void 0) {
    return context.invalid(node);
  }
  return onPrimary(context, node, raw.child(node, "object"), (object, start) => ({
    kind: "attribute",
    start,
    end: raw.end(node),
    object,
    attribute,
  }));
}
function lowerSubscript(context, node) {
  const { raw } = context;
  const items = raw.children(node).filter((child) => raw.named(child) && raw.field(child) === "subscript");
  const index2 = lowerIndex(context, node, items);
  return onPrimary(context, node, raw.child(node, "value"), (object, start) => ({
    kind: "subscript",
    start,
    end: raw.end(node),
    object,
    index: index2,
  }));
}
function lowerIndex(context, node, items) {
  const elements3 = context.expressions(items);
  const [first] = items;
  const [only2] = elements3;
  if (first === void 0 || only2 === void 0) {
    return context.invalid(node);
  }
  const comma = context.raw.lastChildOfType(node, ",");
  if (comma === void 0 && only2.kind !== "starred") {
    return only2;
  }
  const end = Math.max(context.end(items.at(-1) ?? first), comma === void 0 ? 0 : context.end(comma));
  return { kind: "tuple", start: context.start(first), end, elements: elements3 };
}
function lowerSlice(context, node) {
  const bounds = [void 0, void 0, void 0];
  let position = 0;
  for (const child of context.raw.children(node)) {
    if (context.raw.type(child) === ":") {
      position++;
    } else {
      bounds[position] = context.expression(child);
    }
  }
  const [lower, upper, step] = bounds;
  return { kind: "slice", start: context.start(node), end: context.end(node), lower, upper, step };
}
function lowerLambda(context, node) {
  const { raw } = context;
  const parameters = raw.child(node, "parameters");
  return {
    kind: "lambda",
    start: context.start(node),
    end: context.end(node),
    parameters: parameters === void 0 ? [] : lowerParameters(context, parameters),
    body: context.requiredExpression(raw.child(node, "body"), node),
  };
}
function lowerYield(context, node) {
  const value = context.optionalExpression(context.raw.namedChildren(node)[0]);
  return { kind: "yield", start: context.start(node), end: context.end(node), value };
}

// server/src/syntax/annotations.ts
var annotationLowerers = /* @__PURE__ */ new Map([
  ["type", lowerType],
  ["generic_type", lowerGeneric],
  ["union_type", lowerBinary],
  ["member_type", lowerMember],
  ["splat_type", lowerStarred],
  ["constrained_type", lowerSliceLookalike],
]);
function lowerType(context, node) {
  return context.requiredExpression(context.raw.namedChildren(node)[0], node);
}
function lowerGeneric(context, node) {
  const [name, parameters] = context.raw.namedChildren(node);
  const object = lowerIdentifier(context, name);
  if (object === void 0 || parameters === void 0 || context.hasErrorChild(parameters)) {
    return context.invalid(node);
  }
  const index2 = lowerIndex(context, parameters, context.raw.namedChildren(parameters));
  return { kind: "subscript", start: context.start(node), end: context.end(node), object, index: index2 };
}
function lowerMember(context, node) {
  const [object, name] = context.raw.namedChildren(node);
  const attribute = lowerIdentifier(context, name);
  if (attribute === void 0) {
    return context.invalid(node);
  }
  return {
    kind: "attribute",
    start: context.start(node),
    end: context.end(node),
    object: context.requiredExpression(object, node),
    attribute,
  };
}
function lowerStarred(context, node) {
  const value = context.requiredExpression(context.raw.namedChildren(node)[0], node);
  return { kind: "starred", start: context.start(node), end: context.end(node), value };
}
function lowerSliceLookalike(context, node) {
  const [lower, upper] = context.raw.namedChildren(node);
  return {
    kind: "slice",
    start: context.start(node),
    end: context.end(node),
    lower: context.optionalExpression(lower),
    upper: context.optionalExpression(upper),
    step: void 0,
  };
}

// server/src/syntax/collections.ts
var collectionLowerers = /* @__PURE__ */ new Map([
  ["tuple", sequence("tuple")],
  ["expression_list", sequence("tuple")],
  ["tuple_pattern", lowerTuplePattern],
  ["pattern_list", sequence("tuple")],
  ["list", sequence("list")],
  ["list_pattern", sequence("list")],
  ["set", sequence("set")],
  ["dictionary", lowerDictionary],
  ["list_comprehension", comprehension("list")],
  ["set_comprehension", comprehension("set")],
  ["dictionary_comprehension", comprehension("dict")],
  ["generator_expression", comprehension("generator")],
  ["list_splat", lowerStarred2],
  ["list_splat_pattern", lowerStarred2],
  ["parenthesized_expression", lowerParenthesized],
]);
function sequence(kind) {
  return (context, node) => ({
    kind,
    start: context.start(node),
    end: context.end(node),
    elements: context.expressions(context.raw.namedChildren(node)),
  });
}
function lowerTuplePattern(context, node) {
  const elements3 = context.raw.namedChildren(node);
  const [only2] = elements3;
  if (only2 !== void 0 && elements3.length === 1 && context.raw.childOfType(node, ",") === void 0) {
    return context.expression(only2);
  }
  return {
    kind: "tuple",
    start: context.start(node),
    end: context.end(node),
    elements: context.expressions(elements3),
  };
}
function lowerDictionary(context, node) {
  const entries2 = context.raw.namedChildren(node).map((child) => lowerEntry(context, child));
  return { kind: "dict", start: context.start(node), end: context.end(node), entries: entries2 };
}
function lowerEntry(context, node) {
  const { raw } = context;
  if (raw.type(node) === "dictionary_splat") {
    return { key: void 0, value: context.requiredExpression(raw.namedChildren(node)[0], node) };
  }
  if (context.hasErrorChild(node)) {
    return { key: context.invalid(node), value: context.invalid(node) };
  }
  return {
    key: context.requiredExpression(raw.child(node, "key"), node),
    value: context.requiredExpression(raw.child(node, "value"), node),
  };
}
function comprehension(result) {
  return (context, node) => {
    const { raw } = context;
    const body = raw.child(node, "body");
    const pair = body !== void 0 && raw.type(body) === "pair" ? lowerEntry(context, body) : void 0;
    return {
      kind: "comprehension",
      start: context.start(node),
      end: context.end(node),
      result,
      key: pair?.key,
      element: pair?.value ?? context.requiredExpression(body, node),
      clauses: lowerClauses(context, node),
    };
  };
}
function lowerClauses(context, node) {
  const { raw } = context;
  const clauses = [];
  for (const child of raw.namedChildren(node)) {
    if (raw.type(child) === "for_in_clause") {
      clauses.push({ ...lowerForClause(context, child), conditions: [] });
    } else if (raw.type(child) === "if_clause") {
      clauses.at(-1)?.conditions.push(context.requiredExpression(raw.namedChildren(child)[0], child));
    }
  }
  return clauses;
}
function lowerForClause(context, node) {
  const { raw } = context;
  const [iterable, ...more] = raw.childrenInField(node, "right");
  if (more.length > 0 || context.hasErrorChild(node)) {
    return { target: context.invalid(node), iterable: context.invalid(node) };
  }
  return {
    target: context.requiredExpression(raw.child(node, "left"), node),
    iterable: context.requiredExpression(iterable, node),
  };
}
function lowerStarred2(context, node) {
  const value = context.requiredExpression(context.raw.namedChildren(node)[0], node);
  return { kind: "starred", start: context.start(node), end: context.end(node), value };
}
function lowerParenthesized(context, node) {
  const [inner] = context.raw.namedChildren(node);
  if (inner === void 0 || context.raw.type(inner) === "list_splat") {
    return context.invalid(node);
  }
  return context.expression(inner);
}

// server/src/syntax/compound-statements.ts
var compoundStatementLowerers = /* @__PURE__ */ new Map([
  ["if_statement", lowerIf],
  ["for_statement", lowerFor],
  ["while_statement", lowerWhile],
  ["with_statement", lowerWith],
  ["try_statement", lowerTry],
]);
function header(context, owner, node) {
  return context.hasErrorChild(owner) ? context.invalid(node ?? owner) : context.requiredExpression(node, owner);
}
function lowerIf(context, node) {
  const { raw } = context;
  const alternatives = raw.childrenInField(node, "alternative");
  const elifs = alternatives.filter((clause) => raw.type(clause) === "elif_clause");
  const otherwise = alternatives.find((clause) => raw.type(clause) === "else_clause");
  return lowerBranches(context, node, [node, ...elifs], otherwise);
}
function lowerBranches(context, node, branches2, otherwise) {
  const { raw } = context;
  const kept2 = branches2.slice(0, Math.max(1, context.remainingDepth));
  const firstLost = branches2[kept2.length];
  const end = raw.end(node);
  let rest;
  if (firstLost === void 0) {
    rest = context.deeper(kept2.length, () => lowerElse(context, otherwise));
  } else {
    rest = [{ kind: "invalid", start: raw.start(firstLost), end, recovered: [] }];
  }
  for (let level = kept2.length - 1; level > 0; level--) {
    const branch = kept2[level] ?? node;
    const inner = rest;
    rest = [context.deeper(level, () => lowerBranch(context, branch, end, inner))];
  }
  return lowerBranch(context, node, end, rest);
}
function lowerBranch(context, branch, end, otherwise) {
  const { raw } = context;
  return {
    kind: "if",
    start: raw.start(branch),
    end,
    test: header(context, branch, raw.child(branch, "condition")),
    body: lowerBlock(context, raw.child(branch, "consequence")),
    otherwise,
  };
}
function lowerElse(context, clause) {
  return clause === void 0 ? [] : lowerBlock(context, context.raw.child(clause, "body"));
}
function lowerFor(context, node) {
  const { raw } = context;
  return {
    kind: "for",
    start: context.start(node),
    end: context.end(node),
    target: header(context, node, raw.child(node, "left")),
    iterable: header(context, node, raw.child(node, "right")),
    body: lowerBlock(context, raw.child(node, "body")),
    otherwise: lowerElse(context, raw.child(node, "alternative")),
  };
}
function lowerWhile(context, node) {
  const { raw } = context;
  return {
    kind: "while",
    start: context.start(node),
    end: context.end(node),
    test: header(context, node, raw.child(node, "condition")),
    body: lowerBlock(context, raw.child(node, "body")),
    otherwise: lowerElse(context, raw.child(node, "alternative")),
  };
}
function lowerWith(context, node) {
  const { raw } = context;
  const clause = raw.childOfType(node, "with_clause");
  const damaged = clause === void 0 || context.hasErrorChild(node) || context.hasErrorChild(clause);
  const items = damaged
    ? [{ context: context.invalid(clause ?? node), target: void 0 }]
    : raw.namedChildren(clause).flatMap((item) => lowerWithItem(context, item, raw.child(item, "value")));
  return {
    kind: "with",
    start: context.start(node),
    end: context.end(node),
    items,
    body: lowerBlock(context, raw.child(node, "body")),
  };
}
function lowerWithItem(context, item, value) {
  const { raw } = context;
  if (value === void 0 || context.hasErrorChild(item)) {
    return [{ context: context.invalid(item), target: void 0 }];
  }
  if (raw.type(value) === "as_pattern") {
    const { subject, alias } = readAs(context, value);
    return [{ context: context.requiredExpression(subject, value), target: context.requiredExpression(alias, value) }];
  }
  const inner = raw.namedChildren(value);
  const isItemList = isBracketed(raw.type(value)) && inner.some((child) => raw.type(child) === "as_pattern");
  if (isItemList) {
    return inner.flatMap((child) => lowerWithItem(context, value, child));
  }
  return [{ context: context.expression(value), target: void 0 }];
}
function isBracketed(type2) {
  return type2 === "parenthesized_expression" || type2 === "tuple";
}
function readAs(context, node) {
  const { raw } = context;
  const target = raw.child(node, "alias");
  return {
    subject: raw.namedChildren(node).find((child) => child !== target),
    alias: target === void 0 ? void 0 : raw.namedChildren(target)[0],
  };
}
function lowerTry(context, node) {
  const { raw } = context;
  const otherwise = raw.childOfType(node, "else_clause");
  const final = raw.childOfType(node, "finally_clause");
  const handlers = raw.childrenOfType(node, "except_clause");
  if (handlers.length === 0 && final === void 0) {
    context.broken = true;
  }
  const errors = raw.childrenOfType(node, ERROR);
  return {
    kind: "try",
    start: context.start(node),
    end: context.end(node),
    body: [...lowerBlock(context, raw.child(node, "body")), ...lowerStatements(context, errors)],
    handlers: handlers.map((handler) => lowerHandler(context, handler)),
    otherwise: otherwise === void 0 ? [] : lowerElse(context, otherwise),
    final: final === void 0 ? [] : lowerBlock(context, raw.childOfType(final, "block")),
  };
}
function lowerHandler(context, node) {
  const { raw } = context;
  const values = raw.childrenInField(node, "value").filter((value2) => raw.named(value2));
  const [value] = values;
  const named2 = value !== void 0 && raw.type(value) === "as_pattern" ? readAs(context, value) : void 0;
  return {
    start: context.start(node),
    end: context.end(node),
    type: values.length > 1 ? lowerTypeList(context, values) : lowerType2(context, node, named2?.subject ?? value),
    name: lowerIdentifier(context, named2?.alias ?? raw.child(node, "alias")),
    body: lowerBlock(context, raw.childOfType(node, "block")),
  };
}
function lowerType2(context, handler, type2) {
  return type2 === void 0 ? void 0 : header(context, handler, type2);
}
function lowerTypeList(context, types) {
  const elements3 = context.expressions(types);
  return { kind: "tuple", start: elements3[0]?.start ?? 0, end: elements3.at(-1)?.end ?? 0, elements: elements3 };
}

// server/src/syntax/definitions.ts
var definitionLowerers = /* @__PURE__ */ new Map([
  ["function_definition", (context, node) => lowerFunction(context, node, node, [])],
  ["class_definition", (context, node) => lowerClass(context, node, node, [])],
  ["decorated_definition", lowerDecorated],
]);
function lowerDecorated(context, node) {
  const { raw } = context;
  const definition = raw.child(node, "definition");
  const decorators = raw
    .childrenOfType(node, "decorator")
    .map((child) => context.requiredExpression(raw.namedChildren(child)[0], child));
  switch (definition === void 0 ? void 0 : raw.type(definition)) {
    case "function_definition":
      return lowerFunction(context, node, definition ?? node, decorators);
    case "class_definition":
      return lowerClass(context, node, definition ?? node, decorators);
    default:
      return context.invalidStatement(node, []);
  }
}
function lowerFunction(context, whole, node, decorators) {
  const { raw } = context;
  const name = lowerIdentifier(context, raw.child(node, "name"));
  const parameters = raw.child(node, "parameters");
  const body = lowerBody(context, node);
  if (name === void 0) {
    return context.invalidStatement(whole, body);
  }
  return {
    kind: "function",
    start: context.start(whole),
    end: context.end(whole),
    name,
    parameters: parameters === void 0 ? [] : lowerParameters(context, parameters),
    returns: context.optionalExpression(raw.child(node, "return_type")),
    decorators,
    body,
    async: raw.childOfType(node, "async") !== void 0,
  };
}
function lowerClass(context, whole, node, decorators) {
  const { raw } = context;
  const name = lowerIdentifier(context, raw.child(node, "name"));
  const bases = raw.child(node, "superclasses");
  const body = lowerBody(context, node);
  if (name === void 0) {
    return context.invalidStatement(whole, body);
  }
  return {
    kind: "class",
    start: context.start(whole),
    end: context.end(whole),
    name,
    bases: bases === void 0 ? [] : lowerArguments(context, bases),
    decorators,
    body,
  };
}
function lowerBody(context, node) {
  const skipped = context.raw.childrenOfType(node, ERROR);
  return [...lowerStatements(context, skipped), ...lowerBlock(context, context.raw.child(node, "body"))];
}

// server/src/syntax/logical-line.ts
function leavesItsLine(raw, node) {
  const text2 = raw.text(node);
  return /[\r\n]/.test(text2) && endOfLogicalLine(text2, stringsOf(raw, node)) < text2.length;
}
function stringsOf(raw, node) {
  const strings = [];
  const base = raw.start(node);
  const end = raw.after(node);
  for (let inner = node; inner < end;) {
    if (raw.type(inner) === "string") {
      strings.push({ start: raw.start(inner) - base, end: raw.end(inner) - base });
      inner = raw.after(inner);
    } else {
      inner++;
    }
  }
  return strings;
}
function endOfLogicalLine(text2, strings) {
  let brackets = 0;
  let nextString = 0;
  for (let offset = 0; offset < text2.length; offset++) {
    const string = strings[nextString];
    if (offset === string?.start) {
      offset = string.end - 1;
      nextString++;
      continue;
    }
    switch (text2.charAt(offset)) {
      case "(":
      case "[":
      case "{":
        brackets++;
        break;
      case ")":
      case "]":
      case "}":
        brackets--;
        break;
      case "#":
        offset = lineEnd(text2, offset) - 1;
        break;
      case "\\":
        offset += text2.startsWith("\r\n", offset + 1) ? 2 : 1;
        break;
      case "\r":
      case "\n":
        if (brackets === 0) {
          return offset;
        }
    }
  }
  return text2.length;
}
function lineEnd(text2, offset) {
  const length2 = text2.slice(offset).search(/[\r\n]/);
  return length2 < 0 ? text2.length : offset + length2;
}

// server/src/syntax/type-alias.ts
function lowerTypeAlias(context, node) {
  const { raw } = context;
  const left = raw.child(node, "left");
  const target = left === void 0 ? void 0 : lowerTarget(context, node, left);
  if (target === void 0) {
    return context.invalidStatement(node, []);
  }
  const value = context.requiredExpression(raw.child(node, "right"), node);
  return { kind: "assign", start: context.start(node), end: context.end(node), targets: [target], value };
}
function lowerTarget(context, statement, left) {
  const [named2] = context.raw.namedChildren(left);
  switch (named2 === void 0 ? void 0 : context.raw.type(named2)) {
    case "identifier":
      return context.expression(left);
    case "generic_type": {
      const generic = context.expression(left);
      return generic.kind === "subscript" ? generic.object : void 0;
    }
    default:
      return named2 === void 0 ? void 0 : lowerOnTypeCall(context, statement, named2);
  }
}
function lowerOnTypeCall(context, statement, node) {
  const { raw } = context;
  const type2 = raw.type(node);
  if (type2 === "parenthesized_expression" || type2 === "tuple") {
    return typeCall(context, statement, node);
  }
  const inner = raw.child(node, type2 === "attribute" ? "object" : "value");
  const object = inner === void 0 ? void 0 : lowerOnTypeCall(context, statement, inner);
  const lowered = context.expression(node);
  if (object === void 0 || (lowered.kind !== "attribute" && lowered.kind !== "subscript")) {
    return void 0;
  }
  return { ...lowered, start: object.start, object };
}
function typeCall(context, statement, parentheses) {
  const start = context.start(statement);
  const open = context.start(parentheses) + 1;
  const end = context.end(parentheses);
  const callee = { kind: "name", start, end: start + "type".length, id: "type" };
  const callArguments = lowerArguments(context, parentheses);
  return { kind: "call", start, end, callee, arguments: callArguments, open, close: end - 1 };
}

// server/src/syntax/simple-statements.ts
var simpleStatementLowerers = /* @__PURE__ */ new Map([
  ["expression_statement", onOneLine(lowerExpressionStatement)],
  ["return_statement", onOneLine(lowerReturn)],
  ["raise_statement", onOneLine(lowerRaise)],
  ["assert_statement", onOneLine(lowerAssert)],
  ["delete_statement", onOneLine(lowerDelete)],
  ["type_alias_statement", onOneLine(lowerTypeAlias)],
  ["global_statement", scope("global")],
  ["nonlocal_statement", scope("nonlocal")],
  ["pass_statement", (context, node) => ({ kind: "pass", start: context.start(node), end: context.end(node) })],
  ["break_statement", (context, node) => ({ kind: "break", start: context.start(node), end: context.end(node) })],
  ["continue_statement", (context, node) => ({ kind: "continue", start: context.start(node), end: context.end(node) })],
  // Python 2. `print(x)` and `exec(x)` are calls, and not these nodes.
  ["print_statement", (context, node) => context.invalidStatement(node, [])],
  ["exec_statement", (context, node) => context.invalidStatement(node, [])],
]);
function onOneLine(lower) {
  return (context, node) => {
    const wrong = context.hasErrorChild(node) || leavesItsLine(context.raw, node);
    return wrong ? context.invalidStatement(node, []) : lower(context, node);
  };
}
function lowerExpressionStatement(context, node) {
  const { raw } = context;
  const children = raw.namedChildren(node);
  const [only2] = children;
  if (only2 !== void 0 && children.length === 1 && raw.childOfType(node, ",") === void 0) {
    return lowerSingle(context, node, only2);
  }
  const value = {
    kind: "tuple",
    start: context.start(node),
    end: context.end(node),
    elements: context.expressions(children),
  };
  return { kind: "expression", start: context.start(node), end: context.end(node), value };
}
function lowerSingle(context, node, child) {
  switch (context.raw.type(child)) {
    case "assignment":
      return context.raw.child(child, "type") === void 0
        ? lowerAssignment(context, child)
        : lowerAnnotated(context, child);
    case "augmented_assignment":
      return lowerAugmented(context, child);
    default:
      return {
        kind: "expression",
        start: context.start(node),
        end: context.end(node),
        value: context.expression(child),
      };
  }
}
function lowerAssignment(context, node) {
  const { raw } = context;
  const targets = [];
  let value = node;
  while (value !== void 0 && raw.type(value) === "assignment" && !context.hasErrorChild(value)) {
    targets.push(context.requiredExpression(raw.child(value, "left"), value));
    if (raw.child(value, "type") !== void 0) {
      return context.invalidStatement(node, []);
    }
    value = raw.child(value, "right");
  }
  return {
    kind: "assign",
    start: context.start(node),
    end: context.end(node),
    targets,
    value: context.requiredExpression(value, node),
  };
}
function lowerAnnotated(context, node) {
  const { raw } = context;
  if (context.hasErrorChild(node)) {
    return context.invalidStatement(node, []);
  }
  return {
    kind: "annotated",
    start: context.start(node),
    end: context.end(node),
    target: context.requiredExpression(raw.child(node, "left"), node),
    annotation: context.requiredExpression(raw.child(node, "type"), node),
    value: context.optionalExpression(raw.child(node, "right")),
  };
}
function lowerAugmented(context, node) {
  const { raw } = context;
  const token2 = raw.child(node, "operator");
  const operator = token2 === void 0 ? "" : raw.type(token2).slice(0, -1);
  if (!isBinaryOperator(operator) || context.hasErrorChild(node)) {
    return context.invalidStatement(node, []);
  }
  const target = context.requiredExpression(raw.child(node, "left"), node);
  const value = context.requiredExpression(raw.child(node, "right"), node);
  return { kind: "augmented", start: context.start(node), end: context.end(node), target, operator, value };
}
function lowerReturn(context, node) {
  const value = context.optionalExpression(context.raw.namedChildren(node)[0]);
  return { kind: "return", start: context.start(node), end: context.end(node), value };
}
function lowerRaise(context, node) {
  const exception = context.raw.namedChildren(node).find((child) => context.raw.field(child) !== "cause");
  if (exception !== void 0 && context.raw.type(exception) === "expression_list") {
    return context.invalidStatement(node, []);
  }
  return {
    kind: "raise",
    start: context.start(node),
    end: context.end(node),
    exception: context.optionalExpression(exception),
  };
}
function lowerAssert(context, node) {
  const [test, message] = context.raw.namedChildren(node);
  return {
    kind: "assert",
    start: context.start(node),
    end: context.end(node),
    test: context.requiredExpression(test, node),
    message: context.optionalExpression(message),
  };
}
function lowerDelete(context, node) {
  const { raw } = context;
  const [deleted] = raw.namedChildren(node);
  const isList = deleted !== void 0 && raw.type(deleted) === "expression_list";
  const targets = context.expressions(isList ? raw.namedChildren(deleted) : raw.namedChildren(node));
  return { kind: "delete", start: context.start(node), end: context.end(node), targets };
}
function scope(kind) {
  return (context, node) => ({
    kind,
    start: context.start(node),
    end: context.end(node),
    names: context.raw.namedChildren(node).map((name) => context.raw.text(name)),
  });
}

// server/src/syntax/imports.ts
var importLowerers = /* @__PURE__ */ new Map([
  ["import_statement", onOneLine(lowerImport)],
  ["import_from_statement", onOneLine(lowerImportFrom)],
  ["future_import_statement", onOneLine(lowerFutureImport)],
]);
function lowerImport(context, node) {
  const names = context.raw.childrenInField(node, "name").map((name) => lowerModule(context, name));
  return { kind: "import", start: context.start(node), end: context.end(node), names };
}
function lowerModule(context, node) {
  const { raw } = context;
  const path = raw.type(node) === "aliased_import" ? raw.child(node, "name") : node;
  const alias = lowerIdentifier(context, raw.child(node, "alias"));
  return {
    start: context.start(node),
    end: context.end(node),
    module: path === void 0 ? "" : dottedName(context, path),
    alias,
  };
}
function lowerImportFrom(context, node) {
  const { raw } = context;
  const from2 = raw.child(node, "module_name");
  if (from2 === void 0) {
    return context.invalidStatement(node, []);
  }
  const relative = raw.type(from2) === "relative_import";
  const path = relative ? raw.childOfType(from2, "dotted_name") : from2;
  const prefix = raw.childOfType(from2, "import_prefix");
  return {
    kind: "import-from",
    start: context.start(node),
    end: context.end(node),
    level: prefix === void 0 ? 0 : raw.text(prefix).replace(/[^.]/g, "").length,
    module: path === void 0 ? "" : dottedName(context, path),
    names: raw.childOfType(node, "wildcard_import") === void 0 ? lowerNames(context, node) : "*",
  };
}
function lowerFutureImport(context, node) {
  const names = lowerNames(context, node);
  return {
    kind: "import-from",
    start: context.start(node),
    end: context.end(node),
    level: 0,
    module: "__future__",
    names,
  };
}
function lowerNames(context, node) {
  const names = [];
  for (const child of context.raw.childrenInField(node, "name")) {
    const name = lowerImportedName(context, child);
    if (name === void 0) {
      context.broken = true;
    } else {
      names.push(name);
    }
  }
  return names;
}
function lowerImportedName(context, node) {
  const { raw } = context;
  const path = raw.type(node) === "aliased_import" ? raw.child(node, "name") : node;
  const [identifier, ...more] = path === void 0 ? [] : raw.namedChildren(path);
  const name = lowerIdentifier(context, identifier);
  if (name === void 0 || more.length > 0) {
    return void 0;
  }
  return {
    start: context.start(node),
    end: context.end(node),
    name,
    alias: lowerIdentifier(context, raw.child(node, "alias")),
  };
}
function dottedName(context, node) {
  return context.raw
    .namedChildren(node)
    .map((part) => context.raw.text(part))
    .join(".");
}

// server/src/syntax/literals.ts
var literalLowerers = /* @__PURE__ */ new Map([
  ["identifier", lowerName],
  ["integer", lowerInteger],
  ["float", lowerFloat],
  ["true", (context, node) => ({ kind: "constant", start: context.start(node), end: context.end(node), value: true })],
  [
    "false",
    (context, node) => ({ kind: "constant", start: context.start(node), end: context.end(node), value: false }),
  ],
  ["none", (context, node) => ({ kind: "constant", start: context.start(node), end: context.end(node), value: null })],
  [
    "ellipsis",
    (context, node) => ({ kind: "constant", start: context.start(node), end: context.end(node), value: "ellipsis" }),
  ],
]);
var maximumDecimalDigits = 4300;
function lowerInteger(context, node) {
  const digits = context.raw.text(node).replaceAll("_", "");
  if (/[jJ]$/.test(digits)) {
    return { kind: "float", start: context.start(node), end: context.end(node), value: NaN };
  }
  const isDecimal = /^(?:[1-9]\d*|0+)$/.test(digits);
  const isPrefixed = /^0[xX][\da-fA-F]+$|^0[oO][0-7]+$|^0[bB][01]+$/.test(digits);
  if (isPrefixed || (isDecimal && digits.length <= maximumDecimalDigits)) {
    return { kind: "int", start: context.start(node), end: context.end(node), value: BigInt(digits) };
  }
  return context.invalid(node);
}
function lowerFloat(context, node) {
  const digits = context.raw.text(node).replaceAll("_", "");
  const value = /[jJ]$/.test(digits) ? NaN : Number(digits);
  return { kind: "float", start: context.start(node), end: context.end(node), value };
}

// server/src/syntax/matches.ts
var matchLowerers = /* @__PURE__ */ new Map([["match_statement", lowerMatch]]);
function lowerMatch(context, node) {
  const { raw } = context;
  const body = raw.child(node, "body");
  const cases = body === void 0 ? [] : raw.childrenOfType(body, "case_clause");
  if (cases.length === 0) {
    context.broken = true;
  }
  return {
    kind: "match",
    start: context.start(node),
    end: context.end(node),
    subject: lowerSubject(context, node),
    cases: cases.map((clause) => lowerCase(context, clause)),
  };
}
function lowerSubject(context, node) {
  const { raw } = context;
  const subjects = raw.childrenInField(node, "subject").filter((subject) => raw.named(subject));
  const [first] = subjects;
  const last = subjects.at(-1);
  if (first === void 0 || last === void 0 || context.hasErrorChild(node)) {
    return context.invalid(node);
  }
  const isTuple = raw.children(node).some((child) => raw.type(child) === ",");
  return isTuple
    ? { kind: "tuple", start: raw.start(first), end: raw.end(last), elements: context.expressions(subjects) }
    : context.expression(first);
}
function lowerCase(context, node) {
  const { raw } = context;
  const guard = raw.child(node, "guard");
  return {
    start: context.start(node),
    end: context.end(node),
    pattern: lowerCasePattern(context, node),
    guard: guard === void 0 ? void 0 : context.requiredExpression(raw.namedChildren(guard)[0], guard),
    body: lowerBlock(context, raw.child(node, "consequence")),
  };
}
function lowerCasePattern(context, node) {
  const { raw } = context;
  const [only2, ...more] = raw.childrenOfType(node, "case_pattern");
  if (only2 === void 0 || more.length > 0 || context.hasErrorChild(node) || raw.childOfType(node, ",") !== void 0) {
    return structure(context, node);
  }
  return lowerPattern(context, only2);
}
function lowerPattern(context, node) {
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
      return lowerParenthesized2(context, node);
    case "dotted_name":
      return lowerDottedName(context, node);
    case "_":
      return { kind: "wildcard" };
    case "class_pattern":
    case "list_pattern":
    case "dict_pattern":
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
function lowerSimplePattern(context, parts, at) {
  const [first, second] = parts;
  if (first === void 0) {
    return structure(context, at);
  }
  if (context.raw.type(first) === "-" && second !== void 0) {
    const start = context.start(first);
    const end = context.end(second);
    return { kind: "value", value: { kind: "unary", start, end, operator: "-", operand: context.expression(second) } };
  }
  return context.deeper(1, () => lowerPattern(context, first));
}
function lowerAlternatives(context, node) {
  const { raw } = context;
  const alternatives = [[]];
  for (const child of raw.children(node)) {
    if (raw.type(child) === "|") {
      alternatives.push([]);
    } else {
      alternatives.at(-1)?.push(child);
    }
  }
  return alternatives.map((parts) => lowerSimplePattern(context, parts, node));
}
function lowerAsPattern(context, node) {
  const [pattern, alias] = context.raw.namedChildren(node);
  const name = lowerIdentifier(context, alias);
  return pattern === void 0 || name === void 0
    ? structure(context, node)
    : { kind: "as", pattern: context.deeper(1, () => lowerPattern(context, pattern)), name };
}
function lowerParenthesized2(context, node) {
  const [only2, ...more] = context.raw.namedChildren(node);
  const isTuple = only2 === void 0 || more.length > 0 || context.raw.childOfType(node, ",") !== void 0;
  return isTuple ? structure(context, node) : context.deeper(1, () => lowerPattern(context, only2));
}
function lowerDottedName(context, node) {
  const [first, ...attributes] = context.raw.namedChildren(node);
  const name = lowerIdentifier(context, first);
  if (name === void 0) {
    return structure(context, node);
  }
  if (attributes.length === 0) {
    return { kind: "capture", name };
  }
  let value = name;
  for (const part of attributes) {
    const attribute = lowerIdentifier(context, part);
    if (attribute === void 0) {
      return structure(context, node);
    }
    value = { kind: "attribute", start: name.start, end: attribute.end, object: value, attribute };
  }
  return { kind: "value", value };
}
function structure(context, node) {
  return { kind: "structure", captures: capturesIn(context, node) };
}
function capturesIn(context, node) {
  const { raw } = context;
  const captures = [];
  const end = raw.after(node);
  for (let inner = node; inner < end;) {
    const type2 = raw.type(inner);
    if (type2 === "block" || type2 === "if_clause") {
      inner = raw.after(inner);
      continue;
    }
    const name = capturedName(context, inner, type2);
    if (name !== void 0) {
      captures.push(name);
    }
    inner = namesFirst.has(type2) ? raw.after(inner + 1) : inner + 1;
  }
  return captures;
}
var namesFirst = /* @__PURE__ */ new Set(["class_pattern", "keyword_pattern"]);
function capturedName(context, node, type2) {
  const names = context.raw.namedChildren(node);
  if (type2 === "dotted_name") {
    return names.length === 1 ? lowerIdentifier(context, names[0]) : void 0;
  }
  if (type2 === "splat_pattern" || type2 === "as_pattern") {
    return lowerIdentifier(context, names.at(-1));
  }
  return void 0;
}

// server/src/syntax/operators.ts
var operatorLowerers = /* @__PURE__ */ new Map([
  ["binary_operator", lowerBinary],
  ["await", lowerAwait],
  ["unary_operator", lowerUnary],
  ["not_operator", lowerNot],
  ["boolean_operator", lowerLogical],
  ["comparison_operator", lowerComparison],
  ["conditional_expression", lowerConditional],
  ["named_expression", lowerNamed],
]);
function lowerUnary(context, node) {
  const { raw } = context;
  const token2 = raw.child(node, "operator");
  const operator = token2 === void 0 ? "" : raw.type(token2);
  if (operator !== "-" && operator !== "+" && operator !== "~") {
    return context.invalid(node);
  }
  const operand = context.requiredExpression(raw.child(node, "argument"), node);
  return { kind: "unary", start: context.start(node), end: context.end(node), operator, operand };
}
function lowerNot(context, node) {
  const operand = context.requiredExpression(context.raw.child(node, "argument"), node);
  return { kind: "unary", start: context.start(node), end: context.end(node), operator: "not", operand };
}
function lowerLogical(context, node) {
  const { raw } = context;
  const operator = raw.childOfType(node, "and") === void 0 ? "or" : "and";
  const left = context.requiredExpression(raw.child(node, "left"), node);
  const right = context.requiredExpression(raw.child(node, "right"), node);
  return { kind: "logical", start: context.start(node), end: context.end(node), operator, left, right };
}
var compareOperators = /* @__PURE__ */ new Set([...["==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"]]);
function isCompareOperator(text2) {
  return compareOperators.has(text2);
}
function lowerComparison(context, node) {
  const { raw } = context;
  const operators2 = [];
  const operands = [];
  for (const child of raw.children(node)) {
    const type2 = raw.type(child);
    if (raw.named(child)) {
      operands.push(context.expression(child));
    } else if (isCompareOperator(type2)) {
      operators2.push(type2);
    } else {
      return context.invalid(node);
    }
  }
  const [left, ...comparators] = operands;
  if (left === void 0 || comparators.length !== operators2.length) {
    return context.invalid(node);
  }
  return {
    kind: "compare",
    start: context.start(node),
    end: context.end(node),
    left,
    operators: operators2,
    comparators,
  };
}
function lowerConditional(context, node) {
  const [body, test, otherwise] = context.raw.namedChildren(node);
  return {
    kind: "conditional",
    start: context.start(node),
    end: context.end(node),
    test: context.requiredExpression(test, node),
    body: context.requiredExpression(body, node),
    otherwise: context.requiredExpression(otherwise, node),
  };
}
function lowerNamed(context, node) {
  const { raw } = context;
  const target = context.requiredExpression(raw.child(node, "name"), node);
  const value = context.requiredExpression(raw.child(node, "value"), node);
  return target.kind === "name"
    ? { kind: "named", start: context.start(node), end: context.end(node), target, value }
    : context.invalid(node);
}

// server/src/syntax/strings.ts
var stringLowerers = /* @__PURE__ */ new Map([
  ["string", (context, node) => lowerStrings(context, node, [node])],
  ["concatenated_string", (context, node) => lowerStrings(context, node, context.raw.namedChildren(node))],
]);
function lowerStrings(context, node, strings) {
  const openings = strings.map((string) => openingOf(context, string));
  const start = context.start(node);
  const end = context.end(node);
  if (strings.some((string) => context.hasErrorChild(string))) {
    return context.invalid(node);
  }
  if (openings.some((opening) => opening.backquoted)) {
    return context.invalid(node);
  }
  if (openings.some((opening) => opening.template)) {
    return { kind: "invalid", start, end };
  }
  if (openings.every((opening) => opening.bytes)) {
    return { kind: "bytes", start, end };
  }
  if (openings.some((opening) => opening.bytes)) {
    return context.invalid(node);
  }
  const parts = [];
  openings.forEach((opening, index2) => {
    const string = strings[index2];
    if (string !== void 0) {
      addParts(context, string, opening, parts);
    }
  });
  if (openings.some((opening) => opening.formatted)) {
    return { kind: "formatted", start, end, parts };
  }
  const [value] = parts;
  return { kind: "string", start, end, value: typeof value === "string" ? value : "" };
}
function openingOf(context, string) {
  const { raw } = context;
  const token2 = raw.childOfType(string, "string_start");
  const text2 = token2 === void 0 ? "" : raw.text(token2).toLowerCase();
  return {
    raw: text2.includes("r"),
    bytes: text2.includes("b"),
    formatted: text2.includes("f"),
    template: text2.includes("t"),
    backquoted: text2.includes("`"),
    end: token2 === void 0 ? raw.start(string) : raw.end(token2),
    quoteLength: text2.length - text2.search(/["'`]|$/),
  };
}
function addParts(context, string, opening, parts) {
  const { raw } = context;
  let textStart = opening.end;
  for (const child of raw.children(string)) {
    if (raw.type(child) === "interpolation") {
      addText(parts, decode(raw.slice(textStart, raw.start(child)), opening));
      addInterpolation(context, child, parts);
      textStart = raw.end(child);
    }
  }
  addText(parts, decode(raw.slice(textStart, raw.end(string) - opening.quoteLength), opening));
}
function addText(parts, text2) {
  const last = parts.at(-1);
  if (typeof last === "string") {
    parts[parts.length - 1] = last + text2;
  } else if (text2 !== "") {
    parts.push(text2);
  }
}
function addInterpolation(context, node, parts) {
  const { raw } = context;
  const value = raw.child(node, "expression");
  const afterValue = value === void 0 ? "" : raw.slice(raw.end(value), raw.end(node));
  const equals = /^\s*=\s*/.exec(afterValue)?.[0];
  if (value !== void 0 && equals !== void 0) {
    addText(parts, raw.slice(raw.start(node) + 1, raw.end(value)) + equals);
  }
  const start = raw.start(node);
  const end = raw.end(node);
  if (value !== void 0 && raw.type(value) === "named_expression") {
    const printed = context.requiredExpression(raw.child(value, "name"), node);
    parts.push({ kind: "hole", start, end, value: printed, formatted: true });
    return;
  }
  const formatted2 =
    equals !== void 0 ||
    raw.child(node, "type_conversion") !== void 0 ||
    raw.child(node, "format_specifier") !== void 0;
  parts.push({ kind: "hole", start, end, value: context.requiredExpression(value, node), formatted: formatted2 });
}
function decode(text2, opening) {
  const lines = text2.includes("\r") ? text2.replace(/\r\n?/g, "\n") : text2;
  if (opening.raw) {
    return opening.formatted ? lines.replace(/\{\{|\}\}/g, (braces) => braces.charAt(0)) : lines;
  }
  if (opening.formatted) {
    return lines.replace(formattedEscape, decodeEscape);
  }
  return lines.includes("\\") ? lines.replace(escape, decodeEscape) : lines;
}
var escape = /\\(?:\n|[0-7]{1,3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|N\{[^}]*\}|[\\'"abfnrtv])/g;
var formattedEscape = new RegExp(`${escape.source}|\\{\\{|\\}\\}`, "g");
var simpleEscapes = /* @__PURE__ */ new Map([
  ["\n", ""],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "	"],
  ["v", "\v"],
]);
var REPLACEMENT_CHARACTER = "\uFFFD";
function decodeEscape(escaped) {
  const first = escaped.charAt(1);
  if (escaped === "{{" || escaped === "}}") {
    return first;
  }
  const simple = simpleEscapes.get(first);
  if (simple !== void 0) {
    return simple;
  }
  if (first === "N") {
    return REPLACEMENT_CHARACTER;
  }
  const code = /[xuU]/.test(first) ? parseInt(escaped.slice(2), 16) : parseInt(escaped.slice(1), 8);
  return code <= 1114111 ? String.fromCodePoint(code) : REPLACEMENT_CHARACTER;
}

// server/src/syntax/grammar.ts
var pythonGrammar = {
  expressions: new Map([
    ...literalLowerers,
    ...stringLowerers,
    ...operatorLowerers,
    ...collectionLowerers,
    ...callLowerers,
    ...annotationLowerers,
  ]),
  statements: new Map([
    ...simpleStatementLowerers,
    ...importLowerers,
    ...compoundStatementLowerers,
    ...definitionLowerers,
    ...matchLowerers,
  ]),
};

// server/src/syntax/lowering.ts
var maximumDepth2 = 500;
var Lowering = class {
  raw;
  /** True once something was met that is not Python. */
  broken;
  #grammar;
  #depth = 0;
  constructor(raw, grammar) {
    this.raw = raw;
    this.broken = raw.damaged;
    this.#grammar = grammar;
  }
  /** Levels that may still be nested inside the node being lowered. */
  get remainingDepth() {
    return maximumDepth2 - this.#depth;
  }
  expression(node) {
    const lower = this.#grammar.expressions.get(this.raw.type(node));
    if (lower === void 0) {
      return this.invalid(node);
    }
    if (this.remainingDepth <= 0) {
      return this.#tooDeep(node);
    }
    if (this.hasErrorChild(node)) {
      return this.invalid(node);
    }
    this.#depth++;
    const expression = lower(this, node);
    this.#depth--;
    return expression;
  }
  expressions(nodes) {
    return nodes.map((node) => this.expression(node));
  }
  optionalExpression(node) {
    return node === void 0 ? void 0 : this.expression(node);
  }
  /** An expression the grammar demands but error recovery may have left out; `at` is its parent. */
  requiredExpression(node, at) {
    return node === void 0 ? this.invalid(at) : this.expression(node);
  }
  isStatement(node) {
    return this.#grammar.statements.has(this.raw.type(node));
  }
  statement(node) {
    const lower = this.#grammar.statements.get(this.raw.type(node));
    if (lower === void 0) {
      return this.invalidStatement(node, []);
    }
    if (this.remainingDepth <= 0) {
      return { kind: "invalid", start: this.start(node), end: this.end(node), recovered: [] };
    }
    this.#depth++;
    const statement = lower(this, node);
    this.#depth--;
    return statement;
  }
  /** Runs `build` as if inside `levels` more levels of syntax, for nesting that the raw tree keeps flat. */
  deeper(levels, build) {
    this.#depth += levels;
    const result = build();
    this.#depth -= levels;
    return result;
  }
  start(node) {
    return this.raw.start(node);
  }
  end(node) {
    return this.raw.end(node);
  }
  invalid(node) {
    this.broken = true;
    return { kind: "invalid", start: this.start(node), end: this.end(node) };
  }
  invalidStatement(node, recovered) {
    this.broken = true;
    return { kind: "invalid", start: this.start(node), end: this.end(node), recovered };
  }
  /** True if the parser skipped or made up something directly under this node. */
  hasErrorChild(node) {
    if (!this.raw.damaged) {
      return false;
    }
    const end = this.raw.after(node);
    for (let child = node + 1; child < end; child = this.raw.after(child)) {
      const type2 = this.raw.type(child);
      if (type2 === ERROR || type2 === MISSING) {
        return true;
      }
    }
    return false;
  }
  /** Valid Python, so not broken, but beyond what anyone can evaluate. */
  #tooDeep(node) {
    return { kind: "invalid", start: this.start(node), end: this.end(node) };
  }
};

// server/src/syntax/statement-reader.ts
function readStatements(symbols, tree, text2, earlier) {
  const { hasError } = tree;
  return tree.walk((cursor) => {
    const reader = new StatementReader(cursor, symbols, text2, hasError, earlier);
    if (cursor.gotoFirstChild()) {
      do {
        reader.readTopLevelNode();
      } while (cursor.gotoNextSibling());
    }
    return reader.finish();
  });
}
var worthKeeping = 100;
var between = /* @__PURE__ */ new Set([";", "line_continuation"]);
var StatementReader = class {
  #cursor;
  #symbols;
  #text;
  #hasError;
  #earlier;
  #chunks = [];
  #comments = [];
  #wreck;
  constructor(cursor, symbols, text2, hasError, earlier) {
    this.#cursor = cursor;
    this.#symbols = symbols;
    this.#text = text2;
    this.#hasError = hasError;
    this.#earlier = earlier;
  }
  readTopLevelNode() {
    const { type: type2 } = this.#symbols.symbolAt(this.#cursor);
    const start = this.#cursor.startIndex;
    const end = this.#cursor.endIndex;
    if (type2 === "comment") {
      this.#comments.push(commentSpan(this.#text, start, end));
    } else if (pythonGrammar.statements.has(type2) && this.#startsStatement(start)) {
      this.#closeWreck();
      this.#place(this.#readStatement(type2, start, end));
    } else if (!between.has(type2) || this.#wreck !== void 0) {
      this.#addToWreck(start, end);
    }
  }
  finish() {
    this.#closeWreck();
    if (this.#hasError) {
      this.#comments.sort((one, other) => one.start - other.start);
    }
    return { chunks: this.#chunks, comments: this.#comments };
  }
  /**
   * A statement that is indented, or follows skipped text on the same line, is not one of the module: the parser lost
   * the header it belongs to.
   */
  #startsStatement(start) {
    const before = this.#text.charAt(start - 1);
    if (before !== " " && before !== "	") {
      return this.#wreck === void 0 || before === "\n" || before === "\r" || start === 0;
    }
    return this.#wreck === void 0 && !isIndented(this.#text, start);
  }
  #readStatement(type2, offset, end) {
    const damaged = this.#hasError && this.#cursor.currentNode.hasError;
    const known3 = damaged ? void 0 : this.#earlier.findChunk(type2, offset, end);
    if (known3 !== void 0) {
      return { ...known3, offset };
    }
    const tree = new RawTree(ownCopy(this.#text.slice(offset, end)), damaged);
    readNode(tree, this.#cursor, this.#symbols, offset, damaged ? void 0 : this.#earlier.findNodes(offset));
    const lowering = new Lowering(tree, pythonGrammar);
    const statement = lowering.statement(tree.root);
    const chunk2 = { statement, comments: tree.comments, broken: lowering.broken, length: end - offset };
    const raw = damaged || tree.size < worthKeeping ? void 0 : tree;
    return { chunk: chunk2, offset, intactType: damaged ? void 0 : type2, raw };
  }
  #place(read) {
    this.#chunks.push(read);
    for (const { start, end } of read.chunk.comments) {
      this.#comments.push({ start: start + read.offset, end: end + read.offset });
    }
  }
  #addToWreck(start, end) {
    this.#wreck ??= newWreck(this.#text, start);
    this.#wreck.end = Math.max(this.#wreck.end, end);
    readNode(this.#wreck.tree, this.#cursor, this.#symbols, this.#wreck.start);
  }
  #closeWreck() {
    const wreck = this.#wreck;
    if (wreck === void 0) {
      return;
    }
    this.#wreck = void 0;
    const length2 = wreck.end - wreck.start;
    wreck.tree.close(wreck.tree.root);
    const lowering = new Lowering(wreck.tree, pythonGrammar);
    const statement = { ...lowerError(lowering, wreck.tree.root), start: 0, end: length2 };
    const chunk2 = { statement, comments: wreck.tree.comments, broken: true, length: length2 };
    this.#place({ chunk: chunk2, offset: wreck.start, intactType: void 0, raw: void 0 });
  }
};
function newWreck(text2, start) {
  const tree = new RawTree(ownCopy(text2.slice(start)), true);
  tree.open(ERROR, true, void 0, 0, 0);
  return { tree, start, end: start };
}
function isIndented(text2, offset) {
  let before = offset - 1;
  while (text2[before] === " " || text2[before] === "	") {
    before--;
  }
  return before < 0 || text2[before] === "\n" || text2[before] === "\r";
}
function ownCopy(slice) {
  return JSON.parse(JSON.stringify(slice));
}

// server/src/syntax/text.ts
var LINE_FEED = 10;
var CARRIAGE_RETURN = 13;
var LineIndex = class {
  #text;
  #starts;
  constructor(text2) {
    this.#text = text2;
  }
  get lineCount() {
    return this.#lineStarts().length;
  }
  /** Offsets outside the text are moved to its nearest end. */
  positionAt(offset) {
    const starts = this.#lineStarts();
    const inside = Math.max(0, Math.min(offset, this.#text.length));
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= inside) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return { line: low, character: inside - (starts[low] ?? 0) };
  }
  /** A column past the end of its line means the end of the line, as the language server protocol says. */
  offsetAt(position) {
    const starts = this.#lineStarts();
    const start = starts[position.line];
    if (start === void 0) {
      return position.line < 0 ? 0 : this.#text.length;
    }
    const end = this.#endOfLine(position.line);
    return Math.max(start, Math.min(start + position.character, end));
  }
  /** Offset just after the last character of a line, its line ending left out. */
  #endOfLine(line) {
    const next = this.#lineStarts()[line + 1];
    if (next === void 0) {
      return this.#text.length;
    }
    const endsWithPair =
      this.#text.charCodeAt(next - 1) === LINE_FEED && this.#text.charCodeAt(next - 2) === CARRIAGE_RETURN;
    return endsWithPair ? next - 2 : next - 1;
  }
  #lineStarts() {
    this.#starts ??= lineStartsOf(this.#text);
    return this.#starts;
  }
};
function lineStartsOf(text2) {
  return text2.includes("\r") ? lineStartsWithReturns(text2) : lineStartsAfterFeeds(text2);
}
function lineStartsAfterFeeds(text2) {
  const starts = [0];
  for (let feed = text2.indexOf("\n"); feed >= 0; feed = text2.indexOf("\n", feed + 1)) {
    starts.push(feed + 1);
  }
  return starts;
}
function lineStartsWithReturns(text2) {
  const starts = [0];
  for (let offset = 0; offset < text2.length; offset++) {
    const character = text2.charCodeAt(offset);
    const endsLine =
      character === LINE_FEED || (character === CARRIAGE_RETURN && text2.charCodeAt(offset + 1) !== LINE_FEED);
    if (endsLine) {
      starts.push(offset + 1);
    }
  }
  return starts;
}
function applyChange(text2, change) {
  return text2.slice(0, change.start) + change.newText + text2.slice(change.end);
}
function parseableText(text2) {
  return text2.replace(unparseable, (character) => (character === "\r" ? "\n" : "\uFFFD"));
}
var unparseable = /\r(?!\n)|\0|\p{Surrogate}/gu;

// server/src/syntax/module.ts
var nothingEarlier = {
  findChunk: () => void 0,
  findNodes: () => void 0,
  findRange: () => void 0,
};
var unparsedModule = { chunks: [], comments: [], broken: true };
function parseModule(parser3, text2) {
  const outcome = parser3.parse(parseableText(text2));
  if ("refused" in outcome) {
    return { syntax: unparsedModule, refused: outcome.refused };
  }
  try {
    return parsedModule(readModule(parser3, outcome.tree, text2, nothingEarlier));
  } finally {
    outcome.tree.dispose();
  }
}
function parsedModule(reading) {
  return "refused" in reading
    ? { syntax: unparsedModule, refused: reading.refused }
    : { syntax: syntaxOf(reading), refused: void 0 };
}
function syntaxOf({ chunks, comments, broken }) {
  return { chunks: chunks.map(({ chunk: chunk2, offset }) => ({ chunk: chunk2, offset })), comments, broken };
}
function readModule(parser3, tree, text2, earlier) {
  if (tree.hasError) {
    return readSegments(parser3, text2, earlier);
  }
  const reading = readStatements(parser3.symbols, tree, text2, earlier);
  return { ...reading, broken: reading.chunks.some(({ chunk: chunk2 }) => chunk2.broken) };
}
function readSegments(parser3, text2, earlier) {
  const chunks = [];
  const comments = [];
  const parseable = parseableText(text2);
  for (const { start, end } of segmentsOf(text2)) {
    const known3 = earlier.findRange(start, end);
    if (known3 !== void 0) {
      chunks.push(...known3.chunks);
      comments.push(...known3.comments);
      continue;
    }
    const outcome = parser3.parse(parseable.slice(start, end));
    if ("refused" in outcome) {
      return outcome;
    }
    try {
      const reading = readStatements(parser3.symbols, outcome.tree, text2.slice(start, end), from(earlier, start));
      chunks.push(...reading.chunks.map((read) => ({ ...read, offset: start + read.offset })));
      comments.push(...reading.comments.map((comment) => ({ start: start + comment.start, end: start + comment.end })));
    } finally {
      outcome.tree.dispose();
    }
  }
  return { chunks, comments, broken: true };
}
function from(earlier, base) {
  return {
    findChunk: (type2, start, end) => earlier.findChunk(type2, base + start, base + end),
    findNodes: (start) => earlier.findNodes(base + start),
  };
}

// server/src/syntax/document.ts
var SourceDocument = class {
  #parser;
  #text;
  #lines;
  #tree;
  #reading = nothingRead;
  #syntax = unparsedModule;
  #refused;
  constructor(parser3, text2) {
    this.#parser = parser3;
    this.#text = text2;
    this.#lines = new LineIndex(text2);
    this.#parse(void 0, nothingEarlier);
  }
  get text() {
    return this.#text;
  }
  get syntax() {
    return this.#syntax;
  }
  get lines() {
    return this.#lines;
  }
  /** Why the current text was not parsed; its syntax is then empty. */
  get refused() {
    return this.#refused;
  }
  /** Applies changes one after another: each refers to the text that the one before it left. */
  edit(changes) {
    if (changes.length === 0) {
      return;
    }
    const previousText = this.#text;
    const touched = changes.map((change) => this.#apply(change)).reduce(joinRanges);
    this.#lines = new LineIndex(this.#text);
    this.#parse(this.#tree, new EarlierReading(this.#reading, previousText, this.#text, touched));
  }
  /** Frees the tree. The document must not be edited afterwards; syntax already handed out stays valid. */
  dispose() {
    this.#tree?.dispose();
    this.#tree = void 0;
  }
  #apply(change) {
    const newEnd = change.start + change.newText.length;
    this.#text = applyChange(this.#text, change);
    this.#tree?.edit({ start: Math.max(0, change.start - 1), oldEnd: change.end + 1, newEnd: newEnd + 1 });
    return { start: change.start, oldEnd: change.end, newEnd };
  }
  #parse(previous, earlier) {
    const outcome = this.#parser.parse(parseableText(this.#text), previous);
    previous?.dispose();
    this.#tree = "tree" in outcome ? outcome.tree : void 0;
    const reading = "tree" in outcome ? readModule(this.#parser, outcome.tree, this.#text, earlier) : outcome;
    this.#reading = "refused" in reading ? nothingRead : reading;
    const { syntax, refused } = parsedModule(reading);
    this.#syntax = syntax;
    this.#refused = refused;
  }
};
var nothingRead = { chunks: [], comments: [] };

// server/src/syntax/parser.ts
var defaultLimits = { maximumLength: 4e6, maximumMilliseconds: 2e3 };
var GrammarError = class extends Error {
  name = "GrammarError";
};
var namedLeaves = /* @__PURE__ */ new Set([
  ...["identifier", "integer", "float", "true", "false", "none", "ellipsis", "comment"],
  ...["string_start", "string_content", "string_end", "type_conversion"],
]);
var redundantTokens = /* @__PURE__ */ new Set([
  ...["(", ")", "[", "]", "{", "}", ".", "=", ":=", "->", "def", "class", "lambda", "return", "import", "from"],
  ...["if", "elif", "else", "for", "while", "with", "try", "except", "finally", "as", "pass", "raise", "assert"],
]);
var typesWithoutFields = /* @__PURE__ */ new Set([
  ...["module", "block", "expression_statement", "return_statement", "argument_list", "parameters", "dotted_name"],
  ...["tuple", "list", "set", "dictionary", "expression_list", "pattern_list", "parenthesized_expression"],
  ...["string", "concatenated_string", "comparison_operator", "list_splat", "slice", "type", "conditional_expression"],
]);
var SymbolTable = class {
  #symbols = [];
  #fields = [];
  symbolAt(cursor) {
    const id = cursor.nodeTypeId;
    return this.#symbols[id] ?? (this.#symbols[id] = learnSymbol(cursor));
  }
  fieldAt(cursor) {
    const id = cursor.currentFieldId;
    if (id === void 0 || id === 0) {
      return void 0;
    }
    return this.#fields[id] ?? (this.#fields[id] = cursor.currentFieldName ?? void 0);
  }
};
function learnSymbol(cursor) {
  const type2 = cursor.nodeType;
  const named2 = cursor.nodeIsNamed;
  return {
    type: type2,
    named: named2,
    leaf: !named2 || namedLeaves.has(type2),
    redundant: !named2 && redundantTokens.has(type2),
    hasFields: !typesWithoutFields.has(type2),
  };
}

// server/src/syntax/native-parser.ts
var bufferSize = 32 * 1024;

// server/src/syntax/walk.ts
function* childrenOf(node) {
  switch (node.kind) {
    case "name":
    case "int":
    case "float":
    case "string":
    case "bytes":
    case "constant":
    case "global":
    case "nonlocal":
    case "pass":
    case "break":
    case "continue":
      return;
    case "invalid":
      if ("recovered" in node) {
        yield* node.recovered;
      }
      return;
    case "formatted":
      for (const part of node.parts) {
        if (typeof part !== "string") {
          yield part.value;
        }
      }
      return;
    case "tuple":
    case "list":
    case "set":
      yield* node.elements;
      return;
    case "dict":
      for (const { key, value } of node.entries) {
        yield* present(key, value);
      }
      return;
    case "unary":
      yield node.operand;
      return;
    case "binary":
    case "logical":
      yield node.left;
      yield node.right;
      return;
    case "compare":
      yield node.left;
      yield* node.comparators;
      return;
    case "conditional":
      yield node.body;
      yield node.test;
      yield node.otherwise;
      return;
    case "named":
      yield node.target;
      yield node.value;
      return;
    case "lambda":
      yield* childrenOfParameters(node.parameters);
      yield node.body;
      return;
    case "call":
      yield node.callee;
      yield* childrenOfArguments(node.arguments);
      return;
    case "attribute":
      yield node.object;
      yield node.attribute;
      return;
    case "subscript":
      yield node.object;
      yield node.index;
      return;
    case "slice":
      yield* present(node.lower, node.upper, node.step);
      return;
    case "starred":
    case "await":
      yield node.value;
      return;
    case "yield":
    case "return":
      yield* present(node.value);
      return;
    case "comprehension":
      yield* present(node.key, node.element);
      yield* childrenOfClauses(node.clauses);
      return;
    case "expression":
      yield node.value;
      return;
    case "assign":
      yield* node.targets;
      yield node.value;
      return;
    case "annotated":
      yield* present(node.target, node.annotation, node.value);
      return;
    case "augmented":
      yield node.target;
      yield node.value;
      return;
    case "raise":
      yield* present(node.exception);
      return;
    case "assert":
      yield* present(node.test, node.message);
      return;
    case "delete":
      yield* node.targets;
      return;
    case "if":
    case "while":
      yield node.test;
      yield* node.body;
      yield* node.otherwise;
      return;
    case "for":
      yield node.target;
      yield node.iterable;
      yield* node.body;
      yield* node.otherwise;
      return;
    case "with":
      for (const item of node.items) {
        yield* present(item.context, item.target);
      }
      yield* node.body;
      return;
    case "try":
      yield* node.body;
      for (const handler of node.handlers) {
        yield* present(handler.type, handler.name);
        yield* handler.body;
      }
      yield* node.otherwise;
      yield* node.final;
      return;
    case "match":
      yield node.subject;
      yield* childrenOfCases(node.cases);
      return;
    case "function":
      yield* node.decorators;
      yield node.name;
      yield* childrenOfParameters(node.parameters);
      yield* present(node.returns);
      yield* node.body;
      return;
    case "class":
      yield* node.decorators;
      yield node.name;
      yield* childrenOfArguments(node.bases);
      yield* node.body;
      return;
    case "import":
      for (const { alias } of node.names) {
        yield* present(alias);
      }
      return;
    case "import-from":
      if (node.names !== "*") {
        for (const { name, alias } of node.names) {
          yield* present(name, alias);
        }
      }
      return;
  }
}
function* present(...nodes) {
  for (const node of nodes) {
    if (node !== void 0) {
      yield node;
    }
  }
}
function* childrenOfArguments(list) {
  for (const { name, value } of list) {
    yield* present(name, value);
  }
}
function* childrenOfParameters(list) {
  for (const parameter of list) {
    yield* present(parameter.name, parameter.annotation, parameter.default);
  }
}
function* childrenOfClauses(clauses) {
  for (const { target, iterable, conditions } of clauses) {
    yield target;
    yield iterable;
    yield* conditions;
  }
}
function* childrenOfCases(cases) {
  for (const { pattern, guard, body } of cases) {
    yield* childrenOfPattern(pattern);
    yield* present(guard);
    yield* body;
  }
}
function* childrenOfPattern(pattern) {
  switch (pattern.kind) {
    case "wildcard":
      return;
    case "capture":
      yield pattern.name;
      return;
    case "value":
      yield pattern.value;
      return;
    case "alternatives":
      for (const alternative of pattern.patterns) {
        yield* childrenOfPattern(alternative);
      }
      return;
    case "as":
      yield* childrenOfPattern(pattern.pattern);
      yield pattern.name;
      return;
    case "structure":
      yield* pattern.captures;
      return;
  }
}
function nodeAt(syntax, offset) {
  return innermost(syntax, offset, contains) ?? innermost(syntax, offset, touches);
}
var contains = (span, offset) => span.start <= offset && offset < span.end;
var touches = (span, offset) => span.start <= offset && offset <= span.end;
function innermost(syntax, offset, covers) {
  const placed = syntax.chunks.find(({ chunk: chunk2, offset: start }) =>
    covers({ start, end: start + chunk2.length }, offset),
  );
  if (placed === void 0) {
    return void 0;
  }
  const ancestors = [];
  let node = placed.chunk.statement;
  for (;;) {
    const inner = childAt(node, offset - placed.offset, covers);
    if (inner === void 0) {
      break;
    }
    ancestors.push(node);
    node = inner;
  }
  return isExpression(node) ? { expression: node, ancestors, placed } : void 0;
}
function childAt(node, offset, covers) {
  for (const child of childrenOf(node)) {
    if (covers(child, offset)) {
      return child;
    }
  }
  return void 0;
}
var statementKinds = /* @__PURE__ */ new Set([
  ...["expression", "assign", "annotated", "augmented", "return", "raise", "assert", "delete"],
  ...["global", "nonlocal", "if", "for", "while", "with", "try", "match", "function", "class"],
  ...["import", "import-from", "pass", "break", "continue"],
]);
function isExpression(node) {
  return node.kind === "invalid" ? !("recovered" in node) : !isStatementKind(node.kind);
}
function isStatementKind(kind) {
  return statementKinds.has(kind);
}

// server/src/syntax/wasm-parser.ts
import { Edit, Language, Parser as WebParser } from "web-tree-sitter";
async function createWasmParser(options) {
  try {
    await WebParser.init({ wasmBinary: exactBuffer(options.runtimeWasm) });
  } catch (cause) {
    throw new GrammarError("The tree-sitter runtime (web-tree-sitter.wasm) is missing or damaged.", { cause });
  }
  try {
    const parser3 = new WebParser();
    parser3.setLanguage(await Language.load(options.grammarWasm));
    return new WasmParser(parser3, options.limits ?? defaultLimits);
  } catch (cause) {
    throw new GrammarError(
      "The Python grammar (tree-sitter-python.wasm) is missing, damaged or of the wrong version.",
      {
        cause,
      },
    );
  }
}
function exactBuffer(bytes) {
  return new Uint8Array(bytes).buffer;
}
var WasmParser = class {
  symbols = new SymbolTable();
  #parser;
  #limits;
  constructor(parser3, limits) {
    this.#parser = parser3;
    this.#limits = limits;
  }
  parse(text2, previous) {
    if (text2.length > this.#limits.maximumLength) {
      return { refused: "too big" };
    }
    const deadline = performance.now() + this.#limits.maximumMilliseconds;
    const tree = this.#parser.parse(text2, previous instanceof WasmTree ? previous.tree : null, {
      progressCallback: () => performance.now() > deadline,
    });
    if (tree === null) {
      this.#parser.reset();
      return { refused: "too slow" };
    }
    return { tree: new WasmTree(tree) };
  }
  dispose() {
    this.#parser.delete();
  }
};
var WasmTree = class {
  tree;
  constructor(tree) {
    this.tree = tree;
  }
  get hasError() {
    return this.tree.rootNode.hasError;
  }
  walk(visit) {
    const cursor = this.tree.walk();
    try {
      return visit(cursor);
    } finally {
      cursor.delete();
    }
  }
  edit(edit) {
    this.tree.edit(
      new Edit({
        startIndex: edit.start,
        oldEndIndex: edit.oldEnd,
        newEndIndex: edit.newEnd,
        startPosition: nowhere,
        oldEndPosition: nowhere,
        newEndPosition: nowhere,
      }),
    );
  }
  dispose() {
    this.tree.delete();
  }
};
var nowhere = { row: 0, column: 0 };

// server/src/interpreter/containers.ts
function uniformElement(value, index2) {
  const { element: element2 } = value;
  if (element2.kind !== "int") return element2;
  const replaced = mapAtoms(element2.value, (atom) => (atom.key === rangeIndex ? index2 : ofAtom(atom)));
  return { ...element2, value: replaced ?? element2.value };
}
var rangeIndex = "$range index";
var elements = "elements";
var entry = "entry ";
var openness = "open";
function newList(machine, items, origin, type2 = "list") {
  const object = newObject(type2, origin);
  machine.store.set(object.identity, elements, tuple(items));
  return object;
}
function newDict(machine, entries2, open, origin) {
  const object = newObject("dict", origin);
  machine.store.set(object.identity, openness, open ? unknown("open dict") : tuple([]));
  for (const [key, value] of entries2) setEntry(machine, object, key, value);
  return object;
}
function newObject(type2, origin) {
  return { kind: "object", identity: { type: type2, class: void 0, label: type2, symbolic: false }, origin };
}
var maximumExpanded = 64;
function itemsOf(machine, value) {
  if (value.kind === "tuple") return value.items;
  if (value.kind === "uniform") {
    const length2 = value.length === void 0 ? void 0 : constantOf(value.length);
    if (length2 === void 0 || length2 > maximumExpanded) return void 0;
    return Array.from({ length: length2 }, (_, i) => uniformElement(value, integer(i)));
  }
  if (value.kind !== "object" || value.identity.type === "instance") return void 0;
  if (value.identity.type === "dict") {
    const keys = entriesOf(machine, value);
    return keys === void 0 ? void 0 : [...keys.keys()].map((key) => text(key));
  }
  const held = machine.store.get(value.identity, elements);
  return held?.kind === "tuple" ? held.items : void 0;
}
function setItems(machine, object, items) {
  machine.store.set(object.identity, elements, items === void 0 ? unknown("list contents") : tuple(items));
}
function entriesOf(machine, object) {
  return isOpen(machine, object) ? void 0 : knownEntries(machine, object);
}
function knownEntries(machine, object) {
  const result = /* @__PURE__ */ new Map();
  for (const [name, value] of machine.store.entries(object.identity)) {
    if (name.startsWith(entry) && !isRemoved(value)) result.set(name.slice(entry.length), value);
  }
  return result;
}
function isOpen(machine, object) {
  return machine.store.get(object.identity, openness)?.kind !== "tuple";
}
function getEntry(machine, object, key) {
  const value = machine.store.get(object.identity, entry + key);
  return value === void 0 || isRemoved(value) ? void 0 : value;
}
function setEntry(machine, object, key, value) {
  machine.store.set(object.identity, entry + key, value);
}
function removeEntry(machine, object, key) {
  machine.store.set(object.identity, entry + key, unknown(removed));
}
function openDict(machine, object) {
  for (const key of knownEntries(machine, object).keys())
    setEntry(machine, object, key, unknown("a dict entry set under an unknown key"));
  machine.store.set(object.identity, openness, unknown("open dict"));
}
var removed = "removed entry";
function isRemoved(value) {
  return value.kind === "unknown" && value.cause === removed;
}
function forget(machine, value, seen = /* @__PURE__ */ new Set()) {
  if (value.kind === "opaque") machine.forgetOpaque(value.key);
  if (value.kind === "tuple") value.items.forEach((item) => forget(machine, item, seen));
  if (value.kind !== "object" || seen.has(value.identity)) return;
  seen.add(value.identity);
  if (value.identity.class !== void 0 && machine.modules.isContract(value.identity.class.site.path)) return;
  const cells = machine.store.entries(value.identity);
  for (const [name, held] of cells) {
    forget(machine, held, seen);
    machine.store.set(value.identity, name, unknown("changed by code that is not modelled"));
  }
}

// server/src/interpreter/tensors/shape.ts
function asTensor(value) {
  if (value?.kind === "tensor") return value;
  return value?.kind === "opaque" && !value.size ? tensorOf(value) : void 0;
}
function tensorOf(value) {
  const { key, name, origin } = value;
  return tensor([], { open: true, name, rest: { key, name, offset: 0 }, origin });
}
function dimension(self, i) {
  if (!self.open) return self.shape[i < 0 ? i + self.shape.length : i];
  if (i >= 0 && i < self.shape.length) return self.shape[i];
  const { rest } = self;
  if (rest === void 0) return void 0;
  if (i >= 0) return sizeSymbol(rest.key, rest.name, i + rest.offset);
  return self.shape.length === 0 ? sizeSymbol(rest.key, rest.name, i) : void 0;
}
function sizeSymbol(key, name, i) {
  return symbol(`${key}.shape[${i}]`, `${name}.shape[${i}]`, 1);
}
function lengthOf(self) {
  return dimension(self, 0);
}
function rankOf(self) {
  return self.open ? void 0 : self.shape.length;
}
function axisOf(self, dim) {
  if (dim === void 0) return void 0;
  if (self.open) return dim >= 0 ? dim : void 0;
  return axisIn(self.shape.length, dim);
}
function axisIn(rank3, dim) {
  const axis = dim < 0 ? dim + rank3 : dim;
  return axis >= 0 && axis < rank3 ? axis : void 0;
}
function leading(self, count) {
  const sizes = [...self.shape];
  for (let i = sizes.length; i < count && self.open; i++) sizes.push(dimension(self, i));
  return sizes;
}
function sizesOfRank(self, rank3) {
  const sizes = leading(self, rank3);
  return sizes.length === rank3 ? sizes : void 0;
}
function reshaped(self, shape2, extra = {}) {
  return tensor(shape2, { dtype: self.dtype, device: self.device, ...extra });
}
function unranked(self, extra = {}) {
  return reshaped(self, [], { open: true, ...extra });
}
function sameShape(self, extra = {}) {
  return reshaped(self, self.shape, { open: self.open, rest: self.rest, ...extra });
}
function spliced(self, start, count, sizes) {
  const shape2 = [...leading(self, start + count)];
  shape2.splice(start, count, ...sizes);
  const { rest } = self;
  const shift = count - sizes.length;
  return reshaped(self, shape2, {
    open: self.open,
    rest: rest === void 0 ? void 0 : { ...rest, offset: rest.offset + shift },
  });
}
function resized(self, axis, size2) {
  return spliced(self, axis, 1, [size2]);
}
function product(sizes) {
  let result = integer(1);
  for (const size2 of sizes) {
    if (size2 !== void 0 && constantOf(size2) === 0) return size2;
    result = multiply(result, size2);
  }
  return result;
}
function elementsOf(self) {
  return self.open ? void 0 : product(self.shape);
}
function holds(facts2, a, relation, b) {
  return relate(facts2, a, relation, b) === true;
}
function fails(facts2, a, relation, b) {
  return relate(facts2, a, relation, b) === false;
}
function relate(facts2, a, relation, b) {
  const other = typeof b === "number" ? integer(b) : b;
  return a === void 0 || other === void 0 ? void 0 : facts2.compare(a, relation, other);
}
function agreed(facts2, sizes) {
  const known3 = sizes.filter((size2) => size2 !== void 0);
  const [first] = known3;
  if (known3.some((size2) => fails(facts2, first, "==", size2))) return "conflict";
  return known3.find((size2) => constantOf(size2) !== void 0) ?? first;
}
function withoutConflict(sizes) {
  const kept2 = [];
  for (const size2 of sizes) {
    if (size2 === "conflict") return void 0;
    kept2.push(size2);
  }
  return kept2;
}

// server/src/interpreter/tensors/arguments.ts
function argument(call2, position, ...names) {
  const value = call2.positional[position];
  if (value !== void 0) return value;
  for (const name of names) {
    const named2 = call2.keywords.get(name);
    if (named2 !== void 0) return named2;
  }
  return void 0;
}
function asSize(value) {
  return value === void 0 ? void 0 : asInt(value);
}
function constantInt(value) {
  const size2 = asSize(value);
  return size2 === void 0 ? void 0 : constantOf(size2);
}
function isSingle(value) {
  if (value.kind === "opaque") return value.size;
  return value.kind === "int" || value.kind === "bool" || value.kind === "float";
}
function dimArgument(call2, position, fallback, names = dimNames) {
  const value = argument(call2, position, ...names);
  return value === void 0 ? fallback : constantInt(value);
}
var dimNames = ["dim", "axis"];
function dimsArgument(call2, position) {
  const value = argument(call2, position, ...dimNames);
  if (value === void 0 || value.kind === "none") return "all";
  return constantInts(call2, value);
}
function constantInts(call2, value) {
  if (value === void 0) return void 0;
  const numbers2 = [];
  for (const item of call2.items(value) ?? [value]) {
    const number2 = constantInt(item);
    if (number2 === void 0) return void 0;
    numbers2.push(number2);
  }
  return numbers2;
}
function flagArgument(call2, position, fallback, ...names) {
  const value = argument(call2, position, ...names);
  if (value === void 0) return fallback;
  if (value.kind === "bool") return value.formula.kind === "constant" ? value.formula.value : void 0;
  const number2 = constantInt(value);
  return number2 === void 0 ? void 0 : number2 !== 0;
}
function variadic(call2, position, ...names) {
  const passed = call2.positional.slice(position);
  const [first] = passed.length > 0 ? passed : [argument(call2, position, ...names)];
  if (first === void 0) return [];
  if (passed.length > 1) return passed;
  return call2.items(first) ?? (isSingle(first) ? [first] : void 0);
}
function stringOf(value) {
  return value?.kind === "string" && value.exact ? value.value : void 0;
}
function isCount(call2, size2) {
  return call2.facts.compare(size2, ">=", { terms: [], key: "0" }) === true;
}
function tensorsOf(call2, value) {
  const items = value === void 0 ? void 0 : call2.items(value);
  if (items === void 0) return void 0;
  const tensors = [];
  for (const item of items) {
    const tensor2 = asTensor(item);
    if (tensor2 === void 0) return void 0;
    tensors.push(tensor2);
  }
  return tensors;
}
function withArguments(call2, positional, keywords = call2.keywords) {
  return {
    positional,
    keywords,
    facts: call2.facts,
    origin: call2.origin,
    items: (value) => call2.items(value),
    list: (items) => call2.list(items),
  };
}
function shiftArguments(call2, ...names) {
  const [first, ...others] = call2.positional;
  if (first !== void 0) return [first, withArguments(call2, others)];
  const name = names.find((candidate) => call2.keywords.has(candidate));
  return name === void 0 ? [void 0, call2] : [call2.keywords.get(name), call2];
}
function asFunction(method2) {
  return (call2) => {
    const [value, others] = shiftArguments(call2, "input", "self", "tensor", "x", "elements");
    const self = asTensor(value);
    return self === void 0 ? void 0 : method2(self, others);
  };
}

// server/src/interpreter/tensors/dtypes.ts
var numpyDevice = "numpy";
var canonical2 = [
  "bool",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "int8",
  "int16",
  "int32",
  "int64",
  "float16",
  "bfloat16",
  "float32",
  "float64",
  "complex64",
  "complex128",
  "float8_e4m3fn",
  "float8_e4m3fnuz",
  "float8_e5m2",
  "float8_e5m2fnuz",
];
var torchNames = new Map([
  ...canonical2.map((name) => [name, name]),
  ["long", "int64"],
  ["int", "int32"],
  ["short", "int16"],
  ["half", "float16"],
  ["float", "float32"],
  ["double", "float64"],
  ["cfloat", "complex64"],
  ["cdouble", "complex128"],
]);
var numpyNames = new Map([
  ...canonical2.map((name) => [name, name]),
  ["bool_", "bool"],
  ["half", "float16"],
  ["single", "float32"],
  ["double", "float64"],
  ["float_", "float64"],
  ["intp", "int64"],
]);
var pythonNames = /* @__PURE__ */ new Map([
  ["int", "int64"],
  ["float", "float64"],
  ["bool", "bool"],
]);
function asDtype(value) {
  if (value?.kind === "string") return value.exact ? numpyNames.get(value.value) : void 0;
  if (value?.kind === "intrinsic") return pythonNames.get(value.name.replace(/^builtins\./, ""));
  if (value?.kind !== "external") return void 0;
  const [, library3, name] = /^(torch|numpy|builtins)\.(\w+)$/.exec(value.name) ?? [];
  if (library3 === void 0 || name === void 0) return void 0;
  return (library3 === "torch" ? torchNames : library3 === "numpy" ? numpyNames : pythonNames).get(name);
}
function dtypeArgument(call2, fallback) {
  const value = call2.keywords.get("dtype");
  return value === void 0 || value.kind === "none" ? fallback : asDtype(value);
}
function deviceArgument(call2, fallback) {
  const value = call2.keywords.get("device");
  return value === void 0 || value.kind === "none" ? fallback : asDevice(value);
}
function asDevice(value) {
  return value?.kind === "string" && value.exact ? value.value : void 0;
}
function isFloating(dtype2) {
  return /^b?float/.test(dtype2);
}
function isIntegral(dtype2) {
  return dtype2 === "bool" || /^u?int/.test(dtype2);
}
function category(dtype2) {
  if (dtype2 === "bool") return 0;
  if (isIntegral(dtype2)) return 1;
  if (isFloating(dtype2)) return 2;
  return void 0;
}
var scalarDtypes = { bool: "bool", int: "int64", float: "float32" };
function promoted(operands) {
  const groups = [[], [], []];
  const dtypes = /* @__PURE__ */ new Set();
  for (const operand of operands) {
    if ("scalar" in operand) {
      groups[2].push(scalarDtypes[operand.scalar]);
      continue;
    }
    const { dtype: dtype2 } = operand.tensor;
    if (dtype2 === void 0) return void 0;
    dtypes.add(dtype2);
    const rank3 = rankOf(operand.tensor);
    groups[rank3 === 0 ? 1 : 0].push(dtype2);
  }
  const ranksKnown = operands.every((operand) => "scalar" in operand || rankOf(operand.tensor) !== void 0);
  if (dtypes.size > 1 && !ranksKnown) return void 0;
  let result;
  for (const group3 of groups) {
    if (group3.length === 0) continue;
    const own = group3.reduce((a, b) => joined(a, b), group3[0]);
    if (own === void 0) return void 0;
    if (result === void 0) result = own;
    else {
      const [high, low] = [category(own), category(result)];
      if (high === void 0 || low === void 0) return void 0;
      if (high > low) result = own;
    }
  }
  return result;
}
var widths = /* @__PURE__ */ new Map([
  ["int8", 8],
  ["int16", 16],
  ["int32", 32],
  ["int64", 64],
]);
var floatWidths = /* @__PURE__ */ new Map([
  ["float16", 16],
  ["bfloat16", 16],
  ["float32", 32],
  ["float64", 64],
]);
function joined(a, b) {
  if (a === void 0 || b === void 0) return void 0;
  if (a === b) return a;
  if (a === "bool") return b;
  if (b === "bool") return a;
  const [floatA, floatB] = [floatWidths.get(a), floatWidths.get(b)];
  if (floatA !== void 0 && floatB !== void 0) return floatA === floatB ? "float32" : floatA > floatB ? a : b;
  if (floatA !== void 0 && isIntegral(b)) return a;
  if (floatB !== void 0 && isIntegral(a)) return b;
  const [widthA, widthB] = [widths.get(a), widths.get(b)];
  if (widthA !== void 0 && widthB !== void 0) return widthA > widthB ? a : b;
  if (a === "uint8" && widthB !== void 0) return widthB === 8 ? "int16" : b;
  if (b === "uint8" && widthA !== void 0) return widthA === 8 ? "int16" : a;
  return void 0;
}

// server/src/interpreter/tensors/views.ts
var view = (self, call2) => {
  const [first] = call2.positional;
  if (first !== void 0 && asDtype(first) !== void 0) return void 0;
  const sizes = variadic(call2, 0, "size", "shape");
  if (sizes === void 0) return unranked(self);
  const shape2 = viewedAs(call2, elementsOf(self), sizes.map(asSize));
  return shape2 === void 0 ? void 0 : reshaped(self, shape2);
};
function viewedAs(call2, total, sizes) {
  const { facts: facts2 } = call2;
  const inferred = sizes.findIndex((size2) => size2 !== void 0 && constantOf(size2) === -1);
  if (inferred >= 0) {
    const others = product(sizes.toSpliced(inferred, 1));
    if (sizes.some((size2, i) => i !== inferred && fails(facts2, size2, ">=", 0))) return void 0;
    if (holds(facts2, others, "==", 0) || fails(facts2, remainder(call2, total, others), "==", 0)) return void 0;
    return sizes.with(inferred, quotient(call2, total, others));
  }
  if (sizes.some((size2) => fails(facts2, size2, ">=", 0))) return void 0;
  const unsure2 = sizes.filter((size2) => size2 !== void 0 && !isCount(call2, size2));
  const whole = product(sizes);
  if (unsure2.length > 0 && !holds(facts2, whole, "==", total)) {
    return sizes.map((size2) => (size2 !== void 0 && isCount(call2, size2) ? size2 : void 0));
  }
  return fails(facts2, whole, "==", total) ? void 0 : sizes;
}
function remainder(call2, total, part) {
  if (total === void 0 || part === void 0) return void 0;
  return modulo(call2.facts.simplify(total), call2.facts.simplify(part));
}
function quotient(call2, total, part) {
  const plain = floorDiv(total, part);
  if (plain === void 0 || total === void 0 || part === void 0) return void 0;
  if (multiply(plain, part)?.key === total.key) return plain;
  const [whole, divisor] = [call2.facts.simplify(total), call2.facts.simplify(part)];
  const known3 = floorDiv(whole, divisor);
  return known3 !== void 0 && multiply(known3, divisor)?.key === whole.key ? known3 : plain;
}
var viewAs = (self, call2) => {
  const other = asTensor(argument(call2, 0, "other"));
  return other === void 0 ? void 0 : reshaped(self, other.shape, { open: other.open, rest: other.rest });
};
var flatten2 = (self, call2) => {
  const start = dimArgument(call2, 0, 0, ["start_dim"]);
  const end = dimArgument(call2, 1, -1, ["end_dim"]);
  if (start === void 0 || end === void 0) return unranked(self);
  if (!self.open && self.shape.length === 0) return reshaped(self, [integer(1)]);
  const first = axisOf(self, start);
  if (first === void 0) return self.open ? unranked(self) : void 0;
  if (self.open && end === -1) return reshaped(self, [...leading(self, first).slice(0, first), void 0]);
  const last = axisOf(self, end);
  if (last === void 0) return self.open ? unranked(self) : void 0;
  if (last < first) return void 0;
  const sizes = leading(self, last + 1).slice(first, last + 1);
  return spliced(self, first, sizes.length, [product(sizes)]);
};
var unflatten = (self, call2) => {
  const axis = axisOf(self, dimArgument(call2, 0, NaN, ["dim"]));
  const value = argument(call2, 1, "sizes", "unflattened_size");
  if (axis === void 0 || value === void 0) return unranked(self);
  const sizes = variadic(call2, 1, "sizes", "unflattened_size");
  if (sizes === void 0) return unranked(self);
  const shape2 = viewedAs(call2, dimension(self, axis), sizes.map(asSize));
  return shape2 === void 0 ? void 0 : spliced(self, axis, 1, shape2);
};
function reordered(self, order2) {
  const sizes = sizesOfRank(self, order2.length);
  if (sizes === void 0 || new Set(order2).size !== order2.length) return void 0;
  return reshaped(
    self,
    order2.map((i) => sizes[i]),
  );
}
var permute = (self, call2) => {
  const values = variadic(call2, 0, "dims");
  if (values === void 0) return unranked(self);
  const order2 = [];
  for (const value of values) {
    const dim = constantInt(value);
    const axis = dim === void 0 ? void 0 : axisIn(values.length, dim);
    if (axis === void 0) return dim === void 0 ? unranked(self) : void 0;
    order2.push(axis);
  }
  return reordered(self, order2);
};
var transpose = (self, call2) => {
  if (call2.positional.length > 2) return void 0;
  const first = dimArgument(call2, 0, NaN, ["dim0", "axis0"]);
  const second = dimArgument(call2, 1, NaN, ["dim1", "axis1"]);
  return swapped(self, first, second);
};
function swapped(self, first, second) {
  if (first === void 0 || second === void 0 || Number.isNaN(first + second)) return unranked(self);
  if (!self.open && self.shape.length === 0 && [0, -1].includes(first) && [0, -1].includes(second)) return self;
  const [a, b] = [axisOf(self, first), axisOf(self, second)];
  if (a === void 0 || b === void 0) return self.open ? unranked(self) : void 0;
  const count = Math.max(a, b) + 1;
  const sizes = [...leading(self, count)].slice(0, count);
  [sizes[a], sizes[b]] = [sizes[b], sizes[a]];
  return spliced(self, 0, count, sizes);
}
var t = (self) => {
  if (self.open) return unranked(self);
  return self.shape.length > 2 ? void 0 : reshaped(self, self.shape.toReversed());
};
function reversed(self) {
  return self.open ? unranked(self) : reshaped(self, self.shape.toReversed());
}
function lastTwoSwapped(self) {
  return self.open ? unranked(self) : self.shape.length < 2 ? void 0 : swapped(self, -2, -1);
}
var movedim = (self, call2) => {
  const sources = constantInts(call2, argument(call2, 0, "source"));
  const targets = constantInts(call2, argument(call2, 1, "destination"));
  if (sources === void 0 || targets === void 0 || self.open) return unranked(self);
  if (sources.length !== targets.length) return void 0;
  const rank3 = self.shape.length;
  const order2 = new Array(rank3).fill(void 0);
  const moved2 = /* @__PURE__ */ new Set();
  for (const [i, source] of sources.entries()) {
    const from2 = axisIn(rank3, source);
    const to2 = axisIn(rank3, targets[i] ?? rank3);
    if (from2 === void 0 || to2 === void 0 || moved2.has(from2) || order2[to2] !== void 0) return void 0;
    moved2.add(from2);
    order2[to2] = from2;
  }
  const others = self.shape.map((_, i) => i).filter((i) => !moved2.has(i));
  return reordered(
    self,
    order2.map((source) => source ?? others.shift() ?? -1),
  );
};
var squeeze = (self, call2) => {
  const value = argument(call2, 0, "dim", "axis");
  const dims = value === void 0 ? self.shape.map((_, i) => i) : constantInts(call2, value);
  if (dims === void 0 || (self.open && value === void 0)) return unranked(self);
  const dropped = /* @__PURE__ */ new Set();
  for (const dim of dims) {
    if (!self.open && self.shape.length === 0 && (dim === 0 || dim === -1)) continue;
    const axis = axisOf(self, dim);
    if (axis === void 0) return self.open ? unranked(self) : void 0;
    const size2 = dimension(self, axis);
    if (holds(call2.facts, size2, "==", 1)) dropped.add(axis);
    else if (!fails(call2.facts, size2, "==", 1)) return unranked(self);
  }
  const count = Math.max(...dropped, -1) + 1;
  return spliced(
    self,
    0,
    count,
    leading(self, count)
      .slice(0, count)
      .filter((_, i) => !dropped.has(i)),
  );
};
var unsqueeze = (self, call2) => {
  const dim = dimArgument(call2, 0, NaN);
  if (dim === void 0 || Number.isNaN(dim)) return unranked(self);
  if (self.open) return dim < 0 ? unranked(self) : spliced(self, dim, 0, [integer(1)]);
  const axis = axisIn(self.shape.length + 1, dim);
  return axis === void 0 ? void 0 : spliced(self, axis, 0, [integer(1)]);
};
var expand = (self, call2) => {
  const sizes = variadic(call2, 0, "size", "shape");
  return sizes === void 0 ? unranked(self) : expanded(self, call2, sizes.map(asSize));
};
function expanded(self, call2, sizes) {
  const { facts: facts2 } = call2;
  if (self.open)
    return reshaped(
      self,
      sizes.map((size2) => (isSize(call2, size2) ? size2 : void 0)),
    );
  const added = sizes.length - self.shape.length;
  if (added < 0) return void 0;
  const shape2 = [];
  for (const [i, size2] of sizes.entries()) {
    const own = self.shape[i - added];
    if (size2 !== void 0 && constantOf(size2) === -1) {
      if (i < added) return void 0;
      shape2.push(own);
    } else if (fails(facts2, size2, ">=", 0) && fails(facts2, size2, "==", -1)) return void 0;
    else if (isSize(call2, size2) || i < added) shape2.push(size2);
    else shape2.push(holds(facts2, size2, "==", own) ? size2 : void 0);
    if (i >= added && fails(facts2, own, "==", 1) && isSize(call2, size2) && fails(facts2, own, "==", size2))
      return void 0;
  }
  return reshaped(self, shape2);
}
function isSize(call2, size2) {
  return size2 !== void 0 && isCount(call2, size2);
}
var expandAs = (self, call2) => {
  const other = asTensor(argument(call2, 0, "other"));
  return other === void 0 ? void 0 : reshaped(self, other.shape, { open: other.open, rest: other.rest });
};
function repeated(tile) {
  return (self, call2) => {
    const values = variadic(call2, 0, tile ? "dims" : "repeats", "size");
    if (values === void 0 || self.open) return unranked(self);
    const counts2 = values.map(asSize);
    if (counts2.some((count) => fails(call2.facts, count, ">=", 0))) return void 0;
    const sizes = [...self.shape];
    if (tile) while (counts2.length < sizes.length) counts2.unshift(integer(1));
    if (counts2.length < sizes.length) return void 0;
    while (sizes.length < counts2.length) sizes.unshift(integer(1));
    return reshaped(
      self,
      sizes.map((size2, i) => product([size2, counts2[i]])),
    );
  };
}
var repeatInterleave = (self, call2) => {
  const value = argument(call2, 0, "repeats");
  if (value === void 0) return void 0;
  const count = value.kind === "int" || (value.kind === "opaque" && value.size) ? asSize(value) : void 0;
  if (fails(call2.facts, count, ">=", 0)) return void 0;
  const dim = argument(call2, 1, "dim");
  if (dim === void 0 || dim.kind === "none") return reshaped(self, [product([elementsOf(self), count])]);
  const axis = axisOf(self, constantInt(dim));
  if (axis === void 0) return self.open ? unranked(self) : void 0;
  return spliced(self, axis, 1, [product([dimension(self, axis), count])]);
};
var unfold = (self, call2) => {
  const axis = axisOf(self, dimArgument(call2, 0, NaN, ["dimension"]));
  const size2 = asSize(argument(call2, 1, "size"));
  const step = asSize(argument(call2, 2, "step"));
  if (axis === void 0 || self.open) return unranked(self);
  const own = self.shape[axis];
  if (fails(call2.facts, size2, "<=", own) || (step !== void 0 && !holds(call2.facts, step, ">=", 1))) return void 0;
  const windows = add(floorDiv(subtract(own, size2), step), integer(1));
  return reshaped(self, [...self.shape.with(axis, windows), size2]);
};
var views = /* @__PURE__ */ new Map([
  ["view", view],
  ["reshape", view],
  ["view_as", viewAs],
  ["reshape_as", viewAs],
  ["flatten", flatten2],
  ["ravel", (self, call2) => flatten2(self, withArguments(call2, [], /* @__PURE__ */ new Map()))],
  ["unflatten", unflatten],
  ["permute", permute],
  ["transpose", transpose],
  ["swapaxes", transpose],
  ["swapdims", transpose],
  ["t", t],
  ["movedim", movedim],
  ["moveaxis", movedim],
  ["squeeze", squeeze],
  ["unsqueeze", unsqueeze],
  ["expand", expand],
  ["broadcast_to", expand],
  ["expand_as", expandAs],
  ["repeat", repeated(false)],
  ["tile", repeated(true)],
  ["repeat_interleave", repeatInterleave],
  ["unfold", unfold],
]);

// server/src/interpreter/tensors/attributes.ts
function sizeValue(size2) {
  return size2 === void 0 ? unknown("size") : int(size2);
}
var shape = (self) => (self.open ? void 0 : tuple(self.shape.map(sizeValue)));
var rank2 = (self) => {
  const known3 = rankOf(self);
  return known3 === void 0 ? void 0 : int(integer(known3));
};
var dtype = (self) => {
  if (self.dtype === void 0) return void 0;
  return { kind: "external", name: `${self.device === numpyDevice ? "numpy" : "torch"}.${self.dtype}` };
};
var device = (self) => (self.device === void 0 || self.device === numpyDevice ? void 0 : text(self.device));
var isCuda = (self) => (self.device === void 0 ? void 0 : bool(self.device.startsWith("cuda")));
var tensorAttributes = /* @__PURE__ */ new Map([
  ["shape", shape],
  ["ndim", rank2],
  ["dtype", dtype],
  ["device", device],
  ["is_cuda", isCuda],
  ["T", (self) => reversed(self)],
  ["mT", (self) => lastTwoSwapped(self)],
  ["data", (self) => sameShape(self, { marks: self.marks })],
]);
var size = (self, call2) => {
  const dim = argument(call2, 0, "dim");
  if (dim === void 0 || dim.kind === "none") return shape(self, call2.facts);
  const number2 = constantInt(dim);
  const found = number2 === void 0 ? void 0 : dimension(self, number2);
  return found === void 0 ? void 0 : int(found);
};
var elements2 = (self) => {
  const count = elementsOf(self);
  return count === void 0 ? void 0 : int(count);
};
var length = (self) => {
  const count = lengthOf(self);
  return count === void 0 ? void 0 : int(count);
};
var readings = /* @__PURE__ */ new Map([
  ["size", size],
  ["dim", (self, call2) => rank2(self, call2.facts)],
  ["ndimension", (self, call2) => rank2(self, call2.facts)],
  ["numel", elements2],
  ["nelement", elements2],
  ["__len__", length],
  ["is_floating_point", (self) => (self.dtype === void 0 ? void 0 : bool(isFloating(self.dtype)))],
]);

// server/src/interpreter/tensors/literals.ts
var scalars = /* @__PURE__ */ new Map([
  ["int", "int64"],
  ["bool", "bool"],
  ["float", "float32"],
]);
var unsure = { shape: [], open: true, dtype: void 0 };
function literal(call2, data) {
  const dtype2 = scalars.get(data.kind);
  if (dtype2 !== void 0) return { shape: [], open: false, dtype: dtype2 };
  if (data.kind === "opaque") return data.size ? { shape: [], open: false, dtype: "int64" } : unsure;
  if (data.kind === "tensor") return rankOf(data) === 0 ? { shape: [], open: false, dtype: void 0 } : void 0;
  if (data.kind === "unknown") return unsure;
  if (data.kind === "uniform") return ofSequence(data.length, [literal(call2, data.element)]);
  const items = call2.items(data);
  if (items === void 0) return data.kind === "object" ? unsure : void 0;
  if (items.length === 0) return { shape: [integer(0)], open: false, dtype: "float32" };
  return ofSequence(
    integer(items.length),
    items.map((item) => literal(call2, item)),
  );
}
function ofSequence(length2, elements3) {
  let dtype2 = elements3[0]?.dtype;
  for (const element2 of elements3) {
    if (element2 === void 0) return void 0;
    dtype2 = joined(dtype2, element2.dtype);
  }
  const sure = elements3.filter((element2) => element2?.open === false);
  const [first] = sure;
  if (first === void 0) return { shape: [length2], open: true, dtype: dtype2 };
  for (const other of sure) {
    if (other?.shape.length !== first.shape.length) return void 0;
    if (other.shape.some((size2, i) => size2?.key !== first.shape[i]?.key)) return void 0;
  }
  return { shape: [length2, ...first.shape], open: false, dtype: dtype2 };
}

// server/src/interpreter/tensors/constructors.ts
function made(call2, sizes, dtype2) {
  const extra = { dtype: dtypeArgument(call2, dtype2), device: deviceArgument(call2, void 0) };
  if (sizes === void 0) return tensor([], { ...extra, open: true });
  const shape2 = sizes.map(asSize);
  if (shape2.some((size2) => fails(call2.facts, size2, ">=", 0))) return void 0;
  return tensor(shape2, extra);
}
function ofSizes(dtype2) {
  return (call2) => made(call2, variadic(call2, 0, "size"), dtype2);
}
function sizesAt(call2, position) {
  const value = argument(call2, position, "size", "shape");
  return value === void 0 ? void 0 : call2.items(value);
}
var scalarDtypes2 = /* @__PURE__ */ new Map([
  ["int", "int64"],
  ["float", "float32"],
  ["bool", "bool"],
]);
var full = (call2) => {
  const fill = argument(call2, 1, "fill_value");
  return made(call2, sizesAt(call2, 0), fill === void 0 ? void 0 : scalarDtypes2.get(fill.kind));
};
var randint = (call2) => {
  const named2 = call2.keywords.get("size");
  const last = named2 ?? call2.positional[call2.positional.length - 1];
  const bounds = call2.positional.length + (call2.keywords.has("high") ? 1 : 0) + (call2.keywords.has("low") ? 1 : 0);
  if (last === void 0 || bounds < (named2 === void 0 ? 2 : 1)) return void 0;
  return made(call2, call2.items(last), "int64");
};
function range(call2) {
  const start = call2.positional.length > 1 ? call2.positional[0] : call2.keywords.get("start");
  const stop = call2.positional.length > 1 ? call2.positional[1] : argument(call2, 0, "end", "stop");
  const step = argument(call2, 2, "step");
  if (stop === void 0) return void 0;
  const bounds = [start, stop, step].filter((bound2) => bound2 !== void 0);
  const certain = bounds.every((bound2) => bound2.kind === "int" || (bound2.kind === "opaque" && bound2.size));
  const dtype2 = certain ? "int64" : bounds.some((bound2) => bound2.kind === "float") ? "float32" : void 0;
  if (step !== void 0 && constantInt(step) === 0) return void 0;
  const distance = subtract(asSize(stop), start === void 0 ? integer(0) : asSize(start));
  return { length: ceilDiv(distance, step === void 0 ? integer(1) : asSize(step)), dtype: dtype2 };
}
var arange = (call2) => {
  const found = range(call2);
  if (found === void 0 || fails(call2.facts, found.length, ">=", 0)) return void 0;
  return tensor([found.length], {
    dtype: dtypeArgument(call2, found.dtype),
    device: deviceArgument(call2, void 0),
  });
};
var linspace = (call2) => {
  const steps2 = argument(call2, 2, "steps");
  return steps2 === void 0 ? void 0 : made(call2, [steps2], "float32");
};
var eye = (call2) => {
  const rows = argument(call2, 0, "n");
  if (rows === void 0) return void 0;
  return made(call2, [rows, argument(call2, 1, "m") ?? rows], "float32");
};
var randperm = (call2) => {
  const count = argument(call2, 0, "n");
  return count === void 0 ? void 0 : made(call2, [count], "int64");
};
var fromData = (call2) => {
  const data = argument(call2, 0, "data", "obj");
  if (data === void 0) return void 0;
  const given = asTensor(data);
  if (data.kind === "opaque" && given !== void 0) {
    return sameShape(given, { dtype: dtypeArgument(call2, void 0), device: deviceArgument(call2, void 0) });
  }
  if (given !== void 0) {
    return sameShape(given, { dtype: dtypeArgument(call2, given.dtype), device: deviceArgument(call2, void 0) });
  }
  const found = literal(call2, data);
  if (found === void 0) return void 0;
  return tensor(found.shape, {
    open: found.open,
    dtype: dtypeArgument(call2, found.dtype),
    device: deviceArgument(call2, void 0),
  });
};
var fromNumpy = (call2) => {
  const array2 = asTensor(argument(call2, 0));
  return array2 === void 0 ? void 0 : sameShape(array2, { device: "cpu" });
};
var like = (call2) => {
  const self = asTensor(argument(call2, 0, "input"));
  if (self === void 0) return void 0;
  return sameShape(self, { dtype: dtypeArgument(call2, self.dtype), device: deviceArgument(call2, self.device) });
};
function ownKind(self, call2) {
  return { dtype: dtypeArgument(call2, self.dtype), device: deviceArgument(call2, self.device) };
}
var newOfSizes = (self, call2) => {
  const result = made(call2, variadic(call2, 0, "size"), void 0);
  return result === void 0 ? void 0 : { ...result, ...ownKind(self, call2) };
};
var newFull = (self, call2) => {
  const result = made(call2, sizesAt(call2, 0), void 0);
  return result === void 0 ? void 0 : { ...result, ...ownKind(self, call2) };
};
var newTensor = (self, call2) => {
  const result = fromData(call2);
  return result?.kind === "tensor" ? { ...result, ...ownKind(self, call2) } : void 0;
};
var oneHot = (call2) => {
  const self = asTensor(argument(call2, 0, "tensor", "input"));
  if (self === void 0) return void 0;
  const classes = argument(call2, 1, "num_classes");
  const size2 = asSize(classes);
  const known3 = size2 !== void 0 && call2.facts.compare(size2, ">=", integer(0)) === true ? size2 : void 0;
  if (self.open) return unranked(self, { dtype: "int64" });
  return reshaped(self, [...self.shape, known3], { dtype: "int64" });
};
var meshgrid = (call2) => {
  const [first] = call2.positional;
  if (first === void 0) return void 0;
  const tensors = tensorsOf(
    call2,
    call2.positional.length === 1 && call2.items(first) ? first : tuple(call2.positional),
  );
  const indexing = call2.keywords.has("indexing") ? stringOf(call2.keywords.get("indexing")) : "ij";
  if (tensors === void 0 || (indexing !== "ij" && indexing !== "xy")) return void 0;
  if (tensors.some((item) => item.shape.length > 1)) return void 0;
  const sizes = tensors.map((item) => (item.open || item.shape.length === 1 ? dimension(item, 0) : integer(1)));
  if (indexing === "xy" && sizes.length > 1) sizes.splice(0, 2, sizes[1], sizes[0]);
  return tuple(tensors.map((item) => reshaped(item, sizes)));
};
var diff = (self, call2) => {
  if (call2.keywords.has("prepend") || call2.keywords.has("append") || call2.positional.length > 2) return void 0;
  const times = constantInt(argument(call2, 0, "n") ?? { kind: "int", value: integer(1) });
  const dim = constantInt(argument(call2, 1, "dim", "axis") ?? { kind: "int", value: integer(-1) });
  if (times === void 0 || times < 0 || dim === void 0 || self.open) return void 0;
  const axis = dim < 0 ? dim + self.shape.length : dim;
  const size2 = self.shape[axis];
  if (axis < 0 || axis >= self.shape.length) return void 0;
  const less = subtract(size2, integer(times));
  const length2 = less === void 0 ? void 0 : call2.facts.maximum([less, integer(0)]);
  return reshaped(self, self.shape.with(axis, length2));
};
var constructors = new Map([
  ...["zeros", "ones", "empty", "rand", "randn"].map((name) => [name, ofSizes("float32")]),
  ["full", full],
  ["randint", randint],
  ["randperm", randperm],
  ["arange", arange],
  ["linspace", linspace],
  ["logspace", linspace],
  ["eye", eye],
  ["tensor", fromData],
  ["as_tensor", fromData],
  ["asarray", fromData],
  ["from_numpy", fromNumpy],
  ...["zeros", "ones", "empty", "rand", "randn", "full", "randint"].map((name) => [`${name}_like`, like]),
  ["meshgrid", meshgrid],
  ["nn.functional.one_hot", oneHot],
  ["Size", (call2) => sizeTuple(call2)],
  ["device", (call2) => deviceText(call2)],
]);
function sizeTuple(call2) {
  const [first] = call2.positional;
  const items = first === void 0 ? [] : call2.items(first);
  return items === void 0 ? void 0 : tuple(items);
}
function deviceText(call2) {
  const type2 = stringOf(argument(call2, 0, "type", "device"));
  const index2 = argument(call2, 1, "index");
  if (type2 === void 0) return void 0;
  if (index2 === void 0) return text(type2);
  const number2 = constantInt(index2);
  return number2 === void 0 ? void 0 : text(`${type2}:${number2}`);
}
var newTensors = /* @__PURE__ */ new Map([
  ["new_zeros", newOfSizes],
  ["new_ones", newOfSizes],
  ["new_empty", newOfSizes],
  ["new_full", newFull],
  ["new_tensor", newTensor],
  ["diff", diff],
]);

// server/src/interpreter/tensors/broadcasting.ts
function broadcastSize(sizes, facts2) {
  const wide = [];
  let unsure2 = false;
  for (const size2 of sizes) {
    if (holds(facts2, size2, "==", 1)) continue;
    if (fails(facts2, size2, "==", 1)) wide.push(size2);
    else if (size2 === void 0) unsure2 = true;
    else if (!wide.some((other) => holds(facts2, other, "==", size2))) wide.push(size2);
  }
  const certain = wide.filter((size2) => fails(facts2, size2, "==", 1));
  if (certain.length > 0) return agreed(facts2, certain);
  if (wide.length === 0) return unsure2 ? void 0 : integer(1);
  return wide.length === 1 && !unsure2 ? wide[0] : void 0;
}
function broadcastSizes(shapes, facts2) {
  const rank3 = Math.max(0, ...shapes.map((shape2) => shape2.length));
  const result = [];
  for (let i = 0; i < rank3; i++) {
    const sizes = shapes
      .filter((shape2) => i >= rank3 - shape2.length)
      .map((shape2) => shape2[i - rank3 + shape2.length]);
    const size2 = broadcastSize(sizes, facts2);
    if (size2 === "conflict") return void 0;
    result.push(size2);
  }
  return result;
}
function broadcastShape(operands, facts2) {
  const [first, ...others] = operands.filter((operand) => operand.open || operand.shape.length > 0);
  if (first === void 0) return { shape: [], open: false, rest: void 0 };
  if (others.every((other) => isSameShape(first, other))) {
    return { shape: first.shape, open: first.open, rest: first.rest };
  }
  if (first.open || others.some((other) => other.open)) return { shape: [], open: true, rest: void 0 };
  const shape2 = broadcastSizes(
    [first, ...others].map((operand) => operand.shape),
    facts2,
  );
  return shape2 === void 0 ? void 0 : { shape: shape2, open: false, rest: void 0 };
}
function isSameShape(a, b) {
  if (a.open !== b.open || a.shape.length !== b.shape.length) return false;
  if (a.shape.some((size2, i) => size2 === void 0 || size2.key !== b.shape[i]?.key)) return false;
  if (!a.open) return true;
  return a.rest !== void 0 && b.rest !== void 0 && a.rest.key === b.rest.key && a.rest.offset === b.rest.offset;
}

// server/src/interpreter/tensors/indexing.ts
function knowing(facts2, size2) {
  return size2 === void 0 ? facts2 : (facts2.assume(size2, ">=", integer(0)) ?? facts2);
}
function clipped(facts2, bound2, size2) {
  if (bound2 === void 0) return void 0;
  const negative = facts2.compare(bound2, "<", integer(0));
  if (negative === void 0) return void 0;
  if (!negative) return facts2.minimum([bound2, size2]);
  const fromEnd = add(bound2, size2);
  return fromEnd === void 0 ? void 0 : facts2.maximum([fromEnd, integer(0)]);
}
function sliceLength(facts2, size2, lower, upper, step) {
  if (size2 === void 0) return shortSlice(facts2, lower, upper, step);
  const known3 = knowing(facts2, size2);
  const by = step.kind === "none" ? integer(1) : asSize(step);
  if (by === void 0 || !holds(known3, by, ">=", 1)) return void 0;
  const from2 = lower.kind === "none" ? integer(0) : clipped(known3, asSize(lower), size2);
  const to2 = upper.kind === "none" ? size2 : clipped(known3, asSize(upper), size2);
  const distance = subtract(to2, from2);
  if (distance === void 0) return void 0;
  const length2 = known3.maximum([distance, integer(0)]);
  return constantOf(by) === 1 ? length2 : ceilDiv(length2, by);
}
function shortSlice(facts2, lower, upper, step) {
  if (step.kind !== "none" || lower.kind === "none" || upper.kind === "none") return void 0;
  const [from2, to2] = [asSize(lower), asSize(upper)];
  const ordered = holds(facts2, from2, ">=", 0) && holds(facts2, to2, ">=", 0) && to2 !== void 0;
  return ordered && holds(facts2, from2, ">=", to2) ? integer(0) : void 0;
}
function entryOf(index2, call2) {
  switch (index2.kind) {
    case "none":
      return { kind: "new" };
    case "ellipsis":
      return { kind: "ellipsis" };
    case "int":
      return { kind: "int", at: index2.value };
    case "slice":
      return { kind: "slice", lower: index2.lower, upper: index2.upper, step: index2.step };
    case "opaque": {
      const at = index2.size ? asSize(index2) : void 0;
      return at === void 0 ? void 0 : { kind: "int", at };
    }
    case "tensor":
      return pickBy(index2);
    case "tuple":
    case "object":
      return pickByList(call2.items(index2));
    default:
      return void 0;
  }
}
function pickBy(index2) {
  const rank3 = rankOf(index2);
  if (rank3 === void 0) return void 0;
  const { dtype: dtype2, shape: shape2 } = index2;
  if (dtype2 === "bool") {
    return rank3 === 0 ? void 0 : { kind: "pick", sizes: [void 0], takes: rank3, mask: true };
  }
  if (dtype2 === void 0) return rank3 === 1 ? { kind: "pick", sizes: [void 0], takes: 1, mask: true } : void 0;
  if (dtype2 === "uint8" || !isIntegral(dtype2)) return void 0;
  return { kind: "pick", sizes: shape2, takes: 1, mask: false };
}
function pickByList(items) {
  if (items === void 0 || items.length === 0) return void 0;
  if (items.every((item) => item.kind === "int" || (item.kind === "opaque" && item.size))) {
    return { kind: "pick", sizes: [integer(items.length)], takes: 1, mask: false };
  }
  const truths = items.every((item) => item.kind === "bool");
  return truths ? { kind: "pick", sizes: [void 0], takes: 1, mask: true } : void 0;
}
function indexTensor(self, index2, call2) {
  const entries2 = [];
  for (const item of index2.kind === "tuple" ? index2.items : [index2]) {
    const entry2 = entryOf(item, call2);
    if (entry2 === void 0) return void 0;
    entries2.push(entry2);
  }
  const result = indexed(self, entries2, call2.facts);
  return result === void 0 ? void 0 : { ...result, origin: call2.origin };
}
function indexed(self, entries2, facts2) {
  const ellipses = entries2.filter((entry2) => entry2.kind === "ellipsis").length;
  if (ellipses > 1) return void 0;
  const consumed = entries2.reduce((sum, entry2) => sum + taken(entry2), 0);
  const rank3 = rankOf(self);
  if (rank3 !== void 0 && consumed > rank3) return void 0;
  const position = entries2.findIndex((entry2) => entry2.kind === "ellipsis");
  if (rank3 === void 0 && ellipses === 1 && position < entries2.length - 1) {
    return entries2.some((entry2) => entry2.kind === "pick")
      ? unranked(self)
      : beforeEllipsis(self, entries2, position, facts2);
  }
  return walk(self, entries2, (rank3 ?? consumed) - consumed, facts2);
}
function beforeEllipsis(self, entries2, position, facts2) {
  const front = entries2.slice(0, position);
  const result = walk(self, front, 0, facts2);
  const count = front.filter((entry2) => entry2.kind === "slice" || entry2.kind === "new").length;
  return result === void 0 ? void 0 : unrankedFrom(self, result.shape.slice(0, count));
}
function unrankedFrom(self, shape2) {
  return tensor(shape2, { open: true, dtype: self.dtype, device: self.device });
}
function taken(entry2) {
  if (entry2.kind === "pick") return entry2.takes;
  return entry2.kind === "int" || entry2.kind === "slice" ? 1 : 0;
}
function walk(self, entries2, skipped, facts2) {
  const consumed = entries2.reduce((sum, entry2) => sum + taken(entry2), 0);
  const isWhole = entries2.some((entry2) => entry2.kind === "ellipsis");
  const count = consumed + (isWhole ? skipped : 0);
  const own = leading(self, count);
  const sizes = [];
  const picks = [];
  let next = 0;
  for (const [order2, entry2] of entries2.entries()) {
    if (entry2.kind === "new") sizes.push(integer(1));
    else if (entry2.kind === "ellipsis") {
      sizes.push(...own.slice(next, next + skipped));
      next += skipped;
    } else if (entry2.kind === "int") {
      if (isOutside(facts2, entry2.at, own[next++])) return void 0;
    } else if (entry2.kind === "slice") {
      if (self.device !== numpyDevice && fails(facts2, asSize(entry2.step), ">", 0)) return void 0;
      sizes.push(sliceLength(facts2, own[next++], entry2.lower, entry2.upper, entry2.step));
    } else {
      picks.push({ at: sizes.length, entry: entry2, order: order2 });
      next += entry2.takes;
    }
  }
  const [first] = picks;
  if (first !== void 0) {
    const place2 = placeOfPicks(self, entries2, picks);
    const picked = combinedPicks(
      picks.map((pick) => pick.entry),
      facts2,
    );
    if (picked === void 0 || place2 === void 0) return void 0;
    sizes.splice(place2, 0, ...picked);
  }
  return spliced(self, 0, count, sizes);
}
function isOutside(facts2, at, size2) {
  if (size2 === void 0) return false;
  if (holds(facts2, at, ">=", size2)) return true;
  return holds(facts2, add(at, size2), "<", 0);
}
function combinedPicks(picks, facts2) {
  const [only2] = picks;
  if (picks.length === 1 && only2 !== void 0) return only2.sizes;
  if (picks.some((pick) => pick.mask)) return void 0;
  return broadcastSizes(
    picks.map((pick) => pick.sizes),
    facts2,
  );
}
function placeOfPicks(self, entries2, picks) {
  const [first, last] = [picks[0], picks[picks.length - 1]];
  if (first === void 0 || last === void 0) return void 0;
  if (self.device === numpyDevice && entries2.some((entry2) => entry2.kind === "int")) return void 0;
  return first.at === last.at ? first.at : 0;
}
var narrow = (self, call2) => {
  const axis = axisOf(self, dimArgument(call2, 0, NaN));
  if (axis === void 0) return self.open ? unranked(self) : void 0;
  const start = asSize(argument(call2, 1, "start"));
  const length2 = asSize(argument(call2, 2, "length"));
  const size2 = dimension(self, axis);
  if (fails(call2.facts, length2, ">=", 0) || fails(call2.facts, length2, "<=", size2)) return void 0;
  if (start !== void 0 && isCount(call2, start) && fails(call2.facts, add(start, length2), "<=", size2)) return void 0;
  return resized(self, axis, length2);
};
var select = (self, call2) => {
  const axis = axisOf(self, dimArgument(call2, 0, NaN));
  if (axis === void 0) return self.open ? unranked(self) : void 0;
  const at = asSize(argument(call2, 1, "index"));
  if (at !== void 0 && isOutside(call2.facts, at, dimension(self, axis))) return void 0;
  return spliced(self, axis, 1, []);
};
var indexSelect = (self, call2) => {
  const axis = axisOf(self, dimArgument(call2, 0, NaN));
  if (axis === void 0) return self.open ? unranked(self) : void 0;
  const index2 = asTensor(argument(call2, 1, "index"));
  if (index2 !== void 0 && index2.shape.length > 1) return void 0;
  const count = index2 === void 0 ? void 0 : rankOf(index2) === 0 ? integer(1) : dimension(index2, 0);
  return resized(
    self,
    axis,
    index2?.open === true && index2.shape.length === 0 && index2.rest === void 0 ? void 0 : count,
  );
};
function shapedAsIndex(position) {
  return (self, call2) => {
    const index2 = asTensor(argument(call2, position, "index"));
    return index2 === void 0 ? unranked(self) : reshaped(self, index2.shape, { open: index2.open, rest: index2.rest });
  };
}
var maskedSelect = (self) => reshaped(self, [void 0]);
var nonzero = (self, call2) => {
  const asTuple = argument(call2, 0, "as_tuple");
  const rank3 = rankOf(self);
  const extra = { dtype: "int64" };
  if (asTuple === void 0) return reshaped(self, [void 0, rank3 === void 0 ? void 0 : integer(rank3)], extra);
  if (asTuple.kind !== "bool" || rank3 === void 0 || rank3 === 0) return void 0;
  if (asTuple.formula.kind !== "constant" || !asTuple.formula.value) return void 0;
  return tuple(self.shape.map(() => reshaped(self, [void 0], extra)));
};
function elementsAlong(self, axis) {
  const size2 = dimension(self, axis);
  const element2 = spliced(self, axis, 1, []);
  const count = size2 === void 0 ? void 0 : constantOf(size2);
  if (count !== void 0 && count <= maximumTuple) return tuple(Array.from({ length: count }, () => element2));
  return uniform(element2, size2);
}
var maximumTuple = 64;
var unbind = (self, call2) => {
  const axis = axisOf(self, dimArgument(call2, 0, 0));
  return axis === void 0 ? void 0 : elementsAlong(self, axis);
};
var subscripts = /* @__PURE__ */ new Map([
  ["narrow", narrow],
  ["select", select],
  ["index_select", indexSelect],
  ["gather", shapedAsIndex(1)],
  ["take", shapedAsIndex(0)],
  ["masked_select", maskedSelect],
  ["nonzero", nonzero],
  ["argwhere", nonzero],
  ["unbind", unbind],
]);

// server/src/interpreter/tensors/pieces.ts
function equalPieces(self, axis, size2, count) {
  const piece = resized(self, axis, size2);
  const number2 = count === void 0 ? void 0 : constantOf(count);
  if (number2 !== void 0 && number2 >= 0 && number2 <= maximumTuple) {
    return tuple(Array.from({ length: number2 }, () => piece));
  }
  return uniform(piece, count);
}
function piecesOf(self, axis, sizes) {
  return tuple(sizes.map((size2) => resized(self, axis, size2)));
}
function somePieces(self, axis) {
  return uniform(axis === void 0 ? unranked(self) : resized(self, axis, void 0), void 0);
}
function divides(call2, whole, part) {
  return holds(call2.facts, modulo(whole, part), "==", 0);
}
var chunk = (self, call2) => {
  const value = argument(call2, 0, "chunks");
  const axis = axisOf(self, dimArgument(call2, 1, 0));
  if (value === void 0 || (axis === void 0 && !self.open)) return void 0;
  const count = asSize(value);
  if (axis === void 0 || count === void 0) return somePieces(self, axis);
  if (fails(call2.facts, count, ">=", 1)) return void 0;
  const size2 = dimension(self, axis);
  if (divides(call2, size2, count)) return equalPieces(self, axis, quotient(call2, size2, count), count);
  const [whole, pieces] = [numberOf3(size2), numberOf3(count)];
  if (whole === void 0 || pieces === void 0) return somePieces(self, axis);
  return ofLength(self, axis, whole, Math.ceil(whole / pieces));
};
function numberOf3(size2) {
  return size2 === void 0 ? void 0 : constantOf(size2);
}
function ofLength(self, axis, whole, length2) {
  if (length2 <= 0) return void 0;
  const count = Math.max(1, Math.ceil(whole / length2));
  if (count > maximumTuple) return somePieces(self, axis);
  const sizes = Array.from({ length: count }, (_, i) => integer(Math.min(length2, whole - i * length2)));
  return piecesOf(self, axis, sizes);
}
var split = (self, call2) => {
  const value = argument(call2, 0, "split_size_or_sections", "split_size");
  const axis = axisOf(self, dimArgument(call2, 1, 0));
  if (value === void 0 || (axis === void 0 && !self.open)) return void 0;
  const items = call2.items(value);
  if (items !== void 0) {
    if (axis === void 0) return tuple(items.map(() => unranked(self)));
    const sizes = items.map(asSize);
    const sum = sizes.reduce((total, size3) => add(total, size3), integer(0));
    if (fails(call2.facts, sum, "==", dimension(self, axis))) return void 0;
    return piecesOf(self, axis, sizes);
  }
  const length2 = value.kind === "int" || (value.kind === "opaque" && value.size) ? asSize(value) : void 0;
  if (axis === void 0 || length2 === void 0) return somePieces(self, axis);
  const size2 = dimension(self, axis);
  if (fails(call2.facts, length2, ">=", 1)) return void 0;
  if (divides(call2, size2, length2) && holds(call2.facts, size2, ">=", 1)) {
    return equalPieces(self, axis, length2, quotient(call2, size2, length2));
  }
  const [whole, number2] = [numberOf3(size2), numberOf3(length2)];
  return whole === void 0 || number2 === void 0 ? somePieces(self, axis) : ofLength(self, axis, whole, number2);
};
var tensorSplit = (self, call2) => {
  const value = argument(call2, 0, "indices_or_sections", "sections", "indices");
  const axis = axisOf(self, dimArgument(call2, 1, 0));
  if (value === void 0 || (axis === void 0 && !self.open)) return void 0;
  const items = call2.items(value);
  if (items !== void 0) {
    const size3 = axis === void 0 ? void 0 : dimension(self, axis);
    const bounds = [none, ...items, none];
    const sizes2 = bounds.slice(1).map((upper, i) => sliceLength(call2.facts, size3, bounds[i] ?? none, upper, none));
    return axis === void 0 ? tuple(sizes2.map(() => unranked(self))) : piecesOf(self, axis, sizes2);
  }
  const count = value.kind === "int" || (value.kind === "opaque" && value.size) ? asSize(value) : void 0;
  if (axis === void 0 || count === void 0) return somePieces(self, axis);
  if (fails(call2.facts, count, ">=", 1)) return void 0;
  const size2 = dimension(self, axis);
  if (divides(call2, size2, count)) return equalPieces(self, axis, quotient(call2, size2, count), count);
  const [whole, pieces] = [numberOf3(size2), numberOf3(count)];
  if (pieces === void 0 || pieces > maximumTuple) return uniform(resized(self, axis, void 0), count);
  const sizes = Array.from({ length: pieces }, (_, i) => {
    if (whole !== void 0) return integer(Math.floor(whole / pieces) + (i < whole % pieces ? 1 : 0));
    return ceilDiv(add(size2, integer(-i)), integer(pieces));
  });
  return piecesOf(self, axis, sizes);
};
function operandsOf2(call2) {
  const value = argument(call2, 0, "tensors", "arrays", "tup");
  const parts = tensorsOf(call2, value);
  if (parts !== void 0) return { parts, times: integer(1) };
  if (value?.kind !== "uniform") return void 0;
  const element2 = asTensor(value.element);
  return element2 === void 0 ? void 0 : { parts: [element2], times: value.length };
}
function commonKind(parts, call2) {
  const [first] = parts;
  const dtype2 = parts.reduce((a, part) => joined(a, part.dtype), first?.dtype);
  const device2 = parts.every((part) => part.device === first?.device) ? first?.device : void 0;
  return { dtype: dtypeArgument(call2, dtype2), device: device2 };
}
var cat = (call2) => {
  const operands = operandsOf2(call2);
  if (operands === void 0 || operands.parts.length === 0) return void 0;
  const kind = commonKind(operands.parts, call2);
  const parts = withoutLegacyEmpty(operands.parts);
  const [first] = parts;
  if (first === void 0) return tensor([integer(0)], kind);
  const dim = dimArgument(call2, 1, 0);
  return dim === void 0 ? unranked(first, kind) : joinedAlong(call2, parts, operands.times, dim, kind);
};
function withoutLegacyEmpty(parts) {
  return parts.filter((part) => part.open || part.shape.length !== 1 || numberOf3(part.shape[0]) !== 0);
}
function joinedAlong(call2, parts, times, dim, kind) {
  const [first] = parts;
  const ranks = [...new Set(parts.map(rankOf).filter((rank4) => rank4 !== void 0))];
  if (first === void 0 || ranks.length > 1) return void 0;
  const [rank3] = ranks;
  const axis = rank3 === void 0 ? (dim < 0 ? void 0 : dim) : axisIn(rank3, dim);
  if (axis === void 0) return rank3 === void 0 ? unranked(first, kind) : void 0;
  const count = rank3 ?? Math.max(axis + 1, ...parts.map((part) => part.shape.length));
  const shape2 = withoutConflict(
    Array.from({ length: count }, (_, i) => {
      const sizes = parts.map((part) => dimension(part, i));
      if (i !== axis) return agreed(call2.facts, sizes);
      return product([times, sizes.reduce((sum, size2) => add(sum, size2), integer(0))]);
    }),
  );
  if (shape2 === void 0) return void 0;
  const rest = parts.find((part) => part.rest !== void 0)?.rest;
  return tensor(shape2, { ...kind, open: rank3 === void 0, rest: rank3 === void 0 ? rest : void 0 });
}
var stack = (call2) => {
  const operands = operandsOf2(call2);
  const [first] = operands?.parts ?? [];
  if (operands === void 0 || first === void 0) return void 0;
  const kind = commonKind(operands.parts, call2);
  const dim = dimArgument(call2, 1, 0);
  if (dim === void 0) return unranked(first, kind);
  const widened2 = operands.parts.map((part) => {
    const axis = part.open ? (dim < 0 ? void 0 : dim) : axisIn(part.shape.length + 1, dim);
    return axis === void 0 ? void 0 : spliced(part, axis, 0, [integer(1)]);
  });
  const parts = widened2.filter((part) => part !== void 0);
  if (parts.length < widened2.length) return operands.parts.some((part) => part.open) ? unranked(first, kind) : void 0;
  return joinedAlong(call2, parts, operands.times, dim, kind);
};
function stackAlong(name) {
  return (call2) => {
    const parts = tensorsOf(call2, argument(call2, 0, "tensors", "tup"));
    const [first] = parts ?? [];
    if (parts === void 0 || first === void 0) return void 0;
    const kind = commonKind(parts, call2);
    if (parts.some((part) => part.open)) return unranked(first, kind);
    const least = name === "vstack" ? 2 : 1;
    const widened2 = parts.map((part) => {
      const missing = Math.max(0, least - part.shape.length);
      return reshaped(part, [...Array.from({ length: missing }, () => integer(1)), ...part.shape]);
    });
    const dim = name === "vstack" || widened2[0]?.shape.length === 1 ? 0 : 1;
    return joinedAlong(call2, widened2, integer(1), dim, kind);
  };
}
var pad = (self, call2) => {
  const value = argument(call2, 0, "pad");
  const amounts = value === void 0 ? void 0 : call2.items(value);
  if (self.open) return unranked(self);
  if (amounts === void 0)
    return reshaped(
      self,
      self.shape.map(() => void 0),
    );
  if (amounts.length % 2 !== 0 || amounts.length / 2 > self.shape.length) return void 0;
  const shape2 = [...self.shape];
  for (let i = 0; i < amounts.length / 2; i++) {
    const at = shape2.length - 1 - i;
    const size2 = add(shape2[at], add(asSize(amounts[2 * i]), asSize(amounts[2 * i + 1])));
    if (fails(call2.facts, size2, ">=", 0)) return void 0;
    shape2[at] = size2;
  }
  return reshaped(self, shape2);
};
var padSequence = (call2) => {
  const parts = tensorsOf(call2, argument(call2, 0, "sequences"));
  const batchFirst = flagArgument(call2, 1, false, "batch_first");
  const [first] = parts ?? [];
  if (parts === void 0 || first === void 0 || batchFirst === void 0) return void 0;
  if (parts.some((part) => part.open || part.shape.length !== first.shape.length) || first.open) return unranked(first);
  const lengths = parts.map((part) => part.shape[0]).filter((size2) => size2 !== void 0);
  const longest = lengths.length === parts.length ? call2.facts.maximum(lengths) : void 0;
  const count = integer(parts.length);
  const behind = withoutConflict(
    first.shape.slice(1).map((_, i) =>
      agreed(
        call2.facts,
        parts.map((part) => part.shape[i + 1]),
      ),
    ),
  );
  if (behind === void 0 || first.shape.length === 0) return void 0;
  return reshaped(first, [...(batchFirst ? [count, longest] : [longest, count]), ...behind]);
};
var pieceMethods = /* @__PURE__ */ new Map([
  ["chunk", chunk],
  ["split", split],
  ["tensor_split", tensorSplit],
]);
var pieceFunctions = /* @__PURE__ */ new Map([
  ["cat", cat],
  ["concat", cat],
  ["concatenate", cat],
  ["stack", stack],
  ["vstack", stackAlong("vstack")],
  ["hstack", stackAlong("hstack")],
  ["nn.utils.rnn.pad_sequence", padSequence],
]);

// server/src/interpreter/tensors/einops.ts
var ellipsis2 = "...";
function parse(side) {
  const tokens = side.match(/\.\.\.|[()]|\w+|\S/g) ?? [];
  const groups = [];
  let open;
  for (const token2 of tokens) {
    if (token2 === "(") {
      if (open !== void 0) return void 0;
      open = [];
    } else if (token2 === ")") {
      if (open === void 0) return void 0;
      groups.push(open);
      open = void 0;
    } else if (token2 !== ellipsis2 && !/^\w+$/.test(token2)) return void 0;
    else {
      const axis = /^\d+$/.test(token2) ? Number(token2) : token2;
      if (open === void 0) groups.push([axis]);
      else if (axis === ellipsis2) return void 0;
      else open.push(axis);
    }
  }
  return open === void 0 ? groups : void 0;
}
function parsePattern(text2) {
  const [before, after, ...others] = text2?.split("->") ?? [];
  if (before === void 0 || after === void 0 || others.length > 0) return void 0;
  const [left, right] = [parse(before), parse(after)];
  if (left === void 0 || right === void 0 || repeatsName(left) || repeatsName(right)) return void 0;
  return { left, right };
}
function repeatsName(groups) {
  const names = namesOf(groups);
  return new Set(names).size !== names.length;
}
function namesOf(groups) {
  return groups.flat().filter((axis) => typeof axis === "string");
}
function withoutEllipsis(pattern, rank3) {
  const position = pattern.left.findIndex((group3) => group3[0] === ellipsis2);
  if (position < 0) return namesOf(pattern.right).includes(ellipsis2) ? void 0 : pattern;
  if (rank3 === void 0) return void 0;
  const count = rank3 - (pattern.left.length - 1);
  if (count < 0) return void 0;
  const spelled = Array.from({ length: count }, (_, i) => [`...${i}`]);
  const spell = (groups) => groups.flatMap((group3) => (group3[0] === ellipsis2 ? spelled : [group3]));
  return { left: spell(pattern.left), right: spell(pattern.right) };
}
function bind(call2, groups, sizes, passed) {
  const bound2 = new Map(passed);
  for (const [i, group3] of groups.entries()) {
    const size2 = sizes[i];
    const open = group3.filter((axis) => typeof axis === "string" && !passed.has(axis));
    const known3 = product(
      group3.map((axis) => (typeof axis === "number" ? integer(axis) : (passed.get(axis) ?? integer(1)))),
    );
    const part = group3.some((axis) => typeof axis === "string" && passed.has(axis) && passed.get(axis) === void 0)
      ? void 0
      : known3;
    const [name, ...more] = open;
    if (more.length > 0) return void 0;
    if (name === void 0) {
      if (fails(call2.facts, size2, "==", part)) return void 0;
    } else if (typeof name === "string") bound2.set(name, group3.length === 1 ? size2 : quotient(call2, size2, part));
  }
  return bound2;
}
function composed(groups, sizes) {
  return groups.map((group3) =>
    product(group3.map((axis) => (typeof axis === "number" ? integer(axis) : sizes.get(axis)))),
  );
}
function isWellFormed(operation, pattern, passed) {
  const [left, right] = [namesOf(pattern.left), namesOf(pattern.right)];
  const added = right.filter((name) => !left.includes(name));
  const removed2 = left.filter((name) => !right.includes(name));
  if (operation !== "reduce" && removed2.length > 0) return false;
  if (operation !== "repeat" && added.length > 0) return false;
  const numbers2 = [...pattern.left, ...(operation === "repeat" ? [] : pattern.right)].flat();
  if (numbers2.some((axis) => typeof axis === "number" && axis !== 1)) return false;
  return added.every((name) => passed.has(name));
}
function reshapedBy(operation, self, call2, text2) {
  const source = parsePattern(stringOf(text2));
  const pattern = source === void 0 ? void 0 : withoutEllipsis(source, rankOf(self));
  if (pattern === void 0) return void 0;
  const passed = new Map(
    [...call2.keywords].filter(([name]) => !reserved.has(name)).map(([name, value]) => [name, asSize(value)]),
  );
  if ([...passed.values()].some((size2) => fails(call2.facts, size2, ">=", 0))) return void 0;
  if (!isWellFormed(operation, pattern, passed)) return void 0;
  const sizes = sizesOfRank(self, pattern.left.length);
  if (sizes === void 0) return void 0;
  const ones = pattern.left.some((group3, i) => group3.length === 0 && fails(call2.facts, sizes[i], "==", 1));
  const bound2 = ones ? void 0 : bind(call2, pattern.left, sizes, passed);
  return bound2 === void 0 ? void 0 : reshaped(self, composed(pattern.right, bound2));
}
var reserved = /* @__PURE__ */ new Set(["tensor", "pattern", "reduction"]);
function tensorArgument(call2) {
  const value = argument(call2, 0, "tensor");
  const parts = tensorsOf(call2, value);
  if (parts === void 0 || value === void 0) return asTensor(value);
  const stacked = pieceFunctions.get("stack")?.(withArguments(call2, [value], /* @__PURE__ */ new Map()));
  return asTensor(stacked);
}
var rearrange = (call2) => {
  const self = tensorArgument(call2);
  return self === void 0 ? void 0 : reshapedBy("rearrange", self, call2, argument(call2, 1, "pattern"));
};
var repeat = (call2) => {
  const self = tensorArgument(call2);
  return self === void 0 ? void 0 : reshapedBy("repeat", self, call2, argument(call2, 1, "pattern"));
};
var reduce = (call2) => {
  const self = tensorArgument(call2);
  const result = self === void 0 ? void 0 : reshapedBy("reduce", self, call2, argument(call2, 1, "pattern"));
  const reduction3 = stringOf(argument(call2, 2, "reduction"));
  if (result === void 0) return void 0;
  if (reduction3 === "min" || reduction3 === "max") return result;
  return { ...result, dtype: result.dtype !== void 0 && isFloating(result.dtype) ? result.dtype : void 0 };
};
var einopsFunctions = /* @__PURE__ */ new Map([
  ["einops.rearrange", rearrange],
  ["einops.repeat", repeat],
  ["einops.reduce", reduce],
]);

// server/src/interpreter/tensors/elementwise.ts
var scalarKinds = { bool: "bool", int: "int", float: "float" };
function summed(dtype2) {
  return dtype2 !== void 0 && isIntegral(dtype2) ? "int64" : dtype2;
}
function operandOf(value) {
  if (value.kind === "tensor") return { tensor: value };
  if (value.kind === "int" || value.kind === "bool" || value.kind === "float")
    return { scalar: scalarKinds[value.kind] };
  return value.kind === "opaque" && value.size ? { scalar: "int" } : void 0;
}
function combined(values, result, facts2) {
  const operands = values.map(operandOf);
  if (values.some((value, i) => operands[i] === void 0 && value.kind !== "opaque" && value.kind !== "unknown")) {
    return void 0;
  }
  const known3 = operands.filter((operand) => operand !== void 0);
  const tensors = known3.flatMap((operand) => ("tensor" in operand ? [operand.tensor] : []));
  const [first] = tensors;
  if (first === void 0) return void 0;
  const complete2 = known3.length === operands.length;
  const shape2 = complete2 ? broadcastShape(tensors, facts2) : { shape: [], open: true, rest: void 0 };
  if (shape2 === void 0) return void 0;
  const device2 = tensors.every((item) => item.device === first.device) && complete2 ? first.device : void 0;
  const dtype2 = complete2 ? resultDtype(result, first.dtype, promoted(known3)) : result === "bool" ? "bool" : void 0;
  return tensor(shape2.shape, { ...shape2, dtype: dtype2, device: device2 });
}
function resultDtype(result, first, joint2) {
  switch (result) {
    case "same":
      return first;
    case "promoted":
      return joint2;
    case "float":
      return joint2 === void 0 ? void 0 : isIntegral(joint2) ? "float32" : joint2;
    case "sum":
      return summed(joint2);
    case "bool":
    case "int64":
      return result;
    case "unknown":
      return void 0;
  }
}
var operators = new Map([
  ...["+", "-", "*", "//", "%", "**", "&", "|", "^", "<<", ">>"].map((name) => [name, "promoted"]),
  ["/", "float"],
  ...["==", "!=", "<", "<=", ">", ">="].map((name) => [name, "bool"]),
]);
function elementwiseOperator(a, b, operator, facts2) {
  const result = operators.get(operator);
  return result === void 0 ? void 0 : combined([a, b], result, facts2);
}
function unary(result) {
  return (self, call2) => {
    const passed = call2.positional.find((value) => value.kind === "external");
    const dtype2 = passed === void 0 ? resultDtype(result, self.dtype, self.dtype) : asDtype(passed);
    return sameShape(self, { dtype: dtypeArgument(call2, dtype2) });
  };
}
var keepingDtype = unary("same");
var unaryResults = /* @__PURE__ */ new Map([
  [
    "same",
    "abs absolute neg negative relu relu6 sign roll flip fliplr flipud tril triu dropout alpha_dropout feature_dropout layer_norm rms_norm group_norm batch_norm instance_norm normalize leaky_relu elu selu celu gelu silu mish hardswish hardsigmoid hardtanh softplus softsign tanhshrink logsigmoid softmax log_softmax softmin gumbel_softmax ceil floor round trunc frac nan_to_num",
  ],
  [
    "float",
    "exp exp2 expm1 log log2 log10 log1p sqrt rsqrt sin cos tan asin acos atan sinh cosh tanh sigmoid erf reciprocal deg2rad",
  ],
  ["bool", "isnan isinf isfinite isposinf isneginf logical_not signbit"],
  ["sum", "cumsum cumprod"],
  ["unknown", "square bitwise_not logcumsumexp exponential bernoulli"],
]);
var inPlace =
  "fill_ zero_ copy_ add_ sub_ mul_ div_ pow_ neg_ abs_ clamp_ clamp_min_ clamp_max_ clip_ exp_ log_ sqrt_ rsqrt_ sigmoid_ tanh_ relu_ floor_ ceil_ round_ trunc_ normal_ uniform_ random_ bernoulli_ exponential_ masked_fill_ masked_scatter_ scatter_ scatter_add_ scatter_reduce_ index_fill_ index_copy_ index_add_ index_put_ put_ lerp_ addcmul_ addcdiv_ bitwise_and_ bitwise_or_ bitwise_xor_ logical_and_ logical_or_ logical_not_ logical_xor_ fill_diagonal_ eq_ ne_ lt_ le_ gt_ ge_ remainder_ fmod_ floor_divide_ true_divide_ subtract_ multiply_ divide_ cumsum_ cumprod_ tril_ triu_ trunc_normal_ nan_to_num_ erfinv_";
var keptShapes = "scatter scatter_add scatter_reduce index_fill index_copy index_add index_put masked_scatter renorm";
function kept(self, extra = {}) {
  return sameShape(self, { marks: self.marks, ...extra });
}
var to = (self, call2) => {
  let dtype2 = dtypeArgument(call2, self.dtype);
  let device2 = call2.keywords.has("device") ? asDevice(call2.keywords.get("device")) : self.device;
  for (const value of call2.positional) {
    if (value.kind === "bool") continue;
    const [newDtype, newDevice] = [asDtype(value), asDevice(value)];
    if (value.kind === "external" && newDtype !== void 0) dtype2 = newDtype;
    else if (newDevice !== void 0) device2 = newDevice;
    else if (value.kind === "tensor") [dtype2, device2] = [value.dtype, value.device];
    else if (value.kind === "int" || (value.kind === "opaque" && value.size)) device2 = void 0;
    else if (value.kind === "intrinsic" && newDtype !== void 0) dtype2 = newDtype;
    else [dtype2, device2] = [void 0, void 0];
  }
  const other = call2.keywords.get("other");
  if (other !== void 0) [dtype2, device2] = [asTensor(other)?.dtype, asTensor(other)?.device];
  return kept(self, { dtype: dtype2, device: device2 });
};
var type = (self, call2) => {
  const value = argument(call2, 0, "dtype");
  if (value === void 0) return void 0;
  if (value.kind === "string") return kept(self, { dtype: void 0, device: void 0 });
  return kept(self, { dtype: asDtype(value) });
};
var typeAs = (self, call2) => {
  const other = asTensor(argument(call2, 0, "other"));
  return kept(self, { dtype: other?.dtype, device: other?.device });
};
var cuda = (self, call2) => {
  const index2 = argument(call2, 0, "device");
  return kept(self, { device: index2 === void 0 ? "cuda" : asDevice(index2) });
};
var casts = /* @__PURE__ */ new Map([
  ["float", "float32"],
  ["double", "float64"],
  ["half", "float16"],
  ["bfloat16", "bfloat16"],
  ["long", "int64"],
  ["int", "int32"],
  ["short", "int16"],
  ["char", "int8"],
  ["byte", "uint8"],
  ["bool", "bool"],
]);
var sameTensor = "contiguous clone detach detach_ requires_grad_ pin_memory share_memory_ alias conj retain_grad_";
var binaryResults = /* @__PURE__ */ new Map([
  [
    "promoted",
    "add sub subtract mul multiply remainder fmod floor_divide pow maximum minimum fmax fmin bitwise_and bitwise_or bitwise_xor",
  ],
  ["float", "true_divide atan2"],
  [
    "bool",
    "eq ne lt le gt ge greater greater_equal less less_equal not_equal logical_and logical_or logical_xor isclose",
  ],
]);
function binary(result) {
  return (self, call2) => {
    const other = argument(call2, 0, "other", "exponent");
    return other === void 0 ? void 0 : combined([self, other], result, call2.facts);
  };
}
var divide = (self, call2) => binary(call2.keywords.has("rounding_mode") ? "promoted" : "float")(self, call2);
var clamp = (self, call2) => {
  const bounds = [argument(call2, 0, "min"), argument(call2, 1, "max")].filter(
    (bound2) => bound2 !== void 0 && bound2.kind !== "none",
  );
  return combined([self, ...bounds.filter((bound2) => bound2 !== void 0)], "promoted", call2.facts);
};
var clampOne = (self, call2) => {
  const bound2 = argument(call2, 0, "min", "max");
  return bound2 === void 0 ? void 0 : combined([self, bound2], "promoted", call2.facts);
};
var maskedFill = (self, call2) => {
  const mask = asTensor(argument(call2, 0, "mask"));
  const result = mask === void 0 ? void 0 : combined([self, mask], "same", call2.facts);
  return result ?? unranked(self);
};
var where = (call2) => {
  const condition = argument(call2, 0, "condition");
  const [a, b] = [argument(call2, 1, "input", "self", "x"), argument(call2, 2, "other", "y")];
  if (condition === void 0 || a === void 0 || b === void 0) return void 0;
  const shape2 = combined([condition, a, b], "unknown", call2.facts);
  return shape2 === void 0 ? void 0 : { ...shape2, dtype: joint([a, b], call2.facts) };
};
function joint(values, facts2) {
  const scalars2 = values.every((value) => value.kind !== "tensor");
  return scalars2 ? void 0 : combined(values, "promoted", facts2)?.dtype;
}
var whereMethod = (self, call2) => {
  const [condition, other] = call2.positional;
  if (condition === void 0 || other === void 0) return void 0;
  return where(withArguments(call2, [condition, self, other], /* @__PURE__ */ new Map()));
};
function words(text2) {
  return text2.split(" ");
}
function entries(names, method2) {
  return words(names).map((name) => [name, method2]);
}
var elementwise = new Map([
  ...[...unaryResults].flatMap(([result, names]) => entries(names, unary(result))),
  ...[...binaryResults].flatMap(([result, names]) => entries(names, binary(result))),
  ...entries(inPlace, (self) => kept(self)),
  ...entries(keptShapes, keepingDtype),
  ...entries(sameTensor, (self) => kept(self)),
  ...[...casts].map(([name, dtype2]) => [name, (self) => kept(self, { dtype: dtype2 })]),
  ["to", to],
  ["type", type],
  ["type_as", typeAs],
  ["cuda", cuda],
  ["cpu", (self) => kept(self, { device: "cpu" })],
  ["numpy", (self) => kept(self, { device: "numpy" })],
  ["div", divide],
  ["divide", divide],
  ["clamp", clamp],
  ["clip", clamp],
  ["clamp_min", clampOne],
  ["clamp_max", clampOne],
  ["masked_fill", maskedFill],
  ["where", whereMethod],
]);
var elementwiseFunctions = /* @__PURE__ */ new Map([["where", where]]);

// server/src/interpreter/tensors/reductions.ts
function without(self, dims, keep) {
  if (dims === void 0 || keep === void 0) return unranked(self);
  if (dims === "all") {
    if (!keep) return reshaped(self, []);
    return self.open
      ? unranked(self)
      : reshaped(
          self,
          self.shape.map(() => integer(1)),
        );
  }
  const axes = /* @__PURE__ */ new Set();
  for (const dim of dims) {
    if (!self.open && self.shape.length === 0 && (dim === 0 || dim === -1)) continue;
    const axis = axisOf(self, dim);
    if (axis === void 0) return self.open ? unranked(self) : void 0;
    if (axes.has(axis)) return void 0;
    axes.add(axis);
  }
  const count = Math.max(-1, ...axes) + 1;
  const own = leading(self, count).slice(0, count);
  const sizes = own.flatMap((size2, i) => (axes.has(i) ? (keep ? [integer(1)] : []) : [size2]));
  return spliced(self, 0, count, sizes);
}
function reduction(rule) {
  return (self, call2) => {
    const dims = dimsArgument(call2, 0);
    if (call2.positional[0]?.kind === "bool") return void 0;
    if (dims !== "all" && dims?.length === 0) return void 0;
    const result = without(self, dims, flagArgument(call2, 1, false, "keepdim", "keepdims"));
    return result === void 0 ? void 0 : { ...result, dtype: dtypeArgument(call2, rule(self.dtype)) };
  };
}
var same = (dtype2) => dtype2;
var truth = () => "bool";
var index = () => "int64";
var floating = (dtype2) => (dtype2 !== void 0 && isIntegral(dtype2) ? void 0 : dtype2);
var anyOrAll = (dtype2) => (dtype2 === void 0 || dtype2 === "uint8" ? void 0 : truth(dtype2));
var norm = (self, call2) => {
  const dims = dimsArgument(call2, 1);
  const result = without(self, dims, flagArgument(call2, 2, false, "keepdim"));
  return result === void 0 ? void 0 : { ...result, dtype: dtypeArgument(call2, floating(self.dtype)) };
};
var extremum = (self, call2) => {
  const first = argument(call2, 0, "dim", "axis", "other");
  if (first === void 0) return reshaped(self, []);
  if (first.kind === "tensor") return combined([self, first], "promoted", call2.facts);
  const isTorch = call2.keywords.has("dim") || !self.open;
  return isTorch && first.kind !== "opaque" ? valuesAndIndices(self, call2) : void 0;
};
function valuesAndIndices(self, call2) {
  const dim = dimArgument(call2, 0, -1);
  const result = without(self, dim === void 0 ? void 0 : [dim], flagArgument(call2, 1, false, "keepdim"));
  return result === void 0 ? void 0 : tuple([result, { ...result, dtype: "int64" }]);
}
var median = (self, call2) => {
  if (argument(call2, 0, "dim") === void 0) return reshaped(self, []);
  return self.open ? void 0 : valuesAndIndices(self, call2);
};
var pairOfSame = (self) =>
  self.open ? void 0 : tuple([reshaped(self, self.shape), reshaped(self, self.shape, { dtype: "int64" })]);
var indicesOfSame = (self) => reshaped(self, self.shape, { open: self.open, rest: self.rest, dtype: "int64" });
var topk = (self, call2) => {
  const count = argument(call2, 0, "k");
  const axis = axisOf(self, dimArgument(call2, 1, -1));
  if (count === void 0 || (axis === void 0 && !self.open)) return void 0;
  const size2 = asSize(count);
  if (axis === void 0) return tuple([unranked(self), unranked(self, { dtype: "int64" })]);
  if (fails(call2.facts, size2, "<=", dimension(self, axis)) || fails(call2.facts, size2, ">=", 0)) return void 0;
  const values = resized(self, axis, size2);
  return tuple([values, { ...values, dtype: "int64" }]);
};
var searchsorted = (_self, call2) => {
  const values = argument(call2, 0, "values", "input");
  const tensor2 = values?.kind === "opaque" ? void 0 : asTensor(values);
  const dtype2 = call2.keywords.has("out_int32") ? void 0 : "int64";
  return tensor2 === void 0
    ? void 0
    : reshaped(tensor2, tensor2.shape, { open: tensor2.open, rest: tensor2.rest, dtype: dtype2 });
};
var bucketize = (self, call2) =>
  reshaped(self, self.shape, {
    open: self.open,
    rest: self.rest,
    dtype: call2.keywords.has("out_int32") ? void 0 : "int64",
  });
var isin = (self) => reshaped(self, self.shape, { open: self.open, rest: self.rest, dtype: "bool" });
var reductions = /* @__PURE__ */ new Map([
  ["sum", reduction(summed)],
  ["nansum", reduction(summed)],
  ["prod", reduction(summed)],
  ["mean", reduction(same)],
  ["nanmean", reduction(same)],
  ["std", reduction(same)],
  ["var", reduction(same)],
  ["logsumexp", reduction(floating)],
  ["amax", reduction(same)],
  ["amin", reduction(same)],
  ["any", reduction(anyOrAll)],
  ["all", reduction(anyOrAll)],
  ["argmax", reduction(index)],
  ["argmin", reduction(index)],
  ["count_nonzero", reduction(index)],
  ["norm", norm],
  ["max", extremum],
  ["min", extremum],
  ["median", median],
  ["cummax", pairOfSame],
  ["cummin", pairOfSame],
  ["sort", pairOfSame],
  ["msort", (self) => reshaped(self, self.shape, { open: self.open, rest: self.rest })],
  ["argsort", indicesOfSame],
  ["topk", topk],
  ["searchsorted", searchsorted],
  ["bucketize", bucketize],
  ["isin", isin],
]);

// server/src/interpreter/tensors/numpy.ts
function widened(dtype2) {
  return dtype2 === "float32" ? "float64" : dtype2;
}
function dtypeAt(call2, position, fallback) {
  const value = argument(call2, position, "dtype");
  return value === void 0 || value.kind === "none" ? fallback : asDtype(value);
}
function array(call2, shape2, dtype2) {
  if (shape2 === void 0) return tensor([], { open: true, dtype: dtype2, device: numpyDevice });
  const sizes = shape2.map(asSize);
  if (sizes.some((size2) => fails(call2.facts, size2, ">=", 0))) return void 0;
  return tensor(sizes, { dtype: dtype2, device: numpyDevice });
}
function ofShape(dtypePosition) {
  return (call2) => {
    const value = argument(call2, 0, "shape");
    if (value === void 0) return void 0;
    const items = variadic(withArguments(call2, [value]), 0);
    return array(call2, items, dtypeAt(call2, dtypePosition, dtypePosition === 1 ? "float64" : void 0));
  };
}
var arange2 = (call2) => {
  const found = range(call2);
  if (found === void 0) return void 0;
  const length2 = found.length === void 0 ? void 0 : call2.facts.maximum([found.length, integer(0)]);
  return tensor([length2], { dtype: dtypeAt(call2, 3, widened(found.dtype)), device: numpyDevice });
};
var linspace2 = (call2) => {
  const count = argument(call2, 2, "num");
  return tensor([count === void 0 ? integer(50) : asSize(count)], {
    dtype: dtypeAt(call2, 5, "float64"),
    device: numpyDevice,
  });
};
var fromData2 = (call2) => {
  const value = argument(call2, 0, "object", "a");
  if (value === void 0) return void 0;
  const given = asTensor(value);
  if (given !== void 0) {
    const known3 = value.kind === "tensor" ? given.dtype : void 0;
    return sameShape(given, { dtype: dtypeAt(call2, 1, known3), device: numpyDevice });
  }
  const found = literal(call2, value);
  if (found === void 0) return void 0;
  return tensor(found.shape, { open: found.open, dtype: dtypeAt(call2, 1, widened(found.dtype)), device: numpyDevice });
};
var like2 = (call2) => {
  const self = asTensor(argument(call2, 0, "a", "prototype"));
  if (self === void 0) return void 0;
  const dtype2 = call2.keywords.get("dtype");
  return sameShape(self, { dtype: dtype2 === void 0 ? self.dtype : asDtype(dtype2), device: numpyDevice });
};
var expandDims = (call2) => {
  const self = asTensor(argument(call2, 0, "a"));
  const axis = constantInt(argument(call2, 1, "axis"));
  if (self === void 0 || axis === void 0) return void 0;
  if (self.open) return axis < 0 ? unranked(self) : spliced(self, axis, 0, [integer(1)]);
  const at = axis < 0 ? axis + self.shape.length + 1 : axis;
  return at < 0 || at > self.shape.length ? void 0 : spliced(self, at, 0, [integer(1)]);
};
function joining(name) {
  return (call2) => {
    const result = pieceFunctions.get(name)?.(call2);
    if (result?.kind !== "tensor") return void 0;
    return { ...result, dtype: void 0, device: numpyDevice };
  };
}
var transpose2 = (self, call2) => {
  if (call2.positional.length === 0) return call2.keywords.size === 0 ? reversed(self) : void 0;
  return views.get("permute")?.(self, call2);
};
var squeeze2 = (self, call2) => {
  const value = argument(call2, 0, "axis");
  if (value === void 0) return views.get("squeeze")?.(self, call2);
  const dims = constantInts(call2, value);
  return dims === void 0 ? unranked(self) : without(self, dims, false);
};
var reshape = (self, call2) =>
  views.get("reshape")?.(self, withArguments(call2, call2.positional, /* @__PURE__ */ new Map()));
function reduction2(rule) {
  return (self, call2) => {
    const axes = dimsArgument(call2, 0);
    const result = without(self, axes, flagArgument(call2, Infinity, false, "keepdims"));
    const passed = call2.keywords.get("dtype");
    const dtype2 = passed === void 0 ? (self.dtype === void 0 ? void 0 : rule(self.dtype)) : asDtype(passed);
    return result === void 0 ? void 0 : { ...result, dtype: dtype2 };
  };
}
var same2 = (dtype2) => dtype2;
var signed = (dtype2) => (isFloating(dtype2) ? dtype2 : /^(bool|int)/.test(dtype2) ? "int64" : void 0);
var floating2 = (dtype2) => (isIntegral(dtype2) ? "float64" : dtype2);
var numpyMethods = /* @__PURE__ */ new Map([
  ["reshape", reshape],
  ["transpose", transpose2],
  ["swapaxes", (self, call2) => views.get("swapaxes")?.(self, call2)],
  ["squeeze", squeeze2],
  ["flatten", (self, call2) => views.get("ravel")?.(self, call2)],
  ["ravel", (self, call2) => views.get("ravel")?.(self, call2)],
  ["copy", (self) => sameShape(self)],
  ["astype", (self, call2) => sameShape(self, { dtype: asDtype(argument(call2, 0, "dtype")) })],
  ["clip", (self) => sameShape(self, { dtype: void 0 })],
  ["sum", reduction2(signed)],
  ["prod", reduction2(signed)],
  ["mean", reduction2(floating2)],
  ["max", reduction2(same2)],
  ["min", reduction2(same2)],
  ["any", reduction2(() => "bool")],
  ["all", reduction2(() => "bool")],
  ["argmax", reduction2(() => "int64")],
  ["argmin", reduction2(() => "int64")],
]);
function asFunction2(name) {
  return (call2) => {
    const [value, others] = shiftArguments(call2, "a");
    const self = asTensor(value);
    return self === void 0 ? void 0 : numpyMethods.get(name)?.({ ...self, device: numpyDevice }, others);
  };
}
var numpyFunctions = new Map([
  ["zeros", ofShape(1)],
  ["ones", ofShape(1)],
  ["empty", ofShape(1)],
  ["full", ofShape(2)],
  ["arange", arange2],
  ["linspace", linspace2],
  ["array", fromData2],
  ["asarray", fromData2],
  ["ascontiguousarray", fromData2],
  ...["zeros_like", "ones_like", "empty_like", "full_like"].map((name) => [name, like2]),
  ["expand_dims", expandDims],
  ["concatenate", joining("cat")],
  ["stack", joining("stack")],
  ...["squeeze", "sum", "prod", "mean", "max", "min", "any", "all", "argmax", "argmin", "reshape", "ravel"].map(
    (name) => [name, asFunction2(name)],
  ),
]);

// server/src/interpreter/tensors/products.ts
function kindOf(a, b) {
  return {
    dtype: a.dtype === b.dtype ? a.dtype : void 0,
    device: a.device === b.device ? a.device : void 0,
  };
}
function matrixProduct(a, b, facts2) {
  const kind = kindOf(a, b);
  if (a.open || b.open) return unranked(a, kind);
  const [left, right] = [a.shape, b.shape];
  if (left.length === 0 || right.length === 0) return void 0;
  const inner = right.length === 1 ? right[0] : right[right.length - 2];
  if (fails(facts2, left[left.length - 1], "==", inner)) return void 0;
  const batch = broadcastSizes([left.slice(0, -2), right.slice(0, -2)], facts2);
  if (batch === void 0) return void 0;
  const rows = left.length === 1 ? [] : [left[left.length - 2]];
  const columns = right.length === 1 ? [] : [right[right.length - 1]];
  return tensor([...batch, ...rows, ...columns], kind);
}
var matmul = (self, call2) => {
  const other = asTensor(argument(call2, 0, "other", "tensor2"));
  return other === void 0 ? unranked(self, { dtype: void 0 }) : matrixProduct(self, other, call2.facts);
};
function ofRanks(first, second) {
  return (self, call2) => {
    const other = asTensor(argument(call2, 0, "mat2", "vec", "other", "tensor"));
    if (other === void 0) return void 0;
    const [left, right] = [sizesOfRank(self, first), sizesOfRank(other, second)];
    if (left === void 0 || right === void 0) return void 0;
    if (first === 3 && fails(call2.facts, left[0], "==", right[0])) return void 0;
    return matrixProduct(reshaped(self, left), reshaped(other, right), call2.facts);
  };
}
var outer = (self, call2) => {
  const other = asTensor(argument(call2, 0, "vec2", "other"));
  const [left, right] = [sizesOfRank(self, 1), other === void 0 ? void 0 : sizesOfRank(other, 1)];
  if (other === void 0 || left === void 0 || right === void 0) return void 0;
  return reshaped(self, [left[0], right[0]], kindOf(self, other));
};
var linear = (call2) => {
  const self = asTensor(argument(call2, 0, "input"));
  const weight = asTensor(argument(call2, 1, "weight"));
  if (self === void 0 || weight === void 0) return void 0;
  if (self.open) return unranked(self, kindOf(self, weight));
  const sizes = sizesOfRank(weight, 2);
  if (sizes === void 0 || self.shape.length === 0) return void 0;
  if (fails(call2.facts, self.shape[self.shape.length - 1], "==", sizes[1])) return void 0;
  return reshaped(self, [...self.shape.slice(0, -1), sizes[0]], kindOf(self, weight));
};
var embedding = (call2) => {
  const indices = asTensor(argument(call2, 0, "input"));
  const weight = asTensor(argument(call2, 1, "weight"));
  if (indices === void 0 || weight === void 0) return void 0;
  if (indices.open) return unranked(weight);
  const sizes = sizesOfRank(weight, 2);
  return sizes === void 0 ? void 0 : reshaped(weight, [...indices.shape, sizes[1]]);
};
var attention = (call2) => {
  const [q, k, v] = [["query"], ["key"], ["value"]].map(([name = ""], i) => asTensor(argument(call2, i, name)));
  if (q === void 0 || k === void 0 || v === void 0) return void 0;
  const rank3 = q.shape.length;
  if (q.open || rank3 < 2) return unranked(q);
  if (v.open || k.open || v.shape.length !== rank3 || k.shape.length !== rank3) return unranked(q);
  const batch = q.shape.slice(0, -2).map((size2, i) => {
    const sizes2 = [size2, k.shape[i], v.shape[i]];
    return sizes2.every((other) => other !== void 0 && other.key === size2?.key)
      ? size2
      : broadcastSize(sizes2, call2.facts);
  });
  const sizes = withoutConflict(batch);
  return sizes === void 0 ? void 0 : reshaped(q, [...sizes, q.shape[rank3 - 2], v.shape[rank3 - 1]]);
};
function parseLetters(text2) {
  const [left, right, ...others] = text2.replaceAll(" ", "").split("->");
  if (left === void 0 || others.length > 0 || !/^[A-Za-z,]*$/.test(left) || !/^[A-Za-z]*$/.test(right ?? "")) {
    return void 0;
  }
  const operands = left.split(",").map((part) => [...part]);
  const letters = operands.flat();
  const once = [...new Set(letters)].filter((letter) => letters.filter((other) => other === letter).length === 1);
  return { operands, result: right === void 0 ? once.sort() : [...right] };
}
function parseNames(text2) {
  const [left, right, ...others] = text2.split("->");
  if (left === void 0 || right === void 0 || others.length > 0 || /[^\w\s,]/.test(left + right)) return void 0;
  const names = (part) => part.split(/\s+/).filter((name) => name !== "");
  return { operands: left.split(",").map(names), result: names(right) };
}
function contracted(equation, values, call2) {
  if (equation?.operands.length !== values.length) return void 0;
  if (new Set(equation.result).size !== equation.result.length) return void 0;
  const sizes = /* @__PURE__ */ new Map();
  const tensors = [];
  for (const [i, axes] of equation.operands.entries()) {
    const operand = asTensor(values[i]);
    const own = operand === void 0 ? void 0 : sizesOfRank(operand, axes.length);
    if (operand === void 0 || own === void 0) return void 0;
    tensors.push(operand);
    for (const [j, axis] of axes.entries()) sizes.set(axis, [...(sizes.get(axis) ?? []), own[j]]);
  }
  const combined2 = new Map([...sizes].map(([axis, all]) => [axis, broadcastSize(all, call2.facts)]));
  if ([...combined2.values()].includes("conflict")) return void 0;
  if (equation.result.some((axis) => !combined2.has(axis))) return void 0;
  const shape2 = withoutConflict(equation.result.map((axis) => combined2.get(axis)));
  const [first] = tensors;
  if (shape2 === void 0 || first === void 0) return void 0;
  return tensor(shape2, {
    dtype: tensors.every((item) => item.dtype === first.dtype) ? first.dtype : void 0,
    device: tensors.every((item) => item.device === first.device) ? first.device : void 0,
  });
}
var einsum = (call2) => {
  const [equation, ...operands] = call2.positional;
  const text2 = stringOf(equation);
  const [first] = operands;
  if (text2 === void 0 || first === void 0) return void 0;
  const values = operands.length === 1 ? (call2.items(first) ?? operands) : operands;
  return contracted(parseLetters(text2), values, call2);
};
var namedEinsum = (call2) => {
  const text2 = stringOf(call2.positional[call2.positional.length - 1]);
  return text2 === void 0 ? void 0 : contracted(parseNames(text2), call2.positional.slice(0, -1), call2);
};
var interpolate = (call2) => {
  const self = asTensor(argument(call2, 0, "input"));
  const value = argument(call2, 1, "size");
  if (self === void 0 || value === void 0 || value.kind === "none" || self.open) return void 0;
  const spatial = self.shape.length - 2;
  const items = call2.items(value) ?? (value.kind === "int" ? Array.from({ length: spatial }, () => value) : void 0);
  if (spatial < 1 || items?.length !== spatial) return void 0;
  const sizes = [dimension(self, 0), dimension(self, 1), ...items.map(asSize)];
  return reshaped(self, sizes);
};
var productMethods = /* @__PURE__ */ new Map([
  ["matmul", matmul],
  ["mm", ofRanks(2, 2)],
  ["bmm", ofRanks(3, 3)],
  ["mv", ofRanks(2, 1)],
  ["dot", ofRanks(1, 1)],
  ["outer", outer],
]);
var productFunctions = /* @__PURE__ */ new Map([
  ["torch.einsum", einsum],
  ["einops.einsum", namedEinsum],
  ["torch.nn.functional.linear", linear],
  ["torch.nn.functional.embedding", embedding],
  ["torch.nn.functional.scaled_dot_product_attention", attention],
  ["torch.nn.functional.interpolate", interpolate],
]);

// server/src/interpreter/tensors/index.ts
var torchMethods = new Map([
  ...readings,
  ...newTensors,
  ...views,
  ...subscripts,
  ...pieceMethods,
  ...elementwise,
  ...reductions,
  ...productMethods,
]);
function forTensorOrArray(name, method2) {
  const forArray = readings.get(name) ?? numpyMethods.get(name);
  return (self, call2) => (self.device === numpyDevice ? forArray : method2)?.(self, call2);
}
var tensorMethods = new Map(
  [...torchMethods.keys(), ...numpyMethods.keys()].map((name) => [
    name,
    forTensorOrArray(name, torchMethods.get(name)),
  ]),
);
function prefixed(prefix, table) {
  return [...table].map(([name, entry2]) => [`${prefix}.${name}`, entry2]);
}
var methodsAsFunctions = new Map([...torchMethods].map(([name, method2]) => [name, asFunction(method2)]));
var tensorFunctions = new Map([
  ...prefixed("torch", methodsAsFunctions),
  ...[...elementwise].map(([name, method2]) => [`torch.nn.functional.${name}`, asFunction(method2)]),
  ["torch.nn.functional.pad", asFunction(pad)],
  ...prefixed("torch", constructors),
  ...prefixed("torch", pieceFunctions),
  ...prefixed("torch", elementwiseFunctions),
  ...productFunctions,
  ...einopsFunctions,
  ...prefixed("numpy", numpyFunctions),
]);
function broadcast(a, b, operator, facts2) {
  if (operator !== "@") return elementwiseOperator(a, b, operator, facts2);
  const [left, right] = [asTensor(a), asTensor(b)];
  return left === void 0 || right === void 0 ? void 0 : matrixProduct(left, right, facts2);
}

// server/src/interpreter/operators.ts
var maximumRepeated = 4096;
function binaryOperation(machine, frame, operator, a, b, span) {
  const origin = machine.origin("computed", frame, span, [a.origin, b.origin]);
  if (a.kind === "unknown" || b.kind === "unknown") return unknown("operand");
  if (a.kind === "tensor" || b.kind === "tensor") {
    const result = broadcast(a, b, operator, machine.facts);
    return result === void 0 ? machine.result(frame, span, [a.origin, b.origin]) : withOrigin(result, origin);
  }
  return (
    onSequences(machine, operator, a, b, origin) ??
    onNumbers(operator, a, b, origin) ??
    machine.result(frame, span, [a.origin, b.origin])
  );
}
function onNumbers(operator, a, b, origin) {
  const [x, y] = [asInt(a), asInt(b)];
  if (x !== void 0 && y !== void 0) return onIntegers(operator, x, y, origin);
  const [p, q] = [asFloat(a), asFloat(b)];
  if (p === void 0 && q === void 0) return void 0;
  const known3 = p === void 0 || q === void 0 ? void 0 : onFloats(operator, p, q);
  if (a.kind === "opaque" || b.kind === "opaque") return void 0;
  return { kind: "float", value: known3, origin };
}
function onIntegers(operator, x, y, origin) {
  switch (operator) {
    case "+":
      return int(add(x, y), origin);
    case "-":
      return int(subtract(x, y), origin);
    case "*":
      return int(multiply(x, y), origin);
    case "//":
      return int(floorDiv(x, y), origin);
    case "%":
      return int(modulo(x, y), origin);
    case "**":
      return int(power(x, y), origin);
    case "/": {
      const [p, q] = [constantOf(x), constantOf(y)];
      if (q === 0) return void 0;
      const value = p === void 0 || q === void 0 ? void 0 : p / q;
      return { kind: "float", value, ratio: { numerator: x, denominator: y }, origin };
    }
    case "<<":
    case ">>":
    case "&":
    case "|":
    case "^":
      return onBits(operator, constantOf(x), constantOf(y), x, origin);
    default:
      return void 0;
  }
}
function onBits(operator, p, q, x, origin) {
  if (q === void 0 || q < 0) return void 0;
  if (operator === "<<" || operator === ">>") {
    if (q > 52) return void 0;
    const factor = { terms: [{ coefficient: 2 ** q, factors: [] }], key: String(2 ** q) };
    return int(operator === "<<" ? multiply(x, factor) : floorDiv(x, factor), origin);
  }
  if (p === void 0 || p < 0) return void 0;
  const [a, b] = [BigInt(p), BigInt(q)];
  const value = Number(operator === "&" ? a & b : operator === "|" ? a | b : a ^ b);
  return int({ terms: value === 0 ? [] : [{ coefficient: value, factors: [] }], key: String(value) }, origin);
}
function asFloat(value) {
  if (value.kind === "float") return value.value ?? Number.NaN;
  const whole = asInt(value);
  return whole === void 0 ? void 0 : constantOf(whole);
}
function onFloats(operator, x, y) {
  const result =
    operator === "+"
      ? x + y
      : operator === "-"
        ? x - y
        : operator === "*"
          ? x * y
          : operator === "/"
            ? x / y
            : operator === "**"
              ? x ** y
              : Number.NaN;
  return Number.isNaN(result) ? void 0 : result;
}
function onSequences(machine, operator, a, b, origin) {
  if (a.kind === "string" && b.kind === "string" && operator === "+") {
    return { kind: "string", value: a.value + b.value, exact: a.exact && b.exact, origin };
  }
  if (
    a.kind === "object" &&
    b.kind === "object" &&
    a.identity.type === "dict" &&
    b.identity.type === "dict" &&
    operator === "|"
  ) {
    const entries2 = new Map([...knownEntries(machine, a), ...knownEntries(machine, b)]);
    return newDict(machine, entries2, isOpen(machine, a) || isOpen(machine, b), origin);
  }
  if (operator === "+") {
    const [x, y] = [itemsOf(machine, a), itemsOf(machine, b)];
    if (x === void 0 || y === void 0) return void 0;
    return a.kind === "tuple" ? tuple([...x, ...y], origin) : newList(machine, [...x, ...y], origin);
  }
  if (operator !== "*") return void 0;
  const [sequence2, times] = asInt(a) === void 0 ? [a, b] : [b, a];
  const items = itemsOf(machine, sequence2);
  const whole = asInt(times);
  if (items === void 0 || whole === void 0) return void 0;
  const count = constantOf(whole);
  if (count === void 0 || count * items.length > maximumRepeated) return void 0;
  const repeated2 = Array.from({ length: Math.max(0, count) }, () => items).flat();
  return sequence2.kind === "tuple" ? tuple(repeated2, origin) : newList(machine, repeated2, origin);
}

// server/src/interpreter/tensor-calls.ts
function tensorCall(machine, frame, args, span) {
  const origin = machine.origin(
    "computed",
    frame,
    span,
    args.map((argument3) => argument3.value.origin),
  );
  return {
    positional: args.flatMap((argument3) => (argument3.name === void 0 ? [argument3.value] : [])),
    keywords: new Map(
      args.flatMap((argument3) => (argument3.name === void 0 ? [] : [[argument3.name, argument3.value]])),
    ),
    facts: machine.facts,
    origin,
    items: (value) => itemsOf(machine, value),
    list: (items) => newList(machine, items, origin),
  };
}

// server/src/interpreter/subscripts.ts
function subscript(machine, frame, object, index2, span) {
  return distribute(machine, [object, index2], ([value = object, at = index2]) => {
    const origin = machine.origin("computed", frame, span, [value.origin, at.origin]);
    const part = subscriptOne(machine, frame, value, at, span);
    return part.origin === void 0 ? withOrigin(part, origin) : part;
  });
}
function element(machine, frame, value, index2, span) {
  return subscript(machine, frame, value, index2, span);
}
function subscriptOne(machine, frame, value, index2, span) {
  const unmodelled = () => machine.result(frame, span, [value.origin, index2.origin]);
  switch (value.kind) {
    case "tuple":
      return sequencePart(value.items, index2) ?? unmodelled();
    case "uniform": {
      const at = asInt(index2);
      return at === void 0 ? unmodelled() : uniformElement(value, at);
    }
    case "object": {
      if (value.identity.type === "dict") {
        const key = dictKey(index2);
        return (key === void 0 ? void 0 : getEntry(machine, value, key)) ?? unmodelled();
      }
      const items = itemsOf(machine, value);
      return (items === void 0 ? void 0 : sequencePart(items, index2)) ?? unmodelled();
    }
    case "tensor":
      return indexTensor(value, index2, tensorCall(machine, frame, [], span)) ?? unmodelled();
    case "opaque":
      return opaquePart(machine, frame, value, index2, span);
    case "bound":
      return shapePart(value, index2) ?? unmodelled();
    case "class":
    case "external":
      return value;
    default:
      return unmodelled();
  }
}
function sequencePart(items, index2) {
  if (index2.kind === "slice") {
    const [lower, upper, step] = [bound(index2.lower), bound(index2.upper), bound(index2.step)];
    if (lower === void 0 || upper === void 0 || (step !== null && step !== 1)) return void 0;
    return tuple(items.slice(lower ?? void 0, upper ?? void 0));
  }
  const whole = asInt(index2);
  const at = whole === void 0 ? void 0 : constantOf(whole);
  if (at === void 0) return void 0;
  return items.at(at) === void 0 || at < -items.length ? void 0 : items.at(at);
}
function bound(value) {
  if (value.kind === "none") return null;
  const whole = asInt(value);
  return whole === void 0 ? void 0 : constantOf(whole);
}
function opaquePart(machine, frame, value, index2, span) {
  if (value.key.endsWith(".shape")) {
    const at = asInt(index2);
    const position = at === void 0 ? void 0 : constantOf(at);
    if (position === void 0) return machine.result(frame, span, [value.origin]);
    return { ...opaque(`${value.key}[${position}]`, `${value.name}[${position}]`), size: true };
  }
  const key = index2.kind === "string" || index2.kind === "int" ? valueKey(index2) : void 0;
  if (key !== void 0) {
    const written = machine.store.get(machine.owner(value.key), `[${key}]`);
    if (written !== void 0) return written;
    const source = index2.kind === "string" ? JSON.stringify(index2.value) : key.slice("int ".length);
    const name = constantLike(index2) ? `${value.name}[${source}]` : machine.source(frame, span);
    return opaque(`${machine.epochKey(value.key)}[${key}]`, name);
  }
  const base = asTensor(value);
  const part = base === void 0 ? void 0 : indexTensor(base, index2, tensorCall(machine, frame, [], span));
  return part ?? machine.result(frame, span, [value.origin, index2.origin]);
}
function constantLike(index2) {
  return index2.kind === "string" || (index2.kind === "int" && constantOf(index2.value) !== void 0);
}
function shapePart(value, index2) {
  if (value.function.kind !== "intrinsic" || value.function.name !== "shape" || value.receiver.kind !== "tensor")
    return void 0;
  const at = asInt(index2);
  const position = at === void 0 ? void 0 : constantOf(at);
  return position === void 0 ? void 0 : int(dimension(value.receiver, position), value.receiver.origin);
}
function lengthOfValue(machine, value) {
  if (value.kind === "string") return value.exact ? int(integer(value.value.length)) : void 0;
  if (value.kind === "uniform") return value.length === void 0 ? void 0 : int(value.length);
  if (value.kind === "object" && value.identity.type === "dict" && isOpen(machine, value)) return void 0;
  const items = itemsOf(machine, value);
  if (items !== void 0) return int(integer(items.length));
  if (value.kind === "tensor") {
    const length2 = lengthOf(value);
    return length2 === void 0 ? void 0 : int(length2);
  }
  return value.kind === "opaque" ? int(firstSize(value)) : void 0;
}
function firstSize(value) {
  return symbol(`${value.key}.shape[0]`, `${value.name}.shape[0]`, 1);
}
function assignSubscript(machine, object, index2, value) {
  if (object.kind === "choice") {
    for (const alternative of object.alternatives)
      assignSubscript(machine, alternative.value, index2, unknown("an item set on one of several objects"));
    return;
  }
  if (object.kind === "opaque") {
    const key = valueKey(index2);
    if (key === void 0) machine.forgetOpaque(object.key);
    else machine.store.set(machine.owner(object.key), `[${key}]`, value);
    return;
  }
  if (object.kind !== "object") return;
  if (object.identity.type === "dict") {
    const key = dictKey(index2);
    if (key === void 0) openDict(machine, object);
    else setEntry(machine, object, key, value);
    return;
  }
  const items = itemsOf(machine, object);
  const whole = asInt(index2);
  const at = whole === void 0 ? void 0 : constantOf(whole);
  if (items === void 0 || at === void 0 || at < -items.length || at >= items.length) setItems(machine, object, void 0);
  else setItems(machine, object, items.with(at, value));
}

// server/src/interpreter/truth.ts
var truth2 = (value) => ({ kind: "constant", value });
function truthOf(machine, value) {
  switch (value.kind) {
    case "none":
      return truth2(false);
    case "bool":
      return value.formula;
    case "int":
      return { kind: "comparison", left: value.value, relation: "!=", right: integer(0) };
    case "float":
      return value.value === void 0 ? undecided(machine, value) : truth2(value.value !== 0);
    case "string":
      return value.value !== "" || value.exact ? truth2(value.value !== "") : undecided(machine, value);
    case "tuple":
      return truth2(value.items.length > 0);
    case "object": {
      if (value.identity.type === "instance") return truth2(true);
      const items = value.identity.type === "dict" ? entriesOf(machine, value)?.size : itemsOf(machine, value)?.length;
      return items === void 0 ? undecided(machine, value) : truth2(items > 0);
    }
    case "function":
    case "class":
    case "bound":
    case "module":
    case "partial":
    case "intrinsic":
      return truth2(true);
    default:
      return undecided(machine, value);
  }
}
function undecided(machine, value) {
  return { kind: "test", key: `truth ${valueKey(value) ?? machine.fresh("unknown")}`, name: describe(value) };
}
function compareValues(machine, left, operator, right) {
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
function ordering(machine, left, operator, right) {
  const [a, b] = [asInt(left), asInt(right)];
  if (a !== void 0 && b !== void 0) return { kind: "comparison", left: a, relation: operator, right: b };
  const [x, y] = [asNumber(left), asNumber(right)];
  if (x !== void 0 && y !== void 0) {
    return truth2(operator === "<" ? x < y : operator === "<=" ? x <= y : operator === ">" ? x > y : x >= y);
  }
  return machine.models.compareIntrinsic(left, operator, right) ?? question(machine, left, operator, right);
}
function equality(machine, left, right) {
  if (left.kind === "tuple" && right.kind === "tuple") return tupleEquality(machine, left.items, right.items);
  const certain = certainEquality(left, right);
  if (certain !== void 0) return truth2(certain);
  if (left.kind === "bool" && right.kind === "bool" && right.formula.kind === "constant") {
    return right.formula.value ? left.formula : negation(left.formula);
  }
  const [a, b] = [asInt(left), asInt(right)];
  if (a !== void 0 && b !== void 0) return { kind: "comparison", left: a, relation: "==", right: b };
  return machine.models.compareIntrinsic(left, "==", right) ?? question(machine, left, "==", right);
}
function tupleEquality(machine, left, right) {
  if (left.length !== right.length) return truth2(false);
  const operands = left.map((item, i) => equality(machine, item, right[i] ?? item));
  return { kind: "and", operands };
}
var exactKinds = /* @__PURE__ */ new Set([
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
function certainEquality(left, right) {
  if (left.kind === "none" || right.kind === "none") {
    const other = left.kind === "none" ? right : left;
    if (other.kind === "none") return true;
    return exactKinds.has(other.kind) || other.kind === "float" ? false : void 0;
  }
  if (left.kind === "string" && right.kind === "string") {
    return left.exact && right.exact ? left.value === right.value : void 0;
  }
  if (left.kind === "external" && right.kind === "external" && left.name === right.name) return true;
  if (left.kind !== right.kind && exactKinds.has(left.kind) && exactKinds.has(right.kind)) {
    const numeric = (value) => value.kind === "int" || value.kind === "bool";
    if (numeric(left) && numeric(right)) return void 0;
    return left.kind === "tensor" || right.kind === "tensor" || left.kind === "object" || right.kind === "object"
      ? void 0
      : false;
  }
  const [x, y] = [asNumber(left), asNumber(right)];
  if (x !== void 0 && y !== void 0) return x === y;
  if (left.kind === "class" || left.kind === "function") {
    const [a, b] = [valueKey(left), valueKey(right)];
    return a !== void 0 && a === b ? true : void 0;
  }
  return void 0;
}
function membership(machine, left, right) {
  if (right.kind === "string" && left.kind === "string" && left.exact && right.exact) {
    return truth2(right.value.includes(left.value));
  }
  if (right.kind === "object" && right.identity.type === "dict") {
    const entries2 = entriesOf(machine, right);
    if (entries2 !== void 0 && left.kind === "string" && left.exact) return truth2(entries2.has(left.value));
  } else {
    const items = itemsOf(machine, right);
    if (items !== void 0) return { kind: "or", operands: items.map((item) => equality(machine, left, item)) };
  }
  return question(machine, left, "in", right);
}
function question(machine, left, operator, right) {
  const key = (value) => valueKey(value) ?? machine.fresh("unknown");
  return {
    kind: "test",
    key: `${key(left)} ${operator} ${key(right)}`,
    name: `${describe(left)} ${operator} ${describe(right)}`,
  };
}
function asNumber(value) {
  if (value.kind === "float") return value.value;
  const whole = asInt(value);
  const [term] = whole?.terms ?? [];
  if (whole === void 0) return void 0;
  if (term === void 0) return 0;
  return whole.terms.length === 1 && term.factors.length === 0 ? term.coefficient : void 0;
}
function isInstance(machine, value, type2) {
  const types = type2.kind === "tuple" ? type2.items : [type2];
  const answers = types.map((one) => isInstanceOf(value, one));
  if (answers.includes(true)) return truth2(true);
  if (!answers.includes(void 0)) return truth2(false);
  return question(machine, value, "is", type2);
}
var builtinKinds = {
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
function isInstanceOf(value, type2) {
  if (!exactKinds.has(value.kind) && value.kind !== "float") return void 0;
  if (value.kind === "int" && asNumber(value) === void 0) return void 0;
  if (type2.kind === "external") return builtinKinds[type2.name]?.(value);
  if (type2.kind !== "class") return void 0;
  if (value.kind !== "object" || value.identity.class === void 0) return false;
  return isDescendant(value.identity.class, type2);
}

// server/src/interpreter/expressions.ts
function evaluate(machine, frame, e) {
  machine.step();
  const value = settle(machine, evaluateNode(machine, frame, e));
  machine.observe?.(frame, e, value);
  return value;
}
function evaluateNode(machine, frame, e) {
  switch (e.kind) {
    case "name":
      return readName2(machine, frame, e);
    case "int":
      return number(Number(e.value), machine.origin("literal", frame, e, []));
    case "float":
      return {
        kind: "float",
        value: Number.isNaN(e.value) ? void 0 : e.value,
        origin: machine.origin("literal", frame, e, []),
      };
    case "string":
      return text(e.value, machine.origin("literal", frame, e, []));
    case "formatted":
      return formatted(machine, frame, e);
    case "bytes":
      return machine.result(frame, e);
    case "constant":
      return e.value === null ? none : e.value === "ellipsis" ? ellipsis : bool(e.value);
    case "tuple":
    case "list":
    case "set": {
      const items = evaluateItems(machine, frame, e.elements);
      const origin = machine.origin("literal", frame, e, originsOf(items ?? []));
      if (e.kind === "tuple") return items === void 0 ? machine.result(frame, e) : tuple(items, origin);
      const list = newList(machine, items ?? [], origin, e.kind);
      return items === void 0 ? machine.result(frame, e) : list;
    }
    case "dict":
      return dict(machine, frame, e);
    case "unary":
      return unary2(machine, frame, e.operator, e.operand, e);
    case "binary":
      return binary2(machine, frame, e);
    case "logical":
      return logical(machine, frame, e);
    case "compare":
      return compare(machine, frame, e);
    case "conditional":
      return conditional(machine, frame, e.test, e.body, e.otherwise);
    case "named": {
      const value = evaluate(machine, frame, e.value);
      assignTarget(machine, frame, e.target, value);
      return value;
    }
    case "lambda":
      return lambda(machine, frame, e);
    case "call":
      return evaluateCall(machine, frame, e);
    case "attribute":
      return getAttribute(machine, frame, evaluate(machine, frame, e.object), e.attribute.id, e);
    case "subscript": {
      const object = evaluate(machine, frame, e.object);
      return subscript(machine, frame, object, evaluate(machine, frame, e.index), e);
    }
    case "slice": {
      const part = (bound2) => (bound2 === void 0 ? none : evaluate(machine, frame, bound2));
      return { kind: "slice", lower: part(e.lower), upper: part(e.upper), step: part(e.step) };
    }
    case "starred":
      return evaluate(machine, frame, e.value);
    case "await":
      return evaluate(machine, frame, e.value);
    case "yield":
      if (e.value !== void 0) evaluate(machine, frame, e.value);
      return machine.result(frame, e);
    case "comprehension":
      return comprehension2(machine, frame, e);
    case "invalid":
      return unknown("code that cannot be parsed");
  }
}
function originsOf(values) {
  return values.map((value) => value.origin);
}
function evaluateItems(machine, frame, elements3) {
  const result = [];
  let complete2 = true;
  for (const element2 of elements3) {
    const value = evaluate(machine, frame, element2);
    if (element2.kind !== "starred") {
      result.push(value);
      continue;
    }
    const items = itemsOf(machine, value);
    if (items === void 0) complete2 = false;
    else result.push(...items);
  }
  return complete2 ? result : void 0;
}
function formatted(machine, frame, e) {
  let content = "";
  let exact = true;
  const origins = [];
  for (const part of e.parts) {
    if (typeof part === "string") {
      content += part;
      continue;
    }
    const value = evaluate(machine, frame, part.value);
    origins.push(value.origin);
    const printed = value.kind === "string" && value.exact ? value.value : describe(value);
    const constant2 = value.kind === "int" && value.value.terms.every((term) => term.factors.length === 0);
    if (part.formatted || !(constant2 || (value.kind === "string" && value.exact))) exact = false;
    content += printed;
  }
  return { kind: "string", value: content, exact, origin: machine.origin("computed", frame, e, origins) };
}
function dict(machine, frame, e) {
  const entries2 = /* @__PURE__ */ new Map();
  let open = false;
  for (const item of e.entries) {
    const value = evaluate(machine, frame, item.value);
    if (item.key === void 0) {
      if (value.kind === "object" && value.identity.type === "dict") {
        for (const [key2, held] of knownEntries(machine, value)) entries2.set(key2, held);
        open ||= isOpen(machine, value);
      } else open = true;
      continue;
    }
    const key = evaluate(machine, frame, item.key);
    const name = dictKey(key);
    const origin = machine.origin("argument", frame, item.value, [value.origin], name);
    if (name === void 0) open = true;
    else entries2.set(name, withOrigin(value, origin));
  }
  return newDict(machine, entries2, open, machine.origin("literal", frame, e, []));
}
function dictKey(key) {
  if (key.kind === "string") return key.exact ? key.value : void 0;
  if (key.kind === "int" && key.value.terms.every((term) => term.factors.length === 0)) return `#${key.value.key}`;
  return void 0;
}
function unary2(machine, frame, operator, operandNode, e) {
  const operand = evaluate(machine, frame, operandNode);
  return distribute(machine, [operand], ([value = none]) => {
    const origin = machine.origin("computed", frame, e, [value.origin]);
    if (operator === "not") return bool(negation(truthOf(machine, value)), origin);
    if (value.kind === "tensor") return withOrigin({ ...value, marks: void 0, name: void 0 }, origin);
    const whole = asInt(value);
    if (operator === "-" && value.kind === "float")
      return { kind: "float", value: value.value === void 0 ? void 0 : -value.value, origin };
    if (operator === "-" && whole !== void 0) return int(scale(whole, -1), origin);
    return operator === "+" && whole !== void 0 ? value : machine.result(frame, e, [value.origin]);
  });
}
function binary2(machine, frame, e) {
  const chain = [];
  let leftmost = e;
  while (leftmost.kind === "binary") {
    chain.push({ operator: leftmost.operator, right: leftmost.right, span: leftmost });
    leftmost = leftmost.left;
  }
  let value = evaluate(machine, frame, leftmost);
  for (const { operator, right, span } of chain.reverse()) {
    const other = evaluate(machine, frame, right);
    value = distribute(machine, [value, other], ([a = none, b = none]) =>
      binaryOperation(machine, frame, operator, a, b, span),
    );
  }
  return value;
}
function logical(machine, frame, e) {
  const left = evaluate(machine, frame, e.left);
  const test = distribute(machine, [left], ([value = none]) => bool(truthOf(machine, value)));
  if (test.kind !== "bool") {
    evaluate(machine, frame, e.right);
    return machine.result(frame, e);
  }
  const skipsRight = e.operator === "and" ? negation(test.formula) : test.formula;
  const truth4 = decideHere(machine, skipsRight);
  if (truth4 === true) return left;
  if (truth4 === false) return evaluate(machine, frame, e.right);
  if (left.kind === "bool") {
    const facts2 = machine.facts;
    machine.facts = assume(negation(skipsRight), facts2) ?? facts2;
    const right = evaluate(machine, frame, e.right);
    machine.facts = facts2;
    const formula2 = right.kind === "choice" ? void 0 : truthOf(machine, right);
    if (formula2 !== void 0) return bool({ kind: e.operator, operands: [test.formula, formula2] });
    return bool({ kind: "test", key: machine.fresh("test"), name: machine.source(frame, e) });
  }
  return conditionalValue(
    machine,
    frame,
    skipsRight,
    () => left,
    () => evaluate(machine, frame, e.right),
  );
}
function compare(machine, frame, e) {
  let left = evaluate(machine, frame, e.left);
  const links = [];
  for (const [i, operator] of e.operators.entries()) {
    const node = e.comparators[i];
    if (node === void 0) break;
    const right = evaluate(machine, frame, node);
    links.push(
      distribute(machine, [left, right], ([a = none, b = none]) => {
        if ((a.kind === "tensor" || b.kind === "tensor") && operator !== "is" && operator !== "is not") {
          return binaryOperation(machine, frame, operator, a, b, e);
        }
        return bool(compareValues(machine, a, operator, b), machine.origin("computed", frame, e, originsOf([a, b])));
      }),
    );
    left = right;
  }
  const [first] = links;
  if (links.length === 1 && first !== void 0) return first;
  const formulas = links.flatMap((link) => (link.kind === "bool" ? [link.formula] : []));
  return formulas.length === links.length ? bool({ kind: "and", operands: formulas }) : machine.result(frame, e);
}
function conditional(machine, frame, testNode, body, otherwise) {
  const test = evaluate(machine, frame, testNode);
  return conditionalValue(
    machine,
    frame,
    testFormula(machine, frame, test, testNode),
    () => evaluate(machine, frame, body),
    () => evaluate(machine, frame, otherwise),
  );
}
function testFormula(machine, frame, test, e) {
  if (test.kind !== "choice") return truthOf(machine, test);
  const formulas = test.alternatives.map((alternative) => truthOf(machine, alternative.value));
  const [first] = formulas;
  if (first?.kind === "constant" && formulas.every((f) => f.kind === "constant" && f.value === first.value))
    return first;
  return { kind: "test", key: machine.fresh("test"), name: machine.source(frame, e) };
}
function conditionalValue(machine, frame, test, whenTrue, whenFalse) {
  const truth4 = decideHere(machine, test);
  if (truth4 !== void 0) return truth4 ? whenTrue() : whenFalse();
  const results = [];
  branches(
    machine,
    frame,
    test,
    () => void results.push({ side: 0, value: whenTrue() }),
    () => void results.push({ side: 1, value: whenFalse() }),
  );
  const { decision, trueSide } = questionOf(test);
  return choose(
    results.map(({ side, value }) => ({
      condition: /* @__PURE__ */ new Map([
        [decision.key, { decision, allowed: 1 << (side === 0 ? trueSide : 1 - trueSide) }],
      ]),
      value,
    })),
  );
}
function lambda(machine, frame, e) {
  const defaults = /* @__PURE__ */ new Map();
  for (const parameter of e.parameters) {
    if (parameter.default !== void 0) defaults.set(parameter.name.id, evaluate(machine, frame, parameter.default));
  }
  return {
    kind: "function",
    node: e,
    site: machine.site(frame, e),
    scope: frame.scope,
    owner: void 0,
    form: "function",
    defaults,
  };
}
var maximumUnrolled = 32;
function comprehension2(machine, frame, e) {
  const [clause] = e.clauses;
  const inner = { ...frame, scope: new LexicalScope(frame.scope.path, "function", frame.scope) };
  if (clause === void 0) return machine.result(frame, e);
  const iterable = evaluate(machine, frame, clause.iterable);
  const items = itemsOf(machine, iterable);
  const simple =
    e.clauses.length === 1 && clause.conditions.length === 0 && (e.result === "list" || e.result === "generator");
  if (!simple || items === void 0 || items.length > maximumUnrolled) {
    for (const each of e.clauses) assignTarget(machine, inner, each.target, machine.result(frame, each.iterable));
    evaluate(machine, inner, e.element);
    if (e.key !== void 0) evaluate(machine, inner, e.key);
    return machine.result(frame, e);
  }
  const results = items.map((item) => {
    assignTarget(machine, inner, clause.target, item);
    return evaluate(machine, inner, e.element);
  });
  return newList(machine, results, machine.origin("computed", frame, e, originsOf(results)));
}

// server/src/interpreter/names.ts
function readName2(machine, frame, e) {
  for (const scope2 of frame.scope.lookup(e.id)) {
    const value = machine.store.get(scope2, e.id);
    if (value !== void 0) return value;
    if (scope2.own?.has(e.id) === true && scope2.kind === "function")
      return unknown("a name read before it is assigned");
  }
  if (e.id === "__name__") return { kind: "string", value: "__main__", exact: true };
  if (isBuiltin(e.id)) return { kind: "external", name: `builtins.${e.id}` };
  return unknown("an undefined name");
}
function assignName(machine, frame, name, value) {
  machine.store.set(frame.scope.target(name), name, value);
}
function assignTarget(machine, frame, target, value) {
  switch (target.kind) {
    case "name":
      assignName(machine, frame, target.id, value);
      machine.observe?.(frame, target, value);
      return;
    case "tuple":
    case "list":
      unpack(machine, frame, target.elements, value, target);
      return;
    case "starred":
      assignTarget(machine, frame, target.value, value);
      return;
    case "attribute":
      setAttribute(machine, evaluate(machine, frame, target.object), target.attribute.id, value);
      machine.observe?.(frame, target, value);
      return;
    case "subscript":
      assignSubscript(machine, evaluate(machine, frame, target.object), evaluate(machine, frame, target.index), value);
      return;
    default:
  }
}
function unpack(machine, frame, targets, value, at) {
  const parts = unpackedParts(machine, frame, targets, value, at);
  for (const [i, target] of targets.entries()) assignTarget(machine, frame, target, parts[i] ?? unknown("unpacking"));
}
function unpackedParts(machine, frame, targets, value, at) {
  if (value.kind === "choice") {
    const each = value.alternatives.map((alternative) => ({
      condition: alternative.condition,
      parts: unpackedParts(machine, frame, targets, alternative.value, at),
    }));
    return targets.map((_, i) =>
      choose(each.map(({ condition, parts }) => ({ condition, value: parts[i] ?? unknown("unpacking") }))),
    );
  }
  const star = targets.findIndex((target) => target.kind === "starred");
  const items = itemsOf(machine, value);
  if (items !== void 0) {
    if (star < 0) return items.length === targets.length ? items : targets.map(() => unknown("unpacking"));
    const after = targets.length - star - 1;
    if (items.length < targets.length - 1) return targets.map(() => unknown("unpacking"));
    const middle = newList(machine, items.slice(star, items.length - after), value.origin);
    return [...items.slice(0, star), middle, ...items.slice(items.length - after)];
  }
  const origin = machine.origin("computed", frame, at, [value.origin]);
  return targets.map((target, i) => {
    if (target.kind === "starred") return machine.result(frame, target, [value.origin]);
    const index2 = star >= 0 && i > star ? i - targets.length : i;
    return element(machine, frame, value, int(integer(index2), origin), target);
  });
}
function iterate(machine, frame, iterable, at) {
  const items = itemsOf(machine, iterable);
  if (items !== void 0) return { items, complete: true };
  if (iterable.kind === "choice" || iterable.kind === "unknown")
    return { items: [unknown("loop over unknown")], complete: false };
  if (iterable.kind === "tensor") {
    const length2 = lengthOfValue(machine, iterable);
    if (length2 !== void 0) {
      const last = asInt(length2);
      const index2 = int(last === void 0 ? void 0 : subtract(last, integer(1)));
      return { items: [element(machine, frame, iterable, index2, at)], complete: false };
    }
  }
  return { items: [machine.result(frame, at, [iterable.origin])], complete: false };
}

// server/src/interpreter/imports.ts
function runImport(machine, frame, statement) {
  for (const item of statement.names) {
    const [first = item.module] = item.module.split(".");
    if (item.alias !== void 0) {
      assignName(machine, frame, item.alias.id, moduleOf(machine, frame, item.module));
    } else {
      assignName(machine, frame, first, moduleOf(machine, frame, first));
    }
  }
}
function runImportFrom(machine, frame, statement) {
  const name = machine.modules.absoluteName(statement.level, statement.module, frame.scope.path);
  const module = moduleOf(machine, frame, name);
  if (statement.names === "*") {
    starImport(machine, frame, module);
    return;
  }
  for (const item of statement.names) {
    const value = member(machine, frame, module, item.name.id);
    assignName(machine, frame, (item.alias ?? item.name).id, value);
    machine.observe?.(frame, item.alias ?? item.name, value);
  }
}
function starImport(machine, frame, module) {
  if (module.kind !== "module") return;
  const scope2 = runModule(machine, module.path);
  if (scope2 === void 0) return;
  for (const [name, value] of machine.store.entries(scope2)) {
    if (!name.startsWith("_")) assignName(machine, frame, name, value);
  }
}
function moduleOf(machine, frame, name) {
  const path = machine.modules.resolve(name, frame.scope.path);
  return path === void 0 ? { kind: "external", name } : { kind: "module", name, path };
}
function member(machine, frame, module, name) {
  if (module.kind === "module") return moduleAttribute(machine, frame, module, name);
  return module.kind === "external" ? submodule(machine, frame, `${module.name}.${name}`) : module;
}
function moduleAttribute(machine, frame, module, name) {
  const scope2 = runModule(machine, module.path);
  const own = scope2 === void 0 ? void 0 : machine.store.get(scope2, name);
  if (own !== void 0) return own;
  const inner = machine.modules.resolve(`${module.name}.${name}`, frame.scope.path);
  if (inner !== void 0) return { kind: "module", name: `${module.name}.${name}`, path: inner };
  const source = machine.modules.isContract(module.path)
    ? machine.modules.resolveSource(module.name, frame.scope.path)
    : void 0;
  const sourceScope = source === void 0 ? void 0 : runModule(machine, source);
  const behind = sourceScope === void 0 ? void 0 : machine.store.get(sourceScope, name);
  return behind ?? { kind: "external", name: `${module.name}.${name}` };
}
function submodule(machine, frame, name) {
  const own = machine.models.intrinsic(machine, name);
  if (own !== void 0) return own;
  const path = machine.modules.resolve(name, frame.scope.path);
  if (path !== void 0) return { kind: "module", name, path };
  return { kind: "external", name };
}

// server/src/interpreter/methods.ts
var dictMethods = {
  get: (self, c) => {
    const key = dictKey(c.argument(0) ?? none);
    if (key === void 0) return void 0;
    return getEntry(c.machine, self, key) ?? (isOpen(c.machine, self) ? void 0 : (c.argument(1) ?? none));
  },
  pop: (self, c) => {
    const key = dictKey(c.argument(0) ?? none);
    if (key === void 0) return opened(self, c);
    const held = getEntry(c.machine, self, key);
    removeEntry(c.machine, self, key);
    return held ?? (isOpen(c.machine, self) ? void 0 : c.argument(1));
  },
  setdefault: (self, c) => {
    const key = dictKey(c.argument(0) ?? none);
    if (key === void 0) return opened(self, c);
    const held = getEntry(c.machine, self, key);
    if (held !== void 0) return held;
    if (isOpen(c.machine, self)) return void 0;
    const value = c.argument(1) ?? none;
    setEntry(c.machine, self, key, value);
    return value;
  },
  update: (self, c) => {
    for (const argument3 of c.args) {
      if (argument3.name !== void 0) {
        setEntry(c.machine, self, argument3.name, argument3.value);
      } else if (argument3.value.kind === "object" && argument3.value.identity.type === "dict") {
        for (const [key, value] of knownEntries(c.machine, argument3.value)) setEntry(c.machine, self, key, value);
        if (isOpen(c.machine, argument3.value)) openDict(c.machine, self);
      } else openDict(c.machine, self);
    }
    return none;
  },
  copy: (self, c) => newDict(c.machine, knownEntries(c.machine, self), isOpen(c.machine, self), self.origin),
  keys: (self, c) => listed(c, entriesOf(c.machine, self), ([key]) => text(key)),
  values: (self, c) => listed(c, entriesOf(c.machine, self), ([, value]) => value),
  items: (self, c) => listed(c, entriesOf(c.machine, self), ([key, value]) => tuple([text(key), value])),
};
function opened(self, c) {
  openDict(c.machine, self);
  return void 0;
}
function listed(c, entries2, pick) {
  return entries2 === void 0 ? void 0 : newList(c.machine, [...entries2].map(pick), void 0);
}
var listMethods = {
  append: (self, c) => changed(self, c, (items) => [...items, c.argument(0) ?? unknown("a missing argument")]),
  extend: (self, c) => {
    const more = itemsOf(c.machine, c.argument(0) ?? none);
    return changed(self, c, (items) => (more === void 0 ? void 0 : [...items, ...more]));
  },
  insert: (self, c) => {
    const at = constantIndex(c.argument(0));
    return changed(self, c, (items) => (at === void 0 ? void 0 : items.toSpliced(at, 0, c.argument(1) ?? none)));
  },
  pop: (self, c) => {
    const items = itemsOf(c.machine, self);
    const at = c.args.length === 0 ? -1 : constantIndex(c.argument(0));
    const taken2 = items === void 0 || at === void 0 ? void 0 : items.at(at);
    setItems(c.machine, self, taken2 === void 0 || at === void 0 ? void 0 : items?.toSpliced(at, 1));
    return taken2;
  },
  clear: (self, c) => changed(self, c, () => []),
  reverse: (self, c) => changed(self, c, (items) => items.toReversed()),
  sort: (self, c) => changed(self, c, () => void 0),
  remove: (self, c) => changed(self, c, () => void 0),
  add: (self, c) => changed(self, c, () => void 0),
  copy: (self, c) => {
    const items = itemsOf(c.machine, self);
    return items === void 0 ? void 0 : newList(c.machine, items, self.origin);
  },
};
function changed(self, c, change) {
  const items = itemsOf(c.machine, self);
  setItems(c.machine, self, items === void 0 ? void 0 : change(items));
  return none;
}
function constantIndex(value) {
  const whole = value === void 0 ? void 0 : asInt(value);
  return whole === void 0 ? void 0 : constantOf(whole);
}
var stringMethods = {
  lower: (self) => text(self.toLowerCase()),
  upper: (self) => text(self.toUpperCase()),
  strip: (self, argument3) => (argument3 === void 0 ? text(self.trim()) : void 0),
  startswith: (self, argument3) => truth3(argument3 === void 0 ? void 0 : self.startsWith(argument3)),
  endswith: (self, argument3) => truth3(argument3 === void 0 ? void 0 : self.endsWith(argument3)),
  removeprefix: (self, argument3) =>
    argument3 === void 0 ? void 0 : text(self.startsWith(argument3) ? self.slice(argument3.length) : self),
};
function truth3(value) {
  return value === void 0 ? void 0 : { kind: "bool", formula: { kind: "constant", value } };
}
var opaqueMethods = /* @__PURE__ */ new Set(["get"]);
function isContainerMethod(receiver, name) {
  if (receiver.kind === "opaque") return opaqueMethods.has(name);
  if (receiver.kind === "string") return name in stringMethods;
  if (receiver.kind === "tuple") return name === "index" || name === "count" || name === "numel";
  if (receiver.kind !== "object") return false;
  return name in (receiver.identity.type === "dict" ? dictMethods : listMethods);
}
function callMethod(machine, frame, bound2, receiver, args, site) {
  const name = bound2.replace("method ", "");
  return distribute(
    machine,
    [receiver, ...args.map((argument3) => argument3.value)],
    ([self = receiver, ...values]) => {
      const settled = args.map((argument3, i) => ({ ...argument3, value: values[i] ?? argument3.value }));
      const result = callOne(machine, frame, name, self, settled, site);
      return result ?? machine.result(frame, site, [self.origin, ...values.map((value) => value.origin)]);
    },
  );
}
function callOne(machine, frame, name, self, args, site) {
  const c = {
    machine,
    frame,
    args,
    site,
    argument: (i, keyword) =>
      args.filter((argument3) => argument3.name === void 0)[i]?.value ??
      args.find((argument3) => argument3.name === keyword && keyword !== void 0)?.value,
  };
  switch (self.kind) {
    case "tensor":
      return tensorMethod(c, name, self, self);
    case "opaque":
      return onOpaque(c, name, self);
    case "string": {
      const argument3 = c.argument(0);
      const exact = self.exact && (argument3 === void 0 || (argument3.kind === "string" && argument3.exact));
      return exact
        ? stringMethods[name]?.(self.value, argument3?.kind === "string" ? argument3.value : void 0)
        : void 0;
    }
    case "object":
      return (self.identity.type === "dict" ? dictMethods : listMethods)[name]?.(self, c);
    default:
      return void 0;
  }
}
var shapeKeeping = /* @__PURE__ */ new Set([
  "to",
  "cuda",
  "cpu",
  "contiguous",
  "detach",
  "clone",
  "float",
  "half",
  "bfloat16",
  "long",
  "int",
  "bool",
  "requires_grad_",
]);
function onOpaque(c, name, self) {
  if (name === "get") {
    const key = c.argument(0);
    return key?.kind === "string" && c.args.length === 1 ? element(c.machine, c.frame, self, key, c.site) : void 0;
  }
  if (shapeKeeping.has(name)) return self;
  const base = asTensor(self);
  return base === void 0 ? void 0 : tensorMethod(c, name, base, self);
}
function tensorMethod(c, name, self, source) {
  const receiver = { name: void 0, value: source, site: void 0 };
  const withReceiver = tensorCall(c.machine, c.frame, [receiver, ...c.args], c.site);
  return tensorMethods.get(name)?.(self, {
    ...tensorCall(c.machine, c.frame, c.args, c.site),
    origin: withReceiver.origin,
  });
}

// server/src/interpreter/attributes.ts
function getAttribute(machine, frame, object, name, span) {
  return distribute(machine, [object], ([value = object]) => getOne(machine, frame, value, name, span));
}
function getOne(machine, frame, value, name, span) {
  switch (value.kind) {
    case "module":
      return moduleAttribute(machine, frame, value, name);
    case "external":
      return submodule(machine, frame, `${value.name}.${name}`);
    case "object":
      return value.identity.type === "instance"
        ? instanceAttribute(machine, frame, value, name, span)
        : method(machine, frame, value, name, span);
    case "class":
      return classAttribute(machine, frame, value, name, span);
    case "tensor":
      return tensorAttribute(machine, frame, value, name, span);
    case "opaque":
      return opaqueAttribute(machine, frame, value, name, span);
    case "int": {
      if (value.value.terms.every((term) => term.factors.length === 0))
        return machine.result(frame, span, [value.origin]);
      const name2 = formula(value.value);
      return opaqueAttribute(
        machine,
        frame,
        opaque(`int ${value.value.key}`, name2.length > 40 ? machine.source(frame, span) : name2, value.origin),
        name,
        span,
      );
    }
    case "intrinsic":
      return machine.models.intrinsic(machine, `${value.name}.${name}`) ?? unknown("an attribute of an intrinsic");
    case "bound":
      if (value.function.kind === "intrinsic" && value.function.name === "super")
        return superAttribute(machine, frame, value, name, machine.site(frame, span));
      return machine.result(frame, span, [value.origin]);
    case "string":
    case "tuple":
    case "uniform":
      return method(machine, frame, value, name, span);
    default:
      return unknown(`attribute of ${value.kind}`);
  }
}
function method(machine, frame, receiver, name, span) {
  if (!isContainerMethod(receiver, name)) return machine.result(frame, span, [receiver.origin]);
  return bindMethod(name, receiver);
}
function bindMethod(name, receiver) {
  return { kind: "bound", function: { kind: "intrinsic", name: `method ${name}` }, receiver };
}
function tensorAttribute(machine, frame, value, name, span) {
  const mark = value.marks?.get(name);
  if (mark !== void 0) return mark;
  const attribute = tensorAttributes.get(name)?.(value, machine.facts);
  if (attribute !== void 0) return withOrigin(attribute, machine.origin("computed", frame, span, [value.origin]));
  if (tensorMethods.has(name)) return bindMethod(name, value);
  if (name === "shape") return opaqueShape(machine, frame, value, span);
  return machine.result(frame, span, [value.origin]);
}
function opaqueShape(machine, frame, value, span) {
  return {
    kind: "bound",
    function: { kind: "intrinsic", name: "shape" },
    receiver: withOrigin(value, machine.origin("computed", frame, span, [value.origin])),
  };
}
function opaqueAttribute(machine, frame, value, name, span) {
  const origin = machine.origin("computed", frame, span, [value.origin]);
  if (name === "shape") return { ...opaque(`${value.key}.shape`, `${value.name}.shape`, origin) };
  const owner = machine.owner(value.key);
  const written = machine.store.get(owner, name);
  if (written !== void 0) return written;
  if (tensorMethods.has(name) || isContainerMethod(value, name)) return bindMethod(name, value);
  return opaque(`${machine.epochKey(value.key)}.${name}`, `${value.name}.${name}`, origin);
}
function instanceAttribute(machine, frame, value, name, span) {
  const held = machine.store.get(value.identity, name);
  if (held !== void 0) return held;
  const owner = value.identity.class;
  if (owner === void 0) return unknown("attribute of an instance");
  const found = findMember(machine, owner, name);
  if (found.value !== void 0) return bindMember(machine, frame, found.value, value, owner, span);
  const initial = value.identity.symbolic ? attributeOfNewInstance(machine, owner, name) : void 0;
  const result =
    initial ??
    opaque(
      machine.fresh(`${value.identity.label}.${name}`),
      machine.source(frame, span),
      machine.origin("parameter", frame, span, [], name),
    );
  if (!value.identity.symbolic && found.complete) return machine.result(frame, span, [value.origin]);
  machine.store.set(value.identity, name, result);
  return result;
}
function classAttribute(machine, frame, value, name, span) {
  const found = findMember(machine, value, name);
  if (found.value === void 0) return machine.result(frame, span, [value.origin]);
  const member2 = found.value;
  if (member2.kind === "function" && member2.form === "classmethod")
    return { kind: "bound", function: member2, receiver: value };
  return member2;
}
function bindMember(machine, frame, member2, receiver, owner, span) {
  if (member2.kind !== "function") return member2;
  if (member2.form === "staticmethod") return member2;
  const bound2 = { kind: "bound", function: member2, receiver: member2.form === "classmethod" ? owner : receiver };
  return member2.form === "property" ? call(machine, frame, bound2, [], machine.site(frame, span)) : bound2;
}
function setAttribute(machine, object, name, value) {
  if (object.kind === "object") machine.store.set(object.identity, name, value);
  else if (object.kind === "opaque") machine.store.set(machine.owner(object.key), name, value);
  else if (object.kind === "choice") {
    for (const alternative of object.alternatives)
      setAttribute(machine, alternative.value, name, unknown("an attribute set on one of several objects"));
  } else if (object.kind === "module") {
    const scope2 = machine.moduleScopes.get(object.path);
    if (scope2 !== void 0) machine.store.set(scope2, name, unknown("a module attribute set from outside"));
  }
}

// server/src/interpreter/builtins.ts
var functions = {
  "builtins.len": ({ machine, values: [value = none] }) => lengthOfValue(machine, value),
  "builtins.range": ({ values }) => range2(values),
  "builtins.int": ({ values: [value = none] }) => toInt(value),
  "builtins.float": ({ values: [value = none] }) => toFloat(value),
  "builtins.str": ({ values: [value = none] }) => (value.kind === "string" ? value : void 0),
  "builtins.bool": ({ values: [value = none] }) => (value.kind === "bool" ? value : void 0),
  "builtins.abs": ({ machine, values: [value = none] }) => absolute(machine, value),
  "builtins.min": (c) => extreme2(c, "minimum"),
  "builtins.max": (c) => extreme2(c, "maximum"),
  "builtins.sum": ({ machine, values: [value = none] }) => {
    const sizes = itemsOf(machine, value)?.map(asInt);
    return sizes === void 0 ? void 0 : known2(sizes.reduce((total, size2) => add(total, size2), integer(0)));
  },
  "math.prod": ({ machine, values: [value = none] }) => {
    const sizes = itemsOf(machine, value)?.map(asInt);
    return sizes === void 0 ? void 0 : known2(sizes.reduce((total, size2) => multiply(total, size2), integer(1)));
  },
  "builtins.divmod": ({ values: [a = none, b = none] }) => {
    const [quotient2, rest] = [floorDiv(asInt(a), asInt(b)), modulo(asInt(a), asInt(b))];
    return quotient2 === void 0 || rest === void 0 ? void 0 : tuple([int(quotient2), int(rest)]);
  },
  "math.ceil": ({ values: [value = none] }) => rounded(value, "up"),
  "math.floor": ({ values: [value = none] }) => rounded(value, "down"),
  "builtins.isinstance": ({ machine, values: [value = none, type2 = none] }) => bool(isInstance(machine, value, type2)),
  "builtins.tuple": ({ machine, values: [value] }) => {
    const items = value === void 0 ? [] : itemsOf(machine, value);
    return items === void 0 ? void 0 : tuple(items);
  },
  "builtins.list": ({ machine, values: [value] }) => {
    const items = value === void 0 ? [] : itemsOf(machine, value);
    return items === void 0 ? void 0 : newList(machine, items, void 0);
  },
  "builtins.dict": ({ machine, values: [value], keywords }) => {
    if (value !== void 0 && (value.kind !== "object" || value.identity.type !== "dict")) return void 0;
    const entries2 = value === void 0 ? /* @__PURE__ */ new Map() : knownEntries(machine, value);
    for (const [key, item] of keywords) entries2.set(key, item);
    return newDict(machine, entries2, value !== void 0 && isOpen(machine, value), void 0);
  },
  "builtins.enumerate": ({ machine, values: [value = none], keywords }) => {
    const items = itemsOf(machine, value);
    if (items === void 0 || keywords.size > 0) return void 0;
    return tuple(items.map((item, i) => tuple([int(integer(i)), item])));
  },
  "builtins.zip": ({ machine, values }) => {
    const columns = values.map((value) => itemsOf(machine, value));
    if (columns.length === 0 || columns.includes(void 0)) return void 0;
    const rows = Math.min(...columns.map((column) => column?.length ?? 0));
    return tuple(Array.from({ length: rows }, (_, i) => tuple(columns.map((column) => column?.[i] ?? unknown("zip")))));
  },
  "builtins.reversed": ({ machine, values: [value = none] }) => {
    const items = itemsOf(machine, value);
    return items === void 0 ? void 0 : tuple(items.toReversed());
  },
  "builtins.getattr": ({ machine, frame, site, values: [object = none, name = none] }) =>
    name.kind === "string" && name.exact ? getAttributeOrDefault(machine, frame, site, object, name.value) : void 0,
  "builtins.setattr": ({ machine, values: [object = none, name = none, value = none] }) => {
    if (name.kind === "string" && name.exact) setAttribute(machine, object, name.value, value);
    return none;
  },
  "builtins.super": ({ frame }) => superObject(frame),
  "builtins.print": () => none,
  // What `reveal_type` is to type checkers: shows a value in documentation and tests.
  "builtins.reveal": ({ values: [value = none] }) => value,
  "copy.deepcopy": ({ values: [value = none] }) => (value.kind === "object" ? void 0 : value),
  "copy.copy": ({ values: [value = none] }) => (value.kind === "object" ? void 0 : value),
};
function callBuiltin(machine, frame, name, args, site) {
  if (name === "functools.partial") {
    const [target, ...rest] = args;
    return target === void 0 ? void 0 : { kind: "partial", function: target.value, arguments: rest };
  }
  if (name === "builtins.getattr" && args.length === 3) return getAttributeWithDefault(machine, frame, args, site);
  if (isException(name)) return { kind: "partial", function: { kind: "external", name }, arguments: args };
  const builtin = Object.hasOwn(functions, name) ? functions[name] : void 0;
  if (builtin === void 0) return void 0;
  const origins = args.map((argument3) => argument3.value.origin);
  return distribute(
    machine,
    args.map((argument3) => argument3.value),
    (settled) => {
      const values = settled.filter((_, i) => args[i]?.name === void 0);
      const keywords = new Map(
        args.flatMap(({ name: keyword }, i) => (keyword === void 0 ? [] : [[keyword, settled[i] ?? none]])),
      );
      const result = builtin({ machine, frame, site, values, keywords });
      if (result === void 0) return machine.result(frame, site, origins);
      return result.origin === void 0 ? withOrigin(result, machine.origin("computed", frame, site, origins)) : result;
    },
  );
}
function isException(name) {
  return /^builtins\.[A-Z]\w*(Error|Exception|Exit|Interrupt|Warning)$/.test(name);
}
function isBuiltin(name) {
  return Object.hasOwn(functions, `builtins.${name}`) || otherBuiltins.has(name);
}
var otherBuiltins = new Set(
  "all any bytes callable classmethod complex delattr dir eval exec filter format frozenset globals hasattr hash hex id input isinstance issubclass iter locals map memoryview next object oct open ord pow property repr round set slice sorted staticmethod super type vars ArithmeticError AssertionError AttributeError BaseException Exception FileNotFoundError ImportError IndexError KeyError KeyboardInterrupt ModuleNotFoundError NameError NotImplemented NotImplementedError OSError OverflowError RuntimeError StopIteration SystemExit TypeError UnicodeDecodeError ValueError Warning ZeroDivisionError".split(
    " ",
  ),
);
function known2(value) {
  return value === void 0 ? void 0 : int(value);
}
function range2(values) {
  const sizes = values.map(asInt);
  const [start, stop, step] =
    sizes.length === 1 ? [integer(0), sizes[0], integer(1)] : [sizes[0], sizes[1], sizes[2] ?? integer(1)];
  const stride = step === void 0 ? void 0 : constantOf(step);
  if (start === void 0 || stop === void 0 || stride === void 0 || stride <= 0) return void 0;
  const length2 = ceilDiv(subtract(stop, start), integer(stride));
  const count = length2 === void 0 ? void 0 : constantOf(length2);
  const index2 = symbol(rangeIndex.slice(1), "i", 0, length2);
  const element2 = add(start, scale(index2, stride));
  if (length2 === void 0 || element2 === void 0) return void 0;
  return { kind: "uniform", element: int(element2), length: count === void 0 ? length2 : integer(Math.max(0, count)) };
}
function toInt(value) {
  if (value.kind === "float") return rounded(value, "down");
  if (value.kind === "string" && value.exact && /^\s*[-+]?\d+\s*$/.test(value.value))
    return int(integer(Number(value.value)));
  const whole = asInt(value);
  if (whole === void 0) return void 0;
  if (isInteger(whole)) return int(whole, value.origin);
  const key = valueKey(value);
  return key === void 0
    ? void 0
    : opaque(`int(${key})`, value.kind === "opaque" ? value.name : "int(\u2026)", value.origin);
}
function isInteger(value) {
  return [...atomsOf(value).values()].every((atom) => atom.kind !== "symbol" || atom.low !== -Infinity);
}
function toFloat(value) {
  if (value.kind === "float") return value;
  const whole = asInt(value);
  if (whole === void 0) return { kind: "float", value: void 0 };
  return { kind: "float", value: constantOf(whole), ratio: { numerator: whole, denominator: integer(1) } };
}
function rounded(value, direction) {
  if (value.kind !== "float") {
    const whole = asInt(value);
    return whole !== void 0 && isInteger(whole) ? value : void 0;
  }
  return known2(roundedRatio(value, direction)) ?? roundedNumber(value, direction);
}
function roundedRatio(value, direction) {
  if (value.ratio === void 0) return void 0;
  const { numerator, denominator } = value.ratio;
  if (!isInteger(numerator) || !isInteger(denominator)) return void 0;
  return direction === "up" ? ceilDiv(numerator, denominator) : floorDiv(numerator, denominator);
}
function roundedNumber(value, direction) {
  if (value.value === void 0) return void 0;
  const whole = direction === "up" ? Math.ceil(value.value) : Math.floor(value.value);
  return Number.isSafeInteger(whole) && value.value >= 0 ? int(integer(whole)) : void 0;
}
function absolute(machine, value) {
  const whole = asInt(value);
  if (whole === void 0) return void 0;
  const positive = machine.facts.compare(whole, ">=", integer(0));
  return positive === void 0 ? void 0 : int(positive ? whole : scale(whole, -1));
}
function extreme2(c, kind) {
  if (c.keywords.size > 0) return void 0;
  const [only2] = c.values;
  const values = c.values.length === 1 && only2 !== void 0 ? itemsOf(c.machine, only2) : c.values;
  const sizes = values?.map(asInt);
  if (sizes === void 0 || sizes.length === 0) return void 0;
  const all = sizes.filter((size2) => size2 !== void 0);
  return all.length === sizes.length ? known2(c.machine.facts[kind](all)) : void 0;
}
function getAttributeOrDefault(machine, frame, site, object, name) {
  return getAttribute(machine, frame, object, name, site);
}
function getAttributeWithDefault(machine, frame, args, site) {
  const [object, name, fallback] = args.map((argument3) => argument3.value);
  if (object === void 0 || name?.kind !== "string" || fallback === void 0) return void 0;
  return distribute(machine, [object], ([value = object]) => {
    if (value.kind === "none") return fallback;
    const lacksIt =
      value.kind === "tensor" && value.marks?.has(name.value) !== true && !tensorAttributes.has(name.value);
    return lacksIt ? fallback : getAttribute(machine, frame, value, name.value, site);
  });
}
function superObject(frame) {
  const owner = frame.function?.owner;
  if (owner === void 0 || frame.receiver === void 0) return void 0;
  return { kind: "bound", function: { kind: "intrinsic", name: "super" }, receiver: tuple([frame.receiver, owner]) };
}
function superAttribute(machine, frame, value, name, site) {
  const [receiver, owner] = value.receiver.kind === "tuple" ? value.receiver.items : [];
  if (receiver === void 0 || owner?.kind !== "class") return unknown("super()");
  const member2 = findInherited(machine, owner, name);
  if (member2 === void 0) return { kind: "external", name: `builtins.object.${name}` };
  return bindMember(machine, frame, member2, receiver, owner, site);
}

// server/src/interpreter/calls.ts
function evaluateCall(machine, frame, e) {
  const callee = evaluate(machine, frame, e.callee);
  const { passed, complete: complete2 } = evaluateArguments(machine, frame, e);
  const site = machine.site(frame, e);
  return distribute(machine, [callee], ([one = callee]) => {
    const target = needsName(one) ? (distinctiveTarget(machine, e, passed) ?? one) : one;
    if (!complete2 && target.kind !== "external") return havoc(machine, frame, target, passed, site);
    return call(machine, frame, target, passed, site);
  });
}
function needsName(callee) {
  if (callee.kind === "object") return true;
  return callee.kind === "unknown" || callee.kind === "opaque" || callee.kind === "external";
}
function distinctiveTarget(machine, e, passed) {
  if (e.arguments.some((argument3) => argument3.stars === 1)) return void 0;
  const keywords = new Set(
    passed.flatMap((argument3) => (argument3 === furtherArguments ? [] : (argument3.name ?? []))),
  );
  const positional = passed.filter((argument3) => argument3.name === void 0).length;
  return keywords.size === 0 ? void 0 : machine.models.distinctive(machine, keywords, positional);
}
function evaluateArguments(machine, frame, e) {
  const passed = [];
  let complete2 = true;
  for (const argument3 of e.arguments) {
    const value = evaluate(machine, frame, argument3.value);
    const site = machine.site(frame, argument3.value);
    if (argument3.stars === 0) passed.push({ name: argument3.name?.id, value, site });
    else if (argument3.stars === 1) {
      const items = itemsOf(machine, value);
      if (items === void 0) complete2 = false;
      else passed.push(...items.map((item) => ({ name: void 0, value: item, site: void 0 })));
    } else if (value.kind === "object" && value.identity.type === "dict") {
      for (const [name, item] of knownEntries(machine, value)) passed.push({ name, value: item, site: void 0 });
      if (isOpen(machine, value)) passed.push(furtherArguments);
    } else passed.push(furtherArguments);
  }
  return { passed, complete: complete2 };
}
var furtherArguments = { name: "**", value: unknown("arguments passed through **"), site: void 0 };
function call(machine, frame, callee, args, site) {
  switch (callee.kind) {
    case "function":
      return callFunction(machine, frame, callee, void 0, args, site);
    case "bound":
      if (callee.function.kind === "intrinsic")
        return callMethod(machine, frame, callee.function.name, callee.receiver, args, site);
      return callFunction(machine, frame, callee.function, callee.receiver, args, site);
    case "class":
      return instantiate(machine, frame, callee, args, site);
    case "partial":
      return call(
        machine,
        frame,
        callee.function,
        [
          ...callee.arguments,
          ...args.filter((argument3) => argument3.name === void 0),
          ...args.filter((argument3) => argument3.name !== void 0),
        ],
        site,
      );
    case "intrinsic":
      return machine.models.callIntrinsic(machine, { name: callee.name, arguments: args, frame, site });
    case "external":
      return callExternal(machine, frame, callee.name, args, site);
    case "object": {
      const method2 = callableMethod(machine, callee);
      return method2 === void 0
        ? havoc(machine, frame, callee, args, site)
        : callFunction(machine, frame, method2, callee, args, site);
    }
    case "choice":
      return distribute(machine, [callee], ([one = callee]) => call(machine, frame, one, args, site));
    default:
      return havoc(machine, frame, callee, args, site);
  }
}
function callableMethod(machine, callee) {
  if (callee.identity.class === void 0) return void 0;
  for (const name of ["__call__", "forward"]) {
    const member2 = findMember(machine, callee.identity.class, name).value;
    if (member2?.kind === "function") return member2;
  }
  return void 0;
}
function callExternal(machine, frame, name, args, site) {
  if (
    name.startsWith("builtins.") ||
    name.startsWith("math.") ||
    name.startsWith("functools.") ||
    name.startsWith("copy.") ||
    name.startsWith("os.")
  ) {
    const result = callBuiltin(machine, frame, name, args, site);
    if (result !== void 0) return result;
  }
  const model = tensorFunctions.get(name);
  if (model !== void 0) {
    const values = args.map((argument3) => argument3.value);
    return distribute(machine, values, (settled) => {
      const chosen = args.map((argument3, i) => ({ ...argument3, value: settled[i] ?? argument3.value }));
      const result = model(tensorCall(machine, frame, chosen, site));
      const origin = machine.origin(
        "computed",
        frame,
        site,
        settled.map((value) => value.origin),
      );
      return result === void 0
        ? machine.result(
            frame,
            site,
            settled.map((value) => value.origin),
          )
        : withOrigin(result, origin);
    });
  }
  return isHarmless(name)
    ? machine.result(
        frame,
        site,
        args.map((argument3) => argument3.value.origin),
      )
    : havoc(machine, frame, unknown(name), args, site);
}
function isHarmless(name) {
  return /^(builtins|torch|numpy|math|einops|logging|warnings|time|json|os|sys|re|typing|dataclasses|transformers|diffusers)\./.test(
    name,
  );
}
function havoc(machine, frame, callee, args, site) {
  for (const argument3 of args) forget(machine, argument3.value);
  if (callee.kind === "bound") forget(machine, callee.receiver);
  return machine.result(frame, site, [callee.origin, ...args.map((argument3) => argument3.value.origin)]);
}
function callFunction(machine, frame, callee, receiver, args, site) {
  const all = receiver === void 0 ? args : [{ name: void 0, value: receiver, site: void 0 }, ...args];
  if (machine.depth >= maximumDepth || isRecursive(frame, callee)) return havoc(machine, frame, callee, all, site);
  const run2 = () => invoke(machine, frame, callee, receiver, all, site);
  const entersContract = machine.paths === void 0 && machine.modules.isContract(callee.site.path);
  return entersContract ? machine.models.callContract(machine, { function: callee, frame, run: run2, site }) : run2();
}
function isRecursive(frame, callee) {
  let active = 0;
  for (let current = frame; current !== void 0; current = current.caller) {
    if (current.function?.node === callee.node && ++active > 1) return true;
  }
  return false;
}
function invoke(machine, caller, callee, receiver, args, site) {
  const { node } = callee;
  const scope2 = new LexicalScope(callee.scope.path, "function", asLexical(callee), boundNames(node));
  const frame = {
    scope: scope2,
    chunk: callee.site.chunk,
    function: callee,
    receiver,
    caller,
    callSite: site,
    returns: [],
    earlyWrites: [],
    escaped: false,
  };
  bindParameters(machine, frame, node.parameters, callee.defaults, args);
  machine.depth++;
  const { condition, undecided: undecided2 } = machine;
  try {
    return runBody(machine, frame, node, site, caller);
  } finally {
    machine.depth--;
    machine.condition = condition;
    machine.undecided = undecided2;
  }
}
function runBody(machine, frame, node, site, caller) {
  if (node.kind === "lambda") return evaluate(machine, frame, node.body);
  const facts2 = machine.facts;
  const completion = runBlock(machine, frame, node.body);
  if (machine.paths === void 0) machine.facts = facts2;
  applyEarlyWrites(machine, frame);
  if (isGenerator(node)) return machine.result(caller, site);
  const returns =
    completion === "next" ? [...frame.returns, { condition: machine.condition, value: none }] : frame.returns;
  return returns.length === 0 ? unknown("a call that raises") : settle(machine, choose(returns));
}
function asLexical(callee) {
  return callee.scope instanceof LexicalScope ? callee.scope : void 0;
}
var generators = /* @__PURE__ */ new WeakMap();
function isGenerator(node) {
  let known3 = generators.get(node);
  if (known3 === void 0) generators.set(node, (known3 = node.body.some(yields)));
  return known3;
}
function yields(node) {
  const pending = [node];
  for (let current = pending.pop(); current !== void 0; current = pending.pop()) {
    if (current.kind === "yield") return true;
    if (current.kind === "function" || current.kind === "lambda" || current.kind === "class") continue;
    pending.push(...childrenOf(current));
  }
  return false;
}
function bindParameters(machine, frame, parameters, defaults, args) {
  const positional = args.filter((argument3) => argument3.name === void 0);
  const further = args.includes(furtherArguments);
  const named2 = new Map(
    args.flatMap((argument3) =>
      argument3.name === void 0 || argument3 === furtherArguments ? [] : [[argument3.name, argument3]],
    ),
  );
  let next = 0;
  for (const parameter of parameters) {
    const name = parameter.name.id;
    if (parameter.form === "star") {
      machine.store.set(
        frame.scope,
        name,
        tuple(positional.slice(next).map((argument4) => passedValue(argument4, name))),
      );
      next = positional.length;
      continue;
    }
    if (parameter.form === "double-star") {
      const entries2 = new Map([...named2].map(([key, argument4]) => [key, passedValue(argument4, key)]));
      machine.store.set(frame.scope, name, newDict(machine, entries2, further, void 0));
      continue;
    }
    const byPosition2 = parameter.form === "keyword-only" ? void 0 : positional[next];
    if (byPosition2 !== void 0) next++;
    const argument3 = byPosition2 ?? (parameter.form === "positional-only" ? void 0 : named2.get(name));
    if (argument3 !== void 0) named2.delete(name);
    const missing = further ? furtherArguments.value : defaults.get(name);
    const value = argument3 === void 0 ? missing : passedValue(argument3, name);
    machine.store.set(frame.scope, name, value ?? unknown("a missing argument"));
  }
}
function passedValue(argument3, name) {
  const { value, site } = argument3;
  if (site === void 0) return value;
  return withOrigin(value, { kind: "argument", site, name, inputs: value.origin === void 0 ? [] : [value.origin] });
}

// server/src/interpreter/decorators.ts
function decorate(machine, frame, target, nodes, decorators) {
  let value = target;
  for (let i = nodes.length - 1; i >= 0; i--) {
    const [node, decorator] = [nodes[i], decorators[i]];
    if (node !== void 0 && decorator !== void 0) value = applyDecorator(machine, frame, value, node, decorator);
  }
  return value;
}
function applyDecorator(machine, frame, target, node, decorator) {
  const name = decoratorName(node, decorator);
  if (target.kind === "function") {
    const form2 = forms.get(name);
    if (form2 !== void 0) return { ...target, form: form2 };
    if (/\.(setter|deleter)$/.test(name)) return target;
  }
  if (decorator.kind === "function" || decorator.kind === "bound") {
    const site = machine.site(frame, node);
    return call(machine, frame, decorator, [{ name: void 0, value: target, site: void 0 }], site);
  }
  if (target.kind === "class" || keepsSignature(name)) return target;
  return machine.result(frame, node);
}
var forms = /* @__PURE__ */ new Map([
  ["builtins.staticmethod", "staticmethod"],
  ["builtins.classmethod", "classmethod"],
  ["builtins.property", "property"],
  ["functools.cached_property", "property"],
]);
function decoratorName(node, decorator) {
  if (decorator.kind === "external" || decorator.kind === "intrinsic") return decorator.name;
  const callee = node.kind === "call" ? node.callee : node;
  const parts = [];
  let part = callee;
  while (part.kind === "attribute") {
    parts.unshift(part.attribute.id);
    part = part.object;
  }
  if (part.kind === "name") parts.unshift(part.id);
  return parts.join(".");
}
function keepsSignature(name) {
  return (
    /^(functools|torch|typing|typing_extensions|abc|shardlint|numba|triton)\./.test(name) ||
    /(^|\.)(no_grad|inference_mode|compile|override|abstractmethod|overload|lru_cache|cache|wraps|distinctive|record|nvtx_range|replace_example_docstring)$/.test(
      name,
    )
  );
}

// server/src/interpreter/classes.ts
var plainBases = /* @__PURE__ */ new Set([
  "builtins.object",
  "typing.NamedTuple",
  "typing.Generic",
  "typing.Protocol",
  "abc.ABC",
  "enum.Enum",
]);
function findMember(machine, owner, name, depth = 0) {
  const own = owner.members.get(name);
  if (own !== void 0) return { value: own, owner, complete: true };
  let complete2 = true;
  for (const base of owner.bases) {
    if (base.kind === "class" && depth < 16) {
      const found = findMember(machine, base, name, depth + 1);
      if (found.value !== void 0) return found;
      complete2 &&= found.complete;
    } else if (!(base.kind === "external" && plainBases.has(base.name))) complete2 = false;
  }
  return { value: void 0, owner: void 0, complete: complete2 };
}
function findInherited(machine, owner, name) {
  for (const base of owner.bases) {
    if (base.kind !== "class") continue;
    const found = findMember(machine, base, name);
    if (found.value !== void 0) return found.value;
  }
  return void 0;
}
function isDescendant(candidate, ancestor) {
  if (candidate.node === ancestor.node) return true;
  let certain = true;
  for (const base of candidate.bases) {
    const answer = base.kind === "class" ? isDescendant(base, ancestor) : base.kind === "external" ? false : void 0;
    if (answer === true) return true;
    if (answer === void 0) certain = false;
  }
  return certain ? false : void 0;
}
function newInstance(owner, symbolic) {
  const identity = { type: "instance", class: owner, label: owner.node.name.id, symbolic };
  return { kind: "object", identity };
}
function instantiate(machine, frame, owner, args, site) {
  const instance = {
    ...newInstance(owner, false),
    origin: machine.origin(
      "computed",
      frame,
      site,
      args.map((argument3) => argument3.value.origin),
    ),
  };
  const initializer = findMember(machine, owner, "__init__");
  if (initializer.value?.kind === "function") {
    call(machine, frame, { kind: "bound", function: initializer.value, receiver: instance }, args, site);
    return instance;
  }
  const fields = fieldsOf(owner);
  if (fields !== void 0) fillFields(machine, frame, instance, fields, args, site);
  else if (!initializer.complete && args.length > 0 && !machine.modules.isContract(owner.site.path)) {
    return { ...instance, identity: { ...instance.identity, symbolic: true } };
  }
  return instance;
}
function fieldsOf(owner) {
  const inherited = owner.bases.flatMap((base) => (base.kind === "class" ? (fieldsOf(base) ?? []) : []));
  if (owner.fields === void 0) return inherited.length > 0 ? inherited : void 0;
  const merged = new Map([...inherited, ...owner.fields].map((field) => [field.name, field]));
  return [...merged.values()];
}
function fillFields(machine, frame, instance, fields, args, site) {
  const positional = args.filter((argument3) => argument3.name === void 0);
  for (const [i, field] of fields.entries()) {
    const argument3 = positional[i] ?? args.find((candidate) => candidate.name === field.name);
    const passed = argument3?.value;
    const origin =
      argument3?.site === void 0 || passed === void 0
        ? passed?.origin
        : {
            kind: "argument",
            site: argument3.site,
            name: field.name,
            inputs: passed.origin === void 0 ? [] : [passed.origin],
          };
    const value = passed === void 0 ? defaultOf(machine, frame, field, site) : { ...passed, origin };
    machine.store.set(instance.identity, field.name, value);
  }
  const after =
    instance.identity.class === void 0 ? void 0 : findMember(machine, instance.identity.class, "__post_init__").value;
  if (after?.kind === "function")
    call(machine, frame, { kind: "bound", function: after, receiver: instance }, [], site);
}
function defaultOf(machine, frame, field, site) {
  const { default: value } = field;
  if (value === void 0) return unknown("a missing field");
  return value.kind === "partial" ? call(machine, frame, value.function, [], site) : value;
}
function defineClass(machine, frame, node) {
  const scope2 = new LexicalScope(frame.scope.path, "class", frame.scope, classNames(node.body));
  const inner = { ...frame, scope: scope2, returns: [], earlyWrites: [], escaped: false };
  const bases = node.bases.flatMap((base) =>
    base.name === void 0 && base.stars === 0 ? [evaluate(machine, frame, base.value)] : [],
  );
  runBlock(machine, inner, node.body);
  const members = machine.store.entries(scope2);
  const decorators = node.decorators.map((decorator) => evaluate(machine, frame, decorator));
  const created = {
    kind: "class",
    node,
    site: machine.site(frame, node),
    bases,
    members,
    scope: frame.scope,
    fields: isRecord(bases, decorators, node.decorators) ? annotatedFields(node, members) : void 0,
  };
  for (const [name, member2] of members) {
    if (member2.kind === "function" && member2.owner === void 0 && member2.scope === scope2) {
      members.set(name, { ...member2, owner: created });
    }
  }
  machine.defined(created);
  return decorate(machine, frame, created, node.decorators, decorators);
}
var recordBases = /* @__PURE__ */ new Set(["typing.NamedTuple", "pydantic.BaseModel", "pydantic.main.BaseModel"]);
function isRecord(bases, decorators, nodes) {
  if (bases.some((base) => base.kind === "external" && recordBases.has(base.name))) return true;
  return decorators.some((decorator, i) => {
    const node = nodes[i];
    return (
      (decorator.kind === "external" && decorator.name.endsWith("dataclass")) ||
      (node?.kind === "call" && decorator.kind === "partial")
    );
  });
}
function annotatedFields(node, members) {
  return node.body.flatMap((statement) => {
    if (statement.kind !== "annotated" || statement.target.kind !== "name") return [];
    if (isClassVariable(statement.annotation)) return [];
    return [{ name: statement.target.id, default: members.get(statement.target.id) }];
  });
}
function isClassVariable(annotation) {
  const type2 = annotation.kind === "subscript" ? annotation.object : annotation;
  return type2.kind === "name"
    ? type2.id === "ClassVar"
    : type2.kind === "attribute" && type2.attribute.id === "ClassVar";
}
var summaries = /* @__PURE__ */ new WeakMap();
function attributeOfNewInstance(machine, owner, name) {
  if (attributesAssignedLater(machine, owner).has(name)) return void 0;
  let known3 = summaries.get(machine);
  if (known3 === void 0) summaries.set(machine, (known3 = /* @__PURE__ */ new Map()));
  if (!known3.has(owner.node)) {
    known3.set(owner.node, void 0);
    known3.set(owner.node, summarize(machine, owner));
  }
  return known3.get(owner.node)?.get(name);
}
function summarize(machine, owner) {
  const initializer = findMember(machine, owner, "__init__").value;
  if (initializer?.kind !== "function" || machine.paths !== void 0) return void 0;
  const instance = newInstance(owner, true);
  let attributes;
  const { facts: facts2, condition, undecided: undecided2, depth } = machine;
  machine.depth = 0;
  const silent = machine.silence();
  machine.store.atBase(() => {
    const frame = entryFrame(initializer, instance);
    bindParameters(machine, frame, [], /* @__PURE__ */ new Map(), []);
    bindSymbolically(machine, frame, initializer, instance);
    if (initializer.node.kind === "function") runBlock(machine, frame, initializer.node.body);
    attributes = machine.store.entries(instance.identity);
  });
  silent();
  Object.assign(machine, { facts: facts2, condition, undecided: undecided2, depth });
  return attributes;
}
function entryFrame(callee, receiver) {
  const parent = callee.scope instanceof LexicalScope ? callee.scope : void 0;
  return {
    scope: new LexicalScope(callee.scope.path, "function", parent),
    chunk: callee.site.chunk,
    function: callee,
    receiver,
    caller: void 0,
    callSite: void 0,
    returns: [],
    earlyWrites: [],
    escaped: false,
  };
}
function bindSymbolically(machine, frame, callee, receiver) {
  for (const [i, parameter] of callee.node.parameters.entries()) {
    const name = parameter.name.id;
    if (i === 0 && receiver !== void 0) {
      machine.store.set(frame.scope, name, receiver);
      continue;
    }
    const origin = machine.origin("parameter", frame, parameter, [], name);
    const annotated =
      parameter.annotation === void 0 ? void 0 : annotatedInstance(machine, frame, parameter.annotation);
    machine.store.set(frame.scope, name, annotated ?? opaque(machine.fresh(`parameter ${name}`), name, origin));
  }
}
function annotatedInstance(machine, frame, annotation) {
  if (annotation.kind !== "name" && annotation.kind !== "attribute") return void 0;
  const type2 = evaluate(machine, frame, annotation);
  return type2.kind === "class" ? newInstance(type2, true) : void 0;
}
var laterAssignments = /* @__PURE__ */ new WeakMap();
var foreignAssignments = /* @__PURE__ */ new WeakMap();
function attributesAssignedLater(machine, owner) {
  let own = laterAssignments.get(owner.node);
  if (own === void 0) {
    own = new Set(
      owner.node.body.flatMap((member2) =>
        member2.kind === "function" && member2.name.id !== "__init__" ? assignedAttributes([member2], true) : [],
      ),
    );
    laterAssignments.set(owner.node, own);
  }
  const syntax = machine.modules.syntax(owner.site.path);
  if (syntax === void 0) return own;
  let foreign = foreignAssignments.get(syntax);
  if (foreign === void 0) {
    foreign = new Set(
      assignedAttributes(
        syntax.chunks.map((placed) => placed.chunk.statement),
        false,
      ),
    );
    foreignAssignments.set(syntax, foreign);
  }
  const inherited = owner.bases.flatMap((base) =>
    base.kind === "class" ? [...attributesAssignedLater(machine, base)] : [],
  );
  return /* @__PURE__ */ new Set([...own, ...foreign, ...inherited]);
}
function assignedAttributes(statements, ofSelf) {
  const names = [];
  const pending = [...statements];
  for (let node = pending.pop(); node !== void 0; node = pending.pop()) {
    const targets =
      node.kind === "assign"
        ? node.targets
        : node.kind === "augmented" || node.kind === "annotated"
          ? [node.target]
          : [];
    for (const target of targets.flatMap((t2) => (t2.kind === "tuple" ? t2.elements : [t2]))) {
      if (target.kind !== "attribute") continue;
      const isSelf = target.object.kind === "name" && target.object.id === "self";
      if (isSelf === ofSelf) names.push(target.attribute.id);
    }
    pending.push(...childrenOf(node));
  }
  return names;
}

// server/src/interpreter/statements.ts
function runBlock(machine, frame, body) {
  for (const statement of body) {
    const completion = run(machine, frame, statement);
    if (completion !== "next") return completion;
  }
  return "next";
}
function run(machine, frame, s) {
  machine.step();
  switch (s.kind) {
    case "expression":
      evaluate(machine, frame, s.value);
      return "next";
    case "assign": {
      const value = evaluate(machine, frame, s.value);
      for (const target of s.targets) assignTarget(machine, frame, target, value);
      return "next";
    }
    case "annotated":
      if (s.value !== void 0) assignTarget(machine, frame, s.target, evaluate(machine, frame, s.value));
      return "next";
    case "augmented": {
      const before = evaluate(machine, frame, s.target);
      const operand = evaluate(machine, frame, s.value);
      const value =
        before.kind === "choice" || operand.kind === "choice"
          ? machine.result(frame, s)
          : binaryOperation(machine, frame, s.operator, before, operand, s);
      assignTarget(machine, frame, s.target, value);
      return "next";
    }
    case "return":
      frame.returns.push({
        condition: machine.condition,
        value: s.value === void 0 ? none : evaluate(machine, frame, s.value),
      });
      return "return";
    case "raise":
      if (s.exception !== void 0) evaluate(machine, frame, s.exception);
      return "raise";
    case "assert":
      return assertion(machine, testOf(machine, frame, s.test));
    case "delete":
      s.targets.forEach((target) => deleteTarget(machine, frame, target));
      return "next";
    case "if":
      return branches(
        machine,
        frame,
        testOf(machine, frame, s.test),
        () => runBlock(machine, frame, s.body),
        () => runBlock(machine, frame, s.otherwise),
      );
    case "for":
      return runFor(machine, frame, s);
    case "while":
      return runWhile(machine, frame, s);
    case "with":
      for (const item of s.items) {
        const context = evaluate(machine, frame, item.context);
        if (item.target !== void 0)
          assignTarget(machine, frame, item.target, machine.result(frame, item.context, [context.origin]));
      }
      return runBlock(machine, frame, s.body);
    case "try":
      return runTry(machine, frame, s);
    case "match":
      return runMatch(machine, frame, s);
    case "function":
      defineFunction(machine, frame, s);
      return "next";
    case "class":
      assignTarget(machine, frame, s.name, defineClass(machine, frame, s));
      return "next";
    case "import":
      runImport(machine, frame, s);
      return "next";
    case "import-from":
      runImportFrom(machine, frame, s);
      return "next";
    case "break":
    case "continue":
      return s.kind;
    case "pass":
    case "global":
    case "nonlocal":
      return "next";
    case "invalid":
      return runBlock(machine, frame, s.recovered);
  }
}
function testOf(machine, frame, e) {
  return testFormula(machine, frame, evaluate(machine, frame, e), e);
}
function assertion(machine, test) {
  const facts2 = assume(test, machine.facts);
  if (facts2 === void 0 || decideHere(machine, test) === false) return "raise";
  machine.facts = facts2;
  return "next";
}
function defineFunction(machine, frame, s) {
  const defaults = /* @__PURE__ */ new Map();
  for (const parameter of s.parameters) {
    if (parameter.default !== void 0) defaults.set(parameter.name.id, evaluate(machine, frame, parameter.default));
  }
  const decorators = s.decorators.map((decorator) => evaluate(machine, frame, decorator));
  const plain = {
    kind: "function",
    node: s,
    site: machine.site(frame, s),
    scope: frame.scope,
    owner: void 0,
    form: "function",
    defaults,
  };
  if (frame.scope.kind !== "class") machine.defined(plain);
  assignTarget(machine, frame, s.name, decorate(machine, frame, plain, s.decorators, decorators));
}
function deleteTarget(machine, frame, target) {
  if (target.kind === "name") assignTarget(machine, frame, target, unknown("a deleted name"));
  if (target.kind !== "subscript") return;
  const object = evaluate(machine, frame, target.object);
  const key = dictKey(evaluate(machine, frame, target.index));
  if (object.kind === "object" && object.identity.type === "dict" && key !== void 0) removeEntry(machine, object, key);
}
var maximumUnrolled2 = 16;
function runFor(machine, frame, s) {
  const { items, complete: complete2 } = iterate(machine, frame, evaluate(machine, frame, s.iterable), s.iterable);
  if (!complete2 || items.length > maximumUnrolled2) {
    return runUnknownTimes(machine, frame, s, () => {
      const [item = unknown("loop element")] = complete2 ? [machine.result(frame, s.iterable)] : items;
      assignTarget(machine, frame, s.target, item);
    });
  }
  const outer2 = frame.escaped;
  frame.escaped = false;
  for (const item of items) {
    assignTarget(machine, frame, s.target, item);
    const completion = runIteration(machine, frame, s.body);
    if (completion === "return" || completion === "raise") return completion;
    if (completion === "break") break;
  }
  if (frame.escaped) forgetAssigned(machine, frame, s.body);
  frame.escaped = outer2;
  return runBlock(machine, frame, s.otherwise);
}
function runWhile(machine, frame, s) {
  const test = testOf(machine, frame, s.test);
  if (decideHere(machine, test) === false) return runBlock(machine, frame, s.otherwise);
  return runUnknownTimes(machine, frame, s, () => void 0);
}
function runUnknownTimes(machine, frame, s, start) {
  const outer2 = frame.escaped;
  const before = { facts: machine.facts };
  const layer = machine.store.isolate(() => {
    start();
    runIteration(machine, frame, s.body);
  });
  machine.facts = before.facts;
  widen(machine, layer, "a loop");
  frame.escaped = outer2;
  return runBlock(machine, frame, s.otherwise);
}
function runIteration(machine, frame, body) {
  const { condition, undecided: undecided2 } = machine;
  const completion = runBlock(machine, frame, body);
  machine.condition = condition;
  machine.undecided = undecided2;
  return completion === "continue" ? "next" : completion;
}
function forgetAssigned(machine, frame, body) {
  for (const name of assignedNames(body))
    machine.store.set(frame.scope.target(name), name, unknown("a loop that may end early"));
}
function runTry(machine, frame, s) {
  let completion = "next";
  const facts2 = machine.facts;
  const layer = machine.store.isolate(() => {
    completion = runBlock(machine, frame, s.body);
    if (completion === "next") completion = runBlock(machine, frame, s.otherwise);
  });
  machine.facts = facts2;
  if (isImportFallback(s) || machine.paths !== void 0) machine.store.apply(layer);
  else completion = joinHandlers(machine, frame, s, layer, completion);
  const final = runBlock(machine, frame, s.final);
  return final === "next" ? completion : final;
}
function isImportFallback(s) {
  return (
    s.body.length > 0 &&
    s.body.every((statement) => statement.kind === "import" || statement.kind === "import-from" || isFlag(statement))
  );
}
function isFlag(statement) {
  return statement.kind === "assign" && statement.value.kind === "constant";
}
function joinHandlers(machine, frame, s, body, completion) {
  const written = assignedNames(s.body);
  const sides = [{ layer: body, completion }];
  for (const handler of s.handlers) {
    let ended = "next";
    const layer = machine.store.isolate(() => {
      widen(machine, body, "an exception");
      for (const name of written) machine.store.set(frame.scope.target(name), name, unknown("an exception"));
      if (handler.name !== void 0) assignTarget(machine, frame, handler.name, machine.result(frame, handler));
      ended = runBlock(machine, frame, handler.body);
    });
    sides.push({ layer, completion: ended });
  }
  const going = sides.filter((side) => side.completion === "next");
  if (going.length === 0) return sides[0]?.completion ?? "next";
  const alternatives = going.map((_, i) => `side ${i + 1}`);
  const decision = {
    key: machine.fresh("try"),
    kind: "unknown",
    alternatives,
    implies: alternatives.map(() => void 0),
  };
  for (const [owner, names] of writtenCells(going.map((side) => side.layer))) {
    for (const name of names) {
      const earlier = machine.store.get(owner, name);
      const candidates = going.flatMap((side, i) => {
        const value = side.layer.get(owner)?.get(name) ?? earlier;
        return value === void 0
          ? []
          : [{ condition: /* @__PURE__ */ new Map([[decision.key, { decision, allowed: 1 << i }]]), value }];
      });
      machine.store.set(owner, name, choose(candidates));
    }
  }
  return "next";
}
function runMatch(machine, frame, s) {
  const subject = evaluate(machine, frame, s.subject);
  const from2 = (i) => {
    const branch = s.cases[i];
    if (branch === void 0) return "next";
    const matched = patternFormula(machine, frame, branch.pattern, subject);
    const test =
      branch.guard === void 0 ? matched : { kind: "and", operands: [matched, testOf(machine, frame, branch.guard)] };
    return branches(
      machine,
      frame,
      test,
      () => runBlock(machine, frame, branch.body),
      () => from2(i + 1),
    );
  };
  return from2(0);
}
function patternFormula(machine, frame, pattern, subject) {
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
      return { kind: "or", operands: pattern.patterns.map((one) => patternFormula(machine, frame, one, subject)) };
    case "as":
      assignTarget(machine, frame, pattern.name, subject);
      return patternFormula(machine, frame, pattern.pattern, subject);
    case "structure":
      for (const name of pattern.captures) assignTarget(machine, frame, name, machine.result(frame, name));
      return { kind: "test", key: machine.fresh("match"), name: "a match" };
  }
}

// server/src/interpreter/modules.ts
function runModule(machine, path) {
  const known3 = machine.moduleScopes.get(path);
  if (known3 !== void 0) return known3;
  const syntax = machine.modules.syntax(path);
  if (syntax === void 0) return void 0;
  const scope2 = new LexicalScope(path, "module");
  machine.moduleScopes.set(path, scope2);
  const { condition, undecided: undecided2, depth, paths } = machine;
  const facts2 = machine.facts;
  machine.paths = void 0;
  Object.assign(machine, { condition: always, undecided: 0, depth: 0 });
  machine.facts = Facts.none;
  machine.store.atBase(() => {
    for (const { chunk: chunk2 } of syntax.chunks) {
      const frame = moduleFrame(scope2, chunk2);
      if (runBlock(machine, frame, [chunk2.statement]) !== "next") break;
    }
  });
  machine.paths = paths;
  Object.assign(machine, { condition, undecided: undecided2, depth });
  machine.facts = facts2;
  return scope2;
}
function moduleFrame(scope2, chunk2) {
  return {
    scope: scope2,
    chunk: chunk2,
    function: void 0,
    receiver: void 0,
    caller: void 0,
    callSite: void 0,
    returns: [],
    earlyWrites: [],
    escaped: false,
  };
}

// server/src/contracts/versions.ts
var phases = { dev: 0, a: 1, alpha: 1, b: 2, beta: 2, rc: 3 };
var released = 9;
function versionNumber(text2) {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[.-]?(dev|alpha|a|beta|b|rc)\.?(\d*))?/.exec(text2.trim());
  if (match === null) return void 0;
  const [, major = "0", minor = "0", patch = "0", phase, step = "0"] = match;
  const parts = [Number(major), Number(minor), Number(patch)];
  if (parts.some((part) => part > 999)) return void 0;
  const release = parts.reduce((sum, part) => sum * 1e3 + part, 0);
  const stage = phase === void 0 ? released : (phases[phase] ?? released);
  return (release * 10 + stage) * 1e4 + Math.min(Number(step === "" ? "0" : step), 9999);
}
function compareVersion(library3, pinned, relation, text2) {
  const limit = versionNumber(text2);
  if (limit === void 0) return void 0;
  const known3 = pinned === void 0 ? void 0 : versionNumber(pinned);
  return {
    kind: "comparison",
    left: known3 === void 0 ? symbol(`world.library.${library3}`, library3, 0) : integer(known3),
    relation,
    right: integer(limit),
    words: [`${library3} ${relation} ${text2}`, `not ${library3} ${relation} ${text2}`].map(readable),
  };
}
function readable(words2) {
  const match = /^(not )?(\S+) (>=|<) (\S+)$/.exec(words2);
  if (match === null) return words2;
  const [, negated, library3 = "", relation, version = ""] = match;
  const newer = (relation === ">=") === (negated === void 0);
  return newer ? `${library3} ${version} or newer` : `${library3} older than ${version}`;
}

// server/src/contracts/intrinsics.ts
function intrinsicValue(world, name) {
  if (name.startsWith("parallel."))
    return parallelFact(world, name.slice("parallel.".length)) ?? unknown("an unknown fact of the world");
  if (name === "gpu.architecture") return architecture(world);
  if (!name.startsWith("shardlint.")) return void 0;
  return { kind: "intrinsic", name: name.slice("shardlint.".length) };
}
function compareIntrinsic(world, left, operator, right) {
  if (left.kind !== "intrinsic" || !left.name.startsWith("library ") || right.kind !== "string") return void 0;
  const name = left.name.slice("library ".length);
  return compareVersion(name, world.libraries.get(name), operator, right.value);
}
var intrinsics = {
  require: requireIntrinsic,
  launch: (_machine, call2, record) => {
    const facts2 = new Map(call2.arguments.flatMap(({ name, value }) => (name === void 0 ? [] : [[name, value]])));
    record?.launches.push(facts2);
    return none;
  },
  library: (_machine, call2) => {
    const name = call2.arguments[0]?.value;
    return name?.kind === "string" ? { kind: "intrinsic", name: `library ${name.value}` } : unknown("library()");
  },
  Tensor: tensorIntrinsic,
  symbol: (machine, call2) => {
    const [name] = call2.arguments;
    const low = argument2(call2, "at_least");
    const at = low?.kind === "int" ? Number(low.value.key) : 0;
    const label = name?.value.kind === "string" ? name.value.value : "n";
    return int(symbol(machine.fresh(label), label, Number.isFinite(at) ? at : 0));
  },
  unknown: () => unknown("unknown to the contract"),
  distinctive: () => ({ kind: "intrinsic", name: "distinctive" }),
};
function callIntrinsic(machine, call2, record) {
  return intrinsics[call2.name]?.(machine, call2, record) ?? unknown(`shardlint.${call2.name}`);
}
function argument2(call2, name) {
  return call2.arguments.find((candidate) => candidate.name === name)?.value;
}
function requireIntrinsic(machine, call2, record) {
  const [condition, rule, exception] = call2.arguments.map((passed) => passed.value);
  const at = argument2(call2, "at");
  if (condition === void 0 || rule?.kind !== "string" || record === void 0) return none;
  const formula2 = truthOf(machine, condition);
  const truth4 = decideWithDegrees(machine, formula2);
  if (truth4 !== false) {
    const facts3 = assume(formula2, machine.facts);
    if (facts3 !== void 0) machine.facts = facts3;
    return none;
  }
  const facts2 = /* @__PURE__ */ new Map();
  for (const { name, value } of call2.arguments) if (name !== void 0 && name !== "at") facts2.set(name, value);
  record.failure = { rule: rule.value, at: at ?? none, exception: exceptionOf(exception), facts: facts2 };
  throw new ContractRaises();
}
function decideWithDegrees(machine, formula2) {
  for (;;) {
    const truth4 = decide(formula2, machine.facts);
    if (truth4 !== void 0 || machine.paths === void 0) return truth4;
    const open = openDegrees.find(
      (name) => mentions2(formula2, `$world.${name}`) && !machine.paths?.condition.has(`world.${name}`),
    );
    if (open === void 0) return void 0;
    machine.paths.decide(degreeDecision(open));
  }
}
function mentions2(formula2, key) {
  switch (formula2.kind) {
    case "comparison":
      return atomsOf(formula2.left).has(key) || atomsOf(formula2.right).has(key);
    case "not":
      return mentions2(formula2.operand, key);
    case "and":
    case "or":
      return formula2.operands.some((operand) => mentions2(operand, key));
    default:
      return false;
  }
}
function exceptionOf(value) {
  if (value?.kind !== "partial" || value.function.kind !== "external") return void 0;
  const message = value.arguments[0]?.value;
  return { name: value.function.name.replace("builtins.", ""), text: message?.kind === "string" ? message.value : "" };
}
function tensorIntrinsic(machine, call2) {
  const marks = /* @__PURE__ */ new Map();
  let shape2;
  let dtype2;
  let device2;
  for (const [i, { name, value }] of call2.arguments.entries()) {
    if (name === "shape" || (name === void 0 && i === 0)) shape2 = itemsOf(machine, value);
    else if (name === "dtype" || (name === void 0 && i === 1)) dtype2 = exactText(value);
    else if (name === "device" || (name === void 0 && i === 2)) device2 = exactText(value);
    else if (name !== void 0) marks.set(name, value);
  }
  const open = shape2 === void 0;
  return tensor(shape2?.map(asInt) ?? [], {
    open,
    dtype: dtype2,
    device: device2,
    marks: marks.size === 0 ? void 0 : marks,
  });
}
function exactText(value) {
  return value.kind === "string" && value.exact ? value.value : void 0;
}

// server/src/contracts/models.ts
var ContractModels = class {
  /** Launches that the program's own calls declare. */
  launches = [];
  library;
  world;
  record;
  constructor(library3, world) {
    this.library = library3;
    this.world = world;
  }
  distinctive(machine, keywords, positional) {
    const binding = this.library.distinctive(keywords, positional);
    if (binding === void 0) return void 0;
    const scope2 = runModule(machine, binding.path);
    if (scope2 === void 0) return void 0;
    const found = machine.store.get(scope2, binding.owner ?? binding.name);
    const value = binding.owner === void 0 || found?.kind !== "class" ? found : found.members.get(binding.name);
    if (value?.kind !== "function") return void 0;
    return binding.owner === void 0 ? value : withoutReceiver(value);
  }
  intrinsic(_machine, name) {
    return intrinsicValue(this.world, name);
  }
  compareIntrinsic(left, operator, right) {
    return compareIntrinsic(this.world, left, operator, right);
  }
  callIntrinsic(machine, call2) {
    return callIntrinsic(machine, call2, this.record);
  }
  callContract(machine, call2) {
    const { facts: facts2, condition } = machine;
    try {
      const paths = PathExplorer.explore(facts2, condition, (explorer) => {
        machine.paths = explorer;
        return this.runPath(machine, call2);
      });
      machine.paths = void 0;
      if (paths === void 0) return unknown("a contract with too many paths");
      this.reportFailures(machine, call2, paths);
      this.collectLaunches(call2, paths);
      return joinOutcomes(machine, paths);
    } finally {
      machine.paths = void 0;
      this.record = void 0;
    }
  }
  runPath(machine, call2) {
    const record = { failure: void 0, launches: [] };
    this.record = record;
    let value;
    const layer = machine.store.isolate(() => {
      try {
        value = call2.run();
      } catch (error) {
        if (!(error instanceof ContractRaises)) throw error;
      }
    });
    return { value, layer, record };
  }
  reportFailures(machine, call2, paths) {
    const rules2 = new Set(paths.flatMap((path) => path.result.record.failure?.rule ?? []));
    for (const rule of rules2) {
      const fails2 = (outcome) => outcome.record.failure?.rule === rule;
      const cases = conditionsWhere(paths, fails2).flatMap((where2) => caseOf(paths, where2, fails2));
      const [first] = cases;
      if (first === void 0) continue;
      machine.report?.({
        rule,
        call: call2.site,
        stack: [...callSites(call2.frame), call2.site],
        at: first.at,
        cases,
        undecided: machine.undecided > 0,
      });
    }
  }
  collectLaunches(call2, paths) {
    const [first] = paths;
    for (const [i, facts2] of first?.result.record.launches.entries() ?? []) {
      const launch = /* @__PURE__ */ new Map();
      for (const [name, value] of facts2) {
        const number2 = constantSize(value);
        const agreed2 = paths.every((path) => constantSize(path.result.record.launches[i]?.get(name)) === number2);
        if (number2 !== void 0 && number2 >= 1 && agreed2) launch.set(name, { value: number2, site: call2.site });
      }
      if (launch.size > 0) this.launches.push(launch);
    }
  }
};
function withoutReceiver(method2) {
  return { ...method2, defaults: new Map([...method2.defaults, ["self", unknown("the receiver")]]) };
}
function constantSize(value) {
  const whole = value === void 0 ? void 0 : asInt(value);
  return whole === void 0 ? void 0 : constantOf(whole);
}
function caseOf(paths, where2, fails2) {
  const path = paths.find((candidate) => fails2(candidate.result) && both(where2, candidate.condition) !== void 0);
  const failure = path?.result.record.failure;
  return failure === void 0
    ? []
    : [{ condition: where2, exception: failure.exception, facts: failure.facts, at: failure.at }];
}
function callSites(frame) {
  const sites = [];
  for (let current = frame; current !== void 0; current = current.caller) {
    if (current.callSite !== void 0) sites.unshift(current.callSite);
  }
  return sites;
}
function joinOutcomes(machine, paths) {
  const returning = paths.filter((path) => path.result.value !== void 0);
  const written = /* @__PURE__ */ new Map();
  for (const path of returning) {
    const condition = beyond(path.condition, machine.condition);
    for (const [owner, cells] of path.result.layer) {
      const names = written.get(owner) ?? /* @__PURE__ */ new Map();
      written.set(owner, names);
      for (const [name, value] of cells) names.set(name, [...(names.get(name) ?? []), { condition, value }]);
    }
  }
  for (const [owner, names] of written)
    for (const [name, values] of names) machine.store.set(owner, name, choose(values));
  if (returning.length === 0) return unknown("a call that raises");
  return choose(
    returning.map((path) => ({
      condition: beyond(path.condition, machine.condition),
      value: path.result.value ?? unknown(""),
    })),
  );
}
function beyond(condition, known3) {
  if (known3.size === 0 || condition.size === 0) return condition;
  const rest = new Map([...condition].filter(([key, restriction]) => known3.get(key)?.allowed !== restriction.allowed));
  return rest.size === 0 ? always : rest;
}

// server/src/ide/relevance.ts
function relevantChunks(syntax, text2, triggers, importedNames2) {
  const relevant = /* @__PURE__ */ new Set();
  const names = /* @__PURE__ */ new Set();
  for (const { chunk: chunk2 } of syntax.chunks) {
    for (const name of importedNames2(chunk2.statement)) names.add(name);
  }
  for (const placed of syntax.chunks) {
    const source = text2.slice(placed.offset, placed.offset + placed.chunk.length);
    if (triggers.some((word) => source.includes(word))) mark(placed);
  }
  for (let size2 = -1; size2 !== relevant.size + names.size;) {
    size2 = relevant.size + names.size;
    const words2 = [...names];
    for (const placed of syntax.chunks) {
      if (relevant.has(placed)) continue;
      const source = text2.slice(placed.offset, placed.offset + placed.chunk.length);
      if (words2.some((word) => source.includes(word))) mark(placed);
    }
  }
  return relevant;
  function mark(placed) {
    relevant.add(placed);
    for (const name of definedNames(placed.chunk.statement)) names.add(name);
  }
}
function definedNames(statement) {
  if (statement.kind === "function") return [statement.name.id];
  if (statement.kind !== "class") return [];
  const methods = statement.body.flatMap((member2) =>
    member2.kind === "function" && !member2.name.id.startsWith("__") ? [member2.name.id] : [],
  );
  return [statement.name.id, ...methods];
}

// server/src/ide/program.ts
var defaultBudget = { steps: 4e4, milliseconds: 2e3 };
function evaluateFile(request) {
  const { world } = request;
  const first = evaluateIn(request, world);
  if (first === void 0 || world.launches.length > 0 || request.symbolicDegrees === true) return first?.evaluation;
  const launches = distinct2(first.launches);
  if (launches.length === 0) return first.evaluation;
  return evaluateIn(request, { ...world, launches })?.evaluation;
}
function distinct2(launches) {
  const key = (launch) =>
    [...launch]
      .map(([name, fact]) => `${name}=${fact.value}`)
      .sort()
      .join();
  return [...new Map(launches.map((launch) => [key(launch), launch])).values()];
}
function evaluateIn(request, world) {
  const { path, sources, library: library3, budget, clock } = request;
  const source = sources.source(path);
  if (source === void 0) return void 0;
  const relevant = relevantIn(path, sources, library3);
  const models = new ContractModels(library3, world);
  const deadline = clock() + budget.milliseconds;
  const machine = new Machine(sources, models, budget.steps, () => clock() > deadline);
  const failures = [];
  let unfinished2 = 0;
  if (relevant.size === 0 && request.observe === void 0)
    return { evaluation: { failures, unfinished: unfinished2, machine }, launches: [] };
  machine.report = (failure) => failures.push(failure);
  machine.observe = request.observe;
  const chunks = new Set([...relevant].map((placed) => placed.chunk));
  const seen = /* @__PURE__ */ new Set();
  const attempt = (body) => {
    machine.refill(budget.steps);
    try {
      body();
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      unfinished2++;
    }
    machine.reset();
  };
  const enter = (defined) => {
    for (const callee of defined.flatMap((one) => (one.kind === "class" ? methodsOf(one) : [one]))) {
      if (callee.site.path !== path || seen.has(callee.node)) continue;
      if (request.observe === void 0 && !chunks.has(callee.site.chunk)) continue;
      seen.add(callee.node);
      machine.store.isolate(() => {
        const nested = collectDefinitions(machine, () => attempt(() => runEntry(machine, callee)));
        enter(nested);
      });
    }
  };
  enter(collectDefinitions(machine, () => attempt(() => void runModule(machine, path))));
  return { evaluation: { failures, unfinished: unfinished2, machine }, launches: models.launches };
}
function collectDefinitions(machine, body) {
  const defined = [];
  const { onDefinition } = machine;
  machine.onDefinition = (value) => void defined.push(value);
  body();
  machine.onDefinition = onDefinition;
  return defined;
}
function methodsOf(owner) {
  return [...owner.members.values()].flatMap((member2) =>
    member2.kind === "function" && member2.owner === owner ? [member2] : [],
  );
}
function runEntry(machine, callee) {
  const receiver =
    callee.owner === void 0 || callee.form === "staticmethod"
      ? void 0
      : callee.form === "classmethod"
        ? callee.owner
        : newInstance(callee.owner, true);
  const frame = entryFrame(callee, receiver);
  bindSymbolically(machine, frame, callee, receiver);
  if (callee.node.kind === "lambda") evaluate(machine, frame, callee.node.body);
  else runBlock(machine, frame, callee.node.body);
  applyEarlyWrites(machine, frame);
}
function relevantIn(path, sources, library3) {
  const source = sources.source(path);
  if (source === void 0) return /* @__PURE__ */ new Set();
  const triggers = library3.triggers();
  const imported = (statement) => {
    if (statement.kind !== "import-from" && statement.kind !== "import") return [];
    return importedRelevantNames(statement, path, sources, triggers);
  };
  return relevantChunks(source.syntax, source.text, triggers, imported);
}
function importedRelevantNames(statement, path, sources, triggers, seen = /* @__PURE__ */ new Set()) {
  const reaches = (name) => {
    const target = sources.resolveSource(name, path);
    if (target === void 0 || seen.has(target) || seen.size > 64) return false;
    seen.add(target);
    const source = sources.source(target);
    if (source === void 0) return false;
    if (triggers.some((word) => source.text.includes(word))) return true;
    return source.syntax.chunks.some(
      ({ chunk: chunk2 }) => importedRelevantNames(chunk2.statement, target, sources, triggers, seen).length > 0,
    );
  };
  if (statement.kind === "import") {
    return statement.names.flatMap((item) =>
      reaches(item.module) ? [item.alias?.id ?? item.module.split(".").at(-1) ?? ""] : [],
    );
  }
  if (statement.kind !== "import-from") return [];
  const module = sources.absoluteName(statement.level, statement.module, path);
  if (statement.names === "*") return [];
  const whole = reaches(module);
  return statement.names.flatMap((item) =>
    whole || reaches(`${module}.${item.name.id}`) ? [(item.alias ?? item.name).id] : [],
  );
}

// server/src/ide/suppressions.ts
var form = /#\s*shardlint:\s*ignore(-file)?(?![\w-])(?:\s*\[([^\]]*)\])?/g;
function applySuppressions(findings2, text2, comments, syntax) {
  const suppressions = comments.flatMap((comment) => suppressionsIn(text2, comment));
  if (suppressions.length === 0) return { kept: findings2, unused: [] };
  const used = /* @__PURE__ */ new Set();
  const kept2 = findings2.filter((finding) => {
    const lines = wholeLines(text2, statementAround(syntax, finding.location));
    const matching = suppressions.flatMap((suppression) => {
      if (!suppression.wholeFile && !overlaps(suppression, lines)) return [];
      if (suppression.rules === void 0) return [suppression];
      return suppression.rules.filter((rule) => rule.id === finding.rule);
    });
    for (const match of matching) used.add(match);
    return matching.length === 0;
  });
  return { kept: kept2, unused: suppressions.flatMap((suppression) => unusedIn(suppression, used)) };
}
function unusedIn(suppression, used) {
  const { start, end, rules: rules2 } = suppression;
  if (rules2 === void 0 || rules2.length === 0) return used.has(suppression) ? [] : [{ start, end, rule: void 0 }];
  const idle = rules2.filter((rule) => !used.has(rule));
  if (idle.length < rules2.length) return idle.map((rule) => ({ start: rule.start, end: rule.end, rule: rule.id }));
  return idle.map((rule) => ({ start, end, rule: rule.id }));
}
function suppressionsIn(text2, comment) {
  const found = [];
  for (const match of text2.slice(comment.start, comment.end).matchAll(form)) {
    const start = comment.start + match.index;
    const wholeFile = match[1] !== void 0;
    if (wholeFile && !standsAlone(text2, comment.start)) continue;
    const list = match[2];
    const end = start + match[0].length;
    const rules2 = list === void 0 ? void 0 : namedRules(list, end - 1 - list.length);
    found.push({ start, end, wholeFile, rules: rules2 });
  }
  return found;
}
function namedRules(list, offset) {
  return [...list.matchAll(/[^\s,]+/g)].map((match) => {
    const start = offset + match.index;
    return { id: match[0], start, end: start + match[0].length };
  });
}
function standsAlone(text2, offset) {
  return text2.slice(lineStart(text2, offset), offset).trim() === "";
}
function statementAround(syntax, place2) {
  const placed = syntax?.chunks.find(
    ({ chunk: chunk3, offset: offset2 }) => offset2 <= place2.start && place2.start < offset2 + chunk3.length,
  );
  if (placed === void 0) return place2;
  const { offset, chunk: chunk2 } = placed;
  const inside = place2.start - offset;
  let node = chunk2.statement;
  let innermost2 = place2;
  for (;;) {
    if (simpleStatements.has(node.kind)) innermost2 = { start: offset + node.start, end: offset + node.end };
    const inner = [...childrenOf(node)].find((child) => child.start <= inside && inside < child.end);
    if (inner === void 0) return innermost2;
    node = inner;
  }
}
var simpleStatements = /* @__PURE__ */ new Set([
  ...["expression", "assign", "annotated", "augmented", "return", "raise", "assert", "delete"],
  ...["import", "import-from"],
]);
function wholeLines(text2, span) {
  return { start: lineStart(text2, span.start), end: lineEnd2(text2, Math.max(span.start, span.end - 1)) };
}
function overlaps(a, b) {
  return a.start < b.end && b.start < a.end;
}
function lineStart(text2, offset) {
  let start = offset;
  while (start > 0 && !isLineEnd(text2[start - 1])) start--;
  return start;
}
function lineEnd2(text2, offset) {
  let end = offset;
  while (end < text2.length && !isLineEnd(text2[end])) end++;
  return end;
}
function isLineEnd(character) {
  return character === "\n" || character === "\r";
}

// server/src/ide/diagnose.ts
function diagnose(project2, path) {
  const source = project2.sources.source(path);
  if (source === void 0) return void 0;
  const { diagnosed, unfinished: unfinished2 } = diagnoseAll(project2, path);
  const findings2 = diagnosed.map((one) => one.finding);
  const { kept: kept2, unused } = applySuppressions(findings2, source.text, source.syntax.comments, source.syntax);
  return { findings: kept2, unusedSuppressions: unused, unfinished: unfinished2, refused: source.refused };
}
function diagnoseAll(project2, path) {
  const { sources, options, budget } = project2;
  const { library: library3, world, clock } = options;
  const evaluation = evaluateFile({ path, sources, library: library3, world, budget, clock });
  if (evaluation === void 0) return { diagnosed: [], unfinished: 0 };
  const byPlace = /* @__PURE__ */ new Map();
  for (const failure of withoutRepeats(evaluation.failures)) {
    const finding = toFinding(failure, sources, path);
    if (finding === void 0) continue;
    const key = `${finding.rule} ${finding.location.path} ${finding.location.start} ${finding.location.end}`;
    if (!byPlace.has(key)) byPlace.set(key, { finding, failure, evaluation });
  }
  return { diagnosed: [...byPlace.values()].sort(byPosition), unfinished: evaluation.unfinished };
}
function byPosition(a, b) {
  const [x, y] = [a.finding, b.finding];
  return x.location.start - y.location.start || x.location.end - y.location.end || (x.rule < y.rule ? -1 : 1);
}
function toFinding(failure, sources, path) {
  const rule = findRule(failure.rule);
  const verdict = rule === void 0 ? void 0 : judge(failure);
  const [main] = verdict?.cases ?? [];
  const location = locationOf(sources, blamedSite(failure, sources));
  if (rule === void 0 || verdict === void 0 || main === void 0 || location?.path !== path) return void 0;
  const when = verdict.when.length === 0 ? "" : ` This fails ${verdict.when.join(", or ")}.`;
  return {
    rule: rule.id,
    severity: verdict.severity,
    message: rule.message(main) + when,
    location,
    runtime: main.exception === void 0 ? null : { exception: main.exception.name, text: main.exception.text },
    assumptions: assumptionsOf(failure),
    related: relatedPlaces(failure, sources, location),
    derivation: derivation(failure, sources),
  };
}
function assumptionsOf(failure) {
  const names = /* @__PURE__ */ new Set();
  for (const failing of failure.cases) {
    for (const value of [failing.at, ...failing.facts.values()]) {
      for (const origin of ancestry(value.origin))
        if (origin.kind === "world" && origin.name !== void 0) names.add(origin.name);
    }
  }
  return [...names].sort();
}
var maximumRelated = 6;
function relatedPlaces(failure, sources, blamed) {
  const related = [];
  const call2 = locationOf(sources, failure.call);
  if (call2 !== void 0 && (call2.path !== blamed.path || blamed.start < call2.start || blamed.end > call2.end)) {
    related.push({ location: call2, message: "the call that requires it" });
  }
  for (const origin of makers(failure, sources)) {
    const location = origin.site === void 0 ? void 0 : locationOf(sources, origin.site);
    if (location === void 0 || related.length >= maximumRelated) continue;
    if (origin.kind === "computed" && !isCallLike(textAt(sources, location))) continue;
    const message =
      origin.kind === "world"
        ? `${origin.name ?? "the launch"} is set here`
        : `${shorten(textAt(sources, location))} is written here`;
    if (
      !related.some(
        (other) =>
          other.location.path === location.path &&
          other.location.start === location.start &&
          other.location.end === location.end,
      )
    ) {
      related.push({ location, message });
    }
  }
  return related;
}
function isCallLike(text2) {
  return text2.endsWith(")") && /^[\w.]+\(/.test(text2);
}
function shorten(text2) {
  const line = text2.replace(/\s+/g, " ");
  return line.length <= 60 ? line : `${line.slice(0, 57)}...`;
}
function derivation(failure, sources) {
  const steps2 = [];
  for (const origin of makers(failure, sources).reverse()) {
    const location = origin.site === void 0 ? void 0 : locationOf(sources, origin.site);
    if (location === void 0) continue;
    const text2 = origin.kind === "world" ? (origin.name ?? "the launch") : shorten(textAt(sources, location));
    steps2.push({ location, text: text2 });
  }
  const [main] = failure.cases;
  const [actual, expected] = [main?.facts.get("actual"), main?.facts.get("expected")];
  if (actual !== void 0 && expected !== void 0) {
    steps2.push({
      location: locationOf(sources, failure.call),
      text: `${describe(actual)} is not ${describe(expected)}`,
    });
  }
  return steps2;
}

// server/src/ide/hover.ts
function hoverAt(project2, path, offset) {
  return (
    ruleHover(project2, path, offset) ?? findingHover(project2, path, offset) ?? valueHover(project2, path, offset)
  );
}
function ruleHover(project2, path, offset) {
  const source = project2.sources.source(path);
  const comment = source?.syntax.comments.find((span) => offset >= span.start && offset < span.end);
  if (source === void 0 || comment === void 0) return void 0;
  const text2 = source.text.slice(comment.start, comment.end);
  if (!text2.includes("shardlint:")) return void 0;
  for (const match of text2.matchAll(/[\w-]+/g)) {
    const start = comment.start + match.index;
    const end = start + match[0].length;
    const rule = offset >= start && offset <= end ? findRule(match[0]) : void 0;
    if (rule !== void 0)
      return { start, end, markdown: project2.options.pages?.get(rule.id) ?? `**${rule.id}**: ${rule.summary}` };
  }
  return void 0;
}
function findingHover(project2, path, offset) {
  const finding = project2
    .check(path)
    ?.findings.find(({ location }) => offset >= location.start && offset <= location.end);
  if (finding === void 0) return void 0;
  const lines = finding.derivation.map(
    (step) => `- \`${step.text}\`${step.location === void 0 ? "" : ` (${placeName(project2, path, step.location)})`}`,
  );
  const given =
    finding.assumptions.length === 0
      ? []
      : ["", `Given ${finding.assumptions.map((name) => `\`${name}\``).join(", ")}.`];
  const runtime =
    finding.runtime === null
      ? "No exception is raised; the result is wrong."
      : `At run time: \`${finding.runtime.exception}: ${finding.runtime.text}\``;
  const markdown = [`**Where the numbers come from**`, "", ...lines, ...given, "", runtime].join("\n");
  return { start: finding.location.start, end: finding.location.end, markdown };
}
function placeName(project2, from2, location) {
  const lines = new LineIndex(project2.sources.text(location.path) ?? "");
  const line = lines.positionAt(location.start).line + 1;
  return location.path === from2
    ? `line ${line}`
    : `${location.path.slice(location.path.lastIndexOf("/") + 1)}:${line}`;
}
function valueHover(project2, path, offset) {
  const source = project2.sources.source(path);
  const found = source === void 0 ? void 0 : nodeAt(source.syntax, offset);
  if (found === void 0) return void 0;
  const nodes = [found.expression, ...[...found.ancestors].reverse()];
  const names = nodes.filter(
    (node) =>
      node.kind === "name" ||
      node.kind === "attribute" ||
      node.kind === "subscript" ||
      node.kind === "call" ||
      node.kind === "binary",
  );
  const concrete = valuesIn(project2, path, false);
  for (const node of names.slice(0, 2)) {
    const key = `${found.placed.offset + node.start}:${found.placed.offset + node.end}`;
    const value = concrete.get(key);
    if (value === void 0 || !isInformative(value)) continue;
    const start = found.placed.offset + node.start;
    const end = found.placed.offset + node.end;
    const title = `\`${shorten2(source?.text.slice(start, end) ?? "")}\`: \`${describe(value)}\``;
    const extent = extentOf(valuesIn(project2, path, true).get(key));
    return {
      start,
      end,
      markdown: [title, ...(extent === void 0 ? [] : ["", extent]), ...steps(project2, path, value)].join("\n"),
    };
  }
  return void 0;
}
function valuesIn(project2, path, symbolicDegrees) {
  const values = /* @__PURE__ */ new Map();
  const general = /* @__PURE__ */ new Set();
  const { sources, options, budget } = project2;
  const { library: library3, clock } = options;
  const offsets = new Map(sources.source(path)?.syntax.chunks.map((placed) => [placed.chunk, placed.offset]));
  evaluateFile({
    path,
    sources,
    library: library3,
    world: symbolicDegrees ? { ...options.world, launches: openWorld.launches } : options.world,
    budget,
    clock,
    symbolicDegrees,
    observe: (frame, span, value) => {
      const offset = frame.scope.path === path ? offsets.get(frame.chunk) : void 0;
      if (offset === void 0) return;
      const key = `${offset + span.start}:${offset + span.end}`;
      if (frame.caller === void 0) general.add(key);
      else if (general.has(key)) return;
      values.set(key, value);
    },
  });
  return values;
}
function isInformative(value) {
  switch (value.kind) {
    case "int":
    case "tensor":
    case "choice":
      return true;
    case "tuple":
      return value.items.length > 0 && value.items.every(isInformative);
    case "opaque":
      return value.size;
    default:
      return false;
  }
}
function extentOf(value) {
  const sizes = value?.kind === "int" ? [value.value] : value?.kind === "tensor" ? value.shape : [];
  for (const size2 of sizes) {
    for (const atom of size2 === void 0 ? [] : atomsOf(size2).values()) {
      if (atom.kind !== "floordiv") continue;
      const degrees = atomsOf(atom.denominator);
      const [ulysses, ring] = [degrees.has("$world.ulysses_degree"), degrees.has("$world.ring_degree")];
      const share =
        ulysses && ring
          ? "rank-local"
          : ulysses
            ? "Ulysses-local (the ring degree is not divided out)"
            : ring
              ? "ring chunk (the Ulysses degree is not divided out)"
              : void 0;
      if (share !== void 0)
        return `${share}: \`${describe({ kind: "int", value: { terms: [{ coefficient: 1, factors: [atom] }], key: atom.key } })}\` rows`;
    }
  }
  return void 0;
}
var maximumSteps2 = 6;
function steps(project2, path, value) {
  const lines = [];
  for (const origin of ancestry(value.origin)) {
    const location = origin.site === void 0 ? void 0 : locationOf(project2.sources, origin.site);
    if (location === void 0 || origin.kind === "argument" || lines.length >= maximumSteps2) continue;
    const text2 = origin.kind === "world" ? (origin.name ?? "") : shorten2(textAt(project2.sources, location));
    const line = `- \`${text2}\` (${placeName(project2, path, location)})`;
    if (!lines.includes(line)) lines.push(line);
  }
  return lines.length === 0 ? [] : ["", ...lines];
}
function shorten2(text2) {
  const line = text2.replace(/\s+/g, " ");
  return line.length <= 60 ? line : `${line.slice(0, 57)}...`;
}

// server/src/host.ts
function directoryOf(path) {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}
function join(folder, name) {
  return folder === "" ? name : `${folder}/${name}`;
}

// server/src/ide/sources.ts
var Sources = class {
  host;
  parser;
  library;
  roots;
  open = /* @__PURE__ */ new Map();
  closed = /* @__PURE__ */ new Map();
  resolved = /* @__PURE__ */ new Map();
  /** `roots` are the workspace folders; module names are looked up in them and above the importing file. */
  constructor(host2, parser3, library3, roots2) {
    this.host = host2;
    this.parser = parser3;
    this.library = library3;
    this.roots = roots2;
  }
  openDocument(path, text2) {
    this.open.get(path)?.dispose();
    this.open.set(path, new SourceDocument(this.parser, text2));
    this.forget(path);
  }
  editDocument(path, changes) {
    this.open.get(path)?.edit(changes);
  }
  closeDocument(path) {
    this.open.get(path)?.dispose();
    this.open.delete(path);
    this.forget(path);
  }
  /** A file appeared, changed or disappeared on disk. */
  forget(path) {
    this.closed.delete(path);
    this.resolved.clear();
  }
  isOpen(path) {
    return this.open.has(path);
  }
  source(path) {
    const document = this.open.get(path);
    if (document !== void 0) return document;
    if (!this.closed.has(path)) this.closed.set(path, this.read(path));
    return this.closed.get(path);
  }
  syntax(path) {
    return this.library.syntax(path) ?? this.source(path)?.syntax;
  }
  text(path) {
    return this.library.files.get(path) ?? this.source(path)?.text;
  }
  isContract(path) {
    return this.library.has(path);
  }
  resolve(name, from2) {
    if (name === "shardlint" || name.startsWith("shardlint.")) return void 0;
    return this.library.find(name) ?? (this.isContract(from2) ? void 0 : this.resolveSource(name, from2));
  }
  resolveSource(name, from2) {
    const folder = directoryOf(from2);
    const key = `${folder}
${name}`;
    if (!this.resolved.has(key)) this.resolved.set(key, this.find(name, folder));
    return this.resolved.get(key);
  }
  absoluteName(level, module, from2) {
    if (level === 0) return module;
    const contract = this.library.moduleName(from2);
    if (contract !== void 0) {
      const parts = contract.name.split(".");
      const kept2 = parts.slice(0, parts.length - level + (contract.package ? 1 : 0));
      return [...kept2, ...(module === "" ? [] : [module])].join(".");
    }
    let folder = directoryOf(from2);
    for (let i = 1; i < level; i++) folder = directoryOf(folder);
    const root = this.packageRoot(folder);
    const packageName = folder.slice(root.length).replace(/^\//, "").replaceAll("/", ".");
    return [packageName, module].filter((part) => part !== "").join(".");
  }
  read(path) {
    const text2 = this.host.read(path);
    return text2 === void 0 ? void 0 : { text: text2, ...parseModule(this.parser, text2) };
  }
  /** Looks in the importing file's folder and above, as far as they are not inside a package, then in the roots. */
  find(name, folder) {
    const relative = name.replaceAll(".", "/");
    for (const base of this.searchPath(folder)) {
      for (const path of [join(base, `${relative}.py`), join(base, `${relative}/__init__.py`)]) {
        if (this.open.has(path) || this.host.isFile(path)) return path;
      }
    }
    return void 0;
  }
  *searchPath(folder) {
    const root = this.roots.find((candidate) => folder === candidate || folder.startsWith(`${candidate}/`)) ?? folder;
    for (let current = this.packageRoot(folder); current.length >= root.length; current = directoryOf(current)) {
      yield current;
      if (current === root || current === "") break;
    }
    for (const other of this.roots) {
      yield other;
      yield join(other, "src");
    }
  }
  /** The folder that a file's top-level package lies in. */
  packageRoot(folder) {
    let current = folder;
    while (current !== "" && this.host.isFile(join(current, "__init__.py"))) current = directoryOf(current);
    return current;
  }
};

// server/src/ide/import-edits.ts
function importEdits(sources, path, module, names) {
  const syntax = sources.syntax(path);
  const text2 = sources.text(path);
  if (syntax === void 0 || text2 === void 0) return void 0;
  const imported = importedNames(syntax.chunks, module);
  const missing = names.filter((name) => !imported.has(name)).sort();
  if (missing.length === 0) return [];
  if (missing.some((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text2))) return void 0;
  const at = importOffset(syntax.chunks);
  const line = `from ${module} import ${missing.join(", ")}`;
  const newText = at.after
    ? `
${line}`
    : `${line}
`;
  return [{ location: { path, start: at.offset, end: at.offset }, newText }];
}
function importedNames(chunks, module) {
  const names = /* @__PURE__ */ new Set();
  for (const { chunk: chunk2 } of chunks) {
    const { statement } = chunk2;
    if (statement.kind !== "import-from" || statement.names === "*") continue;
    if (statement.module !== module && !module.startsWith(`${statement.module}.`)) continue;
    for (const item of statement.names) if (item.alias === void 0) names.add(item.name.id);
  }
  return names;
}
function importOffset(chunks) {
  let last;
  for (const placed of chunks) {
    const { statement } = placed.chunk;
    const isImport = statement.kind === "import" || statement.kind === "import-from";
    const isDocstring = statement.kind === "expression" && statement.value.kind === "string";
    if (isImport || (isDocstring && last === void 0)) last = placed;
    else if (last !== void 0) break;
  }
  return last === void 0
    ? { offset: chunks[0]?.offset ?? 0, after: false }
    : { offset: last.offset + last.chunk.length, after: true };
}

// server/src/ide/fix-source.ts
function fixSource(project2, diagnosed) {
  const { sources } = project2;
  const { failure } = diagnosed;
  const placed = (site) => findNode(sources, site, (node) => node.start === site.start && node.end === site.end);
  const call2 = placedCall(
    findNode(sources, failure.call, (node) => node.kind === "call" && sameSpan(node, failure.call)),
  );
  let names;
  return {
    call: call2,
    blamed: blamedSite(failure, sources),
    location: (site) => locationOf(sources, site),
    text: (site) => textOfLocation(sources, locationOf(sources, site)),
    textIn: (node, span) =>
      textAt(sources, { path: node.path, start: node.offset + span.start, end: node.offset + span.end }),
    placed,
    callAround: (site) =>
      placedCall(
        findNode(
          sources,
          site,
          (node) => node.kind === "call" && node.arguments.some((argument3) => sameSpan(argument3.value, site)),
        ),
      ),
    entryKey: (site) => entryKey(project2, site),
    nameFor: (key) => (names ??= namesAround(project2, failure.call)).get(key),
    isUsed: (path, name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(sources.text(path) ?? ""),
    importing: (path, module, wanted) => importEdits(sources, path, module, wanted),
  };
}
function sameSpan(a, b) {
  return a.start === b.start && a.end === b.end;
}
function placedCall(found) {
  return found?.node.kind === "call" ? { ...found, node: found.node } : void 0;
}
function textOfLocation(sources, location) {
  return location === void 0 ? "" : textAt(sources, location);
}
function findNode(sources, site, fits) {
  const chunk2 = sources.isContract(site.path)
    ? void 0
    : sources.syntax(site.path)?.chunks.find((one) => one.chunk === site.chunk);
  if (chunk2 === void 0) return void 0;
  let found;
  let statement = chunk2.chunk.statement;
  let foundStatement = statement;
  for (let node = chunk2.chunk.statement; node !== void 0;) {
    if (isStatement(node)) statement = node;
    if (fits(node)) [found, foundStatement] = [node, statement];
    node = [...childrenOf(node)].find((child) => child.start <= site.start && child.end >= site.end);
  }
  return found === void 0 ? void 0 : place(sources, site.path, chunk2, found, foundStatement);
}
function place(sources, path, chunk2, node, statement) {
  const text2 = sources.text(path) ?? "";
  const start = chunk2.offset + statement.start;
  const lineStart2 = Math.max(text2.lastIndexOf("\n", start - 1), text2.lastIndexOf("\r", start - 1)) + 1;
  const indentation = /^[ \t]*/.exec(text2.slice(lineStart2, start))?.[0] ?? "";
  return { path, offset: chunk2.offset, node, statement, indentation };
}
var statementKinds2 = /* @__PURE__ */ new Set([
  "expression",
  "assign",
  "annotated",
  "augmented",
  "return",
  "raise",
  "assert",
  "delete",
  "global",
  "nonlocal",
  "if",
  "for",
  "while",
  "with",
  "try",
  "match",
  "function",
  "class",
  "import",
  "import-from",
  "pass",
  "break",
  "continue",
]);
function isStatement(node) {
  return statementKinds2.has(node.kind);
}
function entryKey(project2, site) {
  const { sources } = project2;
  const dict2 = findNode(sources, site, (node) => node.kind === "dict" || node.kind === "call");
  if (dict2 === void 0) return void 0;
  const key =
    dict2.node.kind === "dict"
      ? dict2.node.entries.find((entry2) => sameSpan(entry2.value, site))?.key
      : dict2.node.kind === "call"
        ? dict2.node.arguments.find((argument3) => sameSpan(argument3.value, site))?.name
        : void 0;
  if (key === void 0 || key.kind !== "string") return void 0;
  return { path: dict2.path, start: dict2.offset + key.start, end: dict2.offset + key.end };
}
function namesAround(project2, site) {
  const names = /* @__PURE__ */ new Map();
  const { sources, options, budget } = project2;
  evaluateFile({
    path: site.path,
    sources,
    library: options.library,
    world: options.world,
    budget,
    clock: options.clock,
    observe: (frame, span, value) => {
      const { function: owner } = frame;
      if (frame.chunk !== site.chunk || frame.caller !== void 0 || !("id" in span)) return;
      if (owner !== void 0 && (owner.node.start > site.start || owner.node.end < site.end)) return;
      const key = valueKey(value);
      if (key !== void 0 && span.start < site.start) names.set(key, String(span.id));
    },
  });
  return names;
}

// server/src/ide/verified-fixes.ts
function offerFixes(project2, finding) {
  const { path } = finding.location;
  const { diagnosed } = diagnoseAll(project2, path);
  const own = diagnosed.find((one) => isSame(one.finding, finding));
  const rule = findRule(finding.rule);
  if (own === void 0 || rule === void 0) return [];
  const offered = [];
  for (const fix of rule.fixes(own.failure, fixSource(project2, own))) {
    if (offered.some((other) => sameEffect(other, fix)) || !mends(project2, own, fix)) continue;
    const preferred = fix.preferred && !offered.some((other) => other.preferred);
    offered.push({ ...fix, preferred });
  }
  return offered;
}
function isSame(a, b) {
  return a.rule === b.rule && a.location.start === b.location.start && a.location.end === b.location.end;
}
function sameEffect(a, b) {
  const places = (fix) =>
    fix.edits
      .map(
        (edit) => `${edit.location.path}:${edit.location.start}:${edit.newText.trim() === "" ? "" : edit.location.end}`,
      )
      .at(-1) ?? "";
  return a.title.split(" ")[0] === b.title.split(" ")[0] && places(a) === places(b);
}
function mends(project2, own, fix) {
  const paths = /* @__PURE__ */ new Set([own.finding.location.path, ...fix.edits.map((edit) => edit.location.path)]);
  const edited = withEdits(project2, fix.edits);
  for (const path of paths) {
    const before = project2.sources.source(path);
    const after = edited.sources.source(path);
    if (before === void 0 || after === void 0 || (after.syntax.broken && !before.syntax.broken)) return false;
    const wanted = counts(diagnoseAll(project2, path).diagnosed.map((one) => one.finding));
    if (path === own.finding.location.path) wanted.set(own.finding.rule, (wanted.get(own.finding.rule) ?? 0) - 1);
    const found = counts(diagnoseAll(edited, path).diagnosed.map((one) => one.finding));
    if ([...found].some(([rule, count]) => count > (wanted.get(rule) ?? 0))) return false;
  }
  return true;
}
function counts(findings2) {
  const result = /* @__PURE__ */ new Map();
  for (const finding of findings2) result.set(finding.rule, (result.get(finding.rule) ?? 0) + 1);
  return result;
}
function withEdits(project2, edits) {
  const { options, sources } = project2;
  const changed2 = /* @__PURE__ */ new Map();
  for (const path of new Set(edits.map((edit) => edit.location.path))) {
    changed2.set(
      path,
      applyEdits(
        sources.text(path) ?? "",
        edits.filter((edit) => edit.location.path === path),
      ),
    );
  }
  const host2 = {
    ...options.host,
    read: (path) => changed2.get(path) ?? sources.text(path),
    isFile: (path) => options.host.isFile(path) || sources.isOpen(path),
    isDirectory: (path) => options.host.isDirectory(path),
  };
  return new Project({ ...options, host: host2 });
}
function applyEdits(text2, edits) {
  const ordered = [...edits.entries()].sort(([i, a], [j, b]) => b.location.start - a.location.start || j - i);
  return ordered.reduce(
    (result, [, edit]) => result.slice(0, edit.location.start) + edit.newText + result.slice(edit.location.end),
    text2,
  );
}

// server/src/ide/project.ts
var Project = class {
  sources;
  options;
  budget;
  reports = /* @__PURE__ */ new Map();
  constructor(options) {
    this.options = options;
    this.budget = options.budget ?? defaultBudget;
    this.sources = new Sources(options.host, options.parser, options.library, options.roots);
  }
  openDocument(path, text2) {
    this.sources.openDocument(path, text2);
    this.reports.clear();
  }
  /** Applies edits in order; each refers to the text that the one before it left. */
  editDocument(path, changes) {
    this.sources.editDocument(path, changes);
    this.reports.clear();
  }
  closeDocument(path) {
    this.sources.closeDocument(path);
    this.reports.clear();
  }
  /** A file that no editor holds appeared, changed or disappeared. */
  fileChanged(path) {
    this.sources.forget(path);
    this.reports.clear();
  }
  /** The findings of a file; undefined if it cannot be read. */
  check(path) {
    let report = this.reports.get(path);
    if (report === void 0) {
      report = diagnose(this, path);
      if (report !== void 0) this.reports.set(path, report);
    }
    return report;
  }
  /** The fixes for a finding that `check` returned, each tried out: it removes the finding and adds none. */
  fixes(finding) {
    return offerFixes(this, finding);
  }
  /** What is known of the expression at an offset, as Markdown; undefined if nothing. */
  hover(path, offset) {
    return hoverAt(this, path, offset);
  }
};

// server/src/testing/project.ts
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join as join2 } from "node:path";
import { fileURLToPath } from "node:url";

// server/src/contracts/library.ts
var ContractLibrary = class {
  /** Text by path; the paths start with the root they were found in. */
  files;
  roots;
  parse;
  parsed = /* @__PURE__ */ new Map();
  bindings;
  words;
  /** Earlier roots win, so that a user's contract can replace one that ships with the product. */
  constructor(roots2, files2, parse2) {
    this.roots = roots2;
    this.files = files2;
    this.parse = parse2;
  }
  has(path) {
    return this.files.has(path);
  }
  syntax(path) {
    const text2 = this.files.get(path);
    if (text2 === void 0) return void 0;
    let syntax = this.parsed.get(path);
    if (syntax === void 0) this.parsed.set(path, (syntax = this.parse(text2)));
    return syntax;
  }
  /** The contract for a dotted module name. */
  find(name) {
    const relative = name.replaceAll(".", "/");
    for (const root of this.roots) {
      for (const path of [`${root}/${relative}.py`, `${root}/${relative}/__init__.py`])
        if (this.files.has(path)) return path;
    }
    return void 0;
  }
  /** The dotted name of a contract file, and whether it is a package. */
  moduleName(path) {
    const root = this.roots.find((candidate) => path.startsWith(`${candidate}/`));
    if (root === void 0) return void 0;
    const relative = path.slice(root.length + 1).replace(/\.py$/, "");
    const isPackage = relative.endsWith("/__init__");
    return { name: relative.replace(/\/__init__$/, "").replaceAll("/", "."), package: isPackage };
  }
  /** The binding that a call with such arguments means; undefined if there is none or more than one. */
  distinctive(keywords, positional) {
    this.bindings ??= [...this.files].flatMap(([path, text2]) =>
      text2.includes("@distinctive(") ? this.bindingsOf(path) : [],
    );
    const fitting = this.bindings.filter(
      (binding) =>
        positional <= binding.positional &&
        binding.keywords.every((word) => keywords.has(word)) &&
        [...keywords].every((word) => binding.allowed.has(word)),
    );
    return fitting.length === 1 ? fitting[0] : void 0;
  }
  /** A file that has none of these words cannot have a finding of its own. */
  triggers() {
    this.words ??= [...new Set([...this.files].flatMap(([path, text2]) => this.triggersOf(path, text2)))];
    return this.words;
  }
  triggersOf(path, text2) {
    const name = this.moduleName(path)?.name ?? "";
    if (name.startsWith("_") || name.startsWith("shardlint")) return [];
    const demanding = /\brequire\(|\blaunch\(|from _fa4|from \.+_fa4/.test(text2);
    const defined = demanding ? [...text2.matchAll(/^(?:def|class) (\w+)/gm)].flatMap((match) => match[1] ?? []) : [];
    const keywords = text2.includes("@distinctive(")
      ? this.bindingsOf(path).map((binding) => binding.keywords[0] ?? "")
      : [];
    return [...defined, ...keywords].filter((word) => word.length > 4);
  }
  bindingsOf(path) {
    const statements = this.syntax(path)?.chunks.map((placed) => placed.chunk.statement) ?? [];
    return statements.flatMap((statement) =>
      statement.kind === "class"
        ? statement.body.flatMap((member2) => bindings(path, member2, statement))
        : bindings(path, statement, void 0),
    );
  }
};
function bindings(path, statement, owner) {
  if (statement.kind !== "function") return [];
  return statement.decorators.flatMap((decorator) => {
    if (decorator.kind !== "call" || decorator.callee.kind !== "name" || decorator.callee.id !== "distinctive")
      return [];
    const keywords = decorator.arguments.flatMap((argument3) =>
      argument3.value.kind === "string" ? [argument3.value.value] : [],
    );
    const parameters = statement.parameters.slice(owner === void 0 ? 0 : 1);
    const byPosition2 = parameters.filter(
      (parameter) => parameter.form === "ordinary" || parameter.form === "positional-only",
    );
    const byName = parameters.filter((parameter) => parameter.form === "ordinary" || parameter.form === "keyword-only");
    const allowed = new Set(byName.map((parameter) => parameter.name.id));
    return [
      { keywords, allowed, positional: byPosition2.length, path, owner: owner?.name.id, name: statement.name.id },
    ];
  });
}

// server/src/testing/project.ts
var require2 = createRequire("file:///work/main/server/src/testing/project.ts");
var contractsFolder = fileURLToPath(new URL("../../../contracts", "file:///work/main/server/src/testing/project.ts"));
var parser;
var library;
function loadParser() {
  parser ??= createWasmParser({
    runtimeWasm: readFileSync(require2.resolve("web-tree-sitter/web-tree-sitter.wasm")),
    grammarWasm: readFileSync(require2.resolve("tree-sitter-python/tree-sitter-python.wasm")),
  });
  return parser;
}
async function loadLibrary() {
  const loaded = await loadParser();
  library ??= new ContractLibrary(
    [contractsFolder],
    new Map(contractFiles(contractsFolder)),
    (text2) => parseModule(loaded, text2).syntax,
  );
  return library;
}
function contractFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry2) => {
    const path = join2(folder, entry2.name);
    if (entry2.isDirectory()) return contractFiles(path);
    return entry2.name.endsWith(".py") ? [[path, readFileSync(path, "utf8")]] : [];
  });
}

// ../../tmp/prof/scan.ts
var roots = process.argv.slice(2).filter((a) => !a.startsWith("-"));
var force = process.argv.includes("--force");
var parser2 = await loadParser();
var library2 = await loadLibrary();
var files = [];
var walk2 = (d) => {
  for (const e of readdirSync2(d, { withFileTypes: true })) {
    const p = d + "/" + e.name;
    if (e.isDirectory()) walk2(p);
    else if (e.isFile() && e.name.endsWith(".py")) files.push(p);
  }
};
roots.forEach(walk2);
var cache = /* @__PURE__ */ new Map();
var isFile = (p) => {
  let k = cache.get(p);
  if (k === void 0) {
    try {
      k = statSync(p).isFile();
    } catch {
      k = false;
    }
    cache.set(p, k);
  }
  return k;
};
var host = {
  read: (p) => {
    try {
      return readFileSync2(p, "utf8");
    } catch {
      return void 0;
    }
  },
  isFile,
  isDirectory: (p) => {
    try {
      return statSync(p).isDirectory();
    } catch {
      return false;
    }
  },
};
var project = new Project({
  host,
  parser: parser2,
  library: library2,
  roots,
  world: openWorld,
  clock: () => performance.now(),
});
var n = 0;
var crashes = 0;
var findings = 0;
var unfinished = 0;
var t0 = performance.now();
var slow = [];
for (const f of files) {
  const t2 = performance.now();
  try {
    const r = project.check(f);
    if (force)
      evaluateFile({
        path: f,
        sources: project.sources,
        library: library2,
        world: openWorld,
        budget: { steps: 2e4, milliseconds: 1500 },
        clock: () => performance.now(),
        observe: () => void 0,
      });
    unfinished += r?.unfinished ?? 0;
    for (const x of r?.findings ?? []) {
      findings++;
      const l = new LineIndex(host.read(f)).positionAt(x.location.start).line + 1;
      console.log(`${f}:${l} ${x.severity} ${x.rule} ${x.message}`);
    }
  } catch (e) {
    crashes++;
    if (crashes < 15) console.log("CRASH", f, e.stack?.split("\n").slice(0, 6).join(" | "));
  }
  slow.push([performance.now() - t2, f]);
  n++;
  if (n % 200 === 0)
    project = new Project({
      host,
      parser: parser2,
      library: library2,
      roots,
      world: openWorld,
      clock: () => performance.now(),
    });
}
slow.sort((a, b) => b[0] - a[0]);
console.log({ n, crashes, findings, unfinished, ms: Math.round(performance.now() - t0) });
console.log(
  slow
    .slice(0, 8)
    .map(([t2, f]) => `${t2.toFixed(0)}ms ${f}`)
    .join("\n"),
);
