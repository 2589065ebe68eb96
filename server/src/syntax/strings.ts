import type { Conversion, Expression, FormattedHole } from "./ast.ts";
import type { ExpressionLowerer, Lowering } from "./lowering.ts";
import type { RawNode } from "./raw-tree.ts";

export const stringLowerers: ReadonlyMap<string, ExpressionLowerer> = new Map<string, ExpressionLowerer>([
  ["string", (context, node) => lowerStrings(context, node, [node])],
  ["concatenated_string", (context, node) => lowerStrings(context, node, context.raw.namedChildren(node))],
]);

type Part = string | FormattedHole;

/** What is written before the contents of a string. */
interface Opening {
  readonly raw: boolean;
  readonly bytes: boolean;
  readonly formatted: boolean;
  /** A template string is valid, but not a string: its value is not modelled. */
  readonly template: boolean;
  /** Python 2 wrote `repr(x)` between backquotes. */
  readonly backquoted: boolean;
  readonly end: number;
  readonly quoteLength: number;
}

function lowerStrings(context: Lowering, node: RawNode, strings: readonly RawNode[]): Expression {
  const openings = strings.map((string) => openingOf(context, string));
  const start = context.start(node);
  const end = context.end(node);
  if (strings.some((string) => context.hasErrorChild(string))) {
    return context.invalid(node);
  }
  if (openings.some((opening) => opening.backquoted)) {
    return context.invalid(node);
  }
  if (openings.some((opening) => opening.template)) {
    return { kind: "invalid", start, end };
  }
  if (openings.every((opening) => opening.bytes)) {
    return { kind: "bytes", start, end };
  }
  if (openings.some((opening) => opening.bytes)) {
    return context.invalid(node);
  }
  const parts: Part[] = [];
  openings.forEach((opening, index) => {
    const string = strings[index];
    if (string !== undefined) {
      addParts(context, string, opening, parts);
    }
  });
  if (openings.some((opening) => opening.formatted)) {
    return { kind: "formatted", start, end, parts };
  }
  const [value] = parts;
  return { kind: "string", start, end, value: typeof value === "string" ? value : "" };
}

function openingOf(context: Lowering, string: RawNode): Opening {
  const { raw } = context;
  const token = raw.childOfType(string, "string_start");
  const text = token === undefined ? "" : raw.text(token).toLowerCase();
  return {
    raw: text.includes("r"),
    bytes: text.includes("b"),
    formatted: text.includes("f"),
    template: text.includes("t"),
    backquoted: text.includes("`"),
    end: token === undefined ? raw.start(string) : raw.end(token),
    quoteLength: text.length - text.search(/["'`]|$/),
  };
}

/** Text is what lies between the interpolations; the grammar has no node for some of it, such as that of `r"\\"`. */
function addParts(context: Lowering, string: RawNode, opening: Opening, parts: Part[]): void {
  const { raw } = context;
  let textStart = opening.end;
  for (const child of raw.children(string)) {
    if (raw.type(child) === "interpolation") {
      addText(parts, decode(raw.slice(textStart, raw.start(child)), opening));
      addInterpolation(context, child, opening, parts);
      textStart = raw.end(child);
    }
  }
  addText(parts, decode(raw.slice(textStart, raw.end(string) - opening.quoteLength), opening));
}

function addText(parts: Part[], text: string): void {
  const last = parts.at(-1);
  if (typeof last === "string") {
    parts[parts.length - 1] = last + text;
  } else if (text !== "") {
    parts.push(text);
  }
}

function addInterpolation(context: Lowering, node: RawNode, opening: Opening, parts: Part[]): void {
  const { raw } = context;
  const value = raw.child(node, "expression");
  const afterValue = value === undefined ? "" : raw.slice(raw.end(value), raw.end(node));
  const equals = /^\s*=\s*/.exec(afterValue)?.[0];
  if (value !== undefined && equals !== undefined) {
    // `{x = }` prints its own source, then the value's `repr`.
    addText(parts, raw.slice(raw.start(node) + 1, raw.end(value)) + equals);
  }
  const start = raw.start(node);
  const end = raw.end(node);
  if (value !== undefined && raw.type(value) === "named_expression") {
    // The grammar takes `{x:=10}`, which is `x` printed as `=10` says, for an assignment.
    const name = raw.child(value, "name");
    const printed = context.requiredExpression(name, node);
    const spec = name === undefined ? "" : raw.slice(raw.end(name) + 1, end - 1);
    parts.push({ kind: "hole", start, end, value: printed, conversion: undefined, spec: [spec] });
    return;
  }
  const written = conversionOf(context, node);
  const spec = specOf(context, node, opening);
  // `{x = }` prints what `repr` gives unless it says how.
  const conversion = written ?? (equals !== undefined && spec === undefined ? "r" : undefined);
  parts.push({ kind: "hole", start, end, value: context.requiredExpression(value, node), conversion, spec });
}

function conversionOf({ raw }: Lowering, node: RawNode): Conversion | undefined {
  const written = raw.child(node, "type_conversion");
  const letter = written === undefined ? undefined : raw.text(written).replace("!", "").trim();
  return letter === "r" || letter === "s" || letter === "a" ? letter : undefined;
}

/** The text behind the colon, and the holes in it. */
function specOf(context: Lowering, node: RawNode, opening: Opening): Part[] | undefined {
  const { raw } = context;
  const written = raw.child(node, "format_specifier");
  if (written === undefined) return undefined;
  const parts: Part[] = [];
  let textStart = raw.start(written) + 1;
  for (const child of raw.children(written)) {
    if (raw.type(child) !== "format_expression") continue;
    addText(parts, decode(raw.slice(textStart, raw.start(child)), opening));
    addInterpolation(context, child, opening, parts);
    textStart = raw.end(child);
  }
  addText(parts, decode(raw.slice(textStart, raw.end(written)), opening));
  return parts;
}

function decode(text: string, opening: Opening): string {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  if (opening.raw) {
    return opening.formatted ? lines.replace(/\{\{|\}\}/g, (braces) => braces.charAt(0)) : lines;
  }
  if (opening.formatted) {
    return lines.replace(formattedEscape, decodeEscape);
  }
  return lines.includes("\\") ? lines.replace(escape, decodeEscape) : lines;
}

const escape = /\\(?:\n|[0-7]{1,3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|N\{[^}]*\}|[\\'"abfnrtv])/g;
const formattedEscape = new RegExp(`${escape.source}|\\{\\{|\\}\\}`, "g");

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ["\n", ""],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

const REPLACEMENT_CHARACTER = "\uFFFD";

function decodeEscape(escaped: string): string {
  const first = escaped.charAt(1);
  if (escaped === "{{" || escaped === "}}") {
    return first;
  }
  const simple = simpleEscapes.get(first);
  if (simple !== undefined) {
    return simple;
  }
  if (first === "N") {
    // Looking up names of characters would cost a table of 34,000 entries.
    return REPLACEMENT_CHARACTER;
  }
  const code = /[xuU]/.test(first) ? parseInt(escaped.slice(2), 16) : parseInt(escaped.slice(1), 8);
  return code <= 0x10ffff ? String.fromCodePoint(code) : REPLACEMENT_CHARACTER;
}
