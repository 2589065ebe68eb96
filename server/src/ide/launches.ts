/** The launches of a workspace, as the analysis of a program wants them: the commands that start it. */
import { type Command, type CommandWord, maximumCommands } from "../contracts/commands.ts";
import { directoryOf, type Host, join } from "../host.ts";
import {
  findLaunchFiles,
  isScript,
  type Launch,
  type LaunchCommand,
  LaunchIndex,
  type LaunchProblem,
  literalPlace,
  launchesOfPython,
  mayBeLaunchFile,
  mayStartProcesses,
  noLaunches,
  refused,
  resolveFile,
  resolveTarget,
  type Word,
  type Workspace,
  withoutFurther,
} from "../launch/index.ts";
import { LineIndex, type Parser } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import type { Sources } from "./sources.ts";

/** So many files of a folder are looked at. */
const maximumNeighbours = 300;

export class Launches {
  /** The folders whose Python files were looked at. */
  private readonly folders = new Set<string>();
  private readonly host: Host;
  private readonly parser: Parser;
  private readonly roots: readonly string[];
  private readonly sources: Sources;
  private readonly workspace: Workspace;
  private readonly index: LaunchIndex;
  private isLookedThrough = false;
  private readonly commands = new WeakMap<Launch, Command>();

  /** `parser` reads Bash. The workspace is looked through when something is first asked. */
  constructor(host: Host, parser: Parser, roots: readonly string[], sources: Sources) {
    this.host = host;
    this.parser = parser;
    this.roots = roots;
    this.sources = sources;
    this.workspace = { roots, isFile: (path) => host.isFile(path), read: (path) => this.textOf(path) };
    this.index = new LaunchIndex(parser, this.workspace);
  }

  /**
   * The commands that start a program, those that pass the same once; none if there are too many to tell apart. What a tentative
   * launch passes is no layout that has to work, nor one that the program can be counted on to have.
   */
  commandsOf(path: string): readonly Command[] {
    this.complete();
    this.lookAround(path);
    const distinct = new Map<string, Command>();
    const launches = this.index.launchesOf(path);
    for (const launch of launches) {
      if (launch.command.tentative || this.isFilledIn(launch, launches)) continue;
      const key = keyOf(launch.command);
      if (!distinct.has(key)) distinct.set(key, this.commandOf(launch));
    }
    return distinct.size > maximumCommands ? [] : [...distinct.values()];
  }

  /** True if the command gets something of whoever runs its script, and another file of the workspace does. */
  private isFilledIn({ file, command }: Launch, launches: readonly Launch[]): boolean {
    return (
      command.arguments.some(({ text, overridable }) => text === undefined && overridable) &&
      launches.some((other) => this.index.in(other.file).scripts.includes(file))
    );
  }

  /** The commands that are written in a launch file, with the words of each at their places. */
  in(path: string): readonly Launch[] {
    if (path.endsWith(".py")) this.lookAround(path);
    else this.complete();
    return this.index.in(path).launches;
  }

  /** Other scripts that say what a launch file starts. */
  scriptsOf(path: string): readonly string[] {
    return this.index.in(path).scripts;
  }

  /** What of a launch file cannot be read, if it is looked at for commands; nothing if nobody asked for any yet. */
  problemsIn(path: string): readonly LaunchProblem[] {
    return this.index.in(path).problems;
  }

  /** What of launch files cannot be read that are not open, so that nobody sees it there: `file:line: what is wrong`. */
  unseenProblems(): readonly string[] {
    return this.unseenFiles().flatMap((path) =>
      this.problemsIn(path).map(({ start, message }) => `${this.nameOf(path, start)}: ${message}`),
    );
  }

  /** True once somebody asked what starts a program. */
  get isComplete(): boolean {
    return this.isLookedThrough;
  }

  /** The files with launches that are not open. */
  unseenFiles(): readonly string[] {
    return this.index.paths.filter((path) => !this.sources.isOpen(path));
  }

  /** Takes the newest text of a launch file. Answers with the programs that were or are started by it, and the files that run it. */
  changed(path: string): ReadonlySet<string> {
    const isPython = this.folders.has(directoryOf(path)) && path.endsWith(".py");
    if (!isPython && !(this.isLookedThrough && mayBeLaunchFile(path))) return new Set();
    const callers = this.index.callersOf(path);
    const affected = [path, ...callers];
    const before = affected.flatMap((file) => this.startedBy(file));
    if (isPython) this.readPython(path);
    else for (const file of affected) this.update(file);
    return new Set([...callers, ...before, ...affected.flatMap((file) => this.startedBy(file))]);
  }

  private startedBy(path: string): readonly string[] {
    return this.index.in(path).launches.flatMap(({ command }) => resolveTarget(command, path, this.workspace) ?? []);
  }

  /** A word as the program gets it. */
  wordOf(file: string, word: Word): CommandWord {
    const place = literalPlace(word, this.sources.rawText(file) ?? "") ?? word.origins[0] ?? word;
    return { text: word.text, overridable: word.overridable || word.given, site: this.site(file, place) };
  }

  /** The file that a command names, seen from the file it is written in; undefined if there is none in the workspace. */
  fileNamed(name: string, { file, command }: Launch): string | undefined {
    return resolveFile([name], command.directory, file, this.workspace);
  }

  site(file: string, { start, end }: { readonly start: number; readonly end: number }): Site | undefined {
    if (file.endsWith(".py")) {
      const placed = this.sources
        .syntax(file)
        ?.chunks.find(({ chunk, offset }) => offset <= start && end <= offset + chunk.length);
      return placed && { path: file, chunk: placed.chunk, start: start - placed.offset, end: end - placed.offset };
    }
    const chunk = this.sources.plainChunk(file);
    return chunk === undefined ? undefined : { path: file, chunk, start, end };
  }

  /** Programs that start others lie beside them or above. */
  private lookAround(path: string): void {
    const root = this.roots.find((one) => path.startsWith(`${one}/`));
    if (root === undefined) return;
    for (let folder = directoryOf(path); folder.length >= root.length; folder = directoryOf(folder)) {
      if (this.folders.has(folder)) continue;
      this.folders.add(folder);
      const names = this.host.list(folder).flatMap(({ name, kind }) => (kind === "file" ? name : []));
      for (const name of names.filter((one) => one.endsWith(".py")).slice(0, maximumNeighbours)) {
        this.readPython(join(folder, name));
      }
    }
  }

  private readPython(file: string): void {
    const text = this.textOf(file);
    const pieces = this.sources.isOpen(file) ? this.sources.pieces(file) : [{ text: text ?? "" }];
    const syntax = mayStartProcesses(pieces) ? this.sources.syntax(file) : undefined;
    this.index.replace(file, () =>
      syntax === undefined ? noLaunches : launchesOfPython({ parser: this.parser }, file, syntax, text ?? ""),
    );
  }

  private complete(): void {
    if (this.isLookedThrough) return;
    this.isLookedThrough = true;
    for (const file of findLaunchFiles(this.host, this.roots).files) this.update(file);
  }

  private update(file: string): void {
    const text = this.textOf(file);
    // What is no text may be of another kind, unless its name says that it is a script.
    if (text === undefined && isScript(file) && this.host.isFile(file)) this.index.replace(file, () => unreadable);
    else this.index.update(file, text);
  }

  /** Read without being kept: most of what is looked through launches nothing. */
  private textOf(file: string): string | undefined {
    return this.sources.isOpen(file) ? this.sources.rawText(file) : this.host.read(file);
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
      arguments: withoutFurther(command.arguments).map((word) => this.wordOf(file, word)),
      openness: command.openness,
      environment: new Map([...command.environment].map(([name, word]) => [name, this.wordOf(file, word)])),
      moreEnvironment: command.moreEnvironment,
      unset: command.unset,
      processes:
        processes?.count === undefined
          ? undefined
          : { count: processes.count, site: this.site(file, first ?? command) },
    };
  }

  /** `file:line` of a place. */
  nameOf(file: string, offset: number): string {
    const line = new LineIndex(this.sources.rawText(file) ?? "").positionAt(offset).line + 1;
    const root = this.roots.find((one) => file.startsWith(`${one}/`));
    return `${root === undefined ? file : file.slice(root.length + 1)}:${line}`;
  }
}

const unreadable = refused("The file cannot be read as UTF-8 text. Change its permissions or its encoding.");

/** Equal for commands that say the same. */
function keyOf(command: LaunchCommand): string {
  const text = (word: Word): string => `${word.text ?? "?"}${word.overridable ? "~" : ""}`;
  return JSON.stringify([
    command.arguments.map(text),
    command.openness,
    [...command.environment].map(([name, word]) => `${name}=${text(word)}`),
    command.moreEnvironment,
    [...command.unset],
    command.processes?.count,
  ]);
}
