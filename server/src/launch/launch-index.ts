/** The launches of a workspace, by the script they start. */
import { fileNameOf } from "../host.ts";
import type { Parser } from "../syntax/index.ts";
import type { ShellTools } from "./shell/tools.ts";
import { type LaunchCommand, type Launches, type LaunchProblem, noLaunches } from "./launch.ts";
import { launchesIn, mayBeLaunchFile, mayLaunch, scriptText } from "./read.ts";
import { fileNamesOf, resolveFile, resolveTarget, type Workspace } from "./resolve.ts";

/** A command, and the file that it is in. */
export interface Launch {
  readonly file: string;
  readonly command: LaunchCommand;
  /** What the file's commands may change, as `Launches` has it. */
  readonly written: ReadonlySet<string>;
}

interface Entry {
  readonly launches: readonly Launch[];
  readonly problems: readonly LaunchProblem[];
  /** Other scripts that were read for it. */
  readonly scripts: readonly string[];
}

/** More would be no launches that a person wrote. */
const maximumFiles = 5_000;
const maximumCommands = 20_000;

/** So many other scripts are read for one file. */
const maximumScripts = 50;

/**
 * Keeps the commands of the launch files that it is told of. Which file a command starts is asked anew each time, so that scripts may come
 * and go.
 */
export class LaunchIndex {
  private readonly parser: Parser;
  private readonly workspace: Workspace;
  private readonly files = new Map<string, Entry>();
  /** By the last part of the path of what they may start. */
  private readonly byName = new Map<string, Set<Launch>>();
  /** The files that name a script to run it, by the last part of its path. */
  private readonly callers = new Map<string, Set<string>>();
  private commandCount = 0;
  private isFull = false;

  /** `parser` reads Bash. */
  constructor(parser: Parser, workspace: Workspace) {
    this.parser = parser;
    this.workspace = workspace;
  }

  /** True if files were left out because there are too many. */
  get incomplete(): boolean {
    return this.isFull;
  }

  /** Takes a file's text, in place of what it was before; undefined if the file is gone. True if any launch changed. */
  update(path: string, text: string | undefined): boolean {
    const scripts: string[] = [];
    return this.replace(
      path,
      () =>
        text === undefined || !mayLaunch(path, text)
          ? noLaunches
          : launchesIn(this.toolsFor(path, scripts), path, text),
      scripts,
    );
  }

  /** The files whose launches change with a script, because they run it. */
  callersOf(script: string): readonly string[] {
    return [...(this.callers.get(fileNameOf(script)) ?? [])].filter((path) => path !== script);
  }

  /** As `update`, for a file that somebody else reads. */
  replace(path: string, read: () => Launches, scripts: readonly string[] = []): boolean {
    const before = this.remove(path);
    if (this.files.size >= maximumFiles || this.commandCount >= maximumCommands) {
      this.isFull = true;
      return before;
    }
    const { commands, problems, written } = read();
    if (commands.length === 0 && problems.length === 0) return before;
    const launches = commands.map((command): Launch => ({ file: path, command, written }));
    this.files.set(path, { launches, problems, scripts });
    this.commandCount += launches.length;
    for (const launch of launches) {
      for (const name of fileNamesOf(launch.command)) this.group(name).add(launch);
    }
    return before || launches.length > 0;
  }

  /** The launches that start a Python file, by file and place. */
  launchesOf(script: string): Launch[] {
    const candidates = [...(this.byName.get(fileNameOf(script)) ?? [])];
    return candidates
      .filter(({ file, command }) => resolveTarget(command, file, this.workspace) === script)
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.command.start - b.command.start));
  }

  /** The launches written in a launch file, and what of it was not read. */
  in(path: string): Entry {
    return this.files.get(path) ?? { launches: [], problems: [], scripts: [] };
  }

  /** The files that launch something, or of which something was not read. */
  get paths(): readonly string[] {
    return [...this.files.keys()];
  }

  private toolsFor(path: string, scripts: string[]): ShellTools {
    let count = 0;
    return {
      parser: this.parser,
      scripts: (name, directory) => {
        const callers = this.callers.get(fileNameOf(name)) ?? new Set();
        this.callers.set(fileNameOf(name), callers.add(path));
        if (++count > maximumScripts || !mayBeLaunchFile(name)) return undefined;
        const found = resolveFile([name], directory, path, this.workspace);
        const text = found === undefined ? undefined : scriptText(found, this.workspace.read(found));
        if (found === undefined || text === undefined) return undefined;
        scripts.push(found);
        return { path: found, text };
      },
    };
  }

  private group(name: string): Set<Launch> {
    const group = this.byName.get(name) ?? new Set();
    this.byName.set(name, group);
    return group;
  }

  private remove(path: string): boolean {
    const entry = this.files.get(path);
    if (entry === undefined) return false;
    this.files.delete(path);
    this.commandCount -= entry.launches.length;
    for (const launch of entry.launches) {
      for (const name of fileNamesOf(launch.command)) {
        const group = this.byName.get(name);
        group?.delete(launch);
        if (group?.size === 0) this.byName.delete(name);
      }
    }
    return entry.launches.length > 0;
  }
}
