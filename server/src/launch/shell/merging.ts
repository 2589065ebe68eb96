/** What holds where several ways through a script meet again. */
import {
  blankBetweenWords,
  givenMany,
  manyPiece,
  prefixOf,
  samePieces,
  textOf,
  unknownPiece,
  type Pieces,
} from "./pieces.ts";
import {
  type Ending,
  type Leaving,
  ShellState,
  type Variable,
  overridablePieces,
  overridableVariable,
  unknownVariable,
  unsetVariable,
} from "./state.ts";

/** Goes on after branches of which any may have run. */
export function mergeInto(state: ShellState, branches: readonly ShellState[]): void {
  const running = branches.filter((branch) => branch.ended === undefined);
  const [first, ...others] = running;
  if (first === undefined) {
    const [main, ...more] = branches.filter(leaves);
    if (main !== undefined) state.become(main);
    state.left = leftBy(branches, more);
    state.ended = (main ?? branches[0])?.ended;
    state.failed = branches.length > 0 && branches.every((branch) => branch.failed);
    return;
  }
  const merged = new ShellState(first);
  merged.byDefault = state.byDefault;
  for (const other of others) {
    mergeExports(merged, other);
    for (const name of namesIn(merged, other)) {
      merged.variables.set(name, mergeVariables(merged.variables.get(name), other.variables.get(name)));
    }
    merged.othersAreSet ||= other.othersAreSet;
    merged.isDoubtful ||= other.isDoubtful;
    for (const name of other.integers) merged.integers.add(name);
    merged.hideLike(other);
    for (const [name, body] of other.functions) if (!merged.functions.has(name)) merged.functions.set(name, body);
    if (!samePositional(merged.positional, other.positional)) merged.forgetPositional();
    if (!sameDirectory(merged.directory, other.directory)) merged.directory = [unknownPiece];
  }
  merged.left = leftBy(branches, branches.filter(leaves));
  state.become(merged);
}

/** True if it goes on somewhere else. What gives up is not what a script is written for. */
function leaves({ ended, failed }: ShellState): boolean {
  return ended !== undefined && ended !== "script" && !failed;
}

function leftBy(
  branches: readonly ShellState[],
  leaving: readonly ShellState[],
  otherwise = false,
): readonly Leaving[] {
  const before = new Set(branches.flatMap(({ left }) => left));
  return [...before, ...leaving.map((state): Leaving => ({ state, otherwise }))];
}

/** Goes on where a function, a loop or a round has ended, with all the ways that left it. */
export function resume(state: ShellState, ended: Ending): void {
  const waiting = state.left.filter((one) => one.state.ended === ended);
  const left = state.left.filter((one) => one.state.ended !== ended);
  const goesOn = state.ended === undefined || state.ended === ended;
  if (goesOn) state.ended = undefined;
  else if (waiting.length > 0 && leaves(state)) left.push({ state: new ShellState(state), otherwise: false });
  const ways = waiting.map(({ state: way, otherwise }) => {
    const running = new ShellState(way);
    running.ended = undefined;
    return { running, otherwise };
  });
  const always = ways.flatMap(({ running, otherwise }) => (otherwise && goesOn ? [] : running));
  if (always.length > 0) mergeInto(state, [...(goesOn ? [new ShellState(state)] : []), ...always]);
  const others = ways.flatMap(({ running }) => (always.includes(running) ? [] : running));
  if (others.length > 0) takeByDefault(state, new ShellState(state), others);
  state.left = left;
}

/** Goes on as a branch that is taken unless the caller says otherwise, whose variables are other ones where `others` end. */
export function takeByDefault(state: ShellState, taken: ShellState, others: readonly ShellState[]): void {
  const running = others.filter((other) => other.ended === undefined);
  state.become(taken);
  state.left = [...leftBy([taken, ...others], others.filter(leaves), true)];
  for (const other of running) {
    mergeExports(state, other, true);
    for (const name of namesIn(taken, other)) {
      const [own, its] = [taken.variables.get(name), other.variables.get(name)];
      if (own !== undefined && mergeVariables(own, its) !== own) state.variables.set(name, otherwiseMore(own, its));
    }
    state.othersAreSet ||= other.othersAreSet;
    if (taken.positional !== undefined && !samePositional(taken.positional, other.positional))
      state.positional = moreWords(taken.positional, other.positional ?? []);
  }
}

/** A variable whose caller may give it another text, or more words. */
function otherwiseMore(own: Variable, other: Variable | undefined): Variable {
  if ("array" in own)
    return { array: moreWords(own.array, other !== undefined && "array" in other ? other.array : []) };
  if (other !== undefined && "scalar" in own && "scalar" in other && beginsWith(other.scalar, own.scalar))
    return { scalar: [...own.scalar, blankBetweenWords, givenMany] };
  return overridableVariable(own);
}

/** What both have first stays. */
function moreWords(words: readonly Pieces[], others: readonly Pieces[]): readonly Pieces[] {
  const differs = words.findIndex((word, index) => {
    const [text, other] = [textOf(word), others[index]];
    return other === undefined || (text === undefined ? !samePieces(word, other) : text !== textOf(other));
  });
  const common = differs < 0 ? words.length : differs;
  return [...words.slice(0, common), ...words.slice(common).map(overridablePieces), [givenMany]];
}

function beginsWith(whole: Pieces, part: Pieces): boolean {
  const [text, beginning] = [prefixOf(whole), textOf(part)];
  return beginning !== undefined && beginning !== "" && text.startsWith(`${beginning} `);
}

/** A loop runs any number of times: forgets what one round makes another thing. True if there was any. */
export function forgetChanges(state: ShellState, after: ShellState): boolean {
  let changed = mergeExports(state, after);
  for (const name of namesIn(state, after)) {
    const [before, now] = [state.variables.get(name), after.variables.get(name)];
    if (before === unknownVariable || (before !== undefined && mergeVariables(before, now) === before)) continue;
    if (before === undefined && now === undefined) continue;
    state.forget(name);
    changed = true;
  }
  if (!samePositional(state.positional, after.positional)) {
    state.forgetPositional();
    changed = true;
  }
  if (!sameDirectory(state.directory, after.directory)) {
    state.directory = [unknownPiece];
    changed = true;
  }
  if (after.othersAreSet && !state.othersAreSet) changed = state.othersAreSet = true;
  return changed;
}

/** What one of two ways exports need not be, except where the first one leads by default. True if anything changed. */
function mergeExports(state: ShellState, other: ShellState, byDefault = false): boolean {
  const before = state.exported.size + 2 * state.maybeExported.size;
  for (const name of [...state.exported, ...other.exported, ...other.maybeExported]) {
    if (state.exported.has(name) && (byDefault || other.exported.has(name))) continue;
    state.export(name, undefined);
  }
  return state.exported.size + 2 * state.maybeExported.size !== before;
}

function namesIn(a: ShellState, b: ShellState): ReadonlySet<string> {
  return new Set([...a.variables.keys(), ...b.variables.keys()]);
}

/** An array keeps the words that every branch gives it first. */
function mergeVariables(a: Variable | undefined, b: Variable | undefined): Variable {
  if (a === undefined || b === undefined) return unknownVariable;
  if (a === b) return a;
  if (a === unsetVariable || b === unsetVariable) return unknownVariable;
  if ("scalar" in a && "scalar" in b) return samePieces(a.scalar, b.scalar) ? a : unknownVariable;
  if (!("array" in a && "array" in b)) return unknownVariable;
  const differs = a.array.findIndex((word, index) => !samePieces(word, b.array[index] ?? [unknownPiece]));
  if (differs < 0 && a.array.length === b.array.length) return a;
  return { array: [...a.array.slice(0, differs < 0 ? a.array.length : differs), [manyPiece]] };
}

function samePositional(a: readonly Pieces[] | undefined, b: readonly Pieces[] | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((word, index) => samePieces(word, b[index] ?? [unknownPiece]));
}

function sameDirectory(a: Pieces | undefined, b: Pieces | undefined): boolean {
  return a === undefined || b === undefined ? a === b : samePieces(a, b);
}
