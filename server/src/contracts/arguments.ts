/**
 * What an `argparse` parser makes of a command line. The parser itself is a contract in Python; it hands over what
 * `add_argument` was told, and gets the values of the namespace. Behaviour: CPython 3.12, Lib/argparse.py.
 */
import { call } from "../interpreter/calls.ts";
import { choose, maximumAlternatives } from "../interpreter/choices.ts";
import { membersOf, newList } from "../interpreter/containers.ts";
import type { Frame, Machine } from "../interpreter/machine.ts";
import type { IntrinsicCall } from "../interpreter/surroundings.ts";
import { choiceDecision } from "../interpreter/usual.ts";
import { nodesIn } from "../syntax/index.ts";
import { type Decision, only } from "../values/condition.ts";
import type { Site } from "../values/origin.ts";
import { symbol } from "../values/symbolic.ts";
import { bool, describe, int, none, number, opaque, text, unknown, usualNumber, type UsualValue, type Value } from "../values/value.ts";
import { parse, type Parsed } from "./command-line.ts";
import { type Command, type CommandWord, perCommand, wordOrigin } from "./commands.ts";
import { type Argument, isTrue, readParser, textOf } from "./told-arguments.ts";

/** The values of a namespace by name, and whether it has no others; undefined if what the parser was told is not known. */
export function argumentValues(
  machine: Machine,
  from: IntrinsicCall,
  commands: readonly Command[],
  parser: Value,
): { readonly values: ReadonlyMap<string, Value>; readonly isWhole: boolean } | undefined {
  const told = readParser(machine, parser);
  if (told === undefined) return undefined;
  const parsed = new Map(commands.map((command) => [command, parse(command, told.arguments)]));
  const values = new Map(told.defaults);
  const variable = variableOf(machine, from);
  for (const dest of new Set(told.arguments.map((argument) => argument.dest))) {
    const readers = told.arguments
      .filter((argument) => argument.dest === dest)
      .map((argument) => new ValueReader(machine, from, variable, argument, told.defaults.get(dest)));
    // Of several options for one name, the one that is given decides, else the first that was added.
    const [first, ...others] = readers;
    const value = (command: Command): Value => {
      const line = parsed.get(command);
      return (readers.findLast((reader) => reader.isGiven(line)) ?? first)?.given(command, line) ?? none;
    };
    const whatever = others.length === 0 ? first?.whateverIsGiven() : unknown("one of several options");
    values.set(dest, perCommand(commands, value) ?? whatever ?? none);
  }
  return { values, isWhole: told.isWhole };
}

/** The variable that the program puts the namespace into, by which messages call what is in it. */
function variableOf(machine: Machine, { frame }: IntrinsicCall): string {
  let [current, site]: [Frame | undefined, Site | undefined] = [frame, frame.callSite];
  while (current !== undefined && site !== undefined && machine.modules.isContract(site.path)) {
    current = current.caller;
    site = current?.callSite;
  }
  for (const node of site === undefined ? [] : nodesIn(site.chunk.statement)) {
    if (node.kind !== "assign" || node.value.start !== site?.start || node.value.end !== site.end) continue;
    const [target] = node.targets;
    // `args, rest = parser.parse_known_args()`
    const [first = target] = target?.kind === "tuple" ? target.elements : [];
    if (first?.kind === "name") return first.id;
  }
  return "args";
}

/** What one argument is in the namespace. */
class ValueReader {
  private readonly machine: Machine;
  private readonly from: IntrinsicCall;
  private readonly variable: string;
  private readonly argument: Argument;
  private readonly standard: Value;

  constructor(
    machine: Machine,
    from: IntrinsicCall,
    variable: string,
    argument: Argument,
    fallback: Value | undefined,
  ) {
    this.machine = machine;
    this.from = from;
    this.variable = variable;
    this.argument = argument;
    this.standard = fallback ?? this.declaredDefault();
  }

  isGiven(parsed: Parsed | undefined): boolean {
    return parsed?.words.has(this.argument) === true;
  }

  /** For one command. */
  given(command: Command, parsed: Parsed | undefined): Value {
    const found = parsed?.words.get(this.argument);
    const isFinal = parsed?.certain === true && command.openness === "closed";
    if (found === undefined) {
      if (isFinal && !this.isRequired()) return this.standard;
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
    const usual = (): Value =>
      this.isRequired() ? this.anything(undefined) : this.usually(this.standard, "its default");
    return this.oneOfChoices() ?? usual();
  }

  /** A name out of a few is a run that somebody makes, whichever it is. */
  private oneOfChoices(): Value | undefined {
    const { options, dest, flags } = this.argument;
    const told = options.get("choices");
    const texts = told === undefined ? [] : (membersOf(this.machine, told)?.map(textOf) ?? []);
    const standard = textOf(this.standard);
    const others = texts.filter((one) => one !== undefined && one !== standard);
    const isOpen = others.length !== texts.length - 1 || texts.length > maximumAlternatives || options.has("nargs");
    if (standard === undefined || isOpen) return undefined;
    const flag = flags[0] ?? dest;
    const words = others.map((one) => `${flag} is ${one}`);
    const decision = choiceDecision(keyOf(dest, undefined), [`${flag} is ${standard}, its default`, ...words]);
    const values = [this.standard, ...others.map((one) => text(one ?? "", told?.origin))];
    return choose(values.map((value, i) => ({ condition: only(decision, i), value })));
  }

  private isRequired(): boolean {
    const { options, flags } = this.argument;
    const required = options.get("required");
    if (flags.length === 0) return !["?", "*"].includes(textOf(options.get("nargs")) ?? "");
    return required !== undefined && (required.kind !== "bool" || isTrue(required));
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
    const holds = action === "store_false" || isTrue(this.standard) ? 2 : 1;
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
    const name = `${this.variable}.${dest}`;
    const type = options.get("type");
    const isInteger = type?.kind === "external" && type.name === "builtins.int" && !options.has("nargs");
    if (isInteger && usual?.value.kind === "int") {
      return int(symbol(key, name, -Infinity, undefined, usualNumber(usual)), origin);
    }
    return { ...opaque(key, name, origin), usual };
  }

  private convert(flag: string, words: readonly CommandWord[]): Value {
    const { action, options } = this.argument;
    if (action === "boolean-optional") return bool(this.argument.flags.includes(flag));
    if (this.isSwitch()) return bool(action === "store_true");
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

function keyOf(dest: string, command: Command | undefined): string {
  return command === undefined ? `argument.${dest}` : `argument.${dest}@${command.name}`;
}
