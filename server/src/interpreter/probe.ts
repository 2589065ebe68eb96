/**
 * Follows library code to see what a call of it comes to. A probe runs path by path, and gives a path up as soon as
 * anything on it is not known exactly: a call that is not modelled, an exception that may be caught, a loop that may
 * leave the function. What remains is proof.
 */
import { always, type Condition } from "../values/condition.ts";
import { Facts } from "../values/facts.ts";
import type { Site } from "../values/origin.ts";
import type { Value } from "../values/value.ts";
import { isTooDeep, type Machine } from "./machine.ts";
import { type Path, PathExplorer } from "./paths.ts";
import type { Layer } from "./store.ts";

/** The state of a probe on its current path. */
export interface Probe {
  /** The value of the test that was decided last in the function that is running. */
  test: Value | undefined;
}

/** An exception that a `raise` or a failing `assert` makes. */
export interface RaisedException {
  readonly name: string;
  /** What Python prints behind the name; a part without a number is printed as its formula. */
  readonly text: string;
  /** The names of its class and of all classes above it; undefined if they are not all known. */
  readonly ancestors: ReadonlySet<string> | undefined;
  /** The statement that raises. */
  readonly site: Site;
  /** The test that led there. */
  readonly test: Value | undefined;
  /** The values that its text was made of. */
  readonly said: readonly Value[];
}

/** Thrown where code that is followed raises. */
export class Raised extends Error {
  readonly exception: RaisedException;

  constructor(exception: RaisedException) {
    super(exception.name);
    this.exception = exception;
  }
}

/** Thrown on a path on which something is not known exactly. */
export class Unfollowable extends Error {}

/** It is thrown often, and nobody looks at where. */
export function unfollowable(cause: string): Unfollowable {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new Unfollowable(cause);
  Error.stackTraceLimit = limit;
  return error;
}

/** Runs what may or may not run: an exception in it is none that is certain. */
export function notRaising<T>(machine: Machine, body: () => T): T {
  if (machine.probe === undefined) return body();
  try {
    return body();
  } catch (error) {
    throw error instanceof Raised ? unfollowable("an exception in code that may not run") : error;
  }
}

/** How a path ended: it raised, it returned, or it was given up. */
export interface PathEnd {
  readonly outcome: RaisedException | "returned" | "given up";
  /** What was written on the way. */
  readonly layer: Layer;
}

/**
 * Runs `body` on every path under what is known at the moment, or, `apart` from it, as a module is run. Undefined if
 * there are too many paths. Nothing that `body` writes is kept.
 */
export function followPaths(machine: Machine, body: () => void, apart = false): readonly Path<PathEnd>[] | undefined {
  const { paths: outerPaths, probe: outerProbe, undecided, depth } = machine;
  machine.paths = undefined;
  const { known } = machine;
  const [facts, condition]: [Facts, Condition] = apart ? [Facts.none, always] : [known.facts, known.condition];
  Object.assign(machine, { undecided: 0, depth: apart ? 0 : depth });
  try {
    const follow = (paths: PathExplorer): PathEnd => {
      machine.paths = paths;
      machine.probe = { test: undefined };
      return followPath(machine, body);
    };
    const { paths, isWhole } = PathExplorer.explore(facts, condition, follow, {
      quiet: (paths) => paths.every(({ result }) => result.outcome === "given up"),
      unfollowed: { outcome: "given up", layer: new Map() },
      upTo: (result) => result,
    });
    return isWhole ? paths : undefined;
  } finally {
    machine.paths = undefined;
    machine.known = known;
    Object.assign(machine, { paths: outerPaths, probe: outerProbe, undecided, depth });
  }
}

function followPath(machine: Machine, body: () => void): PathEnd {
  let outcome: PathEnd["outcome"] = "returned";
  const { depth } = machine;
  const layer = machine.store.isolate(() => {
    try {
      body();
    } catch (error) {
      machine.depth = depth;
      if (error instanceof Raised) outcome = error.exception;
      else if (error instanceof Unfollowable || isTooDeep(error)) outcome = "given up";
      else throw error;
    }
  });
  return { outcome, layer };
}
