/** Commands of a Dockerfile: what it runs while building, and what the image starts. */
import { parseTree, type ParseError } from "jsonc-parser";
import type { ShellTools } from "./shell/tools.ts";
import { blank, joinLaunches, launchesOfEmbedded, launchesOfWords } from "./embedded.ts";
import { jsonProblem } from "./config-file.ts";
import { interpolated } from "./interpolation.ts";
import { jsonWords } from "./json-words.ts";
import { noLaunches, type Launches, type LaunchProblem, type Word } from "./launch.ts";
import { literal, unknownPiece, wordOf, type Pieces } from "./shell/pieces.ts";
import { overridablePieces } from "./shell/state.ts";

interface Instruction {
  readonly name: string;
  /** What follows the name, comments blanked. */
  readonly text: string;
  readonly offset: number;
}

export function launchesOfDockerfile(tools: ShellTools, path: string, text: string): Launches {
  const environment = new Map<string, Pieces>();
  const all: Launches[] = [];
  let entry: Instruction | undefined;
  let command: Instruction | undefined;
  const exported = new Set<string>();
  const buildArguments = new Set<string>();
  const shell = (instruction: Instruction): Launches => {
    const broken = brokenList(instruction);
    if (broken !== undefined) return { ...noLaunches, problems: [broken] };
    return launchesOfEmbedded(tools, instruction, { path, variables: environment, exported });
  };
  const finish = (): void => {
    // What the build is told is gone when the image starts.
    for (const name of buildArguments) environment.delete(name);
    all.push(start(tools, path, entry, command, environment, shell));
    entry = command = undefined;
  };
  for (const instruction of instructions(text)) {
    switch (instruction.name) {
      case "FROM":
        finish();
        environment.clear();
        exported.clear();
        buildArguments.clear();
        break;
      case "ENV":
      case "ARG":
        for (const [name, value] of assignments(instruction, environment)) {
          if (instruction.name === "ARG") buildArguments.add(name);
          else buildArguments.delete(name);
          environment.set(name, value);
          exported.add(name);
        }
        break;
      case "RUN":
        if (!isExec(instruction)) all.push(shell(instruction));
        break;
      case "ENTRYPOINT":
        entry = instruction;
        command = undefined;
        break;
      case "CMD":
        command = instruction;
        break;
    }
  }
  finish();
  return joinLaunches(all);
}

/** `CMD` is what `ENTRYPOINT` gets unless the container is started with something else. */
function start(
  tools: ShellTools,
  path: string,
  entry: Instruction | undefined,
  command: Instruction | undefined,
  environment: ReadonlyMap<string, Pieces>,
  shell: (instruction: Instruction) => Launches,
): Launches {
  const main = entry ?? command;
  if (main === undefined) return noLaunches;
  if (!isExec(main)) return shell(main);
  const added = entry !== undefined && command !== undefined && isExec(command) ? execWords(command) : [];
  const words = [...execWords(main), ...added.map((word): Word => ({ ...word, overridable: true }))];
  const { offset, text } = main;
  return launchesOfWords(tools, words, path, {
    environment: new Map(
      [...environment].map(([name, pieces]) => [
        name,
        wordOf(pieces, pieces[0]?.origins[0] ?? { start: offset, end: offset }),
      ]),
    ),
    directory: undefined,
    start: offset,
    end: offset + text.trimEnd().length,
  });
}

/** A list in brackets that is JSON; any other text is handed to a shell. */
function isExec({ text }: Instruction): boolean {
  const errors: ParseError[] = [];
  return parseTree(text, errors)?.type === "array" && errors.length === 0;
}

/** What looks like a list and is none, so that a shell gets its brackets. */
function brokenList({ text, offset }: Instruction): LaunchProblem | undefined {
  if (!/^\s*\[\s*["']/.test(text)) return undefined;
  const errors: ParseError[] = [];
  parseTree(text, errors);
  const [first] = errors;
  return first && jsonProblem({ ...first, offset: first.offset + offset });
}

function execWords({ text, offset }: Instruction): Word[] {
  return jsonWords(parseTree(text), text, offset);
}

/** Instructions with their continuation lines, in which comments may stand, and their here-documents. */
function instructions(text: string): Instruction[] {
  const found: Instruction[] = [];
  const pattern = /^[ \t]*([A-Za-z]+)[ \t]+((?:[^\n\\]|\\(?!\s*\n)|\\[ \t\r]*\n(?:[ \t]*(?:#[^\n]*)?\n)*)*)/gm;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [whole, name = "", body = ""] = match;
    const offset = match.index + whole.length - body.length;
    // A comment between continued lines is no part of the command, and neither is its line break.
    const shell = body.replace(
      /\n(?:[ \t]*(?:#[^\n]*)?\n)+/g,
      (lines) => `\n${blank(lines).slice(1).replaceAll("\n", " ")}`,
    );
    const joined = /^\s*\[/.test(shell) ? shell.replace(/\\[ \t\r]*\n/g, blank) : shell;
    const command = joined.replace(/^(--[\w-]+=\S+\s+)+/, blank);
    const document = documentAfter(text, pattern.lastIndex, body);
    if (document === undefined) {
      found.push({ name: name.toUpperCase(), text: command, offset });
      continue;
    }
    pattern.lastIndex = document.end;
    // `RUN <<EOF` runs the document, `RUN cat <<EOF` hands it to a command.
    const isScript = /^\s*<<-?["']?\w+["']?\s*$/.test(command);
    const [start, end] = isScript ? [document.start, document.stop] : [offset, document.end];
    const shown = isScript ? text.slice(start, end) : command + text.slice(offset + command.length, end);
    found.push({ name: name.toUpperCase(), text: shown, offset: start });
  }
  return found;
}

/** The lines up to the word that a here-document ends with, in a line of its own; undefined if there is none. */
function documentAfter(
  text: string,
  from: number,
  body: string,
): { start: number; stop: number; end: number } | undefined {
  const word = /<<-?["']?([A-Za-z_]\w*)["']?/.exec(body)?.[1];
  if (word === undefined) return undefined;
  const start = text.indexOf("\n", from) + 1;
  const limit = new RegExp(`^[\\t ]*${word}[ \\t\\r]*$`, "gm");
  limit.lastIndex = start;
  const found = start === 0 ? null : limit.exec(text);
  return found === null ? undefined : { start, stop: found.index, end: found.index + found[0].length };
}

/** `ENV A=1 B="x y"`, `ENV A 1`, `ARG A=1`. An instruction sees what those before it set. */
function assignments({ text, offset }: Instruction, before: ReadonlyMap<string, Pieces>): [string, Pieces][] {
  const value = (written: string, start: number): Pieces =>
    // What the image it is made from sets is not known.
    overridablePieces(
      interpolated(written, start, { escape: "\\", variable: (name) => before.get(name) ?? [unknownPiece] }),
    );
  const pairs = [...text.matchAll(/([A-Za-z_]\w*)=("(?:[^"\\]|\\.)*"|'[^']*'|\S*)/g)];
  if (pairs.length === 0) {
    const single = /^\s*([A-Za-z_]\w*)[ \t]+(\S[^\n]*?)\s*$/.exec(text);
    if (single?.[1] === undefined || single[2] === undefined) return [];
    return [[single[1], value(single[2], offset + single[0].lastIndexOf(single[2]))]];
  }
  return pairs.map((pair) => {
    const [whole, name = "", written = ""] = pair;
    const quote = /^["']/.test(written) ? 1 : 0;
    const start = offset + pair.index + whole.length - written.length + quote;
    const inside = written.slice(quote, written.length - quote);
    return [name, written.startsWith("'") ? overridablePieces([literal(inside, start)]) : value(inside, start)];
  });
}
