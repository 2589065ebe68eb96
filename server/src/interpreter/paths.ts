/**
 * Runs a short body once for every combination of the decisions it meets, by running it again with the decisions
 * taken so far prescribed. Contracts are evaluated this way, so that what they require is known path by path.
 */
import { allows, always, type Condition, conditionKey, type Decision, only } from "../values/condition.ts";
import { both } from "../values/condition.ts";
import type { Facts } from "../values/facts.ts";
import { assume } from "../values/logic.ts";

/** A decision taken on a path, and how many feasible alternatives it had there. */
interface Step {
  readonly decision: Decision;
  readonly feasible: readonly number[];
  readonly condition: Condition;
  index: number;
  /** How many paths were there before any alternative, and before the one that is taken. */
  readonly before: number;
  beforeThis: number;
}

/** One way through the body. */
export interface Path<T> {
  readonly steps: readonly { readonly decision: Decision; readonly alternative: number }[];
  readonly condition: Condition;
  readonly result: T;
}

export interface Interests<T> {
  /** True if nothing is said of paths that go on like these after the `depth` decisions that they have in common. */
  readonly quiet: (paths: readonly Path<T>[], depth: number) => boolean;
  /** What a path ends in that is not followed. */
  readonly unfollowed: T;
  /**
   * What all sides of a test that could not be decided end in once one of them is quiet: nothing is said of what happens
   * on some sides only. Undefined where it matters what else they do.
   */
  readonly settled?: T;
  /** What a path is, as far as its first `depth` decisions go; undefined where all sides of what follows them matter. */
  readonly upTo?: (result: T, depth: number) => T;
}

/** The ways through a body. */
export interface Exploration<T> {
  readonly paths: readonly Path<T>[];
  /** False if there are more than were followed; the others end in what stands for not knowing. */
  readonly isWhole: boolean;
}

/** Thrown on a path that contradicts itself; the path does not exist. */
export class Infeasible extends Error {}

const maximumPaths = 96;

/** So many are worth what they return, once it is certain that none of the outcomes that matter happens on all of them. */
const maximumQuietPaths = 8;

export class PathExplorer {
  facts: Facts;
  condition: Condition;
  private readonly steps: Step[] = [];
  private position = 0;
  private found = 0;

  private constructor(facts: Facts, condition: Condition) {
    this.facts = facts;
    this.condition = condition;
  }

  /**
   * The paths through `body`, which gives undefined where it cannot be followed any further; then, and if there are too
   * many, the others end in `unfollowed`.
   */
  static explore<T>(
    facts: Facts,
    condition: Condition,
    body: (paths: PathExplorer) => T | undefined,
    interests: Interests<T>,
  ): Exploration<T> {
    const explorer = new PathExplorer(facts, condition);
    const paths: Path<T>[] = [];
    let isWhole = true;
    for (let runs = 0; runs < maximumPaths; runs++) {
      explorer.facts = facts;
      explorer.condition = condition;
      explorer.position = 0;
      explorer.found = paths.length;
      try {
        const result = body(explorer);
        if (result === undefined) break;
        const path = { steps: explorer.taken, condition: explorer.condition, result };
        paths.push(path);
        if (explorer.leavesQuestions(path, paths, interests)) isWhole = false;
      } catch (error) {
        if (!(error instanceof Infeasible)) throw error;
      }
      if (!explorer.advance(paths, interests)) return { paths, isWhole };
    }
    return { paths: [...paths, ...explorer.others(interests.unfollowed)], isWhole: false };
  }

  /** The decisions that this path has taken so far. */
  get taken(): Path<unknown>["steps"] {
    return this.steps.slice(0, this.position).map(takenOf);
  }

  /** The alternative this path takes. */
  decide(decision: Decision): number {
    const known = this.steps[this.position];
    const { condition, found } = this;
    const step = known ?? {
      decision,
      feasible: this.feasible(decision),
      condition,
      index: 0,
      before: found,
      beforeThis: found,
    };
    if (known === undefined) this.steps.push(step);
    this.position++;
    const alternative = step.feasible[step.index];
    if (alternative === undefined) throw new Infeasible();
    this.condition = both(this.condition, only(decision, alternative)) ?? this.condition;
    const implied = decision.implies[alternative];
    if (implied !== undefined) {
      const facts = assume(implied, this.facts);
      if (facts === undefined) throw new Infeasible();
      this.facts = facts;
    }
    return alternative;
  }

  private feasible(decision: Decision): readonly number[] {
    return decision.alternatives
      .map((_, alternative) => alternative)
      .filter((alternative) => {
        if (!allows(this.condition, decision, alternative)) return false;
        const implied = decision.implies[alternative];
        return implied === undefined || assume(implied, this.facts) !== undefined;
      });
  }

  /**
   * A path has shown what does not happen on all sides of the questions that were asked last: if more of their sides are open
   * than are worth it, they are left, and the path stands for all of them.
   */
  private leavesQuestions<T>(path: Path<T>, paths: Path<T>[], { quiet, upTo }: Interests<T>): boolean {
    this.steps.length = Math.min(this.steps.length, this.position);
    const first = this.steps.findLastIndex(({ decision }) => decision.kind !== "unknown") + 1;
    const [question, ...others] = this.steps.slice(first);
    if (question === undefined || upTo === undefined || !quiet([path], first)) return false;
    const open = [question, ...others].reduce((sum, { feasible, index }) => sum + feasible.length - 1 - index, 0);
    if (open === 0 || paths.length + open <= maximumQuietPaths) return false;
    this.steps.length = first;
    const steps = path.steps.slice(0, first);
    paths.splice(question.before, Infinity, { steps, condition: question.condition, result: upTo(path.result, first) });
    return true;
  }

  /** The path that the steps lead to, and those that turn off from it and come later. */
  private others<T>(result: T): Path<T>[] {
    const taken = this.steps.map(takenOf);
    const later = this.steps.flatMap(({ decision, feasible, index }, depth) =>
      feasible.slice(index + 1).map((alternative) => [...taken.slice(0, depth), { decision, alternative }]),
    );
    return [taken, ...later].map((steps) => ({ steps, condition: always, result }));
  }

  /** Moves to the next combination; false when all that matter have been run. */
  private advance<T>(paths: Path<T>[], { quiet, settled }: Interests<T>): boolean {
    this.steps.length = Math.min(this.steps.length, this.position);
    for (let last = this.steps.at(-1); last !== undefined; last = this.steps.at(-1)) {
      const side = paths.slice(last.beforeThis);
      if (
        settled !== undefined &&
        last.decision.kind === "unknown" &&
        side.length > 0 &&
        quiet(side, this.steps.length)
      ) {
        const steps = this.steps.slice(0, -1).map(takenOf);
        paths.splice(last.before, Infinity, { steps, condition: last.condition, result: settled });
      } else if (++last.index < last.feasible.length) {
        last.beforeThis = paths.length;
        return true;
      }
      this.steps.pop();
    }
    return false;
  }
}

function takenOf({ decision, feasible, index }: Step): Path<unknown>["steps"][number] {
  return { decision, alternative: feasible[index] ?? 0 };
}

/**
 * The conditions under which something happens, given on which paths it does. Where the alternatives of a decision
 * are configurations that exist, each counts; where a test could not be decided, only what happens on all its sides.
 */
export function conditionsWhere<T>(paths: readonly Path<T>[], happens: (result: T) => boolean): Condition[] {
  return gather(paths, 0, happens);
}

function gather<T>(paths: readonly Path<T>[], depth: number, happens: (result: T) => boolean): Condition[] {
  const [first] = paths;
  if (first === undefined) return [];
  const step = first.steps[depth];
  if (step === undefined) return happens(first.result) ? [new Map()] : [];
  const sides = new Map<number, Path<T>[]>();
  for (const path of paths) {
    const alternative = path.steps[depth]?.alternative ?? 0;
    sides.set(alternative, [...(sides.get(alternative) ?? []), path]);
  }
  const outcomes = [...sides].map(([alternative, side]) => ({
    alternative,
    where: gather(side, depth + 1, happens),
  }));
  if (step.decision.kind === "world") {
    return outcomes.flatMap(({ alternative, where }) =>
      where.flatMap((condition) => both(condition, only(step.decision, alternative)) ?? []),
    );
  }
  return outcomes.map((outcome) => outcome.where).reduce(intersectAll);
}

/** The conditions under which a member of both lists holds. */
function intersectAll(a: readonly Condition[], b: readonly Condition[]): Condition[] {
  const result = new Map<string, Condition>();
  for (const x of a) {
    for (const y of b) {
      const condition = both(x, y);
      if (condition !== undefined) result.set(conditionKey(condition), condition);
    }
  }
  return [...result.values()];
}
