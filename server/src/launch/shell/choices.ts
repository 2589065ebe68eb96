/** Branches of a script, of which one is taken, or any may be. */
import type { Runner } from "./loops.ts";
import { mergeInto, takeByDefault } from "./merging.ts";
import { ShellState } from "./state.ts";
import type { ShellNode } from "./tree.ts";

export interface Outcome {
  /** Undefined where it is not known. */
  readonly runs: boolean | undefined;
  readonly byDefault: boolean;
  readonly body: readonly ShellNode[];
  /** True if leaving there passes a failure on. */
  readonly failed?: boolean;
}

/**
 * Follows the branches that may run. One that runs unless the caller says otherwise decides what holds afterwards. A test that
 * `depends` on what varies is there to leave some of it out.
 */
export function choose(
  outcomes: readonly Outcome[],
  depends: boolean,
  state: ShellState,
  runner: Pick<Runner, "run">,
): readonly (ShellState | undefined)[] {
  const { isDoubtful } = state;
  const isGuard = state.varies && depends && outcomes.some(({ runs }) => runs === undefined);
  const ends: (ShellState | undefined)[] = [];
  let chosen: { readonly end: ShellState; readonly byDefault: boolean } | undefined;
  for (const { runs, byDefault, body, failed = false } of outcomes) {
    if (runs === false && !byDefault) {
      ends.push(undefined);
      continue;
    }
    const inside = new ShellState(state);
    // There, what the caller gives is not what is taken here if nothing is given.
    if (runs === false) inside.forgetOverridable();
    inside.byDefault ||= byDefault;
    inside.isDoubtful ||= isGuard && runs === undefined;
    for (const statement of body) runner.run(statement, inside);
    inside.byDefault = state.byDefault;
    inside.failed ||= failed && inside.ended !== undefined;
    ends.push(inside);
    // A branch that gives up because nothing was given says that something must be.
    if (runs === true && inside.ended !== "script") chosen = { end: inside, byDefault };
  }
  const reached = ends.filter((end) => end !== undefined);
  if (chosen === undefined) mergeInto(state, reached);
  else takeByDefault(state, chosen.end, chosen.byDefault ? reached.filter((end) => end !== chosen.end) : []);
  // What every branch leads to follows for sure, unless one goes elsewhere.
  state.isDoubtful = isDoubtful || (isGuard && reached.some((end) => end.ended !== undefined));
  return ends;
}
