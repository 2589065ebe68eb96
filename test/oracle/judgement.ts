/** Compares what Shardlint says about a program with what happened when CPython ran it. */
import type { FailureCase } from "../../server/src/interpreter/surroundings.ts";
import { ruleIds } from "../../server/src/rules/registry.ts";
import { asInt, type FloatValue, type Value } from "../../server/src/values/value.ts";
import type { Analysis, Reported } from "./analysis.ts";
import { Assignment } from "./assignments.ts";
import type { Program } from "./programs/program.ts";
import type { ContractCall, RunRequest, RunResult, Shown } from "./python.ts";

export interface Disagreement {
  readonly kind: "crash" | "false alarm" | "wrong text" | "missed" | "wrong value";
  /** The rule it is about; undefined for values. */
  readonly rule?: string;
  readonly detail: string;
}

export interface Judgement {
  readonly disagreements: readonly Disagreement[];
  /** Runs that a requirement ended, and of those how many were foretold by an error or a warning. */
  readonly refused: number;
  readonly foretold: number;
  /** Why an exception was not foretold, or a report could not be tried. */
  readonly open: readonly string[];
  /** Reports that at least one run confirmed. */
  readonly confirmed: number;
  /** Values that both sides know and that are the same. */
  readonly agreedValues: number;
}

export type Trial = Pick<Program, "constant" | "runs" | "carriers">;

/** Ways of handing a value on by which a mistake may be missed: what is behind them may be something else. */
const unclearCarriers: Readonly<Record<string, string>> = {
  tryFallback: "a call in a `try` may raise, and then the handler's value is there",
};

export function judged(trial: Trial, analysis: Analysis, results: readonly RunResult[], product: boolean): Judgement {
  const rules = product ? new Set(ruleIds) : undefined;
  const disagreements: Disagreement[] = [];
  const open: string[] = [];
  let confirmed = 0;
  const jobs = jobsOf(trial.runs, results);
  for (const report of analysis.reported) {
    const outcomes = jobs.flatMap((job) =>
      ofJob(job.flatMap(({ run, result }) => outcomeOf(report, run, result, trial.constant))),
    );
    if (outcomes.includes("confirmed")) confirmed++;
    else if (outcomes.includes("another rule")) open.push("a report on a call that an earlier requirement refused");
    else open.push("a report on a call that no run reached");
    disagreements.push(...outcomes.filter((outcome) => typeof outcome === "object"));
  }
  const refusals = results.flatMap((result, i) => {
    const call = result.calls.find((candidate) => candidate.rule !== undefined);
    return call === undefined || (rules !== undefined && !rules.has(call.rule ?? "")) ? [] : [{ call, i }];
  });
  const unforetold = refusals.filter(({ call }) => !analysis.reported.some((report) => foretells(report, call)));
  const places = new Set(refusals.map(({ call }) => `${call.rule ?? ""} ${call.stack.join(" > ")}`));
  const fails = new Set(refusals.map(({ i }) => results[i]));
  const always = places.size === 1 && jobs.every((job) => job.some(({ result }) => fails.has(result)));
  const unclear = trial.carriers.find((carrier) => carrier in unclearCarriers);
  for (const { call } of unforetold) {
    if (analysis.unfinished > 0) open.push("the budget ran out");
    else if (call.rule === "library-guard") open.push("a guard of a library that is not followed");
    else if (unclear !== undefined) open.push(unclearCarriers[unclear] ?? unclear);
    else if (!trial.constant) open.push(always ? "an input is symbolic, and every run fails" : "an input is symbolic");
    else if (!always) open.push("it depends on the rank or the world");
    else
      disagreements.push({
        kind: "missed",
        rule: call.rule ?? "",
        detail: `${call.stack.join(" > ")} ${call.rule ?? ""}: ${call.text ?? ""}`,
      });
  }
  const values =
    product || analysis.unfinished > 0
      ? { agreed: 0, disagreements: [] }
      : compareValues(analysis, trial.runs, results);
  disagreements.push(...values.disagreements);
  return {
    disagreements: distinct(disagreements),
    refused: refusals.length,
    foretold: refusals.length - unforetold.length,
    open,
    confirmed,
    agreedValues: values.agreed,
  };
}

/** The analysis ended by an error of its own. */
export function crashed(error: unknown): Judgement {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    disagreements: [{ kind: "crash", detail }],
    refused: 0,
    foretold: 0,
    open: [],
    confirmed: 0,
    agreedValues: 0,
  };
}

function distinct(disagreements: readonly Disagreement[]): Disagreement[] {
  return [...new Map(disagreements.map((one) => [`${one.kind} ${one.detail}`, one])).values()];
}

function foretells(report: Reported, call: ContractCall): boolean {
  return report.rule === call.rule && leadsTo(report, call);
}

/** Whether the reported calls are the innermost of those that were active. */
function leadsTo({ stack }: Reported, call: ContractCall): boolean {
  const active = call.stack.slice(-stack.length);
  return (
    active.length === stack.length &&
    stack.every(([file, first, last], i) => {
      const [name, line] = (active[i] ?? "").split(":");
      return name === file && Number(line) >= first && Number(line) <= last;
    })
  );
}

type Outcome = Disagreement | "confirmed" | "another rule";

interface Run {
  readonly run: RunRequest;
  readonly result: RunResult;
}

/** The runs by what they are ranks of. */
function jobsOf(runs: readonly RunRequest[], results: readonly RunResult[]): Run[][] {
  const jobs = new Map<string, Run[]>();
  for (const [i, run] of runs.entries()) {
    const result = results[i];
    if (result === undefined) continue;
    const { world, ...given } = run;
    const key = JSON.stringify([{ ...world, ulysses_rank: 0, ring_rank: 0, world_rank: 0 }, given]);
    jobs.set(key, [...(jobs.get(key) ?? []), { run, result }]);
  }
  return [...jobs.values()];
}

/** A job fails if one of its ranks does: where one fails as foretold, what the others do is not asked. */
function ofJob(outcomes: readonly Outcome[]): readonly Outcome[] {
  const confirmed = outcomes.filter((outcome) => outcome === "confirmed");
  return confirmed.length > 0 ? confirmed : outcomes;
}

/** What a run says of a report in the cases that speak of its world. */
function outcomeOf(report: Reported, run: RunRequest, result: RunResult, constant: boolean): Outcome[] {
  const { rule } = report;
  return report.cases.flatMap((failing): Outcome[] => {
    if (!speaksOf(failing, run, result)) return [];
    const reached = result.calls.filter((call) => leadsTo(report, call) && call.stopped !== true);
    if (reached.length === 0 || result.end?.kind === "unknown") return [];
    const refused = reached.find((call) => call.rule !== undefined);
    const detail = `${report.severity} ${report.stack.map(([file, line]) => `${file}:${line}`).join(" > ")} ${report.rule}`;
    if (refused === undefined) return [{ kind: "false alarm", rule, detail }];
    // Whether an earlier requirement holds may be unknown to the analysis; it speaks of what follows.
    if (refused.rule !== rule) return ["another rule"];
    const said = failing.exception;
    // An exception whose text is not known has none.
    const same =
      said === undefined
        ? refused.exception === null
        : said.name === refused.exception && fits(said.text, refused.text ?? "");
    if (same) return ["confirmed"];
    if (!constant && !hasWords(said?.text ?? "", refused.text ?? "")) return ["another rule"];
    return [
      {
        kind: "wrong text",
        rule,
        detail: `${detail}: ${said?.text ?? "nothing raised"} | ${refused.text ?? "nothing raised"}`,
      },
    ];
  });
}

/** Whether a run is one that the case speaks of; what hangs on what the run does not fix is not looked at. */
function speaksOf(failing: FailureCase, run: RunRequest, result: RunResult): boolean {
  const { world } = run;
  const assignment = new Assignment(run, result);
  return [...failing.condition].every(([key, restriction]) => {
    const { decision, allowed } = restriction;
    const known = assignment.allows(restriction);
    if (known !== undefined) return known;
    const alternatives = decision.alternatives.map((name, i) => ({ name, allowed: (allowed & (1 << i)) !== 0 }));
    const holds = alternatives.filter(({ name }) => {
      if (key === "world.architecture") return name === `SM${world.architecture}`;
      if (key === "world.ulysses_degree") return (name === "1") === (world.ulysses_degree === 1);
      if (key === "world.ring_degree") return (name === "1") === (world.ring_degree === 1);
      if (key.startsWith("world.library.")) return versionFits(name, world.libraries["flash-attn-4"] ?? "");
      return false;
    });
    return holds.length > 0 && holds.every((one) => one.allowed);
  });
}

/** Whether words such as "flash-attn-4 4.0.0b22 or newer" speak of a version. */
function versionFits(words: string, version: string): boolean {
  const boundary = /\d+\.\d+\.\d+\w*/.exec(words)?.[0] ?? "";
  const beta = (text: string): number => Number(/b(\d+)$/.exec(text)?.[1] ?? Infinity);
  return /older|before|below|</.test(words) ? beta(version) < beta(boundary) : beta(version) >= beta(boundary);
}

/** Whether a predicted text, or one of several that it says may be seen, is the one that was raised. */
function fits(predicted: string, raised: string): boolean {
  if (predicted === "") return true;
  const parts = predicted.split(" or ");
  const texts = parts.flatMap((_, from) => parts.map((__, to) => parts.slice(from, to + 1).join(" or ")));
  if (texts.some((text) => isText(text, raised))) return true;
  // Of several texts, each has the numbers of the runs that it is for.
  return parts.length > 1 && texts.some((text) => hasWords(text, raised));
}

/** Whether two texts differ in numbers and formulas only. */
function hasWords(predicted: string, raised: string): boolean {
  return new RegExp(`^${patternOf(raised)}$`, "s").test(predicted);
}

/** The words of a text as a pattern in which a number may be anything, and a list of unknown length the word for it. */
function patternOf(raised: string): string {
  const pieces = raised.split(/(\[[^\]]*\]|-?\d+)/);
  return pieces
    .map((piece, i) => {
      if (i % 2 === 0) return piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return piece.startsWith("[") ? `(?:list|\\[.*?\\])` : "(.+?)";
    })
    .join("");
}

/** Where a predicted text has a formula, any number may stand. */
function isText(predicted: string, raised: string): boolean {
  const match = new RegExp(`^${patternOf(raised)}$`, "s").exec(predicted);
  if (match === null) return false;
  const numbers = raised.replaceAll(/\[[^\]]*\]/g, "").match(/-?\d+/g) ?? [];
  return match.slice(1).every((said, i) => !/^-?\d+$/.test(said) || said === numbers[i]);
}

// ---------------------------------------------------------------------------------------------------- values

function compareValues(
  { seen }: Analysis,
  runs: readonly RunRequest[],
  results: readonly RunResult[],
): { agreed: number; disagreements: Disagreement[] } {
  const disagreements: Disagreement[] = [];
  let agreed = 0;
  for (const [i, result] of results.entries()) {
    const run = runs[i];
    if (run === undefined) continue;
    const assignment = new Assignment(run, result);
    const rounds = new Map<string, number>();
    const shown = new Map<string, number>();
    for (const { stack } of result.reveals) shown.set(stack.join(" > "), (shown.get(stack.join(" > ")) ?? 0) + 1);
    for (const { stack, value: actual } of result.reveals) {
      const place = stack.join(" > ");
      const round = (rounds.get(place) ?? 0) + 1;
      rounds.set(place, round);
      const matching = seen.filter((one) => place.endsWith([...one.stack, one.place].join(" > ")));
      // What was evaluated for this very way of calls says more than what holds for all callers.
      const longest = Math.max(...matching.map((one) => one.stack.length));
      const closest = matching.filter((one) => one.stack.length === longest);
      if (closest.length === 0) {
        disagreements.push({ kind: "wrong value", detail: `${place} is reached, with ${JSON.stringify(actual)}` });
      }
      // Of a loop that nobody knows the rounds of, the first round is analysed.
      if (round > 1 && closest.length !== shown.get(place)) continue;
      const same = closest.map((one) => agrees(one.value, actual, assignment));
      if (same.includes(true)) agreed++;
      else if (closest.length > 0 && same.every((one) => one === false)) {
        const said = [...new Set(closest.map((one) => shortened(one.value)))].join(" or ");
        disagreements.push({ kind: "wrong value", detail: `${place} is ${JSON.stringify(actual)}, not ${said}` });
      }
    }
  }
  return { agreed, disagreements };
}

function shortened(value: Value): string {
  if (value.kind === "int") return value.value.key;
  if (value.kind === "tuple") return `(${value.items.map(shortened).join(", ")})`;
  if (value.kind === "string") return JSON.stringify(value.value);
  if (value.kind === "tensor")
    return `tensor ${value.shape.map((size) => size?.key ?? "?").join("x")} ${value.dtype ?? "?"}`;
  if (value.kind === "choice") return value.alternatives.map((one) => shortened(one.value)).join(" or ");
  return value.kind;
}

/** Undefined if the analysis does not say what the value is in this run. */
function agrees(value: Value, shown: Shown, run: Assignment): boolean | undefined {
  const [kind, content, dtype] = shown;
  switch (value.kind) {
    case "none":
      return kind === "none";
    case "bool": {
      if (kind !== "bool") return false;
      const truth = run.truth(value.formula);
      return truth === undefined ? undefined : content === truth;
    }
    case "int":
    case "opaque": {
      const expression = asInt(value);
      const number = expression === undefined ? undefined : run.number(expression);
      // A value about which nothing is known is taken for a number wherever that makes sense.
      if (number === undefined) return undefined;
      // Python's truth values are ints, and arithmetic does not tell them apart.
      return kind === "int" ? content === number : kind === "bool" && Number(content) === number;
    }
    case "float": {
      if (kind !== "float") return false;
      const number = value.value ?? ratioIn(value, run);
      return number === undefined ? undefined : content === number;
    }
    case "string": {
      if (kind !== "string") return false;
      return value.exact ? content === value.value : undefined;
    }
    case "tuple": {
      if (kind !== "tuple" && kind !== "list") return false;
      const items = content as readonly Shown[];
      if (items.length !== value.items.length) return false;
      return all(value.items.map((item, i) => agrees(item, items[i] ?? ["missing"], run)));
    }
    case "tensor": {
      // A piece of an unknown value is taken for a tensor without a dtype.
      if (kind !== "tensor") return value.dtype === undefined ? undefined : false;
      const shape = content as readonly number[];
      if (value.open ? shape.length < value.shape.length : shape.length !== value.shape.length) return false;
      const sizes = value.shape.map((size, i) => {
        const number = size === undefined ? undefined : run.number(size);
        return number === undefined ? undefined : number === shape[i];
      });
      const sameDtype =
        value.dtype === undefined || dtype === null || dtype === undefined ? undefined : value.dtype === dtype;
      return all([...sizes, sameDtype]);
    }
    case "choice": {
      const possible = value.alternatives.flatMap(({ condition, value: one }) => {
        const parts = [...condition.values()].map((restriction) => run.allows(restriction));
        return parts.includes(false) ? [] : [{ sure: !parts.includes(undefined), same: agrees(one, shown, run) }];
      });
      if (possible.every(({ same }) => same === false)) return false;
      return possible.some(({ sure, same }) => sure && same === true) ? true : undefined;
    }
    default:
      return undefined;
  }
}

function ratioIn({ ratio }: FloatValue, run: Assignment): number | undefined {
  if (ratio === undefined) return undefined;
  const [top, bottom] = [run.number(ratio.numerator), run.number(ratio.denominator)];
  return top === undefined || bottom === undefined || bottom === 0 ? undefined : top / bottom;
}

function all(parts: readonly (boolean | undefined)[]): boolean | undefined {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}
