/** How the words of a command fall to the arguments that a parser was told of. Behaviour: CPython 3.12, Lib/argparse.py. */
import type { Command, CommandWord } from "./commands.ts";
import { type Argument, textOf } from "./told-arguments.ts";

/** What a command line gives: the words of each argument's last occurrence, by name and by flag. */
export interface Parsed {
  readonly words: ReadonlyMap<Argument, { readonly flag: string; readonly values: readonly CommandWord[] }>;
  /** False if a word that is not known, or does not fit, makes everything else uncertain. */
  readonly certain: boolean;
}

export function parse(command: Command, all: readonly Argument[]): Parsed {
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
