/** The loops of a script. What a round leaves is what the next one finds. */
import type { CommandLog } from "./commands.ts";
import { Expander } from "./expansion.ts";
import type { ShellSource } from "./tools.ts";
import { textOf } from "./pieces.ts";
import { forgetChanges, resume, takeByDefault } from "./merging.ts";
import { type Leaving, ShellState } from "./state.ts";
import { assignedIn, readsArguments } from "./structure.ts";
import { childOf, childrenOf, textAt, type ShellNode } from "./tree.ts";

/** Who follows the statements of a script. */
export interface Runner {
  readonly source: ShellSource;
  readonly log: CommandLog;
  run(node: ShellNode, state: ShellState): void;
}

/** Loops over more words than these are read once, for any word. */
const maximumUnrolled = 8;

/** After so many attempts to tell what a loop leaves as it is, nothing is. */
const maximumAttempts = 4;

/** `for NAME in words`, and `select`, whose word whoever sits there picks. */
export function runFor(node: ShellNode, runner: Runner, state: ShellState): void {
  const [variable, body] = [childOf(node, "variable"), childOf(node, "body")];
  if (variable === undefined || body === undefined) return;
  const expander = new Expander(runner.source, state);
  const values = childrenOf(node, "value").filter((child) => child.named);
  const words = values.flatMap((child) => expander.words(child));
  const isKnown = values.length > 0 && words.every((word) => textOf(word) !== undefined);
  if (!isKnown || words.length > maximumUnrolled || node.children[0]?.type === "select") {
    runLoop(node, runner, state);
    return;
  }
  const name = textAt(variable, runner.source.text);
  const { varies, isDoubtful } = state;
  state.varies ||= words.length > 1;
  for (const word of words) {
    state.set(name, { scalar: word });
    runner.run(body, state);
    resume(state, "round");
    if (state.ended !== undefined) break;
  }
  resume(state, "loop");
  state.varies = varies;
  state.isDoubtful = isDoubtful;
}

/** A loop that runs any number of times: what changes in it is unknown in it and after it. */
export function runLoop(node: ShellNode, runner: Runner, state: ShellState): void {
  const { source, log } = runner;
  const before = new ShellState(state);
  for (const name of assignedIn(node, source.text)) state.forget(name);
  const first = log.count;
  for (let attempt = 1; ; attempt++) {
    const inside = new ShellState(state);
    runRound(node, runner, inside);
    resume(inside, "round");
    resume(inside, "loop");
    state.left = leftAfter(before, inside);
    if (!forgetChanges(state, inside) || attempt > maximumAttempts) break;
    if (attempt === maximumAttempts) {
      state.forgetAll();
      state.forgetPositional();
    }
    log.drop(first);
  }
  // A loop over the script's own arguments does nothing if there are none.
  const values = childrenOf(node, "value");
  const asked = values.length > 0 ? values : [node];
  if (before.positional === undefined && asked.every((part) => readsArguments(part, source.text)))
    takeByDefault(state, before, [new ShellState(state)]);
}

/** Who returns from within a loop is gone from it. */
function leftAfter(before: ShellState, inside: ShellState): readonly Leaving[] {
  const returns = inside.ended === "function" && !inside.failed;
  return [
    ...before.left,
    ...inside.left.filter((one) => !before.left.includes(one)),
    ...(returns ? [{ state: inside, otherwise: false }] : []),
  ];
}

function runRound(node: ShellNode, runner: Runner, inside: ShellState): void {
  const { log } = runner;
  const first = log.count;
  for (const part of childrenOf(node, "condition")) if (part.named) runner.run(part, inside);
  log.takeBack(first);
  const body = childOf(node, "body");
  if (body !== undefined) runner.run(body, inside);
}
