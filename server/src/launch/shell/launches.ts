import type { Parser } from "../../syntax/index.ts";
import type { LaunchCommand, Launches, Word } from "../launch.ts";
import { launchOf } from "../programs.ts";
import type { ShellSource } from "./expansion.ts";
import { originsOf, wordOf, type Pieces } from "./pieces.ts";
import type { ShellCommand } from "./commands.ts";
import { readShell, type ShellStart } from "./script.ts";

/** The launches of a shell script. */
export function launchesOfShell(parser: Parser, source: ShellSource, start?: ShellStart): Launches {
  const { commands, problems, written } = readShell(parser, source, start);
  // A function that is called twice with the same arguments is one launch.
  const byKey = new Map<string, LaunchCommand>();
  for (const command of commands) {
    const launch = launchOfCommand(command);
    if (launch === undefined) continue;
    const key = keyOf(launch);
    const before = byKey.get(key);
    byKey.set(key, { ...launch, tentative: launch.tentative && before?.tentative !== false });
  }
  return { commands: [...byKey.values()], problems, written };
}

function launchOfCommand({
  words,
  environment,
  moreEnvironment,
  directory,
  tentative,
  start,
  end,
}: ShellCommand): LaunchCommand | undefined {
  return launchOf(
    words.map((word) => wordOf(word.pieces, word)),
    {
      environment: new Map([...environment].map(([name, pieces]) => [name, assignedWord(pieces, start)])),
      moreEnvironment,
      directory: directory === undefined ? undefined : assignedWord(directory, start),
      tentative,
      start,
      end,
    },
  );
}

/** A text that is not written in the command: its place is where it was assigned, else where the command is. */
function assignedWord(pieces: Pieces, start: number): Word {
  const [place = { start, end: start }] = originsOf(pieces);
  return wordOf(
    pieces.map((piece) => ({ ...piece, whole: true })),
    place,
  );
}

function keyOf({ start, arguments: words, environment, processes, directory, target }: LaunchCommand): string {
  const texts = [target.word, ...words, ...environment.values(), directory].map((word) => word?.text ?? null);
  return JSON.stringify([start, texts, processes?.count ?? null]);
}
