/** The words that a shell makes of what is written. */
import type { Span } from "../launch.ts";
import { evaluateArithmetic, type Computed } from "./arithmetic.ts";
import {
  computed,
  givenMany,
  givenPiece,
  isGiven,
  isOverridable,
  literal,
  manyPiece,
  originsOf,
  splitPieces,
  textOf,
  unknownPiece,
  type Piece,
  type Pieces,
} from "./pieces.ts";
import { expressionOf, pathPrinted } from "./printed-paths.ts";
import { ansi, quoted, unquoted } from "./quoting.ts";
import { joined, overridablePieces, type ShellState } from "./state.ts";
import type { ShellSource } from "./tools.ts";
import { isOpen, mayBeSeveral, wordAt } from "./word-lists.ts";
import { childOf, parseArithmetic, textAt, type ShellNode } from "./tree.ts";

export class Expander {
  private readonly source: ShellSource;
  private readonly state: ShellState;

  constructor(source: ShellSource, state: ShellState) {
    this.source = source;
    this.state = state;
  }

  /** The words that one written word becomes: none for an empty variable, several for an array. */
  words(node: ShellNode): Pieces[] {
    const separators = this.state.get("IFS");
    if (separators === undefined) return this.fields(node).flatMap(splitPieces);
    // What else separates words is not known well enough: a text that could be divided may be any number of them.
    return this.fields(node).map((pieces) =>
      pieces.some(({ whole, text }) => !whole && text !== undefined && !/^\w*$/.test(text)) ? [manyPiece] : pieces,
    );
  }

  /** The text that an assignment gets, which is not divided into words. */
  text(node: ShellNode | undefined): Pieces {
    return node === undefined ? [] : joinedFields(this.fields(node));
  }

  variable(name: string): Pieces | undefined {
    const variable = this.state.get(name);
    if (variable === undefined) return undefined;
    if ("table" in variable) return variable.table.get("0") ?? [];
    return "scalar" in variable ? variable.scalar : (variable.array[0] ?? []);
  }

  /** Parts of one word. What ends one field and begins the next is an array in quotes. */
  private fields(node: ShellNode): Pieces[] {
    const { text } = this.source;
    switch (node.type) {
      case "concatenation":
        // {a,b} makes several words, and the grammar takes it apart.
        if (this.hasWord(node, /^\{$/) && this.hasWord(node, /,|\.\./)) return [[manyPiece]];
        return glue(node.children.map((child) => this.fields(child)));
      case "string":
        return this.string(node);
      case "raw_string":
        return [[literal(text.slice(node.start + 1, node.end - 1), node.start + 1)]];
      case "ansi_c_string":
        return [[ansi(text.slice(node.start + 2, node.end - 1), node)]];
      case "simple_expansion":
        return this.simple(node, false);
      case "expansion":
        return this.braces(node, false);
      case "arithmetic_expansion":
        return [[this.arithmetic(node)]];
      case "command_substitution":
        return [this.substitution(node, false)];
      case "process_substitution":
        return [[unknownPiece]];
      case "brace_expression":
        return this.range(node);
      case "command_name":
        return node.children.length === 1 && node.children[0] !== undefined
          ? this.fields(node.children[0])
          : [[unknownPiece]];
      case "translated_string":
        return this.string(node);
      default:
        return unquoted(text.slice(node.start, node.end), node.start);
    }
  }

  private hasWord(node: ShellNode, pattern: RegExp): boolean {
    return node.children.some(
      (child) => child.type === "word" && pattern.test(this.source.text.slice(child.start, child.end)),
    );
  }

  /** A string in double quotes. */
  private string(node: ShellNode): Pieces[] {
    const { text } = this.source;
    const start = text.indexOf('"', node.start) + 1;
    const end = text[node.end - 1] === '"' ? node.end - 1 : node.end;
    return this.interpolated(node, { start, end });
  }

  /** The text of a here-document in which variables are replaced. */
  document(node: ShellNode): Pieces {
    return joinedFields(this.interpolated(node, node));
  }

  /** Text and expansions. The grammar leaves blanks between expansions out, so gaps are text too. */
  private interpolated(node: ShellNode, { start, end }: Span): Pieces[] {
    const { text } = this.source;
    const parts: Pieces[][] = [];
    let position = start;
    for (const child of node.children.filter(isExpansion)) {
      const expanded = this.quotedExpansion(child);
      // "" is a word, but "${empty[@]}" is none.
      if (expanded.length === 0 && child.start === start && child.end === end) return [];
      parts.push([quoted(text.slice(position, child.start), position)], expanded);
      position = child.end;
    }
    parts.push([quoted(text.slice(position, end), position)]);
    return glue([[[literal("", start)]], ...parts]);
  }

  private quotedExpansion(node: ShellNode): Pieces[] {
    switch (node.type) {
      case "simple_expansion":
        return this.simple(node, true);
      case "expansion":
        return this.braces(node, true);
      case "command_substitution":
        return [this.substitution(node, true)];
      default:
        return this.fields(node);
    }
  }

  private simple(node: ShellNode, inQuotes: boolean): Pieces[] {
    const name = this.source.text.slice(node.start + 1, node.end);
    if (name === "@" || name === "*") return this.all(this.state.positional, name, inQuotes, givenMany);
    return [this.parameter(name, inQuotes)];
  }

  private parameter(name: string, inQuotes: boolean): Pieces {
    if (name === "0") return [computed(this.source.startedAs ?? this.source.path, [], false)];
    if (/^[1-9]\d*$/.test(name)) {
      const { positional } = this.state;
      return spread(positional === undefined ? [givenPiece] : wordAt(positional, Number(name) - 1), inQuotes);
    }
    if (!/^[A-Za-z_]\w*$/.test(name) || name === "PWD") return spread([unknownPiece], inQuotes);
    if (name === "BASH_SOURCE") return [computed(this.source.path, [], false)];
    return spread(this.variable(name) ?? [givenPiece], inQuotes);
  }

  /** `${name}`, `${name[@]}` and the operators that give a default. */
  private braces(node: ShellNode, inQuotes: boolean): Pieces[] {
    const { text } = this.source;
    const operator = node.children.find((child) => child.field === "operator");
    const subject = node.children.find(
      (child) => child.type === "variable_name" || child.type === "subscript" || child.type === "special_variable_name",
    );
    if (subject !== undefined && operator !== undefined && text.slice(node.start + 2, subject.start) === "#")
      return text.slice(subject.end, node.end) === "}" ? [this.length(subject, inQuotes)] : [[unknownPiece]];
    if (subject === undefined || (operator !== undefined && operator.start < subject.start)) {
      return [spread([unknownPiece], inQuotes)];
    }
    const slice = /^:\s*(\d+)$/.exec(text.slice(subject.end, node.end - 1).trim())?.[1];
    const isList = /^[@*]$|\[[@*]\]$/.test(text.slice(subject.start, subject.end));
    if (isList && text.slice(subject.end, node.end - 1) !== "") return this.slice(subject, slice, inQuotes);
    const value = this.subject(subject, inQuotes);
    if (operator === undefined) {
      return node.children.some((child) => child.named && child !== subject)
        ? [spread([unknownPiece], inQuotes)]
        : value;
    }
    const sign = text.slice(operator.start, operator.end);
    const rest = { start: operator.end, end: node.end - 1 };
    const [only] = value;
    if (value.length !== 1 || only === undefined) return [spread([unknownPiece], inQuotes)];
    const known = textOf(only);
    if (isDefault(sign)) {
      const isSet = subject.type === "variable_name" && this.state.variables.has(textAt(subject, text));
      const useDefault = sign.startsWith(":") ? isGiven(only) || known === "" : isGiven(only) && !isSet;
      // Without the colon an empty text counts, and whether the variable is set at all is not known.
      if (known === "" && !useDefault) return [spread([unknownPiece], inQuotes)];
      if (!useDefault) return known === undefined && !isGiven(only) ? [spread([unknownPiece], inQuotes)] : [only];
      const given = isGiven(only) || isOverridable(only);
      const fallback = this.between(node, rest);
      const pieces = given ? overridablePieces(fallback) : fallback;
      const name = text.slice(subject.start, subject.end);
      if (sign.endsWith("=") && subject.type === "variable_name") this.state.set(name, { scalar: pieces });
      return [spread(pieces, inQuotes)];
    }
    if (sign === ":?" || sign === "?") return [only];
    if (sign === ":+" || sign === "+") {
      if (known === "" && sign === ":+") return [[]];
      // Nothing, unless the caller gives something.
      if (isGiven(only)) {
        const isOne = inQuotes || /^[\w.,:/=+-]*$/.test(text.slice(rest.start, rest.end));
        return [spread([isOne ? givenPiece : givenMany], inQuotes)];
      }
      if (known !== undefined && known !== "" && !isOverridable(only)) return [this.alternative(node, rest, inQuotes)];
    }
    return [spread([unknownPiece], inQuotes)];
  }

  /** `${name:+--flag "$name"}` where the variable has a text. */
  private alternative(node: ShellNode, rest: Span, inQuotes: boolean): Pieces {
    const isQuoted = node.children.some(
      (child) => child.start >= rest.start && /["']/.test(this.source.text.slice(child.start, child.end)),
    );
    // Blanks in quotes separate nothing, and those outside do.
    return isQuoted && !inQuotes ? [{ ...manyPiece, whole: false }] : spread(this.between(node, rest), inQuotes);
  }

  /** `${#name}`, `${#name[@]}`: the length of a text, the number of words. */
  private length(subject: ShellNode, inQuotes: boolean): Pieces {
    const { text } = this.source;
    const name = subject.type === "subscript" ? childOf(subject, "name") : subject;
    const variable = name === undefined ? undefined : this.state.get(text.slice(name.start, name.end));
    const isList = /\[[@*]\]$/.test(text.slice(subject.start, subject.end));
    if (!isList || variable === undefined || !("array" in variable) || variable.array.some(mayBeSeveral))
      return spread([unknownPiece], inQuotes);
    const places = variable.array.flatMap(originsOf);
    return [computed(String(variable.array.length), places, variable.array.some(isOverridable))];
  }

  /** `${@:2}`: the arguments from the second on, and the elements of an array from the one with that index on. */
  private slice(subject: ShellNode, from: string | undefined, inQuotes: boolean): Pieces[] {
    const { positional } = this.state;
    if (positional === undefined || from === undefined || Number(from) === 0) return [[manyPiece]];
    if (subject.type !== "special_variable_name" || isOpen(positional.slice(0, Number(from) - 1))) return [[manyPiece]];
    return this.all(positional.slice(Number(from) - 1), "@", inQuotes, manyPiece);
  }

  private subject(node: ShellNode, inQuotes: boolean): Pieces[] {
    const { text } = this.source;
    if (node.type !== "subscript") {
      const name = text.slice(node.start, node.end);
      if (name === "@" || name === "*") return this.all(this.state.positional, name, inQuotes, givenMany);
      return [this.parameter(name, inQuotes)];
    }
    const nameNode = childOf(node, "name");
    const indexNode = childOf(node, "index");
    if (nameNode === undefined || indexNode === undefined) return [[unknownPiece]];
    const name = text.slice(nameNode.start, nameNode.end);
    const index = text.slice(indexNode.start, indexNode.end);
    if (name === "BASH_SOURCE" && index === "0") return [this.parameter("BASH_SOURCE", inQuotes)];
    const variable = this.state.get(name);
    if (variable !== undefined && "table" in variable) return [spread(this.entry(variable.table, indexNode), inQuotes)];
    const isMany = index === "@" || index === "*";
    // What is not known may be an array.
    if (variable !== undefined && "scalar" in variable && textOf(variable.scalar) === undefined)
      return [isMany ? [manyPiece] : spread([unknownPiece], inQuotes)];
    const words = variable === undefined ? undefined : "array" in variable ? variable.array : [variable.scalar];
    if (isMany) return this.all(words, index, inQuotes, givenMany);
    if (words === undefined || !/^-?\d+$/.test(index)) return [spread([unknownPiece], inQuotes)];
    const fromEnd = Number(index) < 0;
    if (fromEnd && words.some(mayBeSeveral)) return [spread([unknownPiece], inQuotes)];
    return [spread(wordAt(words, Number(index) + (fromEnd ? words.length : 0)), inQuotes)];
  }

  private entry(table: ReadonlyMap<string, Pieces>, index: ShellNode): Pieces {
    const key = textOf(this.text(index));
    return key === undefined || key === "@" || key === "*" ? [unknownPiece] : (table.get(key) ?? []);
  }

  /** Every word of a list, each on its own unless `"$*"` joins them. */
  private all(words: readonly Pieces[] | undefined, sign: string, inQuotes: boolean, unknown: Piece): Pieces[] {
    if (words === undefined) return [[sign === "*" && inQuotes ? unknownPiece : unknown]];
    if (sign === "*" && inQuotes) return [joined(words)];
    // What was written without quotes in a list may be no word of it, or several.
    return words.map((word) =>
      word.map((piece) => ({ ...piece, whole: inQuotes && (piece.whole || !isUnknown(piece)) })),
    );
  }

  /** What an arithmetic expression comes to. Its assignments are made. It stands in the source, unless it was made of something. */
  arithmetic(node: ShellNode, madeOf?: Pieces): Piece {
    const from = (value: Computed | undefined): Computed | undefined =>
      value && madeOf
        ? { ...value, origins: originsOf(madeOf), overridable: value.overridable || isOverridable(madeOf) }
        : value;
    const result = evaluateArithmetic(node, this.source.text, {
      variable: (name) => this.variable(name),
      expand: (inner) => this.text(inner),
      assign: (name, value) => {
        if (value === undefined) this.state.forget(name);
        else this.state.set(name, { scalar: [numberPiece(from(value))] });
      },
    });
    return numberPiece(from(result));
  }

  /** The same of a text that is arithmetic; undefined if it cannot be read as such. */
  computedText(pieces: Pieces): Piece | undefined {
    const [only, ...more] = pieces;
    const at = more.length > 0 ? undefined : only?.at;
    const isInPlace = at !== undefined && at >= 2;
    const written = textOf(pieces) ?? "";
    const { text, parts } = parseArithmetic(this.source.tools.parser, written, isInPlace ? at - 2 : 0);
    const expander = new Expander({ ...this.source, text }, this.state);
    return parts.map((part) => expander.arithmetic(part, isInPlace ? undefined : pieces)).at(-1);
  }

  /** What stands between two places, as the default of an expansion does: text, strings and expansions. */
  private between(node: ShellNode, { start, end }: { start: number; end: number }): Pieces {
    const pieces: Piece[] = [];
    let position = start;
    const add = (upTo: number): void => {
      if (upTo > position) pieces.push(...unquoted(this.source.text.slice(position, upTo), position).flat());
    };
    for (const child of node.children) {
      if (child.start < start || child.end > end || !child.named) continue;
      add(child.start);
      pieces.push(...this.text(child));
      position = child.end;
    }
    add(end);
    return pieces;
  }

  /** Commands that only compute a path are known; what any other prints is not. */
  private substitution(node: ShellNode, inQuotes: boolean): Pieces {
    // In the default of an expansion, the grammar takes `$((8/2))` for a command in parentheses.
    const sum = /^\$\(\(([^]*)\)\)$/.exec(this.source.text.slice(node.start, node.end))?.[1];
    const result = sum === undefined ? undefined : this.computedText([literal(sum, node.start + 3)]);
    if (result !== undefined) return spread([result], inQuotes);
    const commands = node.children.filter((child) => child.named);
    const wordsOf = (child: ShellNode): Pieces[] => this.words(child);
    const expression = expressionOf(commands, wordsOf);
    const printed = expression === undefined ? undefined : this.computedText(expression);
    return spread(printed ? [printed] : (pathPrinted(commands, wordsOf) ?? [unknownPiece]), inQuotes);
  }

  private range(node: ShellNode): Pieces[] {
    const match = /^\{(\d{1,4})\.\.(\d{1,4})\}$/.exec(this.source.text.slice(node.start, node.end));
    const [from, to] = [Number(match?.[1]), Number(match?.[2])];
    if (match === null || from > to || to - from >= maximumRange) return [[manyPiece]];
    return Array.from({ length: to - from + 1 }, (_, index) => [computed(String(from + index), [node], false)]);
  }
}

const maximumRange = 64;

function numberPiece(result: Computed | undefined): Piece {
  return result === undefined ? unknownPiece : computed(String(result.value), result.origins, result.overridable);
}

function isExpansion(node: ShellNode): boolean {
  return ["simple_expansion", "expansion", "arithmetic_expansion", "command_substitution"].includes(node.type);
}

/** The text of several words where one is asked for. */
function joinedFields(fields: readonly Pieces[]): Pieces {
  if (fields.length > 1) return joined(fields);
  return fields[0]?.map((piece) => (piece.many ? unknownPiece : piece)) ?? [];
}

function isUnknown({ text }: Piece): boolean {
  return text === undefined;
}

function isDefault(sign: string): boolean {
  return sign === ":-" || sign === "-" || sign === ":=" || sign === "=";
}

/** Outside of quotes, blanks in the value of a variable separate words. */
function spread(pieces: Pieces, inQuotes: boolean): Pieces {
  return pieces.map((piece) => ({ ...piece, whole: inQuotes }));
}

/** Joins neighbouring parts of a word: the last field of one with the first of the next. */
function glue(parts: readonly Pieces[][]): Pieces[] {
  const fields: Pieces[] = [];
  parts.forEach((part, index) => {
    const [first = [], ...rest] = part;
    const last = fields.pop();
    fields.push(index === 0 || last === undefined ? first : [...last, ...first], ...rest);
  });
  return fields;
}
