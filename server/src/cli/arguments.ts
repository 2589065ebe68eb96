/** Takes the words of the command line apart. */
import { parseArgs, type ParseArgsConfig } from "node:util";
import { didYouMean } from "../config/suggest.ts";
import { UsageError } from "./status.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

export interface Arguments<Name extends string> {
  readonly positionals: readonly string[];
  /** True if an option without a value was given. */
  has(name: Name): boolean;
  /** The last value given. */
  one(name: Name): string | undefined;
  /** Every value given, undefined if there is none. */
  all(name: Name): readonly string[] | undefined;
}

/** `flags` take no value, `values` take one and may be repeated. */
export function parseArguments<Flag extends string, Value extends string>(
  words: readonly string[],
  flags: readonly Flag[],
  values: readonly Value[],
): Arguments<Flag | Value> {
  const options: Options = {};
  for (const name of flags) options[name] = { type: "boolean" };
  for (const name of values) options[name] = { type: "string", multiple: true };
  const { positionals, tokens } = parseArgs({
    args: [...words],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const option = options[name];
    if (option === undefined) throw unknownOption(rawName, Object.keys(options));
    if (option.type === "boolean" && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    if (option.type === "string" && (value === undefined || isOption(token)))
      throw new UsageError(`${rawName} needs a value.`);
    given.set(name, [...(given.get(name) ?? []), value ?? ""]);
  }
  return {
    positionals,
    has: (name) => given.has(name),
    one: (name) => given.get(name)?.at(-1),
    all: (name) => given.get(name),
  };
}

/** `--output-file --fix` forgot the file; `--output-file=--fix` means it. */
function isOption(token: { readonly value: string | undefined; readonly inlineValue: boolean | undefined }): boolean {
  return token.inlineValue === false && token.value?.startsWith("--") === true;
}

function unknownOption(written: string, known: readonly string[]): UsageError {
  return new UsageError(
    `There is no option ${written}.${didYouMean(
      written,
      known.map((name) => `--${name}`),
    )}`,
  );
}

/** `a,b` and repeated options are the same. */
export function listed(values: readonly string[] | undefined): readonly string[] | undefined {
  return values
    ?.flatMap((value) => value.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

/** `NAME=VALUE` pairs, as one option or several. */
export function pairs(
  option: string,
  values: readonly string[] | undefined,
): Readonly<Record<string, string>> | undefined {
  const list = listed(values);
  if (list === undefined) return undefined;
  return Object.fromEntries(
    list.map((pair) => {
      const equals = pair.indexOf("=");
      if (equals <= 0 || equals === pair.length - 1) throw new UsageError(`${option} takes NAME=VALUE, not "${pair}".`);
      return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
    }),
  );
}

export function chosen<Choice extends string>(
  option: string,
  value: string | undefined,
  choices: readonly Choice[],
  usual: Choice,
): Choice {
  if (value === undefined) return usual;
  const choice = choices.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  throw new UsageError(
    `${option} is "${value}", but must be one of ${choices.join(", ")}.${didYouMean(value, choices)}`,
  );
}
