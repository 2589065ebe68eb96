/**
 * A workspace under analysis: the one entrance for the language server, the command line and tests. It speaks paths,
 * offsets and plain data, does no input or output of its own, and never throws for what a user's file contains.
 */
import type { Command } from "../contracts/commands.ts";
import type { ContractLibrary } from "../contracts/library.ts";
import { type Launch, withOwnSources, type World } from "../contracts/world.ts";
import type { Finding, Fix, Location } from "../finding.ts";
import type { Host } from "../host.ts";
import type { Parser, Refusal, TextChange } from "../syntax/index.ts";
import type { Unknowns } from "../interpreter/unknowns.ts";
import { diagnose, diagnoseAll } from "./diagnose.ts";
import { GuardedNames } from "./guarded-names.ts";
import { type Hover, hoverAt } from "./hover.ts";
import { unseenConfigurations } from "./launch-findings.ts";
import { Launches } from "./launches.ts";
import { Memories } from "./memories.ts";
import {
  type Budget,
  defaultBudget,
  evaluateFile,
  type Evaluation,
  type EvaluationRequest,
  launchesOf,
} from "./program.ts";
import type { RunObserver } from "../interpreter/machine.ts";
import { Reports } from "./reports.ts";
import { Sources } from "./sources.ts";
import type { UnusedSuppression } from "./suppressions.ts";
import { offerFixes } from "./verified-fixes.ts";

export interface ProjectOptions {
  readonly host: Host;
  readonly parser: Parser;
  /** Reads Bash; without it launch files are not looked at. */
  readonly launchParser?: Parser | undefined;
  readonly library: ContractLibrary;
  /** Workspace folders. */
  readonly roots: readonly string[];
  /** A folder of installed packages, or a virtual environment, whose source may be read. */
  readonly environment?: string | undefined;
  readonly world: World;
  readonly budget?: Budget;
  /** For the first report on a file: whoever opens it has nothing yet, and does not type; as `budget` if not given. */
  readonly openingBudget?: Budget | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
  /** Counts what the checks of this project do not know; without it nothing is counted. */
  readonly unknowns?: Unknowns | undefined;
  /** Told of each statement and function that is evaluated, but not of what is known from before. */
  readonly observeRuns?: RunObserver;
  /** The rules' pages by id, in Markdown; for hovers. */
  readonly pages?: ReadonlyMap<string, string>;
}

/** A part of a launch file or a configuration that cannot be read. */
export interface FileProblem {
  readonly location: Location;
  /** Where the file is named, if another one was checked. */
  readonly named?: Location;
  /** What is wrong, and what follows. */
  readonly message: string;
}

/** What is said about one file. */
export interface FileReport {
  /** Sorted by position, then rule. Suppressed findings are left out. */
  readonly findings: readonly Finding[];
  /** Suppression comments, or rules in them, that suppress nothing. */
  readonly unusedSuppressions: readonly UnusedSuppression[];
  /** Functions that were not analysed to their end because the budget ran out. */
  readonly unfinished: number;
  /** Why the file was not analysed at all. */
  readonly refused: Refusal | undefined;
  /** Of this file if it is read for commands, and of the configurations that its commands name. */
  readonly problems: readonly FileProblem[];
}

/** So many files are kept as they were parsed although nothing that is open needs them. */
const maximumIdleFiles = 192;

export class Project {
  readonly sources: Sources;
  readonly options: ProjectOptions;
  readonly budget: Budget;
  readonly memories = new Memories();
  /** Where calls of libraries whose source can be read may raise. */
  readonly guarded: GuardedNames;
  /** The commands that start programs; undefined if nothing reads launch files. */
  readonly launches: Launches | undefined;
  private readonly reports = new Reports();
  /** The files that are being asked what they are told. */
  private readonly asked = new Set<string>();
  /** What cannot be read of configurations, until a file that may name or be one changes. */
  private configurations: readonly string[] | undefined;

  constructor(options: ProjectOptions) {
    this.options = options;
    this.budget = options.budget ?? defaultBudget;
    this.sources = new Sources(options.host, options.parser, options.library, options.roots, options.environment);
    this.guarded = new GuardedNames(this.sources);
    if (options.launchParser !== undefined)
      this.launches = new Launches(options.host, options.launchParser, options.roots, this.sources);
  }

  openDocument(path: string, text: string): void {
    this.sources.openDocument(path, text);
    this.launchChanged(path);
  }

  /** Applies edits in order; each refers to the text that the one before it left. */
  editDocument(path: string, changes: readonly TextChange[]): void {
    this.sources.editDocument(path, changes);
    this.launchChanged(path);
  }

  closeDocument(path: string): void {
    this.sources.closeDocument(path);
    this.launchChanged(path);
  }

  /** What `body` finds with changes in the texts of files; nothing of them is left afterwards. */
  withChanges<T>(changes: ReadonlyMap<string, readonly TextChange[]>, body: () => T): T {
    const launchesChange = (): void => {
      for (const path of changes.keys()) this.launches?.changed(path);
    };
    try {
      return this.sources.withChanges(changes, () => {
        launchesChange();
        return body();
      });
    } finally {
      launchesChange();
    }
  }

  /** A file that no editor holds appeared, changed or disappeared. */
  fileChanged(path: string): void {
    this.sources.forget(path);
    this.launchChanged(path);
  }

  /** What a launch file starts is started in another way. */
  private launchChanged(path: string): void {
    for (const script of this.launches?.changed(path) ?? []) this.reports.forget(script);
    if (!path.endsWith(".py")) this.configurations = undefined;
  }

  /** Evaluates a file as the settings say, with what else a caller wants of it. */
  evaluate(path: string, wanted: Partial<EvaluationRequest> = {}): Evaluation | undefined {
    return evaluateFile({ ...this.request(path), ...wanted });
  }

  /** What cannot be read of launch files that are not open, and of configurations they name; nothing before any launch was asked for. */
  unseenProblems(): readonly string[] {
    const { launches } = this;
    if (launches?.isComplete !== true) return [];
    this.configurations ??= unseenConfigurations(this, launches);
    return [...launches.unseenProblems(), ...this.configurations];
  }

  /** How a file is started, as far as that is known. */
  launchesOf(path: string): readonly Launch[] {
    return launchesOf(this.request(path));
  }

  /** The settings' world, with what the workspace itself says of libraries. */
  worldOf(path: string): World {
    return withOwnSources(this.options.world, (module) => this.sources.resolveSource(module, path) !== undefined);
  }

  private request(path: string): EvaluationRequest {
    const { library, clock } = this.options;
    const world = this.worldOf(path);
    const { sources, memories, guarded, launches } = this;
    const budget = this.reports.knows(path) ? this.budget : (this.options.openingBudget ?? this.budget);
    const commands = (): readonly Command[] => launches?.commandsOf(path) ?? [];
    return { path, sources, library, world, memories, budget, clock, guarded, commands };
  }

  /** The findings of a file; undefined if it cannot be read. */
  check(path: string): FileReport | undefined {
    this.reports.forgetReadersOf(this.sources.takeChanged());
    return this.reports.of(path, (before) => {
      this.makeRoom(path);
      return diagnose(this, path, before);
    });
  }

  /** Forgets what other files needed; nothing refers to it between two reports. */
  private makeRoom(path: string): void {
    const needed = this.reports.filesReadFor([path, ...this.sources.openPaths]);
    if (this.sources.parsedCount <= maximumIdleFiles + 2 * needed) return;
    this.memories.forgetAll();
    this.reports.forgetEdited();
    this.sources.forgetParsed();
  }

  /**
   * What another file is told whoever calls it, its suppressed findings included. While that is found out, the question
   * is not asked back: of files that call each other, each then speaks for itself.
   */
  findingsElsewhere(path: string): readonly Finding[] {
    if (this.asked.has(path)) return [];
    this.asked.add(path);
    try {
      return diagnoseAll(this, path).diagnosed.map(({ finding }) => finding);
    } finally {
      this.asked.delete(path);
    }
  }

  /** The fixes for a finding that `check` returned, each tried out: it removes the finding and adds none. */
  fixes(finding: Finding): readonly Fix[] {
    return offerFixes(this, finding);
  }

  /** What is known of the expression at an offset, as Markdown; undefined if nothing. */
  hover(path: string, offset: number): Hover | undefined {
    return hoverAt(this, path, offset);
  }
}
