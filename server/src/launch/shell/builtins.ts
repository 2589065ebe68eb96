/** Commands of the shell itself, as far as they change what follows. */
import { targetsIn } from "./arithmetic.ts";
import { Expander } from "./expansion.ts";
import { normalPath } from "./printed-paths.ts";
import type { ShellSource } from "./tools.ts";
import { computed, isOverridable, originsOf, splitPieces, textOf, unknownPiece, type Pieces } from "./pieces.ts";
import type { ShellState } from "./state.ts";
import { childOf, childrenOf, textAt, type ShellNode } from "./tree.ts";

/** Runs a command if it is one of the shell's own. `words` are its name and its arguments. True if it was one. */
export function runBuiltin(
  command: ShellNode,
  words: readonly Pieces[],
  source: ShellSource,
  state: ShellState,
): boolean {
  const [name, ...rest] = words.map(textOf);
  switch (name) {
    case "cd":
    case "pushd":
      enter(
        words.slice(1).find((word) => textOf(word)?.startsWith("-") !== true),
        state,
      );
      return true;
    case "popd":
      state.directory = [unknownPiece];
      return true;
    case "exit":
    case "return":
      state.ended = name === "exit" ? "script" : "function";
      state.failed = isFailure(rest[0]);
      return true;
    case "break":
    case "continue":
      state.ended = name === "break" ? "loop" : "round";
      state.failed = false;
      // What follows the inner loops is not followed.
      if (rest[0] !== undefined && rest[0] !== "1") state.forgetAll();
      return true;
    case "shift": {
      shift(rest.length === 0 ? 1 : Number(rest[0]), state);
      return true;
    }
    case "set":
      setWords(words.slice(1), state);
      return true;
    case "eval":
      if (!isEnvironmentHook(writtenArgument(command, source))) forgetEvaluated(rest, state);
      return true;
    // Whoever runs it answers; what the grammar makes of the braces after it is something else.
    case "coproc":
      if (!rest.includes("{") && !rest.includes("(")) return false;
      state.forgetAll();
      return true;
    case "source":
    case ".":
      if (!isEnvironmentScript(rest[0] ?? writtenArgument(command, source))) state.forgetAll();
      return true;
    case "read":
    case "mapfile":
    case "readarray":
    case "getopts":
      for (const word of rest) state.forgetNamed(word);
      if (name === "read") readWords(command, source, state);
      return true;
    case "let":
      for (const word of words.slice(1)) compute(word, source, state);
      return true;
    case "printf":
      if (rest[0] === "-v") state.forgetNamed(rest[1]);
      return true;
    default:
      return false;
  }
}

/** Makes the assignments of a text that is arithmetic. */
function compute(word: Pieces, source: ShellSource, state: ShellState): void {
  if (new Expander(source, state).computedText(word) !== undefined) return;
  const text = textOf(word);
  if (text === undefined) state.forgetAll();
  else for (const target of targetsIn(text)) state.forget(target);
}

/** Takes the first of the script's arguments away. */
function shift(count: number, state: ShellState): void {
  const { positional } = state;
  if (positional === undefined) return;
  const taken = Number.isInteger(count) ? positional.slice(0, count) : positional;
  if (taken.length < positional.length && !taken.some((word) => word.some(({ many }) => many)))
    state.positional = positional.slice(count);
  else if (taken.some((word) => word.some(({ many }) => many)) || !Number.isInteger(count)) state.forgetPositional();
  else if (taken.length === count) state.positional = [];
}

/** `set -- words`, `set -eu -o pipefail words`. */
function setWords(words: readonly Pieces[], state: ShellState): void {
  for (let index = 0; index < words.length; index++) {
    const text = textOf(words[index] ?? []);
    const option = /^[-+]\w*o$/.test(text ?? "") ? textOf(words[index + 1] ?? []) : undefined;
    if (/^[-+]\w*a/.test(text ?? "") || option === "allexport") state.exportsAll = text?.startsWith("-") === true;
    if (text === "--") state.positional = words.slice(index + 1);
    else if (text === undefined) state.forgetPositional();
    else if (!/^[-+]/.test(text)) state.positional = words.slice(index);
    if (text === undefined || text === "--" || !/^[-+]/.test(text)) return;
    if (text.endsWith("o")) index++;
  }
}

/** True for the status of a failure; one that is not known need not be any. */
function isFailure(status: string | undefined): boolean {
  return status !== undefined && /^[1-9]\d*$/.test(status);
}

/** `read -r A B <<< "text"`: each name gets a word, and the last one all that is left. */
function readWords(command: ShellNode, source: ShellSource, state: ShellState): void {
  const redirect = command.children.find((child) => child.type === "herestring_redirect");
  const fed = redirect?.children.find((child) => child.named);
  if (fed === undefined) return;
  const expander = new Expander(source, state);
  const names = childrenOf(command, "argument")
    .map((child) => textAt(child, source.text))
    .filter((text) => text !== "-r");
  const separator = command.children.find((child) => textAt(child, source.text).startsWith("IFS="));
  const words = splitPieces(expander.text(fed).map((piece) => ({ ...piece, whole: false })));
  const isPlain = separator === undefined || /^IFS=(' '|" ")?$/.test(textAt(separator, source.text));
  if (!isPlain || names.some((name) => !/^[A-Za-z_]\w*$/.test(name))) return;
  if (words.length > names.length || words.some((word) => textOf(word) === undefined)) return;
  names.forEach((name, index) => {
    state.set(name, { scalar: words[index] ?? [] });
  });
}

function enter(word: Pieces | undefined, state: ShellState): void {
  const path = word === undefined ? undefined : textOf(word);
  if (word === undefined || path === undefined) {
    state.directory = [unknownPiece];
    return;
  }
  const before = state.directory === undefined ? "" : textOf(state.directory);
  if (path.startsWith("/") || before === "") state.directory = word;
  else if (before === undefined) state.directory = [unknownPiece];
  else state.directory = [computed(normalPath(`${before}/${path}`), originsOf(word), isOverridable(word))];
}

/** Scripts that set up a Python environment, and touch no variable of the program. */
function isEnvironmentScript(path: string): boolean {
  return /(^|\/)(activate|conda\.sh|setvars\.sh|modules\.sh|\.?bashrc|\.bash_profile|\.?profile)["']?$/.test(path);
}

/** `eval "$(conda shell.bash hook)"` and the like, which do the same. */
function isEnvironmentHook(written: string): boolean {
  return /^["']?\$\((\S*\/)?(conda|mamba|micromamba|pyenv|ssh-agent|direnv|brew)\b/.test(written);
}

/** What is evaluated may assign what is written in it, or anything if it is not known or does more. */
function forgetEvaluated(texts: readonly (string | undefined)[], state: ShellState): void {
  const text = texts.includes(undefined) ? undefined : texts.join(" ");
  if (
    text === undefined ||
    /(^|[\s;&|(])(\.|source|eval|read|declare|local|typeset|export|unset|set|shift|printf|let|\(\()(\s|$)/.test(text)
  ) {
    state.forgetAll();
    state.forgetPositional();
    return;
  }
  for (const [, name = ""] of text.matchAll(/([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/g)) state.forget(name);
  for (const [, name = ""] of text.matchAll(/\bfor\s+(\w+)/g)) state.forget(name);
}

function writtenArgument(command: ShellNode, source: ShellSource): string {
  const argument = childOf(command, "argument");
  return argument === undefined ? "" : textAt(argument, source.text);
}
