/** What holds at one place of a script: variables, the arguments, the directory. */
import {
  computed,
  givenPiece,
  isOverridable,
  manyPiece,
  originsOf,
  textOf,
  unknownPiece,
  type Piece,
  type Pieces,
} from "./pieces.ts";
import type { ShellSource } from "./tools.ts";
import type { ShellNode } from "./tree.ts";

/** A variable that is set: a text, an array with a text for each of its words, or a table of texts by name. */
export type Variable =
  { readonly scalar: Pieces } | { readonly array: readonly Pieces[] } | { readonly table: ReadonlyMap<string, Pieces> };

const anyWords: readonly Pieces[] = [[manyPiece]];

export const unknownVariable: Variable = { scalar: [unknownPiece] };

/** A variable that is surely not set: the shell takes it for an empty text. */
export const unsetVariable: Variable = { scalar: [] };

/** A function, and the script that it is written in. */
export interface ShellFunction {
  readonly body: ShellNode;
  readonly source: ShellSource;
}

/** What ends a run before the end of the text. */
export type Ending = "script" | "function" | "loop" | "round";

/** A way that left a function, a loop or a round, and waits for its end; `otherwise` if only the caller's giving something leads there. */
export interface Leaving {
  readonly state: ShellState;
  readonly otherwise: boolean;
}

/** What a name was before a function took it for itself. */
interface Hidden {
  readonly value: Variable | undefined;
  readonly exported: boolean | undefined;
  readonly integer: boolean;
}

export class ShellState {
  /** Variables that are not here are what the caller's environment says, unless `othersAreSet`. */
  readonly variables: Map<string, Variable>;
  /** True where something that is not followed may have set any variable, and exported it. */
  othersAreSet = false;
  readonly exported: Set<string>;
  /** Variables that are exported on some ways here and not on others. */
  readonly maybeExported: Set<string>;
  /** True after `set -a`: what is assigned is exported. */
  exportsAll = false;
  /** Variables of `declare -i`, whose texts are computed when they are assigned. */
  readonly integers: Set<string>;
  readonly functions: Map<string, ShellFunction>;
  /** What the local variables of the running function hide from it; undefined outside of functions. */
  private hidden: Map<string, Hidden> | undefined;
  /** The words of `"$@"`, of which a piece may be many; undefined where the caller of the script gives them. */
  positional: readonly Pieces[] | undefined;
  /** Undefined where the script was started. */
  directory: Pieces | undefined;
  /** How this run ended before the end of the text: nothing after it runs. */
  ended: Ending | undefined;
  /** True if it ended in a failure, as with `exit 1`, so that whoever started it sees one. */
  failed = false;
  /** Other ways, which go on when what they left has ended. */
  left: readonly Leaving[] = [];
  /** True where only the caller's giving nothing leads: what is assigned here may be given in another way. */
  byDefault = false;
  /** True where the same commands run for several values, as in a loop over words or in a function with arguments. */
  varies = false;
  /** True where a test that depends on such a value, and has no known answer, may leave out what follows. */
  isDoubtful = false;

  constructor(from?: ShellState) {
    Object.assign(this, from);
    this.variables = new Map(from?.variables);
    this.exported = new Set(from?.exported);
    this.maybeExported = new Set(from?.maybeExported);
    this.integers = new Set(from?.integers);
    this.functions = new Map(from?.functions);
    this.hidden = from?.hidden && new Map(from.hidden);
  }

  get unsetNames(): readonly string[] {
    return [...this.variables].flatMap(([name, variable]) => (variable === unsetVariable ? name : []));
  }

  get isInFunction(): boolean {
    return this.hidden !== undefined;
  }

  get endsInFailure(): boolean {
    return this.ended !== undefined && this.failed;
  }

  get(name: string): Variable | undefined {
    return this.variables.get(name) ?? (this.othersAreSet ? unknownVariable : undefined);
  }

  set(name: string, value: Variable): void {
    if (this.exportsAll) this.export(name, true);
    this.variables.set(name, this.byDefault ? overridableVariable(value) : value);
  }

  /** Undefined: that is not known. */
  export(name: string, isExported: boolean | undefined): void {
    keep(this.exported, name, isExported === true);
    keep(this.maybeExported, name, isExported === undefined);
  }

  /** What is set again later is not exported any more. */
  unset(name: string): void {
    this.export(name, false);
    this.integers.delete(name);
    this.variables.set(name, this.byDefault ? overridableVariable(unsetVariable) : unsetVariable);
  }

  forget(name: string): void {
    this.variables.set(name, unknownVariable);
  }

  /** Forgets the variable that a word names, or an element of; if the word is not known, any may be meant. */
  forgetNamed(word: string | undefined): void {
    if (word === undefined) this.forgetAll();
    else if (/^[A-Za-z_]/.test(word)) this.forget(/^\w+/.exec(word)?.[0] ?? word);
  }

  /** Makes a variable the running function's own: its caller does not see what becomes of it. Elsewhere nothing changes. */
  hide(name: string): void {
    if (this.hidden === undefined || this.hidden.has(name)) return;
    const exported = this.maybeExported.has(name) ? undefined : this.exported.has(name);
    const integer = this.integers.has(name);
    this.hidden.set(name, { value: this.variables.get(name), exported, integer });
  }

  /** Runs a function: what it makes its own is gone afterwards. */
  inFunction(body: () => void): void {
    const outer = this.hidden;
    this.hidden = new Map();
    body();
    for (const [name, { value, exported, integer }] of this.hidden) {
      if (value === undefined) this.variables.delete(name);
      else this.variables.set(name, value);
      this.export(name, exported);
      keep(this.integers, name, integer);
    }
    this.hidden = outer;
  }

  /** Puts other pieces in place of all that are known here. */
  replaceTexts(change: (pieces: Pieces) => Pieces): void {
    for (const [name, variable] of this.variables) this.variables.set(name, changed(variable, change));
    for (const [name, hidden] of this.hidden ?? [])
      this.hidden?.set(name, { ...hidden, value: hidden.value && changed(hidden.value, change) });
    this.positional = this.positional?.map(change);
    this.directory = this.directory && change(this.directory);
  }

  /** Every variable may be something else from here on. */
  forgetAll(): void {
    for (const name of this.variables.keys()) this.forget(name);
    this.othersAreSet = true;
  }

  forgetPositional(): void {
    this.positional = anyWords;
  }

  forgetOverridable(): void {
    for (const [name, variable] of this.variables) {
      if (textsOf(variable).some(isOverridable)) this.forget(name);
    }
  }

  /** Hides what another branch of the same function hides. */
  hideLike(other: ShellState): void {
    for (const [name, hidden] of other.hidden ?? []) if (!this.hidden?.has(name)) this.hidden?.set(name, hidden);
  }

  /** Goes on as another state does. */
  become(other: ShellState): void {
    const { byDefault, varies } = this;
    const integers = new Set([...this.integers, ...other.integers]);
    Object.assign(this, new ShellState(other), { byDefault, varies, integers });
  }
}

function textsOf(variable: Variable): readonly Pieces[] {
  if ("array" in variable) return variable.array;
  return "table" in variable ? [...variable.table.values()] : [variable.scalar];
}

function changed(variable: Variable, change: (pieces: Pieces) => Pieces): Variable {
  if ("table" in variable) return { table: new Map([...variable.table].map(([key, text]) => [key, change(text)])) };
  if ("array" in variable) return { array: variable.array.map(change) };
  const scalar = change(variable.scalar);
  return scalar === variable.scalar ? variable : { scalar };
}

export function overridableVariable(variable: Variable): Variable {
  if ("table" in variable) {
    return { table: new Map([...variable.table].map(([key, pieces]) => [key, overridablePieces(pieces)])) };
  }
  if ("array" in variable) return { array: variable.array.map(overridablePieces) };
  return { scalar: overridablePieces(variable.scalar) };
}

export function overridablePieces(pieces: Pieces): Pieces {
  // Nothing, unless the caller gives something.
  if (textOf(pieces) === "") return [givenPiece];
  return pieces.map((piece): Piece => ({ ...piece, overridable: true }));
}

/** The text of a variable that holds several words where one is asked for. */
export function joined(words: readonly Pieces[]): Pieces {
  const texts = words.map(textOf);
  if (texts.some((text) => text === undefined)) return [unknownPiece];
  return [computed(texts.join(" "), words.flatMap(originsOf), false)];
}

function keep(names: Set<string>, name: string, isIn: boolean): void {
  if (isIn) names.add(name);
  else names.delete(name);
}
