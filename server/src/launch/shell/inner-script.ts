/** Scripts that a command hands to another shell: `bash -c "…"`, `sbatch --wrap="…"`, `eval …`, a here-document. */
import { starters } from "../launchers.ts";
import type { ShellWord } from "./commands.ts";
import { Expander } from "./expansion.ts";
import type { ShellSource } from "./tools.ts";
import { after, computed, literal, type Pieces, prefixOf, textOf } from "./pieces.ts";
import type { ShellState } from "./state.ts";
import { textAt, type ShellNode } from "./tree.ts";
import { isShell } from "./file-names.ts";

/** The word that holds such a script; undefined if the command is another one. */
export function innerScript(words: readonly ShellWord[]): ShellWord | undefined {
  const [first, second] = words.slice(0, 2).map(({ pieces }) => textOf(pieces));
  if (first === undefined) return undefined;
  if (first === "sbatch") return wrapped(words);
  const isStarter = starters.has(first) || starters.has(`${first} ${second ?? ""}`);
  if (!isShell(first) && !isStarter && !isContainerCommand(first, second)) return undefined;
  const shell = words.findIndex(({ pieces }) => isShell(textOf(pieces)));
  const flag = words.findIndex(({ pieces }, index) => index > shell && /^-[a-z]*c$/.test(textOf(pieces) ?? ""));
  return shell >= 0 && flag > shell && words.slice(shell + 1, flag).every(isOption) ? words[flag + 1] : undefined;
}

function isOption({ pieces }: ShellWord): boolean {
  return prefixOf(pieces).startsWith("-");
}

/** What runs in a container has an environment of its own. */
export function isContainerCommand(first: string | undefined, second: string | undefined): boolean {
  return (
    first !== undefined && /^(docker|podman|nerdctl|kubectl)$/.test(first) && /^(run|exec|compose)$/.test(second ?? "")
  );
}

/** The command that hands a script to a shell. */
export function scriptCommand(pieces: Pieces, { start, end }: ShellNode): ShellWord[] {
  const said = ["bash", "-c"].map((text): ShellWord => ({ pieces: [computed(text, [], false)], start, end }));
  return [...said, { pieces, start, end }];
}

/** The script in a here-document that a shell gets, or a program that runs one; undefined if there is none. */
export function fedScript(
  redirected: ShellNode,
  words: readonly ShellWord[],
  source: ShellSource,
  state: ShellState,
): ShellWord[] | undefined {
  const redirect = redirected.children.find((child) => child.type === "heredoc_redirect");
  const body = redirect?.children.find((child) => child.type === "heredoc_body");
  const limit = redirect?.children.find((child) => child.type === "heredoc_start");
  if (body === undefined || limit === undefined || !readsScript(words)) return undefined;
  const isQuoted = /["'\\]/.test(textAt(limit, source.text));
  const pieces = isQuoted
    ? [literal(textAt(body, source.text), body.start)]
    : new Expander(source, state).document(body);
  return scriptCommand(pieces, body);
}

function readsScript(words: readonly ShellWord[]): boolean {
  const [first, ...rest] = words.map(({ pieces }) => textOf(pieces));
  if (first === "sbatch") return rest.every((word) => word?.startsWith("-") === true || /^[\w:,-]+$/.test(word ?? ""));
  if (!isShell(first) && !starters.has(first ?? "")) return false;
  const shell = words.findLastIndex(({ pieces }) => isShell(textOf(pieces)));
  return shell >= 0 && words.slice(shell + 1).every(isOption);
}

function wrapped(words: readonly ShellWord[]): ShellWord | undefined {
  const index = words.findIndex(({ pieces }) => prefixOf(pieces).startsWith("--wrap"));
  const word = words[index];
  if (word === undefined) return undefined;
  const isAttached = prefixOf(word.pieces).startsWith("--wrap=");
  return isAttached ? { ...word, pieces: after(word.pieces, "--wrap=".length) } : words[index + 1];
}
