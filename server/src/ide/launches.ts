/** The launches of a workspace, as the analysis of a program wants them: the commands that start it. */
import { type Command, type CommandWord, maximumCommands } from "../contracts/commands.ts";
import type { Host } from "../host.ts";
import {
  type Launch,
  type LaunchCommand,
  LaunchIndex,
  literalPlace,
  mayBeLaunchFile,
  type Word,
} from "../launch/index.ts";
import { LineIndex, type Parser } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import { launchFilesIn } from "./launch-files.ts";
import type { Sources } from "./sources.ts";

export class Launches {
  private readonly host: Host;
  private readonly roots: readonly string[];
  private readonly sources: Sources;
  private readonly index: LaunchIndex;
  private isComplete = false;
  private readonly commands = new WeakMap<Launch, Command>();

  /** `parser` reads Bash. The workspace is looked through when something is first asked. */
  constructor(host: Host, parser: Parser, roots: readonly string[], sources: Sources) {
    this.host = host;
    this.roots = roots;
    this.sources = sources;
    this.index = new LaunchIndex(parser, { roots, isFile: (path) => host.isFile(path) });
  }

  /** The commands that start a program, those that pass the same once; none if there are too many to tell apart. */
  commandsOf(path: string): readonly Command[] {
    this.complete();
    const distinct = new Map<string, Command>();
    for (const launch of this.index.launchesOf(path)) {
      const key = keyOf(launch.command);
      if (!distinct.has(key)) distinct.set(key, this.commandOf(launch));
    }
    return distinct.size > maximumCommands ? [] : [...distinct.values()];
  }

  /** The commands that are written in a launch file, with the words of each at their places. */
  in(path: string): readonly Launch[] {
    this.complete();
    return this.index.in(path).launches;
  }

  /** Takes the newest text of a launch file. True if any launch changed. */
  changed(path: string): boolean {
    if (!this.isComplete || !mayBeLaunchFile(path)) return false;
    return this.index.update(path, this.sources.rawText(path));
  }

  /** A word as the program gets it. */
  wordOf(file: string, word: Word): CommandWord {
    const place = literalPlace(word, this.sources.rawText(file) ?? "") ?? word.origins[0] ?? word;
    return { text: word.text, overridable: word.overridable || word.given, site: this.site(file, place) };
  }

  site(file: string, { start, end }: { readonly start: number; readonly end: number }): Site | undefined {
    const chunk = this.sources.plainChunk(file);
    return chunk === undefined ? undefined : { path: file, chunk, start, end };
  }

  private complete(): void {
    if (this.isComplete) return;
    this.isComplete = true;
    for (const file of launchFilesIn(this.host, this.roots)) this.index.update(file, this.sources.rawText(file));
  }

  private commandOf(launch: Launch): Command {
    let command = this.commands.get(launch);
    if (command === undefined) this.commands.set(launch, (command = this.read(launch)));
    return command;
  }

  private read({ file, command }: Launch): Command {
    const { processes } = command;
    const [first] = processes?.words ?? [];
    return {
      name: this.nameOf(file, command.start),
      arguments: command.arguments.map((word) => this.wordOf(file, word)),
      openness: command.openness,
      environment: new Map([...command.environment].map(([name, word]) => [name, this.wordOf(file, word)])),
      processes:
        processes?.count === undefined
          ? undefined
          : { count: processes.count, site: this.site(file, first ?? command) },
    };
  }

  private nameOf(file: string, offset: number): string {
    const line = new LineIndex(this.sources.rawText(file) ?? "").positionAt(offset).line + 1;
    const root = this.roots.find((one) => file.startsWith(`${one}/`));
    return `${root === undefined ? file : file.slice(root.length + 1)}:${line}`;
  }
}

/** Equal for commands that say the same. */
function keyOf(command: LaunchCommand): string {
  const text = (word: Word): string => `${word.text ?? "?"}${word.overridable ? "~" : ""}`;
  return JSON.stringify([
    command.arguments.map(text),
    command.openness,
    [...command.environment].map(([name, word]) => `${name}=${text(word)}`),
    command.processes?.count,
  ]);
}
