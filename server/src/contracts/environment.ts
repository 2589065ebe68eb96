/** Variables of the environment, as commands and launchers set them. */
import { symbol, type Usual } from "../values/symbolic.ts";
import { opaque, text, type UsualValue, type Value } from "../values/value.ts";
import { type Command, perCommand, wordOrigin } from "./commands.ts";

/** Variables that launchers set for the processes they start (torch, torch/distributed/run.py), as facts of `parallel`. */
export const launcherVariables: ReadonlyMap<string, string> = new Map([
  ["WORLD_SIZE", "world_size"],
  ["RANK", "world_rank"],
]);

/**
 * A variable of the environment: the text that a command sets, usually if another may be given; else whatever the environment has,
 * usually the fallback, and surely so if the command sees to it that it is not set.
 */
export function environmentValue(commands: readonly Command[], name: string, fallback: Value | undefined): Value {
  const otherwise = (): Value => {
    const usable = fallback !== undefined && fallback.kind !== "unknown" && fallback.kind !== "choice";
    return variable(name, usable ? { key: keyOf(name), value: fallback, words: `${name} is not set` } : undefined);
  };
  const value = perCommand(commands, (command) => {
    const word = command.environment.get(name);
    if (word === undefined && fallback !== undefined && isUnset(command, name)) return fallback;
    if (word === undefined && command.moreEnvironment !== true) return otherwise();
    if (word?.text === undefined) return variable(name, undefined);
    const set = text(word.text, wordOrigin(word, `${name}=${word.text}`));
    if (!word.overridable) return set;
    const words = `${name} is ${word.text}, as in ${command.name}`;
    return variable(name, { key: keyOf(name, command), value: set, words });
  });
  return value ?? otherwise();
}

function isUnset({ unset }: Command, name: string): boolean {
  return unset?.has(name) === true || unset?.has("*") === true;
}

/** A variable that may be anything; `usual` is what it is where nobody sets another. */
function variable(name: string, usual: UsualValue | undefined): Value {
  const key = usual?.key ?? keyOf(name);
  const digits = symbol(`${key}.int`, `int(os.environ["${name}"])`, -Infinity, undefined, usual && digitsOf(usual));
  return { ...opaque(key, `os.environ["${name}"]`, usual?.value.origin), usual, digits };
}

function keyOf(name: string, command?: Command): string {
  return command === undefined ? `environment.${name}` : `environment.${name}@${command.name}`;
}

function digitsOf({ key, value, words }: UsualValue): Usual | undefined {
  const written = value.kind === "string" ? value.value : value.kind === "int" ? value.value.key : "";
  return /^\s*[-+]?\d+\s*$/.test(written) ? { key, value: Number(written), words } : undefined;
}
