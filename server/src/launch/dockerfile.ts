/** Commands of a Dockerfile: what it runs while building, and what the image starts. */
import { parseTree } from "jsonc-parser";
import type { Parser } from "../syntax/index.ts";
import { blank, joinLaunches, launchesOfEmbedded } from "./embedded.ts";
import { jsonWords } from "./json-words.ts";
import { noLaunches, type Launches, type Word } from "./launch.ts";
import { launchOf } from "./programs.ts";
import { literal, wordOf, type Pieces } from "./shell/pieces.ts";
import { overridablePieces } from "./shell/state.ts";

interface Instruction {
  readonly name: string;
  /** What follows the name, comments blanked. */
  readonly text: string;
  readonly offset: number;
}

export function launchesOfDockerfile(parser: Parser, path: string, text: string): Launches {
  const environment = new Map<string, Pieces>();
  const all: Launches[] = [];
  let entry: Instruction | undefined;
  let command: Instruction | undefined;
  const exported = new Set<string>();
  const shell = (instruction: Instruction): Launches =>
    launchesOfEmbedded(parser, instruction, { path, variables: environment, exported });
  const finish = (): void => {
    all.push(start(entry, command, environment, shell));
    entry = command = undefined;
  };
  for (const instruction of instructions(text)) {
    switch (instruction.name) {
      case "FROM":
        finish();
        environment.clear();
        exported.clear();
        break;
      case "ENV":
      case "ARG":
        for (const [name, value] of assignments(instruction)) {
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
  const found = launchOf(words, {
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
  return found === undefined ? noLaunches : { ...noLaunches, commands: [found] };
}

function isExec({ text }: Instruction): boolean {
  return text.trimStart().startsWith("[");
}

function execWords({ text, offset }: Instruction): Word[] {
  return jsonWords(parseTree(text), text, offset);
}

/** Instructions with their continuation lines, in which comments may stand. */
function instructions(text: string): Instruction[] {
  const found: Instruction[] = [];
  for (const match of text.matchAll(
    /^[ \t]*([A-Za-z]+)[ \t]+((?:[^\n\\]|\\(?!\s*\n)|\\[ \t\r]*\n(?:[ \t]*(?:#[^\n]*)?\n)*)*)/gm,
  )) {
    const [whole, name = "", body = ""] = match;
    const offset = match.index + whole.length - body.length;
    // A comment between continued lines is no part of the command, and neither is its line break.
    const shell = body.replace(
      /\n(?:[ \t]*(?:#[^\n]*)?\n)+/g,
      (lines) => `\n${blank(lines).slice(1).replaceAll("\n", " ")}`,
    );
    found.push({ name: name.toUpperCase(), text: shell.replace(/^(--[\w-]+=\S+\s+)+/, blank), offset });
  }
  return found;
}

/** `ENV A=1 B="x y"`, `ENV A 1`, `ARG A=1`. */
function assignments({ text, offset }: Instruction): [string, Pieces][] {
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
    return [name, value(written.slice(quote, written.length - quote), start)];
  });
}

/** Text with an escape or a variable in it is not known. */
function value(text: string, start: number): Pieces {
  const piece = literal(text, start);
  return overridablePieces([/[\\$]/.test(text) ? { ...piece, text: undefined, at: undefined } : piece]);
}
