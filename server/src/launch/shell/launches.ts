import type { ShellTools } from "./tools.ts";
import type { LaunchCommand, Launches, Span, Word } from "../launch.ts";
import { movedBy, placeCommand, placePiece } from "../placing.ts";
import { launchOf } from "../programs.ts";
import type { ShellSource } from "./tools.ts";
import { innerScript, isContainerCommand } from "./inner-script.ts";
import { originsOf, textOf, wordOf, type Piece, type Pieces } from "./pieces.ts";
import type { ShellCommand } from "./commands.ts";
import { readShell, type ShellStart } from "./script.ts";

/** Scripts inside of scripts inside of scripts. */
const maximumDepth = 4;

/** The launches of a shell script. */
export function launchesOfShell(source: ShellSource, start?: ShellStart, depth = 0): Launches {
  const { commands, problems, written } = readShell(source, start);
  // A function that is called twice with the same arguments is one launch.
  const byKey = new Map<string, LaunchCommand>();
  for (const launch of commands.flatMap((command) => launchesOfCommand(source.tools, source.path, command, depth))) {
    const key = keyOf(launch);
    const before = byKey.get(key);
    byKey.set(key, { ...launch, tentative: launch.tentative && before?.tentative !== false });
  }
  return { commands: [...byKey.values()], problems, written };
}

/** The launch that a command is, or those of the script that it hands to a shell. */
export function launchesOfCommand(tools: ShellTools, path: string, command: ShellCommand, depth = 0): LaunchCommand[] {
  const { words, environment, directory, start } = command;
  const inner = depth < maximumDepth ? innerScript(words) : undefined;
  if (inner !== undefined) {
    const isElsewhere = isContainerCommand(textOf(words[0]?.pieces ?? []), textOf(words[1]?.pieces ?? []));
    const around = isElsewhere
      ? { ...command, environment: new Map(), moreEnvironment: true, unset: new Set<string>() }
      : command;
    return launchesInside(tools, path, around, inner, depth + 1);
  }
  const launch = launchOf(
    words.map((word) => wordOf(word.pieces, word)),
    {
      ...command,
      environment: new Map([...environment].map(([name, pieces]) => [name, assignedWord(pieces, start)])),
      directory: directory && assignedWord(directory, start),
    },
  );
  return launch === undefined ? [] : [launch];
}

/** The inner shell has the variables that programs see. What the outer one puts into its text is a variable of the inner one. */
function launchesInside(
  tools: ShellTools,
  path: string,
  { environment, moreEnvironment, unset, directory, tentative }: ShellCommand,
  { pieces, start, end }: { readonly pieces: Pieces } & Span,
  depth: number,
): LaunchCommand[] {
  const [only] = pieces;
  const at = pieces.length === 1 && only?.overridable === false ? only.at : undefined;
  const offset = at ?? elsewhere;
  const moved = (text: Pieces): Pieces => text.map((piece) => placePiece(piece, -offset));
  const variables = new Map([...environment].map(([name, text]) => [name, moved(text)]));
  const text = pieces
    .map((piece, index) => {
      if (piece.text !== undefined && !piece.overridable) return piece.text;
      variables.set(partName(index), moved([piece]));
      return `\${${partName(index)}}`;
    })
    .join("");
  const { commands } = launchesOfShell(
    { text, path, tools },
    {
      variables,
      exported: new Set(environment.keys()),
      moreVariables: moreEnvironment,
      unset,
      directory: directory && moved(directory),
    },
    depth,
  );
  const isWritten = ({ start: place }: Span): boolean => at === undefined && place >= 0;
  const place = (span: Span): Span => (isWritten(span) ? { start, end } : movedBy(offset)(span));
  return commands.map((command) => ({ ...placeCommand(command, place), tentative: command.tentative || tentative }));
}

/** Far from every place of the file, for a text that stands nowhere in it. */
const elsewhere = 1e9;

function partName(index: number): string {
  return `_part${index}`;
}

/** A text that is not written in the command: its place is where it was assigned, else where the command is. */
function assignedWord(pieces: Pieces, start: number): Word {
  const [place = { start, end: start }] = originsOf(pieces);
  return wordOf(
    pieces.map((piece): Piece => ({ ...piece, whole: true })),
    place,
  );
}

function keyOf({ start, arguments: words, environment, unset, processes, directory, target }: LaunchCommand): string {
  const texts = [target.word, ...words, ...environment.values(), directory].map((word) => word?.text ?? null);
  return JSON.stringify([start, texts, [...unset], processes?.count ?? null]);
}
