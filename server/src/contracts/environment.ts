/** Variables of the environment, as commands and launchers set them. */
import { symbol, type Usual } from "../values/symbolic.ts";
import { opaque, text, type UsualValue, type Value } from "../values/value.ts";
import { type Command, perCommand, wordOrigin } from "./commands.ts";

/** Variables that launchers set for the processes they start (torch, torch/distributed/run.py), as facts of `parallel`. */
export const launcherVariables: ReadonlyMap<string, string> = new Map([
  ["WORLD_SIZE", "world_size"],
  ["RANK", "world_rank"],
]);

/** A variable of the environment: the text that a command sets, else whatever the environment has, usually the fallback. */
export function environmentValue(commands: readonly Command[], name: string, fallback: Value | undefined): Value {
  const otherwise = (): Value => {
    const key = `environment.${name}`;
    const usable = fallback !== undefined && fallback.kind !== "unknown" && fallback.kind !== "choice";
    const usual = usable ? { key, value: fallback, words: `${name} is not set` } : undefined;
    const digits = symbol(`${key}.int`, `int(os.environ["${name}"])`, -Infinity, undefined, usual && digitsOf(usual));
    return { ...opaque(key, `os.environ["${name}"]`, fallback?.origin), usual, digits };
  };
  const value = perCommand(commands, (command) => {
    const word = command.environment.get(name);
    if (word?.text === undefined || word.overridable) return otherwise();
    return text(word.text, wordOrigin(word, `${name}=${word.text}`));
  });
  return value ?? otherwise();
}

function digitsOf({ key, value, words }: UsualValue): Usual | undefined {
  const written = value.kind === "string" ? value.value : value.kind === "int" ? value.value.key : "";
  return /^\s*[-+]?\d+\s*$/.test(written) ? { key, value: Number(written), words } : undefined;
}
