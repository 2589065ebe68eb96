/**
 * What an `argparse` parser makes of a command line. The parser itself is a contract in Python; it hands over what
 * `add_argument` was told, and gets the values of the namespace. Behaviour: CPython 3.12, Lib/argparse.py.
 */
import { call } from "../interpreter/calls.ts";
import { entriesOf, itemsOf, newList } from "../interpreter/containers.ts";
import type { IntrinsicCall, Machine } from "../interpreter/machine.ts";
import type { Decision } from "../values/condition.ts";
import { symbol, type Usual } from "../values/symbolic.ts";
import { bool, describe, int, none, number, opaque, text, type UsualValue, unknown, type Value } from "../values/value.ts";
import { type Command, type CommandWord, perCommand, wordOrigin } from "./commands.ts";

/** One option or positional argument, as `add_argument` was told. */
interface Argument {
  /** Empty for a positional one. */
  readonly flags: readonly string[];
  readonly dest: string;
  readonly action: string;
  readonly options: ReadonlyMap<string, Value>;
}

/** The values of a namespace by name; undefined if what the parser was told is not known. */
export function argumentValues(
  machine: Machine,
  from: IntrinsicCall,
  commands: readonly Command[],
  parser: Value,
): Map<string, Value> | undefined {
  const told = readParser(machine, parser);
  if (told === undefined) return undefined;
  const { defaults } = told;
  const all = told.arguments.map((one) => readArgument(machine, one));
  const known = all.filter((one) => one !== undefined);
  if (known.length < all.length) return undefined;
  const parsed = new Map(commands.map((command) => [command, parse(command, known)]));
  const values = new Map<string, Value>();
  for (const argument of known) {
    const fallback = defaults.get(argument.dest);
    const reader = new ValueReader(machine, from, argument, fallback);
    const value = perCommand(commands, (command) => reader.given(command, parsed.get(command))) ?? reader.whateverIsGiven();
    // Of two options for one name, the first that was added says what it is by default.
    if (!values.has(argument.dest) || commands.length > 0) values.set(argument.dest, value);
  }
  for (const [name, value] of defaults) if (!values.has(name)) values.set(name, value);
  return values;
}

interface Told {
  readonly arguments: readonly Value[];
  readonly defaults: ReadonlyMap<string, Value>;
}

/** What a parser and its parents were told; undefined if something else may have told it more. */
function readParser(machine: Machine, parser: Value, depth = 0): Told | undefined {
  if (parser.kind !== "object" || depth > maximumParents) return undefined;
  const [told, fallbacks, parents] = ["_told", "_defaults", "_parents"].map((name) => machine.store.get(parser.identity, name));
  const own = told === undefined ? undefined : itemsOf(machine, told);
  const defaults = fallbacks?.kind === "object" ? entriesOf(machine, fallbacks) : undefined;
  const above = parents === undefined ? [] : itemsOf(machine, parents)?.map((one) => readParser(machine, one, depth + 1));
  const inherited = above?.filter((one) => one !== undefined);
  if (own === undefined || defaults === undefined || inherited === undefined || inherited.length !== above?.length) return undefined;
  return {
    arguments: [...inherited.flatMap((one) => one.arguments), ...own],
    defaults: new Map([...inherited.flatMap((one) => [...one.defaults]), ...defaults]),
  };
}

const maximumParents = 8;

function readArgument(machine: Machine, described: Value): Argument | undefined {
  const [flagged, told] = described.kind === "tuple" ? described.items : [];
  const names = flagged === undefined ? undefined : itemsOf(machine, flagged);
  const options = told?.kind === "object" ? entriesOf(machine, told) : undefined;
  if (names === undefined || options === undefined) return undefined;
  const flags = names.flatMap((name) => (name.kind === "string" && name.exact ? [name.value] : []));
  const [first] = flags;
  if (flags.length < names.length || first === undefined) return undefined;
  const dest = textOf(options.get("dest"));
  const action = options.has("action") ? textOf(options.get("action")) : "store";
  if (!first.startsWith("-")) return { flags: [], dest: dest ?? first, action: action ?? "unknown", options };
  const long = flags.find((flag) => flag.startsWith("--")) ?? first;
  return { flags, dest: dest ?? long.replace(/^-+/, "").replaceAll("-", "_"), action: action ?? "unknown", options };
}

function textOf(value: Value | undefined): string | undefined {
  return value?.kind === "string" && value.exact ? value.value : undefined;
}

// ------------------------------------------------------------------------------------------------- one command line

/** What a command line gives: the words of each argument's last occurrence, by name and by flag. */
interface Parsed {
  readonly words: ReadonlyMap<Argument, { readonly flag: string; readonly values: readonly CommandWord[] }>;
  /** False if a word that is not known, or does not fit, makes everything else uncertain. */
  readonly certain: boolean;
}

function parse(command: Command, all: readonly Argument[]): Parsed {
  const words = new Map<Argument, { flag: string; values: readonly CommandWord[] }>();
  const positional = all.filter((argument) => argument.flags.length === 0);
  const pending = [...command.arguments];
  let certain = command.openness !== "open";
  for (let word = pending.shift(); word !== undefined; word = pending.shift()) {
    const { text: written } = word;
    if (written === undefined || written === "--") {
      certain = false;
      continue;
    }
    if (!isFlag(written)) {
      const next = positional.shift();
      // How many words a positional argument takes hangs on all the others; only single ones are followed.
      if (next === undefined || next.options.has("nargs")) certain = false;
      else words.set(next, { flag: next.dest, values: [word] });
      continue;
    }
    const [name = written, attached] = splitFlag(written);
    const argument = withFlag(all, name);
    if (argument === undefined) {
      certain = false;
      continue;
    }
    const values = attached === undefined ? takeValues(pending, argument) : [{ ...word, text: attached }];
    words.set(argument, { flag: name, values });
  }
  return { words, certain };
}

function isFlag(written: string): boolean {
  return /^-[^\d\s.]/.test(written);
}

function splitFlag(written: string): [string | undefined, string | undefined] {
  const at = written.indexOf("=");
  return written.startsWith("--") && at >= 0 ? [written.slice(0, at), written.slice(at + 1)] : [written, undefined];
}

/** A long option may be shortened as long as one option alone begins that way. */
function withFlag(all: readonly Argument[], name: string): Argument | undefined {
  const exact = all.find((argument) => argument.flags.includes(name) || isNegation(argument, name));
  if (exact !== undefined || !name.startsWith("--")) return exact;
  const begun = all.filter((argument) => argument.flags.some((flag) => flag.startsWith(name)));
  return begun.length === 1 ? begun[0] : undefined;
}

function isNegation(argument: Argument, name: string): boolean {
  return argument.action === "boolean-optional" && argument.flags.some((flag) => name === flag.replace(/^--/, "--no-"));
}

function takeValues(pending: CommandWord[], argument: Argument): readonly CommandWord[] {
  const count = valueCount(argument);
  const taken: CommandWord[] = [];
  while (taken.length < count) {
    const [next] = pending;
    if (next === undefined || (next.text !== undefined && isFlag(next.text))) break;
    taken.push(next);
    pending.shift();
  }
  return taken;
}

function valueCount({ action, options }: Argument): number {
  if (action !== "store" && action !== "append" && action !== "extend") return 0;
  const nargs = options.get("nargs");
  if (nargs?.kind === "int") return Number(nargs.value.key);
  const many = textOf(nargs);
  return many === undefined || many === "?" ? 1 : Infinity;
}

// ------------------------------------------------------------------------------------------------- values

/** What one argument is in the namespace. */
class ValueReader {
  private readonly machine: Machine;
  private readonly from: IntrinsicCall;
  private readonly argument: Argument;
  private readonly standard: Value;

  constructor(machine: Machine, from: IntrinsicCall, argument: Argument, fallback: Value | undefined) {
    this.machine = machine;
    this.from = from;
    this.argument = argument;
    this.standard = fallback ?? this.declaredDefault();
  }

  /** For one command. */
  given(command: Command, parsed: Parsed | undefined): Value {
    const found = parsed?.words.get(this.argument);
    const isFinal = parsed?.certain === true && command.openness === "closed";
    if (found === undefined) {
      if (isFinal && this.argument.options.get("required") === undefined) return this.standard;
      return parsed?.certain === true ? this.usually(this.standard, "its default", command) : this.anything(undefined, command);
    }
    const value = this.convert(found.flag, found.values);
    if (value.kind === "unknown") return this.anything(undefined, command);
    const isFixed = isFinal && found.values.every((word) => !word.overridable);
    return isFixed ? value : this.usually(value, `as in ${command.name}`, command);
  }

  /** Where no command is known. */
  whateverIsGiven(): Value {
    if (this.isSwitch()) return this.either();
    const isRequired = this.argument.options.has("required") || this.argument.flags.length === 0;
    return isRequired ? this.anything(undefined) : this.usually(this.standard, "its default");
  }

  private isSwitch(): boolean {
    const { action } = this.argument;
    return action === "store_true" || action === "store_false" || action === "boolean-optional";
  }

  private declaredDefault(): Value {
    const { options, action } = this.argument;
    const declared = options.get("default");
    if (declared !== undefined)
      return declared.kind === "string" && options.has("type") ? this.convertText(declared.value) : declared;
    if (action === "store_true") return bool(false);
    return action === "store_false" ? bool(true) : none;
  }

  /** Both positions of a switch are runs that somebody makes. */
  private either(): Value {
    const { dest, flags, action } = this.argument;
    const [flag = dest] = flags;
    const decision: Decision = {
      key: `argument.${dest}`,
      kind: "world",
      alternatives: [`${flag} is given`, `${flag} is not given`],
      implies: [undefined, undefined],
    };
    if (action === "boolean-optional" && this.standard.kind !== "bool") return this.anything(undefined);
    const holds = action === "store_false" || (this.standard.kind === "bool" && isTrue(this.standard)) ? 2 : 1;
    return bool({ kind: "restriction", decision, allowed: holds });
  }

  private usually(value: Value, why: string, command?: Command): Value {
    const { dest, flags } = this.argument;
    const key = keyOf(dest, command);
    if (value.kind === "bool" || value.kind === "unknown" || value.kind === "choice") return this.anything(undefined, command);
    return this.anything({ key, value, words: `${flags[0] ?? dest} is ${describe(value)}, ${why}` }, command);
  }

  private anything(usual: UsualValue | undefined, command?: Command): Value {
    const { dest, options } = this.argument;
    const key = keyOf(dest, command);
    const origin = usual?.value.origin;
    const name = `args.${dest}`;
    const type = options.get("type");
    const isInteger = type?.kind === "external" && type.name === "builtins.int" && !options.has("nargs");
    if (isInteger && usual?.value.kind === "int") {
      return int(symbol(key, name, -Infinity, undefined, usualNumber(usual)), origin);
    }
    return { ...opaque(key, name, origin), usual };
  }

  private convert(flag: string, words: readonly CommandWord[]): Value {
    const { action, options } = this.argument;
    if (this.isSwitch()) return bool((action === "store_false") === (flag.startsWith("--no-") && action !== "store_true"));
    if (action === "store_const") return options.get("const") ?? none;
    if (action !== "store") return unknown(`an argument with action ${action}`);
    const values = words.map((word) => {
      const value = word.text === undefined ? unknown("a word of a command") : this.convertText(word.text);
      return { ...value, origin: wordOrigin(word, `${flag}=${word.text ?? "?"}`) };
    });
    const nargs = options.get("nargs");
    if (nargs === undefined || textOf(nargs) === "?") return values[0] ?? options.get("const") ?? unknown("a missing word");
    return values.some((value) => value.kind === "unknown") ? unknown("a word of a command") : newList(this.machine, values, values[0]?.origin);
  }

  private convertText(written: string): Value {
    const type = this.argument.options.get("type");
    if (type === undefined || type.kind === "none") return text(written);
    if (type.kind !== "external") {
      const { frame, site } = this.from;
      return call(this.machine, frame, type, [{ name: undefined, value: text(written), site: undefined }], site);
    }
    if (type.name === "builtins.str") return text(written);
    if (type.name === "builtins.bool") return bool(written !== "");
    if (type.name === "builtins.int") return /^\s*[-+]?\d+\s*$/.test(written) ? number(Number(written)) : unknown("no integer");
    if (type.name === "builtins.float") {
      const value = Number(written);
      return written.trim() === "" || Number.isNaN(value) ? unknown("no number") : { kind: "float", value };
    }
    return unknown(`an argument of type ${type.name}`);
  }
}

function isTrue(value: Value & { kind: "bool" }): boolean {
  return value.formula.kind === "constant" && value.formula.value;
}

function keyOf(dest: string, command: Command | undefined): string {
  return command === undefined ? `argument.${dest}` : `argument.${dest}@${command.name}`;
}

function usualNumber({ key, value, words }: UsualValue): Usual | undefined {
  const constant = value.kind === "int" ? Number(value.value.key) : Number.NaN;
  return Number.isSafeInteger(constant) ? { key, value: constant, words } : undefined;
}

// ------------------------------------------------------------------------------------------------- environment

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

