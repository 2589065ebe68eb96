import type { LaunchCommand, Launches, Span, Word } from "../launch.ts";
import { movedBy, placeCommand, placePiece } from "../placing.ts";
import { launchOf } from "../programs.ts";
import type { ScriptFinder, ShellSource, ShellTools } from "./tools.ts";
import { mayChange } from "./written-files.ts";
import { elsewhere } from "./relocation.ts";
import { innerScript, isContainerCommand } from "./inner-script.ts";
import { otherScript, startedScript } from "./other-scripts.ts";
import { originsOf, textOf, wordOf, type Piece, type Pieces } from "./pieces.ts";
import type { ShellCommand, ShellWord } from "./commands.ts";
import { readShell, type ShellStart } from "./script.ts";

/** Scripts inside of scripts inside of scripts. */
const maximumDepth = 4;

/** The launches of a shell script. */
export function launchesOfShell(source: ShellSource, start?: ShellStart, depth = 0): Launches {
  const { commands, problems, written } = readShell(source, start);
  const { scripts } = source.tools;
  const unchanged: ScriptFinder = (name, directory) => {
    const found = scripts?.(name, directory);
    return found && mayChange(written, found.path) ? undefined : found;
  };
  const tools = { ...source.tools, scripts: unchanged };
  // A function that is called twice with the same arguments is one launch.
  const byKey = new Map<string, LaunchCommand>();
  for (const launch of commands.flatMap((command) => launchesOfCommand(tools, source.path, command, depth))) {
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
  const started = depth < maximumDepth ? startedScript(words) : undefined;
  const other = started && otherScript(started.name.pieces, tools, directory);
  if (started !== undefined && other !== undefined) {
    const { variables, positional } = started;
    const around = {
      ...command,
      environment: new Map([...environment, ...(variables ?? [])]),
      moreEnvironment: command.moreEnvironment || variables === undefined,
    };
    const start = { at: undefined, span: { start: command.start, end: command.end }, parts: new Map(), positional };
    return launchesStarted({ ...other, tools }, around, start, depth + 1);
  }
  const launch = launchOf(
    words.map((word) => wordOf(word.pieces, word)),
    {
      ...command,
      environment: new Map([...environment].map(([name, pieces]) => [name, assignedWord(pieces, start)])),
      directory: directory && assignedWord(directory, start),
    },
  );
  return launch === undefined ? [] : [{ ...launch, writtenIn: command.writtenIn }];
}

/** What the outer shell puts into the text of an inner one is a variable of that. */
function launchesInside(
  tools: ShellTools,
  path: string,
  command: ShellCommand,
  { pieces, start, end }: ShellWord,
  depth: number,
): LaunchCommand[] {
  const [only] = pieces;
  const at = pieces.length === 1 && only?.overridable === false ? only.at : undefined;
  const parts = new Map<string, Pieces>();
  const text = pieces
    .map((piece, index) => {
      if (piece.text !== undefined && !piece.overridable) return piece.text;
      parts.set(partName(index), [piece]);
      return `\${${partName(index)}}`;
    })
    .join("");
  return launchesStarted({ text, path, tools }, command, { at, span: { start, end }, parts }, depth);
}

/** What a script is started with, besides what programs see of the variables of who starts it. */
interface Start {
  /** Where its text stands in the file; undefined if it stands nowhere there as it is. */
  readonly at: number | undefined;
  /** Where it is started. */
  readonly span: Span;
  readonly parts: ReadonlyMap<string, Pieces>;
  readonly positional?: readonly Pieces[];
}

function launchesStarted(
  source: ShellSource,
  { environment, moreEnvironment, unset, directory, tentative }: ShellCommand,
  { at, span, parts, positional }: Start,
  depth: number,
): LaunchCommand[] {
  const offset = at ?? elsewhere;
  const moved = (text: Pieces): Pieces => text.map((piece) => placePiece(piece, -offset));
  const { commands } = launchesOfShell(
    source,
    {
      variables: new Map([...environment, ...parts].map(([name, text]) => [name, moved(text)])),
      exported: new Set(environment.keys()),
      moreVariables: moreEnvironment,
      unset,
      directory: directory && moved(directory),
      positional: positional?.map(moved),
    },
    depth,
  );
  const isWritten = ({ start }: Span): boolean => at === undefined && start >= 0;
  const place = (one: Span): Span => (isWritten(one) ? span : movedBy(offset)(one));
  return commands.map((command) => ({
    ...placeCommand(command, place),
    tentative: command.tentative || tentative,
    writtenIn: command.writtenIn ?? (positional && source.path),
  }));
}

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
  const texts = [target.word, ...words, ...environment.values(), directory].map(
    (word) => word && [word.text ?? null, word.prefix, word.count, word.overridable, word.given],
  );
  return JSON.stringify([start, texts, [...environment.keys()], [...unset], processes?.count ?? null]);
}
