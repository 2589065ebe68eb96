/** Commands in the recipes of a Makefile. */
import type { ShellTools } from "./shell/tools.ts";
import { blank, joinLaunches, launchesOfEmbedded } from "./embedded.ts";
import type { Launches, LaunchProblem } from "./launch.ts";
import { noText } from "./shell/quoting.ts";
import { blankBetweenWords, literal, type Piece, type Pieces, unknownPiece } from "./shell/pieces.ts";
import { overridablePieces } from "./shell/state.ts";

interface Line {
  readonly text: string;
  readonly offset: number;
}

interface Recipe extends Line {
  /** True with a `-` in front: make goes on if it fails. */
  readonly ignored: boolean;
}

/** A variable of make: a text, or one that is put together anew wherever it is used. */
type Definition = { readonly pieces: Pieces } | { readonly written: string; readonly start: number };

/** Recipes run after the whole file is read, so that every variable has its last value. */
export function launchesOfMakefile(tools: ShellTools, path: string, text: string): Launches {
  const definitions = new Map<string, Definition>();
  const exported = new Set<string>();
  const recipes: Recipe[] = [];
  let depth = 0;
  let isCanned = false;
  for (const line of logicalLines(text)) {
    const canned = /^ *(?:(?:override|export) +)*(?:define[ \t]+([\w.-]+)|endef\b)/.exec(line.text);
    if (canned !== null) {
      isCanned = canned[1] !== undefined;
      if (isCanned) definitions.set(canned[1] ?? "", { pieces: [unknownPiece] });
    } else if (line.text.startsWith("\t")) recipes.push(recipe(line));
    else if (/^\s*(if(n?eq|n?def))\b/.test(line.text)) depth++;
    else if (/^\s*endif\b/.test(line.text)) depth--;
    else if (!isCanned) define(line, depth > 0, definitions, exported);
  }
  // A variable of one target is another one in the recipes of the others.
  for (const [, name = ""] of text.matchAll(/^[^\s#:=][^#:=\n]*:[ \t]*([A-Za-z_][\w.-]*)[ \t]*[:+?]{0,3}=/gm))
    definitions.set(name, { pieces: [unknownPiece] });
  const known = [...definitions.keys()].map((name) => [name, valueOf(name, definitions)] as const);
  // What is included may define anything that is not defined here.
  const moreVariables = /^[ \t]*[-s]?include\b/m.test(text);
  const setting = { path, variables: new Map(known), exported, moreVariables };
  const all = joinLaunches(
    recipes
      .filter(({ text: command }) => /\S/.test(command))
      .map((command) => launchesOfEmbedded(tools, command, { ...setting, tentative: command.ignored })),
  );
  // A recipe that is run as one script, or is put together, ends where none of its lines does.
  const isWhole = !/^[ \t]*(\.ONESHELL\b|define\b)/m.test(text);
  return { ...all, problems: [...commandWithBlanks(text), ...(isWhole ? all.problems : [])] };
}

/** A command below a rule with blanks in front of it, which make takes for something else. */
function commandWithBlanks(text: string): readonly LaunchProblem[] {
  if (/^\.RECIPEPREFIX\b/m.test(text)) return [];
  const found = /^[^\s#:=][^#=\n]*:(?![=:])[^=\n]*\n( +)[@+-]?(?:python3?|torchrun|accelerate|deepspeed|sglang) /m.exec(
    text,
  );
  if (found === null) return [];
  const [whole, blanks = ""] = found;
  const start = found.index + whole.lastIndexOf(`\n${blanks}`) + 1;
  const message = "A command of a rule begins with a tab, not with blanks. Until it is mended, make does not run it.";
  return [{ start, end: start + blanks.length, message }];
}

/** Lines, joined where a backslash ends one. */
function logicalLines(text: string): Line[] {
  return [...text.matchAll(/(?:[^\n\\]|\\(?:\r\n|[^]))*(?:\n|$)/g)]
    .filter((match) => match[0] !== "")
    .map((match) => ({ text: match[0], offset: match.index }));
}

/** `NAME = text`, `NAME := text`, `NAME ?= text`. Whoever calls make may give another text to any of them. */
function define(line: Line, conditional: boolean, definitions: Map<string, Definition>, exported: Set<string>): void {
  const exports = /^\s*export\s+((?:[\w-]+\s*)+)$/.exec(line.text);
  for (const name of exports?.[1]?.split(/\s+/) ?? []) exported.add(name);
  const match = /^(\s*(?:(?:export|override)\s+)*)([A-Za-z_][\w.-]*)(\s*(?:::?:?|\?|\+|!)?=[ \t]*)([^#\r\n]*)/.exec(
    line.text.replace(/\\\r?\n/g, (lines) => " ".repeat(lines.length)),
  );
  if (match === null) return;
  const [, prefix = "", name = "", operator = "", value = ""] = match;
  if (prefix.includes("export")) exported.add(name);
  const before = definitions.get(name);
  if (operator.includes("?") && before !== undefined && !conditional) return;
  if (conditional || operator.includes("!")) {
    definitions.set(name, { pieces: [unknownPiece] });
    return;
  }
  const start = line.offset + prefix.length + name.length + operator.length;
  const written = value.trimEnd();
  if (!/[:+]/.test(operator)) {
    definitions.set(name, { written, start });
    return;
  }
  const own = expanded(written, start, definitions, []);
  const grown = operator.includes("+") && before !== undefined ? valueOf(name, definitions) : [];
  definitions.set(name, { pieces: grown.length === 0 ? own : [...grown, blankBetweenWords, ...own] });
}

function valueOf(name: string, definitions: ReadonlyMap<string, Definition>, within: readonly string[] = []): Pieces {
  const definition = definitions.get(name);
  if (definition === undefined || within.includes(name)) return [unknownPiece];
  if ("pieces" in definition) return definition.pieces;
  return expanded(definition.written, definition.start, definitions, [...within, name]);
}

/** Literal text and references to variables; what a function of make gives is not known. */
function expanded(
  value: string,
  start: number,
  definitions: ReadonlyMap<string, Definition>,
  within: readonly string[],
): Pieces {
  const pieces: Piece[] = [];
  for (let index = 0; index < value.length;) {
    const rest = value.slice(index);
    const text = /^[^$]+/.exec(rest)?.[0];
    const reference = /^\$[({]([\w.-]+)[)}]/.exec(rest);
    const length = text?.length ?? reference?.[0].length ?? balanced(rest)?.length ?? rest.length;
    if (text !== undefined) pieces.push(literal(text, start + index));
    else pieces.push(...(reference?.[1] === undefined ? [unknownPiece] : valueOf(reference[1], definitions, within)));
    index += length;
  }
  return overridablePieces(pieces);
}

/** A recipe line as shell. References to variables of make have the same length as those of the shell. */
function recipe({ text, offset }: Line): Recipe {
  const body = text.replace(/^\t[ \t]*[@+-]*/, (start) => blank(start));
  let shell = "";
  let arithmetic = false;
  for (let index = 0; index < body.length; index = shell.length) {
    const rest = body.slice(index);
    arithmetic = (arithmetic && !rest.startsWith("))")) || rest.startsWith("$$((");
    const reference = /^\$[({]([A-Za-z_]\w*)[)}]/.exec(rest);
    const other = /^\$[({]/.test(rest) ? balanced(rest) : undefined;
    if (reference?.[1] !== undefined) shell += `\${${reference[1]}}`;
    // A function of make, or a name that is none in the shell: nobody knows what it prints.
    else if (other !== undefined && other.length > 3) shell += `$(:${" ".repeat(other.length - 4)})`;
    else if (rest.startsWith("$$$$")) shell += "$?$?";
    else if (/^\$\$[\w({]/.test(rest)) shell += `${arithmetic && !rest.startsWith("$$((") ? " " : noText}$`;
    // Automatic variables, and whatever else follows a sign.
    else if (/^\$./.test(rest)) shell += "$?";
    else shell += rest[0] ?? "";
  }
  return { text: shell, offset, ignored: /^\t[ \t]*[@+]*-/.test(text) };
}

function balanced(text: string): string | undefined {
  let depth = 0;
  for (let index = 1; index < text.length; index++) {
    const character = text[index] ?? "";
    if (character === "(" || character === "{") depth++;
    else if (character === ")" || character === "}") depth--;
    else if (character === "\n") return undefined;
    if (depth === 0) return text.slice(0, index + 1);
  }
  return undefined;
}
