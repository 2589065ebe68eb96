import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createWasmParser, type Parser } from "../syntax/index.ts";
import type { LaunchCommand, Target, Word } from "./launch.ts";

const require = createRequire(import.meta.url);

export function createBashParser(): Promise<Parser> {
  return createWasmParser({
    runtimeWasm: readFileSync(require.resolve("web-tree-sitter/web-tree-sitter.wasm")),
    grammarWasm: readFileSync(require.resolve("tree-sitter-bash/tree-sitter-bash.wasm")),
    language: "Bash",
  });
}

/**
 * A launch in one line: whether it is tentative, whether more variables may be set, launcher and processes, directory, environment, target, arguments, and how open they are. An unknown word is
 * `?`, with `~` if it may be several and `*` if it may be any number; `°` follows what may be overridden, `g` what is only given.
 */
export function spell(command: LaunchCommand): string {
  const { launcher, processes, directory, environment, target, openness, tentative } = command;
  return [
    ...(tentative ? ["TENTATIVE"] : []),
    ...(command.moreEnvironment ? ["MORE"] : []),
    ...(launcher === undefined ? [] : [`${launcher}[${processes?.count ?? "?"}]`]),
    ...(directory === undefined ? [] : [`cd:${spellWord(directory)}`]),
    ...[...command.unset].map((name) => `-${name}`),
    ...[...environment].map(([name, word]) => `${name}=${spellWord(word)}`),
    spellTarget(target),
    ...command.arguments.map(spellWord),
    ...(openness === "closed" ? [] : [openness.toUpperCase()]),
  ].join(" ");
}

function spellTarget(target: Target): string {
  switch (target.kind) {
    case "script":
      return target.path;
    case "module":
      return `-m ${target.name}`;
    case "tool":
      return `${target.name} ${target.subcommand}`;
  }
}

function spellWord({ text, prefix, count, overridable, given }: Word): string {
  const unknown = { one: "?", splittable: "?~", any: "?*" }[count];
  const spelled = text === undefined ? `${prefix}${unknown}` : /^$|\s/.test(text) ? JSON.stringify(text) : text;
  return `${spelled}${overridable ? "°" : ""}${given ? "g" : ""}`;
}
