/** The launches of a workspace, as the analysis of a program wants them: the commands that start it. */
import { type Command, type CommandWord, maximumCommands } from "../contracts/commands.ts";
import type { Host } from "../host.ts";
import {
  findLaunchFiles,
  type Launch,
  type LaunchCommand,
  LaunchIndex,
  literalPlace,
  mayBeLaunchFile,
  resolveTarget,
  type Word,
  type Workspace,
} from "../launch/index.ts";
import { LineIndex, type Parser } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import type { Sources } from "./sources.ts";

export class Launches {
  private readonly host: Host;
  private readonly roots: readonly string[];
  private readonly sources: Sources;
  private readonly workspace: Workspace;
  private readonly index: LaunchIndex;
  private isComplete = false;
  private readonly commands = new WeakMap<Launch, Command>();

  /** `parser` reads Bash. The workspace is looked through when something is first asked. */
  constructor(host: Host, parser: Parser, roots: readonly string[], sources: Sources) {
    this.host = host;
    this.roots = roots;
    this.sources = sources;
    this.workspace = { roots, isFile: (path) => host.isFile(path) };
    this.index = new LaunchIndex(parser, this.workspace);
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

  /** Takes the newest text of a launch file. Answers with the programs that were or are started by it. */
  changed(path: string): ReadonlySet<string> {
    if (!this.isComplete || !mayBeLaunchFile(path)) return new Set();
    const before = this.startedBy(path);
    this.index.update(path, this.sources.rawText(path));
    return new Set([...before, ...this.startedBy(path)]);
  }

  private startedBy(path: string): readonly string[] {
    return this.index.in(path).launches.flatMap(({ command }) => resolveTarget(command, path, this.workspace) ?? []);
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
    for (const file of findLaunchFiles(this.host, this.roots).files)
      this.index.update(file, this.sources.rawText(file));
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
