/** Methods of strings whose text is known. */
import { codePoints } from "../values/code-points.ts";
import { longestWritten } from "../values/extent.ts";
import { integer } from "../values/symbolic.ts";
import { bool, int, type StringValue, text, tuple, type Value } from "../values/value.ts";

/** What a method is given; an argument that is no known string, integer or `None` is undefined. */
export interface StringCall {
  readonly strings: readonly (string | undefined)[];
  readonly numbers: readonly (number | undefined)[];
  /** How many arguments there are. */
  readonly count: number;
  readonly list: (items: readonly Value[]) => Value;
}

type Method = (self: string, call: StringCall) => Value | undefined;

const noArguments =
  (operation: (self: string) => Value | undefined): Method =>
  (self, { count }) =>
    count === 0 ? operation(self) : undefined;

/** A method of one string argument. */
const withString =
  (operation: (self: string, argument: string) => Value | undefined): Method =>
  (self, { strings: [argument], count }) =>
    count === 1 && argument !== undefined ? operation(self, argument) : undefined;

export const stringMethods: Readonly<Record<string, Method>> = {
  lower: noArguments((self) => text(self.toLowerCase())),
  upper: noArguments((self) => text(self.toUpperCase())),
  title: noArguments((self) => ascii(self, self.toLowerCase().replace(/[a-z]+/g, capitalised))),
  capitalize: noArguments((self) => ascii(self, capitalised(self.toLowerCase()))),
  strip: (self, c) => stripped(self, c, true, true),
  lstrip: (self, c) => stripped(self, c, true, false),
  rstrip: (self, c) => stripped(self, c, false, true),
  startswith: withString((self, argument) => bool(self.startsWith(argument))),
  endswith: withString((self, argument) => bool(self.endsWith(argument))),
  removeprefix: withString((self, argument) => text(self.startsWith(argument) ? self.slice(argument.length) : self)),
  removesuffix: withString((self, argument) =>
    text(argument !== "" && self.endsWith(argument) ? self.slice(0, -argument.length) : self),
  ),
  find: withString((self, argument) => position(self, self.indexOf(argument))),
  rfind: withString((self, argument) => position(self, self.lastIndexOf(argument))),
  index: withString((self, argument) => (self.includes(argument) ? position(self, self.indexOf(argument)) : undefined)),
  count: withString((self, argument) => (argument === "" ? undefined : int(integer(self.split(argument).length - 1)))),
  replace: (self, { strings: [from, to], count }) =>
    count === 2 && from !== undefined && from !== "" && to !== undefined ? joined(self.split(from), to) : undefined,
  split: (self, c) => split(self, c, false),
  rsplit: (self, c) => split(self, c, true),
  splitlines: (self, { count, list }) => {
    const lines = self.split(/\r\n|\n|\r/);
    if (lines.at(-1) === "") lines.pop();
    // Python knows further line ends.
    return count === 0 && !hasOtherLineEnds(self) ? list(lines.map((line) => text(line))) : undefined;
  },
  partition: withString((self, argument) => parts(self, argument, self.indexOf(argument), [self, "", ""])),
  rpartition: withString((self, argument) => parts(self, argument, self.lastIndexOf(argument), ["", "", self])),
  zfill: (self, { numbers: [width] }) =>
    width === undefined || /^[-+]/.test(self) || width > 1000 ? undefined : text(self.padStart(width, "0")),
  isdigit: noArguments((self) => (isAscii(self) ? bool(/^\d+$/.test(self)) : undefined)),
  isnumeric: noArguments((self) => (isAscii(self) ? bool(/^\d+$/.test(self)) : undefined)),
  isdecimal: noArguments((self) => (isAscii(self) ? bool(/^\d+$/.test(self)) : undefined)),
  isalpha: noArguments((self) => (isAscii(self) ? bool(/^[A-Za-z]+$/.test(self)) : undefined)),
  isspace: noArguments((self) => (isAscii(self) ? bool(/^\s+$/.test(self)) : undefined)),
};

function isAscii(value: string): boolean {
  return !/[^\x20-\x7e\n\t]/.test(value);
}

function ascii(self: string, result: string): Value | undefined {
  return isAscii(self) ? text(result) : undefined;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Separators that are ends of lines for Python and not for JavaScript. */
const otherLineEnds = ["\v", "\f", "\u001c", "\u001d", "\u001e", "\u0085", "\u2028", "\u2029"];

function hasOtherLineEnds(self: string): boolean {
  return otherLineEnds.some((end) => self.includes(end));
}

/** Positions count code points. */
function position(self: string, at: number): Value {
  return int(integer(at < 0 ? -1 : codePoints(self.slice(0, at)).length));
}

function parts(self: string, separator: string, at: number, none: readonly string[]): Value | undefined {
  if (separator === "") return undefined;
  const found = at < 0 ? none : [self.slice(0, at), separator, self.slice(at + separator.length)];
  return tuple(found.map((part) => text(part)));
}

/** The words with a text between them; undefined if that is too long to be written out. */
export function joined(words: readonly string[], between: string): StringValue | undefined {
  const length = words.reduce((sum, word) => sum + word.length + between.length, 0);
  return length > longestWritten ? undefined : text(words.join(between));
}

function stripped(
  self: string,
  { strings: [letters], count }: StringCall,
  left: boolean,
  right: boolean,
): Value | undefined {
  if (count > 1 || (count === 1 && letters === undefined) || (count === 0 && !isAscii(self))) return undefined;
  const isDropped = (letter: string | undefined): boolean =>
    letter !== undefined && (letters === undefined ? /\s/.test(letter) : codePoints(letters).includes(letter));
  const all = codePoints(self);
  while (left && isDropped(all[0])) all.shift();
  while (right && isDropped(all.at(-1))) all.pop();
  return text(all.join(""));
}

/** `split(separator, maxsplit)`: at white space if there is no separator. */
function split(self: string, c: StringCall, fromRight: boolean): Value | undefined {
  const [separator] = c.strings;
  if (c.count === 0) return isAscii(self) ? c.list((self.match(/\S+/g) ?? []).map((word) => text(word))) : undefined;
  if (separator === undefined || separator === "" || c.count > 2) return undefined;
  const most = c.count === 2 ? c.numbers[1] : -1;
  if (most === undefined) return undefined;
  const pieces = self.split(separator);
  if (most >= 0 && pieces.length > most + 1) {
    const joined = pieces.length - most;
    const merged = fromRight ? pieces.slice(0, joined) : pieces.slice(most);
    const whole = merged.join(separator);
    return c.list(
      [...(fromRight ? [whole, ...pieces.slice(joined)] : [...pieces.slice(0, most), whole])].map((piece) =>
        text(piece),
      ),
    );
  }
  return c.list(pieces.map((piece) => text(piece)));
}
