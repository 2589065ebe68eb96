/** What an `argparse` parser was told by `add_argument`, read off the parser that the contract made. */
import { entriesOf, isShared, itemsOf } from "../interpreter/containers.ts";
import type { Machine } from "../interpreter/machine.ts";
import type { Value } from "../values/value.ts";

/** One option or positional argument, as `add_argument` was told. */
export interface Argument {
  /** Empty for a positional one. */
  readonly flags: readonly string[];
  readonly dest: string;
  readonly action: string;
  readonly options: ReadonlyMap<string, Value>;
}

export interface Told {
  readonly arguments: readonly Argument[];
  readonly defaults: ReadonlyMap<string, Value>;
  /** True if the namespace has no other names. */
  readonly isWhole: boolean;
}

/** What a parser and its parents were told; undefined if that is not known, or something else may have told it more. */
export function readParser(machine: Machine, parser: Value, depth = 0): Told | undefined {
  if (parser.kind !== "object" || depth > maximumParents) return undefined;
  const [told, fallbacks, parents] = ["_told", "_defaults", "_parents"].map((name) => machine.store.get(parser.identity, name));
  const defaults = fallbacks?.kind === "object" ? entriesOf(machine, fallbacks) : undefined;
  const own = allKnown(told && itemsOf(machine, told)?.map((one) => readArgument(machine, one)));
  const above = parents === undefined ? [] : itemsOf(machine, parents)?.map((one) => readParser(machine, one, depth + 1));
  const inherited = allKnown(above);
  if (own === undefined || defaults === undefined || inherited === undefined) return undefined;
  return {
    arguments: [...inherited.flatMap((one) => one.arguments), ...own],
    defaults: new Map([...inherited.flatMap((one) => [...one.defaults]), ...defaults]),
    isWhole:
      ![told, fallbacks].some((one) => isShared(machine, one)) &&
      isTrue(machine.store.get(parser.identity, "_names_all")) &&
      own.every(isAlwaysNamed) &&
      inherited.every((one) => one.isWhole),
  };
}

/** True for an argument that puts its name, and no other, into every namespace. */
function isAlwaysNamed({ action, options }: Argument): boolean {
  return ordinary.test(action) && textOf(options.get("default")) !== "==SUPPRESS==";
}

const ordinary = /^(store|store_(const|true|false)|append|append_const|count|extend|boolean-optional)$/;

const maximumParents = 8;

function allKnown<T>(items: readonly (T | undefined)[] | undefined): readonly T[] | undefined {
  const known = items?.filter((item) => item !== undefined);
  return known?.length === items?.length ? known : undefined;
}

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

export function isTrue(value: Value | undefined): boolean {
  return value?.kind === "bool" && value.formula.kind === "constant" && value.formula.value;
}

export function textOf(value: Value | undefined): string | undefined {
  return value?.kind === "string" && value.exact ? value.value : undefined;
}
