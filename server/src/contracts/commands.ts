/** The commands that start a program: what each passes on the command line and in the environment. */
import { choose } from "../interpreter/choices.ts";
import { type Decision, only } from "../values/condition.ts";
import type { Origin, Site } from "../values/origin.ts";
import type { Value } from "../values/value.ts";

/** A word as the program gets it. */
export interface CommandWord {
  /** Undefined where it is not known. */
  readonly text: string | undefined;
  /** True if whoever starts the program may give another text without an edit, as with `${GPUS:-8}`. */
  readonly overridable: boolean;
  /** Where it is written. */
  readonly site: Site | undefined;
}

/** One way in which a program is started. */
export interface Command {
  /** What a message calls it, such as `run.sh:3`. */
  readonly name: string;
  /** What follows the script or module. */
  readonly arguments: readonly CommandWord[];
  /** `closed`: there are no further arguments; `extendable`: whoever starts it may add some; `open`: some are not known. */
  readonly openness: "closed" | "extendable" | "open";
  readonly environment: ReadonlyMap<string, CommandWord>;
  /** True if other variables may be set, too, to what is not known. */
  readonly moreEnvironment?: boolean;
  /** Variables that are surely not set; `*` stands for all that `environment` has not. */
  readonly unset?: ReadonlySet<string>;
  /** The number of processes that the launcher starts; undefined where that is not known. */
  readonly processes: { readonly count: number; readonly site: Site | undefined } | undefined;
}

/** So many commands are told apart; with more of them, what they pass is not looked at. */
export const maximumCommands = 8;

/** What differs by command: a value, or a choice between those of several commands. */
export function perCommand(commands: readonly Command[], valueOf: (command: Command) => Value): Value | undefined {
  const [first, ...others] = commands;
  if (first === undefined) return undefined;
  if (others.length === 0) return valueOf(first);
  const decision: Decision = {
    key: commandKey,
    kind: "world",
    alternatives: commands.map((command) => command.name),
    implies: commands.map(() => undefined),
  };
  // Commands that say the same are one value, that of the first only if all do: each says it in a place of its own.
  return choose(commands.map((command, i) => ({ condition: only(decision, i), value: valueOf(command) })));
}

export const commandKey = "world.command";

/** Where a value comes from that a command passes; `said` is how a message writes it, such as `--ring-degree=2`. */
export function wordOrigin(word: CommandWord | { readonly site: Site | undefined }, said: string): Origin {
  return { kind: "world", site: word.site, name: said, inputs: [] };
}
