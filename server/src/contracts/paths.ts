/** What happens on one path of a contract. */
import type { Path } from "../interpreter/paths.ts";
import type { Layer } from "../interpreter/store.ts";
import { both } from "../values/condition.ts";
import type { Value } from "../values/value.ts";

export interface PathFailure {
  readonly rule: string;
  readonly at: Value;
  /** Undefined where the library raises nothing. */
  readonly exception: { readonly name: string; readonly text: string } | undefined;
  readonly facts: ReadonlyMap<string, Value>;
}

export interface PathRecord {
  /** False for a rule that nobody asked for: what it demands is taken to hold where that is not known. */
  reports(rule: string): boolean;
  failure: PathFailure | undefined;
  readonly launches: ReadonlyMap<string, Value>[];
  readonly demands: Demands[];
}

/** What a path comes to. */
export interface Outcome {
  /** Undefined where it raises, or is not followed to its end. */
  readonly value: Value | undefined;
  readonly layer: Layer;
  readonly record: PathRecord;
  /** True where the path was left because all that follows would be a guess. */
  readonly isGuess: boolean;
}

/** The ways through a statement that only makes demands, which a path of a contract comes to after some decisions. */
export interface Demands {
  readonly after: number;
  readonly paths: readonly Path<Outcome>[];
}

/** True where a path goes on. */
export function goesOn({ value, isGuess }: Outcome): boolean {
  return value !== undefined && !isGuess;
}

/**
 * The paths, without the first `depth` decisions, with the ways through their demands: those that end there stand by
 * themselves, and the path itself for the others.
 */
export function withDemands(paths: readonly Path<Outcome>[], depth = 0): Path<Outcome>[] {
  return paths.flatMap((path) => {
    const ended: Path<Outcome>[] = [];
    let going: Pick<Path<Outcome>, "steps" | "condition">[] = [{ steps: [], condition: path.condition }];
    let taken = depth;
    for (const demands of path.result.record.demands) {
      if (demands.after < depth) continue;
      const own = path.steps.slice(taken, demands.after);
      taken = demands.after;
      const next: typeof going = [];
      for (const before of going)
        for (const way of demands.paths) {
          const condition = both(before.condition, way.condition);
          if (condition === undefined) continue;
          const steps = [...before.steps, ...own, ...way.steps];
          if (goesOn(way.result)) next.push({ steps, condition });
          else ended.push({ steps, condition, result: way.result });
        }
      going = next;
    }
    const rest = path.steps.slice(taken);
    return [...ended, ...going.map(({ steps, condition }) => ({ steps: [...steps, ...rest], condition, result: path.result }))];
  });
}
