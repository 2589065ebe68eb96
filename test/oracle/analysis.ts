/** What Shardlint says about a generated program, in the terms in which CPython's runs are recorded. */
import type { World } from "../../server/src/contracts/world.ts";
import type { Severity } from "../../server/src/finding.ts";
import { diagnoseAll } from "../../server/src/ide/diagnose.ts";
import { withoutRepeats } from "../../server/src/ide/blame.ts";
import { Memories } from "../../server/src/ide/memories.ts";
import { locationOf } from "../../server/src/ide/places.ts";
import { defaultBudget, evaluateFile } from "../../server/src/ide/program.ts";
import { Project } from "../../server/src/ide/project.ts";
import type { Failure, FailureCase } from "../../server/src/interpreter/surroundings.ts";
import type { Frame } from "../../server/src/interpreter/machine.ts";
import { judge } from "../../server/src/rules/conditions.ts";
import { LineIndex } from "../../server/src/syntax/index.ts";
import { projectOf } from "../../server/src/testing/project.ts";
import { integer } from "../../server/src/values/symbolic.ts";
import { int, type Value } from "../../server/src/values/value.ts";
import type { KnownWorld } from "./programs/program.ts";

/** A failed requirement that is reported. */
export interface Reported {
  readonly rule: string;
  readonly severity: Severity;
  /** The lines of the calls that lead to it from where the analysis began, outermost first. */
  readonly stack: readonly (readonly [file: string, first: number, last: number])[];
  readonly cases: readonly FailureCase[];
}

export interface Seen {
  readonly place: string;
  readonly stack: readonly string[];
  readonly value: Value;
}

export interface Analysis {
  readonly reported: readonly Reported[];
  /** The values of `reveal` in the order of evaluation. */
  readonly seen: readonly Seen[];
  readonly unfinished: number;
}

const folder = "/project/";
const fileNames = ["main.py", "helpers.py", "lib/__init__.py", "lib/checks.py"];

/** The world as a setting or a configuration file states it. */
export function worldOf(known: KnownWorld): Partial<World> {
  const fact = (value: number) => ({ value: int(integer(value)), site: undefined });
  const { launch } = known;
  const launches =
    launch === undefined
      ? []
      : [
          new Map([
            ["ulysses_degree", fact(launch.ulysses)],
            ["ring_degree", fact(launch.ring)],
          ]),
        ];
  return { launches, architectures: known.architectures, libraries: new Map(Object.entries(known.libraries)) };
}

/**
 * Analyses a program. `product` is what a user would see; otherwise every requirement of every contract is looked at,
 * and every part of the program.
 */
export async function analysed(
  files: Readonly<Record<string, string>>,
  known: KnownWorld,
  product: boolean,
): Promise<Analysis> {
  const { project, memories } = await projectFor(files, known);
  const places = new Places(project);
  if (product) {
    const { diagnosed, unfinished } = diagnoseAll(project, `${folder}main.py`);
    const reported = diagnosed.map(({ finding, failure }) => places.reported(failure, finding.severity));
    return { reported, seen: [], unfinished };
  }
  const seen: Seen[] = [];
  const { sources, options, budget } = project;
  const evaluation = evaluateFile({
    path: `${folder}main.py`,
    sources,
    library: options.library,
    world: options.world,
    memories,
    budget,
    clock: options.clock,
    reports: () => true,
    observe: (frame, span, value) => {
      const place = places.revealed(frame, span);
      if (place !== undefined) seen.push({ place, stack: places.stackOf(frame), value });
    },
  });
  const reported = withoutRepeats(evaluation?.failures ?? []).flatMap((failure) => {
    const verdict = judge(failure);
    return verdict === undefined ? [] : [places.reported(failure, verdict.severity)];
  });
  return { reported, seen, unfinished: evaluation?.unfinished ?? 0 };
}

interface Kept {
  readonly project: Project;
  /** For evaluations that look at every requirement. */
  readonly memories: Memories;
}

const projects = new Map<string, Kept>();

/** A project of the given world that holds just these files. It has held others before, as an editor's has. */
async function projectFor(files: Readonly<Record<string, string>>, known: KnownWorld): Promise<Kept> {
  const key = JSON.stringify(known);
  const kept = projects.get(key) ?? { project: await patientProject(known), memories: new Memories() };
  projects.set(key, kept);
  for (const name of fileNames) kept.project.openDocument(`${folder}${name}`, files[name] ?? "");
  return kept;
}

/** The steps are limited as for a user, the time is not: a busy machine must not change what is found. */
async function patientProject(known: KnownWorld): Promise<Project> {
  const { options } = await projectOf({}, worldOf(known));
  return new Project({ ...options, budget: { ...defaultBudget, milliseconds: 600_000 } });
}

class Places {
  private readonly project: Project;
  private readonly indexes = new Map<string, LineIndex>();

  constructor(project: Project) {
    this.project = project;
  }

  reported(failure: Failure, severity: Severity): Reported {
    const stack = failure.stack.map((site): Reported["stack"][number] => {
      const location = locationOf(this.project.sources, site);
      if (location === undefined) return [site.path, 0, 0];
      return [
        location.path.slice(folder.length),
        this.line(site.path, location.start),
        this.line(site.path, location.end),
      ];
    });
    return { rule: failure.rule, severity, stack, cases: failure.cases };
  }

  /** The line of the expression that `reveal` is called with; undefined for every other expression. */
  revealed(frame: Frame, span: { readonly start: number; readonly end: number }): string | undefined {
    const { path } = frame.scope;
    if (!path.startsWith(folder)) return undefined;
    const offset = this.offset(frame, span);
    const text = this.project.sources.text(path) ?? "";
    if (offset === undefined) return undefined;
    // Between the call's brackets there may be further ones around the whole expression.
    const brackets = /reveal(\(+)$/.exec(text.slice(Math.max(0, offset - 20), offset))?.[1] ?? "";
    const behind = text.slice(offset + span.end - span.start).split("\n", 1)[0];
    if (brackets === "" || behind !== ")".repeat(brackets.length)) return undefined;
    return `${path.slice(folder.length)}:${this.line(path, offset)}`;
  }

  stackOf(frame: Frame): string[] {
    const stack: string[] = [];
    for (let current: Frame | undefined = frame; current?.callSite !== undefined; current = current.caller) {
      const location = locationOf(this.project.sources, current.callSite);
      if (location !== undefined)
        stack.unshift(`${location.path.slice(folder.length)}:${this.line(location.path, location.start)}`);
    }
    return stack;
  }

  private offset(frame: Frame, span: { readonly start: number }): number | undefined {
    const chunks = this.project.sources.syntax(frame.scope.path)?.chunks;
    const placed = chunks?.find((candidate) => candidate.chunk === frame.chunk);
    return placed === undefined ? undefined : placed.offset + span.start;
  }

  /** Counted from 1. */
  private line(path: string, offset: number): number {
    let index = this.indexes.get(path);
    if (index === undefined) {
      index = new LineIndex(this.project.sources.text(path) ?? "");
      this.indexes.set(path, index);
    }
    return index.positionAt(offset).line + 1;
  }
}
