/** The launches of a workspace, by the script they start. */
import type { ShellTools } from "./shell/tools.ts";
import { type LaunchCommand, type Launches, type LaunchProblem, noLaunches } from "./launch.ts";
import { launchesIn, mayLaunch } from "./read.ts";
import { fileNamesOf, resolveTarget, type Workspace } from "./resolve.ts";

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
}

/** More would be no launches that a person wrote. */
const maximumFiles = 5_000;
const maximumCommands = 20_000;

/**
 * Keeps the commands of the launch files that it is told of. Which file a command starts is asked anew each time, so that scripts may come
 * and go.
 */
export class LaunchIndex {
  private readonly tools: ShellTools;
  private readonly workspace: Workspace;
  private readonly files = new Map<string, Entry>();
  /** By the last part of the path of what they may start. */
  private readonly byName = new Map<string, Set<Launch>>();
  private commandCount = 0;
  private isFull = false;

  constructor(tools: ShellTools, workspace: Workspace) {
    this.tools = tools;
    this.workspace = workspace;
  }

  /** True if files were left out because there are too many. */
  get incomplete(): boolean {
    return this.isFull;
  }

  /** Takes a file's text, in place of what it was before; undefined if the file is gone. True if any launch changed. */
  update(path: string, text: string | undefined): boolean {
    return this.replace(path, () =>
      text === undefined || !mayLaunch(path, text) ? noLaunches : launchesIn(this.tools, path, text),
    );
  }

  /** As `update`, for a file that somebody else reads. */
  replace(path: string, read: () => Launches): boolean {
    const before = this.remove(path);
    if (this.files.size >= maximumFiles || this.commandCount >= maximumCommands) {
      this.isFull = true;
      return before;
    }
    const { commands, problems, written } = read();
    if (commands.length === 0 && problems.length === 0) return before;
    const launches = commands.map((command): Launch => ({ file: path, command, written }));
    this.files.set(path, { launches, problems });
    this.commandCount += launches.length;
    for (const launch of launches) {
      for (const name of fileNamesOf(launch.command)) this.group(name).add(launch);
    }
    return before || launches.length > 0;
  }

  /** The launches that start a Python file, by file and place. */
  launchesOf(script: string): Launch[] {
    const name = script.slice(script.lastIndexOf("/") + 1);
    const candidates = [...(this.byName.get(name) ?? [])];
    return candidates
      .filter(({ file, command }) => resolveTarget(command, file, this.workspace) === script)
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.command.start - b.command.start));
  }

  /** The launches written in a launch file, and what of it was not read. */
  in(path: string): Entry {
    return this.files.get(path) ?? { launches: [], problems: [] };
  }

  /** The files of which something was not read. */
  broken(): readonly string[] {
    return [...this.files].flatMap(([path, { problems }]) => (problems.length > 0 ? path : []));
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
