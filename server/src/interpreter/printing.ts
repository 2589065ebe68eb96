/** What `str`, `repr`, `ascii` and `format` make of values. */
import type { Conversion } from "../syntax/ast.ts";
import { codePoints } from "../values/code-points.ts";
import { longestWritten } from "../values/extent.ts";
import { constantOf } from "../values/symbolic.ts";
import { describe, type Value } from "../values/value.ts";
import { membersOf } from "./containers.ts";
import type { Machine } from "./machine.ts";
import { floatText, formatFloat, formatInteger, padded, readSpec } from "./number-texts.ts";

/** Containers deeper than this are not written out. */
const maximumDepth = 4;

/** What `str(value)` gives; undefined where that is not known. */
export function printedText(machine: Machine, value: Value): string | undefined {
  if (value.kind === "string") return value.exact ? value.value : undefined;
  return representation(machine, value, 0);
}

/** What `repr(value)` gives; undefined where that is not known. */
export function representation(machine: Machine, value: Value, depth = 0): string | undefined {
  switch (value.kind) {
    case "string":
      return value.exact ? quoted(value.value) : undefined;
    case "none":
      return "None";
    case "ellipsis":
      return "Ellipsis";
    case "int":
      return constantOf(value.value)?.toString();
    case "bool":
      return value.formula.kind !== "constant" ? undefined : value.formula.value ? "True" : "False";
    case "float":
      return value.value === undefined ? undefined : floatText(value.value);
    case "tuple":
      return listed(machine, value.items, depth, (items) => `(${items.join(", ")}${items.length === 1 ? "," : ""})`);
    case "object": {
      const items = value.identity.type === "list" ? membersOf(machine, value) : undefined;
      return items && listed(machine, items, depth, (parts) => `[${parts.join(", ")}]`);
    }
    default:
      return undefined;
  }
}

function listed(
  machine: Machine,
  items: readonly Value[],
  depth: number,
  join: (parts: readonly string[]) => string,
): string | undefined {
  if (depth >= maximumDepth) return undefined;
  const parts: string[] = [];
  let length = 0;
  for (const item of items) {
    const part = representation(machine, item, depth + 1);
    if (part === undefined || (length += part.length) > longestWritten) return undefined;
    parts.push(part);
  }
  return join(parts);
}

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text between quotes, as Python writes it. */
export function quoted(content: string): string {
  const quote = content.includes("'") && !content.includes('"') ? '"' : "'";
  const escaped = Array.from(content, (letter) => {
    if (letter === quote) return `\\${quote}`;
    const known = escapes[letter];
    if (known !== undefined) return known;
    return letter !== " " && /[\p{C}\p{Z}]/u.test(letter) ? numbered(letter) : letter;
  });
  return quote + escaped.join("") + quote;
}

function numbered(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

function inAscii(content: string): string {
  return Array.from(content, (letter) => ((letter.codePointAt(0) ?? 0) < 0x80 ? letter : numbered(letter))).join("");
}

/** What `!s`, `!r` and `!a` make of a value; undefined where that is not known. */
export function converted(machine: Machine, value: Value, conversion: Conversion): string | undefined {
  if (conversion === "s") return printedText(machine, value);
  const written = representation(machine, value);
  return conversion === "r" || written === undefined ? written : inAscii(written);
}

/** What `format(value, spec)` gives; undefined where that is not known. */
export function formattedText(machine: Machine, value: Value, spec: string): string | undefined {
  if (spec === "") return printedText(machine, value);
  if (value.kind === "string") return value.exact ? formattedString(value.value, spec) : undefined;
  const read = readSpec(spec);
  if (read === undefined) return undefined;
  if (value.kind === "float") return value.value === undefined ? undefined : formatFloat(value.value, read);
  const whole = value.kind === "int" ? constantOf(value.value) : undefined;
  if (whole !== undefined) return formatInteger(whole, read);
  if (value.kind === "bool" && value.formula.kind === "constant")
    return formatInteger(value.formula.value ? 1 : 0, read);
  return undefined;
}

/** `format("text", spec)` */
export function formattedString(content: string, spec: string): string | undefined {
  const read = readSpec(spec);
  if (read === undefined || !/^s?$/.test(read.type)) return undefined;
  // Python refuses these for texts.
  if (read.align === "=" || read.sign !== "" || read.alternate || read.grouping !== "") return undefined;
  const cut = read.precision === undefined ? content : codePoints(content).slice(0, read.precision).join("");
  return padded(cut, read, "<");
}

/** What stands for a value in a text where it is not known what Python would write. */
export function shown(value: Value, conversion: Conversion | undefined): string {
  if (value.kind === "string") return conversion === "r" || conversion === "a" ? quoted(value.value) : value.value;
  if (value.kind !== "tuple") return describe(value);
  const items = value.items.map((item) => shown(item, "r"));
  return `(${items.join(", ")}${items.length === 1 ? "," : ""})`;
}
