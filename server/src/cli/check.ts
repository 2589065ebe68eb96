/** One check of everything that was asked for. */
import { Unknowns } from "../interpreter/unknowns.ts";
import type { Location } from "../finding.ts";
import { ruleIds } from "../rules/registry.ts";
import { fixInMemory, type FixedFile } from "./apply-fixes.ts";
import { Checker } from "./checker.ts";
import type { CheckOptions } from "./check-options.ts";
import { discover } from "./discover.ts";
import type { Engine, OpenedProject } from "./engine.ts";
import { formatsWithFixes } from "./formats/index.ts";
import { type Group, groupsOf } from "./groups.ts";
import { Places } from "./places.ts";
import { FileReader } from "./file-reader.ts";
import { prefilter } from "./prefilter.ts";
import { WordSearch } from "./word-search.ts";
import { byPlace, type Report, type ReportedError, type ReportedFinding } from "./report.ts";
import { type Counts, functionsIn, Stopwatch } from "./stats.ts";
import { writeFixed } from "./write-fixes.ts";

/** Words of the commands that are themselves checked. */
const checkedCommands = ["sglang"];

/** The launch files that have such a command; what cannot be read has none. */
function launchersIn(paths: readonly string[]): readonly string[] {
  const reader = new FileReader();
  const search = new WordSearch(checkedCommands);
  return paths.filter((path) => {
    try {
      const { bytes, length } = reader.read(path);
      return search.isIn(bytes, length);
    } catch {
      return false;
    }
  });
}

export class Check {
  readonly places: Places;
  readonly stopwatch = new Stopwatch();
  /** Where our own mistakes happened. */
  readonly stacks: string[] = [];
  readonly counts: Counts = { files: 0, bytes: 0, lines: 0, analysed: 0, functions: 0, unfinished: 0, idle: 0 };
  /** Undefined if nobody asked for the numbers. */
  readonly unknowns: Unknowns | undefined;
  readonly fixed = new Map<string, FixedFile>();
  /** How many fixes these files have. */
  applied = 0;
  private readonly options: CheckOptions;
  private readonly engine: Engine;
  private readonly opened: OpenedProject[] = [];
  private readonly seen = new Set<string>();
  /** Of the group that is checked. */
  private readonly launchFiles: string[] = [];
  private readonly findings: ReportedFinding[] = [];
  private readonly errors: ReportedError[] = [];
  private readonly idleSuppressions: Location[] = [];

  constructor(options: CheckOptions, engine: Engine, workingFolder: string) {
    this.options = options;
    this.engine = engine;
    this.unknowns = options.stats ? new Unknowns() : undefined;
    this.places = new Places(workingFolder, this.textOf);
  }

  run(): Report {
    for (const group of groupsOf(this.options, this.engine.host, this.places.workingFolder)) this.add(group);
    const findings = this.findings.sort((a, b) => byPlace(a.finding, b.finding));
    return { files: this.counts.files, findings, errors: this.errors, idleSuppressions: this.idleSuppressions };
  }

  readonly textOf = (path: string): string | undefined => {
    for (const { project } of this.opened) {
      const text = project.sources.text(path);
      if (text !== undefined) return text;
    }
    return undefined;
  };

  private add(group: Group): void {
    const opened = this.engine.open(group, this.unknowns);
    this.opened.push(opened);
    for (const { file, line, message } of group.problems)
      this.errors.push({ kind: "configuration", path: file, line, message });
    this.errors.push(...opened.problems);
    const checker = new Checker(opened.project, group.config);
    const candidates = this.candidatesOf(group, opened, checker);

    for (const path of candidates) checker.findingsIn(path);
    for (const path of this.launchFiles.splice(0)) {
      // Files that were looked through for commands, and files that somebody names.
      if (group.paths.includes(path)) opened.project.launches?.in(path);
      for (const { start, end, message } of opened.project.launches?.problemsIn(path) ?? [])
        checker.launchProblem({ location: { path, start, end }, message });
    }
    this.stopwatch.end("analysis");

    if (this.options.fix || this.options.diff) this.fix(opened, checker, candidates);
    this.collect(checker, candidates);
    this.stopwatch.end("fixes");
    if (this.options.stats) this.countFunctions(opened, candidates);
  }

  /** The files of a group that can have findings. */
  private candidatesOf(
    { paths, roots, config }: Group,
    { project }: OpenedProject,
    checker: Checker,
  ): readonly string[] {
    // A file that mentions us may have a comment that suppresses nothing.
    const others = [...checkedCommands, "shardlint"];
    const triggers = project.options.library.triggers(ruleIds);
    this.stopwatch.end("start");

    const discovered = discover(paths, config.isExcluded);
    const files = discovered.files.filter((path) => !this.seen.has(path));
    for (const path of files) this.seen.add(path);
    this.stopwatch.end("discovery");

    const hasOutside = !roots.every((root) => paths.some((path) => root === path || root.startsWith(`${path}/`)));
    const modules = project.sources;
    const { candidates, problems, bytes, lines } = prefilter({
      files,
      words: [...triggers.words, ...others],
      confirms: (text) => triggers.in([{ text }]).length > 0 || others.some((word) => text.includes(word)),
      modules,
      guarded: project.guarded,
      hasOutside,
      countLines: this.options.stats,
    });
    this.launchFiles.push(...discovered.launchFiles);
    const launching = launchersIn(discovered.launchFiles.filter((path) => !this.seen.has(path)));
    for (const path of launching) this.seen.add(path);
    this.counts.files += files.length + launching.length;
    this.counts.bytes += bytes;
    this.counts.lines += lines;
    this.counts.analysed += candidates.length;
    for (const { path, message } of [...discovered.problems, ...problems]) {
      checker.fail("unreadable", path, `The ${this.engine.host.isDirectory(path) ? "folder" : "file"} ${message}.`);
    }
    // Nothing was looked for in the others, but somebody who names a file is told if it cannot be read.
    const unread = new Set(files.filter((path) => !candidates.includes(path)));
    for (const path of paths) if (unread.has(path)) checker.notRead(path);
    this.stopwatch.end("reading");
    return [...candidates, ...launching];
  }

  private fix({ project }: OpenedProject, checker: Checker, candidates: readonly string[]): void {
    const { files, applied } = fixInMemory(
      {
        findingsIn: (path) => checker.findingsIn(path),
        fixesFor: (finding) => checker.fixesFor(finding),
        textOf: (path) => project.sources.text(path),
        replace: (path, text) => {
          project.openDocument(path, text);
        },
      },
      candidates,
    );
    this.applied += applied;
    for (const [path, file] of files) {
      this.fixed.set(path, file);
      const problem = this.options.diff ? undefined : writeFixed(path, file);
      if (problem !== undefined) checker.fail("unreadable", path, problem);
      // What is reported afterwards is what is on the disk.
      if (this.options.diff || problem !== undefined) project.openDocument(path, file.before);
    }
  }

  private collect(checker: Checker, candidates: readonly string[]): void {
    const withFixes = formatsWithFixes.has(this.options.format) && !this.options.diff;
    for (const path of candidates) {
      this.idleSuppressions.push(...checker.idleSuppressionsIn(path));
      for (const finding of checker.findingsIn(path)) {
        this.findings.push({ finding, fixes: withFixes ? checker.fixesFor(finding) : [] });
      }
    }
    this.counts.idle = this.idleSuppressions.length;
    this.errors.push(...checker.errors);
    this.stacks.push(...checker.stacks);
    this.counts.unfinished += checker.errors.filter(({ kind }) => kind === "budget").length;
  }

  private countFunctions({ project }: OpenedProject, candidates: readonly string[]): void {
    for (const path of candidates) {
      const syntax = project.sources.syntax(path);
      if (syntax !== undefined) this.counts.functions += functionsIn(syntax);
    }
  }
}
