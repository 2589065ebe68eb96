/**
 * Holds the model of tensor operations to torch itself: npm run torch -- [CASES] [SEED]
 *
 * Each random call is put to the model three times: with numbers, with symbols for them, and with opaque tensors. What
 * the model says is evaluated with the numbers and must be what torch gives. Needs a Python with torch, by default
 * Debian's (`apt-get install python3-torch`; einops from PyPI); SHARDLINT_TORCH_PYTHON names another.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import {
  broadcast,
  dimension,
  indexTensor,
  tensorAttributes,
  tensorFunctions,
  tensorMethods,
} from "../../server/src/interpreter/tensors/index.ts";
import { asTensor } from "../../server/src/interpreter/tensors/shape.ts";
import type { TensorCall } from "../../server/src/interpreter/tensors/model.ts";
import { Facts } from "../../server/src/values/facts.ts";
import { formula } from "../../server/src/values/formula.ts";
import { atomsOf, integer, modulo, type SymInt } from "../../server/src/values/symbolic.ts";
import {
  bool,
  describe,
  ellipsis,
  type Identity,
  int,
  none,
  opaque,
  tensor,
  text,
  tuple,
  type Value,
} from "../../server/src/values/value.ts";
import { evaluate } from "../lib/evaluate.ts";
import { Random } from "../lib/random.ts";
import { type Argument, type Case, Numbers, serialised } from "./arguments.ts";
import { attributeNames, functionCases, indexCase, methodCases, operatorCases } from "./cases.ts";
import { Maker } from "./maker.ts";

interface Answer {
  readonly shape?: readonly number[];
  readonly dtype?: string;
  readonly device?: string;
  readonly items?: readonly Answer[];
  readonly int?: number;
  readonly bool?: boolean;
  readonly other?: string;
  readonly error?: string;
}

type Mode = "numbers" | "symbols" | "opaque";

interface Run {
  readonly case: Case;
  readonly numbers: Numbers;
  readonly facts: Facts;
}

function makeRuns(total: number, random: Random): Run[] {
  const makers: [Case["kind"], string, (m: Maker) => Omit<Case, "name" | "kind">][] = [
    ...Object.entries(methodCases).map(([name, make]): (typeof makers)[number] => ["method", name, make]),
    // Most methods are functions too.
    ...Object.entries(methodCases)
      .filter(([name]) => tensorFunctions.has(`torch.${name}`) && !(`torch.${name}` in functionCases))
      .map(([name, make]): (typeof makers)[number] => ["function", `torch.${name}`, make]),
    ...Object.entries(functionCases).map(([name, make]): (typeof makers)[number] => ["function", name, make]),
    ...Object.entries(operatorCases).map(([name, make]): (typeof makers)[number] => ["operator", name, make]),
    ...Array.from({ length: 25 }, (): (typeof makers)[number] => ["index", "[]", indexCase]),
    ...attributeNames.map((name): (typeof makers)[number] => [
      "attribute",
      name,
      (m) => ({ args: [m.tensor()], kwargs: {} }),
    ]),
  ];
  return Array.from({ length: total }, (_, i) => {
    const numbers = new Numbers(random);
    const [kind, name, make] = makers[i % makers.length] ?? random.pick(makers);
    const made: Case = { kind, name, ...make(new Maker(random, numbers)) };
    return { case: made, numbers, facts: trueFacts(numbers, random) };
  });
}

/** A few facts that hold for the numbers of the case. */
function trueFacts(numbers: Numbers, random: Random): Facts {
  let facts = Facts.none;
  if (numbers.made.length < 2) return facts;
  for (let i = random.whole(0, 3); i > 0; i--) {
    const [a, b] = [random.pick(numbers.made), random.pick(numbers.made)];
    const relation = a.v < b.v ? "<" : a.v === b.v ? "==" : ">=";
    facts = facts.assume(a.symbolic, relation, b.symbolic) ?? facts;
    if (b.v <= 0 || a.v % b.v !== 0 || sharesAtom(a.symbolic, b.symbolic)) continue;
    const remainder = modulo(a.symbolic, b.symbolic);
    // The symbol that facts put in place of the quotient.
    for (const [key, value] of [...numbers.values]) numbers.values.set(`$${key}/${b.symbolic.key}`, value / b.v);
    if (remainder !== undefined) facts = facts.assume(remainder, "==", integer(0)) ?? facts;
  }
  return facts;
}

/** Nobody asserts `n % (n + b) == 0`. */
function sharesAtom(a: SymInt, b: SymInt): boolean {
  const atoms = atomsOf(b);
  return [...atomsOf(a).keys()].some((key) => atoms.has(key));
}

const lists = new WeakMap<Identity, readonly Value[]>();

function list(items: readonly Value[]): Value {
  const identity: Identity = { type: "list", class: undefined, symbolic: false, label: "list" };
  lists.set(identity, items);
  return { kind: "object", identity };
}

/** The model's value of an argument; opaque tensors name their sizes, which go into `values`. */
function modelled(argument: Argument, mode: Mode, values: Map<string, number>): Value {
  switch (argument.t) {
    case "int":
      return int(mode === "numbers" ? integer(argument.v) : argument.symbolic);
    case "float":
      return { kind: "float", value: argument.v };
    case "bool":
      return bool(argument.v);
    case "str":
      return text(argument.v);
    case "dtype":
      return { kind: "external", name: `torch.${argument.v}` };
    case "none":
      return none;
    case "ellipsis":
      return ellipsis;
    case "list":
      return list(argument.v.map((item) => modelled(item, mode, values)));
    case "tuple":
      return tuple(argument.v.map((item) => modelled(item, mode, values)));
    case "slice": {
      const [lower = none, upper = none, step = none] = argument.v.map((item) => modelled(item, mode, values));
      return { kind: "slice", lower, upper, step };
    }
    case "tensor": {
      if (mode !== "opaque") {
        const sizes = argument.sizes.map((size) => (mode === "numbers" ? integer(size.v) : size.symbolic));
        return tensor(sizes, { dtype: argument.dtype });
      }
      const key = `t${values.size}`;
      for (const [i, size] of argument.sizes.entries()) {
        values.set(`$${key}.shape[${i}]`, size.v);
        values.set(`$${key}.shape[${i - argument.sizes.length}]`, size.v);
      }
      return opaque(key, key);
    }
  }
}

function applied(made: Case, mode: Mode, facts: Facts, values: Map<string, number>): Value | undefined {
  const args = made.args.map((argument) => modelled(argument, mode, values));
  const keywords = new Map(
    Object.entries(made.kwargs).map(([name, argument]) => [name, modelled(argument, mode, values)]),
  );
  const call: TensorCall = {
    positional: args,
    keywords,
    facts: mode === "numbers" ? Facts.none : facts,
    origin: undefined,
    items: (value) =>
      value.kind === "tuple" ? value.items : value.kind === "object" ? lists.get(value.identity) : undefined,
    repeated: () => undefined,
    list,
  };
  const [first, ...others] = args;
  if (made.kind === "function") return tensorFunctions.get(made.name)?.(call);
  if (first === undefined) return undefined;
  if (made.kind === "operator") {
    const [second] = others;
    return second === undefined ? undefined : broadcast(first, second, made.name, call.facts);
  }
  const self = asTensor(first);
  if (self === undefined) return undefined;
  if (made.kind === "attribute") return tensorAttributes.get(made.name)?.(self, call.facts);
  const [index] = others;
  if (made.kind === "index") return index === undefined ? undefined : indexTensor(self, index, call);
  return tensorMethods.get(made.name)?.(self, { ...call, positional: others });
}

interface Verdict {
  readonly problem?: string;
  readonly complete: boolean;
}

/** Whether what the model says is what torch says. */
function judge(value: Value | undefined, answer: Answer, values: ReadonlyMap<string, number>): Verdict {
  if (value === undefined || value.kind === "unknown") return { complete: false };
  const wrong = (): Verdict => ({ problem: `${describe(value)} instead of ${JSON.stringify(answer)}`, complete: true });
  const differs = (size: SymInt | undefined, actual: number | undefined): boolean => {
    const found = size === undefined ? undefined : evaluate(size, values);
    return found !== undefined && found !== actual;
  };
  switch (value.kind) {
    case "tensor": {
      const { shape } = answer;
      if (shape === undefined || (value.dtype !== undefined && value.dtype !== answer.dtype)) return wrong();
      if (value.device !== undefined && value.device !== answer.device) return wrong();
      if (value.open ? value.shape.length > shape.length : value.shape.length !== shape.length) return wrong();
      for (const [i, actual] of shape.entries()) {
        if (differs(dimension(value, i), actual)) return wrong();
        if (value.open && differs(dimension(value, i - shape.length), actual)) return wrong();
      }
      return { complete: !value.open && value.shape.every((size) => size !== undefined) };
    }
    case "tuple": {
      if (answer.items?.length !== value.items.length) return wrong();
      const parts = value.items.map((item, i) => judge(item, answer.items?.[i] ?? {}, values));
      return parts.find((part) => part.problem !== undefined) ?? { complete: parts.every((part) => part.complete) };
    }
    case "uniform": {
      if (answer.items === undefined || differs(value.length, answer.items.length)) return wrong();
      const parts = answer.items.map((item) => judge(value.element, item, values));
      return parts.find((part) => part.problem !== undefined) ?? { complete: parts.every((part) => part.complete) };
    }
    case "int":
      return differs(value.value, answer.int) ? wrong() : { complete: true };
    case "bool":
      if (value.formula.kind !== "constant") return { complete: false };
      return value.formula.value === answer.bool ? { complete: true } : wrong();
    case "external":
      return answer.other === value.name ? { complete: true } : wrong();
    default:
      return wrong();
  }
}

/** What is opaque is assumed to have dimensions, and elements. */
function modesOf(made: Case): readonly Mode[] {
  const usual = made.args.every(
    (argument) => argument.t !== "tensor" || (argument.sizes.length > 0 && argument.sizes.every((size) => size.v > 0)),
  );
  return usual ? ["numbers", "symbols", "opaque"] : ["numbers", "symbols"];
}

interface Statistics {
  ran: number;
  readonly complete: Record<Mode, number>;
}

const total = Number(process.argv[2] ?? 12_000);
const seed = Number(process.argv[3] ?? 1);
const runs = makeRuns(total, new Random(seed));
const input = runs.map(({ case: made }) =>
  JSON.stringify({
    ...made,
    args: made.args.map(serialised),
    kwargs: Object.fromEntries(Object.entries(made.kwargs).map(([name, argument]) => [name, serialised(argument)])),
  }),
);
const python = process.env["SHARDLINT_TORCH_PYTHON"] ?? "/usr/bin/python3";

/** What torch gives for each call. A call that kills the process counts as one that raises. */
function answersOf(lines: readonly string[]): readonly Answer[] {
  const found: Answer[] = [];
  while (found.length < lines.length) {
    const child = spawnSync(python, [join("test", "torch", "run_torch.py")], {
      input: lines.slice(found.length).join("\n"),
      encoding: "utf8",
      maxBuffer: 1 << 30,
    });
    const printed = child.stdout.split("\n").slice(0, -1);
    if (child.status !== 0 && printed.length === 0) throw new Error(child.stderr);
    found.push(...printed.map((line) => JSON.parse(line) as Answer));
    if (child.status !== 0) {
      console.error(`killed by ${lines[found.length] ?? ""}: ${child.stderr.trim()}`);
      found.push({ error: "killed" });
    }
  }
  return found;
}

const answers = answersOf(input);

const statistics = new Map<string, Statistics>();
let problems = 0;
for (const [i, run] of runs.entries()) {
  const answer = answers[i];
  if (answer === undefined || answer.error !== undefined) continue;
  const name = `${run.case.kind} ${run.case.name}`;
  const known = statistics.get(name) ?? { ran: 0, complete: { numbers: 0, symbols: 0, opaque: 0 } };
  statistics.set(name, known);
  known.ran++;
  for (const mode of modesOf(run.case)) {
    const values = new Map(run.numbers.values);
    const verdict = judge(applied(run.case, mode, run.facts, values), answer, values);
    if (verdict.complete) known.complete[mode]++;
    if (verdict.problem === undefined) continue;
    problems++;
    if (problems > 40) continue;
    console.error(`${name} (${mode}): ${verdict.problem}\n  ${input[i] ?? ""}`);
    if (mode === "symbols")
      console.error(
        `  ${run.numbers.made.map((made) => `${formula(made.symbolic)}=${made.v}`).join(", ")}; ${run.facts.key}`,
      );
  }
}

for (const [name, { ran, complete }] of statistics) {
  const parts = (["numbers", "symbols", "opaque"] as const).map(
    (mode) => `${mode} ${Math.round((100 * complete[mode]) / ran)} %`,
  );
  if (process.argv.includes("--all") || complete.numbers < ran)
    console.log(`${name}: ${ran} ran, fully known: ${parts.join(", ")}`);
}
// Torch has not every method as a function.
const isOptional = (name: string): boolean => name.startsWith("function torch.") && name.slice(15) in methodCases;
const silent = [...new Set(runs.map((run) => `${run.case.kind} ${run.case.name}`))].filter(
  (name) => !statistics.has(name) && !isOptional(name),
);
if (silent.length > 0) console.log(`never ran: ${silent.join(", ")}`);
console.log(
  `${runs.length} calls, ${answers.filter((answer) => answer.error === undefined).length} ran, ${problems} disagreements`,
);
process.exitCode = problems === 0 ? 0 : 1;
