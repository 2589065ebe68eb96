/** Commands in the recipes of a Makefile. */
import type { Parser } from "../syntax/index.ts";
import { blank, joinLaunches, launchesOfEmbedded } from "./embedded.ts";
import type { Launches } from "./launch.ts";
import { literal, unknownPiece, type Pieces } from "./shell/pieces.ts";
import { overridablePieces } from "./shell/state.ts";

interface Line {
  readonly text: string;
  readonly offset: number;
}

interface Recipe extends Line {
  /** True with a `-` in front: make goes on if it fails. */
  readonly ignored: boolean;
}

/** Recipes run after the whole file is read, so that every variable has its last value. */
export function launchesOfMakefile(parser: Parser, path: string, text: string): Launches {
  const variables = new Map<string, Pieces>();
  const exported = new Set<string>();
  const recipes: Recipe[] = [];
  let depth = 0;
  for (const line of logicalLines(text)) {
    if (line.text.startsWith("\t")) recipes.push(recipe(line));
    else if (/^\s*(if(n?eq|n?def))\b/.test(line.text)) depth++;
    else if (/^\s*endif\b/.test(line.text)) depth--;
    else define(line, depth > 0, variables, exported);
  }
  return joinLaunches(
    recipes
      .filter(({ text: command }) => /\S/.test(command))
      .map((command) => launchesOfEmbedded(parser, command, { path, variables, exported, tentative: command.ignored })),
  );
}

/** Lines, joined where a backslash ends one. */
function logicalLines(text: string): Line[] {
  return [...text.matchAll(/(?:[^\n\\]|\\[^])*(?:\n|$)/g)]
    .filter((match) => match[0] !== "")
    .map((match) => ({ text: match[0], offset: match.index }));
}

/** `NAME = text`, `NAME := text`, `NAME ?= text`. Whoever calls make may give another text to any of them. */
function define(line: Line, conditional: boolean, variables: Map<string, Pieces>, exported: Set<string>): void {
  const exports = /^\s*export\s+((?:[\w-]+\s*)+)$/.exec(line.text);
  for (const name of exports?.[1]?.split(/\s+/) ?? []) exported.add(name);
  const match = /^(\s*(?:(?:export|override)\s+)*)([A-Za-z_][\w.-]*)(\s*(?:::?:?|\?|\+|!)?=[ \t]*)([^#\r\n]*)/.exec(
    line.text,
  );
  if (match === null) return;
  const [whole, prefix = "", name = "", operator = "", value = ""] = match;
  if (prefix.includes("export")) exported.add(name);
  const isWhole = !line.text.slice(whole.length).startsWith("\n") && /\\\s*\n/.test(line.text);
  const start = line.offset + prefix.length + name.length + operator.length;
  const before = variables.get(name);
  if (operator.includes("?") && before !== undefined && !conditional) return;
  const own = conditional || isWhole ? [unknownPiece] : valueOf(value.trimEnd(), start, variables);
  variables.set(name, operator.includes("+") ? [...(before ?? []), ...separator(before), ...own] : own);
}

function separator(before: Pieces | undefined): Pieces {
  return before === undefined || before.length === 0
    ? []
    : [{ ...literal(" ", 0), origins: [], at: undefined, whole: false }];
}

/** Literal text and references to variables that are already set; anything else is not known. */
function valueOf(value: string, start: number, variables: ReadonlyMap<string, Pieces>): Pieces {
  const pieces = [...value.matchAll(/\$[({]([\w.-]+)[)}]|\$(?:.|$)|[^$]+/g)].flatMap((match): Pieces => {
    const [text, name] = match;
    if (name !== undefined) return variables.get(name) ?? [unknownPiece];
    return text.startsWith("$") ? [unknownPiece] : [literal(text, start + match.index)];
  });
  return overridablePieces(pieces);
}

/** A recipe line as shell. References to variables of make have the same length as those of the shell. */
function recipe({ text, offset }: Line): Recipe {
  const body = text.replace(/^\t[ \t]*[@+-]*/, (start) => blank(start));
  let shell = "";
  let arithmetic = false;
  for (let index = 0; index < body.length;) {
    const rest = body.slice(index);
    const reference = /^\$[({]([A-Za-z_]\w*)[)}]/.exec(rest);
    const other = /^\$[({]/.test(rest) ? balanced(rest) : undefined;
    if (reference?.[1] !== undefined) shell += `\${${reference[1]}}`;
    // A function of make, or a name that is none in the shell: nobody knows what it prints.
    else if (other !== undefined && other.length > 3) shell += `$(:${" ".repeat(other.length - 4)})`;
    else if (rest.startsWith("$$((")) {
      shell += "$(( ";
      arithmetic = true;
    } else if (arithmetic && /^\$\$\w/.test(rest)) shell += "  ";
    // Automatic variables, and what the shell gets to see of `$$` elsewhere.
    else if (/^\$./.test(rest)) shell += "$?";
    else shell += rest[0] ?? "";
    if (shell.endsWith("))")) arithmetic = false;
    index = shell.length;
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
