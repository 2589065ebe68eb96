/** From the words of a command to the Python program that it starts. */
import { fileNameOf } from "../host.ts";
import type { LaunchCommand, Launcher, Openness, ProcessCount, Target, Word } from "./launch.ts";
import {
  isOfLauncher,
  launcherModules,
  launchers,
  pythonValued,
  runnerModules,
  starters,
  type LauncherOptions,
  type Starter,
} from "./launchers.ts";

/** What of a command does not stand in its words. */
export interface Surroundings {
  readonly environment: ReadonlyMap<string, Word>;
  /** As a launch has it; false unless it is said. */
  readonly moreEnvironment?: boolean;
  /** As a launch has it; none unless it is said. */
  readonly unset?: ReadonlySet<string>;
  readonly directory: Word | undefined;
  /** False unless it is said. */
  readonly tentative?: boolean;
  readonly start: number;
  readonly end: number;
}

/** The Python program that a command starts, if it is one that is known to start any. */
export function launchOf(words: readonly Word[], around: Surroundings): LaunchCommand | undefined {
  const reader = new CommandReader(words, around);
  const found = reader.program();
  if (found === undefined || onlyTells(found.arguments)) return undefined;
  const { start, end, directory, tentative = false } = around;
  const { launcher, processes, environment, moreEnvironment } = reader;
  const unset = setByLauncher(launcher, reader.unset);
  const openness = opennessOf(found.arguments);
  // Where the one is entered from the other, the files there are those of neither.
  const entered = directory && reader.directory && { ...reader.directory, text: undefined, prefix: "" };
  const where = { directory: entered ?? reader.directory ?? directory };
  return {
    ...found,
    ...where,
    openness,
    environment,
    moreEnvironment,
    unset,
    launcher,
    processes,
    tentative,
    start,
    end,
  };
}

/** A launcher sets variables of its own. */
function setByLauncher(launcher: Launcher | undefined, unset: ReadonlySet<string>): ReadonlySet<string> {
  return launcher === undefined ? unset : new Set([...unset].filter((name) => name !== "*" && !isOfLauncher(name)));
}

/** With `--help` a program says what it could do, and leaves. A value after the others makes them options like any. */
function onlyTells(words: readonly Word[]): boolean {
  return words.some(({ text }, index) => {
    const next = words[index + 1];
    return text === "--help" || ((text === "-h" || text === "--version") && next?.prefix.startsWith("-") !== false);
  });
}

type Program = Pick<LaunchCommand, "target" | "arguments">;

class CommandReader {
  environment: ReadonlyMap<string, Word>;
  moreEnvironment: boolean;
  unset: ReadonlySet<string>;
  /** Where the program is started, if the command says so. */
  directory: Word | undefined;
  launcher: Launcher | undefined;
  processes: ProcessCount | undefined;
  private readonly words: readonly Word[];
  private position = 0;

  constructor(words: readonly Word[], { environment, moreEnvironment = false, unset = new Set() }: Surroundings) {
    this.words = words;
    this.environment = environment;
    this.moreEnvironment = moreEnvironment;
    this.unset = unset;
  }

  program(): Program | undefined {
    for (;;) {
      const word = this.words[this.position];
      if (word === undefined) return undefined;
      // Whatever `$LAUNCHER` is, the script after it gets the words after that.
      if (word.text === undefined) return this.firstScript();
      const name = programName(word.text);
      const both = `${name} ${this.words[this.position + 1]?.text ?? ""}`;
      if (isPython(name)) return this.python();
      if (isScript(word.text)) return this.script();
      if (both === "sglang generate" || both === "sglang serve") return this.sglang();
      const [options, length] = longest(launchers, name, both);
      if (options !== undefined) {
        this.position += length;
        return this.launched(options);
      }
      const [starter, width] = longest(starters, name, both);
      if (starter === undefined) return undefined;
      this.position += width;
      if (starter.runsPython === true) {
        const direct = this.startedByRunner(starter);
        if (direct !== undefined) return direct;
      } else {
        this.skipStarter(starter);
      }
    }
  }

  private python(): Program | undefined {
    this.position++;
    for (;;) {
      const word = this.words[this.position];
      if (word?.text === undefined) return undefined;
      const { text } = word;
      if (text === "-m") {
        this.position++;
        return this.module();
      }
      if (/^-[A-Za-z]*m$/.test(text) && !text.includes("c")) {
        this.position++;
        return this.module();
      }
      // Python runs launchers, too, by their paths.
      if (!text.startsWith("-")) return launchers.has(programName(text)) ? this.program() : this.script();
      // A program in a string, or from standard input.
      if (text === "-" || /^-[A-Za-z]*c/.test(text)) return undefined;
      this.position += pythonValued.has(text) ? 2 : 1;
    }
  }

  private module(): Program | undefined {
    const word = this.words[this.position];
    if (word?.text === undefined) return undefined;
    const options = launcherModules.get(word.text);
    if (options !== undefined) {
      this.position++;
      return this.launched(options);
    }
    const valued = runnerModules.get(word.text);
    if (valued !== undefined) {
      this.position++;
      this.skipOptions(valued);
      return this.words[this.position]?.text === "-m" ? undefined : this.script();
    }
    if (!/^[A-Za-z_][\w-]*(\.[A-Za-z_]\w*)*$/.test(word.text)) return undefined;
    return { target: { kind: "module", name: word.text, word }, arguments: this.words.slice(this.position + 1) };
  }

  private script(): Program | undefined {
    const word = this.words[this.position];
    if (word?.text === undefined || !isScript(word.text)) return undefined;
    return { target: { kind: "script", path: word.text, word }, arguments: this.words.slice(this.position + 1) };
  }

  private firstScript(): Program | undefined {
    this.position = this.words.findIndex((word) => word.text !== undefined && isScript(word.text));
    return this.position < 0 ? undefined : this.script();
  }

  private sglang(): Program | undefined {
    const word = this.words[this.position + 1];
    const subcommand = word?.text === "generate" ? "generate" : "serve";
    if (word === undefined) return undefined;
    const target: Target = { kind: "tool", name: "sglang", subcommand, word };
    return { target, arguments: this.words.slice(this.position + 2) };
  }

  /** The options of a launcher, and the program after them. */
  private launched(options: LauncherOptions): Program | undefined {
    const given = new Map<string, Word | undefined>();
    const { valued, flags } = options;
    let isModule = false;
    let isSure = true;
    for (;;) {
      const word = this.words[this.position];
      if (word === undefined) return undefined;
      if (word.text === undefined && !/^--.*=/.test(word.prefix)) {
        // An unknown word may be an option, with or without a value, or the program.
        const rest = this.words.slice(this.position);
        const script = rest.findIndex((one) => one.text !== undefined && isScript(one.text));
        if (script < 0) return undefined;
        this.position += script;
        isSure = false;
        break;
      }
      if (!word.prefix.startsWith("-")) break;
      const [written, value] = splitOption(word);
      const name = fullName(written, [...valued, ...flags]);
      this.position++;
      if (name === undefined && value === undefined) {
        // Whether an option that is not known takes a value shows in what follows.
        const next = this.words[this.position]?.text;
        if (next !== undefined && !next.startsWith("-") && !isScript(next)) this.position++;
      } else if (name !== undefined && flags.includes(name)) {
        isModule ||= options.module.includes(name);
      } else if (name !== undefined) {
        given.set(name, value ?? this.words[this.position]);
        if (value === undefined) this.position++;
      }
    }
    this.launcher = options.launcher;
    this.processes = isSure ? processesOf(options, given) : { count: undefined, words: [] };
    if (isModule) return this.module();
    const word = this.words[this.position];
    // A launcher that gets `python script.py` runs it as one program.
    return word?.text !== undefined && isPython(programName(word.text)) ? this.python() : this.script();
  }

  /** `uv run script.py` and `uv run -m module` as well as `uv run python script.py`. */
  private startedByRunner(starter: Starter): Program | undefined {
    const first = this.position;
    this.skipOptions(starter.valued, ["-m", "--module"]);
    this.takeSetting(first, starter);
    const text = this.words[this.position]?.text;
    if (text === "-m" || text === "--module") {
      this.position++;
      return this.module();
    }
    return undefined;
  }

  private skipStarter(starter: Starter): void {
    const { valued, operands = 0, scans = false, assigns = false, launcher, processes } = starter;
    const first = this.position;
    if (scans) {
      const isProgram = (word: Word): boolean => word.text !== undefined && startsPython(word.text);
      const index = this.words.findIndex((word, at) => at >= first && isProgram(word));
      this.position = index < 0 ? this.words.length : index;
    } else {
      this.skipOptions(valued);
      this.takeSetting(first, starter);
      if (assigns) this.takeAssignments();
      this.position += operands;
    }
    if (launcher === undefined || processes === undefined) return;
    this.launcher = launcher;
    this.processes = countGiven(this.words.slice(first, this.position), processes);
  }

  private skipOptions(valued: ReadonlySet<string>, stops: readonly string[] = []): void {
    for (;;) {
      const text = this.words[this.position]?.text;
      if (text?.startsWith("-") !== true || stops.includes(text)) return;
      this.position += valued.has(text) ? 2 : 1;
    }
  }

  /** What the options from the `first` word on do to the variables and the directory of the program. */
  private takeSetting(first: number, { unsets, clears, enters }: Starter): void {
    const environment = new Map(this.environment);
    const unset = new Set(this.unset);
    this.words.slice(first, this.position).forEach((word, index) => {
      const [name, attached] = splitOption(word);
      const value = attached ?? this.words[first + index + 1];
      if (clears?.has(name) === true) {
        environment.clear();
        unset.add("*");
        this.moreEnvironment = false;
      }
      if (unsets?.has(name) === true && value?.text !== undefined) {
        environment.delete(value.text);
        unset.add(value.text);
      }
      if (enters?.has(name) === true) this.directory = value;
    });
    this.environment = environment;
    this.unset = unset;
  }

  private takeAssignments(): void {
    const environment = new Map(this.environment);
    const unset = new Set(this.unset);
    for (;;) {
      const word = this.words[this.position];
      const match = /^([A-Za-z_]\w*)=/.exec(word?.text ?? "");
      if (word === undefined || match?.[1] === undefined) break;
      environment.set(match[1], valueAfter(word, match[0].length));
      unset.delete(match[1]);
      this.position++;
    }
    this.environment = environment;
    this.unset = unset;
  }
}

function longest<Value>(
  table: ReadonlyMap<string, Value>,
  name: string,
  both: string,
): [Value | undefined, length: number] {
  const two = table.get(both);
  return two === undefined ? [table.get(name), 1] : [two, 2];
}

/** `/usr/bin/python3` is `python3`. */
function programName(text: string): string {
  return fileNameOf(text).replace(/\.exe$/, "");
}

function isPython(name: string): boolean {
  return /^(python|pypy)(\d(\.\d+)?t?)?$/.test(name);
}

function isScript(text: string): boolean {
  return /[^/]\.pyw?$/.test(text) && !text.startsWith("-") && !/\s/.test(text);
}

function startsPython(text: string): boolean {
  const name = programName(text);
  return isPython(name) || name === "sglang" || name === "accelerate" || launchers.has(name) || starters.has(name);
}

/** An option as written, with `-` for `_`, and the value that stands in the same word. */
function splitOption(word: Word): [name: string, value: Word | undefined] {
  const { prefix } = word;
  const equals = prefix.indexOf("=");
  if (equals < 0) return [prefix.replaceAll("_", "-"), undefined];
  return [prefix.slice(0, equals).replaceAll("_", "-"), valueAfter(word, equals + 1)];
}

/** The part of a word from an index on, which lies in its prefix. */
export function valueAfter(word: Word, index: number): Word {
  const isLiteral = word.end - word.start === word.text?.length;
  return {
    ...word,
    text: word.text?.slice(index),
    prefix: word.prefix.slice(index),
    start: isLiteral ? word.start + index : word.start,
  };
}

/** argparse takes the beginning of a long option for it if no other begins so. */
function fullName(written: string, names: readonly string[]): string | undefined {
  if (names.includes(written)) return written;
  if (!written.startsWith("--")) return undefined;
  const matches = names.filter((name) => name.startsWith(written));
  return matches.length === 1 ? matches[0] : undefined;
}

function processesOf(options: LauncherOptions, given: ReadonlyMap<string, Word | undefined>): ProcessCount {
  const { perNode, nodes, total, defaultProcesses } = options;
  const [main, factor] = [given.get(total ?? perNode ?? ""), given.get(nodes ?? "")];
  const words = [main, ...(total === undefined ? [factor] : [])].filter((word) => word !== undefined);
  const processes = given.has(total ?? perNode ?? "") ? wholeNumber(main) : defaultProcesses;
  if (total !== undefined) return { count: processes, words };
  const nodeCount = given.has(nodes ?? "") ? wholeNumber(factor) : 1;
  return { count: processes === undefined || nodeCount === undefined ? undefined : processes * nodeCount, words };
}

function countGiven(words: readonly Word[], names: readonly string[]): ProcessCount {
  let found: Word | undefined;
  words.forEach((word, index) => {
    const [name, value] = splitOption(word);
    if (names.includes(name)) found = value ?? words[index + 1];
  });
  return { count: wholeNumber(found), words: found === undefined ? [] : [found] };
}

/** `1:1` is torchrun's way to write a range of nodes. */
function wholeNumber(word: Word | undefined): number | undefined {
  const text = word?.text?.replace(/^(\d+):\1$/, "$1");
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}

/** The words of a command for which whoever starts it gives no further ones. */
export function withoutFurther(words: readonly Word[]): readonly Word[] {
  return words.filter((word, index) => !word.given || !mayBeSeveral(word, index, words));
}

function mayBeSeveral(word: Word, index: number, words: readonly Word[]): boolean {
  if (word.count !== "splittable") return word.count === "any";
  const before = words[index - 1]?.text;
  return before?.startsWith("-") !== true || before.includes("=");
}

/**
 * What words that may stand for several say about the whole. An unquoted variable after an option is taken to be that option's one
 * value, which is what its author meant; anywhere else it may hold options.
 */
function opennessOf(words: readonly Word[]): Openness {
  const several = words.filter(mayBeSeveral);
  if (several.some((word) => !word.given)) return "open";
  return several.length > 0 ? "extendable" : "closed";
}
