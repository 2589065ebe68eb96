/** Holds what is read of a script to what bash makes of it. */
import type { LaunchCommand, Word } from "../../launch.ts";
import { normalPath } from "../printed-paths.ts";
import type { Started, World } from "./bash.ts";

/** A world, and what was started in it. */
export interface Run {
  readonly world: World;
  readonly started: readonly Started[];
}

export interface Comparison {
  /** What is said for certain and not so. */
  readonly wrong: readonly string[];
  /** Launches that are read and not started. */
  readonly notStarted: readonly string[];
  /** Launches of bash that are not read at all. */
  readonly missed: number;
  readonly words: number;
  /** Of the words, those whose text is not known. */
  readonly unknownWords: number;
}

/**
 * Every launch that is read has to be one of bash in some world, and every one of bash one that is read, where there is any of that
 * program.
 */
export function compare(commands: readonly LaunchCommand[], runs: readonly Run[], folder: string): Comparison {
  const fits = (command: LaunchCommand, started: Started, world: World): boolean =>
    new Fitting(world, folder).fits(command, started);
  const isStarted = (command: LaunchCommand): boolean =>
    runs.some(({ world, started }) => started.some((one) => fits(command, one, world)));
  const names = new Set(commands.map(nameOf));
  const all = runs.flatMap(({ world, started }) => started.map((one) => ({ world, one })));
  const unread = all.filter(({ world, one }) => !commands.some((command) => fits(command, one, world)));
  const isMissed = ({ one }: { readonly one: Started }): boolean =>
    !one.words.some((word) => names.has(word) || names.has(`./${word}`));
  const words = commands.flatMap((command) => command.arguments);
  return {
    notStarted: commands
      .filter((command) => !command.tentative && !isStarted(command))
      .map((command) => `${nameOf(command)} ${spelled(command)}`),
    wrong: unread
      .filter((one) => !isMissed(one))
      .map(
        ({ one, world }) =>
          `${one.words.join(" ")} ${JSON.stringify([...one.environment])} given ${JSON.stringify([...world.environment])} answers ${JSON.stringify([...world.answers])}`,
      ),
    missed: unread.filter(isMissed).length,
    words: words.length,
    unknownWords: words.filter(({ text }) => text === undefined).length,
  };
}

function nameOf({ target }: LaunchCommand): string {
  return target.kind === "script" ? target.path : target.kind === "module" ? target.name : target.subcommand;
}

function spelled({ arguments: words, environment }: LaunchCommand): string {
  return [...words, ...environment.values()].map(({ text, prefix }) => text ?? `${prefix}?`).join(" ");
}

class Fitting {
  private readonly folder: string;
  private readonly world: World;
  private readonly isGiven: boolean;

  constructor(world: World, folder: string) {
    this.world = world;
    this.folder = folder;
    this.isGiven = world.environment.size > 0 || world.arguments.length > 0;
  }

  fits(command: LaunchCommand, started: Started): boolean {
    return (
      started.words.some(
        (word, index) =>
          (word === nameOf(command) || `./${word}` === nameOf(command)) &&
          this.wordsFit(command.arguments, started.words.slice(index + 1), command),
      ) &&
      this.environmentFits(command, started) &&
      this.directoryFits(command.directory, started) &&
      this.processesFit(command, started)
    );
  }

  private wordsFit(read: readonly Word[], real: readonly string[], command: LaunchCommand): boolean {
    const [first, ...rest] = read;
    if (first === undefined) return real.length === 0;
    const { text, prefix, count, overridable, given } = first;
    if (this.isGiven && (overridable || given))
      return real.some((_, end) => this.wordsFit(rest, real.slice(end), command)) || this.wordsFit(rest, [], command);
    if (given)
      return count === "one"
        ? real[0] === "" && this.wordsFit(rest, real.slice(1), command)
        : this.wordsFit(rest, real, command);
    if (text !== undefined) return real[0] === text && this.wordsFit(rest, real.slice(1), command);
    if (real[0]?.startsWith(prefix) === true && this.wordsFit(rest, real.slice(1), command)) return true;
    if (count === "one") return false;
    return Array.from({ length: real.length + 1 }, (_, end) => end).some((end) =>
      this.wordsFit(rest, real.slice(end), command),
    );
  }

  private textFits({ text, prefix, overridable, given }: Word, real: string | undefined): boolean {
    if (overridable || given) return this.isGiven || text === undefined || text === real;
    return text === undefined ? real?.startsWith(prefix) !== false : text === real;
  }

  private environmentFits({ environment, moreEnvironment, unset }: LaunchCommand, started: Started): boolean {
    const isListed = (name: string): boolean => environment.has(name) || moreEnvironment;
    return (
      [...environment].every(([name, word]) => this.textFits(word, started.environment.get(name))) &&
      [...unset].every((name) => !started.environment.has(name)) &&
      [...started.environment.keys()].every(
        (name) => isListed(name) || (this.world.environment.has(name) && !unset.has("*")),
      )
    );
  }

  private directoryFits(directory: Word | undefined, { directory: real }: Started): boolean {
    if (directory?.text === undefined) return directory !== undefined || real === this.folder;
    const path = directory.text.startsWith("/") ? directory.text : `${this.folder}/${directory.text}`;
    return normalPath(path) === real || (this.isGiven && directory.overridable);
  }

  private processesFit({ launcher, processes }: LaunchCommand, { words }: Started): boolean {
    if (launcher !== "torchrun" || processes?.count === undefined) return true;
    if (this.isGiven && processes.words.some(({ overridable }) => overridable)) return true;
    const option = (name: RegExp): number => {
      const at = words.findIndex((word) => name.test(word));
      return at < 0 ? 1 : Number.parseInt(words[at]?.split("=")[1] ?? words[at + 1] ?? "");
    };
    return processes.count === option(/^--nproc/) * option(/^--nnodes/);
  }
}
