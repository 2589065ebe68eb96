/** Checks the files of one project, each on its own: what goes wrong with one keeps nothing of the others from being said. */
import { applyPolicy } from "../config/resolve.ts";
import type { Finding, Fix, Location } from "../finding.ts";
import type { FileProblem, Project } from "../ide/project.ts";
import { readText } from "../node-host.ts";
import { LineIndex, type Refusal } from "../syntax/index.ts";
import { counted } from "./formats/summary.ts";
import type { Group } from "./groups.ts";
import type { ReportedError } from "./report.ts";

/** The part of a project that is used here; tests put their own in its place. */
export type Checkable = Pick<Project, "check" | "fixes">;

export class Checker {
  readonly errors: ReportedError[] = [];
  /** For reports about mistakes of ours. */
  readonly stacks: string[] = [];
  private readonly project: Checkable;
  private readonly config: Group["config"];

  constructor(project: Checkable, config: Group["config"]) {
    this.project = project;
    this.config = config;
  }

  findingsIn(path: string): readonly Finding[] {
    return this.guarded(path, [], () => {
      const report = this.project.check(path);
      if (report === undefined) this.notRead(path);
      else if (report.refused !== undefined) this.fail("unreadable", path, refusalWords[report.refused]);
      for (const problem of report?.problems ?? []) this.launchProblem(problem);
      if (report !== undefined && report.unfinished > 0) this.fail("budget", path, budgetText(report.unfinished));
      return applyPolicy(report?.findings ?? [], this.config);
    });
  }

  /** Comments that suppress nothing; of several idle rules in one comment the comment is named once. */
  idleSuppressionsIn(path: string): readonly Location[] {
    return this.guarded(path, [], () => {
      const places = this.project.check(path)?.unusedSuppressions.map(({ start, end }) => ({ path, start, end })) ?? [];
      return [...new Map(places.map((place) => [`${place.start} ${place.end}`, place])).values()];
    });
  }

  fixesFor(finding: Finding): readonly Fix[] {
    return this.guarded(finding.location.path, [], () => this.project.fixes(finding));
  }

  /** Says why a file cannot be read, if it cannot. */
  notRead(path: string): void {
    const outcome = readText(path);
    if ("problem" in outcome) this.fail("unreadable", path, `The file ${outcome.problem}.`);
  }

  /** A part of a launch file that is not read keeps nothing else from being checked. */
  launchProblem({ location: { path, start }, message }: FileProblem): void {
    const read = readText(path);
    const line = "problem" in read ? undefined : new LineIndex(read.text).positionAt(start).line + 1;
    this.fail("launch", path, message, line);
  }

  fail(kind: ReportedError["kind"], path: string, message: string, line?: number): void {
    if (this.errors.some((error) => error.path === path && error.message === message)) return;
    this.errors.push({ kind, path, line, message });
  }

  private guarded<Result>(path: string, otherwise: Result, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      this.fail(
        "internal",
        path,
        `Shardlint failed on this file, which is a mistake in Shardlint. Please report it: ${text}`,
      );
      this.stacks.push(`${path}\n${error instanceof Error ? (error.stack ?? text) : text}`);
      return otherwise;
    }
  }
}

function budgetText(functions: number): string {
  return `${counted(functions, "function")} not checked to the end: the budget ran out. What was not reached is unchecked.`;
}

const refusalWords: Readonly<Record<Refusal, string>> = {
  "too big": "The file has more than 4,000,000 characters and was not checked. Exclude it, or split it.",
  "too slow": "The file takes too long to parse and was not checked. Exclude it, or split it.",
};
