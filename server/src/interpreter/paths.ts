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
  index: number;
}

/** One way through the body. */
export interface Path<T> {
  readonly steps: readonly { readonly decision: Decision; readonly alternative: number }[];
  readonly condition: Condition;
  readonly result: T;
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

  private constructor(facts: Facts, condition: Condition) {
    this.facts = facts;
    this.condition = condition;
  }

  /**
   * The paths through `body`, which gives undefined where it cannot be followed any further; then, and if there are too
   * many, the others end in `unfollowed`. Of a result that is `quiet` nothing would be said even if all paths ended like it.
   */
  static explore<T>(
    facts: Facts,
    condition: Condition,
    body: (paths: PathExplorer) => T | undefined,
    { quiet, unfollowed }: { readonly quiet: (result: T) => boolean; readonly unfollowed: T },
  ): Exploration<T> {
    const explorer = new PathExplorer(facts, condition);
    const paths: Path<T>[] = [];
    const left: Path<T>[] = [];
    for (let runs = 0; runs < maximumPaths; runs++) {
      explorer.facts = facts;
      explorer.condition = condition;
      explorer.position = 0;
      try {
        const result = body(explorer);
        if (result === undefined) break;
        paths.push({ steps: explorer.taken(), condition: explorer.condition, result });
        if (quiet(result)) left.push(...explorer.leaveQuestions(maximumQuietPaths - paths.length, unfollowed));
      } catch (error) {
        if (!(error instanceof Infeasible)) throw error;
      }
      if (!explorer.advance()) return { paths: [...paths, ...left], isWhole: left.length === 0 };
    }
    return { paths: [...paths, ...left, ...explorer.others(unfollowed)], isWhole: false };
  }

  /** The alternative this path takes. */
  decide(decision: Decision): number {
    const known = this.steps[this.position];
    const step = known ?? { decision, feasible: this.feasible(decision), index: 0 };
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

  private taken(): Path<unknown>["steps"] {
    return this.steps.slice(0, this.position).map(takenOf);
  }

  /**
   * What this path has shown not to happen on all sides of the questions that were asked last: their other sides are left if
   * there are more of them than `enough`.
   */
  private leaveQuestions<T>(enough: number, result: T): Path<T>[] {
    this.steps.length = this.position;
    const first = this.steps.findLastIndex(({ decision }) => decision.kind !== "unknown") + 1;
    const [, ...others] = this.others(result, first);
    if (others.length <= enough) return [];
    for (const step of this.steps.slice(first)) step.index = step.feasible.length;
    return others;
  }

  /** The path that the steps lead to, and those that turn off from it and come later. */
  private others<T>(result: T, from = 0): Path<T>[] {
    const taken = this.steps.map(takenOf);
    const later = this.steps.flatMap(({ decision, feasible, index }, depth) =>
      depth < from
        ? []
        : feasible.slice(index + 1).map((alternative) => [...taken.slice(0, depth), { decision, alternative }]),
    );
    return [taken, ...later].map((steps) => ({ steps, condition: always, result }));
  }

  /** Moves to the next combination; false when all have been run. */
  private advance(): boolean {
    this.steps.length = Math.min(this.steps.length, this.position);
    for (let last = this.steps.at(-1); last !== undefined; last = this.steps.at(-1)) {
      if (++last.index < last.feasible.length) return true;
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
  const outcomes = [...sides].map(([alternative, side]) => ({ alternative, where: gather(side, depth + 1, happens) }));
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
