/** Other scripts of the workspace that a script runs: in itself with `source`, or in a shell of their own. */
import { starters } from "../launchers.ts";
import type { ShellWord } from "./commands.ts";
import { isScriptName, isShell } from "./file-names.ts";
import { computed, prefixOf, textOf, wordOf, type Pieces } from "./pieces.ts";
import type { OtherScript, ShellTools } from "./tools.ts";

/** True for what runs another script in the same shell. */
export function isInclusion(name: string | undefined): boolean {
  return name === "source" || name === ".";
}

/** The script of the workspace that a word names; undefined if it is not known which that is. */
export function otherScript(
  name: Pieces,
  { scripts }: ShellTools,
  directory: Pieces | undefined,
): OtherScript | undefined {
  const text = textOf(name);
  // What the caller may replace is another script in another run.
  if (text === undefined || name.some(({ overridable }) => overridable)) return undefined;
  return scripts?.(text, directory && wordOf(directory, nowhere));
}

const nowhere = { start: 0, end: 0 };

/** A script that a command hands to a shell by its name, and what it gets. */
export interface StartedScript {
  readonly name: ShellWord;
  readonly positional: readonly Pieces[];
  /** What the command itself sets for it; undefined if that is not all known. */
  readonly variables: ReadonlyMap<string, Pieces> | undefined;
}

/** `bash NAME words`, `./NAME words`, and the same behind what starts programs; undefined for other commands. */
export function startedScript(words: readonly ShellWord[]): StartedScript | undefined {
  const texts = words.map(({ pieces }) => textOf(pieces));
  const [first = "", second = ""] = texts;
  const starter = starters.get(first);
  const isDirect = isShell(first) || isScriptName(first);
  // What sets variables, or goes elsewhere, is not followed.
  if (
    !isDirect &&
    first !== "sbatch" &&
    (starter === undefined || starter.assigns === true || starters.has(`${first} ${second}`))
  )
    return undefined;
  const index = texts.findIndex((text) => text !== undefined && isScriptName(text));
  const [name] = index < 0 ? [] : words.slice(index);
  const before = words.slice(isShell(first) ? 1 : 0, index);
  if (name === undefined || before.some(({ pieces }) => isCode(textOf(pieces)))) return undefined;
  if (
    isShell(first) &&
    !before.every(({ pieces }) => /^-(?!\w*c)/.test(prefixOf(pieces)) || textOf(pieces) === "pipefail")
  )
    return undefined;
  return {
    name,
    positional: words.slice(index + 1).map(({ pieces }) => pieces),
    variables: first === "sbatch" ? exportedBy(texts.slice(1, index)) : new Map(),
  };
}

/** True for a word before a script that makes the rest another program's: `-c`, a Python file, a word that is not known. */
function isCode(text: string | undefined): boolean {
  return text === undefined || /^-\w*c$|\.py$/.test(text);
}

/** Slurm hands on all variables, or those that `--export` says. */
function exportedBy(options: readonly (string | undefined)[]): ReadonlyMap<string, Pieces> | undefined {
  const option = options.find((text) => text?.startsWith("--export") === true);
  if (option === undefined) return new Map();
  const [all, ...pairs] = option.replace(/^--export=/, "").split(",");
  if (all !== "ALL" || !pairs.every((pair) => /^\w+=/.test(pair))) return undefined;
  return new Map(
    pairs.map((pair) => {
      const equals = pair.indexOf("=");
      return [pair.slice(0, equals), [computed(pair.slice(equals + 1), [], false)]];
    }),
  );
}
