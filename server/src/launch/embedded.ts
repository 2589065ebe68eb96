/** Shell inside of other files. What is not shell is blanked there, so that every character stays in its place. */
import type { ShellTools } from "./shell/tools.ts";
import { noLaunches, type Launches, type LaunchProblem, type Word } from "./launch.ts";
import { movedBy, placeCommand, placePiece } from "./placing.ts";
import type { Surroundings } from "./programs.ts";
import { launchesOfCommand, launchesOfShell } from "./shell/launches.ts";
import { computed, literal, type Pieces } from "./shell/pieces.ts";

/** A run of shell text that begins at an offset of its file. */
export interface EmbeddedShell {
  readonly text: string;
  readonly offset: number;
}

/** What holds where an embedded text starts. Places are those of the file. */
export interface Setting {
  /** The path of the file. */
  readonly path: string;
  readonly variables?: ReadonlyMap<string, Pieces>;
  readonly exported?: ReadonlySet<string>;
  /** True if variables that are not listed may be set, too. */
  readonly moreVariables?: boolean;
  /** Where it starts, if that is not where the file was started. */
  readonly directory?: Pieces | undefined;
  /** True if whoever runs the text ignores that it fails. */
  readonly tentative?: boolean;
}

export function launchesOfEmbedded(tools: ShellTools, shell: EmbeddedShell, setting: Setting): Launches {
  const {
    path,
    variables = new Map<string, Pieces>(),
    exported,
    moreVariables = false,
    directory,
    tentative = false,
  } = setting;
  const { text, offset } = shell;
  const moved = new Map(
    [...variables].map(([name, pieces]) => [name, pieces.map((piece) => placePiece(piece, -offset))]),
  );
  const place = movedBy(offset);
  const { commands, problems, written } = launchesOfShell(
    { text, path, tools },
    {
      variables: moved,
      ...(exported && { exported }),
      moreVariables,
      directory: directory?.map((piece) => placePiece(piece, -offset)),
    },
  );
  return {
    commands: commands.map((command) => ({
      ...placeCommand(command, place),
      tentative: command.tentative || tentative,
    })),
    problems: problems.map((problem): LaunchProblem => ({ ...problem, ...place(problem) })),
    written,
  };
}

/** The launches of a command whose words a file lists. */
export function launchesOfWords(
  tools: ShellTools,
  words: readonly Word[],
  path: string,
  around: Surroundings,
): Launches {
  const {
    environment,
    moreEnvironment = false,
    unset = new Set<string>(),
    directory,
    tentative = false,
    start,
    end,
  } = around;
  const commands = launchesOfCommand(tools, path, {
    words: words.map((word) => ({ pieces: piecesOf(word), start: word.start, end: word.end })),
    environment: new Map([...environment].map(([name, word]) => [name, piecesOf(word)])),
    directory: directory && piecesOf(directory),
    ...{ moreEnvironment, unset, tentative, start, end },
  });
  return { ...noLaunches, commands };
}

/** A word as the text of a variable. */
export function piecesOf({ text, prefix, start, end, origins, overridable, count, given }: Word): Pieces {
  const isLiteral = origins.length === 0 && end - start === text?.length;
  if (isLiteral) return [{ ...literal(text, start), overridable }];
  const many = count === "any";
  const places = origins.length === 0 ? [{ start, end }] : origins;
  const beginning = text === undefined && prefix !== "" ? [computed(prefix, [], false)] : [];
  return [...beginning, { ...computed(text, places, overridable), many, given }];
}

export function joinLaunches(all: readonly Launches[]): Launches {
  return {
    commands: all.flatMap((one) => one.commands),
    problems: all.flatMap((one) => one.problems),
    written: new Set(all.flatMap((one) => [...one.written])),
  };
}

/** Blanks of the same length; line breaks stay. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
